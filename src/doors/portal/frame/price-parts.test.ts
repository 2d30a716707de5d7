import { expect, test } from 'vitest'
import { partDifferences, priceParts } from './price-parts.ts'

const fee = (amount_cents: number) => [{ label: 'Policy fee', amount_cents }]
const tax = (amount_cents: number) => [{ label: 'State tax', amount_cents }]

test('the parts of a price are the carrier’s own, and add up to the price', () => {
  const parts = priceParts({ annual_price: 1480, fees: fee(5_000), taxes: tax(4_321) })
  expect(parts).toEqual([
    { label: 'Price before fees and taxes', amount_cents: 138_679 },
    { label: 'Policy fee', amount_cents: 5_000 },
    { label: 'State tax', amount_cents: 4_321 },
  ])
  expect(parts.reduce((all, { amount_cents }) => all + amount_cents, 0)).toBe(148_000)
})

test('a carrier that named no fee and no tax has no parts, and what is left of a price is not called its premium', () => {
  expect(priceParts({ annual_price: 1480 })).toEqual([])
  expect(priceParts({ annual_price: 1480, fees: [], taxes: [] })).toEqual([])
  expect(priceParts({ annual_price: 1480, fees: fee(5_000) })[0]?.label).toBe('Price before fees')
  expect(priceParts({ annual_price: 1480, taxes: tax(5_000) })[0]?.label).toBe('Price before taxes')
})

test('two offers differ by part only if both carriers named the same kinds of parts', () => {
  const best = { annual_price: 1480, fees: fee(5_000), taxes: tax(1_000) }
  expect(partDifferences({ annual_price: 1600, fees: fee(8_000), taxes: tax(400) }, best)).toBe(
    'Price before fees and taxes $96 more, fees $30 more, taxes $6 less.',
  )
  expect(partDifferences({ annual_price: 1600, fees: fee(8_000) }, best)).toBe('')
  expect(partDifferences({ annual_price: 1600 }, { annual_price: 1480 })).toBe('')
  expect(partDifferences(best, best)).toBe('')
})
