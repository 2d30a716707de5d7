import type { FailureDetails } from '../../../platform/errors.ts'

import { LINES, type LineName, lineOf } from '../../../platform/lines.ts'

const NOT_YOURS =
  'No application with this uid belongs to your credential. Check the uid, or start a new application without one.'

/** The prefix alone names the line, so this reveals nothing about someone else's application. */
export const unknownUid = (uid: string, line: LineName): FailureDetails => {
  const other = lineOf(uid)
  if (other === null || other === line) return { message: NOT_YOURS }
  const { application, place } = LINES[other]
  return { message: `This uid names ${application}. Send it to ${place} instead.` }
}
