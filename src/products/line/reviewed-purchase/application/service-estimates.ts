import { type InferenceRule, withInferences } from '../../fields/infer.ts'
import type { ReviewedLine } from '../reviewed-line.ts'
import type { Household } from './application.ts'
import { openForReview } from './missing.ts'

const nothing: InferenceRule<Household> = () => null

/** Nothing is assumed while answers still arrive. What a person has reviewed stays as it is. */
export const withServiceEstimates = (
  line: ReviewedLine,
  household: Household,
  { today, isReviewed = false }: { today: string; isReviewed?: boolean },
): Household => {
  const { inferred, assumed } = line.estimates
  const known = withInferences(household, inferred, today)
  const none = Object.fromEntries(Object.keys(assumed).map(name => [name, nothing]))
  const unguessed = withInferences(known, none, today)
  const isAnswered = isReviewed || openForReview(line, unguessed, today).length === 0
  return withInferences(known, isAnswered ? assumed : none, today)
}
