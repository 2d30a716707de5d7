import { californiaAverageLoad, californiaHome } from '../../../rating/california-home.ts'
import { type CountyWildfire, territoryOf } from '../../../rating/territory.ts'
import type { WildfireRisk } from '../../../rating/wildfire.ts'
import type { HomeQuoteRequest, HomeRisk } from '../../homeowners/carrier.ts'
import { homeState, stormAt } from './states.ts'

export type HomeRatingFacts = {
  product: HomeRisk['product']
  dwelling: number
  deductible: number
  home_age: number
  roof_age: number
  roof_type: string
  roof_shape: string
  siding_type: string
  heating_type: string
  construction_quality: string
  claims: number
  insured_years: number
  wildfire_load: number
  county_level: number
  traits: readonly string[]
}

type TerritoryFacts = { wildfireRisk: WildfireRisk; wildfireLoad: number; countyLevel: number }

// FEMA rates whole counties, so its rating moves a price less than California's ZIP figures do. By judgment.
export const countyWildfire: Readonly<Record<CountyWildfire, readonly [WildfireRisk, number]>> = {
  NR: ['low', 1],
  VL: ['low', 0.98],
  RL: ['low', 1],
  RM: ['moderate', 1.04],
  RH: ['elevated', 1.1],
  VH: ['high', 1.25],
}

export const territoryFacts = ({ state, zip }: Pick<HomeRisk, 'state' | 'zip'>): TerritoryFacts => {
  const home = state === 'CA' ? californiaHome(zip) : undefined
  if (home) return { ...home, wildfireLoad: home.wildfireLoad / californiaAverageLoad() }
  const territory = territoryOf(zip)
  const average = homeState(state).wildfire
  const [wildfireRisk, load] = territory
    ? countyWildfire[territory.countyWildfire]
    : ['low' as const, average]
  return { wildfireRisk, wildfireLoad: load / average, countyLevel: 1 }
}

const TRAITS: Readonly<Record<string, (risk: HomeRisk) => boolean>> = {
  pool: risk => risk.swimming_pool,
  trampoline: risk => risk.trampoline,
  dog_bite: risk => risk.dog_bite_history,
  short_term_rental: risk => risk.rental_status === 'short_term',
  seasonal: risk => risk.home_ownership === 'owned_seasonal',
  under_construction: risk => risk.home_ownership === 'under_construction',
  informal_basis: risk => risk.home_ownership === 'informal_basis',
  multi_family: risk => risk.property_type === 'multi_family',
  fire_alarm: risk => risk.has_fire_alarm,
  burglar_alarm: risk => risk.has_burglar_alarm,
  sprinklers: risk => risk.has_sprinklers,
  storm_windows: risk => risk.hurricane_resistant_windows && ['hurricane', 'coastal'].includes(stormAt(risk)),
  new_purchase: risk => risk.new_purchase,
}

const traitsOf = (risk: HomeRisk): string[] =>
  Object.entries(TRAITS).flatMap(([trait, holds]) => (holds(risk) ? [trait] : []))

const NEUTRAL_INSURED_YEARS = 3

export const ownsOutside = ({ product }: Pick<HomeRisk, 'product'>): boolean => product !== 'condo'

const outsideOf = (risk: HomeRisk): Pick<HomeRatingFacts, 'roof_type' | 'roof_shape' | 'siding_type'> => {
  const { roof_type, roof_shape = '', siding_type = '' } = risk
  return ownsOutside(risk)
    ? { roof_type, roof_shape, siding_type }
    : { roof_type: '', roof_shape: '', siding_type: '' }
}

export const calendarYear = (today: string): number => Number(today.slice(0, 4))

export const homeRatingFacts = ({ today, risk }: HomeQuoteRequest, deductible: number): HomeRatingFacts => {
  const year = calendarYear(today)
  const { wildfireLoad, countyLevel } = territoryFacts(risk)
  return {
    product: risk.product,
    dwelling: risk.replacement_cost,
    deductible,
    home_age: Math.max(0, year - risk.build_year),
    roof_age: Math.max(0, year - risk.roof_year),
    ...outsideOf(risk),
    heating_type: risk.heating_type ?? '',
    construction_quality: risk.construction_quality,
    claims: risk.claims_last_5_years,
    insured_years: risk.new_purchase ? NEUTRAL_INSURED_YEARS : risk.continuously_insured_years,
    wildfire_load: wildfireLoad,
    county_level: countyLevel,
    traits: traitsOf(risk),
  }
}
