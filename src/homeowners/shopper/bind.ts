import type { App } from '../../app.ts'
import { fail } from '../../errors.ts'
import type { Shopper } from '../../key/intake-token.ts'
import { confirmPreview } from '../../key/shopper.ts'
import { listOffers } from '../../line/offers/store.ts'
import { electronicRecords, signatureDisclosures } from '../application/consent-words.ts'
import { bind } from '../buying/bind.ts'
import { confirmEstimates, openReview } from '../buying/confirm.ts'
import { previewTokenOf } from '../buying/purchase-preview.ts'
import { itemsIn } from '../buying/review.ts'
import { refuseEnded } from '../buying/selection-rules.ts'
import { homesIn, selectedOffers, signTokenOf, startDates } from '../buying/signing.ts'
import { actorOf } from '../intake/caller.ts'
import { refuseUnlessOpen } from '../intake/editable.ts'
import type { HomeownersIntakeRecord } from '../intake/intake.ts'
import { noteOnHomeowners } from '../intake/writer.ts'

const NOTHING_SELECTED = 'No offer is selected. Call select with one offer for each home to insure now.'
const MOVED =
  'The purchase changed since this preview. Show the person the current purchase_preview and use its preview_token.'

export const refuseOtherPreview = async (
  app: App,
  intake: HomeownersIntakeRecord,
  preview_token: string,
): Promise<void> => {
  await refuseUnlessOpen(app, intake)
  const { status: current_status, application } = intake
  const selected =
    current_status === 'selected' ? selectedOffers(application, await listOffers(app.db, intake)) : []
  if (selected.length === 0) fail('conflict', { message: NOTHING_SELECTED, current_status })
  if (preview_token !== previewTokenOf(intake, selected))
    fail('stale_token', { message: MOVED, current_status })
  refuseEnded(selected, { now: app.clock.now(), current_status })
}

const confirmAll = async (app: App, caller: Shopper, intake: HomeownersIntakeRecord) => {
  const review = await openReview(app, intake)
  const confirmed = itemsIn(review).map(({ name }) => name)
  return confirmEstimates(app, caller, { review_token: review.token, confirmed, corrected: {} })
}

/** In the sandbox nobody opens the portal, so this confirms and signs for the person with the earliest start date. */
export const rehearseSigning = async (
  app: App,
  caller: Shopper,
  intake: HomeownersIntakeRecord,
): Promise<HomeownersIntakeRecord> => {
  const { application } = await confirmAll(app, caller, intake)
  const selected = selectedOffers(application, await listOffers(app.db, intake))
  return bind(app, caller, {
    sign_token: signTokenOf(application, selected),
    effective_date: startDates(homesIn(application, selected), app.clock.now()).earliest,
    signed_name: application.applicant.full_name ?? '',
    disclosures_accepted: true,
    disclosures_version: signatureDisclosures.version,
    electronic_records_version: electronicRecords.version,
  })
}

/** The confirmation to the assistant does not bind; the person's own signature does. */
export const askForSignature = async (
  app: App,
  caller: Shopper,
  { intake, preview_token }: { intake: HomeownersIntakeRecord; preview_token: string },
): Promise<HomeownersIntakeRecord> => {
  await confirmPreview(app, intake.uid, preview_token)
  return noteOnHomeowners(app, intake, {}, { actor: actorOf(caller), event: 'purchase_confirmed', facts: {} })
}
