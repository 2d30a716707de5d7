import { html } from 'hono/html'
import { keepsEmails } from '../../../../agency/emails/outbox.ts'
import type { App } from '../../../../platform/app.ts'
import type { Document, DocumentRequest } from '../../../../platform/http/pages/document.ts'
import { findReferrer } from '../../../../platform/key/referrer.ts'
import {
  errorSummary,
  type FieldError,
  fieldView,
  titleToCorrect,
} from '../../../../platform/pages/fields.ts'
import { type Html, tokenField } from '../../../../platform/pages/html.ts'
import { KEPT_FORM } from '../../../../platform/pages/language-switch.ts'
import { noticeView } from '../../../../platform/pages/notice.ts'
import { isReshopped } from '../../aftersale/reshop.ts'
import { type PortalPage, portalPage } from '../../portal/frame.ts'
import { emailField, gonePage, isGone } from '../../portal/sign-in.ts'
import { maskedSummary } from '../application/known-summary.ts'
import type { ReviewedIntake } from '../intake/intake.ts'
import { readOldReviewLink } from '../intake/review-token.ts'
import { placesOf } from '../quoting/carriers.ts'
import type { ReviewedLine } from '../reviewed-line.ts'
import { say, sayHtml, sayKnown } from './say.ts'

/** Behind a signed link. The link names the application; only a code sent to the buyer's email opens it. */
export const reviewPath = ({ name }: Pick<ReviewedLine, 'name'>): string => `/${name}/review/{token}`

export const productOf = ({ portal }: ReviewedLine) => ({ name: portal.product, href: '/' })

/** Somebody at the door of an application of the line. */
export type Caller = { line: ReviewedLine; request: DocumentRequest }

export const pathIn = ({ line, request }: Caller): string =>
  reviewPath(line).replace('{token}', encodeURIComponent(request.params.token ?? ''))

export const doorPage = (
  app: App,
  { line, request }: Caller,
  page: Omit<PortalPage, 'person' | 'product'>,
): Promise<Document> => portalPage(app, request, { ...page, person: null, product: productOf(line) })

const newLinkForm = (caller: Caller, error: FieldError | undefined): Html =>
  html`<p>${say('We’ve kept your application as you left it. Enter the email address on it, and we’ll email you a new link.')}</p>
<form method="post" action="${pathIn(caller)}/link" id="${KEPT_FORM}" novalidate>
${tokenField(caller.request)}
${emailField(caller.request.form.get('email') ?? '', error)}
<p class="row"><button>${say('Email me a new link')}</button></p>
</form>`

export const deadPage = async (app: App, caller: Caller, error?: FieldError): Promise<Document> => {
  const { line, request } = caller
  const uid = readOldReviewLink(app, request.params.token ?? '')
  if (uid !== null && (await isGone(app, uid))) return gonePage(app, request, productOf(line))
  return doorPage(app, caller, {
    title: say('This link doesn’t work'),
    status: 410,
    body: html`${error ? errorSummary([error]) : ''}<div class="leaf">
<h1>${say('This link doesn’t work')}</h1>
<p class="lede">${say('A link to an application works for seven days. This one has expired or is incomplete.')}</p>
<div class="card bound sheet">
<h2>${say('Get a new one')}</h2>
${uid === null ? html`<p>${say('Ask your agent for a new link.')}</p>` : newLinkForm(caller, error)}
</div>
</div>`,
  })
}

export type BuyerVisit = Caller & { intake: ReviewedIntake }

const shownAbout = async (
  app: App,
  visit: BuyerVisit,
  page: Pick<PortalPage, 'title' | 'status' | 'body'>,
): Promise<Document> => {
  const { owner, sandbox, application } = visit.intake
  const { household } = application
  const about = {
    referredBy: await findReferrer(app, owner),
    isOurs: isReshopped(household),
    places: placesOf(visit.intake),
  }
  return doorPage(app, visit, { ...page, sandbox, about })
}

type Asking = { status?: number; notice?: string; error?: FieldError; email?: string }

const summaryView = ({ application: { household } }: ReviewedIntake): Html => html`<dl class="facts">
${maskedSummary(household).map(({ label, value }) => html`<dt>${sayKnown(label)}</dt><dd>${value}</dd>`)}
</dl>`

const b = (text: unknown): Html => html`<strong>${text}</strong>`

const aside = () => html`<aside class="card well">
<h2>${say('Why we ask')}</h2>
<ul>
<li>${sayHtml('<b>Your agent can see this link too.</b> The code makes sure that it’s really you.', { b })}</li>
<li>${sayHtml('<b>There’s no password</b> to remember.', { b })}</li>
<li>${sayHtml('<b>You don’t buy anything</b> by opening your application.', { b })}</li>
</ul>
</aside>`

export const askPage = (
  app: App,
  visit: BuyerVisit,
  { status = 200, notice, error, email = '' }: Asking = {},
): Promise<Document> =>
  shownAbout(app, visit, {
    title: titleToCorrect(say('Confirm it’s you'), error ? [error] : []),
    status,
    body: html`${error ? errorSummary([error]) : ''}
${noticeView(notice)}
<div class="beside wide-aside">
<div>
<h1>${say('Confirm it’s you')}</h1>
<p class="lede">${sayKnown(visit.line.portal.enter)}</p>
<section class="card bound sheet" aria-labelledby="application">
<h2 id="application">${say('The application')}</h2>
${summaryView(visit.intake)}
<p class="soft small">${say('We show only this much until you enter the code.')}</p>
</section>
<form method="post" action="${pathIn(visit)}/code" id="${KEPT_FORM}" class="card bound sheet" novalidate>
${tokenField(visit.request)}
${emailField(email, error)}
<p class="row"><button>${say('Email me a code')}</button></p>
</form>
</div>
${aside()}
</div>`,
  })

const mailboxNote = (app: App): Html =>
  keepsEmails(app)
    ? html`<p class="callout info">${sayHtml('This service doesn’t send email. Read the code in the <a>mailbox</a>.', { a: text => html`<a href="/dev/mailbox" target="_blank">${text}</a>` })}</p>`
    : html``

type CodeShown = { email: string; sandboxCode?: string | null; error?: FieldError }

const sentWords = (app: App, { sandbox }: ReviewedIntake, { email, sandboxCode }: CodeShown): Html => {
  if (!sandbox)
    return html`<p class="lede">${sayHtml('If <b>{email}</b> is the email address on this application, we’ve sent it a six-digit code. It works once and expires in 10 minutes. If it’s not there in a minute, check your spam folder.', { b, email })}</p>
${mailboxNote(app)}`
  if (sandboxCode)
    return html`<p class="lede">${sayHtml('With a real application, we email this code. The sandbox doesn’t send email, so here it is: {code}', { code: html`<strong class="code">${sandboxCode}</strong>` })}</p>`
  return html`<p class="lede">${say('Enter the code from the previous page, or get a new one.')}</p>`
}

export const codePage = (app: App, visit: BuyerVisit, given: CodeShown): Promise<Document> => {
  const { request, intake } = visit
  const path = pathIn(visit)
  const { email, error } = given
  return shownAbout(app, visit, {
    title: titleToCorrect(say('Enter the code'), error ? [error] : []),
    status: error ? 400 : 200,
    body: html`${error ? errorSummary([error]) : ''}
<div class="leaf">
<h1>${intake.sandbox ? say('Your code') : say('Check your email')}</h1>
${sentWords(app, intake, given)}
<form method="post" action="${path}/enter" id="${KEPT_FORM}" class="card bound sheet" novalidate>
${tokenField(request)}<input type="hidden" name="email" value="${email}">
${fieldView({
  name: 'code',
  label: say('Code'),
  texts: [''],
  error: error?.message,
  autocomplete: 'one-time-code',
  control: { kind: 'line', digits: true, short: true, required: true },
})}
<p class="row"><button>${say('Open my application')}</button></p>
<p class="soft small">${say('You stay signed in on this device for 30 minutes after your last click. On a shared device, sign out when you’re done.')}</p>
</form>
<form method="post" action="${path}/code" class="row">
${tokenField(request)}<input type="hidden" name="email" value="${email}">
<button class="secondary">${say('Send a new code')}</button> <a href="${path}" class="button quiet">${say('Use another email address')}</a>
</form>
</div>`,
  })
}

export const otherAddressPage = (app: App, visit: BuyerVisit, email: string): Promise<Document> =>
  askPage(app, visit, {
    status: 400,
    email,
    error: {
      name: 'email',
      message: say(
        'This sandbox application has a different email address. With a real application, we wouldn’t tell you that.',
      ),
    },
  })
