import { expect, test } from 'vitest'
import { DAY, later, SECOND } from '../../../platform/lib/clock.ts'
import { reviewedLifecycle } from '../../../products/line/reviewed-purchase/application/lifecycle.ts'
import { turnIn, usualFacts } from '../../../products/line/reviewed-purchase/application/statuses.ts'
import { turns } from '../../../products/line/wire/waiting-on.ts'
import { attentionTo, homeOutcome, umbrellaOutcome, umbrellaStatuses } from './standing.ts'

const now = new Date('2026-03-10T12:00:00Z')

test('a request needs attention at once when it is the operator’s turn, and after three days when it is a person’s', () => {
  const ago = (ms: number) => later(now, -ms)
  expect(attentionTo({ waitingOn: 'operator', updatedAt: now }, now)).toEqual({ kind: 'your_turn' })
  for (const waitingOn of ['homeowner', 'buyer', 'email_proof', 'payment'] as const) {
    expect(attentionTo({ waitingOn, updatedAt: ago(3 * DAY - SECOND) }, now)).toBeNull()
    expect(attentionTo({ waitingOn, updatedAt: ago(3 * DAY) }, now)).toEqual({ kind: 'no_answer', days: 3 })
  }
  for (const waitingOn of ['carrier', 'staff', 'nobody'] as const)
    expect(attentionTo({ waitingOn, updatedAt: ago(30 * DAY) }, now)).toBeNull()
})

test('an umbrella is bound or ended in just those statuses in which it is over', () => {
  const over = reviewedLifecycle.states.filter(status => turnIn(status, usualFacts) === turns.over)
  expect([...umbrellaStatuses.bound, ...umbrellaStatuses.ended].sort()).toEqual(over.sort())
})

test('the outcome of a home goes before its status, and quotes without an offer are told', () => {
  const home = { status: 'quoted', detail_status: null, waiting_on: 'homeowner' } as const
  expect(homeOutcome(home).label).toBe('Quoted')
  expect(homeOutcome({ ...home, waiting_on: 'nobody' }).label).toBe('No offers')
  expect(homeOutcome({ ...home, detail_status: 'withdrawn', waiting_on: 'nobody' }).label).toBe('Withdrawn')
})

test('an erased umbrella application is expired, unless its policy is bound', () => {
  expect(umbrellaOutcome({ status: 'needs_more_info', erased: true }).label).toBe('Expired')
  expect(umbrellaOutcome({ status: 'bound', erased: true }).label).toBe('Bound')
})
