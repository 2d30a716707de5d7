import type { PriceFactor } from '../contract/answers.ts'

/** An invented rate for invented carriers: each state has its own. */
const RATE = 0.04

const LABEL = 'Surplus lines tax (example)'

export const surplusTaxFactor: PriceFactor = { factor: 'surplus_lines_tax', label: LABEL, effect: 1 + RATE }

export const surplusTaxes = (annual_price: number) => [
  { label: LABEL, amount_cents: Math.round((annual_price * 100 * RATE) / (1 + RATE)) },
]
