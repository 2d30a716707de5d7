import Type, { type TSchema } from 'typebox'
import { operation } from '../../platform/app.ts'
import type { AnyShopper } from '../../platform/key/guard.ts'
import { draftProblems } from '../../products/line/reviewed-purchase/answering/patch.ts'
import {
  intakeSchema,
  knownSummarySchema,
} from '../../products/line/reviewed-purchase/application/known-summary.ts'
import { followUpSchema } from '../../products/line/reviewed-purchase/shopper/schema.ts'
import { exampleIntake } from '../../products/umbrella/examples.ts'
import { umbrellaLine } from '../../products/umbrella/line.ts'
import { prefill, prefilledProperties, prefillProperties } from './prefill.ts'

const closed = { additionalProperties: false } as const

const UmbrellaPrefillRequest = Type.Object(
  { intake: intakeSchema(umbrellaLine), ...prefillProperties },
  { $id: 'UmbrellaPrefillRequest', ...closed, examples: [{ intake: exampleIntake, sandbox: true }] },
)

const REVIEWED_NEXT = [
  'next_action',
  'next_question',
  'review',
  'review_token',
  'review_url',
  'field_estimates',
  'ineligible_reasons',
  'statement',
] as const

const UmbrellaPrefillResponse = Type.Object(
  {
    ...prefilledProperties(knownSummarySchema(umbrellaLine)),
    ...Type.Pick(followUpSchema(umbrellaLine), REVIEWED_NEXT).properties,
  } as Record<string, TSchema>,
  { $id: 'UmbrellaPrefillResponse', ...closed },
)

export const umbrellaPrefill = operation({
  id: 'umbrellaPrefill',
  summary: 'Start an umbrella application for the person you work for.',
  description:
    'Send what you know about the person and the household. The response holds the next question and the token for the next call. No credential is needed. This call submits nothing and records no consent.',
  guidance: {
    before:
      'collect only what the person agreed to share. List each value they did not confirm in field_estimates.',
    onFailure: '400 names the field to correct. 429: wait retry_after seconds, then retry.',
  },
  input: UmbrellaPrefillRequest,
  alsoWrong: draftProblems(umbrellaLine),
  output: UmbrellaPrefillResponse,
  run: (app, caller: AnyShopper, input) => prefill(app, caller, { line: 'umbrella', input }),
})
