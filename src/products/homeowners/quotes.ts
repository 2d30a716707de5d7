import { type App, operation } from '../../platform/app.ts'
import { readAtOnce, transact } from '../../platform/db/transact.ts'
import { fail } from '../../platform/errors.ts'
import { Answer, accepted } from '../../platform/http/answer.ts'
import { collectsFacts } from '../../platform/key/acts.ts'
import type { OperatorCaller } from '../../platform/key/guard.ts'
import {
  refuseAct,
  refuseActAtStart,
  refuseUnlessLive,
  standingMark,
  whyOperatorNotLive,
} from '../../platform/key/standing.ts'
import { later, MINUTE } from '../../platform/lib/clock.ts'
import { receiptOf } from '../line/acts/receipt.ts'
import type { Json } from '../line/fields/merge.ts'
import type { OfferRow } from '../line/offers/store.ts'
import { saveMetadata } from '../line/record/metadata.ts'
import { cachedPoll, cachePoll } from '../line/record/poll-cache.ts'
import { intakeVersion } from '../line/record/store.ts'
import { lean, sparse } from '../line/wire/lean.ts'
import { refuseLive, refuseOtherSandbox, sandboxOf } from '../line/wire/sandbox-flag.ts'
import type { WaitingOn } from '../line/wire/waiting-on.ts'
import { type AnswerChange, advance } from './answering/advance.ts'
import { intakeProblems } from './answering/intake-problems.ts'
import { applyPatch } from './answering/patch.ts'
import { offersExpired, renew } from './answering/renew-offers.ts'
import { revise, withIdsAndEstimates } from './answering/revise.ts'
import { emptyApplication } from './application/application.ts'
import { isChoosing } from './application/statuses.ts'
import { creditRefusal } from './intake/credit-refusal.ts'
import { type HomeownersIntakeRecord, lockOwnIntake, readOwnIntake } from './intake/intake.ts'
import { saveRowsAsAnswered } from './intake/property-rows.ts'
import { createHomeowners } from './intake/writer.ts'
import { HomeownersQuotesRequest, isPoll, type QuotesInput, readRequest } from './operator/quotes-request.ts'
import { HomeownersQuotesResponse } from './operator/quotes-response.ts'
import { homesPlace, quotesFor } from './operator/quotes-view.ts'
import { loginUrl } from './quoting/email-facts.ts'
import { type HomeOfferRow, offersOf } from './quoting/offers.ts'

const create = async (
  app: App,
  caller: OperatorCaller,
  { patch, sandbox }: { patch: Json; sandbox: boolean },
) => {
  const { operatorUid: owner } = caller
  if (Object.keys(patch).length === 0)
    fail('invalid_request', {
      fields: [
        {
          path: 'intake',
          code: 'required_on_first_call',
          expected: 'the application, as complete as possible',
        },
      ],
    })
  refuseActAtStart(app, caller, patch, sandbox)
  const patched = applyPatch(emptyApplication(), patch, { now: app.clock.now(), submitted: false })
  const [application] = await Promise.all([
    withIdsAndEstimates(app, { owner, sandbox }, patched.application),
    refuseUnlessLive(app, caller, { sandbox }),
  ])
  const { changed } = patched
  const event = { actor: owner, event: 'created', facts: { changed } } as const
  return { intake: await createHomeowners(app, { owner, sandbox, application }, event), changed }
}

type Existing = HomeownersIntakeRecord | null

const save = async (
  app: App,
  caller: OperatorCaller,
  { input, existing }: { input: QuotesInput; existing: Existing },
): Promise<AnswerChange> => {
  refuseOtherSandbox(input.sandbox, existing)
  const { patch, authorized } = readRequest(input)
  if (existing && collectsFacts(patch))
    refuseAct(app, caller, 'collect_facts', {
      ...homesPlace(existing),
      page: loginUrl(app, existing.uid),
    })
  const saved = existing
    ? await revise(app, caller, { intake: existing, patch })
    : await create(app, caller, { patch, sandbox: sandboxOf(caller, input.sandbox) })
  await saveMetadata(app, saved.intake, input.metadata)
  return { ...saved, authorized: existing === null && authorized === false ? undefined : authorized }
}

const submittedReply = (body: HomeownersQuotesResponse) => {
  const { poll_after_seconds: retryAfterSeconds, status_url: location } = body
  return accepted(body, { location, retryAfterSeconds })
}

const reply = ({ status }: HomeownersIntakeRecord, body: HomeownersQuotesResponse) =>
  new Answer(200, body, status === 'pending_quotes' ? { 'retry-after': String(body.poll_after_seconds) } : {})

const isDueForRenewal = async (
  app: App,
  caller: OperatorCaller,
  { intake, offers }: { intake: HomeownersIntakeRecord; offers: readonly HomeOfferRow[] },
): Promise<boolean> =>
  (await offersExpired(app, intake, offers)) &&
  (intake.sandbox || (await whyOperatorNotLive(app, caller)) === null)

/** Reads in one snapshot, so a carrier's answer to the order is seen with all its effects or not at all. */
const readUnlessExpired = (app: App, caller: OperatorCaller, uid: string) =>
  readAtOnce(app, async inside => {
    const intake = await readOwnIntake(inside, caller, uid)
    const offers = await offersOf(inside, intake)
    return (await isDueForRenewal(inside, caller, { intake, offers }))
      ? null
      : { intake, offers, body: await quotesFor(inside, caller, intake, offers) }
  })

const RENEWED = 'The offers had expired, so we asked the carriers for new ones.'

const renewedReply = (body: HomeownersQuotesResponse) =>
  submittedReply({ ...body, response_summary: `${RENEWED} ${body.response_summary}` })

const renewedIfExpired = async (app: App, caller: OperatorCaller, intake: HomeownersIntakeRecord) => {
  if (!isChoosing(intake.status)) return null
  const offers = await offersOf(app, intake)
  return (await isDueForRenewal(app, caller, { intake, offers })) ? renew(app, caller, intake) : null
}

const goodUntil = (
  app: App,
  { status }: HomeownersIntakeRecord,
  [offer]: readonly OfferRow[],
): Date | null => (status === 'bound' ? later(app.clock.now(), MINUTE) : (offer?.expires_at ?? null))

const readOrRenew = async (app: App, caller: OperatorCaller, uid: string) => {
  const seen = await readUnlessExpired(app, caller, uid)
  if (!seen) {
    const renewed = await transact(app, inside => renew(inside, caller, { uid }))
    return renewedReply(await quotesFor(app, caller, renewed))
  }
  const { intake, offers, body } = seen
  const answer = reply(intake, body)
  // Carriers' answers and promises arrive without changing the intake's version.
  if (intake.status !== 'pending_quotes' && body.quoting === undefined && body.waiting_on !== 'carrier')
    cachePoll(app, intake, {
      answer,
      mark: standingMark(app, caller),
      goodUntil: goodUntil(app, intake, offers),
    })
  return answer
}

const poll = async (app: App, caller: OperatorCaller, uid: string) => {
  const whose = {
    uid,
    line: 'homeowners',
    owner: caller.operatorUid,
    mark: standingMark(app, caller),
  } as const
  const cached = await cachedPoll<HomeownersQuotesResponse>(app, whose)
  if (cached) refuseLive(caller, cached.body)
  return cached ?? readOrRenew(app, caller, uid)
}

const NO_TOO_EARLY =
  'credit_check_authorized: false in this call records nothing. A No counts from the second call on, once no other answer is missing. If the homeowner has said No, send it again with this uid then.'

const NO_TOO_LATE =
  'credit_check_authorized: false in this call records nothing, because the application has ended.'

const isEnded = ({ detail_status }: HomeownersQuotesResponse): boolean =>
  detail_status === 'withdrawn' || detail_status === 'expired'

const unheard = async (
  app: App,
  intake: HomeownersIntakeRecord,
  body: HomeownersQuotesResponse,
): Promise<string[]> => {
  if (isEnded(body) || intake.erasedAt !== null) return [NO_TOO_LATE]
  const isTooEarly = body.status === 'needs_more_info' && (await creditRefusal(app, intake)) === null
  return isTooEarly ? [NO_TOO_EARLY] : []
}

const WITHDRAWN_LATE =
  'The homeowner’s withdrawal of the credit authorization is recorded. It changes nothing about the policy.'

const PLACING: readonly WaitingOn[] = ['carrier', 'staff']

export const homeownersQuotes = operation({
  id: 'homeownersQuotes',
  summary: 'Create, complete, submit and poll a homeowners application.',
  description:
    'Without a uid, creates an application; with a uid, changes it. missing_field_details lists what to ask for. The call that completes the application and has the homeowner’s credit authorization submits it to carriers (202). A call with only the uid polls. If the offers have expired, a poll asks for new ones (202). It never buys: the homeowner does, in the portal. With Prefer: wait=25 the response waits until the status changes, but may come sooner, and offers are never held back. Changing a rated value requests new quotes.',
  guidance: {
    before:
      'gather everything you know about the homeowner and the home. Flag values the homeowner did not confirm in field_estimates. Send credit_check_authorized: true only after the homeowner agreed to the exact words.',
    onFailure:
      '400 names the field to correct. 404: the uid is not yours. 409 names what can no longer change; leave it out.',
    replaces: true,
  },
  input: HomeownersQuotesRequest,
  needsBody: true,
  alsoWrong: intakeProblems,
  output: sparse(HomeownersQuotesResponse),
  failures: [404, 409],
  accepts: true,
  lean,
  reads: isPoll,
  waits: {
    stateOf: ({ status, waiting_on }) =>
      status !== 'quoted' || PLACING.includes(waiting_on) ? `${status}/${waiting_on}` : null,
    versionOf: ({ db }, { uid = '' }) => intakeVersion(db, { uid }),
  },
  async run(app, caller: OperatorCaller, input) {
    if (isPoll(input)) return poll(app, caller, String(input.uid))
    const since = app.clock.now()
    const existing = input.uid === undefined ? null : await lockOwnIntake(app, caller, input.uid)
    const saved = await save(app, caller, { input, existing })
    const { intake: advanced, submitted } = await advance(app, caller, saved)
    const renewed = submitted ? null : await renewedIfExpired(app, caller, advanced)
    const intake = renewed ?? (submitted ? { ...advanced, isUnasked: true as const } : advanced)
    const body = await quotesFor(app, caller, intake)
    saveRowsAsAnswered(app, intake, { waiting_on: body.waiting_on, before: existing })
    if (renewed) return renewedReply(body)
    const { authorized } = readRequest(input)
    const isNo = authorized === false
    const told = {
      ...body,
      ...(authorized && (await receiptOf(app, intake.uid, since))),
      ...(isNo &&
        body.detail_status === 'bound' &&
        intake.erasedAt === null && {
          response_summary: `${WITHDRAWN_LATE} ${body.response_summary}`,
        }),
      agent_instructions: [...(isNo ? await unheard(app, intake, body) : []), ...body.agent_instructions],
    }
    return submitted ? submittedReply(told) : reply(intake, told)
  },
})
