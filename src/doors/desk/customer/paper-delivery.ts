import { html } from 'hono/html'
import type { DeliveryWithdrawal } from '../../../agency/emails/rules/paper-store.ts'
import type { App } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import { fail } from '../../../platform/errors.ts'
import { choice, day } from '../../../platform/forms/field-kinds.ts'
import { form } from '../../../platform/forms/form.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { dayWords } from '../../../platform/values/calendar.ts'
import { withdrawDelivery } from '../../../products/line/record/delivery.ts'
import { agencyDay } from '../../../products/line/wire/agency-day.ts'
import { findListed } from '../book/listed.ts'
import { postForm } from '../parts/form.ts'

type How = DeliveryWithdrawal['received_how']

const HOW: Readonly<Record<How, string>> = {
  website: 'on our website',
  phone: 'by phone',
  letter: 'by letter',
  email: 'by email',
  in_person: 'in person',
}

const withdrawalForm = form({
  received_how: choice(
    'How the customer told us',
    (['phone', 'letter', 'email', 'in_person'] as const).map(value => ({ value, label: HOW[value] })),
  ),
  received_on: day('Day we received it'),
})

export const deliveryWords = (
  withdrawal: Pick<DeliveryWithdrawal, 'received_how' | 'received_on'> | null,
): string =>
  withdrawal === null
    ? 'By email'
    : `By postal mail: electronic delivery withdrawn ${HOW[withdrawal.received_how]} on ${dayWords(withdrawal.received_on)}`

export const paperForm = (token: Html, path: string): Html => html`<details>
<summary>Record a withdrawal of electronic delivery</summary>
${postForm({
  token,
  path,
  label: 'Record a withdrawal of electronic delivery',
  body: html`<p class="small">From then on, documents and legal notices are not emailed. Each becomes a follow-up here: print it, mail it, and mark it as done.</p>
${withdrawalForm.draw()}
<button>Record withdrawal</button>`,
})}</details>`

export const recordDeliveryWithdrawal = (
  app: App,
  { uid, form: sent, actor }: { uid: string; form: URLSearchParams; actor: string },
): Promise<boolean> => {
  const { received_how, received_on } = withdrawalForm.take(sent)
  if (received_on > agencyDay(app))
    throw withdrawalForm.refusal({ received_on: 'The day we received it must be today or earlier.' })
  return transact(app, async inside => {
    const { person } = (await findListed(inside, uid)) ?? fail('not_found')
    return withdrawDelivery(inside, uid, { received_how, received_on, by: actor, mail: person.mail })
  })
}
