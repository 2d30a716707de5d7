import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY, later } from '../../platform/lib/clock.ts'
import { endedSlot, REQUESTS_KEPT, slotOf } from './store.ts'

const moment = fc.date({ min: new Date('2026-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })

test('the slot that is emptied holds nothing of the last 30 days', () => {
  fc.assert(
    fc.property(moment, fc.integer({ min: 0, max: REQUESTS_KEPT }), (now, age) => {
      expect(slotOf(later(now, -age))).not.toBe(endedSlot(now))
    }),
  )
})

test('every call is in the slot that is emptied once it is 35 days old', () => {
  fc.assert(
    fc.property(moment, at => {
      expect(endedSlot(later(at, 35 * DAY))).toBe(slotOf(at))
    }),
  )
})
