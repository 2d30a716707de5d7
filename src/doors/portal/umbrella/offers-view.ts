import { html } from 'hono/html'
import { dayIn } from '../../../platform/lib/local-day.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { dayWords } from '../../../platform/values/calendar.ts'
import { usd } from '../../../platform/values/money.ts'
import { asRead } from '../../../products/line/record/consent.ts'
import { offerChoice } from '../../../products/umbrella/consent-words.ts'
import type { UmbrellaWireOffer } from '../../../products/umbrella/offer.ts'
import { carrierInfoLine } from '../frame/carrier-info-view.ts'
import { carriersWriteEnglish, carrierWords, requiredHomeLimits } from '../frame/carrier-words.ts'
import { chosenBadge, covers, declinesView, offerCard } from '../frame/offer-card.ts'
import { differenceWords } from '../frame/offer-differences.ts'
import { partDifferences } from '../frame/price-parts.ts'
import { priceStrip } from '../frame/price-strip.ts'
import { numberWords, type Screen } from '../frame/screen.ts'
import { messagesView, stepBody } from '../frame/step-body.ts'
import { whyThisPrice } from '../frame/why-this-price.ts'
import { say, sayHtml, sayKnown } from '../words/say.ts'
import type { ReviewContext } from './review-context.ts'

const MEANINGS = [
  'The most the umbrella pays for one claim, after your home or auto policy has paid its own limit.',
  'The liability limits your auto policy must have, in thousands of dollars: for one injured person, for everyone injured in an accident, and for damaged property.',
]

const rowsOf = ({ coverage_limit, minimum_auto_limits: auto }: UmbrellaWireOffer) => [
  { label: say('Umbrella limit'), amount: usd(coverage_limit) },
  {
    label: say('Required auto limits'),
    amount: [auto.per_person, auto.per_accident, auto.property_damage].map(one => one / 1000).join('/'),
  },
]

const compared = (offer: UmbrellaWireOffer) => ({
  rows: [
    ...rowsOf(offer),
    ...requiredHomeLimits(offer.display_notes).map(amount => ({
      label: say('Required home liability'),
      amount,
    })),
  ],
  admitted: offer.admitted,
})

const estimate = ({ is_estimate, price_range: { low, high } }: UmbrellaWireOffer): Html =>
  is_estimate
    ? html`<p class="soft">${say('This is an estimate: the final price will be {low} to {high}.', { low: usd(low), high: usd(high) })}</p>`
    : html``

const changed = (
  { purchase: { repriced } }: ReviewContext,
  { carrier, annual_price, previous_price }: UmbrellaWireOffer,
): Html => {
  if (previous_price === undefined) return html``
  const isWhy = repriced?.carrier === carrier && repriced.annual_price === annual_price
  return html`<div class="callout warning"><p>${sayHtml('{carrier} changed its price. It was <s>{price}</s> a year. Nothing was bought: if you want it at the new price, choose it again.', { carrier, price: usd(previous_price), s: text => html`<s>${text}</s>` })}</p>
${isWhy ? html`<p>${carrierWords(repriced.reason)}</p>` : ''}</div>`
}

const choose = ({ session: { selected_offer } }: ReviewContext, offer: UmbrellaWireOffer): Html =>
  selected_offer?.selection_token === offer.selection_token
    ? html`<p class="chosen">${chosenBadge()}</p>`
    : html`<p><button class="${offer.recommended ? '' : 'secondary'}" name="selection_token" value="${offer.selection_token}">${say('Choose')}<span class="hidden"> ${offer.carrier}</span></button></p>`

type Among = { best: UmbrellaWireOffer; isFirst: boolean }

const card = (context: ReviewContext, offer: UmbrellaWireOffer, { best, isFirst }: Among): Html => {
  const { selection_token: id, choice_guidance, display_notes, carrier_info, expires_at } = offer
  const beside = [
    choice_guidance,
    ...(offer === best
      ? []
      : [partDifferences(offer, best), differenceWords(compared(offer), compared(best))]),
  ]
  const day = dayWords(dayIn(context.view.household.state ?? '', new Date(expires_at)))
  return offerCard(
    { ...offer, id, isRecommended: offer.recommended === true },
    {
      price: html`${changed(context, offer)}
${estimate(offer)}`,
      beside: html`<p class="because">${beside.filter(Boolean).join(' ')}</p>`,
      coverages: covers(
        rowsOf(offer).map((row, at) => ({
          ...row,
          meaning: isFirst ? sayKnown(MEANINGS[at] ?? '') : undefined,
        })),
      ),
      foot: html`${display_notes.map(note => html`<p class="small">${carrierWords(note)}</p>`)}
${whyThisPrice({ ...offer, id })}
${carrierInfoLine(carrier_info)}
<p class="soft small">${say('Valid until {day}.', { day })}</p>
${choose(context, offer)}`,
    },
  )
}

export const offersForm = (context: ReviewContext): Html => {
  const offers = (context.session.offers ?? []) as UmbrellaWireOffer[]
  const best = offers.find(({ recommended }) => recommended) ?? offers[0]
  if (!best) return html``
  return html`<form method="post" action="${context.path}/choose">
${context.token}
${priceStrip(offers.map(({ selection_token, ...offer }) => ({ ...offer, id: selection_token })))}
${carriersWriteEnglish(offers.flatMap(({ display_notes }) => display_notes))}
<div class="offers">
${offers.map((offer, at) => card(context, offer, { best, isFirst: at === 0 }))}
${declinesView(context.session.declines ?? [], 'h3')}
</div>
<p class="soft small">${say('Required auto limits are in thousands of dollars.')} ${say('By choosing, you state: “{words}”', { words: asRead(offerChoice, context.language).words })}</p>
</form>`
}

const startPassedView = ({ purchase: { startPassed } }: ReviewContext): Html =>
  startPassed === null
    ? html``
    : html`<div class="callout warning"><p>${say('Your start date, {day}, passed before the policy was ordered. Nothing was bought. To buy one of these, choose it and a new start date.', { day: dayWords(startPassed) })}</p></div>`

const endedView = ({ purchase: { endedBy } }: ReviewContext): Html =>
  endedBy === null
    ? html``
    : html`<div class="callout info"><p>${endedBy === 'buyer' ? say('You ended the purchase.') : say('The agency ended the purchase.')} ${say('Nothing was bought, and you owe nothing for it.')}</p></div>`

const nothingLeft = (context: ReviewContext, more: Html): Screen => {
  const heading = say('These quotes are no longer available')
  return {
    title: heading,
    body: html`${stepBody(
      context,
      {
        heading,
        lede: say(
          'They have expired or were withdrawn, and you haven’t bought anything. Your agent can get you new quotes.',
        ),
      },
      html``,
    )}
${more}`,
  }
}

export const offersStep = (context: ReviewContext, more: Html): Screen => {
  const { session } = context
  if (session.offers?.length === 0) return nothingLeft(context, more)
  const count = session.offers?.length ?? 0
  const title = say(
    '{count, plural, one {{number} preliminary quote is ready} other {{number} preliminary quotes are ready}}',
    { count, number: numberWords(count) },
  )
  return {
    title: say('Your quotes'),
    body: html`${messagesView(context)}
<div class="heading"><h1>${title}</h1>
<p class="lede">${say('Choose one here, or tell your agent which one you want. You don’t buy anything until you sign, or until your agent tells us that you agreed to buy.')}</p></div>
${startPassedView(context)}${endedView(context)}
<section aria-labelledby="quotes"><h2 id="quotes" class="hidden">${say('Your quotes')}</h2>
${offersForm(context)}
</section>
${more}`,
  }
}
