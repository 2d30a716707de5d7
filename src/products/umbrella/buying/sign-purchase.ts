import { noticesShown } from '../../../agency/rules/notices.ts'
import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import { isSameName } from '../../line/buying/signed-name.ts'
import { asRead, recordConsent, refuseOutdated, type Witness } from '../../line/record/consent.ts'
import { electronicRecords } from '../../line/record/electronic-records.ts'
import type { Purchase } from '../application/application.ts'
import { signatureDisclosures } from '../application/consent-words.ts'
import { umbrellaLifecycle } from '../application/lifecycle.ts'
import type { ConsentingActor, UmbrellaIntakeRecord } from '../intake/intake.ts'
import { claimPurchase } from '../intake/one-purchase.ts'
import { moveUmbrella } from '../intake/writer.ts'
import { refuseWrongState } from '../intake/wrong-state.ts'
import { offerToBuy, type UmbrellaOfferRow } from '../quoting/selected-offer.ts'
import { umbrellaNotices } from './notices.ts'
import { enqueuePlacing } from './place-job.ts'
import { claimHousehold, refusePastStart } from './purchase.ts'
import { signTokenOf } from './purchase-preview.ts'

export type Signing = {
  sign_token: string
  signed_name: string
  disclosures_version: string
  electronic_records_version: string
}

const checkSigned = (
  { language }: Witness,
  { intake, offer, signing }: { intake: UmbrellaIntakeRecord; offer: UmbrellaOfferRow; signing: Signing },
): void => {
  const { status: current_status, application } = intake
  refuseOutdated(asRead(signatureDisclosures, language), {
    version: signing.disclosures_version,
    current_status,
  })
  refuseOutdated(asRead(electronicRecords, language), {
    version: signing.electronic_records_version,
    current_status,
  })
  if (signing.sign_token !== signTokenOf(intake, offer))
    fail('stale_token', { message: 'The purchase has changed. Read it again.', current_status })
  if (!isSameName(signing.signed_name, application.household.full_name ?? ''))
    fail('invalid_request', { fields: [{ path: 'signed_name', code: 'name_mismatch' }] })
}

const recordSigning = async (
  app: App,
  { witness }: ConsentingActor,
  {
    intake,
    offer,
    signed_name,
  }: { intake: UmbrellaIntakeRecord; offer: UmbrellaOfferRow; signed_name: string },
): Promise<Purchase> => {
  const { uid, application } = intake
  const { offer_id } = offer
  const { household, purchase } = application
  const billing = purchase?.billing && { billing: purchase.billing }
  const records_consent_id = await recordConsent(app, asRead(electronicRecords, witness.language), {
    uid,
    application: household,
    witness,
  })
  const notices = noticesShown(umbrellaNotices(intake, offer))
  await recordConsent(app, notices, { uid, application: { offer_id }, witness })
  const signature_id = await recordConsent(app, asRead(signatureDisclosures, witness.language), {
    uid,
    application: { household, offer_id, signed_name, notices: notices.version, ...billing },
    witness,
  })
  return { offer_id, signature_id, records_consent_id, signed_name, ...billing }
}

/** The buyer's own signature. Evidence, state and the next job are one transaction, so two tabs buy once. */
export const signPurchase = async (
  app: App,
  actor: ConsentingActor,
  { intake, signing }: { intake: UmbrellaIntakeRecord; signing: Signing },
): Promise<UmbrellaIntakeRecord> => {
  const { witness, words } = actor
  if (!umbrellaLifecycle.allows(intake.status, 'signed'))
    await refuseWrongState(app, words, intake, 'There is nothing to sign now.')
  const offer = await offerToBuy(app, actor, intake)
  refusePastStart(app, words, intake)
  checkSigned(witness, { intake, offer, signing })
  await claimPurchase(app, intake)
  await claimHousehold(app, intake, offer)
  const signed_name = signing.signed_name.trim()
  const purchase = await recordSigning(app, actor, { intake, offer, signed_name })
  const { offer_id } = offer
  const signed = await moveUmbrella(
    app,
    intake,
    { application: { ...intake.application, purchase } },
    {
      actor: witness.givenBy,
      event: 'signed',
      facts: {
        offer_id,
        proof: witness.proof,
        version: asRead(signatureDisclosures, witness.language).version,
      },
    },
  )
  await enqueuePlacing(app, signed)
  return signed
}
