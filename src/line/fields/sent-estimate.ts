import Type from 'typebox'
import { confidences } from './estimates.ts'

/** An estimate beside an intake of either line. */
export const SentFieldEstimate = Type.Object(
  {
    field: Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        'The field that is estimated: its path in intake, such as address.zip or home[0].roof_date.',
    }),
    value: Type.Optional(
      Type.Unknown({ description: 'The estimated value; it may stand in intake instead.' }),
    ),
    source: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'Where the value comes from.' }),
    ),
    confidence: Type.Optional(Type.Enum([...confidences])),
    confirmed_by_user: Type.Optional(
      Type.Boolean({ description: 'True once the person said that the value is right.' }),
    ),
    estimated_at: Type.Optional(
      Type.String({ maxLength: 40, description: 'An RFC 3339 time or an ISO date.' }),
    ),
  },
  {
    $id: 'SentFieldEstimate',
    additionalProperties: false,
    description:
      'Marks a value that the person did not confirm. One entry a field; a later one updates it. A value without an entry counts as confirmed when it first arrives.',
  },
)
