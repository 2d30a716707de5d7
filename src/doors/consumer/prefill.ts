import Type, { type TSchema } from 'typebox'
import { type App, operation } from '../../platform/app.ts'
import { fail } from '../../platform/errors.ts'
import type { AnyShopper } from '../../platform/key/guard.ts'
import {
  intakeTokenEnds,
  newIntakeToken,
  resumeUrl,
  shopperOf,
} from '../../platform/key/shopper/intake-token.ts'
import { addShopper } from '../../platform/key/shopper/shopper.ts'
import { LINES, type LineName, lineNames } from '../../platform/lines.ts'
import { hintsPart } from '../../products/line/fields/field-hints.ts'
import type { Json } from '../../products/line/fields/merge.ts'
import {
  type SentEstimates,
  SentFieldEstimate,
  sentEstimates,
} from '../../products/line/fields/sent-estimate.ts'
import type { FollowUpBody } from '../../products/line/shopper.ts'
import { answered } from '../../products/line/wire/answer-schema.ts'
import { StageField, WaitingOn } from '../../products/line/wire/waiting-on.ts'
import { lines } from '../../products/lines.ts'

const prefillProperties = {
  credit_consent_pending: Type.Optional(
    Type.Boolean({ description: 'Has no effect: consent is always collected later.' }),
  ),
  field_estimates: Type.Optional(sentEstimates(SentFieldEstimate)),
  sandbox: Type.Optional(
    Type.Boolean({ description: 'Rehearse with mock carriers: no emails, no real quotes, no purchase.' }),
  ),
}

const prefilledProperties = (known: TSchema) => ({
  uid: Type.String({ description: 'Identifies the application in later calls.' }),
  line: Type.Enum(lineNames),
  status: Type.String(),
  stage: StageField,
  waiting_on: WaitingOn,
  intake_access_token: Type.String({
    description:
      'Send it with the next call under /api/intake/{uid}, as Authorization: Bearer. Each PATCH and POST returns a new one. Keep it secret.',
  }),
  polling_token: Type.String({
    description: 'Reads the coarse status with GET /api/consumer/status?token=… and opens nothing else.',
  }),
  resume_url: Type.String({
    format: 'uri',
    description: 'Where the person can continue on their own, after we email them a link.',
  }),
  review_summary: known,
  expires_at: Type.String({
    format: 'date-time',
    description: 'When the access token expires unless you use it first.',
  }),
  sandbox: Type.Boolean(),
  response_summary: Type.String({ description: 'What happened, in one sentence.' }),
  unrecognized_fields: Type.Array(Type.String(), {
    description: 'Keys we do not recognize. They are stored; check them for typos.',
  }),
  field_hints: answered.field_hints,
  agent_instructions: Type.Array(Type.String(), { description: 'What to do next.' }),
})

type PrefillInput = {
  intake: Json
  field_estimates?: SentEstimates
  sandbox?: boolean
}

const CARRIED = [
  'missing_fields',
  'missing_field_details',
  'next_question',
  'next_action',
  'review',
  'review_token',
  'review_url',
  'field_estimates',
  'ineligible_reasons',
  'statement',
  'credit_consent_question',
] as const satisfies readonly (keyof FollowUpBody)[]

type Carried = Pick<FollowUpBody, (typeof CARRIED)[number]>

const carriedFrom = (body: FollowUpBody): Carried =>
  Object.fromEntries(CARRIED.flatMap(name => (body[name] === undefined ? [] : [[name, body[name]]])))

const keep = (uid: string): string =>
  `Keep intake_access_token secret and send it with the next call. Over HTTP, the next call is PATCH /api/intake/${uid} with the header Authorization: Bearer <intake_access_token>. Each PATCH and POST returns a new token. Send an Idempotency-Key with each, so you can retry if a response is lost.`

const LATER =
  'To check on the application later without changing it, call GET /api/consumer/status with polling_token as token. Over HTTP, token is a query parameter.'

const KEY_UNUSED =
  'Your operator key was not used: this application is the person’s own, and no operator sees it. If you work for a business, use its API instead, which GET /api/agent lists. If you shop for your own user, send no credential.'

const prefill = async (
  app: App,
  caller: AnyShopper,
  { line, input: { intake, field_estimates = [], sandbox = false } }: { line: LineName; input: PrefillInput },
) => {
  if (Object.keys(intake).length === 0)
    fail('invalid_request', {
      fields: [{ path: 'intake', code: 'empty', expected: 'the application, with everything you know' }],
    })
  const shop = lines[line].shopper
  const { uid } = await shop.start(app, caller, { intake, field_estimates, sandbox })
  const { polling_token } = await addShopper(app, uid)
  const intake_access_token = await newIntakeToken(app, uid)
  const body = await shop.view(app, shopperOf(caller, uid))
  return {
    uid,
    line,
    status: body.status,
    stage: body.stage,
    waiting_on: body.waiting_on,
    intake_access_token,
    polling_token,
    resume_url: resumeUrl(app, uid),
    review_summary: body.known_summary,
    ...carriedFrom(body),
    expires_at: intakeTokenEnds(app.clock.now()).toISOString(),
    sandbox,
    response_summary: body.response_summary,
    unrecognized_fields: body.unrecognized_fields,
    ...hintsPart(body.field_hints ?? []),
    agent_instructions: [
      ...(caller.sentKey ? [KEY_UNUSED] : []),
      ...body.agent_instructions,
      keep(uid),
      LATER,
    ],
  }
}

const closed = { additionalProperties: false } as const

const prefillOf = (line: LineName) => {
  const { title, titled } = LINES[line]
  const { about, answer, estimated, intake, example, problems, known, next } = lines[line].shopper.prefill
  return operation({
    id: `${line}Prefill`,
    summary: `Start ${titled} application for the person you work for.`,
    description: `Send what you know about the person and ${about}. The response ${answer} the token for the next call. No credential is needed. This call submits nothing and records no consent.`,
    guidance: {
      before: `collect only what the person agreed to share. List each ${estimated} they did not confirm in field_estimates.`,
      onFailure: '400 names the field to correct. 429: wait retry_after seconds, then retry.',
    },
    input: Type.Object(
      { intake, ...prefillProperties },
      { $id: `${title}PrefillRequest`, ...closed, examples: [{ intake: example, sandbox: true }] },
    ),
    alsoWrong: problems,
    output: Type.Object(
      { ...prefilledProperties(known), ...next },
      { $id: `${title}PrefillResponse`, ...closed },
    ),
    run: (app, caller: AnyShopper, input) => prefill(app, caller, { line, input: input as PrefillInput }),
  })
}

/** The newest line first. */
export const prefillOperations = lineNames
  .toReversed()
  .map(line => ({ path: `/api/consumer/${line}/prefill`, operation: prefillOf(line) }))
