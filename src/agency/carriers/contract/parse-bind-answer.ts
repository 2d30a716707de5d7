import Type from 'typebox'
import { isDay, isPeriodTooLong } from '../../../platform/values/calendar.ts'
import type { BindAnswer, BindRequest, PriceChanged as Repriced } from './bind.ts'
import type { BindsLater } from './carrier.ts'
import {
  creditPart,
  dollarAmount,
  guardFor,
  identifier,
  oneLine,
  type ParsedAnswer,
  parseEchoed,
} from './parse-answer.ts'
import { readBindsLater } from './parse-later.ts'
import { areTermsPossible, paymentTermsPart } from './payment-terms.ts'

const day = Type.String({ maxLength: 10, description: 'YYYY-MM-DD.' })

const Bound = Type.Object({
  kind: Type.Enum(['bound']),
  policy_number: oneLine(80),
  annual_price: dollarAmount(1, 1_000_000),
  effective_date: day,
  expiration_date: Type.String({
    maxLength: 10,
    description: 'YYYY-MM-DD, at most two years after effective_date.',
  }),
})
const InfoRequested = Type.Object({
  kind: Type.Enum(['info_requested']),
  reason: oneLine(500),
  fields: Type.Array(oneLine(100), { maxItems: 50 }),
})
const Blocked = Type.Object({
  kind: Type.Enum(['blocked']),
  reason_code: identifier,
  reason: oneLine(500),
  ...creditPart,
})

const PriceChanged = Type.Object({
  kind: Type.Enum(['price_changed']),
  annual_price: dollarAmount(1, 1_000_000),
  reason: Type.Optional(oneLine(500)),
  ...creditPart,
  ...paymentTermsPart,
})

export const bindAnswerSchemas = { Bound, InfoRequested, Blocked, PriceChanged }

const isBound = guardFor<Extract<BindAnswer, { kind: 'bound' }>>(Bound)
const isInfoRequested = guardFor<Extract<BindAnswer, { kind: 'info_requested' }>>(InfoRequested)
const isBlocked = guardFor<Extract<BindAnswer, { kind: 'blocked' }>>(Blocked)
const isRepriced = guardFor<Repriced>(PriceChanged)

type Ordered = Pick<BindRequest, 'effective_date' | 'annual_price'>
type Read<A> = ParsedAnswer<A>

const readRepriced = (answer: Repriced, ordered: Ordered): Read<BindAnswer> => {
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
