import { keysOf } from '../../../platform/lib/keys-of.ts'
import { usd } from '../../../platform/values/money.ts'
import type { Answers } from './application.ts'
import type { UmbrellaFieldName } from './fields.ts'

const MILLION = 1_000_000

export type Suggestion = { value: number; reason: string }

const seldom = (what: string) => (): Suggestion => ({
  value: 0,
  reason: `Most households have no ${what}. Ask before sending this.`,
})

const RULES: Partial<Record<UmbrellaFieldName, (answers: Answers) => Suggestion | null>> = {
  desired_coverage_limit: ({ net_worth_numeric }) => {
    if (net_worth_numeric === undefined) return null
    const value = Math.min(10, Math.max(1, Math.ceil(net_worth_numeric / MILLION))) * MILLION
    return { value, reason: `Close to the household’s net worth of ${usd(net_worth_numeric)}.` }
  },
  motorcycles: seldom('motorcycle'),
  antique_vehicles: seldom('antique vehicle'),
  jet_skis: seldom('jet ski'),
  large_watercraft: seldom('large boat'),
  non_us_property_count: seldom('home abroad'),
}

/** A suggestion is never stored as an answer. */
export const suggestedValues = (answers: Answers): Record<string, Suggestion> =>
  Object.fromEntries(
    keysOf(RULES).flatMap(name => {
      const suggestion = answers[name] === undefined ? RULES[name]?.(answers) : null
      return suggestion ? [[name, suggestion]] : []
    }),
  )
