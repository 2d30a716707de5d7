import { html } from 'hono/html'
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
import {
  againForm,
  askBody,
  strong as b,
  deadBody,
  emailForm,
  gonePage,
  isGone,
  mailboxNote,
  staySignedIn,
} from '../../portal/sign-in.ts'
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

export const deadPage = async (app: App, caller: Caller, error?: FieldError): Promise<Document> => {
  const { line, request } = caller
  const uid = readOldReviewLink(app, request.params.token ?? '')
  if (uid !== null && (await isGone(app, uid))) return gonePage(app, request, productOf(line))
  const title = say('This link doesn’t work')
  const way = { request, action: `${pathIn(caller)}/link` }
  return doorPage(app, caller, {
    title,
    status: 410,
    body: deadBody({
      title,
      lede: say('A link to an application works for seven days. This one has expired or is incomplete.'),
      error,
      again:
        uid === null
          ? html`<p>${say('Ask your agent for a new link.')}</p>`
          : html`<p>${say('We’ve kept your application as you left it. Enter the email address on it, and we’ll email you a new link.')}</p>
${emailForm(way, { email: request.form.get('email') ?? '', error }, { button: say('Email me a new link'), look: html`` })}`,
    }),
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

const aside = () => html`<h2>${say('Why we ask')}</h2>
<ul>
<li>${sayHtml('<b>Your agent can see this link too.</b> The code makes sure that it’s really you.', { b })}</li>
<li>${sayHtml('<b>There’s no password</b> to remember.', { b })}</li>
<li>${sayHtml('<b>You don’t buy anything</b> by opening your application.', { b })}</li>
</ul>`

export const askPage = (
  app: App,
  visit: BuyerVisit,
  { status = 200, notice, error, email = '' }: Asking = {},
): Promise<Document> =>
  shownAbout(app, visit, {
    title: titleToCorrect(say('Confirm it’s you'), error ? [error] : []),
    status,
    body: askBody(
      { request: visit.request, action: `${pathIn(visit)}/code` },
      {
        heading: say('Confirm it’s you'),
        lede: sayKnown(visit.line.portal.enter),
        notice: noticeView(notice),
        above: html`<section class="card bound sheet" aria-labelledby="application">
<h2 id="application">${say('The application')}</h2>
${summaryView(visit.intake)}
<p class="soft small">${say('We show only this much until you enter the code.')}</p>
</section>`,
        button: say('Email me a code'),
        aside: aside(),
        email,
        error,
      },
    ),
  })

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
${staySignedIn()}
</form>
${againForm({ request, action: `${path}/code` }, { email, button: say('Send a new code'), other: path })}
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
