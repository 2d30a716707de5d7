import { californiaAverageLoad, californiaHome } from '../rating/california-home.ts'
import { type CountyWildfire, territoryOf } from '../rating/territory.ts'
import type { WildfireRisk } from '../rating/wildfire.ts'
import type { HomeQuoteRequest, HomeRisk } from './carrier.ts'
import { homeState } from './home-states.ts'

/** What the built-in plans rate by. */
export type HomeFacts = {
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

type Place = { wildfireRisk: WildfireRisk; wildfireLoad: number; countyLevel: number }

// A county is coarse, so FEMA's rating moves a price less than the figures of a California ZIP do. Judgement.
export const countyWildfire: Readonly<Record<CountyWildfire, readonly [WildfireRisk, number]>> = {
  NR: ['low', 1],
  VL: ['low', 0.98],
  RL: ['low', 1],
  RM: ['moderate', 1.04],
  RH: ['elevated', 1.1],
  VH: ['high', 1.25],
}

/** Loads are against the state's average home. */
export const placeOf = ({ state, zip }: Pick<HomeRisk, 'state' | 'zip'>): Place => {
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
  mobile_home: risk => risk.property_type === 'mobile_home',
  multi_family: risk => risk.property_type === 'multi_family',
  fire_alarm: risk => risk.has_fire_alarm,
  burglar_alarm: risk => risk.has_burglar_alarm,
  sprinklers: risk => risk.has_sprinklers,
  storm_windows: risk =>
    risk.hurricane_resistant_windows && ['hurricane', 'coastal'].includes(homeState(risk.state).storm),
  new_purchase: risk => risk.new_purchase,
}

const traitsOf = (risk: HomeRisk): string[] =>
  Object.entries(TRAITS).flatMap(([trait, holds]) => (holds(risk) ? [trait] : []))

/** A buyer has had no policy on this home to keep up: neither credit nor charge. */
const NEUTRAL_INSURED_YEARS = 3

/** The roof and walls of a condo are the association's. */
export const ownsOutside = ({ product }: Pick<HomeRisk, 'product'>): boolean => product !== 'condo'

const outsideOf = (risk: HomeRisk): Pick<HomeFacts, 'roof_type' | 'roof_shape' | 'siding_type'> => {
  const { roof_type, roof_shape = '', siding_type = '' } = risk
  return ownsOutside(risk)
    ? { roof_type, roof_shape, siding_type }
    : { roof_type: '', roof_shape: '', siding_type: '' }
}

export const yearOf = (today: string): number => Number(today.slice(0, 4))

export const factsOf = ({ today, risk }: HomeQuoteRequest, deductible: number): HomeFacts => {
  const year = yearOf(today)
  const { wildfireLoad, countyLevel } = placeOf(risk)
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
