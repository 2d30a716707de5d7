import { html } from 'hono/html'
import type { App } from '../app.ts'
import type { DocumentRow } from '../http/pages/document.ts'
import { page } from '../pages/frame.ts'

export const referencePage: DocumentRow<App> = {
  path: '/docs/api',
  page: true,
  contract: null,
  respond: (_app, { nonce }) =>
    page({
      title: 'API reference',
      developer: true,
      scripts: { nonce, names: ['swagger-ui.js', 'reference.js'] },
      styles: ['swagger-ui.css', 'reference.css'],
      body: html`<h1>API reference</h1>
<p class="lede">Read and try every operation. First calls are prefilled with <code>sandbox: true</code>, so nothing here is real.</p>
<noscript><div class="callout info"><p>You need JavaScript to try calls here. <a href="/docs">The docs</a> list the same operations without it.</p></div></noscript>
<div id="reference" data-contract="/openapi.json"></div>`,
    }),
}
