import type { FieldProblem } from '../../../platform/errors.ts'
import { isObject } from '../../../platform/lib/is-object.ts'
import { sameValue } from './estimates.ts'
import { type Field, type FieldTable, namedIn } from './field.ts'
import { type Json, withValues } from './merge.ts'
import { readValue } from './read-value.ts'

export type Value = string | number | boolean | Json[]

export type Reading = {
  values: Map<string, Value | null>
  unknown: Map<string, unknown>
  problems: FieldProblem[]
}

export const emptyReading = (): Reading => ({ values: new Map(), unknown: new Map(), problems: [] })

export const under = (path: string, rest: string): string =>
  rest.startsWith('[') ? path + rest : `${path}.${rest}`

export const include = (whole: Reading, path: string, { unknown, problems }: Reading): void => {
  for (const [key, value] of unknown) whole.unknown.set(under(path, key), value)
  whole.problems.push(...problems.map(problem => ({ ...problem, path: under(path, problem.path) })))
}

const headOf = (path: string): string =>
  path.replace(/^(?:intake\.)?(?:address\.)?/, '').replace(/[.[].*$/, '')

export const refusedFields = (fields: FieldTable, problems: readonly FieldProblem[]): string[] =>
  problems.flatMap(({ path }) => namedIn(fields, headOf(path)) ?? [])

/** For rules that compare values: neither a refused value nor the value it would replace is compared. */
export const withoutRefused = <T extends object>(row: T, refused: readonly string[]): T =>
  withValues(row, new Map(refused.map(name => [name, null])))

type List = Extract<Field, { kind: 'list' }>

const readList = (
  reading: Reading,
  name: string,
  { raw, field }: { raw: unknown; field: List },
): Value | undefined => {
  const expected = `a list of at most ${field.maxItems} objects`
  if (!Array.isArray(raw)) {
    reading.problems.push({ path: name, code: 'wrong_type', expected })
    return undefined
  }
  if (raw.length > field.maxItems) {
    reading.problems.push({ path: name, code: 'too_many_items', expected })
    return undefined
  }
  return raw.flatMap((item: unknown, at) => {
    if (!isObject(item)) {
      reading.problems.push({ path: `${name}[${at}]`, code: 'wrong_type', expected: 'an object' })
      return []
    }
    const read = readFields(field.item, item)
    include(reading, `${name}[${at}]`, read)
    return [Object.fromEntries([...read.values].filter(([, value]) => value !== null))]
  })
}

const readOne = (
  reading: Reading,
  name: string,
  { raw, field }: { raw: unknown; field: Field },
): Value | null | undefined => {
  if (raw === null) return null
  if (field.kind === 'list') return readList(reading, name, { raw, field })
  const read = readValue(field, raw)
  if (read.kind === 'value') return read.value
  reading.problems.push({ path: name, ...read.refusal })
  return undefined
}

export const readFields = (fields: FieldTable, input: Json): Reading => {
  const reading = emptyReading()
  const saidBy = new Map<string, string>()
  for (const [key, raw] of Object.entries(input)) {
    if (raw === undefined) continue
    const name = namedIn(fields, key)
    const field = name === undefined ? undefined : fields[name]
    if (name === undefined || field === undefined) {
      reading.unknown.set(key, raw)
      continue
    }
    const value = readOne(reading, key, { raw, field })
    if (value === undefined) continue
    const other = saidBy.get(name)
    if (other !== undefined && !sameValue(reading.values.get(name), value))
      reading.problems.push({ path: key, code: 'differs', facts: { other }, expected: 'only one of the two' })
    saidBy.set(name, key)
    reading.values.set(name, value)
  }
  return reading
}
