import type { SentEstimate } from '../../line/fields/estimates.ts'
import type { Json } from '../../line/fields/merge.ts'
import { readWithAddress } from '../../line/fields/read-address.ts'
import { readEstimates } from '../../line/fields/read-estimates.ts'
import { emptyReading, type Reading } from '../../line/fields/read-fields.ts'
import { homeFields } from '../application/fields.ts'

export type SentHome = Reading & { property_id: string | null; estimates: SentEstimate[] }

export const emptyRow = (): SentHome => ({ ...emptyReading(), property_id: null, estimates: [] })

const readPropertyId = (row: Reading, raw: unknown): string | null => {
  if (raw === undefined || raw === null || typeof raw === 'string') return raw ?? null
  row.problems.push({ path: 'property_id', code: 'wrong_type', expected: 'a string' })
  return null
}

export const readRow = (input: Json): SentHome => {
  const { property_id, field_estimates, ...values } = input
  const row = readWithAddress(homeFields, values)
  const id = readPropertyId(row, property_id)
  return { ...row, property_id: id, estimates: readEstimates(homeFields, row, field_estimates) }
}
