import { plusMonths, yearOf } from '../../line/fields/calendar.ts'
import { type InferenceRule, withInferences } from '../../line/fields/infer.ts'
import { type Application, type Home, isInsured } from './application.ts'
import type { HomeFieldName } from './fields.ts'

const LARGE_SQFT = 4000

/** Never estimates a required field, a habit or a hazard (pool, dog, claims). Rules read only answers, not other estimates. */
const RULES: Partial<Record<HomeFieldName, InferenceRule<Home>>> = {
  policy_expire: ({ new_purchase }, today, guess) =>
    new_purchase === false
      ? {
          value: typeof guess === 'string' ? guess : plusMonths(today, 2),
          confidence: 'low',
          reason: 'No date was given, so we assumed two months from the application.',
        }
      : null,
  construction_quality: ({ home_sqft, property_type }) =>
    home_sqft !== undefined && property_type !== undefined
      ? {
          value: 'standard',
          confidence: home_sqft > LARGE_SQFT ? 'low' : 'medium',
          reason: 'Most homes of this type and size have standard quality.',
        }
      : null,
  roof_shape: ({ roof_type }) =>
    roof_type === 'flat'
      ? { value: 'flat', confidence: 'high', reason: 'The roof material is for flat roofs.' }
      : null,
  has_sprinklers: ({ state, build_date, property_type }) =>
    state === 'CA' &&
    build_date !== undefined &&
    yearOf(build_date) >= 2012 &&
    property_type !== 'mobile_home'
      ? {
          value: true,
          confidence: 'medium',
          reason: 'California has required sprinklers in new homes since 2011 (Residential Code R313).',
        }
      : null,
}

export const withServiceEstimates = (application: Application, today: string): Application => ({
  ...application,
  homes: application.homes.map(home => (isInsured(home) ? home : withInferences(home, RULES, today))),
})
