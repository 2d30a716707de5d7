import { expect, test } from 'vitest'
import { lifeWords } from './policy-card.ts'

test('a policy is not called active before its coverage starts', () => {
  const effective_date = '2026-11-23'
  expect(lifeWords('active', { today: '2026-11-22', effective_date })).toBe(
    'Issued. Coverage hasn’t started yet.',
  )
  expect(lifeWords('active', { today: '2026-11-23', effective_date })).toBe('Active')
  expect(lifeWords('cancel_requested', { today: '2026-11-22', effective_date })).toContain('requested')
})
