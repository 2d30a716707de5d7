import type { App } from '../../../platform/app.ts'
import { ATTEMPTS_FOR_A_DAY } from '../../../platform/jobs/attempts.ts'
import { sealPayload } from '../../../platform/jobs/sealed-payload.ts'
import { addJob } from '../../../platform/jobs/store.ts'
import type { Language } from '../../../platform/language/language.ts'
import type { EmailMark } from '../../../platform/signin/email-mark.ts'
import { issueLink, newLinkToken } from '../../../platform/signin/one-time-link.ts'
import type { HomeownersIntakeRecord } from '../../../products/homeowners/intake/intake.ts'
import { enterUrl, entryFor, isEmailOf, linkFor } from '../../../products/homeowners/portal/sign-in-link.ts'
import { homePlaces, requesterOf } from '../../../products/homeowners/quoting/email-facts.ts'
import { findIntake } from '../../../products/line/record/intakes.ts'
import type { About } from '../frame/frame.ts'

export const PORTAL_SIGN_IN = 'portal_sign_in'

export type SignInRequest = { uid: string; email: string; token: string; language?: Language }

export const entered = async (
  app: App,
  found: { subject: string; data: EmailMark } | null,
): Promise<HomeownersIntakeRecord | null> => {
  if (!found) return null
  const intake: HomeownersIntakeRecord | null = await findIntake(app, {
    uid: found.subject,
    line: 'homeowners',
  })
  return intake && found.data.email === entryFor(app, intake).email ? intake : null
}

export const aboutApplication = async (app: App, intake: HomeownersIntakeRecord): Promise<About> => ({
  ...(await requesterOf(app, intake)),
  places: homePlaces(intake.application),
})

export type Referred = { about: About | undefined; language: Language | undefined }

export const referredTo = async (app: App, uid: string): Promise<Referred> => {
  const intake: HomeownersIntakeRecord | null = await findIntake(app, { uid, line: 'homeowners' })
  return {
    about: intake ? await aboutApplication(app, intake) : undefined,
    language: intake?.application.applicant.preferred_language,
  }
}

export type SignInAnswer = { sandbox: false } | { sandbox: true; link: string | null }

const issueSandboxLink = async (app: App, intake: HomeownersIntakeRecord): Promise<string> => {
  const { token } = await issueLink(app, linkFor(app, intake))
  return enterUrl(app, intake.uid, token)
}

export const requestSignIn = async (
  app: App,
  { uid, email, language }: { uid: string; email: string; language: Language },
): Promise<SignInAnswer> => {
  const intake: HomeownersIntakeRecord | null = await findIntake(app, { uid, line: 'homeowners' })
  if (intake?.sandbox)
    return { sandbox: true, link: isEmailOf(app, intake, email) ? await issueSandboxLink(app, intake) : null }
  const request: SignInRequest = { uid, email, token: newLinkToken(app), language }
  await addJob(app.db, PORTAL_SIGN_IN, sealPayload(app.sealer, PORTAL_SIGN_IN, request), ATTEMPTS_FOR_A_DAY)
  return { sandbox: false }
}
