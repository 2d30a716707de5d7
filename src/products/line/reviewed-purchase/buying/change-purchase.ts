import type { App } from '../../../../platform/app.ts'
import { releaseProperties } from '../../buying/one-purchase-per-property.ts'
import type { OfferEvent, Taking } from '../../offers/late-answer.ts'
import { lockForJob } from '../intake/intake.ts'
import { tellOfferChanged } from '../quoting/notify.ts'
import { HOUSEHOLD } from '../quoting/questions.ts'
import { quotingIn } from '../quoting/quote-job.ts'
import { selectedOffer } from '../quoting/selected-offer.ts'
import { perLine } from '../reviewed-line.ts'
import { giveBack } from './change-offer.ts'

export const changePurchaseIn = perLine(line => async (app: App, event: OfferEvent): Promise<Taking> => {
  const before = await lockForJob(app, event.uid)
  const row = before && (await selectedOffer(app, before))
  const taking = await quotingIn(line).changeOffer(app, event)
  if (!taking.taken || taking.repeated || !row) return taking
  const after = await lockForJob(app, event.uid)
  const purchase = before.application.purchase
  if (!after || after.application.purchase !== null || purchase === null) return taking
  await releaseProperties(app, event.uid, [HOUSEHOLD])
  const { carrier, annual_price } = row.offer
  await tellOfferChanged(app, after, {
    carrier,
    before: annual_price,
    after: event.annual_price ?? null,
    money: await giveBack(app, purchase),
  })
  return taking
})
