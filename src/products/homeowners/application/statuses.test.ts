import { describe, expect, test } from 'vitest'
import { turns } from '../../line/wire/waiting-on.ts'
import { homeownersLifecycle } from './lifecycle.ts'
import { homeownersTurn, stepOf, type TurnFacts } from './statuses.ts'

const plain: TurnFacts = {
  market: turns.carrier,
  isShopper: false,
  needsProof: false,
  onlyConsentMissing: false,
  hasOffers: true,
  isBinding: false,
  isAtDesk: false,
}

describe('every state says whose turn it is', () => {
  const expected = {
    needs_more_info: turns.operator,
    pending_quotes: turns.carrier,
    quoted: turns.homeowner,
    selected: turns.homeowner,
    bound: turns.over,
    withdrawn: turns.over,
    expired: turns.over,
  }

  test.each(homeownersLifecycle.states)('%s', state => {
    expect(homeownersTurn(state, plain)).toBe(expected[state])
  })
})

test.each([
  ['needs_more_info', { onlyConsentMissing: true }, turns.homeowner],
  ['needs_more_info', { isShopper: true }, turns.homeowner],
  ['needs_more_info', { isShopper: true, needsProof: true }, turns.email_proof],
  ['quoted', { hasOffers: false, market: turns.staff }, turns.staff],
  ['quoted', { hasOffers: false, market: turns.over }, turns.over],
  ['selected', { isBinding: true }, turns.carrier],
  ['selected', { isAtDesk: true }, turns.staff],
  ['selected', { isBinding: true, market: turns.late_carrier }, turns.late_carrier],
  ['pending_quotes', { market: turns.staff }, turns.staff],
] as const)('%s, with %o', (state, facts, turn) => {
  expect(homeownersTurn(state, { ...plain, ...facts })).toBe(turn)
})

const steps = { isBinding: false, hasOffers: true, hasEstimates: false }

test('each state has its page', () => {
  expect(homeownersLifecycle.states.map(status => [status, stepOf({ ...steps, status })])).toEqual([
    ['needs_more_info', 'answers'],
    ['pending_quotes', 'waiting'],
    ['quoted', 'offers'],
    ['selected', 'sign'],
    ['bound', 'bound'],
    ['withdrawn', 'withdrawn'],
    ['expired', 'expired'],
  ])
})

test('estimates are reviewed before anything is signed, and nothing is asked while carriers issue the policy', () => {
  expect(stepOf({ ...steps, status: 'selected', hasEstimates: true })).toBe('review')
  expect(stepOf({ ...steps, status: 'selected', isBinding: true })).toBe('binding')
  expect(stepOf({ ...steps, status: 'quoted', hasEstimates: true })).toBe('offers')
  expect(stepOf({ ...steps, status: 'quoted', hasOffers: false })).toBe('no_offers')
})
