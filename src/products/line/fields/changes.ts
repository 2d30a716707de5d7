import type { EstimatedRow } from '../../../platform/values/sourced.ts'
import { sameValue } from './estimates.ts'
import type { Unrecognized } from './unrecognized.ts'

type Estimates = Pick<EstimatedRow, 'field_estimates'>

export const changedEntries = (before: Estimates, after: Estimates): string[] => {
  const fields = new Set([...before.field_estimates, ...after.field_estimates].map(entry => entry.field))
  const entryIn = (row: Estimates, field: string) => row.field_estimates.find(entry => entry.field === field)
  return [...fields].filter(field => !sameValue(entryIn(before, field), entryIn(after, field))).toSorted()
}

export const changedUnrecognized = (before: Unrecognized, after: Unrecognized): string[] =>
  sameValue(before, after) ? [] : ['unrecognized']
