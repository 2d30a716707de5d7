import { html } from 'hono/html'
import { expect, test } from 'vitest'
import { signingForm } from './signing.ts'

const words = { purpose: 'signature', version: '2026-11-16', words: 'I sign.' }
const offered = {
  code: 'flood',
  title: { en: 'Flood', es: 'Inundación' },
  words: { en: 'Not covered.', es: 'No cubierto.' },
}
const price = { annual_price: 1600, total_cents: 160_000, due_cents: 40_000, notices: [], first: html`` }

const summaryOf = (
  typed: string,
  { start, isOfferedRequired }: { start: string | null; isOfferedRequired: boolean },
) => {
  const context = { path: '/portal', token: html``, typed: new URLSearchParams(typed), errors: [] }
  const signing = { token: 't', full_name: 'Ada Buyer', disclosures: words, electronicRecords: words }
  const form = signingForm(
    context,
    { ...signing, offered: [offered], isOfferedRequired } as unknown as Parameters<typeof signingForm>[1],
    { ...price, start },
  )
  const [, summary = ''] = /<dl class="summary".*?>(.*)<\/dl>/s.exec(String(form)) ?? []
  return summary
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

test('the summary beside the signature says the price, the start, and only what is still required', () => {
  expect(summaryOf('', { start: null, isOfferedRequired: true })).toBe(
    'Price $1,600 a year First payment to us $400 Start date Not chosen yet Left to do 1 answer, 2 agreements, your signature',
  )
  expect(summaryOf('disclosures=yes', { start: '2026-12-01', isOfferedRequired: false })).toContain(
    'Start date December 1, 2026 Left to do 1 agreement, your signature',
  )
})
