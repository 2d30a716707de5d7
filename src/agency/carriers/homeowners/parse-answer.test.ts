import { describe, expect, test } from 'vitest'
import { requestFor } from '../../../../test/support/rating/plain-home.ts'
import type { HomeOffer } from './carrier.ts'
import { parseHomeAnswer } from './parse-answer.ts'

const offer: HomeOffer = {
  kind: 'offer',
  annual_price: 1480,
  policy_form: 'HO-3',
  coverage_summary: 'HO-3: $300,000 dwelling – “all in”',
  dwelling_coverage: 300_000,
  other_structures: 30_000,
  personal_property: 150_000,
  loss_of_use: 60_000,
  personal_liability: 300_000,
  medical_payments: 5_000,
  deductible: 1_000,
  wind_hail_deductible: 3_000,
  quote_number: 'Q-1',
  insurance_score: 'not_used',
  price_factors: [{ factor: 'base', label: 'Base price', effect: 1480 }],
}
const decline = { kind: 'decline', reason_code: 'roof_too_old', reason: 'The roof is too old.' }

const request = requestFor()
const read = (body: object) =>
  parseHomeAnswer(JSON.stringify({ request_id: request.request_id, ...body }), request)

test('an offer and a decline are read; what is not ours is dropped, at every depth', () => {
  expect(read(offer)).toEqual({ outcome: 'offer', answer: offer })
  const [factor] = offer.price_factors
  const more = { ...offer, commission: 0.2, price_factors: [{ ...factor, table: 7 }] }
  expect(read(more)).toEqual({ outcome: 'offer', answer: offer })
  expect(read({ ...decline, score: 612 })).toEqual({ outcome: 'decline', answer: decline })
  const text = `{"request_id":"${request.request_id}","__proto__":{"a":1},${JSON.stringify(decline).slice(1)}`
  expect(parseHomeAnswer(text, request)).toEqual({ outcome: 'decline', answer: decline })
})

test.each(['', '{', 'OK', '<html></html>', '{"request_id": NaN}'])('%j is no JSON', text => {
  expect(parseHomeAnswer(text, request)).toEqual({ outcome: 'not_json', answer: null })
})

const report = { agency: 'Bureau One', address: '1 Credit Way, Atlanta, GA 30301', phone: '1-800-555-0111' }

test('whose report was used and what counted most may be told, with offers and declines', () => {
  const credit = { consumer_report: report, score_reasons: ['Short history.'] }
  expect(read({ ...decline, ...credit })).toEqual({ outcome: 'decline', answer: { ...decline, ...credit } })
  expect(read({ ...offer, ...credit })).toEqual({ outcome: 'offer', answer: { ...offer, ...credit } })
})

test.each([
  ['without a phone number', { consumer_report: { ...report, phone: undefined } }],
  ['with words for a phone number', { consumer_report: { ...report, phone: 'call us' } }],
  ['with five reasons', { score_reasons: Array(5).fill('Short history.') }],
  ['with no reason', { score_reasons: [] }],
])('a report %s makes no answer', (_, changed) => {
  expect(read({ ...offer, ...changed }).outcome).toBe('not_an_answer')
})

describe('no answer', () => {
  test.each([
    ['a price below zero', { annual_price: -1480 }],
    ['a price of nothing', { annual_price: 0 }],
    ['a price with cents', { annual_price: 1480.5 }],
    ['a price beyond reason', { annual_price: 1_000_001 }],
    ['a price in words', { annual_price: '1480' }],
    ['no price', { annual_price: undefined }],
    ['a house covered for nothing', { dwelling_coverage: 0 }],
    ['a deductible below zero', { deductible: -1 }],
    ['an unknown form', { policy_form: 'HO-9' }],
    ['an unknown kind', { kind: 'maybe' }],
    ['a factor of zero', { price_factors: [{ factor: 'a', label: 'A', effect: 0 }] }],
    ['a factor without a label', { price_factors: [{ factor: 'a', effect: 1 }] }],
    ['factors without end', { price_factors: Array(101).fill({ factor: 'a', label: 'A', effect: 1 }) }],
    ['a word that the database cannot hold', { quote_number: 'Q\u0000' }],
    ['half a character', { coverage_summary: 'Q\ud800' }],
    ['an essay', { coverage_summary: 'a'.repeat(501) }],
  ])('%s', (_, changed) => {
    expect(read({ ...offer, ...changed })).toEqual({ outcome: 'not_an_answer', answer: null })
  })

  test('an infinite price', () => {
    const text = JSON.stringify({ request_id: request.request_id, ...offer }).replace('1480', '1e999')
    expect(parseHomeAnswer(text, request).outcome).toBe('not_an_answer')
  })

  test('a decline without a reason', () => {
    expect(read({ ...decline, reason: '' }).outcome).toBe('not_an_answer')
    expect(read({ ...decline, reason_code: 'Roof is old' }).outcome).toBe('not_an_answer')
  })

  test.each(['null', '[]', '7', '"offer"'])('%s', text => {
    expect(parseHomeAnswer(text, request).outcome).toBe('not_an_answer')
  })

  test('one for another request, or for none', () => {
    expect(read({ ...offer, request_id: 'req_other' }).outcome).toBe('other_request')
    expect(read({ ...offer, request_id: undefined }).outcome).toBe('not_an_answer')
  })
})

test('a price by credit is refused where credit may not be used', () => {
  expect(read({ ...offer, insurance_score: 'used' }).outcome).toBe('score_not_allowed')
  const allowed = requestFor({ insurance_score_allowed: true })
  const text = JSON.stringify({ request_id: allowed.request_id, ...offer, insurance_score: 'used' })
  expect(parseHomeAnswer(text, allowed).outcome).toBe('offer')
})
