import { type App, operation } from '../app.ts'
import { fail } from '../errors.ts'
import { Answer, accepted } from '../http/answer.ts'
import type { OperatorCaller } from '../key/guard.ts'
import { listOffers } from '../line/offer-store.ts'
import { advance } from './advance.ts'
import { emptyApplication } from './application.ts'
import { type HomeownersIntakeRecord, lockOwnIntake, readOwnIntake } from './intake.ts'
import { isSubmitted } from './lifecycle.ts'
import { applyPatch } from './patch.ts'
import { checkStatesServed, nameHomes } from './places.ts'
import { HomeownersQuotesRequest, isPoll, type QuotesInput, readRequest } from './quotes-request.ts'
import { HomeownersQuotesResponse } from './quotes-response.ts'
import { quotesView } from './quotes-view.ts'
import { requote } from './requote.ts'
import { withServiceEstimates } from './service-estimates.ts'
import { changeHomeowners, createHomeowners } from './writer.ts'

const checkSandbox = ({ sandbox }: QuotesInput, existing: HomeownersIntakeRecord | null): void => {
  if (existing && sandbox !== undefined && sandbox !== existing.sandbox)
    fail('invalid_request', {
      fields: [
        {
          path: 'sandbox',
          problem: 'cannot change after the first call',
          expected: String(existing.sandbox),
        },
      ],
    })
}

const save = async (
  app: App,
  caller: OperatorCaller,
  input: QuotesInput,
): Promise<{
  intake: HomeownersIntakeRecord
  changed: readonly string[]
  authorized: boolean | undefined
}> => {
  const existing = input.uid === undefined ? null : await lockOwnIntake(app, caller, input.uid)
  checkSandbox(input, existing)
  const { patch, authorized } = readRequest(input)
  if (!existing && Object.keys(patch).length === 0)
    fail('invalid_request', {
      fields: [
        {
          path: 'intake',
          problem: 'is required on the first call',
          expected: 'the application, as full as you have it',
        },
      ],
    })
  const today = app.clock.now().toISOString().slice(0, 10)
  const sandbox = existing?.sandbox ?? input.sandbox ?? false
  const before = existing?.application ?? emptyApplication()
  const patched = applyPatch(before, patch, {
    today,
    submitted: existing !== null && isSubmitted(existing.status),
    ...(existing && { current_status: existing.status }),
  })
  const { changed } = patched
  checkStatesServed(app, patched.application, sandbox)
  if (existing && changed.length === 0) return { intake: existing, changed, authorized }
  const application = await nameHomes(
    app,
    { owner: caller.operatorUid, sandbox },
    withServiceEstimates(patched.application, today),
  )
  const event = { actor: caller.operatorUid, event: existing ? 'updated' : 'created', facts: { changed } }
  const intake = existing
    ? await changeHomeowners(app, existing, { application }, event)
    : await createHomeowners(app, { owner: caller.operatorUid, sandbox, application }, event)
  return { intake, changed, authorized }
}

const reply = async (app: App, intake: HomeownersIntakeRecord, submitted: boolean) => {
  const body = await quotesView(app, intake)
  const { poll_after_seconds: retryAfterSeconds, status_url: location } = body
  if (submitted) return accepted(body, { location, retryAfterSeconds })
  return intake.status === 'pending_quotes'
    ? new Answer(200, body, { 'retry-after': String(retryAfterSeconds) })
    : body
}

const offersExpired = async (app: App, intake: HomeownersIntakeRecord): Promise<boolean> => {
  if (intake.status !== 'quoted') return false
  const offers = await listOffers(app.db, intake)
  return offers.length > 0 && offers.every(({ expires_at }) => expires_at <= app.clock.now())
}

/** Looking changes nothing, but for offers that have run out: those are asked for anew. */
const poll = async (app: App, caller: OperatorCaller, uid: string) => {
  const intake = await readOwnIntake(app, caller, uid)
  if (!(await offersExpired(app, intake))) return reply(app, intake, false)
  const renewed = await app.db.transaction().execute(async db => {
    const inside = { ...app, db }
    const locked = await lockOwnIntake(inside, caller, uid)
    return (await offersExpired(inside, locked))
      ? requote(inside, locked, { event: 'offers_expired', actor: caller.operatorUid })
      : locked
  })
  return reply(app, renewed, true)
}

export const quotes = operation({
  id: 'homeownersQuotes',
  summary: 'Create, complete, submit and poll a homeowners application.',
  description:
    'Without a uid it creates an intake from whatever is known; with one it patches it. The call that completes the application and carries the homeowner’s credit authorization submits it (202). A call with only the uid polls. A changed rated value quotes again.',
  input: HomeownersQuotesRequest,
  output: HomeownersQuotesResponse,
  failures: [404, 409],
  accepts: true,
  reads: isPoll,
  stateOf: ({ status }) => (status === 'quoted' ? null : status),
  async run(app, caller: OperatorCaller, input) {
    if (isPoll(input)) return poll(app, caller, String(input.uid))
    const { intake, changed, authorized } = await save(app, caller, input)
    const settled = await advance(app, caller, { intake, changed, authorized })
    return reply(app, settled.intake, settled.submitted)
  },
})
