import type { RatingLine } from '../../rating/plan.ts'
import type { PriceFactor } from '../contract/answers.ts'

const fourDecimals = (effect: number): number => Math.round(effect * 10_000) / 10_000

export const priceFactors = (
  base: Omit<PriceFactor, 'factor'>,
  ledger: readonly RatingLine[],
): PriceFactor[] => [
  { factor: 'base', ...base },
  ...ledger
    .map(({ id, label, effect }) => ({ factor: id, label, effect: fourDecimals(effect) }))
    .filter(({ effect }) => effect !== 1),
]

/** Whole dollars. Uses the rounded effects, so anyone can recompute the price from the factors shown. */
export const annualPrice = (factors: readonly PriceFactor[]): number =>
  Math.round(factors.reduce((product, { effect }) => product * effect, 1))

/** An invented rate for invented carriers: each state has its own. */
const RATE = 0.04

const LABEL = 'Surplus lines tax (example)'

export const surplusTaxFactor: PriceFactor = { factor: 'surplus_lines_tax', label: LABEL, effect: 1 + RATE }

export const surplusTaxes = (annual_price: number) => [
  { label: LABEL, amount_cents: Math.round((annual_price * 100 * RATE) / (1 + RATE)) },
]
