import { html } from 'hono/html'

export const phoneLink = (number: string) =>
  html`<a class="phone" href="tel:${number.replaceAll(/[^\d+]/g, '')}">${number}</a>`
