import { html } from 'hono/html'
import type { App } from '../../../platform/app.ts'
import type { DocumentRow } from '../../../platform/http/pages/document.ts'
import { page } from '../../../platform/pages/frame.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { say, sayKnown } from '../say.ts'

type Card = { href: string; title: string; question: string; sketch: Html }

const range = (y: number, x: number, width: number) =>
  html`<rect class="range" x="${x}" y="${y}" width="${width}" height="8" rx="2"/><rect class="core" x="${x + width / 4}" y="${y - 3}" width="${width / 2}" height="14" rx="2"/>`

const line = (series: number, [x1, y1, x2, y2]: readonly [number, number, number, number]) =>
  html`<line class="series s${series}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"/>`

export const calculatorCards: readonly Card[] = [
  {
    href: '/calculators/auto-estimates',
    title: 'Car insurance',
    question: 'What do carriers charge a month for one driver and one car?',
    sketch: html`${range(8, 10, 80)}${range(30, 45, 95)}${range(52, 90, 130)}`,
  },
  {
    href: '/calculators/collision-and-comprehensive-coverage',
    title: 'Collision and comprehensive',
    question: 'Is coverage for your own car still worth it, and for how long?',
    sketch: html`${line(1, [10, 58, 230, 16])}${line(2, [10, 8, 230, 58])}<circle class="spot" cx="136" cy="35" r="6"/>`,
  },
  {
    href: '/calculators/file-a-claim',
    title: 'File a claim',
    question: 'File the claim, or pay for the repair yourself?',
    sketch: html`${line(1, [10, 60, 50, 48])}${line(1, [50, 48, 50, 24])}${line(1, [50, 24, 230, 24])}${line(2, [10, 60, 230, 6])}<circle class="spot" cx="157" cy="24" r="6"/>`,
  },
  {
    href: '/calculators/home',
    title: 'Home insurance',
    question: 'What does it cost to insure a home in California, and why?',
    sketch: html`<path class="range" d="M20 64V36L52 12l32 24v28Z"/><path class="core" d="M44 64V46h16v18Z"/>${range(34, 110, 120)}<rect class="mid" x="164" y="27" width="4" height="22"/>`,
  },
  {
    href: '/calculators/umbrella',
    title: 'Umbrella',
    question: 'What does $1 million of extra liability coverage cost? Or $10 million?',
    sketch: html`${[14, 22, 30, 42, 56].map((height, at) => html`<rect class="${at === 1 ? 'mid' : 'core'}" x="${20 + at * 44}" y="${64 - height}" width="26" height="${height}" rx="2"/>`)}`,
  },
  {
    href: '/docs#calculators',
    title: 'All five as an API',
    question: 'For developers: the same results as JSON, up to 25 in one call.',
    sketch: html`<text x="10" y="26" class="soft">POST /api/agent/</text><text x="10" y="48" class="soft">calculators/home</text>`,
  },
]

const LEDE =
  'Five questions about insurance, answered from public figures. No sign-up, and we don’t keep anything you enter.'

const cardView = ({ href, title, question, sketch }: Card) => html`<div class="card bound">
<h2><a href="${href}">${sayKnown(title)}</a></h2>
<p>${sayKnown(question)}</p>
<svg class="chart sketch" viewBox="0 0 240 70" preserveAspectRatio="xMinYMid" aria-hidden="true" focusable="false">${sketch}</svg>
</div>
`

export const overviewPage: DocumentRow<App> = {
  path: '/calculators',
  page: true,
  translated: true,
  contract: null,
  respond: () =>
    page({
      title: say('Calculators'),
      share: { path: '/calculators', description: say(LEDE) },
      body: html`<h1>${say('Calculators')}</h1>
<p class="lede">${say(LEDE)}</p>
<div class="grid">
${calculatorCards.map(cardView)}</div>
<p class="soft small">${say('Each result is a directional estimate, not a quote, and lists its sources.')}</p>`,
    }),
}
