import { DAY, HOUR, later, MINUTE } from '../../../platform/lib/clock.ts'

const SHORTEST = 2 * MINUTE
const LONGEST = 6 * HOUR
/** Divides the time that the carrier said it needs, or a day. */
const FIRST_PART = 24

type Awaited = { asked: Date; expected_by: Date | null }

const between = (least: number, value: number, most: number): number => Math.min(most, Math.max(least, value))

export const nextPoll = ({ asked, expected_by }: Awaited, now: Date): Date => {
  const needs = expected_by ? expected_by.getTime() - asked.getTime() : DAY
  const first = between(SHORTEST, needs / FIRST_PART, LONGEST)
  const next = later(now, between(first, (now.getTime() - asked.getTime()) / 2, LONGEST))
  return expected_by && now < expected_by && expected_by < next ? expected_by : next
}

const GRACE = DAY
const NO_LATER_THAN = 30 * DAY

export const orderOverdueAt = (
  { asked, expected_by }: Awaited,
  { answerWithinHours }: { answerWithinHours?: number | undefined },
): Date => {
  if (answerWithinHours !== undefined) return later(asked, answerWithinHours * HOUR)
  const due = later(expected_by ?? asked, GRACE)
  return new Date(Math.min(due.getTime(), later(asked, NO_LATER_THAN).getTime()))
}

export const isWorthPolling = ({ asked }: Pick<Awaited, 'asked'>, now: Date): boolean =>
  now < later(asked, NO_LATER_THAN)
