import type { App } from '../../../../platform/app.ts'
import { type FieldProblem, fail, MOST_PROBLEMS } from '../../../../platform/errors.ts'
import { isObject } from '../../../../platform/lib/is-object.ts'
import type { Origin } from '../../../../platform/values/sourced.ts'
import { answersBy, originOf } from '../../acts/actor.ts'
import {
  changedEntries,
  changedUnrecognized,
  reviseEstimates,
  type SentAnswers,
  type SentEstimate,
  sameValue,
} from '../../fields/estimates.ts'
import type { Field } from '../../fields/field.ts'
import {
  mergeUnrecognized,
  refuseForbidden,
  unrecognizedProblems,
  withoutUnder,
} from '../../fields/forbidden-keys.ts'
import { withoutGuesses } from '../../fields/infer.ts'
import { type Json, withValues } from '../../fields/merge.ts'
import { readWithAddress } from '../../fields/read-address.ts'
import { readEstimates } from '../../fields/read-estimates.ts'
import { type Reading, refusedFields, under, withoutRefused } from '../../fields/read-fields.ts'
import { placedEstimates, type SentEstimates } from '../../fields/sent-estimate.ts'
import {
  type Application,
  emptyApplication,
  type Household,
  ownName,
  pathOf,
  wireName,
} from '../application/application.ts'
import { unmasked } from '../application/value-words.ts'
import type { Actor, CallerWording, ReviewedIntake } from '../intake/intake.ts'
import { lineOf, type ReviewedLine } from '../reviewed-line.ts'

export type SentDraft = { intake: Json; field_estimates?: SentEstimates | undefined }

export type Draft = Pick<Reading, 'values' | 'unknown' | 'problems'> & { estimates: SentEstimate[] }

const withIntakePath = (problems: readonly FieldProblem[]): FieldProblem[] =>
  problems.map(problem => ({ ...problem, path: under('intake', problem.path) }))

const MASKED = 'the full number, or no value to keep the current one'

type Masked = { sent: string; stored: unknown; path: string; expected?: string }

const unmaskText = (draft: Draft, { sent, stored, path, expected = MASKED }: Masked): string => {
  const text = unmasked(sent, stored)
  if (text === null) draft.problems.push({ path, code: 'masked', expected })
  return text ?? sent
}

type Item = Readonly<Record<string, unknown>>

/** A list replaces the one before it, so its items have no place of their own. */
const isSamePerson =
  ({ full_name, birthday }: Item) =>
  (stored: Item): boolean =>
    full_name !== undefined && stored.full_name === full_name && stored.birthday === birthday

type SentList = { list: Extract<Field, { kind: 'list' }>; path: string; stored: readonly Item[] }

const unmaskItems = (draft: Draft, sent: readonly Item[], { list, path, stored }: SentList): Item[] => {
  const masks = Object.keys(list.item).filter(name => list.item[name]?.masked)
  const expected = `the full number, or the masked one beside the full_name and birthday of the same ${list.itemLabel.split(' ').at(-1)}`
  return sent.map((item, at) => {
    const same = stored.find(isSamePerson(item))
    const numbers = masks.flatMap(name => {
      const { [name]: number } = item
      if (typeof number !== 'string') return []
      const masked = { sent: number, stored: same?.[name], path: `${path}[${at}].${name}`, expected }
      return [[name, unmaskText(draft, masked)]]
    })
    return { ...item, ...Object.fromEntries(numbers) }
  })
}

/** Agents may echo a masked number, which must not overwrite the real one. */
const unmask = ({ fields }: ReviewedLine, draft: Draft, household: Household): void => {
  for (const [name, sent] of draft.values) {
    const { [name]: field } = fields
    const { [name]: stored } = household
    const path = `intake.${name}`
    if (field?.kind === 'list' && Array.isArray(sent)) {
      const known = (stored as readonly Item[] | undefined) ?? []
      draft.values.set(name, unmaskItems(draft, sent, { list: field, path, stored: known }))
    } else if (field?.masked && typeof sent === 'string')
      draft.values.set(name, unmaskText(draft, { sent, stored, path }))
  }
}

const readDraft = (
  line: ReviewedLine,
  household: Household,
  { intake, field_estimates }: SentDraft,
): Draft => {
  const { field_estimates: inside, ...values } = intake
  const row = readWithAddress(line.fields, values)
  const beside: Reading = { values: row.values, unknown: row.unknown, problems: [] }
  const estimates = readEstimates(line.fields, beside, [
    ...placedEstimates(field_estimates, 'field_estimates'),
    ...placedEstimates(inside, 'intake.field_estimates'),
  ])
  const draft: Draft = {
    values: row.values,
    unknown: row.unknown,
    problems: [...withIntakePath(row.problems), ...beside.problems],
    estimates,
  }
  unmask(line, draft, household)
  return draft
}

export const draftProblems =
  (line: ReviewedLine) =>
  ({ intake, field_estimates }: Json): FieldProblem[] =>
    isObject(intake)
      ? readDraft(line, emptyApplication().household, {
          intake,
          field_estimates: field_estimates as SentEstimates | undefined,
        }).problems
      : []

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
  refuseForbidden(sent.intake, 'intake')
  refuseForbidden(sent.field_estimates, 'field_estimates')
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

type Asking = { line: ReviewedLine; asked: readonly string[] }

export const refuseUnasked = ({ howToChange }: CallerWording, sent: Json, { line, asked }: Asking): void => {
  const keys = asked.map(name => pathOf(name)[0])
  const fields = Object.keys(sent)
    .filter(key => !keys.includes(ownName(line, key)))
    .map(key => ({
      path: `intake.${key.slice(0, 60)}`,
      code: 'not_requested' as const,
      expected: `only ${keys.join(', ')}; to change anything else, ${howToChange}`,
    }))
  if (fields.length > 0) fail('invalid_request', { fields: fields.slice(0, MOST_PROBLEMS) })
}

/** A field that is requested again may change, even if the buyer locked it on the review page. */
export const withLaterAnswers = (
  app: App,
  actor: Actor,
  { intake, sent, asked }: { intake: ReviewedIntake; sent: Json; asked: readonly string[] },
): { application: Application; changed: string[] } => {
  refuseForbidden(sent, 'intake')
  const line = lineOf(intake)
  refuseUnasked(actor.words, sent, { line, asked })
  const { household, ...rest } = intake.application
  const locked = household.locked.filter(field => !asked.includes(field))
  return applyDraft(
    { ...rest, household: { ...household, locked } },
    { intake: sent },
    {
      line,
      now: app.clock.now(),
      by: answersBy(actor),
      origin: originOf(actor),
      current_status: intake.status,
    },
  )
}
