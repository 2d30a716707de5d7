import { type FieldProblem, fail, MOST_PROBLEMS } from '../../../../platform/errors.ts'
import type { Origin } from '../../../../platform/values/sourced.ts'
import { changedEntries, changedUnrecognized } from '../../fields/changes.ts'
import { reviseEstimates, type SentAnswers, sameValue } from '../../fields/estimates.ts'
import { refuseForbiddenKeys } from '../../fields/forbidden-keys.ts'
import { withoutGuesses } from '../../fields/infer.ts'
import { withValues } from '../../fields/merge.ts'
import { refusedFields, under, withoutRefused } from '../../fields/read-fields.ts'
import { mergeUnrecognized, unrecognizedProblems, withoutUnder } from '../../fields/unrecognized.ts'
import { type Application, type Household, wireName } from '../application/application.ts'
import type { ReviewedLine } from '../reviewed-line.ts'
import { type Draft, readDraft, type SentDraft } from './read-draft.ts'

export type PatchContext = {
  line: ReviewedLine
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

type Unrecognized = Application['unrecognized']

const surviving = ({ fields }: ReviewedLine, stored: Unrecognized, { values }: Draft): Unrecognized =>
  [...values.keys()]
    .filter(name => fields[name]?.kind === 'list')
    .reduce((kept, name) => withoutUnder(kept, `${name}[`), stored)

const changedIn = ({ fields }: ReviewedLine, before: Household, after: Household): string[] => [
  ...Object.keys(fields)
    .filter(name => !sameValue(before[name], after[name]))
    .map(wireName),
  ...changedEntries(before, after).map(field => `field_estimates.${wireName(field)}`),
  ...after.locked.filter(field => !before.locked.includes(field)).map(field => `locked.${wireName(field)}`),
]

export const applyDraft = (application: Application, sent: SentDraft, context: PatchContext): Patched => {
  refuseForbiddenKeys(sent.intake, 'intake')
  refuseForbiddenKeys(sent.field_estimates, 'field_estimates')
  const before = application.household
  const { line, now, by = 'operator', origin = by, current_status } = context
  const draft = readDraft(line, before, sent)
  const { conflicts, refusals, ...estimates } = reviseEstimates(before, { ...draft, by, origin })
  const household = { ...withValues(before, draft.values), ...estimates }
  const unrecognized = mergeUnrecognized(surviving(line, application.unrecognized, draft), draft.unknown)
  const readable = withoutRefused(withoutGuesses(household), refusedFields(line.fields, draft.problems))
  const ofEntries = refusals.map(({ field, ...problem }) => ({
    path: `field_estimates.${wireName(field)}`,
    ...problem,
  }))
  refuseProblems([
    // A refused value leaves its entry without a value, so the entry's own problem is not reported.
    ...(draft.problems.length > 0 ? draft.problems : ofEntries),
    ...[
      ...(draft.unknown.size > 0 ? unrecognizedProblems(unrecognized) : []),
      ...line.contradictions(readable, { touched: new Set(draft.values.keys()), now }),
    ].map(problem => ({ ...problem, path: inIntake(problem.path) })),
  ])
  refuseLocked(conflicts, current_status)
  return {
    application: { ...application, household, unrecognized },
    changed: [
      ...changedIn(line, before, household),
      ...changedUnrecognized(application.unrecognized, unrecognized),
    ],
  }
}
