import Type from 'typebox'
import { anId } from '../../../../platform/values/schema-parts.ts'
import { refuseOutdated } from '../../record/consent.ts'
import { intakeSchema } from '../application/intake-schema.ts'
import { exampleUid, lineOf, type OfLine, perLine, schemaId } from '../reviewed-line.ts'

export type SentConsent = { answer: 'Yes' | 'No'; version?: string | undefined }

export const consentIn = (
  sent: SentConsent | undefined,
  { line, status: current_status }: OfLine & { status: string },
): 'Yes' | 'No' | null => {
  if (sent?.version !== undefined)
    refuseOutdated(lineOf({ line }).consents.creditCheck, { version: sent.version, current_status })
  return sent?.answer ?? null
}

export const selectRequest = perLine(line =>
  Type.Object(
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
      intake: Type.Optional(intakeSchema(line)),
      sandbox: Type.Optional(Type.Boolean({ description: 'Same value as on the first call, or omit it.' })),
    },
    {
      $id: schemaId(line, 'SelectRequest'),
      additionalProperties: false,
      examples: [
        {
          uid: exampleUid(line),
          selection_token: 'off_5sR8mV2kQwXb7nTzYc4d1L',
          selection_confirmed: true,
          credit_consent: { answer: 'Yes', collected_from_user: true },
        },
      ],
    },
  ),
)
