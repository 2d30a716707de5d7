import { job } from '../../app.ts'
import { transact } from '../../db/transact.ts'
import { writtenIn } from '../../emails/layout.ts'
import { queueEmail } from '../../emails/outbox.ts'
import { umbrellaNewLinkEmail } from '../../emails/umbrella/new-link.ts'
import { openPayload, type SealedPayload } from '../../jobs/sealed-payload.ts'
import { firstNameOf } from '../../line/fields/first-name.ts'
import { lockForJob } from '../../umbrella/intake/intake.ts'
import { reviewUrl } from '../../umbrella/intake/review-token.ts'
import { householdPlaces } from '../../umbrella/quoting/carriers.ts'
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
        { ...email, places: householdPlaces(household) },
        { intake_uid: uid, purpose: 'buyer_link' },
      )
    }),
})
