import type { FailureDetails } from '../../../platform/errors.ts'

const LINES = {
  homeowners: {
    name: 'a homeowners application',
    startsWith: 'hom_',
    place: 'POST /api/agent/homeowners/quotes',
  },
  umbrella: { name: 'an umbrella purchase', startsWith: 'umb_', place: 'POST /api/agent/umbrella/status' },
} as const

const NOT_YOURS =
  'No application with this uid belongs to your credential. Check the uid, or start a new application without one.'

/** The prefix alone names the line, so this reveals nothing about someone else's application. */
export const unknownUid = (uid: string, line: keyof typeof LINES): FailureDetails => {
  const other = Object.entries(LINES).find(
    ([name, { startsWith }]) => name !== line && uid.startsWith(startsWith),
  )
  return {
    message: other ? `This uid names ${other[1].name}. Send it to ${other[1].place} instead.` : NOT_YOURS,
  }
}
