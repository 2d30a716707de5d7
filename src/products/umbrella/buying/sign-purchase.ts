import { noticesShown } from '../../../agency/rules/notices.ts'
import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import { evidenceFacts } from '../../line/acts/agree.ts'
import { refuseOtherPage, type SentSignature, sign } from '../../line/acts/sign.ts'
import { isSameName } from '../../line/buying/signed-name.ts'
import { signatureDisclosures as disclosures } from '../application/consent-words.ts'
import { umbrellaLifecycle } from '../application/lifecycle.ts'
import type { ConsentingActor, UmbrellaIntakeRecord } from '../intake/intake.ts'
import { claimPurchase } from '../intake/one-purchase.ts'
import { moveUmbrella } from '../intake/writer.ts'
import { refuseWrongState } from '../intake/wrong-state.ts'
import { offerToBuy } from '../quoting/selected-offer.ts'
import { claimOrHold } from './claim-household.ts'
import { umbrellaNotices } from './notices.ts'
import { enqueuePlacing } from './place-job.ts'
import { refusePastStart } from './purchase.ts'
import { signTokenOf } from './purchase-preview.ts'

/** The buyer's own signature. Evidence, state and the next job are one transaction, so two tabs buy once. */
export const signPurchase = async (
  app: App,
  actor: ConsentingActor,
  { intake, signing }: { intake: UmbrellaIntakeRecord; signing: SentSignature },
): Promise<UmbrellaIntakeRecord> => {
  const { status, application } = intake
  const { household } = application
  if (!umbrellaLifecycle.allows(status, 'signed'))
    await refuseWrongState(app, actor.words, intake, 'There is nothing to sign now.')
  const offer = await offerToBuy(app, actor, intake)
  refusePastStart(app, actor.words, intake)
  refuseOtherPage(actor, signing, { status, token: signTokenOf(intake, offer), disclosures })
  if (!isSameName(signing.signed_name, household.full_name ?? ''))
    fail('invalid_request', { fields: [{ path: 'signed_name', code: 'name_mismatch' }] })
  await claimPurchase(app, intake)
  const isClaimed = await claimOrHold(app, actor, intake)
  const { offer_id } = offer
  const signed_name = signing.signed_name.trim()
  const billing = application.purchase?.billing && { billing: application.purchase.billing }
  const evidence = await sign(app, actor, intake, {
    disclosures,
    notices: noticesShown(umbrellaNotices(intake, offer)),
    application: household,
    offers: { offer_id },
    signed: { household, signed_name, ...billing },
  })
  const signed = await moveUmbrella(
    app,
    intake,
    { application: { ...application, purchase: { offer_id, signed_name, ...evidence, ...billing } } },
    { actor: actor.name, event: 'signed', facts: { offer_id, ...evidenceFacts(actor, disclosures) } },
  )
  if (isClaimed) await enqueuePlacing(app, signed)
  return signed
}
