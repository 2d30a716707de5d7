import Type, { type TSchema } from 'typebox'
import type { Field, FieldTable } from './field.ts'

export type Shape = { type: string; enum?: string[]; format?: string }

const FORMATS: Readonly<Record<string, string>> = { date: 'date', email: 'email', time: 'date-time' }

const TYPES: Readonly<Record<string, string>> = {
  integer: 'integer',
  money: 'integer',
  boolean: 'boolean',
  list: 'array',
}

export const shapeOf = (field: Field): Shape => ({
  type: TYPES[field.kind] ?? 'string',
  ...(field.kind === 'choice' && { enum: [...field.values] }),
  ...(FORMATS[field.kind] !== undefined && { format: FORMATS[field.kind] }),
})

const object = (fields: FieldTable, schemaOf: (field: Field) => TSchema): TSchema =>
  Type.Object(
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, Type.Optional(schemaOf(field))])),
  )

/** Described by its label: what it means is said once, where it is sent. */
export const storedSchema = (field: Field): TSchema => {
  const { label: description } = field
  const { type, ...rest } = shapeOf(field)
  if (field.kind === 'list')
    return Type.Array({ ...object(field.item, storedSchema), additionalProperties: false }, { description })
  return { type, ...(field.kind !== 'time' && field.kind !== 'email' && rest), description }
}

const bounds = (field: Field): string => {
  if (field.kind === 'integer') return ` From ${field.minimum} to ${field.maximum}.`
  if (field.kind === 'money') return ` Whole dollars; text like "$2.5M" or "750k" works too.`
  if (field.kind === 'list') return ` At most ${field.maxItems}.`
  return ''
}

const SENT_TYPES: Readonly<Record<string, string[]>> = {
  integer: ['integer', 'string', 'null'],
  money: ['integer', 'string', 'null'],
  date: ['string', 'integer', 'null'],
  boolean: ['boolean', 'string', 'null'],
  list: ['array', 'null'],
}

/** Accepts more than is stored: the reader checks values, so that it can report all problems at once. */
export const sentSchema = (field: Field): TSchema => {
  const sent = {
    type: SENT_TYPES[field.kind] ?? ['string', 'null'],
    description: field.description + bounds(field),
  }
  if (field.kind === 'list') return { ...sent, items: object(field.item, sentSchema) }
  if (field.kind !== 'choice') return sent
  // Another value is refused by the reader, with the closest of these as a suggestion.
  return {
    ...sent,
    anyOf: [{ enum: [...field.values, ...Object.keys(field.synonyms)] }, { title: 'other' }],
  }
}
