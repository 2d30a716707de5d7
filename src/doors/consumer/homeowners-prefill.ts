import Type, { type TSchema } from 'typebox'
import { operation } from '../../platform/app.ts'
import type { AnyShopper } from '../../platform/key/guard.ts'
import { intakeProblems } from '../../products/homeowners/answering/intake-problems.ts'
import { exampleIntake } from '../../products/homeowners/application/examples.ts'
import { HomeownersIntake } from '../../products/homeowners/application/intake-schema.ts'
import { KnownSummarySchema } from '../../products/homeowners/application/known-summary.ts'
import { MissingFieldDetail } from '../../products/homeowners/application/missing.ts'
import { HomeownersFollowUp } from '../../products/homeowners/shopper/schema.ts'
import { prefill, prefilledProperties, prefillProperties } from './prefill.ts'

const closed = { additionalProperties: false } as const

const HomeownersPrefillRequest = Type.Object(
  { intake: HomeownersIntake, ...prefillProperties },
  { $id: 'HomeownersPrefillRequest', ...closed, examples: [{ intake: exampleIntake, sandbox: true }] },
)

const HomeownersPrefillResponse = Type.Object(
  {
    ...prefilledProperties(KnownSummarySchema),
    missing_fields: Type.Optional(
      Type.Array(Type.String(), { description: 'Paths of the answers still missing.' }),
    ),
    missing_field_details: Type.Optional(Type.Array(MissingFieldDetail as TSchema)),
    credit_consent_question: Type.Optional(HomeownersFollowUp.properties.credit_consent_question as TSchema),
    statement: Type.Optional(HomeownersFollowUp.properties.statement as TSchema),
  },
  { $id: 'HomeownersPrefillResponse', ...closed },
)

export const homeownersPrefill = operation({
  id: 'homeownersPrefill',
  summary: 'Start a homeowners application for the person you work for.',
  description:
    'Send what you know about the person and the home. The response lists what is still missing and holds the token for the next call. No credential is needed. This call submits nothing and records no consent.',
  guidance: {
    before:
      'collect only what the person agreed to share. List each home value they did not confirm in field_estimates.',
    onFailure: '400 names the field to correct. 429: wait retry_after seconds, then retry.',
  },
  input: HomeownersPrefillRequest,
  alsoWrong: intakeProblems,
  output: HomeownersPrefillResponse,
  run: (app, caller: AnyShopper, input) => prefill(app, caller, { line: 'homeowners', input }),
})
