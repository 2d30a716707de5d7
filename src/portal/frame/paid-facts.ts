import { html } from 'hono/html'
import type { Html } from '../../pages/frame.ts'
import { ownWords } from '../../pages/own-words.ts'
import type { PaidRow } from '../../policies/how-paid.ts'

export const paidFacts = (rows: readonly PaidRow[]): Html =>
  html`${rows.map(
    ({ label, words, recorded }) => html`<dt>${label}</dt><dd>${recorded ? ownWords(words) : words}</dd>`,
  )}`
