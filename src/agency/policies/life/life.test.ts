import { expect, test } from 'vitest'
import { lifeOf } from './life.ts'
import { expiresOn, numberOn, numbersOf, periodOn } from './period.ts'

const NOW = new Date('2026-06-01T12:00:00Z')
const at = (day: string): Date => new Date(`${day}T12:00:00Z`)

const policy = {
  effective_date: '2026-01-01',
  effective_at: '2026-01-01T06:01:00.000Z',
  expiration_date: '2027-01-01',
  annual_price: 1000,
  state: 'TX',
  insured: { full_name: 'Ada Park', email: 'ada@example.com', birthday: '1984-05-17' },
  end: null,
  requests: [],
  renewals: [],
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
  expect(lifeOf({ ...policy, renewals: [renewal('renewed')] }, after)).toBe('renewed')
  expect(lifeOf({ ...policy, aged_hours: 24 * 215 }, NOW)).toBe('expired')
})

test('only a renewal that its carrier confirmed gives the policy another period, at its own price', () => {
  const offered = { ...policy, renewals: [renewal('offered')] }
  expect(expiresOn(offered)).toBe('2027-01-01')
  expect(periodOn(offered, '2027-01-01').annual_price).toBe(1000)
  const renewed = { ...policy, renewals: [renewal('renewed')] }
  expect(expiresOn(renewed)).toBe('2028-01-01')
  expect(periodOn(renewed, '2026-12-31').annual_price).toBe(1000)
  expect(periodOn(renewed, '2027-01-01')).toEqual({
    from: '2027-01-01',
    to: '2028-01-01',
    annual_price: 1100,
  })
  const third = { ...renewal('renewed'), due_on: '2028-01-01', period_to: '2029-01-01', annual_price: 1200 }
  const twice = { ...policy, renewals: [renewal('renewed'), third] }
  expect(['2027-12-31', '2028-01-01'].map(day => periodOn(twice, day).annual_price)).toEqual([1100, 1200])
})

test('a new policy number counts from the day on which its period begins, and the old one stays known', () => {
  const numbered = (status: 'offered' | 'renewed') => ({
    issued_number: 'HO-1',
    renewals: [{ status, due_on: '2027-01-01', policy_number: 'HO-2' }],
  })
  expect(numberOn(numbered('renewed'), '2026-12-31')).toBe('HO-1')
  expect(numberOn(numbered('renewed'), '2027-01-01')).toBe('HO-2')
  expect(numberOn(numbered('offered'), '2027-01-01')).toBe('HO-1')
  expect(numbersOf(numbered('renewed'))).toEqual(['HO-1', 'HO-2'])
})
