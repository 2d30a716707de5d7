import Type, { type TObject, type TSchema } from 'typebox'
import { isObject } from '../../../platform/lib/is-object.ts'
import { confidences } from '../../../platform/values/sourced.ts'
import type { Json } from './merge.ts'

/** The reader, not the schema, checks the value, so that it can suggest the right one. */
export const sentConfidence = {
  type: ['string', 'number'],
  description: 'low, medium, or high. A number from 0 to 1 works too.',
  anyOf: [{ enum: [...confidences] }, {}],
}

export type SentEntry = Json | string

/** A list of entries, or an object with an entry for each field. */
export type SentEstimates = readonly SentEntry[] | Json

export const sentEstimates = (entry: TSchema, description?: string) =>
  Type.Unsafe<SentEstimates>({
    type: ['array', 'object'],
    items: entry,
    maxItems: 100,
    maxProperties: 100,
    description: `${description ?? 'The values that the person has not confirmed.'} A list, or an object with an entry for each field.`,
  })

export type PlacedEstimate = { at: string; entry: unknown }

/** Each with the place it was sent in. Under the name of a field, only an object is an entry. */
export const placedEstimates = (sent: unknown, at: string): PlacedEstimate[] => {
  if (sent === undefined) return []
  if (!isObject(sent) || 'field' in sent)
    return (Array.isArray(sent) ? sent : [sent]).map((entry, index) => ({ at: `${at}[${index}]`, entry }))
  return Object.entries(sent).map(([field, entry]) => ({
    at: `${at}.${field}`,
    entry: isObject(entry) ? { ...entry, field } : null,
  }))
}

export const orFieldName = (entry: TObject) =>
  Type.Unsafe<SentEntry>({ ...entry, type: ['object', 'string'], minLength: 1, maxLength: 200 })

export const SentFieldEstimate = orFieldName(
  Type.Object(
    {
      field: Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Path of the estimated field in intake, such as address.zip or home[0].roof_date.',
      }),
      review_path: Type.Optional(
        Type.Array(Type.Union([Type.String(), Type.Integer()]), {
          maxItems: 10,
          description: 'The same path in parts, as responses return it. Ignored on input; field decides.',
        }),
      ),
      value: Type.Optional(
        Type.Unknown({ description: 'The estimated value; it may be in intake instead.' }),
      ),
      source: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 100,
          description: 'Where the value comes from, in your words: crm, listing, public_records, …',
        }),
      ),
      confidence: Type.Optional(sentConfidence),
      confirmed_by_user: Type.Optional(
        Type.Boolean({ description: 'True once the person has confirmed the value.' }),
      ),
      estimated_at: Type.Optional(
        Type.String({ maxLength: 40, description: 'An RFC 3339 time or an ISO date.' }),
      ),
    },
    {
      $id: 'SentFieldEstimate',
      additionalProperties: false,
      description:
        'Marks a value that the person has not confirmed. One entry per field; a later one updates it. A value without an entry counts as confirmed. The path alone works too.',
    },
  ),
)

const SHAPE = '{"field": "FIELD", "source": "listing", "confidence": "low"}'

const MEANING = 'source is where the value comes from, in your words; confidence is low, medium or high'

export const ESTIMATE_SHAPE = `${SHAPE}: field is the name of the field; ${MEANING}`

type Flagged = { what: string; where: string; example: string }

export const flagEstimates = ({ what, where, example }: Flagged): string =>
  `Flag each ${what} did not confirm in ${where}, as ${SHAPE.replace('FIELD', example)}: ${MEANING}.`

export const namedEstimate = (sent: unknown): unknown => {
  if (typeof sent === 'string') return { field: sent }
  if (!isObject(sent)) return sent
  const { review_path: _, ...entry } = sent
  return entry
}
