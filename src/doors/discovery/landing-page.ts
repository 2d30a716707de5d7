import { html } from 'hono/html'
import type { App } from '../../platform/app.ts'
import { generalAgencyLine, licenseWords } from '../../platform/config/agency.ts'
import type { DocumentRow } from '../../platform/http/pages/document.ts'
import { language } from '../../platform/language/language.ts'
import { type LineName, lineNames } from '../../platform/lines.ts'
import { page } from '../../platform/pages/frame.ts'
import { agencyNameSlot, contactSlot, phoneLink } from '../../platform/pages/service-marks.ts'
import { trouble } from '../../products/calculators/pages/calculator-page.ts'
import { calculatorCards } from '../../products/calculators/pages/overview-page.ts'
import { limitsChart } from '../../products/calculators/pages/umbrella-page.ts'
import { sayKnown as sayEstimate } from '../../products/calculators/say.ts'
import { estimateUmbrella } from '../../products/calculators/umbrella.ts'
import { lines } from '../../products/lines.ts'
import { hasPage } from './described-operations.ts'
import type { Guide } from './guides/guide.ts'
import type { DescribedService } from './openapi.ts'
import { howInMarkdown, howItWorks } from './site/how-it-works.ts'
import { say, sayHtml } from './site/say.ts'
import { bulletList } from './skills/skill.ts'
import { skills } from './skills/skill-documents.ts'
import { API_CATALOG } from './well-known.ts'

type LinesSold = LineName | 'both' | 'none'

const linesSold = (app: App): LinesSold => {
  const sold = lineNames.filter(
    line => app.config.demoCarriers || lines[line].carriers.statesWritten(app, { sandbox: false }).length > 0,
  )
  return sold.length > 1 ? 'both' : (sold[0] ?? 'none')
}

const ZIP = '60601'

const HEADING = 'Compare quotes, then sign online'
const DESCRIPTION =
  '{lines, select, both {Home and umbrella insurance} homeowners {Home insurance} umbrella {Umbrella insurance} other {Insurance}}. Your agent or AI assistant gathers the facts, insurance companies quote, and you check, choose, and sign.'

const doors = (lines: LinesSold) => html`<div class="doors">
<div class="card bound door">
<h2>${say('I’m getting insured')}</h2>
<p>${say('You have an email or a link from us. Add what’s missing, compare quotes, and sign.')}</p>
<p class="soft small">${sayHtml('No link yet? Ask your AI assistant to start an application here, or {contact}.', { contact: contactSlot })}</p>
<p><a href="/portal/login" class="button">${say('Continue my application')}</a></p>
</div>
<div class="card bound door">
<h2>${say('I’m a developer')}</h2>
<p>${say('Quote and buy {lines, select, both {homeowners and umbrella insurance} homeowners {homeowners insurance} umbrella {umbrella insurance} other {insurance}} for your customers, or as a shopper’s assistant.', { lines })}</p>
<p class="row"><a href="/docs" class="button secondary">${say('Build with the API')}</a> <a href="/dashboard/sign-in">${say('Get a key')}</a></p>
</div>
</div>`

const DEMO = { calculator: 'umbrella' } as const

const demo = () => {
  const shown = estimateUmbrella({ zip: ZIP, desired_coverage_limit: 2_000_000 })
  return html`
<div class="card bound">
<h3>${sayEstimate('What does an umbrella policy cost?')}</h3>
<form class="row at-foot" action="/calculators/umbrella" method="get" hx-get="/calculators/umbrella" hx-target="#demo" hx-select=".calculator > div" hx-swap="innerHTML" hx-status:400="select:[role=alert]" hx-status:429="swap:none" hx-status:5xx="swap:none">
<label>${sayEstimate('ZIP code')} <input id="zip" class="short" name="zip" value="${ZIP}" inputmode="numeric" pattern="[0-9]{5}" maxlength="5" size="6" required autocomplete="postal-code"></label>
<label>${sayEstimate('Limit')} <select class="short" name="desired_coverage_limit"><option value="1000000">${sayEstimate('$1 million')}</option><option value="2000000" selected>${sayEstimate('$2 million')}</option><option value="5000000">${sayEstimate('$5 million')}</option></select></label>
<button>${say('Estimate the price')}</button>
</form>
${trouble()}
<div id="demo" aria-live="polite">${limitsChart(shown)}<p class="small">${sayEstimate(shown.disclaimer)}</p></div>
</div>`
}

const calculators = (sold: LinesSold) => html`
<section aria-labelledby="calculators">
<h2 id="calculators">${say('What should it cost?')}</h2>
<p>${say('Free estimates from public figures. No sign-up, and we don’t keep anything you enter.')}</p>
<div class="beside estimates-beside">
${sold === 'both' || sold === 'none' || sold === DEMO.calculator ? demo() : ''}
<ul class="plain-list links">
${calculatorCards.map(({ href, title, question }) => html`<li><a href="${href}">${sayEstimate(title)}</a><br><span class="soft small">${sayEstimate(question)}</span></li>`)}
</ul>
</div>
</section>`

const strip = ({ config, clock }: App) => {
  const { name, phone, address } = config.agency
  const license = licenseWords(config, clock.now())
  return html`
<section class="agency-strip" aria-labelledby="agency">
<h2 id="agency">${name}</h2>
<p>${license ? say('The licensed agency behind every quote and policy here.') : say('The agency behind every quote and policy here.')}</p>
<dl>
${phone === null ? '' : html`<div><dt>${say('Phone')}</dt><dd>${phoneLink(phone)}</dd></div>`}
${license === null ? '' : html`<div><dt>${say('License')}</dt><dd>${license.replace(/^(?:license|licencia) /, '')}</dd></div>`}
${address === null ? '' : html`<div><dt>${say('Address')}</dt><dd>${address}</dd></div>`}
</dl>
</section>`
}

const mailbox = html` · <a href="/dev/mailbox">Development mailbox</a> (no email server is configured)`

const developers = (described: DescribedService, guides: readonly Guide[]) => html`
<section aria-labelledby="developers">
<h2 id="developers">${say('For developers')}</h2>
<p>${sayHtml('REST with <a>OpenAPI 3.1</a>, MCP tools, and a typed client. In the sandbox you rehearse the whole purchase, from the first answer to a policy, including the pages where people sign. Anything an agent guesses is marked, and a person confirms it.', { a: text => html`<a href="/openapi.yaml">${text}</a>` })}${language() === 'en' ? '' : ` ${say('The documentation is in English.')}`}</p>
<div lang="en">
<ul class="plain-list links">
${guides.map(({ path, title, summary }) => html`<li><a href="${path}">${title}</a><br><span class="soft small">${summary}</span></li>`)}
</ul>
<p>For agents: ${skills.map(({ path, name }) => html`<a href="${path}">${name}</a>, `)}<a href="/llms.txt">llms.txt</a>. Reference: <a href="/docs/api">API</a>, <a href="/docs/errors">errors</a>${hasPage(described, '/dev/mailbox') ? mailbox : ''}.</p>
</div>
</section>`

const markdown = (app: App, guides: readonly Guide[]): string => {
  const { config, clock } = app
  const link = (path: string, name: string) => `[${name}](${config.publicUrl}${path})`
  return [
    `# ${config.agency.name}: ${HEADING.charAt(0).toLowerCase()}${HEADING.slice(1)}`,
    say(DESCRIPTION, { lines: linesSold(app) }),
    `- ${link('/portal/login', 'Continue my application')}\n- ${link('/docs', 'Build with the API')}`,
    '## How it works',
    howInMarkdown.map((step, at) => `${at + 1}. ${step}`).join('\n'),
    '## For agents',
    bulletList([
      `${link('/llms.txt', 'llms.txt')}: skills, contract, credentials`,
      ...skills.map(({ path, name, description }) => `${link(path, name)}: ${description}`),
      ...guides.map(({ path, title, summary }) => `${link(path, title)}: ${summary}`),
    ]),
    '## Calculators',
    bulletList(calculatorCards.map(({ href, title, question }) => `${link(href, title)}: ${question}`)),
    '## Agency',
    `${generalAgencyLine(config, clock.now())}`,
    `${link('/privacy', 'Privacy')} · ${link('/terms', 'Terms')}`,
    '',
  ].join('\n\n')
}

/** RFC 8288, for programs that read only the head of the first page. */
const LINKS = [
  `<${API_CATALOG}>; rel="api-catalog"`,
  '</api/agent/openapi.yaml>; rel="service-desc"; type="application/yaml"',
  '</docs>; rel="service-doc"; type="text/html"',
  '</llms.txt>; rel="describedby"; type="text/plain"',
].join(', ')

export const landingPage = (
  describe: () => DescribedService,
  guides: readonly Guide[],
): DocumentRow<App> => ({
  path: '/',
  page: true,
  translated: true,
  contract: null,
  markdown: app => markdown(app, guides),
  respond: async (app, { nonce }) => {
    const lines = linesSold(app)
    const drawn = await page({
      title: say(HEADING),
      share: { path: '/', description: say(DESCRIPTION, { lines }) },
      scripts: { nonce, names: ['htmx.js', 'calculators.js'] },
      body: html`<h1>${say(HEADING)}</h1>
<p class="lede">${sayHtml('{lines, select, both {Home and umbrella insurance} homeowners {Home insurance} umbrella {Umbrella insurance} other {Insurance}} from {agency}. Your agent or AI assistant gathers the facts. You check, choose, and sign.', { agency: agencyNameSlot, lines })}</p>
${doors(lines)}
${howItWorks()}
${calculators(lines)}
${developers(describe(), guides)}
${strip(app)}`,
    })
    return { ...drawn, headers: { ...drawn.headers, link: LINKS } }
  },
})
