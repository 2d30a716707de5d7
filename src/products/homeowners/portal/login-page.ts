import { html } from 'hono/html'
import type { App } from '../../../platform/app.ts'
import {
  type Document,
  type DocumentRequest,
  type DocumentRow,
  redirect,
  translated,
} from '../../../platform/http/pages/document.ts'
import { inPersonsLanguage, languageFor } from '../../../platform/http/pages/readers-language.ts'
import { parseEmail } from '../../../platform/lib/email-address.ts'
import { type FieldError, titleToCorrect } from '../../../platform/pages/fields.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { noticeView } from '../../../platform/pages/notice.ts'
import { agencyNameSlot, contactSlot } from '../../../platform/pages/service-marks.ts'
import { emailingForm } from '../../../platform/signin/emailing-form.ts'
import { type About, portalPage, queryText } from '../../line/portal/frame.ts'
import {
  againForm,
  askBody,
  askedCookie,
  strong as b,
  gonePage,
  isGone,
  mailboxNote,
  notAnAddress,
  readAsked,
} from '../../line/portal/sign-in.ts'
import { loginPath, referredUid } from '../quoting/email-facts.ts'
import { say, sayHtml } from './say.ts'
import {
  enterResumed,
  findSignedInHomeowner,
  referredTo,
  requestSignIn,
  type SignInAnswer,
} from './sign-in.ts'

const aside = () => html`<h2>${say('What happens here')}</h2>
<ol class="plain-steps">
<li>${sayHtml('<b>We email you a link.</b> There’s no password to remember.', { b })}</li>
<li>${sayHtml('<b>You check your answers</b> about your home and add what’s missing.', { b })}</li>
<li>${sayHtml('<b>You compare quotes</b> and choose one if you like. You don’t buy anything until you sign.', { b })}</li>
</ol>`

const noReference = () => html`<div class="leaf">
<h1>${say('This link is incomplete')}</h1>
<p class="lede">${say('Part of the link is missing. You need the whole link from your email or from the business that sent you here.')}</p>
<div class="card bound">
<h2>${say('What you can do')}</h2>
<ul>
<li>${say('Open the email again and click its button.')}</li>
<li>${say('If you copied the link, copy all of it. It ends in a long string of letters and digits.')}</li>
<li>${say('Ask the business that sent you here for the link.')}</li>
<li>${sayHtml('Or {contact}.', { contact: contactSlot })}</li>
</ul>
</div>
</div>`

const doorView = () => html`<div class="leaf">
<h1>${say('Continue your application')}</h1>
<p class="lede">${say('Your application opens with the link we emailed you, so that no one else can read it.')}</p>
<div class="card bound sheet">
<h2>${say('Find your link')}</h2>
<ol class="plain-steps">
<li>${sayHtml('<b>Search your inbox</b> for an email from {agency}. Check your spam folder too.', { b, agency: agencyNameSlot })}</li>
<li>${sayHtml('<b>Click the button</b> in the latest one. If it has expired, that page says how to get a new one.', { b })}</li>
<li>${sayHtml('<b>Nothing there?</b> Ask the business or the assistant that started your application for your link.', { b })}</li>
</ol>
</div>
<p>${sayHtml('Can’t find it? Please {contact}.', { contact: contactSlot })}</p>
</div>`

type Asking = {
  ref: string
  text: string
  errors: readonly FieldError[]
  signedOut: boolean
  about: About | undefined
}

const askPage = (app: App, request: DocumentRequest, asking: Asking): Promise<Document> =>
  portalPage(app, request, {
    title: titleToCorrect(say('Sign in'), asking.errors),
    person: null,
    status: asking.errors.length > 0 ? 400 : 200,
    ...(asking.about && { about: asking.about }),
    body: askBody(
      { request, action: '/portal/login', ref: asking.ref },
      {
        heading: say('Sign in to your home insurance application'),
        lede: say('Enter the email address on your application. We’ll email you a link that signs you in.'),
        notice: noticeView(asking.signedOut ? say('You’re signed out.') : null, 'success'),
        button: say('Email me a link'),
        aside: aside(),
        email: asking.text,
        error: asking.errors[0],
      },
    ),
  })

const incompletePage = (app: App, request: DocumentRequest): Promise<Document> =>
  portalPage(app, request, {
    title: say('This link is incomplete'),
    person: null,
    status: 404,
    body: noReference(),
  })

const doorPage = (app: App, request: DocumentRequest): Promise<Document> =>
  portalPage(app, request, {
    title: say('Continue your application'),
    person: null,
    product: { name: 'Your application', href: '/' },
    body: doorView(),
  })

const again = (request: DocumentRequest, { ref, email }: { ref: string; email: string }): Html =>
  againForm(
    { request, action: '/portal/login', ref },
    { email, button: say('Send it again'), other: loginPath(ref) },
  )

const sentView = (
  app: App,
  request: DocumentRequest,
  given: { ref: string; email: string },
): Html => html`<div class="leaf">
<h1>${say('Check your email')}</h1>
<p class="lede">${sayHtml('If <b>{email}</b> is the email address on this application, we’ve sent a sign-in link to it.', { b, email: given.email })}</p>
<div class="card bound sheet">
<ul>
<li>${say('The link works once, for 15 minutes.')}</li>
<li>${say('If it’s not there in a minute, check your spam folder.')}</li>
<li>${say('Still nothing? Your application may have a different email address.')}</li>
</ul>
${again(request, given)}
</div>
${mailboxNote(app)}
</div>`

const shownView = (
  request: DocumentRequest,
  given: { ref: string; email: string },
  link: string | null,
): Html => html`<div class="leaf">
${
  link === null
    ? html`<h1>${say('That’s a different email address')}</h1>
<p class="lede">${say('This sandbox application doesn’t use {email}. With a real application, we wouldn’t tell you that.', { email: given.email })}</p>
<div class="card bound sheet">${again(request, given)}</div>`
    : html`<h1>${say('Your sign-in link')}</h1>
<p class="lede">${say('With a real application, we email this link. The sandbox doesn’t send email, so here it is.')}</p>
<div class="card bound sheet">
<p><a href="${link}" class="button">${say('Open the link')}</a></p>
<p class="soft small">${say('It works once, for 15 minutes.')}</p>
</div>`
}
</div>`

type Asked = { email: string; answer: SignInAnswer }

const sentPage = (
  app: App,
  request: DocumentRequest,
  { ref, about, asked: { email, answer } }: { ref: string; about: About | undefined; asked: Asked },
): Promise<Document> =>
  portalPage(app, request, {
    title: say('Check your email'),
    person: null,
    sandbox: answer.sandbox,
    ...(about && { about }),
    body: answer.sandbox
      ? shownView(request, { ref, email }, answer.link)
      : sentView(app, request, { ref, email }),
  })

const loginForm: DocumentRow<App> = {
  path: '/portal/login',
  page: true,
  contract: null,
  async respond(app, request) {
    const ref = queryText(request, 'ref')
    if (request.query.ref === undefined) return doorPage(app, request)
    const uid = referredUid(app, ref)
    if (uid === null) return incompletePage(app, request)
    if (await isGone(app, uid)) return gonePage(app, request)
    const signedOut = request.query.signed_out !== undefined
    if (!signedOut) {
      if ((await findSignedInHomeowner(app, request))?.uid === uid) return redirect('/portal')
      const cookies = await enterResumed(app, request, uid)
      if (cookies) return redirect('/portal', cookies)
    }
    const { about, language } = await referredTo(app, uid)
    const asked = request.query.sent === undefined ? null : readAsked<Asked>(app, request, uid)
    return inPersonsLanguage(request, language, read =>
      asked
        ? sentPage(app, read, { ref, about, asked })
        : askPage(app, read, { ref, text: read.form.get('email') ?? '', errors: [], signedOut, about }),
    )
  },
}

const loginSend: DocumentRow<App> = {
  method: 'POST',
  path: '/portal/login',
  page: true,
  contract: null,
  ...emailingForm('portal_login'),
  async respond(app, request) {
    const ref = request.form.get('ref') ?? ''
    const uid = referredUid(app, ref)
    if (uid === null) return incompletePage(app, request)
    if (await isGone(app, uid)) return gonePage(app, request)
    const { about, language } = await referredTo(app, uid)
    const text = request.form.get('email') ?? ''
    const email = parseEmail(text)
    if (email === null)
      return inPersonsLanguage(request, language, read =>
        askPage(app, read, { ref, text, errors: [notAnAddress()], signedOut: false, about }),
      )
    const answer = await requestSignIn(app, { uid, email, language: languageFor(request, language) })
    return redirect(`${loginPath(ref)}&sent`, [askedCookie(app, uid, { email, answer })])
  },
}

export const portalLoginPages: readonly DocumentRow<App>[] = [loginForm, loginSend].map(translated)
