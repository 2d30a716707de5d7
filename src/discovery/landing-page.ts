import { html } from 'hono/html'
import type { App } from '../app.ts'
import { limitsChart } from '../calculators/pages/umbrella-page.ts'
import { estimateUmbrella } from '../calculators/umbrella.ts'
import type { DocumentRow } from '../http/pages/document.ts'
import { page } from '../pages/frame.ts'
import { hasPage } from './described-operations.ts'
import type { Guide } from './guides/guide.ts'
import { guideCards } from './guides/guide-pages.ts'
import type { Described } from './openapi.ts'
import { skills } from './skills/skill-documents.ts'

const ZIP = '60601'
const shown = estimateUmbrella({ zip: ZIP, desired_coverage_limit: 2_000_000, auto_count: 2 })

/** Updates in place with JavaScript; without it, opens the calculator's page. */
const demo = html`
<section aria-labelledby="try">
<h2 id="try">What does an umbrella policy cost?</h2>
<form class="row at-foot" action="/calculators/umbrella" method="get" hx-get="/calculators/umbrella" hx-target="#demo" hx-select=".calculator > div" hx-swap="innerHTML" hx-status:400="select:[role=alert]" hx-status:429="swap:none" hx-status:5xx="swap:none">
<label>ZIP code <input id="zip" class="short" name="zip" value="${ZIP}" inputmode="numeric" pattern="[0-9]{5}" maxlength="5" size="6" required autocomplete="postal-code"></label>
<label>Limit <select class="short" name="desired_coverage_limit"><option value="1000000">$1 million</option><option value="2000000" selected>$2 million</option><option value="5000000">$5 million</option></select></label>
<button>Estimate the price</button>
</form>
<p id="trouble" class="callout warning" role="alert" hidden></p>
<div id="demo" aria-live="polite"><div class="card bound">${limitsChart(shown)}<p class="small">${shown.disclaimer}</p></div></div>
<p class="small"><code>POST /api/agent/calculators/umbrella</code> returns the same figures. <a href="/calculators">All five calculators</a></p>
</section>`

const audiences = html`
<section aria-labelledby="who">
<h2 id="who">Who it’s for</h2>
<div class="grid">
<div class="card bound"><h3>Businesses and their agents</h3>
<p>Buy homeowners and umbrella coverage for your customers with one operator key. Anything your agent guesses is marked as an estimate, and a person confirms it before you buy.</p></div>
<div class="card bound"><h3>The people being insured</h3>
<p>Fill in what’s missing, compare quotes and see why each costs what it does, confirm the estimates, and sign. Only they can sign.</p></div>
<div class="card bound"><h3>A shopper’s own assistant</h3>
<p>Starts an application without a credential and finishes it with its user, who verifies their email before anything is submitted.</p></div>
</div>
</section>`

const mailbox = html` · <a href="/dev/mailbox">Development mailbox</a> (no email server is configured)`

export const landingPage = (describe: () => Described, guides: readonly Guide[]): DocumentRow<App> => ({
  path: '/',
  page: true,
  contract: null,
  respond: (_app, { nonce }) =>
    page({
      title: 'For operators',
      scripts: { nonce, names: ['htmx.js', 'calculators.js'] },
      body: html`<div class="beside hero">
<div>
<h1>Insurance that AI agents can buy</h1>
<p class="lede">A licensed insurance agency runs Bindery. Agents gather the facts and get quotes in seconds. People review, consent, and sign.</p>
<p class="row"><a href="/dashboard" class="button">Get a key</a> <a href="/docs" class="button secondary">Read the docs</a></p>
<ul>
<li><strong>One API</strong>: REST with <a href="/openapi.yaml">OpenAPI 3.1</a>, <a href="/docs/mcp">MCP tools</a>, and a <a href="/docs/client">typed client</a>.</li>
<li><strong>A sandbox</strong> that runs the whole purchase, from the first answer to a policy.</li>
<li><strong>Prices with reasons</strong>, and five calculators based on public data.</li>
</ul>
</div>
${demo}
</div>
${audiences}
<section aria-labelledby="guides">
<h2 id="guides">Guides</h2>
${guideCards(guides)}
<p>For agents: ${skills.map(({ path, name }) => html`<a href="${path}">${name}</a>, `)}<a href="/llms.txt">llms.txt</a>. Reference: <a href="/docs/api">API</a>, <a href="/docs/errors">errors</a>${hasPage(describe(), '/dev/mailbox') ? mailbox : ''}.</p>
</section>`,
    }),
})
