import { plusMonths, yearOf } from '../../../platform/values/calendar.ts'
import { type Inference, type InferenceRule, withInferences } from '../../line/fields/infer.ts'
import { type Application, dayAtHome, type Home, isInsured, isRecentLoss } from './application.ts'
import type { HomeFieldName } from './fields.ts'
import { requiredFor } from './required.ts'

const LARGE_SQFT = 4000

type Rule = InferenceRule<Home>

const isAnswered = (home: Home): boolean => requiredFor(home).every(name => home[name] !== undefined)

const assumed =
  (rule: string, value: Inference['value'], reason: string): Rule =>
  home =>
    isAnswered(home) ? { rule, value, confidence: 'low', reason } : null

const first =
  (...rules: readonly Rule[]): Rule =>
  (...facts) => {
    for (const rule of rules) {
      const inference = rule(...facts)
      if (inference) return inference
    }
    return null
  }

const policy_expire: Rule = ({ new_purchase, continuously_insured }, today, guess) =>
  new_purchase === false && continuously_insured !== 0
    ? {
        rule: 'expires_in_two_months',
        value: typeof guess === 'string' ? guess : plusMonths(today, 2),
        confidence: 'low',
        reason: 'No date was given, so we assumed two months from the application.',
      }
    : null

const construction_quality: Rule = ({ home_sqft, property_type }) =>
  home_sqft !== undefined && property_type !== undefined
    ? {
        rule: 'standard_quality',
        value: 'standard',
        confidence: home_sqft > LARGE_SQFT ? 'low' : 'medium',
        reason: 'Most homes of this type and size have standard quality.',
      }
    : null

const roof_shape: Rule = ({ roof_type }) =>
  roof_type === 'flat'
    ? {
        rule: 'flat_roof_material',
        value: 'flat',
        confidence: 'high',
        reason: 'The roof material is for flat roofs.',
      }
    : null

const californiaSprinklers: Rule = ({ state, build_date, property_type }) =>
  state === 'CA' && build_date !== undefined && yearOf(build_date) >= 2012 && property_type !== 'mobile_home'
    ? {
        rule: 'california_sprinklers',
        value: true,
        confidence: 'medium',
        reason: 'California has required sprinklers in new homes since 2011 (Residential Code R313).',
      }
    : null

const rentedOut: Rule = home =>
  home.home_ownership === 'owned_rental'
    ? assumed(
        'rented_long_term',
        'long_term',
        'You rent this home out, so we assumed you do so for months or years at a time.',
      )(home, '', undefined)
    : null

const fencedPool: Rule = ({ pool_fenced }) =>
  pool_fenced === undefined
    ? null
    : {
        rule: 'pool_from_fence',
        value: true,
        confidence: 'high',
        reason: 'You told us whether the pool is fenced, so there is a pool.',
      }

const countedLosses: Rule = ({ losses }, today) =>
  losses === undefined
    ? null
    : {
        rule: 'counted_from_losses',
        value: losses.filter(({ date }) => date === undefined || isRecentLoss(date, today)).length,
        confidence: 'medium',
        reason: 'Counted from the losses of the last five years that you told us about.',
      }

const bitesByDogs: Rule = ({ dogs }) =>
  dogs === undefined
    ? null
    : {
        rule: 'bites_from_dogs',
        value: dogs.some(({ bite_history }) => bite_history === true),
        confidence: dogs.every(({ bite_history }) => bite_history !== undefined) ? 'high' : 'low',
        reason: 'Taken from what you told us about your dogs.',
      }

/** Never estimates a required field. Each of these reaches carriers marked as our own estimate. */
const RULES: Partial<Record<HomeFieldName, Rule>> = {
  policy_expire,
  construction_quality,
  roof_shape,
  rental_status: first(
    rentedOut,
    assumed(
      'not_rented',
      'not_rented',
      'You haven’t told us whether you rent it out, so we assumed you don’t.',
    ),
  ),
  claims_last_5_years: first(
    countedLosses,
    assumed('no_claims', 0, 'You haven’t told us about claims, so we assumed none in the last five years.'),
  ),
  continuously_insured: assumed(
    'insured_three_years',
    3,
    'You haven’t told us how long you’ve had home insurance, so we assumed three years.',
  ),
  deductible_preference: assumed(
    'usual_deductible',
    1000,
    'You haven’t chosen a deductible, so we asked for prices with $1,000.',
  ),
  swimming_pool: first(
    fencedPool,
    assumed('no_pool', false, 'You haven’t told us about a swimming pool, so we assumed there is none.'),
  ),
  trampoline: assumed(
    'no_trampoline',
    false,
    'You haven’t told us about a trampoline, so we assumed there is none.',
  ),
  dog_bite_history: first(
    bitesByDogs,
    assumed('no_dog_bites', false, 'You haven’t told us about dogs, so we assumed none has bitten anyone.'),
  ),
  has_fire_alarm: assumed(
    'no_fire_alarm',
    false,
    'You haven’t told us about a monitored fire alarm, so we assumed there is none.',
  ),
  has_burglar_alarm: assumed(
    'no_burglar_alarm',
    false,
    'You haven’t told us about a monitored burglar alarm, so we assumed there is none.',
  ),
  has_sprinklers: first(
    californiaSprinklers,
    assumed(
      'no_sprinklers',
      false,
      'You haven’t told us about fire sprinklers, so we assumed there are none.',
    ),
  ),
  hurricane_resistant_windows: assumed(
    'ordinary_windows',
    false,
    'You haven’t told us about hurricane-resistant windows, so we assumed there are none.',
  ),
}

export const withServiceEstimates = (application: Application, now: Date): Application => ({
  ...application,
  homes: application.homes.map(home =>
    isInsured(home) ? home : withInferences(home, RULES, dayAtHome(home, now)),
  ),
})
