import { expect, test } from 'vitest'
import { isSamePrice } from './offer-events.ts'

const fees = [{ label: 'Policy fee', amount_cents: 2500 }]
const offer = { annual_price: 1200, fees, bill_to: ['insured' as const] }

test.each([
  ['the same price again', { annual_price: 1200 }, true],
  ['the same price with the same fees', { annual_price: 1200, terms: { fees } }, true],
  ['another price', { annual_price: 1300, terms: { fees } }, false],
  [
    'other fees',
    { annual_price: 1200, terms: { fees: [{ label: 'Policy fee', amount_cents: 9900 }] } },
    false,
  ],
  ['a tax', { annual_price: 1200, terms: { fees, taxes: fees } }, false],
  ['another payer', { annual_price: 1200, terms: { fees, bill_to: ['at_closing' as const] } }, false],
  ['a withdrawal', {}, false],
])('%s', (_, event, isSame) => {
  expect(isSamePrice(offer, event)).toBe(isSame)
})
