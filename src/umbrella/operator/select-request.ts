import Type from 'typebox'
import { anId } from '../../line/fields/intake-schema.ts'
import { UmbrellaIntake as UmbrellaIntakeSchema } from '../application/intake-schema.ts'

export const UmbrellaSelectRequest = Type.Object(
  {
    uid: anId('The purchase.'),
    selection_token: anId('Of the offer that the buyer chose.'),
    selection_confirmed: Type.Literal(true, { description: 'The buyer said that they choose this offer.' }),
    credit_consent: Type.Optional(
      Type.Object(
        {
          answer: Type.Enum(['Yes', 'No'], {
            description: 'The buyer’s own answer to credit_consent_question.',
          }),
          collected_from_user: Type.Literal(true, {
            description: 'The buyer was shown the exact words and gave this answer themselves.',
          }),
        },
        { additionalProperties: false },
      ),
    ),
    intake: Type.Optional(UmbrellaIntakeSchema),
    sandbox: Type.Optional(Type.Boolean({ description: 'As on the first call, or left out.' })),
  },
  {
    $id: 'UmbrellaSelectRequest',
    additionalProperties: false,
    examples: [
      {
        uid: 'umb_01hzY0Wb3kTqRZ5xN8cVdE',
        selection_token: 'off_5sR8mV2kQwXb7nTzYc4d1L',
        selection_confirmed: true,
        credit_consent: { answer: 'Yes', collected_from_user: true },
      },
    ],
  },
)
