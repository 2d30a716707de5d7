import { html } from 'hono/html'
import { dayIn } from '../../../../platform/lib/local-day.ts'
import { fieldView } from '../../../../platform/pages/fields.ts'
import type { Html } from '../../../../platform/pages/html.ts'
import { KEPT_FORM } from '../../../../platform/pages/language-switch.ts'
import { dayWords } from '../../../../platform/values/calendar.ts'
import { usd } from '../../../../platform/values/money.ts'
import { carrierInfoLine, carriersWriteEnglish, carrierWords } from '../../portal/carrier-words.ts'
import {
  chosenBadge,
  covers,
  declinesView,
  inEach,
  inEachView,
  isCheapest,
  offerCard,
  priceStrip,
} from '../../portal/offer-card.ts'
import { differenceWords, partDifferences, whyThisPrice } from '../../portal/offer-differences.ts'
import { errorAt, messagesView, numberWords, type Screen, stepBody } from '../../portal/screen.ts'
import { asRead } from '../../record/consent.ts'
import type { WireOffer } from '../operator/session-schema.ts'
import { lineOf } from '../reviewed-line.ts'
import { type HouseholdQuestion, questionsIn } from './questions.ts'
import { chosenCard, type ReviewContext } from './review-context.ts'
import { askedView, sectionTitle } from './review-view.ts'
import { say, sayHtml, sayKnown } from './say.ts'

const rowsOf = ({ view }: ReviewContext, offer: WireOffer) => lineOf(view).portal.offerRows(offer)

const compared = (context: ReviewContext, offer: WireOffer) => ({
  rows: rowsOf(context, offer),
  admitted: offer.admitted,
})

const sharedIn = (context: ReviewContext, offers: readonly WireOffer[]) =>
  inEach(offers.map(offer => rowsOf(context, offer)))

const rowsView = (
  rows: ReturnType<typeof rowsOf>,
  { id, isExplained }: { id: string; isExplained: boolean },
): Html =>
  covers(
    rows.map(({ meaning, ...row }) => ({ ...row, meaning: isExplained ? meaning : undefined })),
    id,
  )

const estimate = ({ is_estimate, price_range: { low, high } }: WireOffer): Html =>
  is_estimate
    ? html`<p class="soft">${say('This is an estimate: the final price will be {low} to {high}.', { low: usd(low), high: usd(high) })}</p>`
    : html``

const changed = (
  { purchase: { repriced } }: ReviewContext,
  { carrier, annual_price, previous_price }: WireOffer,
): Html => {
  if (previous_price === undefined) return html``
  const isWhy = repriced?.carrier === carrier && repriced.annual_price === annual_price
  return html`<div class="callout warning"><p>${sayHtml('{carrier} changed its price. It was <s>{price}</s> a year. Nothing was bought: if you want it at the new price, choose it again.', { carrier, price: usd(previous_price), s: text => html`<s>${text}</s>` })}</p>
${isWhy ? html`<p>${carrierWords(repriced.reason)}</p>` : ''}</div>`
}

const choose = ({ session: { selected_offer } }: ReviewContext, offer: WireOffer): Html =>
  selected_offer?.selection_token === offer.selection_token
    ? html`<p class="chosen">${chosenBadge()}</p>`
    : html`<p><button class="${offer.recommended ? '' : 'secondary'}" name="selection_token" value="${offer.selection_token}">${say('Choose')}<span class="hidden"> ${offer.carrier}</span></button></p>`

type Among = { best: WireOffer; isFirst: boolean; all: readonly WireOffer[] }

const card = (context: ReviewContext, offer: WireOffer, { best, isFirst, all }: Among): Html => {
  const { selection_token: id, choice_guidance, display_notes, carrier_info, expires_at } = offer
  const beside = [
    choice_guidance,
    ...(offer === best
      ? []
      : [partDifferences(offer, best), differenceWords(compared(context, offer), compared(context, best))]),
  ]
  const day = dayWords(dayIn(context.view.household.state ?? '', new Date(expires_at)))
  return offerCard(
    {
      ...offer,
      id,
      isRecommended: offer.recommended === true,
      isCheapest: isCheapest(offer, all),
    },
    {
      price: html`${changed(context, offer)}
${estimate(offer)}`,
      beside: html`<p class="because">${beside.filter(Boolean).join(' ')}</p>`,
      coverages: rowsView(
        rowsOf(context, offer).filter(
          ({ label }) => !sharedIn(context, all).some(row => row.label === label),
        ),
        { id, isExplained: isFirst },
      ),
      foot: html`${display_notes.map(note => html`<p class="small">${carrierWords(note)}</p>`)}
${whyThisPrice({ ...offer, id })}
${carrierInfoLine(carrier_info)}
<p class="soft small">${say('Valid until {day}.', { day })}</p>
${choose(context, offer)}`,
    },
  )
}

const offersForm = (context: ReviewContext): Html => {
  const offers = (context.session.offers ?? []) as WireOffer[]
  const best = offers.find(({ recommended }) => recommended) ?? offers[0]
  if (!best) return html``
  const shared = sharedIn(context, offers)
  const { portal } = lineOf(context.view)
  return html`<form method="post" action="${context.path}/choose">
${context.token}
${priceStrip(offers.map(({ selection_token, ...offer }) => ({ ...offer, id: selection_token })))}
${carriersWriteEnglish(offers.flatMap(({ display_notes }) => display_notes))}
<div class="offers">
${offers.map((offer, at) => card(context, offer, { best, isFirst: at === 0, all: offers }))}
${declinesView(context.session.declines ?? [], 'h3')}
</div>
${inEachView(shared.length === 0 ? null : rowsView(shared, { id: 'each', isExplained: true }), sayKnown(portal.notCovered))}
<p class="soft small">${sayKnown(portal.offerNote)} ${say('By choosing, you state: “{words}”', { words: asRead(lineOf(context.view).consents.choice, context.language).words })}</p>
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
    aboutBelow: true,
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

/** Never checked in advance, and the button alone says nothing: Enter in a text field presses it. */
const answers = () => [
  { value: 'Yes', label: say('Yes, I authorize it') },
  { value: 'No', label: say('No') },
]

const sectionsAsked = ({ view }: ReviewContext) =>
  lineOf(view)
    .sections.toBind.map(section => ({ section, questions: questionsIn(view, section) }))
    .filter(({ questions }) => questions.some(({ rows }) => rows === null || rows.length > 0))

export const bindQuestions = (context: ReviewContext): HouseholdQuestion[] =>
  sectionsAsked(context).flatMap(({ questions }) => questions)

export const otherQuotes = (context: ReviewContext): Html =>
  (context.session.offers ?? []).length > 1
    ? html`<details class="known"><summary>${say('Choose another quote')}</summary>
${offersForm(context)}
</details>`
    : html``

export const consentStep = (context: ReviewContext, more: Html): Screen => ({
  title: say('Consent'),
  body: html`${stepBody(
    context,
    {
      heading: say('A few answers and your consent'),
      lede: say(
        'The insurance company you chose needs these before you can buy. You haven’t bought anything yet.',
      ),
    },
    html`${chosenCard(context)}
<form method="post" action="${context.path}/consent" id="${KEPT_FORM}" novalidate>
${context.token}<input type="hidden" name="selection_token" value="${context.session.selected_offer?.selection_token ?? ''}">
${sectionsAsked(context).map(
  ({ section, questions }, at) => html`<section class="card bound sheet" aria-labelledby="bind-${at}">
<h2 id="bind-${at}">${sectionTitle(context, section)}</h2>
${questions.map(question => askedView(context, question))}
</section>`,
)}
<section class="card bound sheet" aria-labelledby="credit">
<h2 id="credit">${say('Soft credit check')}</h2>
<blockquote class="words" id="credit-words"><p>${asRead(lineOf(context.view).consents.creditCheck, context.language).words}</p></blockquote>
<input type="hidden" name="version" value="${asRead(lineOf(context.view).consents.creditCheck, context.language).version}">
${fieldView({
  name: 'answer',
  label: say('Your answer'),
  texts: [context.typed.get('answer') ?? ''],
  error: errorAt(context, 'answer'),
  control: { kind: 'radios', options: answers() },
})}
<p class="row"><button>${say('Continue')}</button></p>
<p class="soft small">${say('By answering Yes, you also state: “{words}”', { words: asRead(lineOf(context.view).consents.choice, context.language).words })}</p>
</section>
</form>`,
  )}
${otherQuotes(context)}
${more}`,
})
