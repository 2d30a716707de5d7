import { html } from 'hono/html'
import type { App } from '../app.ts'
import type { Document, DocumentRequest } from '../http/pages/document.ts'
import { curlLine } from '../pages/curl.ts'
import { requestCodeCurl } from '../pages/first-key.ts'
import { page } from '../pages/frame.ts'
import { hadSession } from './operator-session.ts'

export const newLinkInstructions = ({ config: { publicUrl } }: App) => html`
<h2>Get a new link</h2>
<p>Request one with your operator key, then open its <code>dashboard_url</code> in this browser within 5 minutes:</p>
<pre><code>${curlLine({ url: `${publicUrl}/api/agent/homeowners/dashboard/session` })}</code></pre>
<details><summary>Lost or replaced your key?</summary>
<p>We’ll email you a code that gets you a new key:</p>
<pre><code>${requestCodeCurl(publicUrl)}</code></pre>
<p><a href="/docs#first-key">See both calls in the docs</a></p>
</details>`

const ended = html`<h1>Your session has ended</h1>
<p class="lede">Sessions last 30 minutes and end when their key does. Nothing was lost.</p>`

const never = html`<h1>You’re signed out</h1>
<p class="lede">The dashboard shows the status of your customers’ requests. It opens with a link that only you can request.</p>`

/** `#live` replaces the live part of a page that polls, which ends its polling. */
export const signedOutPage = (app: App, request: DocumentRequest): Promise<Document> =>
  page({
    title: 'Signed out',
    status: 401,
    body: html`<div id="live" class="narrow">
${hadSession(request) ? ended : never}
${newLinkInstructions(app)}
</div>`,
  })
