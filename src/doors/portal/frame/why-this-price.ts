import { html } from 'hono/html'
import { type FactorBar, factorChart } from '../../../platform/pages/charts/factors.ts'
import { waterfallChart } from '../../../platform/pages/charts/waterfall.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { ownLabel } from '../../../platform/pages/own-words.ts'
import { usd, usdCents } from '../../../platform/values/money.ts'
import { say, sayKnown } from '../words/say.ts'
import { type PricedOffer, priceParts } from './price-parts.ts'

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
