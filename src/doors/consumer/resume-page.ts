import { html } from 'hono/html'
import type { App } from '../../platform/app.ts'
import { type DocumentRequest, type DocumentRow, redirect } from '../../platform/http/pages/document.ts'
import { inPersonsLanguage } from '../../platform/http/pages/readers-language.ts'
import { resumedUid } from '../../platform/key/shopper/intake-token.ts'
import { speaker } from '../../platform/language/say.ts'
import { parseEmail } from '../../platform/lib/email-address.ts'
import { page } from '../../platform/pages/frame.ts'
import { type Html, tokenField } from '../../platform/pages/html.ts'
import { agencyNameSlot, contactSlot, languageSlot } from '../../platform/pages/service-marks.ts'
import { emailingForm } from '../../platform/signin/emailing-form.ts'
import { findLink, type GivenLink } from '../../platform/signin/one-time-link.ts'
import { findSession } from '../../platform/signin/session.ts'
import type { ShoppingPerson } from '../../products/line/shopper.ts'
import spanish from './es.json' with { type: 'json' }
import { askToResume, enterByLink, personBehind, shoppingPersonOf, tokenForAssistant } from './resume.ts'

const { say, sayHtml, sayKnown } = speaker(spanish)

const common = { page: true, translated: true, contract: null } as const

/** A page shown only once has no language switch, because switching would lose it. */
const sheet = (title: string, body: Html, { status = 200, once = false } = {}) =>
  page({
    title,
    status,
    nav: once ? html`` : html`${languageSlot}`,
    body: html`<div class="narrow">
<h1>${title}</h1>
${body}
</div>`,
  })

const incomplete = () =>
  sheet(
    say('This link is incomplete'),
    html`<p class="lede">${say('Copy the whole link your assistant gave you. It ends in a long string of letters and digits.')}</p>
<p>${sayHtml('If that doesn’t help, {contact}.', { contact: contactSlot })}</p>`,
    { status: 404 },
  )

const refIn = ({ query: { ref } }: DocumentRequest): string => [ref ?? ''].flat()[0] ?? ''

const askPage = (request: DocumentRequest, ref: string, problem = '') =>
  sheet(
    say('Continue your application'),
    html`<p class="lede">${sayHtml('Your assistant filled in an insurance application for you with {agency}. Enter the email on it, and we’ll send you a link.', { agency: agencyNameSlot })}</p>
${problem ? html`<p class="callout danger" role="alert" id="problem">${problem}</p>` : ''}
<form method="post" action="/resume?ref=${encodeURIComponent(ref)}" class="card bound">
${tokenField(request)}<input type="hidden" name="ref" value="${ref}">
<p><label for="email">${say('Email address')}</label> <input id="email" name="email" type="email" autocomplete="email" required${problem ? html` aria-invalid="true" aria-describedby="problem" autofocus` : ''}></p>
<p><button>${say('Email me a link')}</button></p>
</form>`,
    { status: problem ? 400 : 200 },
  )

const insidePage = (request: DocumentRequest, person: ShoppingPerson) =>
  sheet(
    say('Your email is confirmed'),
    html`<p class="lede">${say('You and your assistant can continue your application.')} ${person.sandbox ? html`<strong>${say('SANDBOX: nothing here is real.')}</strong>` : ''}</p>
${person.goOn ? html`<p><a class="button" href="${person.goOn.url}">${sayKnown(person.goOn.label)}</a></p>` : ''}
<section class="card bound" aria-labelledby="assistant">
<h2 id="assistant">${say('Your assistant')}</h2>
<p>${say('If your assistant is waiting, tell it to continue. If it lost access, create a new access token for it. The old token stops working.')}</p>
<form method="post" action="/resume/assistant">${tokenField(request)}<p><button class="secondary">${say('Create a new access token')}</button></p></form>
</section>`,
  )

const askOrInside: DocumentRow<App> = {
  ...common,
  path: '/resume',
  async respond(app, request) {
    const person = await personBehind(app, await findSession(app, 'resume', request.cookies))
    const ref = refIn(request)
    const asked = resumedUid(app, ref)
    if (person && (ref === '' || asked === person.uid))
      return inPersonsLanguage(request, person.language, read => insidePage(read, person))
    if (asked === null) return inPersonsLanguage(request, person?.language, incomplete)
    const { language = person?.language } = (await shoppingPersonOf(app, asked)) ?? {}
    return inPersonsLanguage(request, language, read => askPage(read, ref))
  },
}

const ask: DocumentRow<App> = {
  ...common,
  method: 'POST',
  path: '/resume',
  ...emailingForm('resume'),
  async respond(app, request) {
    const ref = request.form.get('ref') ?? ''
    const uid = resumedUid(app, ref)
    if (uid === null) return incomplete()
    const email = parseEmail(request.form.get('email') ?? '')
    if (email === null) return askPage(request, ref, say('Enter an email address, like name@example.com.'))
    const asked = await askToResume(app, { uid, email })
    if (!asked.sandbox)
      return sheet(
        say('Check your email'),
        html`<p class="lede">${sayHtml('If this application uses <b>{email}</b>, we sent a link there. It works once and expires in 24 hours. If it’s not there in a minute, check your spam folder.', { email, b: text => html`<strong>${text}</strong>` })}</p>`,
      )
    return asked.link === null
      ? sheet(
          say('That’s a different email'),
          html`<p class="lede">${say('This sandbox application uses a different email. For a real application, we wouldn’t tell you that.')}</p>`,
        )
      : sheet(
          say('Your link'),
          html`<p class="lede">${say('The sandbox doesn’t send email, so here is your link.')}</p><p><a class="button" href="${asked.link}">${say('Open the link')}</a></p>`,
        )
  },
}

const givenLink = ({ params }: DocumentRequest): GivenLink<'shopper_verify'> => ({
  purpose: 'shopper_verify',
  token: params.token ?? '',
})

const deadLink = () =>
  sheet(
    say('This link has expired'),
    html`<p class="lede">${say('Each link works once and expires in 24 hours. Ask your assistant for your link to continue, and we’ll email you a new one.')}</p>`,
    { status: 410 },
  )

const question = (request: DocumentRequest, { submits, product: name }: ShoppingPerson): Html => {
  const product = sayKnown(name)
  return html`${
    submits
      ? html`<p class="lede">${say('Your assistant has filled in an application for {product} with your email.', { product })}</p>
<p>${say('It says that you’ve read the application and agreed to it. If that’s right, continue. We then ask insurance companies for quotes. You don’t buy anything.')}</p>`
      : html`<p class="lede">${say('An assistant is filling in an application for {product} with your email. If you know about it, confirm and continue.', { product })}</p>`
  }
<form method="post" action="/resume/${request.params.token}" class="card bound">${tokenField(request)}<p><button>${say('Yes, it’s mine. Continue')}</button></p></form>
<p>${sayHtml('You’re on the website of {agency}, the insurance agency that gets the quotes. If you don’t recognize the application, close this page. It can’t continue without you.', { agency: agencyNameSlot })}</p>`
}

const openLink: DocumentRow<App> = {
  ...common,
  path: '/resume/{token}',
  async respond(app, request) {
    const person = await personBehind(app, await findLink(app, givenLink(request)))
    if (!person) return deadLink()
    return inPersonsLanguage(request, person.language, read =>
      sheet(say('Is this your application?'), question(read, person)),
    )
  },
}

const spend: DocumentRow<App> = {
  ...common,
  method: 'POST',
  path: '/resume/{token}',
  async respond(app, request) {
    const cookie = await enterByLink(app, request, givenLink(request))
    return cookie === null ? deadLink() : redirect('/resume', [cookie])
  },
}

const tokenPage = (uid: string, token: string) =>
  sheet(
    say('New access token for your assistant'),
    html`<p class="lede">${say('Give this to your assistant and no one else. We show it only once.')}</p>
<dl class="facts"><dt>${say('Application')}</dt><dd><code>${uid}</code></dd><dt>${say('Access token')}</dt><dd><code>${token}</code></dd></dl>
<p><a href="/resume">${say('Back')}</a></p>`,
    { once: true },
  )

const giveToken: DocumentRow<App> = {
  ...common,
  method: 'POST',
  path: '/resume/assistant',
  async respond(app, request) {
    const person = await personBehind(app, await findSession(app, 'resume', request.cookies))
    if (!person) return deadLink()
    const token = await tokenForAssistant(app, person.uid)
    return inPersonsLanguage(request, person.language, () => tokenPage(person.uid, token))
  },
}

export const resumePages: readonly DocumentRow<App>[] = [askOrInside, ask, openLink, spend, giveToken]
