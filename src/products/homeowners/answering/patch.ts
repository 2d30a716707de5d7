import { type FieldProblem, fail, MOST_PROBLEMS } from '../../../platform/errors.ts'
import type { Origin } from '../../../platform/values/sourced.ts'
import { HOW_TO_CHANGE_EMAIL } from '../../line/corrected-email.ts'
import { changedUnrecognized, type SentAnswers, sameValue } from '../../line/fields/estimates.ts'
import {
  mergeUnrecognized,
  refuseForbidden,
  type Unrecognized,
  unrecognizedProblems,
  withoutUnder,
} from '../../line/fields/forbidden-keys.ts'
import { type Json, withValues } from '../../line/fields/merge.ts'
import { readFields, under } from '../../line/fields/read-fields.ts'
import type { Applicant, Application } from '../application/application.ts'
import { applicantContradictions, TENANT_MESSAGE } from '../application/contradictions.ts'
import { applicantFields } from '../application/fields.ts'
import { asSent, withHomeAddress } from './intake-problems.ts'
import { matchRows } from './match-rows.ts'
import { changedApplicant, changedBy, type PatchedHome, patchHomes } from './patch-homes.ts'

const ROW = /^home\[(\d+)\]/

const renumbered = (kept: Unrecognized, removed: readonly number[]): Unrecognized =>
  Object.fromEntries(
    Object.entries(kept).flatMap(([path, value]) => {
      const place = ROW.exec(path)?.[1]
      if (place === undefined) return [[path, value]]
      const index = Number(place)
      if (removed.includes(index)) return []
      const moved = index - removed.filter(gone => gone < index).length
      return [[path.replace(ROW, `home[${moved}]`), value]]
    }),
  )

export type PatchContext = {
  now: Date
  submitted: boolean
  emailLocked?: boolean
  by?: SentAnswers['by']
  origin?: Origin
  current_status?: string
  instead?: string
}

export type Patched = {
  application: Application
  changed: string[]
  unrecognized_fields: string[]
}

const inIntake = (problems: readonly FieldProblem[]): FieldProblem[] =>
  problems
    .slice(0, MOST_PROBLEMS)
    .map(problem => ({ ...problem, path: problem.path ? under('intake', problem.path) : 'intake' }))

const ofRows = (outcomes: readonly PatchedHome[], which: 'problems' | 'conflicts'): FieldProblem[] =>
  outcomes.flatMap(({ sentAs, [which]: found }) =>
    found.map(problem => ({ ...problem, path: problem.path ? under(sentAs, problem.path) : sentAs })),
  )

const EMAIL_CONFLICT = {
  path: 'email',
  code: 'email_locked' as const,
  expected: 'the current address, or no value',
}

const emailConflict = (before: Applicant, after: Applicant, isLocked: boolean): FieldProblem[] =>
  isLocked && before.email !== undefined && before.email !== after.email ? [EMAIL_CONFLICT] : []

const refuseProblems = (problems: readonly FieldProblem[], outcomes: readonly PatchedHome[]): void => {
  if (problems.length === 0) return
  const isTenant = outcomes.some(({ after }) => after?.home_ownership === 'rental')
  fail('invalid_request', { ...(isTenant && { message: TENANT_MESSAGE }), fields: inIntake(problems) })
}

const refuseConflicts = (
  conflicts: readonly FieldProblem[],
  { current_status, instead = 'Leave them out and send the rest again.' }: PatchContext,
): void => {
  if (conflicts.length === 0) return
  const names = conflicts.map(({ path }) => path).join(', ')
  fail('conflict', {
    message: `These values can no longer change: ${names}. ${instead}${conflicts.includes(EMAIL_CONFLICT) ? ` ${HOW_TO_CHANGE_EMAIL}` : ''}`,
    fields: inIntake(conflicts),
    ...(current_status !== undefined && { current_status }),
  })
}

const unknownOf = (outcomes: readonly PatchedHome[]): [string, unknown][] =>
  outcomes.flatMap(({ index, row }) =>
    [...(row?.unknown ?? [])].map(([path, value]): [string, unknown] => [
      under(`home[${index}]`, path),
      value,
    ]),
  )

const surviving = (stored: Application['unrecognized'], outcomes: readonly PatchedHome[]) =>
  outcomes
    .filter(({ row }) => row?.values.has('loans'))
    .reduce((kept, { index }) => withoutUnder(kept, `home[${index}].loans[`), stored)

const sourcesAfter = (
  { applicant, sources = {} }: Application,
  values: ReadonlyMap<string, unknown>,
  origin: Origin,
): Record<string, Origin> => {
  const after = new Map(Object.entries(sources))
  for (const [name, value] of values)
    if (value === null) after.delete(name)
    else if (!sameValue(applicant[name as keyof Applicant], value)) after.set(name, origin)
  return Object.fromEntries([...after].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Reports all problems at once: 400 for invalid values, 409 for values that can no longer change. */
export const applyPatch = (application: Application, intake: Json, context: PatchContext): Patched => {
  refuseForbidden(intake, 'intake')
  const placed = withHomeAddress(intake, application.homes)
  // Version 1 took it. We send no text messages, so it is accepted and not kept until version 2.
  const { home, sms_consent: _, ...rest } = placed
  const person = readFields(applicantFields, rest)
  const applicant = withValues(application.applicant, person.values)
  const matched = matchRows(application.homes, home)
  const { now, submitted, emailLocked = submitted, by = 'operator', origin = by } = context
  const outcomes = patchHomes(application, matched.targets, { now, submitted, by, origin, applicant })
  const homes = outcomes.flatMap(({ after }) => after ?? [])

  const sent = new Map([...person.unknown, ...unknownOf(outcomes)])
  const merged = mergeUnrecognized(surviving(application.unrecognized, outcomes), sent)
  refuseProblems(
    [
      ...person.problems,
      ...(person.values.has('birthday') ? applicantContradictions(applicant, homes, now) : []),
      ...matched.problems,
      ...asSent(ofRows(outcomes, 'problems'), placed !== intake),
      ...(sent.size > 0 ? unrecognizedProblems(merged) : []),
    ],
    outcomes,
  )
  const emailProblems = emailConflict(application.applicant, applicant, emailLocked && origin !== 'staff')
  refuseConflicts([...emailProblems, ...ofRows(outcomes, 'conflicts')], context)

  const gone = outcomes.filter(({ after }) => after === undefined).map(({ index }) => index)
  const unrecognized = renumbered(merged, gone)
  return {
    application: {
      ...application,
      applicant,
      sources: sourcesAfter(application, person.values, origin),
      homes,
      unrecognized,
    },
    changed: [
      ...changedApplicant(application.applicant, applicant),
      ...outcomes.flatMap(changedBy),
      ...changedUnrecognized(renumbered(application.unrecognized, gone), unrecognized),
    ],
    unrecognized_fields: Object.keys(unrecognized),
  }
}
