import { html } from 'hono/html'
import type { App } from '../app.ts'
import type { DocumentRow } from '../http/document.ts'
import { page } from '../pages/frame.ts'
import { findLink } from '../signin/one-time-link.ts'

const closed = html`<div class="callout info"><p>The dashboard in the browser is not open yet. Your link was not used up. Until it opens, <code>GET /api/agent/homeowners/dashboard</code> answers with the same rows.</p></div>`

const dead = html`<div class="callout info"><p>This link is not good, or not any more: it works once, within 5 minutes. Ask for a new one with <code>POST /api/agent/homeowners/dashboard/session</code>.</p></div>`

/** Where `dashboard_url` leads. Opening it spends nothing. */
export const enterPage: DocumentRow<App> = {
  path: '/dashboard/enter/{token}',
  page: true,
  contract: null,
  async respond(app, { params }) {
    const link = await findLink(app, { purpose: 'operator_dashboard', token: params.token ?? '' })
    return page({
      title: 'Your dashboard',
      status: link ? 200 : 404,
      body: html`<div class="narrow">
<h1>Your dashboard</h1>
<p class="lede">This is where you will see how the requests of your customers stand.</p>
${link ? closed : dead}
</div>`,
    })
  },
}
