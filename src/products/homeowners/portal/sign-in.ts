import { html } from 'hono/html'
import { writtenIn } from '../../../agency/emails/layout.ts'
import { portalSignInEmail } from '../../../agency/emails/sign-in.ts'
import type { App } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import {
  type Document,
  type DocumentRequest,
  type DocumentRow,
  hostCookie,
  hostCookieOf,
  isDrawnFor,
  ownForms,
  redirect,
  withoutHostCookie,
} from '../../../platform/http/pages/document.ts'
import { inLanguage, languageFor } from '../../../platform/http/pages/readers-language.ts'
import type { Language } from '../../../platform/language/language.ts'
import { contactSlot } from '../../../platform/pages/service-marks.ts'
import { type EmailMark, isMarkOf } from '../../../platform/signin/email-mark.ts'
import { issueLink, issueLinkWithToken, newLinkToken } from '../../../platform/signin/one-time-link.ts'
import { closeSession, findSession, openSession } from '../../../platform/signin/session.ts'
import { type About, portalPage } from '../../line/portal/frame.ts'
import { goTo, isProgressPoll } from '../../line/portal/live-progress.ts'
import {
  type AskedEmail,
  emailedJob,
  readUnsent,
  sendLater,
  unsentCookie,
  withoutUnsent,
  withUnsent,
} from '../../line/portal/sign-in.ts'
import type { HomeownerCaller, HomeownersIntakeRecord } from '../intake/intake.ts'
import { homeownersIntakes } from '../intake/writer.ts'
import {
  emailFacts,
  homePlaces,
  loginPath,
  portalReference,
  referredUid,
  requesterOf,
} from '../quoting/email-facts.ts'
import { say, sayHtml } from './say.ts'
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

type Referred = { about: About | undefined; language: Language | undefined }

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

// Remembers the application, so an expired session can lead to a new one. It grants no access.
const REFERENCE = 'portal-reference'

export const openHomeownerSession = async (app: App, intake: HomeownersIntakeRecord): Promise<string[]> => {
  const { uid } = intake
  const session = await openSession(app, { kind: 'portal', subject: uid, data: entryFor(app, intake) })
  return [session, hostCookie(REFERENCE, portalReference(app, uid))]
}

export const enterResumed = async (
  app: App,
  { cookies }: DocumentRequest,
  uid: string,
): Promise<string[] | null> => {
  const session = await findSession(app, 'resume', cookies)
  if (session?.subject !== uid) return null
  const intake = await homeownersIntakes.find(app, uid)
  if (!intake || !isMarkOf(intake, session.data)) return null
  return transact(app, inside => openHomeownerSession(inside, intake))
}

export const homeownerCaller = (
  request: DocumentRequest,
  { uid, application }: HomeownersIntakeRecord,
): HomeownerCaller => ({
  kind: 'homeowner',
  uid,
  address: request.address,
  userAgent: request.userAgent,
  language: languageFor(request, application.applicant.preferred_language),
  scope: uid,
  credentialId: null,
})

export const findSignedInHomeowner = async (
  app: App,
  request: DocumentRequest,
): Promise<HomeownerCaller | null> => {
  const intake = await entered(app, await findSession(app, 'portal', request.cookies))
  return intake && homeownerCaller(request, intake)
}

const referenceOf = (app: App, { cookies }: DocumentRequest): string | null => {
  const reference = hostCookieOf(cookies, REFERENCE)
  return reference !== undefined && referredUid(app, reference) !== null ? reference : null
}

const typedWords = async (app: App, request: DocumentRequest, uid: string): Promise<string> =>
  (await readUnsent(app, uid, request)) === null
    ? say('We’ve kept everything you sent. Anything you were still typing is lost.')
    : say(
        'What you sent last isn’t saved yet. Sign in again soon in this browser, and what you typed will be in the form again. Check it, then send it.',
      )

const outsidePage = async (app: App, request: DocumentRequest): Promise<Document> => {
  const reference = referenceOf(app, request)
  const uid = reference === null ? null : referredUid(app, reference)
  const wasInside = reference !== null && uid !== null
  const isRefused = (await findSession(app, 'portal', request.cookies)) !== null
  const unsent =
    uid === null || isRefused || !isDrawnFor(app, request, uid) ? null : await unsentCookie(app, uid, request)
  const title = wasInside ? say('You’ve been signed out') : say('Please sign in')
  const document = await portalPage(app, request, {
    title,
    person: null,
    status: 403,
    body: html`<div class="leaf">
<h1>${title}</h1>
<p class="lede">${
      wasInside
        ? say(
            'We sign you out after 30 minutes without a click, so that no one else can use your application.',
          )
        : say('This page is part of an application. Only the applicant can open it.')
    }</p>
<div class="card bound sheet">
${
  wasInside
    ? html`<p>${unsent ? say('What you just sent isn’t saved yet. Sign in again in this browser within 15 minutes, and what you typed will be in the form again. Check it, then send it.') : await typedWords(app, request, uid)}</p>
<p><a class="button" href="${loginPath(reference)}">${say('Sign in again')}</a></p>`
    : html`<p>${say('Open the email about your application and click its button. If you don’t have one, contact the business that sent you here.')} ${sayHtml('Or {contact}.', { contact: contactSlot })}</p>`
}
</div>
</div>`,
  })
  return unsent ? { ...document, cookies: [unsent] } : document
}

const ANOTHERS =
  'Nothing was saved: this form belongs to another application. To go on with that one, sign in again with the link from its email.'

export const asHomeowner = async (
  app: App,
  request: DocumentRequest,
  respond: (person: HomeownerCaller, request: DocumentRequest) => Promise<Document> | Document,
): Promise<Document> => {
  const person = await findSignedInHomeowner(app, request)
  if (!person) return isProgressPoll(request) ? goTo('/portal') : outsidePage(app, request)
  const { uid, language } = person
  return inLanguage(request, language, read => {
    const own = ownForms(app, read, { owner: uid, refusal: ANOTHERS })
    return withUnsent(app, { uid, request: own }, known => respond(person, known))
  })
}

export const portalSignOut: DocumentRow<App> = {
  method: 'POST',
  path: '/portal/sign-out',
  page: true,
  contract: null,
  async respond(app, request) {
    const reference = referenceOf(app, request)
    const cookies = [
      await closeSession(app, 'portal', request.cookies),
      await closeSession(app, 'resume', request.cookies),
      withoutHostCookie(REFERENCE),
      withoutUnsent(),
    ]
    return redirect(reference === null ? '/portal' : `${loginPath(reference)}&signed_out`, cookies)
  },
}
