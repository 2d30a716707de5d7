import { findDeliveryWithdrawal } from '../../../agency/emails/rules/paper-store.ts'
import type { App } from '../../../platform/app.ts'
import type { Language } from '../../../platform/language/language.ts'
import { dayIn } from '../../../platform/lib/local-day.ts'
import { agree } from '../../line/acts/agree.ts'
import type { SentSignature } from '../../line/acts/sign.ts'
import {
  asRead,
  type ConsentWords,
  consentsOf,
  type GivenConsent,
  refuseOutdated,
} from '../../line/record/consent.ts'
import { electronicRecords } from '../../line/record/electronic-records.ts'
import { whyStopped } from '../../line/stops/stops.ts'
import { signatureDisclosures } from '../application/consent-words.ts'
import { umbrellaLifecycle } from '../application/lifecycle.ts'
import { signTokenOf } from '../buying/purchase-preview.ts'
import { signPurchase } from '../buying/sign-purchase.ts'
import { type BuyerCaller, lockBuyersIntake, type UmbrellaIntakeRecord } from '../intake/intake.ts'
import { noteOnUmbrella } from '../intake/writer.ts'
import { householdPlace } from '../quoting/carriers.ts'
import { selectedOffer } from '../quoting/selected-offer.ts'
import { buyerActor } from './buyers-review.ts'

export type BuyersSigning = {
  token: string
  full_name: string
  disclosures: ConsentWords
  electronicRecords: ConsentWords
  tooLate: 'offer_expired' | 'start_passed' | null
  stopped: string | null
}

export const signingFor = async (
  app: App,
  intake: UmbrellaIntakeRecord,
  language: Language,
): Promise<BuyersSigning | null> => {
  const offer = umbrellaLifecycle.allows(intake.status, 'signed') ? await selectedOffer(app, intake) : null
  if (!offer) return null
  const { full_name = '', effective_date = '', state = '' } = intake.application.household
  const now = app.clock.now()
  const passed = effective_date < dayIn(state, now) ? 'start_passed' : null
  return {
    token: signTokenOf(intake, offer),
    full_name,
    disclosures: asRead(signatureDisclosures, language),
    electronicRecords: asRead(electronicRecords, language),
    tooLate: offer.expires_at <= now ? 'offer_expired' : passed,
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
): Promise<UmbrellaIntakeRecord> => {
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
  await noteOnUmbrella(
    app,
    intake,
    {},
    { actor: actor.name, event: 'electronic_records_agreed', facts: { consent_id } },
  )
}
