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
