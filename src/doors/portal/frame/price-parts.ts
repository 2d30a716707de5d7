import { html } from 'hono/html'
import { capitalized } from '../../../platform/lib/name-words.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { usdCents } from '../../../platform/values/money.ts'
import { say, sayHtml } from '../words/say.ts'
import { carrierWords } from './carrier-words.ts'

type Charge = { label: string; amount_cents: number }
export type PricedOffer = {
  annual_price: number
  fees?: readonly Charge[] | undefined
  taxes?: readonly Charge[] | undefined
}

const sum = (charges: readonly Charge[] = []): number =>
  charges.reduce((all, { amount_cents }) => all + amount_cents, 0)

/** We computed the rest, so it is not called the carrier's premium. */
const restLabel = ({ fees = [], taxes = [] }: PricedOffer): string => {
  if (taxes.length === 0) return say('Price before fees')
  return fees.length === 0 ? say('Price before taxes') : say('Price before fees and taxes')
}

const restCents = ({ annual_price, fees, taxes }: PricedOffer): number =>
  annual_price * 100 - sum(fees) - sum(taxes)

export const priceParts = (offer: PricedOffer): Charge[] => {
  const named = [...(offer.fees ?? []), ...(offer.taxes ?? [])]
  return named.length === 0 ? [] : [{ label: restLabel(offer), amount_cents: restCents(offer) }, ...named]
}

export const includedCharges = ({ fees = [], taxes = [] }: Omit<PricedOffer, 'annual_price'>): Html => {
  const charges = [...fees, ...taxes].map(
    ({ label, amount_cents }, at) =>
      html`${at > 0 ? ', ' : ''}${carrierWords(label)} ${usdCents(amount_cents)}`,
  )
  return charges.length === 0
    ? html``
    : html`<p class="soft small">${sayHtml('Includes {charges}.', { charges: html`${charges}` })}</p>`
}

const moreOrLess = (label: string, cents: number): string[] =>
  cents === 0
    ? []
    : [
        cents > 0
          ? say('{label} {amount} more', { label, amount: usdCents(cents) })
          : say('{label} {amount} less', { label, amount: usdCents(-cents) }),
      ]

export const partDifferences = (offer: PricedOffer, best: PricedOffer): string => {
  const [own, other] = [priceParts(offer)[0], priceParts(best)[0]]
  if (!own || own.label !== other?.label) return ''
  const said = [
    ...moreOrLess(own.label, own.amount_cents - other.amount_cents),
    ...moreOrLess(say('fees'), sum(offer.fees) - sum(best.fees)),
    ...moreOrLess(say('taxes'), sum(offer.taxes) - sum(best.taxes)),
  ].join(', ')
  return said === '' ? '' : `${capitalized(said)}.`
}
