import { html } from 'hono/html'
import type { App } from '../app.ts'
import { type DocumentRequest, type DocumentRow, redirect } from '../http/pages/document.ts'
import { resumedUid } from '../key/resume-link.ts'
import { parseEmail, typedEmail } from '../lib/email-address.ts'
import type { ShoppingPerson } from '../line/shopper.ts'
import { tokenField } from '../pages/form-token.ts'
import { type Html, page } from '../pages/frame.ts'
import { findLink, type GivenLink } from '../signin/one-time-link.ts'
import { findSession } from '../signin/session.ts'
import { askToResume, enterByLink, personBehind, tokenForAssistant } from './resume.ts'

const common = { page: true, contract: null } as const

const QUARTER_HOUR_SECONDS = 900

const sheet = (title: string, body: Html, status = 200) =>
  page({
    title,
    status,
    nav: html``,
    body: html`<div class="narrow">
<h1>${title}</h1>
${body}
</div>`,
  })

const incomplete = () =>
  sheet(
    'This link is not complete',
    html`<p class="lede">Copy the whole link that your assistant gave you: it ends in a long row of letters and digits.</p>`,
    404,
  )

const refIn = ({ query: { ref } }: DocumentRequest): string => [ref ?? ''].flat()[0] ?? ''

const askPage = (request: DocumentRequest, ref: string, problem = '') =>
  sheet(
    'Go on with your application',
    html`<p class="lede">Enter the email address that your application was made with. We mail you a link.</p>
${problem ? html`<p class="callout danger" role="alert" id="problem">${problem}</p>` : ''}
<form method="post" action="/resume" class="card bound">
${tokenField(request)}<input type="hidden" name="ref" value="${ref}">
<p><label for="email">Email address</label> <input id="email" name="email" type="email" autocomplete="email" required${problem ? html` aria-invalid="true" aria-describedby="problem"` : ''}></p>
<p><button>Mail me a link</button></p>
</form>`,
    problem ? 400 : 200,
  )

/** What somebody who came in by their mail sees: where it goes on, for them and for their assistant. */
const insidePage = (request: DocumentRequest, person: ShoppingPerson) =>
  sheet(
    'This application is yours',
    html`<p class="lede">Your address is proven. ${person.sandbox ? html`<strong>SANDBOX: this is a rehearsal.</strong>` : ''}</p>
${person.goOn ? html`<p><a class="button" href="${person.goOn.url}">${person.goOn.label}</a></p>` : ''}
<section class="card bound" aria-labelledby="assistant">
<h2 id="assistant">Your assistant</h2>
<p>If your assistant is still at work, tell it to go on. If it has lost its access, give it a new one; the old one then stops working.</p>
<form method="post" action="/resume/assistant">${tokenField(request)}<p><button class="secondary">New access for my assistant</button></p></form>
</section>`,
  )

const askOrInside: DocumentRow<App> = {
  ...common,
  path: '/resume',
  async respond(app, request) {
    const person = await personBehind(app, await findSession(app, 'resume', request.cookies))
    const ref = refIn(request)
    const asked = resumedUid(app, ref)
    if (person && (ref === '' || asked === person.uid)) return insidePage(request, person)
    return asked === null ? incomplete() : askPage(request, ref)
  },
}

const ask: DocumentRow<App> = {
  ...common,
  method: 'POST',
  path: '/resume',
  budget: { name: 'resume', points: 30, seconds: QUARTER_HOUR_SECONDS, by: 'address' },
  formBudget: {
    name: 'resume_email',
    points: 5,
    seconds: QUARTER_HOUR_SECONDS,
    by: form => typedEmail(form.get('email')),
  },
  async respond(app, request) {
    const ref = request.form.get('ref') ?? ''
    const uid = resumedUid(app, ref)
    if (uid === null) return incomplete()
    const email = parseEmail(request.form.get('email') ?? '')
    if (email === null) return askPage(request, ref, 'Enter an email address, like name@example.com.')
    const answer = await askToResume(app, { uid, email })
    if (!answer.sandbox)
      return sheet(
        'Look at your mail',
        html`<p class="lede">If <strong>${email}</strong> is the address of this application, a link is on its way there. It works once, within a day.</p>`,
      )
    return answer.link === null
      ? sheet(
          'That is another address',
          html`<p class="lede">The application in the sandbox has another address. With a real one we would not say so.</p>`,
        )
      : sheet(
          'Your link',
          html`<p class="lede">In the sandbox nothing is mailed, so here it is.</p><p><a class="button" href="${answer.link}">Open the link</a></p>`,
        )
  },
}

const givenLink = ({ params }: DocumentRequest): GivenLink => ({
  purpose: 'shopper_verify',
  token: params.token ?? '',
})

const deadLink = () =>
  sheet(
    'This link no longer works',
    html`<p class="lede">It works once, within a day. Ask your assistant to go on: it can have a new one mailed to you.</p>`,
    410,
  )

const openLink: DocumentRow<App> = {
  ...common,
  path: '/resume/{token}',
  async respond(app, request) {
    const person = await personBehind(app, await findLink(app, givenLink(request)))
    if (!person) return deadLink()
    return sheet(
      'Is this your application?',
      html`<p class="lede">An assistant is filling in a ${person.product} application with your address. If you know about it, say so and go on.</p>
<form method="post" action="/resume/${request.params.token}" class="card bound">${tokenField(request)}<p><button>Yes, it is mine. Continue</button></p></form>
<p>If you do not know about it, close this page. Nothing happens then.</p>`,
    )
  },
}

const spend: DocumentRow<App> = {
  ...common,
  method: 'POST',
  path: '/resume/{token}',
  async respond(app, request) {
    const cookie = await enterByLink(app, givenLink(request))
    return cookie === null ? deadLink() : redirect('/resume', [cookie])
  },
}

const giveToken: DocumentRow<App> = {
  ...common,
  method: 'POST',
  path: '/resume/assistant',
  async respond(app, request) {
    const person = await personBehind(app, await findSession(app, 'resume', request.cookies))
    if (!person) return deadLink()
    const token = await tokenForAssistant(app, person.uid)
    return sheet(
      'New access for your assistant',
      html`<p class="lede">Give this to your assistant and to nobody else. It is shown only now.</p>
<dl class="facts"><dt>Application</dt><dd><code>${person.uid}</code></dd><dt>Access token</dt><dd><code>${token}</code></dd></dl>
<p><a href="/resume">Back</a></p>`,
    )
  },
}

/** Where a shopper proves their address and goes on. Opening a link shows a button; only the button spends it. */
export const resumePages: readonly DocumentRow<App>[] = [askOrInside, ask, openLink, spend, giveToken]
