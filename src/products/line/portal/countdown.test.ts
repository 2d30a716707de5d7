import { expect, test } from 'vitest'
import { countdownWords } from './policy-end.ts'

test.each([
  ['2026-11-16', '2026-11-23', 'Coverage starts in 7 days.'],
  ['2026-10-31', '2026-11-02', 'Coverage starts in 2 days.'],
  ['2026-11-22', '2026-11-23', 'Coverage starts tomorrow.'],
  ['2026-11-23', '2026-11-23', ''],
  ['2026-12-01', '2026-11-23', ''],
])('on %s, a policy that starts on %s says "%s"', (today, start, words) => {
  expect(countdownWords(today, start)).toBe(words)
})
