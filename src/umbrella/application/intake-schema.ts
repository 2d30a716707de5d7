import Type, { type TSchema } from 'typebox'
import { addressSchema, optional, sentProperties } from '../../line/fields/intake-schema.ts'
import { sentConfidence } from '../../line/fields/sent-estimate.ts'
import { exampleIntake } from './examples.ts'
import { umbrellaFields } from './fields.ts'

const { street: _street, city: _city, state: _state, zip: _zip, ...besideAddress } = umbrellaFields

export const UmbrellaIntake = Type.Object(
  optional({ ...sentProperties(besideAddress), address: addressSchema(umbrellaFields) }),
  {
    $id: 'UmbrellaIntake',
    additionalProperties: true,
    description:
      'A patch of the application. Null clears and lists replace. Unknown keys are stored and listed in unrecognized_fields. Social Security, card and bank account numbers and passwords are rejected.',
    examples: [exampleIntake],
  },
)

const line = (maxLength: number, description: string): TSchema =>
  Type.String({ minLength: 1, maxLength, description })

export const UmbrellaSentEstimate = Type.Object(
  {
    field: line(200, 'Path of the estimated field in intake, such as address.zip.'),
    review_path: Type.Optional(
      Type.Array(Type.Union([Type.String(), Type.Integer()]), {
        maxItems: 10,
        description:
          'The same path in parts, as returned in responses. It is ignored on input; field decides.',
      }),
    ),
    value: Type.Optional(
      Type.Unknown({ description: 'The estimated value. You may send it in intake instead.' }),
    ),
    source: Type.Optional(
      line(100, 'Source of the value, such as crm, policy_declarations or public_records.'),
    ),
    confidence: Type.Optional(sentConfidence),
    confirmed_by_user: Type.Optional(
      Type.Boolean({ description: 'True once the buyer confirmed the value.' }),
    ),
    estimated_at: Type.Optional(
      Type.String({ maxLength: 40, description: 'An RFC 3339 time or an ISO date.' }),
    ),
  },
  {
    $id: 'UmbrellaSentEstimate',
    additionalProperties: false,
    description:
      'Flags a value that the buyer did not confirm. Send one entry per field; a later entry updates it. A value without an entry counts as confirmed.',
  },
)
