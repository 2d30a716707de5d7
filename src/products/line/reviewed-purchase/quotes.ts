import Type, { type Static } from 'typebox'
import { type App, operation } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import { Answer, accepted } from '../../../platform/http/answer.ts'
import { anId } from '../../../platform/values/schema-parts.ts'
import { receiptOf } from '../acts/receipt.ts'
import { lean, sparse } from '../wire/lean.ts'
import { refuseOtherSandbox } from '../wire/sandbox-flag.ts'
import { submitReview } from './answering/confirm-review.ts'
import { reviewedLifecycle } from './application/lifecycle.ts'
import {
  type AgentCaller,
  lockOwnIntake,
  type Named,
  type ReviewedIntake,
  readOwnIntake,
  refuseWrongState,
} from './intake/intake.ts'
import { checkReviewToken } from './intake/review-token.ts'
import { sameSandbox } from './operator/requests.ts'
import { sessionSchema } from './operator/session-schema.ts'
import { agentActor, agentWordsIn, refuseActs, sessionFor } from './operator/session-view.ts'
import { exampleUid, perLine, schemaId } from './reviewed-line.ts'

const quotesRequest = perLine(line =>
  Type.Object(
    {
      uid: anId('The purchase to quote.'),
      review_token: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 200,
          description: 'Token of the review that the buyer read.',
        }),
      ),
      review_confirmed: Type.Optional(
        Type.Literal(true, {
          description: 'True when the buyer confirmed the whole review. Never assume it.',
        }),
      ),
      sandbox: sameSandbox,
    },
    {
      $id: schemaId(line, 'QuotesRequest'),
      additionalProperties: false,
      dependentRequired: { review_token: ['review_confirmed'], review_confirmed: ['review_token'] },
      examples: [
        {
          uid: exampleUid(line),
          review_token: 'rvw_2_7cQ0mRrZ1sJb8oTtWn5yKpLx3dVfGhAe',
          review_confirmed: true,
        },
      ],
    },
  ),
)
type QuotesInput = Static<ReturnType<typeof quotesRequest>>

const isPoll = ({ review_token, review_confirmed }: QuotesInput): boolean =>
  review_token === undefined && review_confirmed === undefined

const isReviewed = (intake: ReviewedIntake): boolean => intake.submittedAt !== null

type Submitted = { caller: AgentCaller; since: Date }

const submittedReply = async (app: App, intake: ReviewedIntake, { caller, since }: Submitted) => {
  const receipt = await receiptOf(app, intake.uid, since)
  const body = { ...(await sessionFor(app, caller, intake)), ...receipt }
  const { poll_after_seconds: retryAfterSeconds, status_url: location } = body
  return accepted(body, { location, retryAfterSeconds })
}

const reply = async (app: App, caller: AgentCaller, intake: ReviewedIntake) => {
  const body = await sessionFor(app, caller, intake)
  return intake.status === 'pending_quotes'
    ? new Answer(200, body, { 'retry-after': String(body.poll_after_seconds) })
    : body
}

const TOKEN = 'the review_token of the review that the buyer confirmed'
const CONFIRMED = 'true, once the buyer has read the whole review and confirmed it'

type Polled = Named & { sandbox: boolean | undefined }

const poll = async (app: App, caller: AgentCaller, { sandbox, ...named }: Polled) => {
  const intake = await readOwnIntake(app, caller, named)
  refuseOtherSandbox(sandbox, intake)
  if (isReviewed(intake)) return reply(app, caller, intake)
  if (intake.status !== 'ready_for_review')
    await refuseWrongState(app, agentWordsIn(intake), intake, 'The application is not ready for quotes.')
  return fail('invalid_request', {
    fields: [
      { path: 'review_token', code: 'required', expected: TOKEN },
      { path: 'review_confirmed', code: 'required', expected: CONFIRMED },
    ],
  })
}

const bothGiven = ({ review_token, review_confirmed }: QuotesInput): string => {
  if (review_token !== undefined && review_confirmed) return review_token
  const missing =
    review_token === undefined
      ? { path: 'review_token', expected: TOKEN, facts: { other: 'review_confirmed' } }
      : { path: 'review_confirmed', expected: CONFIRMED, facts: { other: 'review_token' } }
  return fail('invalid_request', { fields: [{ ...missing, code: 'required_with' }] })
}

export const quotesIn = perLine(line =>
  operation({
    id: `${line.name}Quotes`,
    summary: 'Request preliminary quotes after the buyer has reviewed the application.',
    description:
      'Requires the latest review_token and review_confirmed: true, which states that a person read the review and confirmed it. Quotes are then requested (202). Offers appear once the carriers that answer at once have answered; quoting names those that may add one later. A later call returns the current status (200). Preliminary quotes use no credit data.',
    guidance: {
      before: 'have a draft in ready_for_review and the buyer’s own confirmation of the whole review.',
      onFailure:
        '409 stale_token: the draft changed; show the new review. 400: the token was not issued for this uid.',
    },
    input: quotesRequest(line),
    output: sparse(sessionSchema(line)),
    failures: [404, 409],
    accepts: true,
    lean,
    reads: isPoll,
    async run(app, caller: AgentCaller, input) {
      if (isPoll(input)) return poll(app, caller, { uid: input.uid, line: line.name, sandbox: input.sandbox })
      const since = app.clock.now()
      const token = bothGiven(input)
      const intake = await lockOwnIntake(app, caller, { uid: input.uid, line: line.name })
      refuseOtherSandbox(input.sandbox, intake)
      refuseActs(app, caller, intake, { attest: true })
      await checkReviewToken(app, agentWordsIn(intake), { intake, token })
      if (isReviewed(intake)) return reply(app, caller, intake)
      if (!reviewedLifecycle.allows(intake.status, 'review_confirmed'))
        await refuseWrongState(app, agentWordsIn(intake), intake, 'The application is not ready for quotes.')
      const submitted = await submitReview(app, agentActor(caller, intake), intake)
      return submittedReply(app, submitted, { caller, since })
    },
  }),
)
