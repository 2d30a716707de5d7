import { expect, test } from 'vitest'
import { carrierAnswerProblems } from './answer-problems.ts'

const request_id = 'ord_1'

test.each([
  [{ kind: 'price_changed' }, ['annual_price is required']],
  [{ kind: 'pending' }, ['expected_by is required']],
  [{ kind: 'referred', expected_by: 'soon' }, ['expected_by']],
  [{ kind: 'info_requested', reason: 'Which roof?' }, ['fields is required']],
  [{ kind: 'offers', offers: [] }, ['offers']],
  [{ kind: 'maybe' }, ['kind is not one of the contract']],
])('an answer %j that breaks the contract is told what breaks it', (answer, expected) => {
  const problems = carrierAnswerProblems({ request_id, ...answer }, 'homeowners')
  expect(problems).toEqual(expected.map(words => expect.stringContaining(words)))
})

test('nothing is said against an answer that keeps the contract', () => {
  for (const answer of [
    { kind: 'price_changed', annual_price: 1700 },
    { kind: 'pending', expected_by: '2026-12-01T00:00:00Z' },
    { kind: 'referred' },
  ])
    expect(carrierAnswerProblems({ request_id, ...answer }, 'umbrella')).toEqual([])
})
