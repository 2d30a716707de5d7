import Type from 'typebox'
import {
  addressSchema,
  nullable,
  optional,
  sentProperties,
  textOrNull,
} from '../../line/fields/intake-schema.ts'
import { estimateFields } from '../../line/fields/read-estimates.ts'
import { orFieldName, sentConfidence, sentEstimates } from '../../line/fields/sent-estimate.ts'
import { exampleIntake } from './examples.ts'
import { applicantFields, homeFields } from './fields.ts'

const open = { additionalProperties: true } as const

const FieldEstimateSent = orFieldName(
  Type.Object(
    optional({
      ...sentProperties(estimateFields),
      confidence: sentConfidence,
      value: Type.Unknown({ description: 'The estimated value. You may send it in the row instead.' }),
    }),
    {
      ...open,
      description:
        'Flags a home value that the homeowner did not confirm. Send one entry per field; a later entry updates it. A value without an entry counts as confirmed. The field name alone works too.',
    },
  ),
)

const HomeRow = nullable(
  Type.Object(
    optional({
      property_id: textOrNull('Which home this is. If omitted, the position in the list decides.'),
      ...sentProperties(homeFields),
      address: addressSchema(homeFields),
      field_estimates: sentEstimates(FieldEstimateSent),
    }),
    { ...open, description: 'A home. Before submission, null removes the home at that position.' },
  ),
)

export const HomeownersIntake = Type.Object(
  optional({
    ...sentProperties(applicantFields),
    credit_check_authorized: Type.Boolean({
      description: 'Same as the top-level credit_check_authorized.',
    }),
    home: Type.Array(HomeRow, { description: 'The homes to insure.' }),
    address: {
      ...addressSchema(homeFields),
      description: 'The address of the home, if there is only one; the same as home[0].address.',
    },
  }),
  {
    $id: 'HomeownersIntake',
    ...open,
    description:
      'A patch of the application. Objects merge and null clears. Unknown keys are stored and listed in unrecognized_fields. Social Security, card and bank account numbers and passwords are rejected.',
    examples: [exampleIntake],
  },
)
