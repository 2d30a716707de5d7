import Type, { type Static } from 'typebox'
import { isDay } from '../../../platform/values/calendar.ts'
import { guardFor, momentSchema, oneLine } from './parse-answer.ts'

const Pending = Type.Object({ kind: Type.Enum(['pending']), expected_by: momentSchema })

const Referred = Type.Object({
  kind: Type.Enum(['referred']),
  expected_by: Type.Optional(momentSchema),
  reason: Type.Optional(oneLine(500)),
})

export const laterSchemas = { Pending, Referred }

export type BindsLater = Static<typeof Pending>
export type AnswersLater = BindsLater | Static<typeof Referred>

/** JavaScript takes February 31 for March 3. */
export const isMoment = (text: string | undefined): boolean =>
  text === undefined || (isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text)))

const isPending = guardFor(Pending)
const isReferred = guardFor(Referred)

export const readBindsLater = (answer: Record<string, unknown>): BindsLater | null =>
  answer.kind === 'pending' && isPending(answer) && isMoment(answer.expected_by) ? answer : null

export const readAnswersLater = (answer: Record<string, unknown>): AnswersLater | null =>
  answer.kind === 'referred' && isReferred(answer) && isMoment(answer.expected_by)
    ? answer
    : readBindsLater(answer)

export const isLater = (answer: { kind: string }): answer is AnswersLater =>
  answer.kind === 'pending' || answer.kind === 'referred'
