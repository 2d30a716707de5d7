import { expect, test } from 'vitest'
import { boundOfSeveral, boundWords } from './policy-words.ts'

const canceled = { life: 'canceled', effective_date: '2026-12-03' } as const

test('a policy that was canceled or has expired is not said to be bound', () => {
  expect(boundWords({ life: 'active' })).toBe('The policy is bound.')
  expect(boundWords({ life: 'expired' })).toBe('The policy has expired.')
  expect(boundWords({ ...canceled, ended_on: '2026-12-04' })).toBe(
    'The policy ends at 12:01 a.m. local time on December 4, 2026, because it was canceled. It covers until then, and nothing from then on.',
  )
  expect(boundWords({ ...canceled, ended_on: '2026-12-03' })).toBe(
    'The policy was canceled from the start and never took effect.',
  )
})

test('of several homes it is said what became of each policy, and one that still runs counts as bound', () => {
  const of = (property_id: string) => ({ property_id, hasEnded: false })
  const later = { ...canceled, ...of('prop_3'), ended_on: '2027-03-01' }
  const over = { life: 'expired', ...of('prop_4'), hasEnded: true } as const
  expect(
    boundOfSeveral(
      [{ life: 'active', ...of('prop_1') }, { life: 'renewal_offered', ...of('prop_2') }, later, over],
      5,
    ),
  ).toBe(
    [
      'Policies are bound for 3 of 5 homes.',
      'The policy for prop_2 is bound. Its insurance company offers to renew it.',
      'The policy for prop_3 ends at 12:01 a.m. local time on March 1, 2027, because it was canceled. It covers until then, and nothing from then on.',
      'The policy for prop_4 has expired.',
    ].join(' '),
  )
})

test('a change that the figures may not show is still said after a renewal or a cancellation', () => {
  const requests = [{ kind: 'coverage', status: 'done' }]
  const caution = /It was changed after its issue, and the figures here may not show that\.$/
  expect(boundWords({ life: 'changed', requests })).toMatch(caution)
  expect(boundWords({ life: 'renewed', requests })).toMatch(caution)
  expect(boundWords({ ...canceled, ended_on: '2027-03-01', requests })).toMatch(caution)
  expect(boundWords({ life: 'renewed', requests: [{ kind: 'coverage', status: 'declined' }] })).toBe(
    'The policy is bound. It was renewed.',
  )
})
