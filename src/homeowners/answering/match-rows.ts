import type { FieldProblem } from '../../errors.ts'
import { isObject } from '../../line/fields/merge.ts'
import type { Refusal } from '../../line/fields/read-value.ts'
import type { Home } from '../application/application.ts'
import { type Row, readRow } from './read-row.ts'

/** `index` is the home's position in the application; `sentAs` is its position in the patch, for error paths. */
export type Target = { index: number; sentAs: string; row: Row | null }

export type Matched = { targets: Target[]; problems: FieldProblem[] }

const MOST_HOMES = 20

const refused = (path: string, problem: string, expected: string): Matched => ({
  targets: [],
  problems: [{ path, problem, expected }],
})

const placeOf = (homes: readonly Home[], row: Row | null, at: number): number =>
  row?.property_id ? homes.findIndex(home => home.property_id === row.property_id) : at

type Place = { index: number; row: Row | null; known: number; length: number; taken: readonly Target[] }

const misplaced = ({ index, row, known, length, taken }: Place): Refusal | null => {
  if (index < 0)
    return { problem: 'has an unknown property_id', expected: 'a property_id from this intake, or none' }
  if (row === null && index >= known)
    return { problem: 'is not a home in this intake, so it cannot be removed' }
  if (index > length) return { problem: 'is past the last home', expected: `a position up to ${length}` }
  if (taken.some(target => target.index === index))
    return { problem: 'is for the same home as another row', expected: 'one row per home' }
  return null
}

const matchList = (homes: readonly Home[], items: readonly unknown[]): Matched => {
  const targets: Target[] = []
  const problems: FieldProblem[] = []
  let length = homes.length
  items.forEach((item, at) => {
    const sentAs = `home[${at}]`
    const row = isObject(item) ? readRow(item) : null
    const index = placeOf(homes, row, at)
    const refusal =
      item === null || row
        ? misplaced({ index, row, known: homes.length, length, taken: targets })
        : { problem: 'has the wrong type', expected: 'an object, or null to remove the home' }
    if (refusal) problems.push({ path: sentAs, ...refusal })
    else targets.push({ index, sentAs, row })
    length = Math.max(length, at + 1)
  })
  return { targets, problems }
}

/** A row matches a home by `property_id`, or by position if it has none. Null removes the home. */
export const matchRows = (homes: readonly Home[], raw: unknown): Matched => {
  if (raw === undefined) return { targets: [], problems: [] }
  if (raw === null)
    return refused('home', 'cannot be cleared', 'a list of homes, with null for a home to remove')
  if (!Array.isArray(raw)) return refused('home', 'has the wrong type', 'a list of homes')
  if (raw.length > MOST_HOMES) return refused('home', 'has too many items', `at most ${MOST_HOMES} homes`)
  return matchList(homes, raw)
}
