import Type, { type TSchema } from 'typebox'
import { type Anyone, operation } from '../app.ts'
import { exampleIntake } from '../umbrella/application/examples.ts'
import { UmbrellaIntake } from '../umbrella/application/intake-schema.ts'
import { UmbrellaKnownSummary } from '../umbrella/application/known-summary.ts'
import { NextQuestion } from '../umbrella/application/next-question.ts'
import { prefill, prefilledProperties, prefillProperties } from './prefill.ts'

const closed = { additionalProperties: false } as const

export const UmbrellaPrefillRequest = Type.Object(
  { intake: UmbrellaIntake, ...prefillProperties },
  { $id: 'UmbrellaPrefillRequest', ...closed, examples: [{ intake: exampleIntake, sandbox: true }] },
)

export const UmbrellaPrefillResponse = Type.Object(
  { ...prefilledProperties(UmbrellaKnownSummary), next_question: Type.Optional(NextQuestion as TSchema) },
  { $id: 'UmbrellaPrefillResponse', ...closed },
)

export const umbrellaPrefill = operation({
  id: 'umbrellaPrefill',
  summary: 'Start an umbrella application for the person you work for.',
  description:
    'Takes what is known of the person and the household, and answers with the next question and the token for the next call. No credential is needed; nothing is submitted, and no consent is taken here.',
  guidance: {
    before:
      'gather what the person approved to be used. Mark each value that they did not confirm with field_estimates.',
    onFailure: '400 names the field; correct it. 429: wait as many seconds as retry_after says.',
  },
  input: UmbrellaPrefillRequest,
  output: UmbrellaPrefillResponse,
  run: (app, caller: Anyone, input) => prefill(app, caller, { line: 'umbrella', input }),
})
