import { describe, expect, test } from 'vitest'
import { turns } from '../../wire/waiting-on.ts'
import { reviewedLifecycle } from './lifecycle.ts'
import { turnIn, usualFacts } from './statuses.ts'

describe('every state says whose turn it is', () => {
  const expected = {
    needs_more_info: turns.operator,
    ready_for_review: turns.buyer,
    ineligible: turns.over,
    pending_quotes: turns.carrier,
    quoted: turns.buyer,
    no_quotes: turns.over,
    credit_consent_required: turns.buyer,
    needs_more_info_to_bind: turns.operator,
    ready_to_finalize: turns.buyer,
    signature_needed: turns.buyer,
    chosen: turns.own_checks,
    documents_needed: turns.operator,
    documents_pending_review: turns.own_checks,
    payment_needed: turns.payment,
    waiting_on_carrier: turns.carrier,
    info_requested: turns.operator,
    blocked: turns.over,
    bound: turns.over,
  }

  test.each(reviewedLifecycle.states)('%s', status => {
    expect(turnIn(status, usualFacts)).toBe(expected[status])
  })
})

test.each(reviewedLifecycle.states)('%s never waits for an operator when a shopper buys', status => {
  expect(turnIn(status, { ...usualFacts, isShopper: true }).waiting_on).not.toBe('operator')
})

test.each([
  ['ready_for_review', { isShopper: true, needsProof: true }, turns.email_proof],
  ['quoted', { hasOffers: false, market: turns.staff }, turns.staff],
  ['quoted', { hasOffers: false, market: turns.over }, turns.over],
  ['chosen', { isAtDesk: true }, turns.staff],
  ['documents_pending_review', { isAtDesk: true }, turns.staff],
  ['info_requested', { isAtDesk: true }, turns.staff],
  ['info_requested', { isShopper: true }, turns.buyer],
  ['payment_needed', { sandbox: true }, turns.sandbox_payment],
  ['payment_needed', { sandbox: true, paymentFailed: true }, turns.payment],
] as const)('%s, with %o', (status, facts, turn) => {
  expect(turnIn(status, { ...usualFacts, ...facts })).toBe(turn)
})

test('carriers are polled every 2 seconds, late ones and people every minute, staff every 15 minutes', () => {
  const pace = Object.values(turns).map(({ waiting_on, poll_after_seconds }) => [
    waiting_on,
    poll_after_seconds,
  ])
  expect(pace).toEqual([
    ['operator', 60],
    ['homeowner', 60],
    ['buyer', 60],
    ['email_proof', 60],
    ['payment', 60],
    ['payment', 2],
    ['carrier', 2],
    ['carrier', 60],
    ['staff', 900],
    ['nobody', 2],
    ['nobody', 900],
  ])
})
