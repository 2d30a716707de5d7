import { expect, test } from 'vitest'
import { Failure } from '../../../platform/errors.ts'
import { forbiddenParts, isForbiddenKey, refuseForbidden } from './forbidden-keys.ts'

test.each([
  ...[
    'ssn',
    'SSN',
    'spouse_ssn',
    'applicantSsn',
    'ssn_last4',
    'social_security_number',
    'SocialSecurity',
    'tax_id',
  ],
  ...[
    'credit_card',
    'creditCardNumber',
    'card_number',
    'Card No.',
    'cc_num',
    'card',
    'debit-card',
    'cardholder',
  ],
  ...['cvv', 'CVV2', 'cvc', 'card_cvc', 'security_code', 'csc'],
  ...['bank_account', 'bankAccountNumber', 'account_number', 'routing_number', 'iban', 'aba'],
  ...['password', 'user_password', 'passwd', 'pwd', 'passcode'],
])('%s must not be sent', key => {
  expect(isForbiddenKey(key)).toBe(true)
})

test.each([
  ...[
    'business_name',
    'class_name',
    'loan_number',
    'loan_account_number',
    'policy_expire',
    'mortgagee_clause',
  ],
  ...[
    'postcard_view',
    'discard',
    'accountant',
    'account_manager',
    'lender_name',
    'roof_date',
    'passive_house',
  ],
  ...['cabana', 'has_fire_alarm', 'sinkhole', 'urban', 'caliban_street', 'toString', '__proto__'],
])('%s may be sent', key => {
  expect(isForbiddenKey(key)).toBe(false)
})

test('what is forbidden is found at any depth, in lists, in values, and when a pair names it', () => {
  const home = [
    { extra: { deep: [{ ssn: '1' }] } },
    { field_estimates: [{ field: 'ssn', value: '1' }] },
    { first_name: 'Dana 219-09-9999', notes: ['loan 0219099999', 'card 4111 1111 1111 1111'] },
  ]
  expect(forbiddenParts({ home }, 'intake')).toEqual([
    { path: 'intake.home[0].extra.deep[0].ssn', code: 'forbidden_key' },
    { path: 'intake.home[1].field_estimates[0]', code: 'forbidden_key' },
    { path: 'intake.home[2].first_name', code: 'forbidden_number' },
    { path: 'intake.home[2].notes[1]', code: 'forbidden_number' },
  ])
})

test('the refusal says what to do and repeats neither the value nor a number in the key', () => {
  const attempt = () => refuseForbidden({ 'ssn 123-45-6789': 'x', password: 'hunter2' }, 'intake')
  try {
    attempt()
    expect.unreachable()
  } catch (error) {
    expect(error).toBeInstanceOf(Failure)
    const failure = error as Failure
    expect(failure.status).toBe(400)
    expect(failure.message).toContain('must not be sent')
    expect(JSON.stringify(failure.details)).not.toMatch(/123|6789|hunter2/)
    expect(failure.details.fields).toHaveLength(2)
  }
})
