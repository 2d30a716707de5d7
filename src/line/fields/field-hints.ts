import { closest } from '../../http/field-problems.ts'
import type { FieldTable } from './field.ts'
import type { Unrecognized } from './unrecognized.ts'

export type FieldHint = { field: string; did_you_mean: string }

const ADVICE =
  'Check unrecognized_fields: we stored them, but they have no effect. field_hints names the field you may have meant.'

const namesIn = (fields: FieldTable): string[] =>
  Object.entries(fields).flatMap(([name, field]) => [
    name,
    ...field.aliases,
    ...(field.kind === 'list' ? namesIn(field.item) : []),
  ])

const LONGEST = 60

/** A hint keeps the place of the key: home[0].roof_tipe may have meant home[0].roof_type. */
export const fieldHints = (unrecognized: Unrecognized, ...tables: readonly FieldTable[]): FieldHint[] => {
  const known = tables.flatMap(namesIn)
  return Object.keys(unrecognized).flatMap(field => {
    const [, place = '', name = field] = /^(.*[.\]]\.?)?([^.\]]+)$/.exec(field) ?? []
    const meant = closest(name.slice(0, LONGEST), known)
    return meant === undefined ? [] : [{ field, did_you_mean: `${place}${meant}` }]
  })
}

export const hintsPart = (hints: readonly FieldHint[]): { field_hints?: FieldHint[] } =>
  hints.length > 0 ? { field_hints: [...hints] } : {}

export const withHintAdvice = (
  instructions: readonly string[],
  { field_hints = [] }: { field_hints?: readonly FieldHint[] },
): string[] => (field_hints.length > 0 ? [ADVICE, ...instructions] : [...instructions])
