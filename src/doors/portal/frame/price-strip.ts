import { html } from 'hono/html'
import type { Html } from '../../../platform/pages/html.ts'
import { usd } from '../../../platform/values/money.ts'
import { say } from '../words/say.ts'

type Priced = { id: string; carrier: string; annual_price: number }

export const priceStrip = (offers: readonly Priced[], label = say('Prices a year')): Html =>
  offers.length < 2
    ? html``
    : html`<nav class="prices" aria-label="${label}"><ul>
${offers.map(({ id, carrier, annual_price }) => html`<li><a href="#${id}">${carrier} <strong>${usd(annual_price)}</strong></a></li>`)}
</ul></nav>`
