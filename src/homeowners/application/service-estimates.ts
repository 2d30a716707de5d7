import { plusMonths, yearOf } from '../../line/fields/calendar.ts'
import { type InferenceRule, withInferences } from '../../line/fields/infer.ts'
import { type Application, type Home, isInsured } from './application.ts'
import type { HomeFieldName } from './fields.ts'

/** Big homes are often better finished than most. */
const LARGE_SQFT = 4000

/**
 * What the service may infer. Never an answer that must be asked (required.ts), and never a guess at habits
 * or hazards (pool, dog, claims). Each rule reads only answers, not other estimates of the service.
 */
const RULES: Partial<Record<HomeFieldName, InferenceRule<Home>>> = {
  policy_expire: ({ new_purchase }, today, guess) =>
    new_purchase === false
      ? {
          value: typeof guess === 'string' ? guess : plusMonths(today, 2),
          confidence: 'low',
          reason: 'Not given: two months from the day of the intake.',
        }
      : null,
  construction_quality: ({ home_sqft, property_type }) =>
    home_sqft !== undefined && property_type !== undefined
      ? {
          value: 'standard',
          confidence: home_sqft > LARGE_SQFT ? 'low' : 'medium',
          reason: 'Most homes of this kind and size are of standard quality.',
        }
      : null,
  roof_shape: ({ roof_type }) =>
    roof_type === 'flat'
      ? { value: 'flat', confidence: 'high', reason: 'The material given is that of a flat roof.' }
      : null,
  has_sprinklers: ({ state, build_date, property_type }) =>
    state === 'CA' &&
    build_date !== undefined &&
    yearOf(build_date) >= 2012 &&
    property_type !== 'mobile_home'
      ? {
          value: true,
          confidence: 'medium',
          reason: 'California requires sprinklers in new homes since 2011 (Residential Code R313).',
        }
      : null,
}

/** The application with what the service infers from its answers. */
export const withServiceEstimates = (application: Application, today: string): Application => ({
  ...application,
  homes: application.homes.map(home => (isInsured(home) ? home : withInferences(home, RULES, today))),
})
