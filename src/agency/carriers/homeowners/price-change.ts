import type { PriceFactor } from '../contract/answers.ts'
import { say } from '../contract/recommendation.ts'
import type { HomeOffer } from './carrier.ts'

export type PriceChange = { from: number; to: number; because: string[] }

type Priced = Pick<HomeOffer, 'annual_price' | 'price_factors'>
type Moved = { label: string; ratio: number }

const effects = (factors: readonly PriceFactor[]): Map<string, PriceFactor> => {
  const byFactor = new Map<string, PriceFactor>()
  for (const { factor, label, effect } of factors) {
    byFactor.set(factor, { factor, label, effect: effect * (byFactor.get(factor)?.effect ?? 1) })
  }
  return byFactor
}

const movedBetween = (before: Priced, after: Priced): Moved[] => {
  const [old, now] = [effects(before.price_factors), effects(after.price_factors)]
  return [...new Set([...now.keys(), ...old.keys()])].map(factor => ({
    label: now.get(factor)?.label ?? old.get(factor)?.label ?? factor,
    ratio: (now.get(factor)?.effect ?? 1) / (old.get(factor)?.effect ?? 1),
  }))
}

const percent = (ratio: number): number => Math.round(Math.abs(ratio - 1) * 1000) / 10

const shownPercent = (ratio: number): string =>
  percent(ratio) === 0 ? say('less than 0.1') : String(percent(ratio))

const sentence = ({ label, ratio }: Moved): string =>
  ratio > 1
    ? say('{label}: raises the price by {percent}%', { label, percent: shownPercent(ratio) })
    : say('{label}: lowers the price by {percent}%', { label, percent: shownPercent(ratio) })

const strength = ({ ratio }: Moved): number => Math.abs(Math.log(ratio))

export const priceChange = (before: Priced, after: Priced): PriceChange => {
  const because = movedBetween(before, after)
    .filter(({ ratio }) => Number.isFinite(ratio) && ratio > 0 && ratio !== 1)
    .toSorted((a, b) => strength(b) - strength(a))
    .map(sentence)
  const unexplained = because.length === 0 && before.annual_price !== after.annual_price
  return {
    from: before.annual_price,
    to: after.annual_price,
    because: unexplained ? [say('The carrier gave no reason for the change.')] : because,
  }
}
