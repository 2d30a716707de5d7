import type { Factor, Plan, Points } from '../../../rating/plan.ts'
import type { HomeFacts } from './facts.ts'
import * as market from './relativities.ts'

/** How one carrier prices: its level against the state's, its own tables, and how hard it takes the market's. */
export type HomeRates = {
  /** Price level against the state's average, for the form of a standard home. */
  index: number
  /** Exponents of the dwelling curve around $300,000. */
  dwelling: { below: number; above: number }
  /** The deductibles it offers and what each does to the price. */
  deductibles: Readonly<Record<number, number>>
  /** By the wildfire load of the place: 1 is the state's average. */
  wildfire: Points
  /** 1 follows the market, 2 squares its effects, 0.5 takes their root. */
  emphasis: { age: number; roof: number; claims: number }
  /** Own effects of traits, in place of the market's. */
  traits?: Readonly<Record<string, number>>
  minimum: number
}

export const REFERENCE_DWELLING = 300_000

const emphasised = (points: Points, weight: number): Points =>
  points.map(([at, effect]) => [at, effect ** weight])

const each = (own: Readonly<Record<string, number>>) =>
  Object.fromEntries(
    Object.entries(market.traits).map(([id, choice]) => [
      id,
      { ...choice, effect: own[id] ?? choice.effect },
    ]),
  )

const dwellingFactor = ({ dwelling }: HomeRates): Factor<HomeFacts> => ({
  id: 'dwelling',
  label: 'Cost to rebuild the home',
  kind: 'power',
  by: 'dwelling',
  reference: REFERENCE_DWELLING,
  ...dwelling,
})

type Named = 'product' | 'roof_shape' | 'siding_type' | 'heating_type' | 'construction_quality'

const choice = (id: Named, label: string, effects: Readonly<Record<string, number>>): Factor<HomeFacts> => ({
  id,
  label,
  kind: 'choice',
  by: id,
  effects,
})

const placeFactors = ({ wildfire }: HomeRates): Factor<HomeFacts>[] => [
  {
    id: 'wildfire',
    label: 'Wildfire risk where the home stands',
    kind: 'curve',
    by: 'wildfire_load',
    points: wildfire,
  },
  { id: 'county', label: 'Price level of the county', kind: 'given', by: 'county_level' },
]

const buildingFactors = ({ emphasis }: HomeRates): Factor<HomeFacts>[] => [
  {
    id: 'home_age',
    label: 'Age of the home',
    kind: 'curve',
    by: 'home_age',
    points: emphasised(market.homeAge, emphasis.age),
  },
  {
    id: 'roof',
    label: 'Age and material of the roof',
    kind: 'curves',
    by: 'roof_age',
    per: 'roof_type',
    curves: Object.fromEntries(
      Object.entries(market.roofs).map(([type, points]) => [type, emphasised(points, emphasis.roof)]),
    ),
  },
  choice('roof_shape', 'Shape of the roof', market.roofShapes),
  choice('siding_type', 'Outer walls', market.sidings),
  choice('heating_type', 'Heating', market.heatings),
  choice('construction_quality', 'Quality of construction', market.qualities),
]

const historyFactors = ({ emphasis, traits = {} }: HomeRates): Factor<HomeFacts>[] => [
  {
    id: 'claims',
    label: 'Claims in the last five years',
    kind: 'curve',
    by: 'claims',
    points: emphasised(market.claims, emphasis.claims),
  },
  {
    id: 'insured_years',
    label: 'Years insured without a gap',
    kind: 'curve',
    by: 'insured_years',
    points: market.insuredYears,
  },
  { id: 'traits', label: 'About the home', kind: 'each', by: 'traits', effects: each(traits) },
]

/** Everything but the base, which is the state's. */
export const homeFactors = (rates: HomeRates, forms: Readonly<Record<string, number>>): Plan<HomeFacts> => ({
  base: 1,
  factors: [
    dwellingFactor(rates),
    choice('product', 'Kind of policy', forms),
    {
      id: 'deductible',
      label: 'Deductible',
      kind: 'curve',
      by: 'deductible',
      points: Object.entries(rates.deductibles).map(([at, effect]) => [Number(at), effect]),
    },
    ...placeFactors(rates),
    ...buildingFactors(rates),
    ...historyFactors(rates),
  ],
  minimum: rates.minimum,
})
