import { expect, test } from 'vitest'
import { versionsOf } from '../../../../test/support/people/versions-of.ts'
import type { Policy } from '../../../agency/policies/policies.ts'
import { MOST_DETAILS, type PolicyRequestInput } from '../../../agency/policies/policy-request.ts'
import type { App } from '../../../platform/app.ts'
import { endorsementWords } from './lenders-to-tell.ts'
import { policyMeant, unusedPremiumCents, wantedFrom } from './policy-requests.ts'

const period = { from: '2026-03-01', to: '2027-03-01' }

const policy = {
  policy_number: 'HO-1',
  state: 'CA',
  effective_date: '2026-03-01',
  end: null,
  renewals: [],
  versions: versionsOf({ period, price_cents: 120_000 }),
  aged_hours: 0,
} as unknown as Policy

const on = (day: string) => ({ clock: { now: () => new Date(`${day}T20:00:00Z`) } }) as App

const problem = (input: PolicyRequestInput, day = '2026-06-01'): unknown => {
  try {
    wantedFrom(on(day), policy, input)
  } catch (error) {
    return (error as { details?: { fields?: unknown } }).details?.fields
  }
  return 'none'
}

test('a cancellation is for a day of the policy from today on', () => {
  const cancel = (wanted_on: string, day?: string) => problem({ kind: 'cancellation', wanted_on }, day)
  expect(cancel('2026-06-01')).toBe('none')
  expect(cancel('2026-05-31')).toMatchObject([
    { code: 'out_of_range', expected: expect.stringContaining('from 2026-06-01 on, before 2027-03-01') },
  ])
  expect(cancel('2027-03-01')).toMatchObject([{ code: 'out_of_range' }])
  expect(cancel('2026-02-28', '2026-02-01')).toMatchObject([
    { code: 'out_of_range', expected: expect.stringContaining('from 2026-03-01 on') },
  ])
  const expected = 'a day of the policy from 2026-06-01 on, before 2027-03-01'
  expect(cancel('2026-06-31')).toEqual([{ path: 'wanted_on', code: 'bad_date', expected }])
  expect(problem({ kind: 'cancellation' })).toEqual([{ path: 'wanted_on', code: 'required', expected }])
})

test('a change is described in plain words of a limited length', () => {
  const change = (details: string) => problem({ kind: 'lender', details })
  expect(change('x'.repeat(MOST_DETAILS))).toBe('none')
  expect(change('x'.repeat(MOST_DETAILS + 1))).toMatchObject([{ path: 'details', code: 'too_long' }])
  expect(change('one\ntwo')).toBe('none')
  expect(problem({ kind: 'documents' })).toMatchObject([{ expected: 'which documents, in words' }])
  expect(change('one\u0000two')).toMatchObject([{ path: 'details', code: 'control_characters' }])
})

test.each([
  'Her Social Security number is 219-09-9999.',
  'SSN: 219099999',
  'Charge 4111 1111 1111 1111 from now on.',
  'Charge 3782-822463-10005.',
  'The new card is 4111111111111111.',
])('a Social Security or card number is refused, not stored: %s', details => {
  expect(problem({ kind: 'documents', details })).toMatchObject([
    { path: 'details', code: 'forbidden_number' },
  ])
})

test.each([
  'Lender: First Bank, loan 4111111111111111, ISAOA.',
  'MIN 1000123-4567890123-4, loan 0219099999.',
  'Loan number 4111 1111 1111 1112.',
  'Call 415-555-0100 or 415-555-0101 about ZIP 94110-1234 from 2026-06-01.',
  'Limits of 300000, 500000 and 1000000, deductible 2500.',
])('phone, loan and other honest numbers are taken: %s', details => {
  expect(problem({ kind: 'lender', details })).toBe('none')
})

test('of several policies the request names one, of one it need not', () => {
  const second = { ...policy, policy_number: 'HO-2', versions: versionsOf({ period, policy_number: 'HO-2' }) }
  expect(policyMeant([policy], undefined)).toBe(policy)
  expect(policyMeant([policy, second], 'HO-2')).toBe(second)
  expect(() => policyMeant([policy, second], undefined)).toThrow(
    expect.objectContaining({
      details: { fields: [expect.objectContaining({ expected: 'one of HO-1, HO-2' })] },
    }),
  )
  expect(() => policyMeant([], undefined)).toThrow('There is no policy yet')
})

test('the unused premium leaves out what is not premium', () => {
  const charges = [
    { label: 'Tax', cents: 10_000 },
    { label: 'Fee', cents: 10_000 },
  ]
  const halfway = '2026-08-31'
  const [whole, without] = [
    policy,
    { ...policy, versions: versionsOf({ period, price_cents: 120_000, charges }) },
  ].map(one => unusedPremiumCents(one, halfway))
  expect(Math.round(Number(whole) / 12)).toBe(Math.round(Number(without) / 10))
})

test('staff are told to write to the lender that came and to the one that went, and to settle the new price', () => {
  const lender = (name: string) => ({ kind: 'mortgagee' as const, name })
  const before = { ...policy, carrier: 'Elm', location: { label: 'Home', lines: ['1 Elm Street'] } }
  const insured = { full_name: 'Ada Park', email: 'ada@example.com', birthday: '1984-05-17' }
  const [was, is] = [
    { period, price_cents: 120_000, interests: [lender('Old Bank')] },
    { period, price_cents: 138_000, interests: [lender('New Bank')] },
  ].map(terms => versionsOf(terms))
  const changed = { versions: is ?? [], from: '2026-06-01', unmoved: null }
  expect(endorsementWords({ ...before, insured, versions: was ?? [] }, changed)).toEqual([
    expect.stringMatching(/^Tell the lender: Old Bank\.[\s\S]*From June 1, 2026, the policy no longer names/),
    expect.stringMatching(/^Tell the lender: New Bank\.[\s\S]*Send it evidence of insurance\.$/),
    expect.stringContaining('from $1,200 to $1,380 a year, from June 1, 2026'),
  ])
})
