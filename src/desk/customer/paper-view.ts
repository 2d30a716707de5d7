import { html } from 'hono/html'
import type { DeliveryWithdrawal } from '../../emails/rules/paper-store.ts'
import { dayWords } from '../../line/fields/calendar.ts'
import type { Html } from '../../pages/frame.ts'
import { form } from '../form.ts'

type How = DeliveryWithdrawal['received_how']

const HOW: Readonly<Record<How, string>> = {
  website: 'on our website',
  phone: 'by phone',
  letter: 'by letter',
  email: 'by email',
  in_person: 'in person',
}

export const toldHow = (text: string | null): How | null =>
  text === 'phone' || text === 'letter' || text === 'email' || text === 'in_person' ? text : null

export const deliveryWords = (
  withdrawal: Pick<DeliveryWithdrawal, 'received_how' | 'received_on'> | null,
): string =>
  withdrawal === null
    ? 'By email'
    : `By postal mail: electronic delivery withdrawn ${HOW[withdrawal.received_how]} on ${dayWords(withdrawal.received_on)}`

export const paperForm = (token: Html, path: string): Html => html`<details>
<summary>Record a withdrawal of electronic delivery</summary>
${form({
  token,
  path,
  id: 'Record a withdrawal of electronic delivery',
  body: html`<p class="small">From then on, documents and legal notices are not emailed. Each becomes a follow-up here: print it, mail it, and mark it as done.</p>
<div class="field"><label for="received-how">How the customer told us</label>
<select id="received-how" name="received_how" required>${(
    ['phone', 'letter', 'email', 'in_person'] as const
  ).map(how => html`<option value="${how}">${HOW[how]}</option>`)}</select></div>
<div class="field"><label for="received-on">Day we received it</label>
<input id="received-on" name="received_on" type="date" class="short" required></div>
<button>Record withdrawal</button>`,
})}</details>`
