import { html } from 'hono/html'
import type { App } from '../app.ts'
import type { Document, DocumentRequest } from '../http/pages/document.ts'
import { curlLine } from '../pages/curl.ts'
import { requestCodeCurl } from '../pages/first-key.ts'
import { page } from '../pages/frame.ts'
import { hadSession } from './operator-session.ts'

/** How to come in; under every page of the dashboard that needs somebody signed in, and for a link that is dead. */
export const newLinkInstructions = ({ config: { publicUrl } }: App) => html`
<h2>Get a new link</h2>
<p>Ask for one with your operator key and open its <code>dashboard_url</code> in this browser within 5 minutes:</p>
<pre><code>${curlLine({ url: `${publicUrl}/api/agent/homeowners/dashboard/session` })}</code></pre>
<details><summary>The key was lost or replaced</summary>
<p>A code comes by mail, and with it a new key:</p>
<pre><code>${requestCodeCurl(publicUrl)}</code></pre>
<p><a href="/docs#first-key">The two calls in the docs</a></p>
</details>`

const ended = html`<h1>Your session has ended</h1>
<p class="lede">It lasts 30 minutes, and no longer than the key that asked for it. Nothing was lost.</p>`

const never = html`<h1>You are signed out</h1>
<p class="lede">The dashboard shows how the requests of your customers stand. It opens with a link that only you can ask for.</p>`

/** Takes the place of a page that was being refreshed, too: then there is nothing more to refresh. */
export const signedOutPage = (app: App, request: DocumentRequest): Promise<Document> =>
  page({
    title: 'Signed out',
    status: 401,
    body: html`<div id="live" class="narrow">
${hadSession(request) ? ended : never}
${newLinkInstructions(app)}
</div>`,
  })
