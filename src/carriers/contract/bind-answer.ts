import Type from 'typebox'
import { isDay } from '../../line/fields/calendar.ts'
import { dollars, line, name, type Reading, readEchoed, shape } from './answer-parts.ts'
import type { BindAnswer, BindRequest } from './bind.ts'

const day = Type.String({ maxLength: 10 })

const Bound = Type.Object({
  kind: Type.Enum(['bound']),
  policy_number: line(80),
  annual_price: dollars(1, 1_000_000),
  effective_date: day,
  expiration_date: day,
})
const InfoRequested = Type.Object({
  kind: Type.Enum(['info_requested']),
  reason: line(500),
  fields: Type.Array(line(100), { maxItems: 50 }),
})
const Blocked = Type.Object({ kind: Type.Enum(['blocked']), reason_code: name, reason: line(500) })

const isBound = shape<Extract<BindAnswer, { kind: 'bound' }>>(Bound)
const isInfoRequested = shape<Extract<BindAnswer, { kind: 'info_requested' }>>(InfoRequested)
const isBlocked = shape<Extract<BindAnswer, { kind: 'blocked' }>>(Blocked)

/**
 * What a carrier says to an order. A policy on other terms than the person signed is not believed: the order stays
 * open, and somebody has to talk to the carrier.
 */
export const readBindAnswer = (text: string, request: BindRequest): Reading<BindAnswer> => {
  const read = readEchoed(text, request.request_id)
  if (read.outcome !== 'echoed') return { outcome: read.outcome, answer: null }
  const { answer } = read
  if (answer.kind === 'info_requested' && isInfoRequested(answer)) return { outcome: answer.kind, answer }
  if (answer.kind === 'blocked' && isBlocked(answer)) return { outcome: answer.kind, answer }
  if (answer.kind !== 'bound' || !isBound(answer)) return { outcome: 'not_an_answer', answer: null }
  const { effective_date, expiration_date, annual_price } = answer
  if (!isDay(expiration_date) || expiration_date <= effective_date)
    return { outcome: 'not_an_answer', answer: null }
  return effective_date === request.effective_date && annual_price === request.annual_price
    ? { outcome: 'bound', answer }
    : { outcome: 'other_terms', answer: null }
}
