import type { Factor, Plan, Points } from '../../../rating/plan.ts'
import type { HomeRatingFacts } from './rating-facts.ts'
import * as market from './relativities.ts'

export type HomeRates = {
  index: number
  dwelling: { below: number; above: number }
  deductibles: Readonly<Record<number, number>>
  wildfire: Points
  emphasis: { age: number; roof: number; claims: number }
  traits?: Readonly<Record<string, number>>
  minimum: number
}

export const BASE_DWELLING = 300_000

const emphasized = (points: Points, weight: number): Points =>
  points.map(([at, effect]) => [at, effect ** weight])

const each = (own: Readonly<Record<string, number>>) =>
  Object.fromEntries(
    Object.entries(market.traits).map(([id, choice]) => [
      id,
      { ...choice, effect: own[id] ?? choice.effect },
    ]),
  )

const dwellingFactor = ({ dwelling }: HomeRates): Factor<HomeRatingFacts> => ({
  id: 'dwelling',
  label: 'Cost to rebuild the home',
  kind: 'power',
  by: 'dwelling',
  reference: BASE_DWELLING,
  ...dwelling,
})

type Named = 'product' | 'roof_shape' | 'siding_type' | 'heating_type' | 'construction_quality'

const choice = (
  id: Named,
  label: string,
  effects: Readonly<Record<string, number>>,
): Factor<HomeRatingFacts> => ({
  id,
  label,
  kind: 'choice',
  by: id,
  effects,
})

const placeFactors = ({ wildfire }: HomeRates): Factor<HomeRatingFacts>[] => [
  {
    id: 'wildfire',
    label: 'Wildfire risk at the home',
    kind: 'curve',
    by: 'wildfire_load',
    points: wildfire,
  },
  { id: 'county', label: 'County price level', kind: 'given', by: 'county_level' },
]

const buildingFactors = ({ emphasis }: HomeRates): Factor<HomeRatingFacts>[] => [
  {
    id: 'home_age',
    label: 'Home age',
    kind: 'curve',
    by: 'home_age',
    points: emphasized(market.homeAge, emphasis.age),
  },
  {
    id: 'roof',
    label: 'Roof age and material',
    kind: 'curves',
    by: 'roof_age',
    per: 'roof_type',
    curves: Object.fromEntries(
      Object.entries(market.roofs).map(([type, points]) => [type, emphasized(points, emphasis.roof)]),
    ),
  },
  choice('roof_shape', 'Roof shape', market.roofShapes),
  choice('siding_type', 'Siding', market.sidings),
  choice('heating_type', 'Heating', market.heatings),
  choice('construction_quality', 'Construction quality', market.qualities),
]

const historyFactors = ({ emphasis, traits = {} }: HomeRates): Factor<HomeRatingFacts>[] => [
  {
    id: 'claims',
    label: 'Claims in the last five years',
    kind: 'curve',
    by: 'claims',
    points: emphasized(market.claims, emphasis.claims),
  },
  {
    id: 'insured_years',
    label: 'Years of continuous insurance',
    kind: 'curve',
    by: 'insured_years',
    points: market.insuredYears,
  },
  { id: 'traits', label: 'About the home', kind: 'each', by: 'traits', effects: each(traits) },
]

export const homeFactors = (
  rates: HomeRates,
  forms: Readonly<Record<string, number>>,
): Plan<HomeRatingFacts> => ({
  base: 1,
  factors: [
    dwellingFactor(rates),
    choice('product', 'Policy form', forms),
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
