import type { HomeRisk } from '../../carriers/homeowners/carrier.ts'
import { yearOf } from '../../line/fields/calendar.ts'
import { unconfirmed } from '../../line/fields/estimates.ts'
import type { Home, HomeValues } from '../application/application.ts'
import { classify, type Product } from '../application/classify-home.ts'
import { homeFields } from '../application/fields.ts'
import { replacementCost } from './replacement-cost.ts'

/** Used where nothing was said: no hazard, no safeguard, no history either way. */
const riskDefaults = {
  construction_quality: 'standard',
  swimming_pool: false,
  trampoline: false,
  dog_bite_history: false,
  has_fire_alarm: false,
  has_burglar_alarm: false,
  has_sprinklers: false,
  hurricane_resistant_windows: false,
  claims_last_5_years: 0,
  continuously_insured: 3,
  deductible_preference: 1000,
} as const satisfies HomeValues

const NO_CREDIT_SCORE = ['CA', 'MA', 'MD']

export const scoreAllowedIn = (state: string): boolean => !NO_CREDIT_SCORE.includes(state)

const need = <T>(value: T | null | undefined, name: string): T => {
  if (value === undefined || value === null) throw new Error(`A home without ${name} cannot be rated.`)
  return value
}

const optional = ({ roof_shape, siding_type, heating_type }: HomeValues) => ({
  ...(roof_shape !== undefined && { roof_shape }),
  ...(siding_type !== undefined && { siding_type }),
  ...(heating_type !== undefined && { heating_type }),
})

const productOf = (home: Home): Product => {
  const product = classify(home)
  return need(product === 'unknown' ? undefined : product, 'home_ownership and property_type')
}

/** `insuranceScoreAllowed` means the person authorized it. State law can still forbid it. */
export const homeRisk = (
  home: Home,
  { insuranceScoreAllowed }: { insuranceScoreAllowed: boolean },
): HomeRisk => {
  const state = need(home.state, 'state')
  const home_ownership = need(home.home_ownership, 'home_ownership')
  const { continuously_insured, ...facts } = { ...riskDefaults, ...home }
  return {
    property_id: need(home.property_id, 'property_id'),
    product: productOf(home),
    state,
    zip: need(home.zip, 'zip'),
    home_ownership,
    property_type: need(home.property_type, 'property_type'),
    rental_status: home.rental_status ?? (home_ownership === 'owned_rental' ? 'long_term' : 'not_rented'),
    new_purchase: need(home.new_purchase, 'new_purchase'),
    home_sqft: need(home.home_sqft, 'home_sqft'),
    build_year: yearOf(need(home.build_date, 'build_date')),
    roof_year: yearOf(need(home.roof_date, 'roof_date')),
    roof_type: need(home.roof_type, 'roof_type'),
    ...optional(home),
    construction_quality: facts.construction_quality,
    swimming_pool: facts.swimming_pool,
    trampoline: facts.trampoline,
    dog_bite_history: facts.dog_bite_history,
    has_fire_alarm: facts.has_fire_alarm,
    has_burglar_alarm: facts.has_burglar_alarm,
    has_sprinklers: facts.has_sprinklers,
    hurricane_resistant_windows: facts.hurricane_resistant_windows,
    claims_last_5_years: facts.claims_last_5_years,
    continuously_insured_years: continuously_insured,
    deductible_preference: facts.deductible_preference,
    replacement_cost: replacementCost(home),
    insurance_score_allowed: insuranceScoreAllowed && scoreAllowedIn(state),
  }
}

const ratedFields = new Set(Object.entries(homeFields).flatMap(([name, { rated }]) => (rated ? [name] : [])))

export const isEstimate = (home: Home): boolean =>
  unconfirmed(home).some(({ field }) => ratedFields.has(field))
