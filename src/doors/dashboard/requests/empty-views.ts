import { html } from 'hono/html'
import type { Mode } from '../../../agency/carriers/contract/carrier.ts'
import type { App } from '../../../platform/app.ts'
import type { DocumentRequest } from '../../../platform/http/pages/document.ts'
import { curlLine } from '../../../platform/pages/first-key.ts'
import type { Html } from '../../../platform/pages/html.ts'
import type { View } from '../../../products/line/requests-store.ts'
import { dashboardUrl } from './filters.ts'
import { sandboxForm } from './sandbox-form.ts'

const firstRequest = (sandbox: boolean) => ({
  sandbox,
  intake: {
    email: 'ada@example.com',
    home: [{ street: '12 Oak Street', city: 'San Francisco', state: 'CA', zip: '94110' }],
  },
})

const firstCall = ({
  config: { publicUrl },
}: App): Html => html`<details><summary>Or call the API from your agent</summary>
<pre><code>${curlLine({ url: `${publicUrl}/api/agent/homeowners/quotes`, body: firstRequest(true) })}</code></pre>
<p>The request appears here automatically, and the response says what’s still missing. <a href="/docs#homeownersQuotes">See the parameters</a></p>
</details>`

export const nothingYet = (app: App, request: DocumentRequest): Html => html`<div class="empty">
<h2>Make your first sandbox quote</h2>
<p>See a whole request, from answers to offers. It uses an invented homeowner and invented carriers. Nothing is emailed, charged, or bought.</p>
${sandboxForm(request)}
${firstCall(app)}
</div>`

const NOTHING_IN: Record<View, { title: string; words: string }> = {
  attention: { title: 'Nothing needs your attention', words: 'No request is waiting on you.' },
  open: { title: 'Nothing in progress', words: 'New requests appear here when your agent sends them.' },
  bound: { title: 'No policies yet', words: 'A request moves here when its policy is bound.' },
  ended: {
    title: 'No ended requests',
    words: 'Requests that were withdrawn, declined, or expired appear here.',
  },
}

const seeAll = (mode: Mode) => html`<p><a href="${dashboardUrl({ mode })}">Show all requests</a></p>`

export const nothingInView = (view: View, mode: Mode): Html => html`<div class="empty">
<h2 id="list">${NOTHING_IN[view].title}</h2>
<p>${NOTHING_IN[view].words}</p>
${seeAll(mode)}
</div>`

export const nothingInMode = (mode: Mode, request: DocumentRequest): Html =>
  mode === 'live'
    ? html`<div class="empty">
<h2 id="list">No live requests yet</h2>
<p>Your agent creates one when it leaves out <code>sandbox</code>. <a href="/docs/homeowners">Read the homeowners guide</a> or <a href="${dashboardUrl({ mode: 'sandbox' })}">see your sandbox requests</a>.</p>
</div>`
    : html`<div class="empty">
<h2 id="list">No sandbox requests yet</h2>
<p>Rehearse a request with an invented homeowner. Nothing is emailed, charged, or bought.</p>
${sandboxForm(request)}
</div>`

export const nothingFound = html`<div class="empty">
<h2 id="list">No matching requests</h2>
<p>Check the IDs, choose another filter, or <a href="/dashboard">show all requests</a>.</p>
</div>`
