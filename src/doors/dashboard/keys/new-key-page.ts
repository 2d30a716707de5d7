import { html } from 'hono/html'
import type { Document, DocumentRequest } from '../../../platform/http/pages/document.ts'
import { page } from '../../../platform/pages/frame.ts'
import type { Html } from '../../../platform/pages/html.ts'
import type { AgentKeyResponse } from '../../key/issue.ts'
import { type Approval, approvalNotice } from '../approval.ts'
import { dateOf } from '../labels.ts'
import { sandboxForm } from '../requests/sandbox-form.ts'

type Issued = Pick<AgentKeyResponse, 'api_key' | 'expires_at'>

export const keyShownOnce = ({ api_key }: Pick<Issued, 'api_key'>): Html => html`
<p id="new-key" class="one-time-key">${api_key}</p>
<p class="row"><button type="button" data-copy="new-key" hidden>Copy the key</button> <span class="soft small">Or select the line and copy it.</span></p>`

export const newKeyPage = async ({
  request,
  issued,
  approval,
  cookie,
}: {
  request: DocumentRequest
  issued: Issued
  approval: Approval
  cookie: string
}): Promise<Document> => {
  const document = await page({
    title: 'Your operator key',
    styles: ['dashboard.css'],
    scripts: { nonce: request.nonce, names: ['dashboard.js'] },
    nav: html`<nav aria-label="Dashboard"><a href="/dashboard">Dashboard</a></nav>`,
    body: html`<div class="narrow">
<h1>Your operator key</h1>
<p class="lede">Copy it now and store it on your server. We won’t show it again.</p>
${keyShownOnce(issued)}
${approvalNotice(approval)}
<p>It expires on ${dateOf(issued.expires_at)}. Lost it later? Sign in and rotate it.</p>
<section class="card bound" aria-labelledby="first-quote">
<h2 id="first-quote">Make your first sandbox quote</h2>
<p>Quotes an invented homeowner with invented carriers. Nothing is emailed, charged, or bought.</p>
${sandboxForm(request)}
</section>
<p><a href="/dashboard">Skip to the dashboard</a></p>
</div>`,
  })
  return { ...document, cookies: [cookie] }
}
