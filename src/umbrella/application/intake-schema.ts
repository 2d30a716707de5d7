import Type, { type TSchema } from 'typebox'
import { confidences } from '../../line/fields/estimates.ts'
import { addressSchema, optional, sentProperties } from '../../line/fields/intake-schema.ts'
import { exampleIntake } from './examples.ts'
import { umbrellaFields } from './fields.ts'

const { street: _street, city: _city, state: _state, zip: _zip, ...besideAddress } = umbrellaFields

/** The published form of `intake`: open, since what nobody knows is kept and named in `unrecognized_fields`. */
export const UmbrellaIntake = Type.Object(
  optional({ ...sentProperties(besideAddress), address: addressSchema(umbrellaFields) }),
  {
    $id: 'UmbrellaIntake',
    additionalProperties: true,
    description:
      'A patch of the application. Null clears, lists replace, a key that is not known is kept and named in unrecognized_fields. Social Security, card and bank account numbers and passwords are refused.',
    examples: [exampleIntake],
  },
)

const line = (maxLength: number, description: string): TSchema =>
  Type.String({ minLength: 1, maxLength, description })

export const UmbrellaSentEstimate = Type.Object(
  {
    field: line(200, 'The field that is estimated: its path in intake, such as address.zip.'),
    review_path: Type.Optional(
      Type.Array(Type.Union([Type.String(), Type.Integer()]), {
        maxItems: 10,
        description: 'The same path in parts, as it is answered. The field alone counts.',
      }),
    ),
    value: Type.Optional(
      Type.Unknown({ description: 'The estimated value; it may stand in intake instead.' }),
    ),
    source: Type.Optional(
      line(100, 'Where the value comes from: crm, policy_declarations, public_records, …'),
    ),
    confidence: Type.Optional(Type.Enum([...confidences])),
    confirmed_by_user: Type.Optional(
      Type.Boolean({ description: 'True once the buyer said that the value is right.' }),
    ),
    estimated_at: Type.Optional(
      Type.String({ maxLength: 40, description: 'An RFC 3339 time or an ISO date.' }),
    ),
  },
  {
    $id: 'UmbrellaSentEstimate',
    additionalProperties: false,
    description:
      'Marks a value that the buyer did not confirm. One entry a field; a later one updates it. A value without an entry counts as confirmed when it first arrives.',
  },
)
