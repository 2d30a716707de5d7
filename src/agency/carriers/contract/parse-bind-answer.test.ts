import { expect, test } from 'vitest'
import { bindRequest } from '../../../../test/support/carriers/bind-request.ts'
import { parseBindAnswer } from './parse-bind-answer.ts'

const request = bindRequest()
const bound = {
  kind: 'bound',
  policy_number: 'HO-1234',
  annual_price: 1480,
  effective_date: '2026-02-01',
  expiration_date: '2027-02-01',
}
const blocked = { kind: 'blocked', reason_code: 'inspection', reason: 'The roof did not pass.' }
const info = { kind: 'info_requested', reason: 'A photo of the roof.', fields: ['roof_photo'] }

const read = (body: object) =>
  parseBindAnswer(JSON.stringify({ request_id: request.request_id, ...body }), request)

const onReport = {
  ...blocked,
  reason_code: 'credit_score',
  consumer_report: { agency: 'Report Co', address: '1 Main Street, Peoria, IL', phone: '800-555-0100' },
  score_reasons: ['Short history.'],
}

test.each([[bound], [blocked], [info], [onReport]])('%j is believed; what is not ours is dropped', answer => {
  expect(read({ ...answer, commission: 0.2 })).toEqual({ outcome: answer.kind, answer })
})

test.each([
  ['another price', { annual_price: 1481 }],
  ['another day', { effective_date: '2026-02-02' }],
])('%s than was signed is no policy of ours', (_, changed) => {
  expect(read({ ...bound, ...changed })).toEqual({ outcome: 'other_terms', answer: null })
})

test('a policy runs for at most two years', () => {
  expect(read({ ...bound, expiration_date: '2028-02-01' }).outcome).toBe('bound')
  for (const expiration_date of ['2028-02-02', '9999-12-31'])
    expect(read({ ...bound, expiration_date })).toEqual({ outcome: 'period_too_long', answer: null })
})

test.each([
  ['no number', { policy_number: '' }],
  ['a number of spaces', { policy_number: '  ' }],
  ['a number that nobody can see', { policy_number: '\u200b\u2060' }],
  ['a number that the database cannot hold', { policy_number: 'HO\u0000' }],
  ['a number that reads otherwise than it is recorded', { policy_number: 'HO-\u202e4321' }],
  ['a start that is no day', { effective_date: 'soon' }],
  ['an end that is no day', { expiration_date: '2027-02-31' }],
  ['an end before the beginning', { expiration_date: '2026-01-31' }],
  ['an end at the beginning', { expiration_date: '2026-02-01' }],
  ['a price in words', { annual_price: '1480' }],
  ['an unknown kind', { kind: 'maybe' }],
])('%s is no answer', (_, changed) => {
  expect(read({ ...bound, ...changed })).toEqual({ outcome: 'not_an_answer', answer: null })
})

test('another price is an answer, with its own plans, unless it is the price that was signed', () => {
  const plan = {
    plan_id: 'full',
    label: 'In full',
    due_now_cents: 170_000,
    installments: [],
    total_cents: 170_000,
  }
  const repriced = { kind: 'price_changed', annual_price: 1700, reason: 'Reports.', payment_plans: [plan] }
  expect(read(repriced)).toEqual({ outcome: 'price_changed', answer: repriced })
  expect(read({ ...repriced, annual_price: 1480 }).outcome).toBe('same_price')
  expect(read({ ...repriced, payment_plans: [{ ...plan, label: 'In\u2066full' }] }).answer).toBeNull()
  expect(read({ ...repriced, payment_plans: [{ ...plan, total_cents: 1 }] }).outcome).toBe(
    'bad_payment_terms',
  )
})

test('a refusal without a reason is none', () => {
  expect(read({ ...blocked, reason: '' }).outcome).toBe('not_an_answer')
  expect(read({ ...info, reason: undefined }).outcome).toBe('not_an_answer')
})

test('an answer to another order is none, nor is what is no JSON', () => {
  expect(read({ ...bound, request_id: 'ord_other' }).outcome).toBe('other_request')
  expect(read({ ...bound, request_id: undefined }).outcome).toBe('not_an_answer')
  expect(parseBindAnswer('<html>', request).outcome).toBe('not_json')
})
