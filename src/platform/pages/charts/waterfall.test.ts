import { expect, test } from 'vitest'
import { waterfallChart, waterfallLayout } from './waterfall.ts'

const parts = [
  { label: 'Premium', amount: 900 },
  { label: 'Policy fee', amount: 60 },
  { label: 'State tax', amount: 40 },
]

test('each bar starts where the one before it ends, and the last ends at the whole price', () => {
  const { bars, total } = waterfallLayout(parts)
  expect(total).toBe(1000)
  expect(bars.map(({ from, width, soFar }) => [from, width, soFar])).toEqual([
    [0, 90, 900],
    [90, 6, 960],
    [96, 4, 1000],
  ])
})

test('a tiny part is still seen, inside the chart', () => {
  const last = waterfallLayout([...parts, { label: 'Stamp', amount: 0.01 }]).bars.at(-1)
  expect(last?.width).toBeGreaterThan(0)
  expect((last?.from ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual(100)
})

test('what the picture shows is also said in words and in a table', async () => {
  const text = String(
    await waterfallChart({
      id: 'w',
      title: 'Title',
      parts,
      total: 'Price a year',
      money: amount => `$${amount}`,
    }),
  )
  expect(text).toContain('Premium: $900. Policy fee: $60. State tax: $40. Price a year: $1000.')
  expect(text).toContain('+$60')
  expect(text).toContain('<td data-label="Price so far">$960</td>')
})
