import fc from 'fast-check'
import { expect, test } from 'vitest'
import { versionsOf } from '../../../../test/support/people/versions-of.ts'
import { startOfDay } from '../coverage-start.ts'
import { standingWords } from '../policy-life.ts'
import { lifeOf, standingOf } from './life.ts'
import { expiresOn, numberOn, numbersOf, periodOn } from './policy-end.ts'

const NOW = new Date('2026-06-01T12:00:00Z')
const at = (day: string): Date => new Date(`${day}T12:00:00Z`)

const first = { period: { from: '2026-01-01', to: '2027-01-01' } }
const second = {
  period: { from: '2027-01-01', to: '2028-01-01' },
  price_cents: 110_000,
  policy_number: 'HO-2',
}

const policy = {
  effective_at: '2026-01-01T06:01:00.000Z',
  state: 'TX',
  insured: { full_name: 'Ada Park', email: 'ada@example.com', birthday: '1984-05-17' },
  end: null,
  requests: [],
  renewals: [],
  versions: versionsOf(first),
  aged_hours: 0,
}

const request = (
  kind: 'lender' | 'cancellation' | 'documents' | 'renewal',
  status: 'open' | 'done' | 'declined',
) => ({ kind, status, answered_at: status === 'open' ? null : at('2026-03-01') })

const renewal = (
  status: 'due' | 'offered' | 'renewed' | 'not_renewed',
  recorded = '2026-05-01',
  valid_until: string | null = null,
) => ({
  status,
  valid_until,
  due_on: '2027-01-01',
  period_to: status === 'due' ? null : '2028-01-01',
  annual_price: status === 'due' ? null : 1100,
  recorded_at: at(recorded),
})

const ended = { ...policy, end: { ended_on: '2026-09-01' } }

test.each([
  ['as it was issued', policy, 'active'],
  ['a copy was asked for', { ...policy, requests: [request('documents', 'open')] }, 'active'],
  ['a request was declined', { ...policy, requests: [request('lender', 'declined')] }, 'active'],
  ['a change is asked for', { ...policy, requests: [request('lender', 'open')] }, 'change_requested'],
  ['a change is done', { ...policy, requests: [request('lender', 'done')] }, 'changed'],
  ['its end is asked for', { ...policy, requests: [request('cancellation', 'open')] }, 'cancel_requested'],
  ['its end is recorded, for later', ended, 'canceled'],
  ['its renewal is due', { ...policy, renewals: [renewal('due')] }, 'active'],
  ['its renewal is offered', { ...policy, renewals: [renewal('offered')] }, 'renewal_offered'],
  [
    'the offer is accepted, and the carrier has not said so',
    { ...policy, renewals: [renewal('offered')], requests: [request('renewal', 'open')] },
    'renewal_offered',
  ],
  [
    'the offer is good on its last day',
    { ...policy, renewals: [renewal('offered', '2026-05-01', '2026-06-01')] },
    'renewal_offered',
  ],
  [
    'the offer has expired',
    { ...policy, renewals: [renewal('offered', '2026-05-01', '2026-05-31')] },
    'active',
  ],
  [
    'the offer was accepted in time, and its last day is over',
    {
      ...policy,
      renewals: [renewal('offered', '2026-05-01', '2026-05-31')],
      requests: [request('renewal', 'open')],
    },
    'renewal_offered',
  ],
  ['the carrier renewed it', { ...policy, renewals: [renewal('renewed')] }, 'renewed'],
  [
    'a change was done after the renewal',
    { ...policy, renewals: [renewal('renewed', '2026-02-01')], requests: [request('lender', 'done')] },
    'changed',
  ],
  ['it is not renewed', { ...policy, renewals: [renewal('not_renewed')] }, 'active'],
] as const)('%s: the life of a policy follows from what is recorded', (_, lived, life) => {
  expect(lifeOf(lived, NOW)).toBe(life)
})

test('a policy expires by the clock at 12:01 a.m. where the property is, and a renewed one a period later', () => {
  const [before, after] = [new Date('2027-01-01T06:00:59Z'), new Date('2027-01-01T06:01:00Z')]
  expect(lifeOf(policy, before)).toBe('active')
  expect(lifeOf(policy, after)).toBe('expired')
  expect(lifeOf({ ...policy, renewals: [renewal('offered')] }, after)).toBe('expired')
  expect(
    lifeOf({ ...policy, renewals: [renewal('renewed')], versions: versionsOf(first, second) }, after),
  ).toBe('renewed')
  expect(lifeOf({ ...policy, aged_hours: 24 * 215 }, NOW)).toBe('expired')
})

test('a renewal gives the policy another period, at its own price and number, and the old number stays known', () => {
  const third = {
    period: { from: '2028-01-01', to: '2029-01-01' },
    price_cents: 120_000,
    policy_number: 'HO-2',
  }
  const renewed = { versions: versionsOf(first, second, third) }
  expect([expiresOn(policy), expiresOn(renewed)]).toEqual(['2027-01-01', '2029-01-01'])
  const days = ['2025-12-31', '2026-12-31', '2027-01-01', '2028-01-01']
  expect(days.map(day => periodOn(renewed, day).annual_price)).toEqual([1000, 1000, 1100, 1200])
  expect(periodOn(renewed, '2027-01-01')).toEqual({
    from: '2027-01-01',
    to: '2028-01-01',
    annual_price: 1100,
  })
  expect(days.map(day => numberOn(renewed, day))).toEqual(['HO-1', 'HO-1', 'HO-2', 'HO-2'])
  expect(numbersOf(renewed)).toEqual(['HO-1', 'HO-2'])
})

const anyDay = fc.date({ min: at('2025-11-01'), max: at('2028-12-31'), noInvalidDate: true })
const anEnd = fc.constantFrom(null, '2026-01-01', '2026-09-01', '2027-03-01')
const aRenewal = fc.constantFrom('none', 'due', 'offered', 'renewed', 'not_renewed')

test('on no day is a policy further in its life than its dates say', () => {
  fc.assert(
    fc.property(anyDay, anEnd, aRenewal, (now, ended_on, status) => {
      const lived = {
        ...policy,
        end: ended_on === null ? null : { ended_on },
        renewals: status === 'none' ? [] : [renewal(status)],
        versions: status === 'renewed' ? versionsOf(first, second) : versionsOf(first),
      }
      const { state, ends_on, ...standing } = standingOf(lived, now)
      const isVoid = ended_on === '2026-01-01'
      const covers = now >= new Date(policy.effective_at) && now < startOfDay('TX', ends_on) && !isVoid
      expect(['active', 'renewal_due', 'ending'].includes(state)).toBe(covers)
      expect(state === 'scheduled').toBe(now < new Date(policy.effective_at) && !isVoid)
      if (covers) expect(standingWords({ ...standing, state, ends_on })).not.toMatch(/Canceled|Expired|Ended/)
      if (state === 'ended') expect(['canceled', 'expired']).toContain(standing.life)
    }),
  )
})
