import Type, { type TSchema } from 'typebox'
import { addressSchema, nullable, optional, sentProperties } from '../../line/fields/intake-schema.ts'
import { estimateFields } from '../../line/fields/read-estimates.ts'
import { exampleIntake } from './examples.ts'
import { applicantFields, homeFields } from './fields.ts'

const open = { additionalProperties: true } as const

const FieldEstimateSent = Type.Object(
  optional({
    ...sentProperties(estimateFields),
    value: Type.Unknown({ description: 'The estimated value; it may stand in the row instead.' }),
  }),
  {
    ...open,
    description:
      'Marks a home value that the homeowner did not confirm. One entry a field; a later one updates it. A value without an entry counts as confirmed when it first arrives.',
  },
)

const HomeRow = nullable(
  Type.Object(
    optional({
      property_id: {
        type: ['string', 'null'],
        description: 'Which home this is. Without it the place in the list counts.',
      } as unknown as TSchema,
      ...sentProperties(homeFields),
      address: addressSchema(homeFields),
      field_estimates: Type.Array(FieldEstimateSent),
    }),
    { ...open, description: 'A home. Null in place of a row removes the home, before submission.' },
  ),
)

/** The published form of `intake`: open, since what nobody knows is kept and named in `unrecognized_fields`. */
export const HomeownersIntake = Type.Object(
  optional({
    ...sentProperties(applicantFields),
    credit_check_authorized: Type.Boolean({
      description: 'The same as credit_check_authorized beside intake.',
    }),
    home: Type.Array(HomeRow, { description: 'The homes to insure.' }),
  }),
  {
    $id: 'HomeownersIntake',
    ...open,
    description:
      'A patch of the application. Objects merge, null clears, a key that is not known is kept and named in unrecognized_fields. Social Security, card and bank account numbers and passwords are refused.',
    examples: [exampleIntake],
  },
)
