import { html } from 'hono/html'
import { capitalized } from '../../../platform/lib/name-words.ts'
import { type FactorBar, factorChart } from '../../../platform/pages/charts/factors.ts'
import { waterfallChart } from '../../../platform/pages/charts/waterfall.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { ownLabel } from '../../../platform/pages/own-words.ts'
import { usd, usdCents } from '../../../platform/values/money.ts'
import { carrierWords } from './carrier-words.ts'
import { say, sayHtml, sayKnown } from './say.ts'

type Row = { label: string; amount: string }

type Compared = { rows: readonly Row[]; form?: string; admitted?: boolean | undefined }

const lowered = (text: string): string =>
  /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text

const isDeductible = ({ label }: Row): boolean => /deduct?ible/i.test(label)

const differingRows = (rows: readonly Row[], best: readonly Row[]): Row[] =>
  rows.filter(({ label, amount }) => best.find(one => one.label === label)?.amount !== amount)

const formWords = ({ form }: Compared, best: Compared): string[] =>
  form === undefined || best.form === undefined || form === best.form
    ? []
    : [say('{form} instead of {other}', { form, other: best.form })]

const insurerWords = (offer: Compared, best: Compared): string[] => {
  const [isSurplus, wasSurplus] = [offer.admitted === false, best.admitted === false]
  if (isSurplus === wasSurplus) return []
  return [
    isSurplus
      ? say('a surplus lines insurer instead of an admitted one')
      : say('an admitted insurer instead of a surplus lines one'),
  ]
}

const sameWords = (rows: readonly Row[], differences: string): string => {
  const hasDeductible = rows.some(isDeductible)
  if (differences === '')
    return hasDeductible ? say('Same limits and deductibles shown.') : say('Same limits shown.')
  return hasDeductible
    ? say('Same limits and deductibles shown, but {differences}.', { differences })
    : say('Same limits shown, but {differences}.', { differences })
}

/** Never says "same" of what was not compared: offers state limits and deductibles, not endorsements or exclusions. */
export const differenceWords = (offer: Compared, best: Compared): string => {
  const differing = differingRows(offer.rows, best.rows)
  const lacking = best.rows.filter(({ label }) => !offer.rows.some(one => one.label === label))
  const differences = [
    ...formWords(offer, best),
    ...insurerWords(offer, best),
    ...differing.map(({ label, amount }) => `${lowered(label)} ${amount}`),
    ...lacking.map(({ label }) => say('no {coverage}', { coverage: lowered(label) })),
  ].join('; ')
  if (differing.length + lacking.length === 0) return sameWords(best.rows, differences)
  return [...differing, ...lacking].every(isDeductible)
    ? say('Same limits shown, but {differences}.', { differences })
    : say('Different: {differences}.', { differences })
}

type Charge = { label: string; amount_cents: number }
type PricedOffer = {
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

const labelOf = (label: string) => ownLabel(label, sayKnown(label))

type Explained = PricedOffer & { id: string; carrier: string; price_factors: readonly FactorBar[] }

const factorsView = ({ id, price_factors }: Explained): Html | null => {
  const [base, ...factors] = price_factors
  if (!base || factors.length === 0) return null
  return factorChart({
    id: `why-${id}`,
    title: say('How the price comes to {price}', {
      price: usd(Math.round(price_factors.reduce((all, { effect }) => all * effect, 1))),
    }),
    base: { ...labelOf(base.label), amount: base.effect },
    factors: factors.map(one => ({ ...one, ...labelOf(one.label) })),
    money: usd,
  })
}

const partsView = (offer: Explained): Html | null => {
  const parts = priceParts(offer).map(({ label, amount_cents }) => ({
    ...labelOf(label),
    amount: amount_cents,
  }))
  if (parts.length === 0) return null
  return waterfallChart({
    id: `parts-${offer.id}`,
    title: say('What {price} a year pays for', { price: usd(offer.annual_price) }),
    parts,
    total: say('Price a year'),
    money: usdCents,
  })
}

export const whyThisPrice = (offer: Explained): Html => {
  const [parts, factors] = [partsView(offer), factorsView(offer)]
  return parts || factors
    ? html`<details class="why"><summary>${say('Why this price')}<span class="hidden"> ${say('from {carrier}', { carrier: offer.carrier })}</span></summary>
${parts ?? ''}${factors ?? ''}
</details>`
    : html``
}
