import { type FieldProblem, fail, MOST_PROBLEMS } from '../../../platform/errors.ts'
import type { Origin } from '../../../platform/values/sourced.ts'
import { changedEntries, changedUnrecognized } from '../../line/fields/changes.ts'
import { reviseEstimates, type SentAnswers, sameValue } from '../../line/fields/estimates.ts'
import { refuseForbidden } from '../../line/fields/forbidden-keys.ts'
import { withoutGuesses } from '../../line/fields/infer.ts'
import { withValues } from '../../line/fields/merge.ts'
import { refusedFields, under, withoutRefused } from '../../line/fields/read-fields.ts'
import { mergeUnrecognized, unrecognizedProblems, withoutUnder } from '../../line/fields/unrecognized.ts'
import type { Application, Household } from '../application/application.ts'
import { contradictions } from '../application/contradictions.ts'
import { isUmbrellaField, umbrellaFieldNames, umbrellaFields, wireName } from '../application/fields.ts'
import { type Draft, readDraft, type SentDraft } from './read-draft.ts'

export type PatchContext = {
  now: Date
  by?: SentAnswers['by']
  origin?: Origin
  current_status?: string
}

export type Patched = {
  application: Application
  changed: string[]
}

const inIntake = (path: string): string => (path ? under('intake', path) : 'intake')

const refuseProblems = (problems: readonly FieldProblem[]): void => {
  if (problems.length > 0) fail('invalid_request', { fields: problems.slice(0, MOST_PROBLEMS) })
}

const refuseLocked = (locked: readonly string[], current_status?: string): void => {
  if (locked.length === 0) return
  const names = locked.map(wireName)
  fail('conflict', {
    message: `Only the buyer can change these values, because they corrected them in the review: ${names.join(', ')}. Leave them out and send the rest again.`,
    fields: names.map(name => ({
      path: `intake.${name}`,
      code: 'locked_by_person',
      expected: 'the corrected value, or no value',
    })),
    ...(current_status !== undefined && { current_status }),
  })
}

const surviving = (stored: Application['unrecognized'], { values }: Draft): Application['unrecognized'] =>
  [...values.keys()]
    .filter(name => isUmbrellaField(name) && umbrellaFields[name].kind === 'list')
    .reduce((kept, name) => withoutUnder(kept, `${name}[`), stored)

const changedIn = (before: Household, after: Household): string[] => [
  ...umbrellaFieldNames.filter(name => !sameValue(before[name], after[name])).map(wireName),
  ...changedEntries(before, after).map(field => `field_estimates.${wireName(field)}`),
  ...after.locked.filter(field => !before.locked.includes(field)).map(field => `locked.${wireName(field)}`),
]

export const applyDraft = (application: Application, sent: SentDraft, context: PatchContext): Patched => {
  refuseForbidden(sent.intake, 'intake')
  refuseForbidden(sent.field_estimates, 'field_estimates')
  const before = application.household
  const { now, by = 'operator', origin = by, current_status } = context
  const draft = readDraft(before, sent)
  const { conflicts, refusals, ...estimates } = reviseEstimates(before, { ...draft, by, origin })
  const household = { ...withValues(before, draft.values), ...estimates }
  const unrecognized = mergeUnrecognized(surviving(application.unrecognized, draft), draft.unknown)
  const readable = withoutRefused(withoutGuesses(household), refusedFields(umbrellaFields, draft.problems))
  const ofEntries = refusals.map(({ field, ...problem }) => ({
    path: `field_estimates.${wireName(field)}`,
    ...problem,
  }))
  refuseProblems([
    // A refused value leaves its entry without a value, so the entry's own problem is not reported.
    ...(draft.problems.length > 0 ? draft.problems : ofEntries),
    ...[
      ...(draft.unknown.size > 0 ? unrecognizedProblems(unrecognized) : []),
      ...contradictions(readable, { touched: new Set(draft.values.keys()), now }),
    ].map(problem => ({ ...problem, path: inIntake(problem.path) })),
  ])
  refuseLocked(conflicts, current_status)
  return {
    application: { ...application, household, unrecognized },
    changed: [
      ...changedIn(before, household),
      ...changedUnrecognized(application.unrecognized, unrecognized),
    ],
  }
}
