import { noticesShown } from '../../../../agency/rules/notices.ts'
import type { App } from '../../../../platform/app.ts'
import { fail } from '../../../../platform/errors.ts'
import { evidenceFacts } from '../../acts/agree.ts'
import { refuseOtherPage, type SentSignature, sign } from '../../acts/sign.ts'
import { isSameName } from '../../buying/signed-name.ts'
import { reviewedLifecycle } from '../application/lifecycle.ts'
import type { ConsentingActor, ReviewedIntake } from '../intake/intake.ts'
import { refuseWrongState } from '../intake/intake.ts'
import { claimPurchase } from '../intake/one-purchase.ts'
import { movePurchase } from '../intake/writer.ts'
import { offerToBuy } from '../quoting/selected-offer.ts'
import { lineOf } from '../reviewed-line.ts'
import { claimOrHold } from './claim-household.ts'
import { enqueuePlacing } from './place-job.ts'
import { refusePastStart } from './purchase.ts'
import { noticesFor, signTokenOf } from './purchase-preview.ts'

/** The buyer's own signature. Evidence, state and the next job are one transaction, so two tabs buy once. */
export const signPurchase = async (
  app: App,
  actor: ConsentingActor,
  { intake, signing }: { intake: ReviewedIntake; signing: SentSignature },
): Promise<ReviewedIntake> => {
  const { status, application } = intake
  const { household } = application
  const { signature: disclosures } = lineOf(intake).consents
  if (!reviewedLifecycle.allows(status, 'signed'))
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
    notices: noticesShown(noticesFor(intake, offer)),
    application: household,
    offers: { offer_id },
    signed: { household, signed_name, ...billing },
  })
  const signed = await movePurchase(
    app,
    intake,
    { application: { ...application, purchase: { offer_id, signed_name, ...evidence, ...billing } } },
    { actor: actor.name, event: 'signed', facts: { offer_id, ...evidenceFacts(actor, disclosures) } },
  )
  if (isClaimed) await enqueuePlacing(app, signed)
  return signed
}
