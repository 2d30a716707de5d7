import { findDeliveryWithdrawal } from '../../../../agency/emails/rules/paper-store.ts'
import type { App } from '../../../../platform/app.ts'
import type { Language } from '../../../../platform/language/language.ts'
import { dayIn } from '../../../../platform/lib/local-day.ts'
import { agree } from '../../acts/agree.ts'
import type { SentSignature } from '../../acts/sign.ts'
import {
  asRead,
  type ConsentWords,
  consentsOf,
  type GivenConsent,
  refuseOutdated,
} from '../../record/consent.ts'
import { electronicRecords } from '../../record/electronic-records.ts'
import { whyStopped } from '../../stops/stops.ts'
import { reviewedLifecycle } from '../application/lifecycle.ts'
import { signTokenOf } from '../buying/purchase-preview.ts'
import { signPurchase } from '../buying/sign-purchase.ts'
import { type BuyerCaller, lockBuyersIntake, type ReviewedIntake } from '../intake/intake.ts'
import { noteOnPurchase } from '../intake/writer.ts'
import { householdPlace } from '../quoting/carriers.ts'
import { selectedOffer } from '../quoting/selected-offer.ts'
import { lineOf } from '../reviewed-line.ts'
import { buyerActor } from './buyers-review.ts'

export type BuyersSigning = NonNullable<Awaited<ReturnType<typeof signingFor>>>

export const signingFor = async (app: App, intake: ReviewedIntake, language: Language) => {
  const offer = reviewedLifecycle.allows(intake.status, 'signed') ? await selectedOffer(app, intake) : null
  if (!offer) return null
  const { full_name = '', effective_date = '', state = '' } = intake.application.household
  const now = app.clock.now()
  const passed = effective_date < dayIn(state, now) ? ('start_passed' as const) : null
  return {
    token: signTokenOf(intake, offer),
    full_name,
    disclosures: asRead(lineOf(intake).consents.signature, language),
    electronicRecords: asRead(electronicRecords, language),
    tooLate: offer.expires_at <= now ? ('offer_expired' as const) : passed,
    stopped: await whyStopped(app, intake, {
      line: intake.line,
      carrier_id: offer.carrier_id,
      ...householdPlace(intake),
    }),
  }
}

export const signAsBuyer = async (
  app: App,
  caller: BuyerCaller,
  signing: SentSignature,
): Promise<ReviewedIntake> => {
  const intake = await lockBuyersIntake(app, caller)
  return signPurchase(app, buyerActor(caller), { intake, signing })
}

/** Where an agent only stated it, the buyer agrees to electronic records themselves. Null: they did, or withdrew it. */
export const electronicToAgree = (
  consents: readonly GivenConsent[],
  { isOnPaper, language }: { isOnPaper: boolean; language: Language },
): ConsentWords | null => {
  const own = consents.some(
    ({ purpose, proof, withdrawnAt }) =>
      purpose === electronicRecords.purpose && proof === 'portal_session' && withdrawnAt === null,
  )
  return own || isOnPaper ? null : asRead(electronicRecords, language)
}

export const agreeElectronically = async (app: App, caller: BuyerCaller, version: string): Promise<void> => {
  const intake = await lockBuyersIntake(app, caller)
  const { uid, status: current_status, application } = intake
  const isOnPaper = (await findDeliveryWithdrawal(app.db, uid)) !== null
  const words = electronicToAgree(await consentsOf(app, uid), { isOnPaper, language: caller.language })
  if (words === null) return
  refuseOutdated(words, { version, current_status })
  const actor = buyerActor(caller)
  const consent_id = await agree(app, actor, intake, { to: words, about: application.household })
  await noteOnPurchase(
    app,
    intake,
    {},
    { actor: actor.name, event: 'electronic_records_agreed', facts: { consent_id } },
  )
}
