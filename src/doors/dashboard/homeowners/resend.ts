import { writtenIn } from '../../../agency/emails/layout.ts'
import { offersReadyEmail } from '../../../agency/emails/offers-ready.ts'
import { queueEmail } from '../../../agency/emails/outbox.ts'
import { lastQueuedAt } from '../../../agency/emails/store.ts'
import type { App } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import { fail } from '../../../platform/errors.ts'
import { perform } from '../../../platform/http/perform.ts'
import type { OperatorCaller } from '../../../platform/key/guard.ts'
import { speaking } from '../../../platform/language/language.ts'
import { later, MINUTE, SECOND } from '../../../platform/lib/clock.ts'
import { isChoosing } from '../../../products/homeowners/application/statuses.ts'
import { fixIssuesEmail } from '../../../products/homeowners/fix-issues-email.ts'
import { lockOwnIntake } from '../../../products/homeowners/intake/intake.ts'
import { noteOnHomeowners } from '../../../products/homeowners/intake/writer.ts'
import { emailFacts, homePlaces } from '../../../products/homeowners/quoting/email-facts.ts'
import { recentFixIssuesEmail } from '../../../products/homeowners/quoting/fix-issues-limit.ts'
import { OFFERS_EMAILED } from '../../../products/homeowners/quoting/notify.ts'
import { paymentWords } from '../../../products/homeowners/quoting/payment-words.ts'

export type Resent = 'fix_issues' | 'offers_ready'

export type RecentEmail = { queuedAt: Date; nextAt: Date } | null

const PAUSE = 10 * MINUTE

const recentOffersEmail = async (app: App, uid: string): Promise<RecentEmail> => {
  const queuedAt = await lastQueuedAt(app.db, { intake_uid: uid, purpose: 'offers_ready' })
  const nextAt = queuedAt && later(queuedAt, PAUSE)
  return nextAt && nextAt > app.clock.now() ? { queuedAt, nextAt } : null
}

export const recentEmail = (app: App, uid: string, email: Resent): Promise<RecentEmail> =>
  email === 'fix_issues' ? recentFixIssuesEmail(app, uid) : recentOffersEmail(app, uid)

const secondsUntil = ({ clock }: App, moment: Date): number =>
  Math.max(1, Math.ceil((moment.getTime() - clock.now().getTime()) / SECOND))

/** The intake's lock lets only the first of concurrent calls queue an email. */
const resendOffers = (app: App, caller: OperatorCaller, uid: string): Promise<void> =>
  transact(app, async inside => {
    const intake = await lockOwnIntake(inside, caller, uid)
    const { email: to, preferred_language } = intake.application.applicant
    if (intake.sandbox) fail('sandbox_unsupported')
    if (!isChoosing(intake.status) || to === undefined)
      return fail('invalid_request', { message: 'There are no quotes to link to.' })
    const recent = await recentOffersEmail(inside, uid)
    if (recent) fail('rate_limited', { retryAfterSeconds: secondsUntil(app, recent.nextAt) })
    const facts = await emailFacts(inside, intake)
    const payment = await speaking(preferred_language, () => paymentWords(inside, intake))
    const email = {
      ...writtenIn(preferred_language, () => offersReadyEmail(to, { ...facts, payment })),
      places: homePlaces(intake.application),
    }
    const { retryAt } = await queueEmail(inside, email, {
      intake_uid: uid,
      purpose: 'offers_ready',
      operator: caller.operatorUid,
      then_job: OFFERS_EMAILED,
    })
    if (retryAt) fail('email_limit', { retryAfterSeconds: secondsUntil(app, retryAt) })
    await noteOnHomeowners(
      inside,
      intake,
      {},
      { actor: caller.operatorUid, event: 'offers_email_queued', facts: {} },
    )
  })

export const sendHomeownerEmail = async (
  app: App,
  caller: OperatorCaller,
  { uid, email }: { uid: string; email: string | null },
): Promise<void> => {
  if (email === 'offers_ready') await resendOffers(app, caller, uid)
  else await perform(app, fixIssuesEmail, { caller, input: { uid } })
}
