import { html } from 'hono/html'
import type { App } from '../app.ts'
import type { DocumentRow } from '../http/document.ts'
import { page } from '../pages/frame.ts'
import { type DescribedGroup, hasPage, operationsByTag } from './described-operations.ts'
import type { Described } from './openapi.ts'

// Bound by stab stitching: the thread runs along the spine and around it.
const book = html`<svg class="draw wide-only" viewBox="0 0 272 212" width="272" height="212" aria-hidden="true" focusable="false">
<path class="leaf" d="M24 20h222a6 6 0 0 1 6 6v172a6 6 0 0 1-6 6H24Z"/>
<path class="leaf" d="M24 14h216a6 6 0 0 1 6 6v172a6 6 0 0 1-6 6H24Z"/>
<path d="M20 8h212a8 8 0 0 1 8 8v168a8 8 0 0 1-8 8H20Z"/>
<path class="thread" d="M56 8v184M20 38h36M20 79h36M20 121h36M20 162h36"/>
<path class="leaf" d="M98 50h104v50H98Z"/>
<text x="150" y="82" text-anchor="middle">Bindery</text>
</svg>`

const groupCard = ({ tag, title, operations }: DescribedGroup) => html`
<div class="card bound">
<h3><a href="/docs#${tag}">${title}</a></h3>
<ul>
${operations.map(({ id, summary }) => html`<li><a href="/docs#${id}">${summary.replace(/\.$/, '')}</a></li>`)}
</ul>
</div>`

const mailbox = html`
<dt><a href="/dev/mailbox">Mailbox</a></dt>
<dd>Mail, while no mail server is set. Not in production.</dd>`

/** The front door, for an operator. It lists what the table holds and promises nothing else. */
export const landingPage = (describe: () => Described): DocumentRow<App> => ({
  path: '/',
  page: true,
  contract: null,
  respond() {
    const described = describe()
    return page({
      title: 'For operators',
      body: html`<div class="beside">
<div>
<h1>The agency’s door for software agents</h1>
<p class="lede">Bindery is a service that an insurance agency runs itself. Operators’ agents call it with one key, by one published contract.</p>
<p class="row"><a href="/docs#first-key" class="button">Get a key</a> <a href="/docs" class="button secondary">Read the docs</a> <a href="/calculators" class="button quiet">Try a calculator</a></p>
</div>
${book}
<section aria-labelledby="today">
<h2 id="today">What it does today</h2>
<div class="grid">
${operationsByTag(described).map(groupCard)}
</div>
<p class="soft small">Listed from the running service: what is not here cannot be called.</p>
</section>
<section aria-labelledby="read-on">
<h2 id="read-on">Read on</h2>
<dl>
<dt><a href="/calculators">Calculators</a></dt>
<dd>Five questions, answered for people.</dd>
<dt><a href="/docs">Docs</a></dt>
<dd>A first key in two calls.</dd>
<dt><a href="/docs/errors">Errors</a></dt>
<dd>Each code, and what to do.</dd>
<dt><a href="/docs#contract">Contract</a></dt>
<dd>OpenAPI 3.1: <a href="/api/agent/openapi.yaml">operators</a>, <a href="/openapi.yaml">all</a>.</dd>
${hasPage(described, '/dev/mailbox') ? mailbox : ''}
</dl>
</section>
</div>`,
    })
  },
})
