import { writtenIn } from '../../../../agency/emails/layout.ts'
import { findReferrer } from '../../../../platform/key/referrer.ts'
import { issueCode } from '../../../../platform/signin/one-time-code.ts'
import { firstNameOf } from '../../../../platform/values/personal-text.ts'
import { isReshopped } from '../../aftersale/reshop.ts'
import { type AskedEmail, emailedJob } from '../../portal/emailed-job.ts'
import { lockForJob, type ReviewedIntake } from '../intake/intake.ts'
import { reviewUrl } from '../intake/review-token.ts'
import { placesOf } from '../quoting/carriers.ts'
import { lineOf } from '../reviewed-line.ts'
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
        lineOf(intake).emails.code(asked.email, {
          firstName,
          code,
          referredBy,
          isOurs: isReshopped(household),
        }),
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
      ...writtenIn(household.preferred_language ?? language, () =>
        lineOf(intake).emails.newLink(email, facts),
      ),
      places: placesOf(intake),
    }
  },
})
