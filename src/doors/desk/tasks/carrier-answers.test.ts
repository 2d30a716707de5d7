import { expect, test } from 'vitest'
import { readBound } from './bound-form.ts'
import { readRefusal } from './decline-form.ts'

const signed = { annual_price: 1598, effective_date: '2026-12-01' }
const policy = {
  policy_number: 'HO-100-22',
  annual_price: '1,598',
  effective_date: '2026-12-01',
  expiration_date: '2027-12-01',
}
const form = (fields: Record<string, string>) => new URLSearchParams(fields)

test('a policy on the signed terms is bound', () => {
  expect(readBound(form(policy), signed)).toEqual({
    answer: { kind: 'bound', ...policy, annual_price: 1598 },
    errors: [],
  })
})

test('another price, or another start, is refused with what to do', () => {
  const { errors } = readBound(
    form({ ...policy, annual_price: '1700', effective_date: '2026-12-02' }),
    signed,
  )
  expect(errors).toEqual([
    {
      name: 'annual_price',
      message: expect.stringMatching(
        /^The buyer signed for \$1,598 a year, not \$1,700\. Ask the carrier to correct the policy\. If it won’t, /,
      ),
    },
    {
      name: 'effective_date',
      message: expect.stringMatching(
        /^The buyer signed for a start on December 1, 2026, not December 2, 2026\. Ask/,
      ),
    },
  ])
})

test('a policy without a number, or that ends before it starts or years later, is refused', () => {
  expect(readBound(form({ ...policy, expiration_date: '2072-12-01' }), signed).errors).toEqual([
    { name: 'expiration_date', message: 'The policy must end within two years. Check the year.' },
  ])
  const bad = readBound(form({ ...policy, policy_number: ' ', expiration_date: '2026-12-01' }), signed)
  expect(bad.errors.map(({ name }) => name)).toEqual(['policy_number', 'expiration_date'])
})

const roof = { reason_code: 'roof', reason: 'The roof is older than 20 years.' }

test('a decline has a kind of reason and the carrier’s words', () => {
  expect(readRefusal('decline', form(roof), { creditAllowed: false })).toEqual({
    answer: { kind: 'decline', ...roof },
    errors: [],
  })
  expect(readRefusal('blocked', form(roof), { creditAllowed: false }).answer).toMatchObject({
    kind: 'blocked',
  })
  expect(readRefusal('decline', form({}), { creditAllowed: false }).errors.map(({ name }) => name)).toEqual([
    'reason_code',
    'reason',
  ])
})

test('credit is a reason only if a check was authorized, and then names who made the report', () => {
  const credit = { reason_code: 'credit_history', reason: 'Credit history.' }
  expect(readRefusal('decline', form(credit), { creditAllowed: false }).errors).toEqual([
    { name: 'reason_code', message: 'Kind of reason: choose one from the list.' },
  ])
  expect(readRefusal('decline', form(credit), { creditAllowed: true }).errors).toHaveLength(3)
  const named = { bureau: 'Bureau One', bureau_address: '1 Credit Way', bureau_phone: '1-800-555-0111' }
  expect(readRefusal('decline', form({ ...credit, ...named }), { creditAllowed: true })).toEqual({
    answer: {
      kind: 'decline',
      ...credit,
      consumer_report: { agency: 'Bureau One', address: '1 Credit Way', phone: '1-800-555-0111' },
    },
    errors: [],
  })
})
