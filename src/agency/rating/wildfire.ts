import { along, type Points } from './plan.ts'

export const wildfireRisks = ['low', 'moderate', 'elevated', 'high', 'very_high'] as const
export type WildfireRisk = (typeof wildfireRisks)[number]

export type FairPlan = {
  share: number
  /** FAIR Plan policies of September 2024 relative to the same homes. */
  shareNow: number
  /** FAIR Plan policies in September 2024 relative to September 2020. */
  growth: number
  growthIsOwn: boolean
  homesAround: number
}

/**
 * Median premium relative to what home value alone explains, over 1,126 California ZIPs (CDI 2018-21). The
 * lowest is 0.95; we moved it halfway to 1 because the difference is noise.
 */
const FIRE_LOADS: Points = [
  [0, 0.97],
  [0.003, 1],
  [0.01, 1.03],
  [0.035, 1.16],
  [0.07, 1.35],
  [0.14, 1.63],
  [0.28, 1.89],
  [0.55, 2.12],
]

/**
 * For 50 ZIPs in central Los Angeles with an old, falling FAIR Plan share. Uses the square root of the medians,
 * because about half of the difference comes from smaller and older policies (judgment).
 */
const LEGACY_LOADS: Points = [
  [0, 0.97],
  [0.003, 1],
  [0.015, 1],
  [0.035, 0.93],
  [0.07, 0.88],
  [0.2, 0.86],
]

const URBAN_CORE: Points = [
  [60_000, 0],
  [110_000, 1],
]
const GROWTH_SHOWS_FIRE: Points = [
  [1, 0],
  [1.45, 1],
]
const UNKNOWN_GROWTH_SHOWS_FIRE = 0.5

// Median growth of the ZIPs outside the core with a share above 5%.
const TYPICAL_GROWTH = 2.2

/**
 * The loads were fitted to shares of 2022, halfway between the two counts, hence the square roots. Slow growth
 * never lowers the share.
 */
const shareOfToday = ({ share, shareNow, growth }: FairPlan): number =>
  Math.max(
    share * Math.min(2.5, Math.max(1, Math.sqrt(growth / TYPICAL_GROWTH))),
    shareNow / Math.sqrt(TYPICAL_GROWTH),
  )

/**
 * How much of the share is due to fire, 0 to 1. Outside the urban core it is all of it. Inside, an old share
 * that no longer grows (90001, 90011) is not due to wildfire.
 */
const fireWeight = ({ growth, growthIsOwn, homesAround }: FairPlan): number => {
  const shown = along(GROWTH_SHOWS_FIRE, growth)
  const shows = growthIsOwn ? shown : Math.max(UNKNOWN_GROWTH_SHOWS_FIRE, shown)
  return 1 - along(URBAN_CORE, homesAround) * (1 - shows)
}

export const wildfireLoad = (fairPlan: FairPlan): number => {
  const weight = fireWeight(fairPlan)
  return (
    along(FIRE_LOADS, shareOfToday(fairPlan)) ** weight * along(LEGACY_LOADS, fairPlan.share) ** (1 - weight)
  )
}

/** By the larger of both shares, so that the risk never contradicts the FAIR Plan share shown next to it. */
export const wildfireRisk = (fairPlan: FairPlan): WildfireRisk => {
  const exposed = Math.max(shareOfToday(fairPlan), fairPlan.shareNow) * fireWeight(fairPlan)
  if (exposed < 0.01) return 'low'
  if (exposed < 0.05) return 'moderate'
  if (exposed < 0.1) return 'elevated'
  return exposed < 0.2 ? 'high' : 'very_high'
}
