import { usd } from '../../platform/values/money.ts'
import type { Suggestion } from '../line/reviewed-purchase/reviewed-line.ts'
import type { UmbrellaAnswers, UmbrellaFieldName } from './fields.ts'

const MILLION = 1_000_000

const seldom = (what: string) => (): Suggestion => ({
  value: 0,
  reason: `Most households have no ${what}. Ask before sending this.`,
})

export const suggestions: Partial<
  Record<UmbrellaFieldName, (answers: UmbrellaAnswers) => Suggestion | null>
> = {
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
