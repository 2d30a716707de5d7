import type { App } from '../../../platform/app.ts'
import { type FieldProblem, fail } from '../../../platform/errors.ts'
import type { Shopper } from '../../../platform/key/shopper/intake-token.ts'
import { confirmPreview } from '../../../platform/key/shopper/shopper.ts'
import { agree } from '../../line/acts/agree.ts'
import { purchaseAgreement } from '../application/consent-words.ts'
import { offersToBind, orderSelected } from '../buying/bind.ts'
import { confirmEstimates, openReview } from '../buying/confirm.ts'
import { previewTokenOf } from '../buying/purchase-preview.ts'
import { itemsIn } from '../buying/review.ts'
import { refuseEnded } from '../buying/selection-rules.ts'
import {
  homesIn,
  type StartDates,
  selectedOffers,
  startDateOf,
  startDates,
  startProblem,
} from '../buying/signing.ts'
import { refuseUnlessOpen } from '../intake/editable.ts'
import { actorOf, type HomeownersIntakeRecord } from '../intake/intake.ts'
import { noteOnHomeowners } from '../intake/writer.ts'
import { homeOffers } from '../quoting/offers.ts'

const NOTHING_SELECTED = 'No offer is selected. Call select with one offer for each home to insure now.'
const MOVED =
  'The purchase changed since this preview. Show the person the current purchase_preview and use its preview_token.'

const startRequired = ({ earliest, latest }: StartDates): FieldProblem => ({
  path: 'effective_date',
  code: 'required',
  expected: `the start date that the person chose: a day from ${earliest} to ${latest}`,
})

export const refuseUnlessSelected = async (
  app: App,
  intake: HomeownersIntakeRecord,
): Promise<ReturnType<typeof selectedOffers>> => {
  await refuseUnlessOpen(app, intake, 'shopper')
  const { status: current_status, application } = intake
  const selected =
    current_status === 'selected' ? selectedOffers(application, await homeOffers.list(app.db, intake)) : []
  if (selected.length === 0) fail('conflict', { message: NOTHING_SELECTED, current_status })
  return selected
}

export const refuseOtherPreview = async (
  app: App,
  intake: HomeownersIntakeRecord,
  preview_token: string,
): Promise<void> => {
  const selected = await refuseUnlessSelected(app, intake)
  const { status: current_status } = intake
  if (preview_token !== previewTokenOf(intake, selected))
    fail('stale_token', { message: MOVED, current_status })
  refuseEnded(selected, { now: app.clock.now(), current_status })
}

type Agreed = { intake: HomeownersIntakeRecord; preview_token: string; effective_date: string }

export const recordAgreement = async (
  app: App,
  caller: Shopper,
  { intake, preview_token, effective_date }: Agreed,
): Promise<string> => {
  const about = { application: intake.application, preview_token, effective_date }
  return agree(app, actorOf(caller), intake, { to: purchaseAgreement, about })
}

const confirmAll = async (app: App, caller: Shopper, intake: HomeownersIntakeRecord) => {
  const review = await openReview(app, intake)
  const confirmed = itemsIn(review).map(({ name }) => name)
  return confirmEstimates(app, caller, { review_token: review.token, confirmed, corrected: {} })
}

export const startDateFor = async (
  app: App,
  intake: HomeownersIntakeRecord,
  chosen: string | undefined,
): Promise<string> => {
  const { application } = intake
  const homes = homesIn(application, selectedOffers(application, await homeOffers.list(app.db, intake)))
  const dates = startDates(homes, app.clock.now())
  const date = chosen ?? startDateOf(application, homes, dates)
  if (date === null) return fail('invalid_request', { fields: [startRequired(dates)] })
  const problem = startProblem(date, dates)
  return problem === null ? date : fail('invalid_request', { fields: [problem] })
}

/** In the sandbox nobody opens the portal, so the order rests on the assistant's word, without a signature. */
export const rehearsePurchase = async (
  app: App,
  caller: Shopper,
  agreed: { intake: HomeownersIntakeRecord; agreement_id: string; effective_date: string },
): Promise<HomeownersIntakeRecord> => {
  const { intake, agreement_id, effective_date } = agreed
  const confirmed = await confirmAll(app, caller, intake)
  const offers = await offersToBind(app, confirmed)
  return orderSelected(app, caller, {
    intake: confirmed,
    offers,
    evidence: { signature_id: agreement_id, records_consent_id: null },
    effective_date,
  })
}

export const askForSignature = async (
  app: App,
  caller: Shopper,
  { intake, preview_token, effective_date }: Agreed,
): Promise<HomeownersIntakeRecord> => {
  await confirmPreview(app, intake.uid, preview_token)
  return noteOnHomeowners(
    app,
    intake,
    { application: { ...intake.application, start_date: effective_date } },
    {
      actor: actorOf(caller).name,
      event: 'purchase_confirmed',
      facts: { version: purchaseAgreement.version },
    },
  )
}
