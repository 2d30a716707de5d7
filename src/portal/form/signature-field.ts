import { html } from 'hono/html'
import { fieldView } from '../../pages/fields.ts'
import type { Html } from '../../pages/frame.ts'
import { say } from '../words/say.ts'

type Signing = { full_name: string; typed: URLSearchParams; error: FieldError }
type FieldError = Parameters<typeof fieldView>[0]['error']

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
