import Type from 'typebox'
import { addressSchema, optional, sentProperties } from '../../line/fields/intake-schema.ts'
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
