import { html } from 'hono/html'
import type { App } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import {
  type Document,
  type DocumentRequest,
  type DocumentRow,
  redirect,
  translated,
} from '../../../platform/http/pages/document.ts'
import { inPersonsLanguage } from '../../../platform/http/pages/readers-language.ts'
import { proveEmail } from '../../../platform/key/shopper/shopper.ts'
import { tokenField } from '../../../platform/pages/html.ts'
import { contactSlot } from '../../../platform/pages/service-marks.ts'
import { findLink, type GivenLink, spendLink } from '../../../platform/signin/one-time-link.ts'
import { portalPage, queryText } from '../../line/portal/frame.ts'
import { deadBody, gonePage, isGone, staySignedIn } from '../../line/portal/sign-in.ts'
import { isEmailProven } from '../../line/record/proven-email-store.ts'
import { submitHeld } from '../answering/advance.ts'
import {
  actorOf,
  type HomeownerCaller,
  type HomeownersIntakeRecord,
  isHeld,
  lockOwnIntake,
} from '../intake/intake.ts'
import { chooseHomeownersLanguage, noteOnHomeowners } from '../intake/writer.ts'
import { loginPath, referredUid } from '../quoting/email-facts.ts'
import { say, sayHtml } from './say.ts'
import {
  aboutApplication,
  entered,
  findSignedInHomeowner,
  homeownerCaller,
  openHomeownerSession,
} from './sign-in.ts'

const noteEmailProven = async (app: App, caller: HomeownerCaller): Promise<void> => {
  const intake = await lockOwnIntake(app, caller, caller.uid)
  if (await isEmailProven(app.db, intake.uid)) return
  await noteOnHomeowners(app, intake, {}, { actor: actorOf(caller).name, event: 'email_proven' })
}

const givenLink = ({ params }: DocumentRequest): GivenLink<'portal_sign_in'> => ({
  purpose: 'portal_sign_in',
  token: params.token ?? '',
})

const referenceIn = (app: App, request: DocumentRequest): string | null => {
  const reference = queryText(request, 'ref')
  return referredUid(app, reference) === null ? null : reference
}

const deadPage = async (app: App, request: DocumentRequest): Promise<Document> => {
  const reference = referenceIn(app, request)
  const uid = reference === null ? null : referredUid(app, reference)
  if (uid !== null && (await isGone(app, uid))) return gonePage(app, request)
  return portalPage(app, request, {
    title: say('This link no longer works'),
    person: null,
    status: 410,
    body: deadBody({
      title: say('This link no longer works'),
      lede: say(
        'A sign-in link works once and for a short time. This one has expired, was already used, or is incomplete.',
      ),
      again:
        reference === null
          ? html`<p>${say('Open the email that brought you here and ask for a new sign-in link there. If you can’t find it, contact the business that sent it.')} ${sayHtml('Or {contact}.', { contact: contactSlot })}</p>`
          : html`<p>${say('We’ve kept your application as you left it. A new link takes a minute.')}</p>
<p><a class="button" href="${loginPath(reference)}">${say('Email me a new link')}</a></p>`,
    }),
  })
}

const isInside = async (app: App, request: DocumentRequest): Promise<boolean> => {
  const person = await findSignedInHomeowner(app, request)
  return person !== null && person.uid === referredUid(app, referenceIn(app, request) ?? '')
}

const confirmPage = async (
  app: App,
  request: DocumentRequest,
  intake: HomeownersIntakeRecord,
): Promise<Document> => {
  const reference = referenceIn(app, request)
  return portalPage(app, request, {
    title: say('Sign in'),
    person: null,
    sandbox: intake.sandbox,
    about: await aboutApplication(app, intake),
    body: html`<div class="leaf">
<h1>${say('Your link works')}</h1>
<p class="lede">${say('One more click and you’re in.')}</p>
${isHeld(intake) ? html`<p>${say('Your assistant says that you’ve read your application and authorized a soft credit check. If that’s right, continue. We then ask insurance companies for quotes.')}</p>` : ''}
<form method="post" action="/portal/enter/${request.params.token}${reference ? `?ref=${reference}` : ''}" class="card bound sheet">
${tokenField(request)}
<p><button>${say('Continue to your application')}</button></p>
${staySignedIn()}
</form>
</div>`,
  })
}

const enterForm: DocumentRow<App> = {
  path: '/portal/enter/{token}',
  page: true,
  contract: null,
  async respond(app, request) {
    const intake = await entered(app, await findLink(app, givenLink(request)))
    if (!intake) return (await isInside(app, request)) ? redirect('/portal') : deadPage(app, request)
    const { preferred_language } = intake.application.applicant
    return inPersonsLanguage(request, preferred_language, read => confirmPage(app, read, intake))
  },
}
const enter: DocumentRow<App> = {
  method: 'POST',
  path: '/portal/enter/{token}',
  page: true,
  contract: null,
  async respond(app, request) {
    const cookies = await transact(app, async inside => {
      const intake = await entered(inside, await spendLink(inside, givenLink(request)))
      if (!intake) return null
      await proveEmail(inside, intake)
      const caller = homeownerCaller(request, intake)
      await noteEmailProven(inside, caller)
      if (intake.application.applicant.preferred_language === undefined && request.language !== 'en')
        await chooseHomeownersLanguage(inside, caller, request.language)
      await submitHeld(inside, caller)
      return openHomeownerSession(inside, intake)
    })
    if (cookies) return redirect('/portal', cookies)
    return (await isInside(app, request)) ? redirect('/portal') : deadPage(app, request)
  },
}

export const portalEnterPages: readonly DocumentRow<App>[] = [enterForm, enter].map(translated)
