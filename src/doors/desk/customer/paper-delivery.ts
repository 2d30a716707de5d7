import { html } from 'hono/html'
import type { DeliveryWithdrawal } from '../../../agency/emails/rules/paper-store.ts'
import type { App } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import { fail } from '../../../platform/errors.ts'
import type { Html } from '../../../platform/pages/frame.ts'
import { dayWords, isDay } from '../../../platform/values/calendar.ts'
import { withdrawDelivery } from '../../../products/line/record/delivery.ts'
import { agencyDay } from '../../../products/line/wire/agency-day.ts'
import { findListed } from '../book/listed.ts'
import { form } from '../parts/form.ts'

type How = DeliveryWithdrawal['received_how']

const HOW: Readonly<Record<How, string>> = {
  website: 'on our website',
  phone: 'by phone',
  letter: 'by letter',
  email: 'by email',
  in_person: 'in person',
}

const toldHow = (text: string | null): How | null =>
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
  label: 'Record a withdrawal of electronic delivery',
  body: html`<p class="small">From then on, documents and legal notices are not emailed. Each becomes a follow-up here: print it, mail it, and mark it as done.</p>
<div class="field"><label for="received-how">How the customer told us</label>
<select id="received-how" name="received_how" required>${(
    ['phone', 'letter', 'email', 'in_person'] as const
  ).map(how => html`<option value="${how}">${HOW[how]}</option>`)}</select></div>
<div class="field"><label for="received-on">Day we received it</label>
<input id="received-on" name="received_on" type="date" class="short" required></div>
<button>Record withdrawal</button>`,
})}</details>`

export const recordDeliveryWithdrawal = (
  app: App,
  { uid, form: sent, actor }: { uid: string; form: URLSearchParams; actor: string },
): Promise<boolean> => {
  const received_how =
    toldHow(sent.get('received_how')) ??
    fail('invalid_request', { message: 'Choose how the customer told us.' })
  const received_on = sent.get('received_on') ?? ''
  if (!isDay(received_on) || received_on > agencyDay(app))
    fail('invalid_request', { message: 'Enter the day we received it, today or earlier, as YYYY-MM-DD.' })
  return transact(app, async inside => {
    const { person } = (await findListed(inside, uid)) ?? fail('not_found')
    return withdrawDelivery(inside, uid, { received_how, received_on, by: actor, mail: person.mail })
  })
}
