import Type, { type TSchema } from 'typebox'
import { storedSchema } from '../../line/fields/field-schema.ts'
import type { Answers, Household } from './application.ts'
import { pathOf, umbrellaFieldNames, umbrellaFields, wireName } from './fields.ts'
import { maskedValue } from './value-words.ts'

const closed = { additionalProperties: false } as const

const { street, city, state, zip, ...others } = umbrellaFields

const known = (fields: Partial<typeof umbrellaFields>): Record<string, TSchema> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, Type.Optional(storedSchema(field))]),
  )

export const UmbrellaKnownSummary = Type.Object(
  { ...known(others), address: Type.Optional(Type.Object(known({ street, city, state, zip }), closed)) },
  {
    $id: 'UmbrellaKnownSummary',
    ...closed,
    description:
      'Everything collected so far, in the form of intake. License numbers show only their last four characters.',
  },
)

export const knownSummary = (answers: Answers): Record<string, unknown> => {
  const shown = umbrellaFieldNames.flatMap(name =>
    answers[name] === undefined
      ? []
      : [[pathOf(name), maskedValue(umbrellaFields[name], answers[name])] as const],
  )
  const address = shown.flatMap(([[at, part], value]) => (at === 'address' && part ? [[part, value]] : []))
  return Object.fromEntries([
    ...shown.flatMap(([[name, part], value]) => (part === undefined ? [[name, value]] : [])),
    ...(address.length > 0 ? [['address', Object.fromEntries(address)]] : []),
  ])
}

export const UmbrellaFieldEstimate = Type.Object(
  {
    field: Type.String(),
    review_path: Type.Array(Type.String(), { description: 'Path of the value in intake.' }),
    value: Type.Unknown(),
    source: Type.String(),
    confidence: Type.Enum(['low', 'medium', 'high']),
    confirmed_by_user: Type.Boolean(),
    estimated_at: Type.Optional(Type.String()),
    reason: Type.Optional(Type.String()),
    rule: Type.Optional(Type.String({ description: 'Of an estimate by the service: the name of its rule.' })),
  },
  { $id: 'UmbrellaFieldEstimate', ...closed },
)

export const shownEstimates = (household: Household) =>
  household.field_estimates.map(({ field, ...entry }) => ({
    field: wireName(field),
    review_path: pathOf(field),
    value: maskedValue(umbrellaFields[field as keyof Answers], household[field as keyof Answers]),
    ...entry,
  }))
