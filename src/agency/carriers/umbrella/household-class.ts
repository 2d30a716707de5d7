import { keysOf } from '../../../platform/lib/keys-of.ts'
import type { UmbrellaRisk } from './carrier.ts'

const WORDS = {
  vehicles: ['vehicle', 'vehicles'],
  properties: ['property', 'properties'],
  boats: ['large boat', 'large boats'],
  jet_skis: ['jet ski', 'jet skis'],
  drivers: ['driver', 'drivers'],
  young_drivers: ['driver under 22', 'drivers under 22'],
} as const

export type ClassCount = keyof typeof WORDS
export type ClassCounts = Readonly<Record<ClassCount, number>>

export type Tiers = Readonly<Record<ClassCount, readonly number[]>>

export const everyCount = keysOf(WORDS)

export const countInWords = (counted: ClassCount, count: number): string =>
  `${count} ${WORDS[counted][count === 1 ? 0 : 1]}`

export const countsIn = (risk: UmbrellaRisk): ClassCounts => ({
  vehicles: risk.vehicle_count + risk.motorcycles + risk.antique_vehicles,
  properties: risk.property_count + risk.non_us_property_count,
  boats: risk.large_watercraft,
  jet_skis: risk.jet_skis,
  drivers: risk.driver_count,
  young_drivers: Math.max(risk.drivers_under_22, risk.applicant_age < 22 ? 1 : 0),
})

const tierOf = (most: readonly number[], count: number): number => {
  const tier = most.findIndex(limit => count <= limit)
  return tier < 0 ? most.length : tier
}

export const householdClass = (
  tiers: Tiers,
  counts: ClassCounts,
): { tier: number; because: ClassCount[] } => {
  const tierFor = (counted: ClassCount): number => tierOf(tiers[counted], counts[counted])
  const tier = Math.max(...everyCount.map(tierFor))
  return { tier, because: everyCount.filter(counted => tierFor(counted) === tier) }
}

export const maximumOf = (tiers: Tiers, counted: ClassCount): number => tiers[counted].at(-1) ?? 0
