import { html } from 'hono/html'
import { COVERAGES } from '../../../agency/carriers/contract/coverages.ts'
import type { LabelledRow } from '../../../agency/policies/terms.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { dayWords } from '../../../platform/values/calendar.ts'
import { usd, usdCents } from '../../../platform/values/money.ts'
import { carrierInfoLine, carrierWords } from '../../line/portal/carrier-words.ts'
import { chosenBadge, offerCard } from '../../line/portal/offer-card.ts'
import { differenceWords, partDifferences, whyThisPrice } from '../../line/portal/offer-differences.ts'
import { coverageList } from './coverage-guide.ts'
import type { PortalOffer } from './homes.ts'
import { say, sayHtml, sayKnown } from './say.ts'

const UNAVAILABLE = {
  expired: 'This quote has expired.',
  refused: 'The company withdrew or changed this quote, or did not issue the policy.',
} as const

export const CHOICE = 'offer:'

type Shown = {
  isOne: boolean
  isKept: boolean
  hasKept: boolean
  isExplained: boolean
  isOnly: boolean
  isBrief: boolean
  isCheapest: boolean
  /** Said once for all quotes of the home. */
  shared: readonly LabelledRow[]
}

const choose = (offer: PortalOffer, { isOne, isKept, hasKept }: Shown): Html => {
  const { offer_id, property_id, carrier, annual_price, selected, recommended, unavailable } = offer
  if (unavailable) return html`<p class="callout warning">${say(UNAVAILABLE[unavailable])}</p>`
  const name = CHOICE + property_id
  if (!isOne)
    return html`<label class="choice agree"><input type="radio" name="${name}" value="${offer_id}"${selected || isKept ? html` checked` : ''}><span>${say('Choose')}<span class="hidden"> ${carrier}</span></span></label>`
  return selected
    ? html`<p class="chosen">${chosenBadge()}</p>`
    : html`<p><button class="${(hasKept ? isKept : recommended) ? '' : 'secondary'}" name="${name}" value="${offer_id}">${isKept ? say('Keep this quote at {price}', { price: usd(annual_price) }) : say('Choose')}<span class="hidden"> ${carrier}</span></button></p>`
}

const changed = ({ change }: PortalOffer): Html =>
  change && change.from !== change.to
    ? html`<p class="small soft">${sayHtml('Previously <s>{price}</s> a year', { price: usd(change.from), s: text => html`<s>${text}</s>` })}</p>`
    : html``

const waysToPay = ({ payment_plans = [] }: PortalOffer): Html =>
  html`${payment_plans.map(
    ({ label, due_now_cents, total_cents }) =>
      html`<p class="soft small">${
        due_now_cents === total_cents
          ? sayHtml('{label}: {total}', { label: carrierWords(label), total: usdCents(total_cents) })
          : sayHtml('{label}: {start} to start, {total} in all', {
              label: carrierWords(label),
              start: usdCents(due_now_cents),
              total: usdCents(total_cents),
            })
      }</p>`,
  )}`

const without = (rows: readonly LabelledRow[], shared: readonly LabelledRow[]): LabelledRow[] =>
  rows.filter(({ label }) => !shared.some(row => row.label === label))

const compared = ({ coverages, policy_form, admitted }: PortalOffer) => ({
  rows: coverages.map(({ label, amount }) => ({ label: sayKnown(label), amount })),
  form: policy_form,
  admitted,
})

const comparedPrice = (more: number, carrier: string): string => {
  if (more === 0) return say('The same price as {carrier}.', { carrier })
  return more > 0
    ? say('{price} a year more than {carrier}.', { price: usd(more), carrier })
    : say('{price} a year less than {carrier}.', { price: usd(-more), carrier })
}

const guidance = (offer: PortalOffer, best: PortalOffer | undefined): Html => {
  if (offer.recommended && !offer.unavailable)
    return offer.recommended_because ? html`<p class="because">${offer.recommended_because}</p>` : html``
  if (!best) return html``
  const more = offer.annual_price - best.annual_price
  const told = [
    comparedPrice(more, best.carrier),
    partDifferences(offer, best),
    differenceWords(compared(offer), compared(best)),
  ]
  return html`<p class="because">${told.filter(Boolean).join(' ')}</p>`
}

/** Where it is not what the person asked for. */
const differing = ({ differs }: PortalOffer): Html =>
  differs.length === 0
    ? html``
    : html`<div class="callout warning"><p>${say('Not what you asked for:')}</p>
<ul>${differs.map(({ coverage, asked, offered }) => html`<li>${say('{coverage}: {offered} instead of {asked}', { coverage: sayKnown(COVERAGES[coverage].label), offered: sayKnown(offered), asked: sayKnown(asked) })}</li>`)}</ul></div>`

export const homeOfferCard = (
  offer: PortalOffer,
  { best, ...shown }: Shown & { best: PortalOffer | undefined },
): Html => {
  const { offer_id: id, unavailable } = offer
  return offerCard(
    {
      ...offer,
      id,
      isRecommended: offer.recommended === true && !unavailable && !shown.isOnly,
      isCheapest: shown.isCheapest,
    },
    {
      badge: shown.isKept
        ? html`<p><span class="badge info">${say('Your previous choice')}</span></p>`
        : html``,
      price: html`${waysToPay(offer)}${changed(offer)}`,
      beside: html`${shown.isOnly ? '' : guidance(offer, best)}${differing(offer)}`,
      coverages: coverageList(without(offer.coverages, shown.shared), { id, isExplained: shown.isExplained }),
      foot: html`${shown.isBrief ? '' : whyThisPrice({ ...offer, id })}
${carrierInfoLine(offer.carrier_info)}
<p class="soft small">${say(POLICY_FORMS[offer.policy_form])}. ${say('Valid until {day}.', { day: dayWords(offer.expires_on) })}</p>
${choose(offer, shown)}`,
    },
  )
}

export const POLICY_FORMS = {
  'HO-3': 'Homeowners policy (HO-3)',
  'HO-5': 'Comprehensive homeowners policy (HO-5)',
  'HO-6': 'Condo policy (HO-6)',
  'DP-3': 'Landlord policy (DP-3)',
} as const satisfies Record<PortalOffer['policy_form'], string>
