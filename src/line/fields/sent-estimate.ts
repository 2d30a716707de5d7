import Type, { type TSchema } from 'typebox'
import { confidences } from './estimates.ts'

/** The reader, not the schema, checks the value, so that it can suggest the right one. */
export const sentConfidence = {
  type: ['string', 'number'],
  description: 'low, medium, or high. A number from 0 to 1 works too.',
  anyOf: [
    { enum: [...confidences] },
    { description: 'Any other value is refused, with the closest of these as a suggestion.' },
  ],
} as unknown as TSchema

export const SentFieldEstimate = Type.Object(
  {
    field: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Path of the estimated field in intake, such as address.zip or home[0].roof_date.',
    }),
    value: Type.Optional(Type.Unknown({ description: 'The estimated value; it may be in intake instead.' })),
    source: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'Where the value comes from.' }),
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
      'Marks a value that the person has not confirmed. One entry per field; a later one updates it. A value without an entry counts as confirmed.',
  },
)
