import { html } from 'hono/html'
import { fieldView } from '../../../platform/pages/fields.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { usd, usdCents } from '../../../platform/values/money.ts'
import { say } from '../words/say.ts'

type Signing = { full_name: string; typed: URLSearchParams; error: FieldError }
type FieldError = Parameters<typeof fieldView>[0]['error']

export const buyWords = ({
  annual_price,
  total_cents,
}: {
  annual_price: number
  total_cents: number
}): string =>
  total_cents === annual_price * 100
    ? say('Sign and buy for {price} a year', { price: usd(annual_price) })
    : say('Sign and buy for {total} in the first year', { total: usdCents(total_cents) })

export const signatureField = ({
  full_name,
  typed,
  error,
}: Signing): Html => html`<section class="card bound sheet signature" aria-labelledby="signature">
<h2 id="signature">${say('Your signature')}</h2>
${fieldView({
  name: 'signed_name',
  label: say('Type your full name: {name}', { name: full_name }),
  hint: say('Typing your name signs the application, just like a signature on paper.'),
  error,
  texts: [typed.get('signed_name') ?? ''],
  autocomplete: 'name',
  control: { kind: 'line', required: true },
})}
</section>`
