import { html } from 'hono/html'
import type { Html } from '../../../platform/pages/html.ts'

export type DeskFact = { label: string; value: string | Html }

export const facts = (items: readonly DeskFact[]) =>
  html`<dl class="facts">${items.map(({ label, value }) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>`
