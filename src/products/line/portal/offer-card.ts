import { html, raw } from 'hono/html'
import type { Html } from '../../../platform/pages/html.ts'
import { demonstrationMark } from '../../../platform/pages/service-marks.ts'
import { usd } from '../../../platform/values/money.ts'
import { SURPLUS_LINES } from '../wire/illustrative.ts'
import { carriersWriteEnglish, carrierWords } from './carrier-words.ts'
import { say, sayHtml } from './say.ts'
import { numberWords } from './screen.ts'

type Cover = { label: string | Html; amount: string | Html; meaning?: string | undefined }

/** `id` is needed only where meanings are given. */
export const covers = (rows: readonly Cover[], id = ''): Html =>
  rows.length === 0
    ? html`<div></div>`
    : html`<dl class="covers">
${rows.map(({ label, amount, meaning }, at) => html`<div><dt>${term(`${id}-term-${at}`, label, meaning)}</dt><dd>${amount}</dd></div>`)}
</dl>`

type Offer = {
  id: string
  carrier: string
  illustrative: boolean
  admitted?: boolean | undefined
  annual_price: number
  isRecommended: boolean
  isCheapest?: boolean
}

type Parts = { badge?: Html; price?: Html; beside: Html | string; coverages: Html; foot: Html }

export const chosenBadge = (): Html => html`<span class="badge success">${say('Chosen')}</span>`

export const offerCard = (
  { id, carrier, illustrative, admitted, annual_price, isRecommended, isCheapest = false }: Offer,
  { badge, price, beside, coverages, foot }: Parts,
): Html => html`<article class="card offer${isRecommended ? ' recommended' : ''}" aria-labelledby="${id}">
<div>
${isRecommended ? html`<p class="flag">${isCheapest ? say('Lowest price') : say('Recommended')}</p>` : ''}
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

type Row = { label: string; amount: string }

/** What all of several quotes say alike is said once. */
export const inEach = <R extends Row>(offers: readonly (readonly R[])[]): R[] => {
  const [first = [], ...others] = offers
  const isIn = (rows: readonly Row[], { label, amount }: Row): boolean =>
    rows.some(row => row.label === label && row.amount === amount)
  return others.length === 0 ? [] : first.filter(row => others.every(rows => isIn(rows, row)))
}

export const inEachView = (coverages: Html | null, notCovered: string): Html =>
  html`<section class="card well in-each">
${coverages ? html`<h3>${say('In each of these quotes')}</h3>${coverages}` : ''}
<p class="small">${notCovered}</p>
</section>`

export const isCheapest = (
  { annual_price }: Pick<Offer, 'annual_price'>,
  offers: readonly Pick<Offer, 'annual_price'>[],
): boolean => offers.filter(one => one.annual_price <= annual_price).length === 1

type Decline = { carrier: string; reason: string }

export const declinesView = (declines: readonly Decline[], heading: 'h2' | 'h3'): Html =>
  declines.length === 0
    ? html``
    : html`<section class="card well declines">
<${raw(heading)}>${say('No quote from {count, plural, one {{number} company} other {{number} companies}}', { count: declines.length, number: numberWords(declines.length) })}</${raw(heading)}>
${carriersWriteEnglish(declines.map(({ reason }) => reason))}
<dl>${declines.map(({ carrier, reason }) => html`<dt>${carrier}</dt><dd>${carrierWords(reason)}</dd>`)}</dl>
</section>`

export const perYear = (annual_price: number): Html =>
  sayHtml('{price} a year', { price: html`<span class="figure">${usd(annual_price)}</span>` })

export type Meaning = readonly [name: string, meaning: string]

/** The browser opens and closes it, so it works with a keyboard and without JavaScript. An id is used once in a page. */
export const term = (id: string, label: string | Html, meaning: string | undefined): Html =>
  meaning === undefined
    ? html`${label}`
    : html`<button type="button" class="plain term" popovertarget="${id}">${label}<span class="hidden"> ${say('(what it means)')}</span></button><span popover class="meaning" id="${id}"><strong>${label}.</strong> ${meaning}</span>`

type Priced = { id: string; carrier: string; annual_price: number }

export const priceStrip = (offers: readonly Priced[], label = say('Prices a year')): Html =>
  offers.length < 2
    ? html``
    : html`<nav class="prices" aria-label="${label}"><ul>
${offers.map(({ id, carrier, annual_price }) => html`<li><a href="#${id}">${carrier} <strong>${usd(annual_price)}</strong></a></li>`)}
</ul></nav>`
