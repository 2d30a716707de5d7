import { html } from 'hono/html'
import type { App } from '../../app.ts'
import { loginPath, referredUid } from '../../homeowners/quoting/portal-links.ts'
import { type Document, type DocumentRequest, type DocumentRow, redirect } from '../../http/pages/document.ts'
import { transact } from '../../http/transact.ts'
import { proveEmail } from '../../key/shopper.ts'
import { tokenField } from '../../pages/form-token.ts'
import { findLink, type GivenLink, spendLink } from '../../signin/one-time-link.ts'
import { portalPage } from '../frame/frame.ts'
import { queryText } from '../frame/query-text.ts'
import { entered } from './sign-in.ts'
import { findSignedInHomeowner, openHomeownerSession } from './signed-in-homeowner.ts'

const givenLink = ({ params }: DocumentRequest): GivenLink => ({
  purpose: 'portal_sign_in',
  token: params.token ?? '',
})

/** The reference in the link, if we made it. */
const referenceIn = (app: App, request: DocumentRequest): string | null => {
  const reference = queryText(request, 'ref')
  return referredUid(app, reference) === null ? null : reference
}

const deadPage = (app: App, request: DocumentRequest): Promise<Document> => {
  const reference = referenceIn(app, request)
  return portalPage(app, request, {
    title: 'This link no longer works',
    person: null,
    status: 410,
    body: html`<div class="leaf">
<h1>This link no longer works</h1>
<p class="lede">A link to sign in works once, within 15 minutes. This one was used already, is older than that, or was not copied whole.</p>
<div class="card bound sheet">
<h2>Get a new one</h2>
${
  reference === null
    ? html`<p>Go back to the mail that brought you here, or ask the business that sent it, and ask for a new link to sign in there.</p>`
    : html`<p>Your application is as you left it. A new link takes a minute.</p>
<p><a class="button" href="${loginPath(reference)}">Ask for a new link</a></p>`
}
</div>
</div>`,
  })
}

/** Somebody who opens an old link again in the browser that it signed in needs no new one. */
const isInside = async (app: App, request: DocumentRequest): Promise<boolean> => {
  const person = await findSignedInHomeowner(app, request)
  return person !== null && person.uid === referredUid(app, referenceIn(app, request) ?? '')
}

const enterForm: DocumentRow<App> = {
  path: '/portal/enter/{token}',
  page: true,
  contract: null,
  async respond(app, request) {
    const intake = await entered(app, await findLink(app, givenLink(request)))
    if (!intake) return (await isInside(app, request)) ? redirect('/portal') : deadPage(app, request)
    const reference = referenceIn(app, request)
    return portalPage(app, request, {
      title: 'Sign in',
      person: null,
      sandbox: intake.sandbox,
      body: html`<div class="leaf">
<h1>Welcome back</h1>
<p class="lede">Your link is good. One more click and you are in.</p>
<form method="post" action="/portal/enter/${request.params.token}${reference ? `?ref=${reference}` : ''}" class="card bound sheet">
${tokenField(request)}
<p><button>Continue to your application</button></p>
<p class="soft small">You stay signed in on this device for half an hour after your last click. On a device that others use, sign out when you are done.</p>
</form>
</div>`,
    })
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
      return openHomeownerSession(inside, intake)
    })
    if (cookies) return redirect('/portal', cookies)
    return (await isInside(app, request)) ? redirect('/portal') : deadPage(app, request)
  },
}

/** Where a mailed link leads. Opening it shows a button; only the button spends it. */
export const portalEnterPages: readonly DocumentRow<App>[] = [enterForm, enter]
