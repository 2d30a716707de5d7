import { describe, expect, test } from 'vitest'
import { umbrellaOffer } from '../../../../test/support/carriers/carrier-server.ts'
import { householdRequest } from '../../../../test/support/rating/plain-household.ts'
import { parseUmbrellaAnswer } from './parse-answer.ts'

const request = householdRequest()
const offer = umbrellaOffer()
const decline = { kind: 'decline', reason_code: 'closed', reason: 'Closed for new umbrellas.' }

const read = (body: object) =>
  parseUmbrellaAnswer(JSON.stringify({ request_id: request.request_id, ...body }), request)

test('an offer and a decline are read; what is not ours is dropped, at every depth', () => {
  expect(read(offer)).toEqual({ outcome: 'offer', answer: offer })
  const more = { ...offer, commission: 0.2, price_range: { ...offer.price_range, p50: 390 } }
  expect(read(more)).toEqual({ outcome: 'offer', answer: offer })
  expect(read({ ...decline, score: 612 })).toEqual({ outcome: 'decline', answer: decline })
})

test('a final price is the whole range', () => {
  const final = { ...offer, is_estimate: false, price_range: { low: 380, high: 380 } }
  expect(read(final)).toEqual({ outcome: 'offer', answer: final })
})

describe('no answer', () => {
  test.each([
    ['a price of nothing', { annual_price: 0 }],
    ['a price with cents', { annual_price: 380.5 }],
    ['a price below its range', { annual_price: 349 }],
    ['a price above its range', { annual_price: 421 }],
    ['a final price with a range', { is_estimate: false }],
    ['half a range', { price_range: { low: 350 } }],
    ['no limits to ask for', { minimum_auto_limits: undefined }],
    ['a limit in words', { coverage_limit: '1M' }],
    ['a factor of zero', { price_factors: [{ factor: 'a', label: 'A', effect: 0 }] }],
    ['a note that the database cannot hold', { display_notes: ['\u0000'] }],
    ['notes without end', { display_notes: Array(21).fill('Note.') }],
    ['an unknown kind', { kind: 'maybe' }],
  ])('%s', (_, changed) => {
    expect(read({ ...offer, ...changed })).toEqual({ outcome: 'not_an_answer', answer: null })
  })

  test('a decline without a reason', () => {
    expect(read({ ...decline, reason: '' }).outcome).toBe('not_an_answer')
  })

  test('what is no JSON, or meant for another request', () => {
    expect(parseUmbrellaAnswer('<html>', request).outcome).toBe('not_json')
    expect(read({ ...offer, request_id: 'req_other' }).outcome).toBe('other_request')
  })
})

test('less coverage than requested is refused, more is welcome', () => {
  expect(read({ ...offer, coverage_limit: 999_999 })).toEqual({ outcome: 'limit_too_low', answer: null })
  expect(read({ ...offer, coverage_limit: 2_000_000 }).outcome).toBe('offer')
})

test('a price or a decline by credit is refused: nobody has consented to a credit check yet', () => {
  const price_factors = [...offer.price_factors, { factor: 'credit_tier', label: 'Credit', effect: 1 }]
  expect(read({ ...offer, price_factors })).toEqual({ outcome: 'score_not_allowed', answer: null })
  expect(read({ ...decline, reason_code: 'credit_score' })).toEqual({
    outcome: 'score_not_allowed',
    answer: null,
  })
})
