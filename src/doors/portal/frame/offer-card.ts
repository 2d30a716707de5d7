import { html, raw } from 'hono/html'
import type { Html } from '../../../platform/pages/html.ts'
import { demonstrationMark } from '../../../platform/pages/service-marks.ts'
import { SURPLUS_LINES } from '../../../products/line/wire/illustrative.ts'
import { say } from '../words/say.ts'
import { carriersWriteEnglish, carrierWords } from './carrier-words.ts'
import { perYear } from './per-year.ts'
import { numberWords } from './screen.ts'
import { term } from './term.ts'

type Cover = { label: string | Html; amount: string | Html; meaning?: string | undefined }

/** `id` is needed only where meanings are given. */
export const covers = (rows: readonly Cover[], id = ''): Html => html`<dl class="covers">
${rows.map(({ label, amount, meaning }, at) => html`<div><dt>${term(`${id}-term-${at}`, label, meaning)}</dt><dd>${amount}</dd></div>`)}
</dl>`

type Offer = {
  id: string
  carrier: string
  illustrative: boolean
  admitted?: boolean | undefined
  annual_price: number
  isRecommended: boolean
}

type Parts = { badge?: Html; price?: Html; beside: Html | string; coverages: Html; foot: Html }

export const chosenBadge = (): Html => html`<span class="badge success">${say('Chosen')}</span>`

export const offerCard = (
  { id, carrier, illustrative, admitted, annual_price, isRecommended }: Offer,
  { badge, price, beside, coverages, foot }: Parts,
): Html => html`<article class="card offer${isRecommended ? ' recommended' : ''}" aria-labelledby="${id}">
<div>
${isRecommended ? html`<p class="flag">${say('Recommended')}</p>` : ''}
${badge ?? ''}
<h3 id="${id}">${carrier}</h3>
${illustrative ? demonstrationMark : ''}
${admitted === false ? html`<p class="small soft">${say(SURPLUS_LINES)}</p>` : ''}
<p class="price">${perYear(annual_price)}</p>
${price ?? ''}
</div>
<div>${beside}</div>
${coverages}
<div class="offer-foot">
${foot}
</div>
</article>`

type Decline = { carrier: string; reason: string }

export const declinesView = (declines: readonly Decline[], heading: 'h2' | 'h3'): Html =>
  declines.length === 0
    ? html``
    : html`<section class="card well declines">
<${raw(heading)}>${say('No quote from {count, plural, one {{number} company} other {{number} companies}}', { count: declines.length, number: numberWords(declines.length) })}</${raw(heading)}>
${carriersWriteEnglish(declines.map(({ reason }) => reason))}
<dl>${declines.map(({ carrier, reason }) => html`<dt>${carrier}</dt><dd>${carrierWords(reason)}</dd>`)}</dl>
</section>`
