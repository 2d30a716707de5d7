import {
  type Confidence,
  type EstimatedRow,
  type FieldEstimate,
  SERVICE_SOURCE,
} from '../../../platform/values/sourced.ts'
import { sameValue } from './estimates.ts'
import { withValues } from './merge.ts'
import type { Value } from './read-fields.ts'

export type Inference = {
  rule: string
  value: Value
  confidence: Confidence
  reason: string
}

export type InferenceRule<Row> = (row: Row, today: string, guess: unknown) => Inference | null

const entry = (field: string, { rule, confidence, reason }: Inference, today: string): FieldEstimate => ({
  field,
  source: SERVICE_SOURCE,
  confidence,
  confirmed_by_user: false,
  estimated_at: today,
  reason,
  rule,
})

const isGuess = ({ source, confirmed_by_user }: FieldEstimate): boolean =>
  source === SERVICE_SOURCE && !confirmed_by_user

export const withoutGuesses = <Row extends EstimatedRow>(row: Row): Row =>
  withValues(row, new Map(row.field_estimates.filter(isGuess).map(({ field }) => [field, null])))

/** Rules never read other guesses. An estimate that still applies is left unchanged, so reading an application never changes it. */
export const withInferences = <Row extends EstimatedRow>(
  row: Row,
  rules: Partial<Record<string, InferenceRule<Row>>>,
  today: string,
): Row => {
  const known = new Map<string, unknown>(Object.entries(row))
  const answers = withoutGuesses(row)
  const values = new Map<string, unknown>()
  const entries = new Map(row.field_estimates.map(estimate => [estimate.field, estimate]))
  for (const [field, rule] of Object.entries(rules)) {
    const guessed = row.field_estimates.some(estimate => estimate.field === field && isGuess(estimate))
    if (!rule || (known.get(field) !== undefined && !guessed)) continue
    const guess = guessed ? known.get(field) : undefined
    const inference = rule(answers, today, guess)
    if (!inference) {
      values.set(field, null)
      entries.delete(field)
    } else if (!sameValue(inference.value, guess)) {
      values.set(field, inference.value)
      entries.set(field, entry(field, inference, today))
    }
  }
  const field_estimates = [...entries.values()].toSorted((a, b) => (a.field < b.field ? -1 : 1))
  return { ...withValues(row, values), field_estimates }
}
