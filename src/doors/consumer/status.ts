import Type, { type Static } from 'typebox'
import { lifeOf } from '../../agency/policies/life/life.ts'
import { hasEnded } from '../../agency/policies/life/policy-end.ts'
import { policiesOf } from '../../agency/policies/policies.ts'
import { type App, operation } from '../../platform/app.ts'
import { readAtOnce } from '../../platform/db/transact.ts'
import { fail } from '../../platform/errors.ts'
import type { TokenBearer } from '../../platform/key/guard.ts'
import { emailProven, polledUid } from '../../platform/key/shopper/shopper.ts'
import { DAY, later } from '../../platform/lib/clock.ts'
import { keysOf } from '../../platform/lib/keys-of.ts'
import { lineNames, lineOf } from '../../platform/lines.ts'
import { anId } from '../../platform/values/schema-parts.ts'
import { offerSummary } from '../../products/line/offers/offer-summary.ts'
import { isOverdue } from '../../products/line/record/retention.ts'
import type { CoarseStatus } from '../../products/line/record/status-book.ts'
import type { Coarse } from '../../products/line/shopper.ts'
import { answered } from '../../products/line/wire/answer-schema.ts'
import { boundOfSeveral, boundWords, isOver } from '../../products/line/wire/policy-words.ts'
import { StageField, WaitingOn } from '../../products/line/wire/waiting-on.ts'
import { lines } from '../../products/lines.ts'

const UNTOUCHED = 30 * DAY

const closed = { additionalProperties: false } as const

const ConsumerStatusRequest = Type.Object(
  {
    token: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'The polling_token from the prefill. Required, here or as Authorization: Bearer.',
      }),
    ),
    polling_token: Type.Optional(Type.String({ maxLength: 200, description: 'Another name for token.' })),
    uid: Type.Optional(anId('Not needed: the token names the application. If sent, it must be its uid.')),
  },
  { $id: 'ConsumerStatusRequest', ...closed },
)

const TOKEN_REQUIRED = {
  path: 'token',
  code: 'required' as const,
  expected:
    'the polling_token from the prefill, which starts with plt_. Over HTTP, send it as the query parameter token, in the body of a POST, or as Authorization: Bearer.',
}
const UNKNOWN = 'This polling_token is unknown. Send the one from the prefill, which starts with plt_.'
const OTHER_UID = 'This polling_token is for another uid. Leave uid out, or send the one that came with it.'

const SUMMARIES: Record<CoarseStatus, string> = {
  in_review: 'The application is being filled in or quoted.',
  review_pending: 'The application is complete. The person needs to review it.',
  credit_consent_pending: 'The person needs to answer the credit check question.',
  quoted: 'Quotes are ready, or a purchase is in progress.',
  bound: 'The policy is bound.',
  abandoned: 'Nobody has continued this application for 30 days.',
}

export const ConsumerStatusResponse = Type.Object(
  {
    status: Type.Enum(keysOf(SUMMARIES)),
    detail_status: Type.String({ description: 'The status as the line of business names it.' }),
    stage: StageField,
    line: Type.Enum(lineNames),
    waiting_on: WaitingOn,
    response_summary: Type.String({ description: 'The current status in one sentence.' }),
    agent_instructions: answered.agent_instructions,
    offer_summary: Type.Optional(
      Type.Object(
        {
          quote_count: Type.Integer({ minimum: 1 }),
          cheapest_annual_premium: Type.Integer({ minimum: 0 }),
          cheapest_carrier: Type.String(),
          recommended_annual_premium: Type.Optional(Type.Integer({ minimum: 0 })),
          recommended_carrier: Type.Optional(Type.String()),
        },
        {
          ...closed,
          description:
            'Whole dollars per year. With several homes, the figures are for one of them. A single offer is not a recommendation.',
        },
      ),
    ),
  },
  { $id: 'ConsumerStatusResponse', ...closed },
)

const UNPROVEN = 'The application is complete. The person must confirm their email address.'
const FOR_THE_REST = 'Quotes are ready for the rest, or a purchase is in progress.'
const PARTLY = `Some homes are insured already. ${FOR_THE_REST}`
const EXPIRED = 'This application expired because it was not continued. Start a new prefill.'

const CONTINUE =
  'This call changes nothing. To go on, call GET /api/intake/{uid}/issues with the latest access token of the application. Its answer says what comes next.'
const COMPLETE = 'The purchase is complete.'
const READ_POLICY =
  'To read the policy again, call GET /api/intake/{uid}/policy with the latest access token of the application.'
const START_AGAIN = 'If the person still wants insurance, start a new prefill.'
const ENDED =
  'Tell the person what response_summary says. Never say that a policy covers anything after it was canceled or has expired. For new insurance, start a new prefill.'

const shownPolicies = async (app: App, uid: string) =>
  (await policiesOf(app, uid)).map(policy => ({
    property_id: policy.item,
    life: lifeOf(policy, app.clock.now()),
    effective_date: policy.effective_date,
    ended_on: policy.end?.ended_on,
    hasEnded: hasEnded(policy, app.clock.now()),
    requests: policy.requests,
  }))
type Policies = Awaited<ReturnType<typeof shownPolicies>>

const policiesSummary = (policies: Policies): string => {
  const [first, ...others] = policies
  if (!first) return SUMMARIES.bound
  return others.length === 0 ? boundWords(first) : boundOfSeveral(policies, policies.length)
}

const summaryOf = (
  seen: CoarseStatus,
  { isPartlyBound, said, status: stands }: Coarse,
  policies: Policies,
): string => {
  if (said !== null && seen === stands) return said
  if (seen === 'bound') return policiesSummary(policies)
  if (seen !== 'quoted' || !isPartlyBound) return SUMMARIES[seen]
  return policies.some(isOver) ? `${policiesSummary(policies)} ${FOR_THE_REST}` : PARTLY
}

const nextSteps = (seen: CoarseStatus, policies: Policies): string[] => {
  const ended = policies.some(isOver) ? [ENDED] : []
  if (seen === 'bound') return [...ended, policies.every(isOver) ? READ_POLICY : `${COMPLETE} ${READ_POLICY}`]
  return [...ended, seen === 'abandoned' ? START_AGAIN : CONTINUE]
}

const statusOf = ({ status, intake }: Coarse, now: Date): CoarseStatus => {
  if (status === 'bound') return status
  if (isOverdue(intake, now)) fail('conflict', { message: EXPIRED, current_status: 'abandoned' })
  return now >= later(intake.updatedAt, UNTOUCHED) ? 'abandoned' : status
}

export const shoppingStatus = operation({
  id: 'shoppingStatus',
  summary: 'Get the coarse status of an application, without personal data.',
  description:
    'Use it to check on an application later, for example in a new conversation. Returns the status, who has to act, and a summary of the offers. It cannot change anything: the polling_token opens only this, so it is safe to store. To continue, use the intake_access_token.',
  guidance: {
    before: 'keep the polling_token from the prefill; send it as token.',
    onFailure: '404: unknown token. 409: the application has expired; start a new prefill.',
  },
  input: ConsumerStatusRequest,
  output: ConsumerStatusResponse,
  failures: [404, 409],
  reads: true,
  async run(
    app,
    { bearer }: TokenBearer,
    { polling_token, token = polling_token, uid: named },
  ): Promise<Static<typeof ConsumerStatusResponse>> {
    const sent = token ?? bearer ?? fail('invalid_request', { fields: [TOKEN_REQUIRED] })
    const uid = (await polledUid(app, sent)) ?? fail('not_found', { message: UNKNOWN })
    if (named !== undefined && named !== uid) fail('not_found', { message: OTHER_UID })
    const line = lineOf(uid) ?? fail('not_found')
    const { shopper } = lines[line]
    const { coarse, policies } = await readAtOnce(app, async inside => {
      const read = (await shopper.coarse(inside, uid)) ?? fail('not_found')
      const hasPolicies = read.status === 'bound' || read.isPartlyBound
      return { coarse: read, policies: hasPolicies ? await shownPolicies(inside, uid) : [] }
    })
    const seen = statusOf(coarse, app.clock.now())
    const isWaiting = coarse.held && !(await emailProven(app, coarse.intake))
    const turn = seen === 'abandoned' ? 'nobody' : coarse.waiting_on
    const offer_summary = seen === 'quoted' ? offerSummary(coarse.offers) : null
    return {
      status: seen,
      detail_status: coarse.detail_status,
      stage: coarse.stage,
      line,
      waiting_on: isWaiting ? 'email_proof' : turn,
      response_summary: isWaiting ? UNPROVEN : summaryOf(seen, coarse, policies),
      ...(offer_summary && { offer_summary }),
      agent_instructions: nextSteps(seen, policies),
    }
  },
})

export const statusByBody: typeof shoppingStatus = {
  ...shoppingStatus,
  id: 'postShoppingStatus',
  summary: 'Get the same status with the polling_token in the body or the Authorization header.',
}
