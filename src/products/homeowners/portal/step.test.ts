import { expect, test } from 'vitest'
import { homeownersLifecycle } from '../application/lifecycle.ts'
import { stepOf } from './step.ts'

const plain = { isBinding: false, hasOffers: true, hasEstimates: false }

test('each state has its page', () => {
  expect(homeownersLifecycle.states.map(status => [status, stepOf({ ...plain, status })])).toEqual([
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
  expect(stepOf({ ...plain, status: 'selected', hasEstimates: true })).toBe('review')
  expect(stepOf({ ...plain, status: 'selected', isBinding: true })).toBe('binding')
  expect(stepOf({ ...plain, status: 'quoted', hasEstimates: true })).toBe('offers')
  expect(stepOf({ ...plain, status: 'quoted', hasOffers: false })).toBe('no_offers')
})
