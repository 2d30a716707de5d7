import type { FieldProblem } from '../../../platform/errors.ts'
import { SERVICE_SOURCE } from '../../../platform/values/sourced.ts'
import { reviseEstimates, type SentAnswers } from '../../line/fields/estimates.ts'
import { withValues } from '../../line/fields/merge.ts'
import type { Applicant, Home } from '../application/application.ts'
import type { SentHome } from './read-row.ts'

type Values = ReadonlyMap<string, unknown>

type ApplicantChange = { before: Applicant; after: Applicant }

export const inheritedExpiry = (home: Home, row: SentHome, { before, after }: ApplicantChange): Values => {
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

export type MergedHome = {
  home: Home
  problems: FieldProblem[]
  conflicts: string[]
}

export const mergeHome = (
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
