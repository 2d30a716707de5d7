import { keysOf, recordOf } from '../../platform/lib/keys-of.ts'
import { lazily } from '../../platform/lib/lazily.ts'
import { readTable } from './figures.ts'
import { asOfYear } from './sources.ts'

export const segments = [
  'sedan',
  'hatchback',
  'suv',
  'pickup',
  'van',
  'coupe',
  'luxury_sedan',
  'luxury_suv',
  'ev',
  'exotic',
] as const
type Segment = (typeof segments)[number]

export type VehicleDescription = { year: number; make: string; model: string; style?: string }

type Rated = {
  segment: Segment
  listPrice: number
  liability: number
  damage: number
}

export type Vehicle = Rated & {
  year: number
  make: string
  model: string
  basis: 'model' | 'make' | 'segment' | 'reference'
}

type Listed = Rated & { make: string; model: string; modelKey: string }

const ALIASES: Readonly<Record<string, string>> = {
  chevy: 'chevrolet',
  vw: 'volkswagen',
  mercedes: 'mercedesbenz',
  rangerover: 'landrover',
  alfa: 'alfaromeo',
  rolls: 'rollsroyce',
}
const STYLES: readonly (readonly [pattern: RegExp, segments: readonly Segment[]])[] = [
  [/\b(ev|electric|bev)\b/, ['ev']],
  [/\b(pickup|truck|crew cab|cab)\b/, ['pickup']],
  [/\b(suv|crossover|4x4)\b/, ['suv', 'luxury_suv']],
  [/\b(van|minivan)\b/, ['van']],
  [/\b(coupe|convertible|roadster|cabriolet)\b/, ['coupe']],
  [/\b(hatch|hatchback|wagon)\b/, ['hatchback']],
  [/\b(sedan|saloon)\b/, ['sedan', 'luxury_sedan']],
]

export const keyOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

const makes = lazily(() => {
  const byMake = new Map<string, Listed[]>()
  for (const row of readTable('vehicles.csv')) {
    const [make, model] = [row.text('make'), row.text('model')]
    const listed: Listed = {
      make,
      model,
      modelKey: keyOf(model),
      segment: row.text('segment') as Segment,
      listPrice: row.number('list_price'),
      liability: row.number('liability'),
      damage: row.number('damage'),
    }
    const makeKey = keyOf(make)
    byMake.set(makeKey, [...(byMake.get(makeKey) ?? []), listed])
  }
  for (const models of byMake.values()) models.sort((a, b) => b.modelKey.length - a.modelKey.length)
  return byMake
})

const modelNamed = (models: readonly Listed[], model: string): Listed | undefined => {
  const key = keyOf(model)
  return (
    models.find(listed => key.startsWith(listed.modelKey)) ??
    (key.length >= 3 ? models.findLast(listed => listed.modelKey.startsWith(key)) : undefined)
  )
}

const mean = (models: readonly Listed[], of: 'listPrice' | 'liability' | 'damage'): number =>
  models.reduce((sum, model) => sum + model[of], 0) / models.length

const standIn = (models: readonly Listed[]): Rated | undefined => {
  const [first] = models
  return (
    first && {
      segment: first.segment,
      listPrice: Math.round(mean(models, 'listPrice') / 500) * 500,
      liability: mean(models, 'liability'),
      damage: mean(models, 'damage'),
    }
  )
}

/** Undefined when neither the make nor a body style is known: no other vehicle could honestly stand in. */
export const findVehicle = ({ year, make, model, style = '' }: VehicleDescription): Vehicle | undefined => {
  const makeKey = keyOf(make)
  const models = makes().get(ALIASES[makeKey] ?? makeKey) ?? []
  const listed = modelNamed(models, model)
  if (listed) {
    const { make, model, segment, listPrice, liability, damage } = listed
    return { year, make, model, segment, listPrice, liability, damage, basis: 'model' }
  }
  const words = `${style} ${model}`.toLowerCase()
  const styled = STYLES.find(([pattern]) => pattern.test(words))?.[1]
  const ofStyle = (all: readonly Listed[]): Listed[] => all.filter(({ segment }) => styled?.includes(segment))
  const common = models.filter(({ segment }) => segment !== 'exotic')
  const ofMake = standIn(ofStyle(models)) ?? standIn(common) ?? standIn(models)
  if (ofMake) return { year, make, model, ...ofMake, basis: 'make' }
  const ofSegment =
    styled && standIn([...makes().values()].flat().filter(({ segment }) => segment === styled[0]))
  return ofSegment && { year, make, model, ...ofSegment, basis: 'segment' }
}

// Judgment: the log spread of list prices and relativities within a make, within a segment, and among exotic cars.
const DOUBT: Readonly<Record<Vehicle['basis'], number>> = {
  model: 0,
  reference: 0,
  make: 0.12,
  segment: 0.22,
}
const EXOTIC_DOUBT = 0.35

export const vehicleDoubt = ({ segment, basis }: Pick<Vehicle, 'segment' | 'basis'>): number =>
  segment === 'exotic' ? EXOTIC_DOUBT : DOUBT[basis]

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
