import Type, { type Static } from 'typebox'
import { type Anyone, operation } from '../app.ts'
import { fail } from '../errors.ts'
import { polledUid } from '../key/shopper.ts'
import { DAY, later } from '../lib/clock.ts'
import { offerSummary } from '../line/offers/offer-summary.ts'
import { isOverdue } from '../line/record/retention.ts'
import type { Coarse, CoarseStatus } from '../line/shopper.ts'
import { lineNames, lineOf, lines } from '../lines.ts'

const UNTOUCHED = 30 * DAY

const closed = { additionalProperties: false } as const

export const ConsumerStatusRequest = Type.Object(
  { token: Type.String({ minLength: 1, maxLength: 200, description: 'The polling_token of the prefill.' }) },
  { $id: 'ConsumerStatusRequest', ...closed },
)

const SUMMARIES: Record<CoarseStatus, string> = {
  in_review: 'The application is being filled in or quoted.',
  review_pending: 'The application is complete and waits for the person’s review.',
  credit_consent_pending: 'The person’s answer on the credit check is needed to go on.',
  quoted: 'There are offers, or one of them is being bought.',
  bound: 'The policy is bound.',
  abandoned: 'This application has ended or was left alone.',
}

export const ConsumerStatusResponse = Type.Object(
  {
    status: Type.Enum(Object.keys(SUMMARIES) as CoarseStatus[]),
    detail_status: Type.String({ description: 'As the line itself names it.' }),
    line: Type.Enum(lineNames),
    response_summary: Type.String({ description: 'How it stands, in one sentence.' }),
    offer_summary: Type.Optional(
      Type.Object(
        {
          quote_count: Type.Integer({ minimum: 1 }),
          cheapest_annual_premium: Type.Integer({ minimum: 0 }),
          cheapest_carrier: Type.String(),
          recommended_annual_premium: Type.Integer({ minimum: 0 }),
          recommended_carrier: Type.String(),
        },
        { ...closed, description: 'Whole dollars a year; of one home, where there are several.' },
      ),
    ),
  },
  { $id: 'ConsumerStatusResponse', ...closed },
)

const EXPIRED = 'Nobody went on with this application, and it has expired. Start a new prefill.'

const statusOf = ({ status, intake }: Coarse, now: Date): CoarseStatus => {
  if (status === 'bound') return status
  if (isOverdue(intake, now)) fail('conflict', { message: EXPIRED, current_status: 'abandoned' })
  return now >= later(intake.updatedAt, UNTOUCHED) ? 'abandoned' : status
}

export const status = operation({
  id: 'shoppingStatus',
  summary: 'See how an application stands, in one word and without anything personal.',
  description: 'Changes nothing. The polling_token opens this and nothing else, so it may be kept anywhere.',
  guidance: {
    before: 'a prefill gives the polling_token.',
    onFailure: '404: no such token. 409: nobody went on with it and it has expired; start a new prefill.',
  },
  input: ConsumerStatusRequest,
  output: ConsumerStatusResponse,
  failures: [404, 409],
  reads: true,
  async run(app, _caller: Anyone, { token }): Promise<Static<typeof ConsumerStatusResponse>> {
    const uid = (await polledUid(app, token)) ?? fail('not_found')
    const line = lineOf(uid) ?? fail('not_found')
    const coarse = (await lines[line].shopper.coarse(app, uid)) ?? fail('not_found')
    const seen = statusOf(coarse, app.clock.now())
    const offer_summary = seen === 'quoted' ? offerSummary(coarse.offers) : null
    return {
      status: seen,
      detail_status: coarse.intake.status,
      line,
      response_summary: SUMMARIES[seen],
      ...(offer_summary && { offer_summary }),
    }
  },
})
