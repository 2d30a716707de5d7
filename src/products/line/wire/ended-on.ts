import Type from 'typebox'
import { dayWords } from '../../../platform/values/calendar.ts'

export const endedOnField = Type.Optional(
  Type.String({
    format: 'date',
    description:
      'Only if the policy was canceled: coverage ends at 12:01 a.m. on this day, local time at the insured home, and not on expiration_date. If that is not after effective_at, the policy was canceled from the start and never took effect.',
  }),
)

/** The words hold before and after that day, so a cached response stays true. */
export const canceledWords = (day: string, effective_date?: string, subject = 'The policy'): string =>
  effective_date !== undefined && day <= effective_date
    ? `${subject} was canceled from the start and never took effect.`
    : `${subject} ends at 12:01 a.m. local time on ${dayWords(day)}, because it was canceled. It covers until then, and nothing from then on.`

export const canceledInstruction = (person: string, again: string): string =>
  `A policy with ended_on was canceled: tell the ${person} that it covers nothing from that day on. If the day is not after effective_at, say that it was canceled from the start and never took effect. For new insurance, ${again}.`
