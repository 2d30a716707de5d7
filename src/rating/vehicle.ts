import { lazily } from '../lib/lazily.ts'
import { readTable } from './figures.ts'
import { along, curve } from './plan.ts'
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
export type Segment = (typeof segments)[number]

export type VehicleDescription = { year: number; make: string; model: string; style?: string }

/** `basis` tells how well the description was understood: the model itself, or what stands in for it. */
export type Vehicle = {
  year: number
  make: string
  model: string
  segment: Segment
  listPrice: number
  basis: 'model' | 'make' | 'segment' | 'fleet'
}

type Listed = {
  make: string
  model: string
  makeKey: string
  modelKey: string
  segment: Segment
  listPrice: number
}

const FLEET_PRICE = 36_000
const ALIASES: Readonly<Record<string, string>> = {
  chevy: 'chevrolet',
  vw: 'volkswagen',
  mercedes: 'mercedesbenz',
  rangerover: 'landrover',
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

const keyOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

const makes = lazily(() => {
  const byMake = new Map<string, Listed[]>()
  for (const row of readTable('vehicles.csv')) {
    const [make, model] = [row.text('make'), row.text('model')]
    const listed: Listed = {
      make,
      model,
      makeKey: keyOf(make),
      modelKey: keyOf(model),
      segment: row.text('segment') as Segment,
      listPrice: row.number('list_price'),
    }
    byMake.set(listed.makeKey, [...(byMake.get(listed.makeKey) ?? []), listed])
  }
  for (const models of byMake.values()) models.sort((a, b) => b.modelKey.length - a.modelKey.length)
  return byMake
})

/** "F-150 Lariat" is an F-150, "Silverado" a Silverado 1500; the longest name that fits wins. */
const modelNamed = (models: readonly Listed[], model: string): Listed | undefined => {
  const key = keyOf(model)
  return (
    models.find(listed => key.startsWith(listed.modelKey)) ??
    (key.length >= 3 ? models.findLast(listed => listed.modelKey.startsWith(key)) : undefined)
  )
}

const standIn = (models: readonly Listed[]): { segment: Segment; listPrice: number } | undefined => {
  const [first] = models
  if (!first) return undefined
  const average = models.reduce((sum, { listPrice }) => sum + listPrice, 0) / models.length
  return { segment: first.segment, listPrice: Math.round(average / 500) * 500 }
}

export const findVehicle = ({ year, make, model, style = '' }: VehicleDescription): Vehicle => {
  const makeKey = keyOf(make)
  const models = makes().get(ALIASES[makeKey] ?? makeKey) ?? []
  const listed = modelNamed(models, model)
  if (listed) {
    const { make, model, segment, listPrice } = listed
    return { year, make, model, segment, listPrice, basis: 'model' }
  }
  const words = `${style} ${model}`.toLowerCase()
  const styled = STYLES.find(([pattern]) => pattern.test(words))?.[1]
  const ofStyle = (all: readonly Listed[]): Listed[] => all.filter(({ segment }) => styled?.includes(segment))
  const ofMake = standIn(ofStyle(models)) ?? standIn(models)
  if (ofMake) return { year, make, model, ...ofMake, basis: 'make' }
  const ofSegment =
    styled && standIn([...makes().values()].flat().filter(({ segment }) => segment === styled[0]))
  if (ofSegment) return { year, make, model, ...ofSegment, basis: 'segment' }
  return { year, make, model, segment: 'sedan', listPrice: FLEET_PRICE, basis: 'fleet' }
}

export const vehicleAge = ({ year }: { year: number }): number => Math.max(0, asOfYear - year)

// New-car price level by model year, 2017 = 1; before 2017 two per cent a year (general knowledge).
const PRICE_LEVEL = curve({
  1990: 0.58,
  2017: 1,
  2020: 1.09,
  2021: 1.1,
  2022: 1.2,
  2023: 1.27,
  2024: 1.29,
  2025: 1.31,
})

// Share of value kept in each year after the first: iSeeCars 2023 has pickups and SUVs lose less, luxury and electric more.
const KEPT_A_YEAR: Readonly<Record<Segment, number>> = {
  sedan: 0.87,
  hatchback: 0.87,
  suv: 0.89,
  pickup: 0.905,
  van: 0.88,
  coupe: 0.88,
  luxury_sedan: 0.855,
  luxury_suv: 0.86,
  ev: 0.85,
  exotic: 0.9,
}

/** What the car is worth so many years from the date of the tables, in whole dollars. */
export const vehicleValue = (vehicle: Vehicle, yearsAhead = 0): number => {
  const { year, segment, listPrice } = vehicle
  const priceWhenNew = (listPrice * along(PRICE_LEVEL, year)) / along(PRICE_LEVEL, asOfYear)
  const age = vehicleAge(vehicle) + yearsAhead
  const left = age === 0 ? 1 : 0.85 * KEPT_A_YEAR[segment] ** (age - 1)
  return Math.round(Math.max(1500, priceWhenNew * Math.max(left, 0.06)))
}
