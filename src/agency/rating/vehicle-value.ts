import { keysOf, recordOf } from '../../platform/lib/keys-of.ts'
import { asOfYear } from './sources.ts'
import type { Segment, Vehicle } from './vehicle.ts'

export const vehicleAge = ({ year }: { year: number }): number => Math.max(0, asOfYear - year)

/**
 * Share of today's new price after five years: iSeeCars compares used cars with what a new one costs now, so the
 * price is not deflated to the model year as well. Average 0.61: iSeeCars 2023. Pickups 0.65, SUVs 0.59 and electric
 * 0.51 are from general knowledge of that study and were not rechecked. The others are judgment.
 */
const LEFT_AFTER_FIVE: Readonly<Record<Segment, number>> = {
  sedan: 0.61,
  hatchback: 0.61,
  suv: 0.59,
  pickup: 0.65,
  van: 0.6,
  coupe: 0.63,
  luxury_sedan: 0.5,
  luxury_suv: 0.52,
  ev: 0.51,
  exotic: 0.62,
}
const LEFT_AFTER_ONE = 0.85
// Judgment, between Carfax (15% a year) and studies of ten-year-old cars (8%). Premiums fall by less than 9%.
const KEPT_A_YEAR_LATER = 0.9
const LEAST_LEFT = 0.06
const LEAST_VALUE = 1500

const KEPT_A_YEAR = recordOf(
  keysOf(LEFT_AFTER_FIVE),
  segment => (LEFT_AFTER_FIVE[segment] / LEFT_AFTER_ONE) ** 0.25,
)

export const vehicleValue = (vehicle: Vehicle, yearsAhead = 0): number => {
  const { segment, listPrice } = vehicle
  const age = vehicleAge(vehicle) + yearsAhead
  const left = age === 0 ? 1 : LEFT_AFTER_ONE * KEPT_A_YEAR[segment] ** Math.min(4, age - 1)
  const leftLater = left * KEPT_A_YEAR_LATER ** Math.max(0, age - 5)
  return Math.round(Math.max(LEAST_VALUE, listPrice * Math.max(leftLater, LEAST_LEFT)))
}
