import { expect, test } from 'vitest'
import { boundOfSeveral, boundWords } from './policy-words.ts'

test('a policy that was canceled or has expired is not said to be bound', () => {
  expect(boundWords({ life: 'active' })).toBe('The policy is bound.')
  expect(boundWords({ life: 'expired' })).toBe('The policy has expired.')
  const canceled = { life: 'canceled', effective_date: '2026-12-03' } as const
  expect(boundWords({ ...canceled, ended_on: '2026-12-04' })).toMatch(/Coverage ends .* on 2026-12-04/)
  expect(boundWords({ ...canceled, ended_on: '2026-12-03' })).toBe(
    'The policy was canceled from the start and never took effect.',
  )
  expect(
    boundOfSeveral(
      [{ life: 'active' }, { life: 'renewal_offered' }, { life: 'canceled' }, { life: 'expired' }],
      5,
    ),
  ).toBe('Policies are bound for 2 of 5 homes. Canceled: 1. Expired: 1. Renewal offered: 1.')
})
