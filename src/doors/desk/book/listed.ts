import type { App } from '../../../platform/app.ts'
import { type LineName, lineOf } from '../../../platform/lines.ts'
import type { Person } from '../../../products/line/book.ts'
import { findIntake, type Intake } from '../../../products/line/record/intakes.ts'
import type { Badge } from '../../../products/line/record/status-book.ts'
import { lines } from '../../../products/lines.ts'

type AnyIntake = Intake<string, unknown>

export type Listed = Omit<AnyIntake, 'application'> & { line: LineName; person: Person; badge: Badge }

export const listedOf = (intake: AnyIntake, line: LineName): Listed => {
  const { application, ...rest } = intake
  return {
    ...rest,
    line,
    person: lines[line].book.person(application),
    badge: lines[line].book.badge(intake),
  }
}

export const findListed = async (app: App, uid: string): Promise<Listed | null> => {
  const line = lineOf(uid)
  const intake: AnyIntake | null = line && (await findIntake(app, { uid, line }))
  return line && intake ? listedOf(intake, line) : null
}
