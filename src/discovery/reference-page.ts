import { html } from 'hono/html'
import type { App } from '../app.ts'
import type { DocumentRow } from '../http/pages/document.ts'
import { page } from '../pages/frame.ts'

/** The contract in a form that can be tried out; drawn by Swagger UI from our own address. */
export const referencePage: DocumentRow<App> = {
  path: '/docs/api',
  page: true,
  contract: null,
  respond: (_app, { nonce }) =>
    page({
      title: 'API reference',
      scripts: { nonce, names: ['swagger-ui.js', 'reference.js'] },
      styles: ['swagger-ui.css', 'reference.css'],
      body: html`<h1>API reference</h1>
<p class="lede">Every operation, to read and to try. What you start from here is a rehearsal: first calls are sent with <code>sandbox: true</code>.</p>
<noscript><div class="callout info"><p>Trying calls needs JavaScript. <a href="/docs">The docs</a> list the same operations without it.</p></div></noscript>
<div id="reference" data-contract="/openapi.json"></div>`,
    }),
}
