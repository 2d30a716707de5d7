import { expect, test } from 'vitest'
import { speaking } from '../../../platform/language/language.ts'
import { inEach, isCheapest } from './offer-card.ts'
import { differenceWords, partDifferences, priceParts } from './offer-differences.ts'

const dwelling = { label: 'Dwelling', amount: '$400,000' }
const best = { rows: [dwelling, { label: 'Deductible', amount: '$1,000' }], form: 'HO-5' }
const limit = { rows: [{ label: 'Umbrella limit', amount: '$1,000,000' }] }

test('only what every quote says alike is said once for all of them', () => {
  const [a, b] = [best.rows, [dwelling, { label: 'Deductible', amount: '$2,500' }]]
  expect(inEach([a, b])).toEqual([dwelling])
  expect(inEach([a, b, []])).toEqual([])
  expect(inEach([a])).toEqual([])
})

test('the lowest price is that of one quote alone', () => {
  const at = (...prices: number[]) => prices.map(annual_price => ({ annual_price }))
  expect(isCheapest({ annual_price: 400 }, at(400, 500))).toBe(true)
  expect(isCheapest({ annual_price: 400 }, at(400, 400))).toBe(false)
  expect(isCheapest({ annual_price: 500 }, at(400, 500))).toBe(false)
})

test('only what was compared is said to be the same', () => {
  expect(differenceWords(best, best)).toBe('Same limits and deductibles shown.')
  expect(differenceWords(limit, limit)).toBe('Same limits shown.')
  expect(speaking('es', () => differenceWords(limit, limit))).toBe(
    'Los límites que se muestran son los mismos.',
  )
})

test('another policy form, or a surplus lines insurer, is named', () => {
  expect(differenceWords({ ...best, form: 'HO-3', admitted: false }, best)).toBe(
    'Same limits and deductibles shown, but HO-3 instead of HO-5; a surplus lines insurer instead of an admitted one.',
  )
  expect(differenceWords(best, { ...best, admitted: false })).toBe(
    'Same limits and deductibles shown, but an admitted insurer instead of a surplus lines one.',
  )
  expect(differenceWords({ ...limit, admitted: false }, limit)).toBe(
    'Same limits shown, but a surplus lines insurer instead of an admitted one.',
  )
})

test('another deductible leaves the limits the same', () => {
  const rows = [dwelling, { label: 'Deductible', amount: '$2,500' }]
  expect(differenceWords({ ...best, rows }, best)).toBe('Same limits shown, but deductible $2,500.')
})

test('another limit, or a coverage that is missing, is never called the same', () => {
  const rows = [{ label: 'Dwelling', amount: '$380,000' }]
  expect(differenceWords({ ...best, rows, form: 'HO-3' }, best)).toBe(
    'Different: HO-3 instead of HO-5; dwelling $380,000; no deductible.',
  )
})

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
