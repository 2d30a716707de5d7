import { html } from 'hono/html'
import type { App } from '../app.ts'
import { estimateUmbrella } from '../calculators/umbrella.ts'
import { limitsChart } from '../calculators/umbrella-page.ts'
import type { DocumentRow } from '../http/document.ts'
import { page } from '../pages/frame.ts'
import { hasPage, operationsByTag } from './described-operations.ts'
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

const ZIP = '60601'
const shown = estimateUmbrella({ zip: ZIP, desired_coverage_limit: 2_000_000, auto_count: 2 })

/** With JavaScript the answer changes in place; without, the calculator's own page opens. */
const demo = html`
<section aria-labelledby="try">
<h2 id="try">Try it</h2>
<p>What does an umbrella policy cost? The same figures answer <code>POST /api/agent/calculators/umbrella</code>.</p>
<form class="row at-foot" action="/calculators/umbrella" method="get" hx-get="/calculators/umbrella" hx-target="#demo" hx-select=".calculator > div" hx-swap="innerHTML" hx-status:4xx="swap:none" hx-status:5xx="swap:none">
<label>ZIP code <input name="zip" value="${ZIP}" inputmode="numeric" pattern="[0-9]{5}" maxlength="5" size="6" required autocomplete="postal-code"></label>
<label>Limit <select name="desired_coverage_limit"><option value="1000000">$1 million</option><option value="2000000" selected>$2 million</option><option value="5000000">$5 million</option></select></label>
<button>Show the price</button>
</form>
<div id="demo" aria-live="polite"><div class="card bound">${limitsChart(shown)}<p class="callout info small">${shown.disclaimer}</p></div></div>
</section>`

const doors = html`
<section aria-labelledby="doors">
<h2 id="doors">Who comes in by which door</h2>
<div class="grid">
<div class="card bound"><h3>A business and its agent</h3>
<p>Buys homeowners and umbrella cover for its own customers, with one operator key. What the agent only guessed is marked as an estimate, and a person confirms it before anything is bound.</p>
<p><a href="/api/agent/homeowners/skill.md">Homeowners skill</a></p></div>
<div class="card bound"><h3>A homeowner</h3>
<p>Signs in by email, fills in what is missing, compares offers with the reasons for each price, confirms the estimates and signs. Nobody else can.</p></div>
<div class="card bound"><h3>Your own code</h3>
<p>REST with OpenAPI 3.1, tools by MCP at <code>/api/agent/mcp</code>, a typed client, and a sandbox that goes all the way.</p>
<p><a href="/docs/api">API reference</a></p></div>
</div>
</section>`

const mailbox = html`
<dt><a href="/dev/mailbox">Mailbox</a></dt>
<dd>Mail, while no mail server is set. Not in production.</dd>`

/** The front door, for an operator. What it lists comes from the table, so it promises nothing else. */
export const landingPage = (describe: () => Described): DocumentRow<App> => ({
  path: '/',
  page: true,
  contract: null,
  respond(_app, { nonce }) {
    const described = describe()
    return page({
      title: 'For operators',
      scripts: { nonce, names: ['htmx.js'] },
      body: html`<div class="beside">
<div>
<h1>The agency’s door for software agents</h1>
<p class="lede">Bindery is a service that an insurance agency runs itself. Agents ask, people decide: quotes in seconds, consents on record, policies bound only by the people they insure.</p>
<p class="row"><a href="/docs#first-key" class="button">Get a key</a> <a href="/docs" class="button secondary">Read the docs</a> <a href="/calculators" class="button quiet">Try a calculator</a></p>
</div>
${book}
</div>
${doors}
${demo}
<section aria-labelledby="read-on">
<h2 id="read-on">Read on</h2>
<dl>
${operationsByTag(described).map(
  ({ tag, title, operations }) => html`<dt><a href="/docs#${tag}">${title}</a></dt>
<dd>${operations.map(({ id, summary }, at) => html`${at > 0 ? ' · ' : ''}<a href="/docs#${id}">${summary.replace(/\.$/, '')}</a>`)}</dd>`,
)}
<dt><a href="/docs/errors">Errors</a></dt>
<dd>Each code, and what to do.</dd>
<dt><a href="/docs#contract">Contract</a></dt>
<dd>OpenAPI 3.1: <a href="/api/agent/openapi.yaml">operators</a>, <a href="/openapi.yaml">all</a>. For language models: <a href="/llms.txt">llms.txt</a>.</dd>
${hasPage(described, '/dev/mailbox') ? mailbox : ''}
</dl>
</section>`,
    })
  },
})
