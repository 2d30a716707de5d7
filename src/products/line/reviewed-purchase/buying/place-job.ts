import { listDocuments, reviewAgain } from '../../../../agency/documents/documents.ts'
import { type App, job } from '../../../../platform/app.ts'
import { transact } from '../../../../platform/db/transact.ts'
import { ATTEMPTS_FOR_FOUR_DAYS, addJob } from '../../../../platform/jobs/store.ts'
import { need } from '../../buying/order-facts.ts'
import { lockForJob, type ReviewedIntake } from '../intake/intake.ts'
import { movePurchase } from '../intake/writer.ts'
import { carriersIn, householdPlace } from '../quoting/carriers.ts'
import { selectedOffer } from '../quoting/selected-offer.ts'
import { perLine } from '../reviewed-line.ts'
import { askForPayment } from './ask-for-payment.ts'
import { purchaseDueCents } from './billing.ts'
import { tellDocuments } from './notify.ts'
import { sendOrder } from './order.ts'
import { enqueueReview, uploadsMissing } from './uploads.ts'

export const enqueuePlacing = (app: App, { uid, line }: ReviewedIntake): Promise<void> =>
  addJob(app.db, `place_${line}`, { uid }, ATTEMPTS_FOR_FOUR_DAYS)

/** Uploads for an earlier purchase count once they are reviewed for this one. */
const askForDocuments = async (
  app: App,
  intake: ReviewedIntake,
  facts: { workflow: string },
): Promise<void> => {
  await reviewAgain(app, intake.uid)
  const missing = uploadsMissing(intake, await listDocuments(app, intake.uid))
  const event = missing.length > 0 ? 'documents_asked' : 'documents_complete'
  const asked = await movePurchase(app, intake, {}, { actor: 'service', event, facts })
  await (missing.length > 0 ? tellDocuments(app, asked) : enqueueReview(app, asked))
}

export const placeJobIn = perLine(line =>
  job<{ uid: string }>({
    name: `place_${line.name}`,
    lane: 'carriers',
    run: (app, { uid }) =>
      transact(app, async inside => {
        const intake = await lockForJob(inside, uid)
        if (intake?.status !== 'chosen') return
        const row = need(await selectedOffer(inside, intake), 'offer')
        const { carrier_id } = row
        const carriers = carriersIn(intake)
        const carrier = carriers.all(inside, intake).find(({ id }) => id === carrier_id)
        const workflow = carrier?.workflow ?? null
        const { state } = householdPlace(intake)
        // What may no longer be sold becomes an order at once, which the gate of orders blocks.
        const isSold = carriers.sells(inside, intake, { carrier_id, state })
        if (isSold && line.documents && workflow === 'agency_pay')
          return askForDocuments(inside, intake, { workflow })
        if (isSold && purchaseDueCents(inside, intake, row) > 0)
          return askForPayment(inside, intake, { actor: 'service', event: 'payment_asked' })
        const placed = await movePurchase(
          inside,
          intake,
          {},
          { actor: 'service', event: 'carrier_asked', facts: { workflow } },
        )
        await sendOrder(inside, placed)
      }),
  }),
)
