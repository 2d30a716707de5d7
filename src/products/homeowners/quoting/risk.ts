import type { HomeRisk } from '../../../agency/carriers/homeowners/carrier.ts'
import { rulesFor } from '../../../agency/rules/rulebook.ts'
import { yearOf } from '../../../platform/values/calendar.ts'
import {
  derived,
  neededIn,
  type Origin,
  type Sourced,
  type SourcedAnswers,
  type SourcedFields,
  sourcedAnswers,
} from '../../../platform/values/sourced.ts'
import { unconfirmed } from '../../line/fields/estimates.ts'
import type { Home, HomeValues } from '../application/application.ts'
import { homeFieldNames, homeFields } from '../application/fields.ts'
import { classify, type Product } from '../application/required.ts'
import { REPLACEMENT_COST_RULE, replacementCost } from './replacement-cost.ts'

export const scoreAllowedIn = (state: string): boolean =>
  !rulesFor({ state, line: 'homeowners' }, 'credit_limit').some(({ value }) => value === 'banned')

const need = <T>(value: T | null | undefined, name: string): T => {
  if (value === undefined || value === null) throw new Error(`A home without ${name} cannot be rated.`)
  return value
}

type Said = SourcedAnswers<HomeValues>

const neededOf = (said: Said) => neededIn(said, 'A home')
type Needed = ReturnType<typeof neededOf>

const OPTIONAL = [
  'roof_shape',
  'siding_type',
  'heating_type',
  'losses',
  'prior_carrier',
  'lapse_days',
  'dogs',
  'pool_fenced',
  'business_on_premises',
  'vacant',
  'under_renovation',
  'ownership',
] as const satisfies readonly (keyof HomeValues & keyof HomeRisk)[]

const optional = (said: Said): Pick<Said, (typeof OPTIONAL)[number]> =>
  Object.fromEntries(OPTIONAL.flatMap(name => (said[name] === undefined ? [] : [[name, said[name]]])))

const productOf = (needed: Needed): Sourced<Product> => {
  const facts = {
    home_ownership: needed('home_ownership'),
    property_type: needed('property_type'),
  }
  return derived('product_of_home', facts, home => {
    const product = classify(home)
    return need(product === 'unknown' ? undefined : product, 'home_ownership and property_type')
  })
}

const yearIn = (name: string, day: Sourced<string>): Sourced<number> =>
  derived('year_of_date', { [name]: day }, values => yearOf(need(values[name], name)))

const costOf = (needed: Needed): Sourced<number> =>
  derived(
    REPLACEMENT_COST_RULE,
    {
      state: needed('state'),
      zip: needed('zip'),
      home_sqft: needed('home_sqft'),
      construction_quality: needed('construction_quality'),
      property_type: needed('property_type'),
      build_date: needed('build_date'),
    },
    replacementCost,
  )

/** Our figure is where we start. The person's own counts; on a condo, the association insures the building. */
const wantedDwelling = (said: Said): Sourced<number> | undefined =>
  said.property_type?.value === 'condo' ? undefined : said.dwelling_coverage

type Asking = { insuranceScoreAllowed: boolean; teller: Origin }

/** `insuranceScoreAllowed` means the person authorized it. State law can still forbid it. */
export const homeRisk = (home: Home, { insuranceScoreAllowed, teller }: Asking): SourcedFields<HomeRisk> => {
  const said: Said = sourcedAnswers<HomeValues>(home, homeFieldNames, teller)
  const needed = neededOf(said)
  const state = needed('state')
  const zip = needed('zip')
  return {
    property_id: derived('property_id', { street: said.street, city: said.city, state, zip }, () =>
      need(home.property_id, 'property_id'),
    ),
    product: productOf(needed),
    state,
    zip,
    home_ownership: needed('home_ownership'),
    property_type: needed('property_type'),
    rental_status: needed('rental_status'),
    new_purchase: needed('new_purchase'),
    home_sqft: needed('home_sqft'),
    build_year: yearIn('build_date', needed('build_date')),
    roof_year: yearIn('roof_date', needed('roof_date')),
    roof_type: needed('roof_type'),
    ...optional(said),
    construction_quality: needed('construction_quality'),
    swimming_pool: needed('swimming_pool'),
    trampoline: needed('trampoline'),
    dog_bite_history: needed('dog_bite_history'),
    has_fire_alarm: needed('has_fire_alarm'),
    has_burglar_alarm: needed('has_burglar_alarm'),
    has_sprinklers: needed('has_sprinklers'),
    hurricane_resistant_windows: needed('hurricane_resistant_windows'),
    claims_last_5_years: needed('claims_last_5_years'),
    continuously_insured_years: needed('continuously_insured'),
    deductible_preference: needed('deductible_preference'),
    replacement_cost: wantedDwelling(said) ?? costOf(needed),
    insurance_score_allowed: derived(
      'credit_authorization_and_state_law',
      { state },
      facts => insuranceScoreAllowed && scoreAllowedIn(facts.state),
    ),
  }
}

const ratedFields = new Set(Object.entries(homeFields).flatMap(([name, { rated }]) => (rated ? [name] : [])))

export const isEstimate = (home: Home): boolean =>
  unconfirmed(home).some(({ field }) => ratedFields.has(field))
