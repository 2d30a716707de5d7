import { expect, test } from 'vitest'
import { instructions, type QuotesFacts, summary, tellNotIssued } from './quotes-words.ts'

const active = { life: 'active', property_id: 'prp_a', hasEnded: false } as const

const bound: QuotesFacts = {
  status: 'quoted',
  detail_status: 'bound',
  missing: [],
  offers: 0,
  homes: 1,
  insured: 1,
  notIssuedBy: [],
  hadOffers: false,
  placing: { open: [], asked: [], isAtDesk: false, homes: 1, insured: 0 },
  policies: [active],
  hasLender: true,
  sandbox: false,
  waiting: null,
  illustrative: false,
  consentOffered: false,
  creditRefusedBy: null,
  wasQuoted: false,
  undescribed: 0,
}

const FOR_LENDER = expect.stringContaining('a link to the evidence of insurance')

test('once a home with a loan is insured, the operator is told how the lender gets the evidence', () => {
  expect(instructions(bound)).toContainEqual(FOR_LENDER)
  expect(instructions({ ...bound, hasLender: false })).not.toContainEqual(FOR_LENDER)
  expect(instructions({ ...bound, policies: [{ ...active, life: 'canceled' }] })).not.toContainEqual(
    FOR_LENDER,
  )
})

test('only once a policy was canceled, the operator is told to say so', () => {
  const TELL = expect.stringContaining('A policy with ended_on was canceled')
  const told = (policies: QuotesFacts['policies']) => instructions({ ...bound, policies })
  expect(told([{ ...active, life: 'canceled' }, active])).toContainEqual(TELL)
  expect(told([{ ...active, life: 'canceled' }])).toContainEqual(TELL)
  expect(told([active])).not.toContainEqual(TELL)
})

test('a rehearsal says where the sign-in link is, because no email brings it', () => {
  const rehearsal = { ...bound, sandbox: true }
  expect(instructions(rehearsal).join(' ')).toContain('The sign-in page shows its link instead.')
  expect(instructions(bound).join(' ')).not.toContain('sign-in page')
})

test('of several homes, it is said which one a carrier refused; of one home, no one has to ask', () => {
  const notIssuedBy = [
    { carrier: 'Far', property_id: 'prp_a' },
    { carrier: 'Near', property_id: 'prp_a' },
    { carrier: 'Far', property_id: 'prp_b' },
  ]
  const { detail_status: _, ...quoted } = bound
  const several = { ...quoted, homes: 3, insured: 0, notIssuedBy, placing: { ...bound.placing, homes: 3 } }
  expect(summary(several)).toContain(
    'Far and Near did not issue the policy for prp_a. Far did not issue the policy for prp_b. ',
  )
  expect(tellNotIssued('person', several)).toEqual([
    expect.stringContaining('that Far and Near did not issue the policy for prp_a, that'),
    expect.stringContaining('that Far did not issue the policy for prp_b, that'),
  ])
  const one = { ...quoted, insured: 0, notIssuedBy: notIssuedBy.slice(0, 1) }
  expect(summary(one)).toContain('Far did not issue the policy. ')
})

test('when a carrier asks for something before it issues the policy, it is said who brings it the answer', () => {
  const asked = [{ carrier: 'Far', property_id: 'prp_a', reason: 'A photo of the roof?' }]
  const selected = { ...bound, detail_status: 'selected', placing: { ...bound.placing, asked } } as const
  expect(instructions(selected)).toContainEqual(
    expect.stringContaining('The agency gets the answer from them and tells the carrier.'),
  )
})
