import { html } from 'hono/html'
import { isLive, type LenderLink, lenderLinksOf } from '../../../agency/policies/closing/links.ts'
import { policiesOf } from '../../../agency/policies/policies.ts'
import type { App } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import { type Document, type DocumentRequest, redirect } from '../../../platform/http/pages/document.ts'
import { type Html, tokenField } from '../../../platform/pages/html.ts'
import { moment } from '../../../platform/pages/moment.ts'
import {
  createLenderLink,
  readEvidence,
  revokeLenderLink,
} from '../../../products/homeowners/buying/lender-links.ts'
import { operatorPage } from '../frame.ts'
import { forOperator } from '../operator-row.ts'
import type { SignedInOperator } from '../operator-session.ts'
import { requestUrl } from '../requests/filters.ts'

const PATH = '/dashboard/requests/{uid}/lender-links'

const pathOf = (uid: string): string => PATH.replace('{uid}', uid)

const MADE_BY = { insured: 'The homeowner', operator: 'You', staff: 'The agency' } as const

type Shown = { token: Html; now: Date }

const row =
  ({ token, now }: Shown) =>
  (link: LenderLink): Html => {
    const { link_id, uid, made_by, created_at, expires_at, opened, openings } = link
    const isOwn = made_by === 'operator'
    return html`<article class="card bound" aria-labelledby="${link_id}">
<h3 id="${link_id}">${MADE_BY[made_by]}, ${moment(created_at)}</h3>
<p>${isLive(link, now) ? html`Works until ${moment(expires_at)}.` : 'This link no longer works.'} Opened: ${opened}.</p>
${isOwn && openings.length > 0 ? html`<details><summary>Who opened it</summary><ul class="small">${openings.map(({ what, opened_at, address, userAgent }) => html`<li>${moment(opened_at)}: ${what}, ${address}, ${userAgent}</li>`)}</ul></details>` : ''}
${isOwn && isLive(link, now) ? html`<form method="post" action="${pathOf(uid)}/${link_id}">${token}<button class="secondary">Turn off this link</button></form>` : ''}
</article>`
  }

const createForm = (token: Html, uid: string, numbers: readonly string[]): Html =>
  html`<form method="post" action="${pathOf(uid)}" aria-label="Create a link">${token}
<div class="field"><label for="policy_number">Policy</label>
<select id="policy_number" name="policy_number">${numbers.map(number => html`<option>${number}</option>`)}</select></div>
<div class="field"><label for="expires_on">Works through this day</label>
<p class="hint small" id="expires_on-hint">30 days if you leave it empty.</p>
<input id="expires_on" name="expires_on" type="date" class="short" aria-describedby="expires_on-hint"></div>
<button>Create a link</button></form>`

const show = async (
  app: App,
  request: DocumentRequest,
  signedIn: SignedInOperator,
  url: string | null = null,
): Promise<Document> => {
  const { uid = '' } = request.params
  const policies = await policiesOf(app, uid)
  await readEvidence(app, signedIn.caller, { uid, policy_number: policies[0]?.policy_number })
  const links = await lenderLinksOf(app, uid)
  const shown = { token: tokenField(request), now: app.clock.now() }
  const numbers = policies.map(({ policy_number }) => policy_number)
  return operatorPage(request, signedIn, {
    title: 'Links for lenders',
    at: '/dashboard',
    body: html`<p class="small"><a href="${requestUrl(uid)}">Back to the request</a></p>
<h1>Links for lenders</h1>
<p>A link shows a lender the evidence of insurance, with PDFs and data, and nothing else of the application.</p>
${url === null ? '' : html`<section class="card bound" aria-labelledby="made"><h2 id="made">New link</h2><p class="one-time-key">${url}</p><p>Copy it now. It is not shown again.</p></section>`}
${createForm(shown.token, uid, numbers)}
${links.length === 0 ? '' : html`<section aria-labelledby="links"><h2 id="links">Links so far</h2>${links.toReversed().map(row(shown))}</section>`}`,
  })
}

const filled = (form: URLSearchParams, name: string): string | undefined =>
  form.get(name)?.trim() || undefined

export const operatorLenderLinkPages = [
  forOperator({ path: PATH, respond: (app, request, signedIn) => show(app, request, signedIn) }),

  forOperator({
    method: 'POST',
    path: PATH,
    async respond(app, request, signedIn) {
      const { uid = '' } = request.params
      const { url } = await transact(app, inside =>
        createLenderLink(inside, signedIn.caller, {
          uid,
          policy_number: filled(request.form, 'policy_number'),
          expires_on: filled(request.form, 'expires_on'),
        }),
      )
      return show(app, request, signedIn, url)
    },
  }),

  forOperator({
    method: 'POST',
    path: `${PATH}/{id}`,
    async respond(app, { params }, { caller }) {
      await transact(app, inside => revokeLenderLink(inside, caller, params.id ?? ''))
      return redirect(pathOf(params.uid ?? ''))
    },
  }),
]
