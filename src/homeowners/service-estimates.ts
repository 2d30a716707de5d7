import { type Confidence, type FieldEstimate, SERVICE_SOURCE } from '../line/estimates.ts'
import type { Application, Home, HomeValues } from './application.ts'
import { plusMonths, yearOf } from './calendar.ts'
import type { HomeFieldName } from './fields.ts'
import { withValues } from './merge-home.ts'

type Inference = { value: string | boolean; confidence: Confidence; reason: string }

type Rule = (home: HomeValues, today: string) => Inference | null

/** Big homes are often better finished than most. */
const LARGE_SQFT = 4000

/**
 * What the service may infer. Never an answer that must be asked (required.ts), and never a guess at habits
 * or hazards (pool, dog, claims). Each rule reads only answers, not other estimates of the service.
 */
const RULES: Partial<Record<HomeFieldName, Rule>> = {
  policy_expire: ({ new_purchase }, today) =>
    new_purchase === false
      ? {
          value: plusMonths(today, 2),
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

const entry = (field: string, { confidence, reason }: Inference, today: string): FieldEstimate => ({
  field,
  source: SERVICE_SOURCE,
  confidence,
  confirmed_by_user: false,
  estimated_at: today,
  reason,
})

const isGuess = ({ source, confirmed_by_user }: FieldEstimate): boolean =>
  source === SERVICE_SOURCE && !confirmed_by_user

const estimated = (home: Home, today: string): Home => {
  const guessed = new Map(home.field_estimates.filter(isGuess).map(guess => [guess.field, guess]))
  const values = new Map<string, unknown>()
  const entries = new Map(home.field_estimates.map(known => [known.field, known]))
  for (const [field, rule] of Object.entries(RULES) as [HomeFieldName, Rule][]) {
    const guess = guessed.get(field)
    if (home[field] !== undefined && !guess) continue
    const inference = rule(home, today)
    if (!inference) {
      values.set(field, null)
      entries.delete(field)
    } else if (!guess || (field !== 'policy_expire' && inference.value !== home[field])) {
      values.set(field, inference.value)
      entries.set(field, entry(field, inference, today))
    }
  }
  return {
    ...withValues(home, values),
    field_estimates: [...entries.values()].toSorted((a, b) => (a.field < b.field ? -1 : 1)),
  }
}

/**
 * The application with what the service infers from its answers. An estimate whose ground is gone is taken back;
 * one that still holds stays as it was made, so that looking at an application never changes it.
 */
export const withServiceEstimates = (application: Application, today: string): Application => ({
  ...application,
  homes: application.homes.map(home => estimated(home, today)),
})
