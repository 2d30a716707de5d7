import { html } from 'hono/html'
import { usd } from '../../line/fields/money.ts'
import type { Html } from '../../pages/frame.ts'
import { sayHtml } from '../words/say.ts'

export const perYear = (annual_price: number): Html =>
  sayHtml('{price} a year', { price: html`<span class="figure">${usd(annual_price)}</span>` })
