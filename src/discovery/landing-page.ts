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

/** With JavaScript the answer changes in place; without, the calculator's own page opens. */
const demo = html`
<section aria-labelledby="try">
<h2 id="try">What does an umbrella policy cost?</h2>
<form class="row at-foot" action="/calculators/umbrella" method="get" hx-get="/calculators/umbrella" hx-target="#demo" hx-select=".calculator > div" hx-swap="innerHTML" hx-status:400="select:[role=alert]" hx-status:429="swap:none" hx-status:5xx="swap:none">
<label>ZIP code <input id="zip" class="short" name="zip" value="${ZIP}" inputmode="numeric" pattern="[0-9]{5}" maxlength="5" size="6" required autocomplete="postal-code"></label>
<label>Limit <select class="short" name="desired_coverage_limit"><option value="1000000">$1 million</option><option value="2000000" selected>$2 million</option><option value="5000000">$5 million</option></select></label>
<button>Show the price</button>
</form>
<p id="trouble" class="callout warning" role="alert" hidden></p>
<div id="demo" aria-live="polite"><div class="card bound">${limitsChart(shown)}<p class="small">${shown.disclaimer}</p></div></div>
<p class="small">The same figures answer <code>POST /api/agent/calculators/umbrella</code>. <a href="/calculators">All five calculators</a></p>
</section>`

const doors = html`
<section aria-labelledby="doors">
<h2 id="doors">Who comes in by which door</h2>
<div class="grid">
<div class="card bound"><h3>A business and its agent</h3>
<p>Buys homeowners and umbrella cover for its own customers, with one operator key. What the agent only guessed is marked as an estimate, and a person confirms it before anything is bound.</p></div>
<div class="card bound"><h3>The person who is insured</h3>
<p>Fills in what is missing, compares offers with the reasons for each price, confirms the estimates and signs. Nobody else can.</p></div>
<div class="card bound"><h3>A shopper’s own assistant</h3>
<p>Starts an application without any credential and finishes it with its person, who proves their email before anything counts.</p></div>
</div>
</section>`

const mailbox = html` · <a href="/dev/mailbox">Mailbox</a>, while no mail server is set`

/** The front door, for an operator. */
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
<h1>The agency’s door for software agents</h1>
<p class="lede">Bindery is a service that an insurance agency runs itself. Agents ask, people decide: quotes in seconds, consents on record, policies bound only by the people they insure.</p>
<p class="row"><a href="/docs#first-key" class="button">Get a key</a> <a href="/docs" class="button secondary">Read the docs</a></p>
<ul>
<li><strong>One API</strong>: REST with <a href="/openapi.yaml">OpenAPI 3.1</a>, the same as <a href="/docs/mcp">MCP tools</a> and as a <a href="/docs/client">typed client</a>.</li>
<li><strong>A sandbox</strong> that goes all the way to a policy, so that nothing real is needed to begin.</li>
<li><strong>Prices that explain themselves</strong>, and five calculators with figures from public sources.</li>
</ul>
</div>
${demo}
</div>
${doors}
<section aria-labelledby="guides">
<h2 id="guides">How it is done</h2>
${guideCards(guides)}
<p>For agents: ${skills.map(({ path, name }) => html`<a href="${path}">${name}</a>, `)}<a href="/llms.txt">llms.txt</a>. To look things up: <a href="/docs/api">API reference</a>, <a href="/docs/errors">errors</a>${hasPage(describe(), '/dev/mailbox') ? mailbox : ''}.</p>
</section>`,
    }),
})
