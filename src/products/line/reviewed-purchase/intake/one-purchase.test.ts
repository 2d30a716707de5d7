import { expect, test } from 'vitest'
import { startsOn } from './one-purchase.ts'

test('a policy that ends tomorrow leaves no room for one that starts this evening, where the household is', () => {
  const evening = new Date('2026-03-11T06:00:00Z')
  expect(startsOn({ state: 'HI', effective_date: '2026-03-10' }, evening)).toBe('2026-03-10')
  expect(startsOn({ state: 'NY', effective_date: '2026-03-10' }, evening)).toBe('2026-03-11')
  expect(startsOn({ state: 'HI', effective_date: '2026-04-01' }, evening)).toBe('2026-04-01')
  expect(startsOn({ state: 'HI' }, evening)).toBe('2026-06-08')
})
