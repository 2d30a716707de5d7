import { describe, expect, test } from 'vitest'
import { DAY, HOUR, later } from '../../platform/lib/clock.ts'
import { nextStep } from './next-step.ts'
import type { PaymentStatus, Truth } from './provider.ts'

const now = new Date('2026-12-01T12:00:00Z')

const says = (state: Truth['state'], more: Partial<Truth> = {}): Truth => ({
  state,
  refs: {},
  authorized_until: null,
  captured_cents: state === 'captured' ? 1000 : 0,
  fee_cents: 0,
  refunds: [],
  disputes: [],
  inquiries: [],
  ...more,
})

const payment = (status: PaymentStatus, committed = false) => ({
  status,
  authorized_until: null,
  committed_at: committed ? now : null,
  charged_cents: 1000,
  provider: 'stripe',
  settled_by: status === 'paid' ? 'stripe' : null,
})

const STATES: Truth['state'][] = ['waiting', 'authorized', 'processing', 'captured', 'failed', 'canceled']

describe('the next step', () => {
  test.each([
    ['open', [null, 'note_authorized', null, 'give_back', null, null]],
    ['authorized', ['note_failed', null, null, null, 'note_failed', 'note_failed']],
    ['capturing', ['note_failed', 'take', null, 'note_paid', 'note_failed', 'note_failed']],
    ['paid', [null, null, null, null, null, null]],
    ['failed', ['release', 'release', null, 'give_back', null, null]],
    ['void', ['release', 'release', null, 'give_back', null, null]],
  ] as const)('of a payment that is %s, for each thing the provider can say', (status, steps) => {
    expect(STATES.map(state => nextStep(payment(status), says(state), now))).toEqual(steps)
  })

  test('of a payment by check is to let the provider’s page or hold go', () => {
    const byCheck = { ...payment('paid'), settled_by: 'staff:x' }
    const steps = ['release', 'release', null, null, null, null]
    expect(STATES.map(state => nextStep(byCheck, says(state), now))).toEqual(steps)
  })

  test('is to renew a hold a day before it ends if an order rests on it, and to release it otherwise', () => {
    const ends = (hours: number) => says('authorized', { authorized_until: later(now, hours * HOUR) })
    expect(nextStep(payment('authorized', true), ends(25), now)).toBeNull()
    expect(nextStep(payment('authorized', true), ends(24), now)).toBe('renew')
    expect(nextStep(payment('authorized', true), ends(23), now)).toBe('renew')
    expect(nextStep(payment('authorized'), ends(23), now)).toBe('release')
    expect(nextStep(payment('authorized', true), says('authorized'), later(now, 90 * DAY))).toBeNull()
  })

  test('is to give back only what is not on its way back already', () => {
    const refund = (status: 'pending' | 'failed') =>
      says('captured', { refunds: [{ ref: 're_1', status, cents: 1000, refund_id: 'rfd_1' }] })
    expect(nextStep(payment('void'), refund('pending'), now)).toBeNull()
    expect(nextStep(payment('void'), refund('failed'), now)).toBe('give_back')
  })
})
