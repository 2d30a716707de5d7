import { writtenIn } from '../../../agency/emails/layout.ts'
import { portalSignInEmail } from '../../../agency/emails/sign-in.ts'
import type { App } from '../../../platform/app.ts'
import type { Language } from '../../../platform/language/language.ts'
import type { EmailMark } from '../../../platform/signin/email-mark.ts'
import { issueLink, issueLinkWithToken, newLinkToken } from '../../../platform/signin/one-time-link.ts'
import { type AskedEmail, emailedJob, sendLater } from '../../line/portal/emailed-job.ts'
import type { About } from '../../line/portal/frame.ts'
import type { HomeownersIntakeRecord } from '../intake/intake.ts'
import { homeownersIntakes } from '../intake/writer.ts'
import { emailFacts, homePlaces, requesterOf } from '../quoting/email-facts.ts'
import { enterUrl, entryFor, isEmailOf, linkFor } from './sign-in-link.ts'

const PORTAL_SIGN_IN = 'portal_sign_in'

type SignInRequest = AskedEmail & { token: string }

export const entered = async (
  app: App,
  found: { subject: string; data: EmailMark } | null,
): Promise<HomeownersIntakeRecord | null> => {
  if (!found) return null
  const intake = await homeownersIntakes.find(app, found.subject)
  return intake && found.data.email === entryFor(app, intake).email ? intake : null
}

export const aboutApplication = async (app: App, intake: HomeownersIntakeRecord): Promise<About> => ({
  ...(await requesterOf(app, intake)),
  places: homePlaces(intake.application),
})

export type Referred = { about: About | undefined; language: Language | undefined }

export const referredTo = async (app: App, uid: string): Promise<Referred> => {
  const intake = await homeownersIntakes.find(app, uid)
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
  const intake = await homeownersIntakes.find(app, uid)
  if (intake?.sandbox)
    return { sandbox: true, link: isEmailOf(app, intake, email) ? await issueSandboxLink(app, intake) : null }
  const request: SignInRequest = { uid, email, token: newLinkToken(app), language }
  await sendLater(app, PORTAL_SIGN_IN, request)
  return { sandbox: false }
}

export const portalSignIn = emailedJob<SignInRequest, HomeownersIntakeRecord>({
  name: PORTAL_SIGN_IN,
  lock: homeownersIntakes.lock,
  async write(app, intake, { uid, email, token, language }) {
    if (!isEmailOf(app, intake, email)) return null
    if (!(await issueLinkWithToken(app, { ...linkFor(app, intake), token }))) return null
    const facts = { ...(await emailFacts(app, intake)), link: enterUrl(app, uid, token) }
    const { preferred_language = language } = intake.application.applicant
    return {
      ...writtenIn(preferred_language, () => portalSignInEmail(email, facts)),
      places: homePlaces(intake.application),
    }
  },
})
