import Type from 'typebox'
import { type Anyone, operation } from '../app.ts'
import { exampleIntake } from '../homeowners/application/examples.ts'
import { HomeownersIntake } from '../homeowners/application/intake-schema.ts'
import { KnownSummarySchema } from '../homeowners/application/known-summary.ts'
import { prefill, prefilledProperties, prefillProperties } from './prefill.ts'

const closed = { additionalProperties: false } as const

export const HomeownersPrefillRequest = Type.Object(
  { intake: HomeownersIntake, ...prefillProperties },
  { $id: 'HomeownersPrefillRequest', ...closed, examples: [{ intake: exampleIntake, sandbox: true }] },
)

export const HomeownersPrefillResponse = Type.Object(
  {
    ...prefilledProperties(KnownSummarySchema),
    missing_fields: Type.Optional(
      Type.Array(Type.String(), { description: 'Paths of what is still needed.' }),
    ),
  },
  { $id: 'HomeownersPrefillResponse', ...closed },
)

export const homeownersPrefill = operation({
  id: 'homeownersPrefill',
  summary: 'Start a homeowners application for the person you work for.',
  description:
    'Takes what is known of the person and the home, and answers with what is still needed and the token for the next call. No credential is needed; nothing is submitted, and no consent is taken here.',
  guidance: {
    before:
      'gather what the person approved to be used. Mark each home value that they did not confirm with field_estimates.',
    onFailure: '400 names the field; correct it. 429: wait as many seconds as retry_after says.',
  },
  input: HomeownersPrefillRequest,
  output: HomeownersPrefillResponse,
  run: (app, caller: Anyone, input) => prefill(app, caller, { line: 'homeowners', input }),
})
