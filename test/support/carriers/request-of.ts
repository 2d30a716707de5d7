import {
  type QuoteRequest,
  quoteRequest,
  type SourcedFields,
  sourcedAnswers,
} from '../../../src/platform/values/sourced.ts'

/** A request about a risk that an operator stated in full. */
export const requestOf = <Risk extends object>(
  at: { request_id: string; today: string },
  risk: Risk,
): QuoteRequest<Risk> => {
  const row = { ...risk, field_estimates: [], locked: [] }
  const names = Object.keys(risk) as (keyof Risk & string)[]
  return quoteRequest<Risk>(at, sourcedAnswers<Risk>(row, names, 'operator') as SourcedFields<Risk>)
}
