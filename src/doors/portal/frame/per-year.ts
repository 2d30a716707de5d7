import { html } from 'hono/html'
import type { Html } from '../../../platform/pages/html.ts'
import { usd } from '../../../platform/values/money.ts'
import { sayHtml } from '../words/say.ts'

export const perYear = (annual_price: number): Html =>
  sayHtml('{price} a year', { price: html`<span class="figure">${usd(annual_price)}</span>` })
