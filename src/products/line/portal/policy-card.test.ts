import { expect, test } from 'vitest'
import { lifeWords } from './policy-card.ts'

const dates = { starts_on: '2026-11-23', ends_on: '2027-11-23' }

test('a policy is not called active before its coverage starts, nor canceled before its coverage ends', () => {
  expect(lifeWords({ ...dates, life: 'active', state: 'scheduled' })).toBe(
    'Issued. Coverage hasn’t started yet.',
  )
  expect(lifeWords({ ...dates, life: 'active', state: 'active' })).toBe('Active')
  expect(lifeWords({ ...dates, life: 'cancel_requested', state: 'scheduled' })).toContain('requested')
  expect(lifeWords({ ...dates, life: 'canceled', state: 'ending' })).toBe(
    'Active. It ends on November 23, 2027 at 12:01 a.m.',
  )
})
