import { expect, test } from 'vitest'
import { HOUR, later } from '../../../platform/lib/clock.ts'
import { turns } from '../wire/waiting-on.ts'
import { turnOfOrders } from './order-turn.ts'

const now = new Date('2026-11-18T09:00:00Z')
const soon = later(now, HOUR)
const afterwards = later(now, 24 * HOUR)

test('orders that are answered later are expected by the last moment that was stated, until it has passed', () => {
  const expected_by = afterwards.toISOString()
  expect(turnOfOrders([soon, afterwards], now)).toEqual({ ...turns.late_carrier, expected_by })
  expect(turnOfOrders([soon], afterwards)).toEqual(turns.late_carrier)
})

test('nothing is said to be expected while an order has no stated moment', () => {
  expect(turnOfOrders([afterwards, null], now)).toEqual(turns.carrier)
  expect(turnOfOrders([], now)).toEqual(turns.carrier)
})
