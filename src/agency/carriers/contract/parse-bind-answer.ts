import { isDay, isPeriodTooLong } from '../../../platform/values/calendar.ts'
import { type BindAnswer, type BindRequest, bindAnswerSchemas, type PriceChanged } from './bind.ts'
import { guardFor, type ParsedAnswer, parseEchoed } from './parse-answer.ts'
import { type BindsLater, readBindsLater } from './parse-later.ts'
import { areTermsPossible } from './payment-terms.ts'

const isBound = guardFor(bindAnswerSchemas.Bound)
const isInfoRequested = guardFor(bindAnswerSchemas.InfoRequested)
const isBlocked = guardFor(bindAnswerSchemas.Blocked)
const isRepriced = guardFor(bindAnswerSchemas.PriceChanged)

type Ordered = Pick<BindRequest, 'effective_date' | 'annual_price'>
type Read<A> = ParsedAnswer<A>

const readRepriced = (answer: PriceChanged, ordered: Ordered): Read<BindAnswer> => {
  if (answer.annual_price === ordered.annual_price) return { outcome: 'same_price', answer: null }
  return areTermsPossible(answer)
    ? { outcome: answer.kind, answer }
    : { outcome: 'bad_payment_terms', answer: null }
}

/** A policy on terms other than those signed is rejected. The order stays open, and staff must call the carrier. */
export const readBindAnswer = (answer: Record<string, unknown>, ordered: Ordered): Read<BindAnswer> => {
  if (answer.kind === 'info_requested' && isInfoRequested(answer)) return { outcome: answer.kind, answer }
  if (answer.kind === 'blocked' && isBlocked(answer)) return { outcome: answer.kind, answer }
  if (answer.kind === 'price_changed' && isRepriced(answer)) return readRepriced(answer, ordered)
  if (answer.kind !== 'bound' || !isBound(answer)) return { outcome: 'not_an_answer', answer: null }
  const { effective_date, expiration_date, annual_price } = answer
  if (!isDay(effective_date) || !isDay(expiration_date) || expiration_date <= effective_date)
    return { outcome: 'not_an_answer', answer: null }
  if (isPeriodTooLong(effective_date, expiration_date)) return { outcome: 'period_too_long', answer: null }
  return effective_date === ordered.effective_date && annual_price === ordered.annual_price
    ? { outcome: 'bound', answer }
    : { outcome: 'other_terms', answer: null }
}

export const parseBindAnswer = (text: string, request: BindRequest): Read<BindAnswer | BindsLater> => {
  const read = parseEchoed(text, request.request_id)
  if (read.outcome !== 'echoed') return { outcome: read.outcome, answer: null }
  const later = readBindsLater(read.answer)
  return later ? { outcome: later.kind, answer: later } : readBindAnswer(read.answer, request)
}
