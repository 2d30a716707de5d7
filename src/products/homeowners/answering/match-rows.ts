import type { FieldProblem } from '../../../platform/errors.ts'
import { isObject } from '../../../platform/lib/is-object.ts'
import type { ProblemCode } from '../../../platform/problem-catalog.ts'
import { plainStreet } from '../../../platform/values/address-key.ts'
import type { SentEstimate } from '../../line/fields/estimates.ts'
import type { Json } from '../../line/fields/merge.ts'
import { readWithAddress } from '../../line/fields/read-address.ts'
import { readEstimates } from '../../line/fields/read-estimates.ts'
import { emptyReading, type Reading } from '../../line/fields/read-fields.ts'
import type { Refusal } from '../../line/fields/read-value.ts'
import { placedEstimates } from '../../line/fields/sent-estimate.ts'
import type { Home } from '../application/application.ts'
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
  const placed = placedEstimates(field_estimates, 'field_estimates')
  return { ...row, property_id: id, estimates: readEstimates(homeFields, row, placed) }
}

export type HomeTarget = { index: number; sentAs: string; row: SentHome | null }

export type Matched = { targets: HomeTarget[]; problems: FieldProblem[] }

export const MOST_HOMES = 20

const refused = (path: string, code: ProblemCode, expected: string): Matched => ({
  targets: [],
  problems: [{ path, code, expected }],
})

const placeOf = (homes: readonly Home[], row: SentHome | null, at: number): number =>
  row?.property_id ? homes.findIndex(home => home.property_id === row.property_id) : at

type Place = {
  index: number
  row: SentHome | null
  known: number
  length: number
  taken: readonly HomeTarget[]
}

const misplaced = ({ index, row, known, length, taken }: Place): Refusal | null => {
  if (index < 0) return { code: 'unknown_property_id', expected: 'a property_id from this intake, or none' }
  if (row === null && index >= known) return { code: 'nothing_to_remove' }
  if (index > length) return { code: 'past_last_home', expected: `a position up to ${length}` }
  if (taken.some(target => target.index === index))
    return { code: 'duplicate_home', expected: 'one row per home' }
  return null
}

const isAt = ({ street, zip }: Home, row: SentHome): boolean => {
  const [toStreet, toZip = zip] = [row.values.get('street'), row.values.get('zip')]
  return street !== undefined && plainStreet(String(toStreet)) === plainStreet(street) && toZip === zip
}

/** A row without an ID is matched by position, so one with another home's street would overwrite this home. */
const meansOther = (homes: readonly Home[], row: SentHome, index: number): boolean => {
  const own = homes[index]
  if (row.property_id || !row.values.get('street') || !own?.street || isAt(own, row)) return false
  return homes.some(home => home !== own && isAt(home, row))
}

const matchList = (homes: readonly Home[], items: readonly unknown[]): Matched => {
  const targets: HomeTarget[] = []
  const problems: FieldProblem[] = []
  let length = homes.length
  items.forEach((item, at) => {
    const sentAs = `home[${at}]`
    const row = isObject(item) ? readRow(item) : null
    const index = placeOf(homes, row, at)
    const refusal =
      item === null || row
        ? misplaced({ index, row, known: homes.length, length, taken: targets })
        : { code: 'wrong_type' as const, expected: 'an object, or null to remove the home' }
    if (refusal) problems.push({ path: sentAs, ...refusal })
    else if (row && meansOther(homes, row, index))
      problems.push({
        path: `${sentAs}.street`,
        code: 'duplicate_address',
        expected: 'the property_id of the home that you mean, in the same row',
      })
    else targets.push({ index, sentAs, row })
    length = Math.max(length, at + 1)
  })
  return { targets, problems }
}

/** A row matches a home by `property_id`, or by position if it has none. Null removes the home. */
export const matchRows = (homes: readonly Home[], raw: unknown): Matched => {
  if (raw === undefined) return { targets: [], problems: [] }
  if (raw === null)
    return refused('home', 'cannot_be_cleared', 'a list of homes, with null for a home to remove')
  if (!Array.isArray(raw)) return refused('home', 'wrong_type', 'a list of homes')
  if (raw.length > MOST_HOMES) return refused('home', 'too_many_items', `at most ${MOST_HOMES} homes`)
  return matchList(homes, raw)
}
