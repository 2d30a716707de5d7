import { writtenIn } from '../../../agency/emails/layout.ts'
import { queueEmail } from '../../../agency/emails/outbox.ts'
import { umbrellaNewLinkEmail } from '../../../agency/emails/umbrella/offers.ts'
import { job } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import { openPayload, type SealedPayload } from '../../../platform/jobs/sealed-payload.ts'
import { firstNameOf } from '../../../platform/values/first-name.ts'
import { lockForJob } from '../../../products/line/reviewed-purchase/intake/intake.ts'
import { reviewUrl } from '../../../products/line/reviewed-purchase/intake/review-token.ts'
import { placesOf } from '../../../products/line/reviewed-purchase/quoting/carriers.ts'
import { type AskedCode, isBuyersEmail } from './proven-buyer.ts'

export const BUYER_LINK = 'buyer_link'

export const buyerLink = job<SealedPayload>({
  name: BUYER_LINK,
  run: (app, sealed) =>
    transact(app, async inside => {
      const { uid, email: to, language } = openPayload<AskedCode>(app.sealer, BUYER_LINK, sealed)
      const intake = await lockForJob(inside, uid)
      if (!intake || intake.sandbox || !isBuyersEmail(app, intake, to)) return
      const { household } = intake.application
      const facts = { firstName: firstNameOf(household.full_name), link: reviewUrl(app, uid) }
      const email = writtenIn(household.preferred_language ?? language, () => umbrellaNewLinkEmail(to, facts))
      await queueEmail(
        inside,
        { ...email, places: placesOf(intake) },
        { intake_uid: uid, purpose: 'buyer_link' },
      )
    }),
})
