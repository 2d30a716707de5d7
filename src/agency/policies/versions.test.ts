import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PolicyFacts } from './terms.ts'
import {
  coverageRowsOf,
  earlierVersions,
  type IssuedTerms,
  termsAtIssue,
  termsRenewed,
  versionOn,
  versionsAfter,
  withStated,
} from './versions.ts'

const facts: PolicyFacts = {
  product: 'Homeowners insurance',
  form: 'HO-3',
  carrier: 'Harbor Mutual',
  producer: { name: 'Bindery', license: null, phone: null },
  insured: {
    full_name: 'Ada Park',
    email: 'ada@example.com',
    birthday: '1984-05-17',
    address: { street: '1 Elm Street', city: 'Austin', state: 'TX', zip: '78701' },
  },
  other_insureds: ['Bo Park'],
  location: { label: 'Insured location', lines: ['1 Elm Street', 'Austin, TX 78701'] },
  interests: [
    { label: 'First mortgagee', lines: ['First Bank ISAOA', 'PO Box 7', 'Loan 77-1'] },
    { label: 'Title holder', lines: ['The Park Trust', 'A trust'] },
    { label: 'Other owners on the application', lines: ['Cy Park'] },
  ],
  coverages: [
    { label: 'Dwelling (A)', amount: '$462,000' },
    { label: 'Deductible, each loss', amount: '$2,500' },
    { label: 'Something else', amount: 'See declarations' },
  ],
  quote_number: 'Q-1',
  signature: { signed_at: '2026-01-01T00:00:00Z', words_version: '1', consent_id: 'con_1' },
  sandbox: false,
  state: 'TX',
  policy_id: 'pol_1',
  policy_number: 'HO-1',
  effective_date: '2026-01-01',
  effective_at: '2026-01-01T06:01:00.000Z',
  expiration_date: '2027-01-01',
  annual_price: 1000,
  issued_at: '2025-12-20T00:00:00.000Z',
}

const limits = { dwelling_coverage: 480_000, deductible: 5000, wind_hail_deductible: 9600 }
const renewed = { due_on: '2027-01-01', period_to: '2028-01-01', annual_price: 1100, policy_number: 'HO-2' }

test('a policy that an earlier release issued has the terms its binder printed', () => {
  expect(termsAtIssue(null, facts)).toMatchObject({
    named_insureds: ['Ada Park', 'Bo Park'],
    mailing_address: '1 Elm Street, Austin, TX 78701',
    coverages: [
      { name: 'dwelling_coverage', kind: 'limit', amount: { cents: 46_200_000 } },
      { name: 'deductible', kind: 'deductible', amount: { cents: 250_000 } },
      { label: 'Something else', amount: { words: 'See declarations' } },
    ],
    interests: [
      { kind: 'mortgagee', name: 'First Bank ISAOA', rank: 1, address: 'PO Box 7', loan_number: '77-1' },
      { kind: 'title_holder', name: 'The Park Trust' },
    ],
    price_cents: 100_000,
  })
  expect(coverageRowsOf(termsAtIssue(null, facts))).toEqual(facts.coverages)
})

test('a renewal states its period and price, and its limits only if none of them is missing', () => {
  const terms = termsAtIssue(null, facts)
  const whole = termsRenewed(terms, { ...renewed, limits }, 'TX')
  expect(whole).toMatchObject({ policy_number: 'HO-2', period: { from: '2027-01-01', to: '2028-01-01' } })
  expect(coverageRowsOf(whole)).toEqual([
    { label: 'Dwelling (A)', amount: '$480,000' },
    { label: 'Deductible, each loss', amount: '$5,000' },
    { label: 'Something else', amount: 'See declarations' },
    { label: 'Wind and hail deductible', amount: '$9,600' },
  ])
  expect(whole.unstated).toBeUndefined()
  const part = termsRenewed(terms, { ...renewed, limits: { dwelling_coverage: 480_000 } }, 'TX')
  expect(part.unstated).toEqual([{ part: 'coverages', since: '2027-01-01' }])
})

test('what earlier releases recorded in words becomes versions that say what is not stated', () => {
  const asked = { wanted_on: '2026-06-01', answered_by: 'staff:ann', answer: 'Done.', status: 'done' }
  const versions = earlierVersions({
    request: null,
    facts,
    renewals: [
      { ...renewed, limits, status: 'renewed', recorded_by: 'staff:ann', recorded_at: new Date(3) },
    ] as unknown as Parameters<typeof earlierVersions>[0]['renewals'],
    requests: [
      { ...asked, kind: 'lender', answered_at: new Date(1) },
      { ...asked, kind: 'coverage', answered_at: new Date(2) },
      { ...asked, kind: 'documents', answered_at: new Date(2) },
      { ...asked, kind: 'lender', status: 'declined', answered_at: new Date(2) },
    ] as unknown as Parameters<typeof earlierVersions>[0]['requests'],
  })
  expect(versions.map(({ basis, effective_from }) => [basis, effective_from])).toEqual([
    ['issued', '2026-01-01'],
    ['endorsement', '2026-06-01'],
    ['endorsement', '2026-06-01'],
    ['renewal', '2027-01-01'],
  ])
  const partsOn = (day: string) => versionOn(versions, day).terms.unstated?.map(({ part }) => part)
  expect([partsOn('2026-05-31'), partsOn('2026-06-01'), partsOn('2027-01-01')]).toEqual([
    undefined,
    ['interests', 'coverages'],
    ['interests'],
  ])
})

test('a change to a policy that has not begun is one of its first day', () => {
  const terms = termsAtIssue(null, facts)
  const versions = [
    { effective_from: '2026-01-01', terms },
    { effective_from: '2026-01-01', terms: { ...terms, policy_number: 'HO-2' } },
  ]
  expect(versionOn(versions, '2025-12-01').terms.policy_number).toBe('HO-2')
})

const changeNumber = (number: number) => (terms: IssuedTerms) => ({ ...terms, policy_number: `HO-${number}` })
const days = fc.integer({ min: 1, max: 28 }).map(day => `2026-02-${String(day).padStart(2, '0')}`)

test('on any day the terms are those of the last change that begins by then, in whatever order changes came', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(days, fc.boolean()), { maxLength: 8 }), days, (changes, day) => {
      const first = { effective_from: '2026-01-01', terms: termsAtIssue(null, facts) }
      const versions = [first]
      for (const [at, [effective_from, isName]] of changes.entries()) {
        const change = isName
          ? (terms: IssuedTerms) => withStated(terms, 'named_insureds', [...terms.named_insureds, `P${at}`])
          : changeNumber(at)
        versions.push(...versionsAfter(versions, { effective_from, basis: 'endorsement', change }))
      }
      const begun = changes.flatMap(([from, isName], at) => (from <= day ? [{ isName, at }] : []))
      const { named_insureds, policy_number } = versionOn(versions, day).terms
      expect(named_insureds.slice(2)).toEqual(begun.flatMap(({ isName, at }) => (isName ? [`P${at}`] : [])))
      const number = begun.findLast(({ isName }) => !isName)
      expect(policy_number).toBe(number ? `HO-${number.at}` : 'HO-1')
    }),
  )
})
