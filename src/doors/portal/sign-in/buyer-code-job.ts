import { writtenIn } from '../../../agency/emails/layout.ts'
import { queueEmail } from '../../../agency/emails/outbox.ts'
import { buyerCodeEmail } from '../../../agency/emails/sign-in.ts'
import { job } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import { openPayload, type SealedPayload } from '../../../platform/jobs/sealed-payload.ts'
import { findReferrer } from '../../../platform/key/referrer.ts'
import { issueCode } from '../../../platform/signin/one-time-code.ts'
import { firstNameOf } from '../../../platform/values/first-name.ts'
import { isReshopped } from '../../../products/line/aftersale/reshop.ts'
import { lockForJob } from '../../../products/line/reviewed-purchase/intake/intake.ts'
import { placesOf } from '../../../products/line/reviewed-purchase/quoting/carriers.ts'
import { type AskedCode, BUYER_CODE, codeSubject, isBuyersEmail } from './proven-buyer.ts'

export const buyerCode = job<SealedPayload>({
  name: BUYER_CODE,
  run: (app, sealed) =>
    transact(app, async inside => {
      const asked = openPayload<AskedCode>(app.sealer, BUYER_CODE, sealed)
      const intake = await lockForJob(inside, asked.uid)
      if (!intake || !isBuyersEmail(app, intake, asked.email)) return
      const { household } = intake.application
      const firstName = firstNameOf(household.full_name)
      const referredBy = await findReferrer(inside, intake.owner)
      const compose = async () => {
        const subject = codeSubject({ ...asked, sandbox: intake.sandbox })
        const { code, expiresAt } = await issueCode(inside, subject)
        const email = writtenIn(household.preferred_language ?? asked.language, () =>
          buyerCodeEmail(asked.email, { firstName, code, referredBy, isOurs: isReshopped(household) }),
        )
        return { ...email, expiresAt, places: placesOf(intake) }
      }
      const about = { intake_uid: asked.uid, purpose: 'buyer_code' } as const
      await queueEmail(inside, { to: asked.email, compose }, about)
    }),
})
