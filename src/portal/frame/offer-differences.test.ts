import { expect, test } from 'vitest'
import { differenceWords } from './offer-differences.ts'

const best = [
  { label: 'Dwelling', amount: '$400,000' },
  { label: 'Deductible', amount: '$1,000' },
]

test('the same coverage is said to be the same', () => {
  expect(differenceWords(best, best)).toBe('Same coverage.')
})

test('another deductible leaves the coverage the same', () => {
  const rows = [best[0], { label: 'Deductible', amount: '$2,500' }] as typeof best
  expect(differenceWords(rows, best)).toBe('Same coverage; deductible $2,500.')
})

test('another limit, or a coverage that is missing, is never called the same', () => {
  expect(differenceWords([{ label: 'Dwelling', amount: '$380,000' }], best)).toBe(
    'Different: dwelling $380,000; no deductible.',
  )
})
