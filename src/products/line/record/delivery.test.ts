import { expect, test } from 'vitest'
import { onWebsite } from './delivery.ts'

test('a withdrawal on the website is received on the day where the insured place is', () => {
  const clock = { now: () => new Date('2026-11-19T06:00:00Z') }
  expect(onWebsite({ clock }, 'HI').received_on).toBe('2026-11-18')
  expect(onWebsite({ clock }, 'NY').received_on).toBe('2026-11-19')
})
