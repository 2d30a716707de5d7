import Type from 'typebox'

export const endedOnField = Type.Optional(
  Type.String({
    format: 'date',
    description:
      'Only if the policy was canceled: coverage ends at 12:01 a.m. on this day, local time at the insured property, and not on expiration_date. If that is not after effective_at, the policy was canceled from the start and never took effect.',
  }),
)

/** The words hold before and after that day, so a cached response stays true. */
export const canceledWords = (day: string, effective_date?: string): string =>
  effective_date !== undefined && day <= effective_date
    ? 'The policy was canceled from the start and never took effect.'
    : `The policy was canceled. Coverage ends at 12:01 a.m. on ${day}, local time at the insured property.`

export const canceledInstruction = (person: string, again: string): string =>
  `Tell the ${person} that coverage ends on the day in ended_on. Never say that the policy covers anything after it. If that is not after effective_at, say that the policy was canceled from the start and never took effect. To insure the property again, ${again}.`
