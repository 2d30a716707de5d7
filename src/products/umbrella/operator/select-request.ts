import Type from 'typebox'
import { anId } from '../../../platform/values/schema-parts.ts'
import { refuseOutdated } from '../../line/record/consent.ts'
import { creditCheck } from '../application/consent-words.ts'
import { UmbrellaIntake as UmbrellaIntakeSchema } from '../application/intake-schema.ts'

export type SentConsent = { answer: 'Yes' | 'No'; version?: string | undefined }

export const consentIn = (
  sent: SentConsent | undefined,
  { status: current_status }: { status: string },
): 'Yes' | 'No' | null => {
  if (sent?.version !== undefined) refuseOutdated(creditCheck, { version: sent.version, current_status })
  return sent?.answer ?? null
}

export const UmbrellaSelectRequest = Type.Object(
  {
    uid: anId('The purchase.'),
    selection_token: anId('Token of the offer the buyer chose.'),
    selection_confirmed: Type.Literal(true, { description: 'True when the buyer confirmed this choice.' }),
    credit_consent: Type.Optional(
      Type.Object(
        {
          answer: Type.Enum(['Yes', 'No'], {
            description: 'The buyer’s own answer to credit_consent_question.',
          }),
          collected_from_user: Type.Literal(true, {
            description: 'True when the buyer was shown the exact text and answered themselves.',
          }),
          version: Type.Optional(
            Type.String({
              maxLength: 40,
              description: 'The version of credit_consent_question, if you like.',
            }),
          ),
        },
        { additionalProperties: false },
      ),
    ),
    intake: Type.Optional(UmbrellaIntakeSchema),
    sandbox: Type.Optional(Type.Boolean({ description: 'Same value as on the first call, or omit it.' })),
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
