import { html } from 'hono/html'
import { Failure } from '../../../platform/errors.ts'
import { type Document, type DocumentRequest, redirect } from '../../../platform/http/pages/document.ts'
import { type LineName, lineOf } from '../../../platform/lines.ts'
import { live, liveControls, operatorPage } from '../frame.ts'
import { EMAILED } from '../labels.ts'
import { linePages } from '../lines.ts'
import { forOperator } from '../operator-row.ts'
import type { SignedInOperator } from '../operator-session.ts'
import { dashboardUrl, readFilters, requestUrl } from '../requests/filters.ts'
import { linesInScope } from '../requests/find-requests.ts'
import type { Showing } from './request-view.ts'

const path = '/dashboard/requests/{uid}'

const uidIn = ({ params: { uid = '' } }: DocumentRequest): string | null =>
  readFilters({ uid }).query?.uid ?? null

const notThere = (request: DocumentRequest, signedIn: SignedInOperator): Promise<Document> =>
  operatorPage(request, signedIn, {
    title: 'Request not found',
    at: '/dashboard',
    status: 404,
    body: html`<div class="narrow">
<h1>Request not found</h1>
<p class="lede">You have no request with this ID. Check it for typos.</p>
<p><a class="button" href="/dashboard">All requests</a></p>
</div>`,
  })

const lineIn = ({ signedIn, uid }: Pick<Showing, 'signedIn' | 'uid'>): LineName | null => {
  const line = lineOf(uid)
  return line !== null && linesInScope(signedIn.caller).includes(line) ? line : null
}

const show = async (showing: Showing): Promise<Document> => {
  const { request, signedIn, uid, refusal } = showing
  const line = lineIn(showing)
  const view = line && (await linePages[line].view(showing))
  if (!view) return notThere(request, signedIn)
  const { title, sandbox, body } = view
  const url = requestUrl(uid)
  const mode = sandbox ? 'sandbox' : 'live'
  return operatorPage(request, signedIn, {
    title,
    at: '/dashboard',
    status: refusal?.status ?? 200,
    body: html`<p class="small"><a href="${dashboardUrl({ mode })}">All ${mode} requests</a></p>
<div class="row apart">
<h1>${title} ${sandbox ? html`<span class="badge">Sandbox</span>` : ''}</h1>
${refusal ? '' : liveControls(url)}
</div>
${refusal ? body : live(url, body)}`,
  })
}

export const requestPage = forOperator({
  path,
  async respond(app, request, signedIn) {
    const uid = uidIn(request)
    return uid === null ? notThere(request, signedIn) : show({ app, request, signedIn, uid })
  },
})

export const sendEmail = forOperator({
  method: 'POST',
  path,
  async respond(app, request, signedIn) {
    const uid = uidIn(request)
    if (uid === null) return notThere(request, signedIn)
    const line = lineIn({ signedIn, uid })
    const sending = line && linePages[line].email
    if (!sending) return notThere(request, signedIn)
    try {
      await sending(app, signedIn.caller, { uid, email: request.form.get('email') })
    } catch (error) {
      if (error instanceof Failure && error.status < 500)
        return show({ app, request, signedIn, uid, refusal: error })
      throw error
    }
    return redirect(`${requestUrl(uid)}#${EMAILED}`)
  },
})
