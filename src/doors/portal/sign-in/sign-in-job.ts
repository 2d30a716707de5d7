import { writtenIn } from '../../../agency/emails/layout.ts'
import { queueEmail } from '../../../agency/emails/outbox.ts'
import { portalSignInEmail } from '../../../agency/emails/sign-in.ts'
import { job } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import { openPayload, type SealedPayload } from '../../../platform/jobs/sealed-payload.ts'
import { issueLinkWithToken } from '../../../platform/signin/one-time-link.ts'
import type { HomeownersIntakeRecord } from '../../../products/homeowners/intake/intake.ts'
import { enterUrl, isEmailOf, linkFor } from '../../../products/homeowners/portal/sign-in-link.ts'
import { emailFacts, homePlaces } from '../../../products/homeowners/quoting/email-facts.ts'
import { lockIntake } from '../../../products/line/record/intakes.ts'
import { PORTAL_SIGN_IN, type SignInRequest } from './sign-in.ts'

/** Locks the intake, so that no email goes to an address that is being erased. */
export const portalSignIn = job<SealedPayload>({
  name: PORTAL_SIGN_IN,
  run: (app, sealed) =>
    transact(app, async inside => {
      const { uid, email, token, language } = openPayload<SignInRequest>(app.sealer, PORTAL_SIGN_IN, sealed)
      const intake: HomeownersIntakeRecord | null = await lockIntake(inside, { uid, line: 'homeowners' })
      if (!intake || !isEmailOf(app, intake, email)) return
      if (!(await issueLinkWithToken(inside, { ...linkFor(app, intake), token }))) return
      const facts = { ...(await emailFacts(inside, intake)), link: enterUrl(app, uid, token) }
      const { preferred_language = language } = intake.application.applicant
      const written = {
        ...writtenIn(preferred_language, () => portalSignInEmail(email, facts)),
        places: homePlaces(intake.application),
      }
      await queueEmail(inside, written, { intake_uid: uid, purpose: 'portal_sign_in' })
    }),
})
