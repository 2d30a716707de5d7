import Type from 'typebox'
import { addressSchema, optional, sentProperties } from '../../fields/intake-schema.ts'
import { perLine, schemaId } from '../reviewed-line.ts'

export const intakeSchema = perLine(line => {
  const { street: _street, city: _city, state: _state, zip: _zip, ...besideAddress } = line.fields
  return Type.Object(optional({ ...sentProperties(besideAddress), address: addressSchema(line.fields) }), {
    $id: schemaId(line, 'Intake'),
    additionalProperties: true,
    description:
      'A patch of the application. Null clears and lists replace. Unknown keys are stored and listed in unrecognized_fields. Social Security, card and bank account numbers and passwords are rejected.',
    examples: [line.examples.intake],
  })
})
