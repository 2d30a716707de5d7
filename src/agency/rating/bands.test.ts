import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bands, spread } from './bands.ts'

test('a log spread of 0.28 gives the percentiles of one carrier', () => {
  expect(bands(10_000, 0.28)).toEqual({ p10: 6985, p25: 8279, p50: 10_000, p75: 12_079, p90: 14_317 })
})

test('percentiles are whole dollars and never cross', () => {
  const median = fc.double({ min: 1, max: 1e5, noNaN: true })
  fc.assert(
    fc.property(median, fc.double({ min: 0, max: 1, noNaN: true }), (p50, sigma) => {
      const values = Object.values(bands(p50, sigma))
      expect(values.every(Number.isInteger)).toBe(true)
      expect(values).toEqual(values.toSorted((a, b) => a - b))
    }),
  )
})

test('independent doubts add in squares', () => {
  expect(spread(0.3, 0.4)).toBeCloseTo(0.5, 12)
})
