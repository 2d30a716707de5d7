import { expect, test } from 'vitest'
import { instructions, type QuotesFacts } from './quotes-words.ts'

const bound: QuotesFacts = {
  status: 'quoted',
  detail_status: 'bound',
  missing: [],
  offers: 0,
  homes: 1,
  insured: 1,
  refusedBy: [],
  hasEnded: false,
  placing: { open: [], asked: [], isAtDesk: false, homes: 1, insured: 0 },
  policies: [{ life: 'active' }],
  hasLender: true,
  sandbox: false,
  waiting: null,
  illustrative: false,
  consentOffered: false,
  refusal: null,
  undescribed: 0,
}

const FOR_LENDER = expect.stringContaining('a link to the evidence of insurance')

test('once a home with a loan is insured, the operator is told how the lender gets the evidence', () => {
  expect(instructions(bound)).toContainEqual(FOR_LENDER)
  expect(instructions({ ...bound, hasLender: false })).not.toContainEqual(FOR_LENDER)
  expect(instructions({ ...bound, policies: [{ life: 'canceled' }] })).not.toContainEqual(FOR_LENDER)
})

test('a rehearsal says where the sign-in link is, because no email brings it', () => {
  const rehearsal = { ...bound, sandbox: true }
  expect(instructions(rehearsal).join(' ')).toContain('The sign-in page shows its link instead.')
  expect(instructions(bound).join(' ')).not.toContain('sign-in page')
})
