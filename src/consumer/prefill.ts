import Type, { type TSchema } from 'typebox'
import type { Anyone, App } from '../app.ts'
import { fail } from '../errors.ts'
import { intakeTokenEnds, newIntakeToken, shopperOf } from '../key/intake-token.ts'
import { resumeUrl } from '../key/resume-link.ts'
import { addShopper } from '../key/shopper.ts'
import type { Json } from '../line/fields/merge.ts'
import { SentFieldEstimate } from '../line/fields/sent-estimate.ts'
import { type LineName, lineNames, lines } from '../lines.ts'

/** What both prefills take beside the intake of their line. */
export const prefillProperties = {
  credit_consent_pending: Type.Optional(
    Type.Boolean({ description: 'Consent is only ever taken later, whatever this says.' }),
  ),
  field_estimates: Type.Optional(Type.Array(SentFieldEstimate, { maxItems: 100 })),
  sandbox: Type.Optional(Type.Boolean({ description: 'Mocked carriers, no mail, nothing real happens.' })),
}

/** What both answer beside what they know; `known` is the summary of their line. */
export const prefilledProperties = (known: TSchema) => ({
  uid: Type.String({ description: 'The application, in every later call.' }),
  line: Type.Enum(lineNames),
  status: Type.String(),
  intake_access_token: Type.String({
    description: 'For the next call under /api/intake/{uid}, which answers with another. Show it to nobody.',
  }),
  polling_token: Type.String({ description: 'Opens the coarse status and nothing else.' }),
  resume_url: Type.String({
    format: 'uri',
    description: 'Where the person goes on by themselves, after a link by mail.',
  }),
  review_summary: known,
  expires_at: Type.String({
    format: 'date-time',
    description: 'When the access token ends, unless it is used before.',
  }),
  sandbox: Type.Boolean(),
  response_summary: Type.String({ description: 'What happened, in one sentence.' }),
  unrecognized_fields: Type.Array(Type.String(), {
    description: 'Keys that nobody knows: kept, and perhaps a typing mistake.',
  }),
  agent_instructions: Type.Array(Type.String(), { description: 'What to do next.' }),
})

export type PrefillInput = {
  intake: Json
  field_estimates?: (Json & { field: string })[]
  sandbox?: boolean
}

const KEEP =
  'Keep intake_access_token to yourself and use it in the next call; each PATCH and POST answers with a new one. Send an Idempotency-Key with those, so that a lost answer can be fetched again.'

/** A new application, and what its shopper needs to come back to it. */
export const prefill = async (
  app: App,
  caller: Anyone,
  { line, input: { intake, field_estimates = [], sandbox = false } }: { line: LineName; input: PrefillInput },
) => {
  if (Object.keys(intake).length === 0)
    fail('invalid_request', {
      fields: [{ path: 'intake', problem: 'is empty', expected: 'the application, as full as you have it' }],
    })
  const shop = lines[line].shopper
  const { uid } = await shop.start(app, caller, { intake, field_estimates, sandbox })
  const { polling_token } = await addShopper(app, uid)
  const intake_access_token = await newIntakeToken(app, uid)
  const body = await shop.view(app, shopperOf(caller, uid))
  const { status, known_summary, missing_fields, next_question, response_summary, unrecognized_fields } = body
  return {
    uid,
    line,
    status,
    intake_access_token,
    polling_token,
    resume_url: resumeUrl(app, uid),
    review_summary: known_summary,
    ...(missing_fields && { missing_fields }),
    ...(next_question && { next_question }),
    expires_at: intakeTokenEnds(app.clock.now()).toISOString(),
    sandbox,
    response_summary,
    unrecognized_fields,
    agent_instructions: [...body.agent_instructions, KEEP],
  }
}
