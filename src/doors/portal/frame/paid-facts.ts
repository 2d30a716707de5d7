import { html } from 'hono/html'
import type { PaidRow } from '../../../agency/policies/how-paid.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { ownWords } from '../../../platform/pages/own-words.ts'

export const paidFacts = (rows: readonly PaidRow[]): Html =>
  html`${rows.map(
    ({ label, words, recorded }) => html`<dt>${label}</dt><dd>${recorded ? ownWords(words) : words}</dd>`,
  )}`
