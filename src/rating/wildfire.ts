import type { Points } from './plan.ts'

export const wildfireRisks = ['low', 'moderate', 'elevated', 'high', 'very_high'] as const
export type WildfireRisk = (typeof wildfireRisks)[number]

/** Homes in the FAIR Plan, and how its policies grew from September 2020 to September 2024. */
export type FairPlan = { share: number; growth: number }

// Medians over 1,126 California ZIPs of the premium against what home value alone would cost.
// 0.5-2 % is one step: the medians 1.03 and 1.02 differ by noise.
const WILDFIRE_LOADS: Points = [
  [0.002, 0.95],
  [0.005, 1],
  [0.02, 1.03],
  [0.05, 1.16],
  [0.1, 1.35],
  [0.2, 1.63],
  [0.4, 1.89],
  [Infinity, 2.12],
]
const URBAN_LOADS: Points = [
  [0.002, 0.95],
  [0.005, 1],
  [0.02, 1.03],
  [0.05, 0.78],
  [0.1, 0.77],
  [0.2, 0.72],
  [Infinity, 0.8],
]

/**
 * A large FAIR Plan share is not wildfire by itself: in old urban ZIPs (90001, 90011) the share is
 * high for historic reasons and falling. Only where the Plan grows does it follow the fire.
 */
const followsFire = ({ growth }: FairPlan): boolean => growth >= 1.2

export const fairPlanGrowth = (policies2020: number, policies2024: number): number =>
  (policies2024 + 5) / (policies2020 + 5)

const step = (table: Points, share: number): number => table.find(([below]) => share < below)?.[1] ?? 1

export const wildfireLoad = (fairPlan: FairPlan): number =>
  step(followsFire(fairPlan) ? WILDFIRE_LOADS : URBAN_LOADS, fairPlan.share)

export const wildfireRisk = (fairPlan: FairPlan): WildfireRisk => {
  if (!followsFire(fairPlan) || fairPlan.share < 0.01) return 'low'
  if (fairPlan.share < 0.05) return 'moderate'
  if (fairPlan.share < 0.1) return 'elevated'
  return fairPlan.share < 0.2 ? 'high' : 'very_high'
}
