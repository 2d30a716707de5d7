import type { FieldProblem } from '../../../platform/errors.ts'
import { SERVICE_SOURCE } from '../../../platform/values/sourced.ts'
import { changedEntries, reviseEstimates, type SentAnswers, sameValue } from '../../line/fields/estimates.ts'
import type { FieldTable } from '../../line/fields/field.ts'
import { withoutGuesses } from '../../line/fields/infer.ts'
import { withValues } from '../../line/fields/merge.ts'
import { refusedFields, withoutRefused } from '../../line/fields/read-fields.ts'
import {
  type Applicant,
  type Application,
  emptyHome,
  type Home,
  isInsured,
} from '../application/application.ts'
import { hasTwin, homeContradictions } from '../application/contradictions.ts'
import { applicantFieldNames, applicantFields, homeFieldNames, homeFields } from '../application/fields.ts'
import { emptyRow, type HomeTarget, type SentHome } from './match-rows.ts'

export const changedApplicant = (before: Applicant, after: Applicant): string[] =>
  applicantFieldNames.filter(name => !sameValue(before[name], after[name]))

const changedHome = (before: Home, after: Home, path: string): string[] => [
  ...homeFieldNames.filter(name => !sameValue(before[name], after[name])).map(name => `${path}.${name}`),
  ...changedEntries(before, after).map(field => `${path}.field_estimates.${field}`),
  ...after.locked.filter(field => !before.locked.includes(field)).map(field => `${path}.locked.${field}`),
]

const flag = (fields: FieldTable, name: string, which: 'rated' | 'renewsConsent'): boolean =>
  Object.hasOwn(fields, name) && fields[name]?.[which] === true

const has = (path: string, which: 'rated' | 'renewsConsent'): boolean => {
  const [, , field] = /^home\[(\d+)\](?:\.(.+))?$/.exec(path) ?? []
  if (field !== undefined) return flag(homeFields, field, which)
  return path.startsWith('home[') || flag(applicantFields, path, which)
}

export const effectsOf = (changed: readonly string[]): { rated: string[]; renewsConsent: string[] } => ({
  rated: changed.filter(path => has(path, 'rated')),
  renewsConsent: changed.filter(path => has(path, 'renewsConsent')),
})

type Values = ReadonlyMap<string, unknown>

type ApplicantChange = { before: Applicant; after: Applicant }

const inheritedExpiry = (home: Home, row: SentHome, { before, after }: ApplicantChange): Values => {
  const sent = row.values.get('policy_expire')
  if ((sent !== undefined && sent !== null) || home.locked.includes('policy_expire')) return row.values
  const own = sent === null ? undefined : home.policy_expire
  const [old, next] = [before.policy_expire, after.policy_expire]
  const isGuess = home.field_estimates.some(
    ({ field, source }) => field === 'policy_expire' && source === SERVICE_SOURCE,
  )
  const follows = own === undefined || own === old || isGuess
  if (!follows || own === next || (next === undefined && own !== old)) return row.values
  return new Map([...row.values, ['policy_expire', next ?? null]])
}

type MergedHome = {
  home: Home
  problems: FieldProblem[]
  conflicts: string[]
}

const mergeHome = (
  before: Home,
  row: SentHome,
  { values, by, origin }: Pick<SentAnswers, 'values' | 'by' | 'origin'>,
): MergedHome => {
  const { conflicts, refusals, ...estimates } = reviseEstimates(before, {
    values,
    estimates: row.estimates,
    by,
    origin,
  })
  return {
    home: { ...withValues(before, values), ...estimates },
    problems: refusals.map(({ field, ...refusal }) => ({ path: `field_estimates.${field}`, ...refusal })),
    conflicts,
  }
}

export type PatchedHome = HomeTarget & {
  before: Home | undefined
  after: Home | undefined
  problems: FieldProblem[]
  conflicts: FieldProblem[]
}

type Patching = Pick<SentAnswers, 'by' | 'origin'> & {
  now: Date
  submitted: boolean
  applicant: Applicant
}

const LOCKED = {
  code: 'locked_by_person' as const,
  expected: 'the confirmed value, or no value',
}
const SUBMITTED = { code: 'home_submitted' as const, expected: 'a row, not null' }

const INSURED = {
  code: 'home_insured' as const,
  expected: 'no row for this home, or its current values',
}

const touchesAddress = ({ values }: SentHome): boolean =>
  ['street', 'city', 'state', 'zip'].some(name => values.has(name))

const untouched = (before: Home, target: HomeTarget & { row: SentHome }): PatchedHome => {
  const { values, problems } = target.row
  const { home } = mergeHome(before, target.row, { values, by: 'operator', origin: 'operator' })
  const isSame = changedHome(before, home, '').length === 0
  const conflicts = isSame ? [] : [{ path: '', ...INSURED }]
  return { ...target, before, after: before, problems, conflicts }
}

const isAboutRefused = ({ problems }: SentHome, { path }: FieldProblem): boolean =>
  problems.some(refused => path === `field_estimates.${refused.path}`)

const patched = (
  application: Application,
  target: HomeTarget & { row: SentHome },
  patching: Patching,
): PatchedHome => {
  const { row, index } = target
  const before = application.homes[index]
  if (before && isInsured(before)) return untouched(before, target)
  const stored = before ?? emptyHome()
  const values = inheritedExpiry(stored, row, { before: application.applicant, after: patching.applicant })
  const { home, problems, conflicts } = mergeHome(stored, row, {
    values,
    by: patching.by,
    origin: patching.origin,
  })
  const found = [...row.problems, ...problems.filter(problem => !isAboutRefused(row, problem))]
  const readable = withoutRefused(withoutGuesses(home), refusedFields(homeFields, row.problems))
  return {
    ...target,
    before,
    after: home,
    problems: [...found, ...(values.size > 0 ? homeContradictions(readable, patching.now) : [])],
    conflicts: conflicts.map(path => ({ path, ...LOCKED })),
  }
}

const removalConflicts = (home: Home | undefined, submitted: boolean): FieldProblem[] => {
  if (home && isInsured(home)) return [{ path: '', ...INSURED }]
  return submitted ? [{ path: '', ...SUBMITTED }] : []
}

const removed = (application: Application, target: HomeTarget, { submitted }: Patching): PatchedHome => ({
  ...target,
  before: application.homes[target.index],
  after: undefined,
  problems: [],
  conflicts: removalConflicts(application.homes[target.index], submitted),
})

const withTwins = (outcomes: readonly PatchedHome[]): PatchedHome[] => {
  const homes = outcomes.flatMap(({ after }) => after ?? [])
  return outcomes.map(outcome => {
    const { row, after, problems } = outcome
    if (!row || !after || problems.length > 0 || !touchesAddress(row) || !hasTwin(homes, after))
      return outcome
    return {
      ...outcome,
      problems: [{ path: 'street', code: 'duplicate_address' }],
    }
  })
}

/** Includes homes that the patch does not name, because they may inherit values from the applicant. */
export const patchHomes = (
  application: Application,
  targets: readonly HomeTarget[],
  patching: Patching,
): PatchedHome[] => {
  const named = new Map(targets.map(target => [target.index, target]))
  const length = Math.max(application.homes.length, ...targets.map(({ index }) => index + 1))
  const outcomes = Array.from({ length }, (_, index) => {
    const target = named.get(index) ?? { index, sentAs: `home[${index}]`, row: emptyRow() }
    return target.row
      ? patched(application, { ...target, row: target.row }, patching)
      : removed(application, target, patching)
  })
  return withTwins(outcomes)
}

export const changedBy = ({ index, before, after }: PatchedHome): string[] => {
  const path = `home[${index}]`
  if (after === undefined) return [path]
  return [...(before ? [] : [path]), ...changedHome(before ?? emptyHome(), after, path)]
}
