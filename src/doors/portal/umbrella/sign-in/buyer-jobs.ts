import { writtenIn } from '../../../../agency/emails/layout.ts'
import { buyerCodeEmail } from '../../../../agency/emails/sign-in.ts'
import { umbrellaNewLinkEmail } from '../../../../agency/emails/umbrella/offers.ts'
import { findReferrer } from '../../../../platform/key/referrer.ts'
import { issueCode } from '../../../../platform/signin/one-time-code.ts'
import { firstNameOf } from '../../../../platform/values/personal-text.ts'
import { isReshopped } from '../../../../products/line/aftersale/reshop.ts'
import { lockForJob, type ReviewedIntake } from '../../../../products/line/reviewed-purchase/intake/intake.ts'
import { reviewUrl } from '../../../../products/line/reviewed-purchase/intake/review-token.ts'
import { placesOf } from '../../../../products/line/reviewed-purchase/quoting/carriers.ts'
import { type AskedEmail, emailedJob } from '../../sign-in/emailed-job.ts'
import { BUYER_CODE, codeSubject, isBuyersEmail } from './proven-buyer.ts'

export const buyerCode = emailedJob<AskedEmail, ReviewedIntake>({
  name: BUYER_CODE,
  lock: lockForJob,
  async write(app, intake, asked) {
    if (!isBuyersEmail(app, intake, asked.email)) return null
    const { household } = intake.application
    const firstName = firstNameOf(household.full_name)
    const referredBy = await findReferrer(app, intake.owner)
    const compose = async () => {
      const subject = codeSubject({ ...asked, sandbox: intake.sandbox })
      const { code, expiresAt } = await issueCode(app, subject)
      const email = writtenIn(household.preferred_language ?? asked.language, () =>
        buyerCodeEmail(asked.email, { firstName, code, referredBy, isOurs: isReshopped(household) }),
      )
      return { ...email, expiresAt, places: placesOf(intake) }
    }
    return { to: asked.email, compose }
  },
})

export const BUYER_LINK = 'buyer_link'

export const buyerLink = emailedJob<AskedEmail, ReviewedIntake>({
  name: BUYER_LINK,
  lock: lockForJob,
  async write(app, intake, { uid, email, language }) {
    if (intake.sandbox || !isBuyersEmail(app, intake, email)) return null
    const { household } = intake.application
    const facts = { firstName: firstNameOf(household.full_name), link: reviewUrl(app, uid) }
    return {
      ...writtenIn(household.preferred_language ?? language, () => umbrellaNewLinkEmail(email, facts)),
      places: placesOf(intake),
    }
  },
})
