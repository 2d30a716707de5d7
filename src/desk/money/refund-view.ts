import { html } from 'hono/html'
import type { App } from '../../app.ts'
import { type Act, actsAbout } from '../../audit/acts.ts'
import type { DocumentRequest } from '../../http/pages/document.ts'
import { randomId } from '../../lib/ids.ts'
import { dayWords } from '../../line/fields/calendar.ts'
import { usdCents } from '../../line/fields/money.ts'
import { fieldView } from '../../pages/fields.ts'
import { tokenField } from '../../pages/form-token.ts'
import type { Html } from '../../pages/frame.ts'
import type { Payment } from '../../payments/payments.ts'
import { type Policy, policiesOf } from '../../policies/policies.ts'
import { actsView, noteField } from '../acts.ts'
import { facts, form } from '../cards.ts'
import { type PaidPayment, type RefundPlan, refundablePayments } from './refund-plan.ts'

export const refundPath = (uid: string): string => `/desk/money/customers/${uid}`

const wayOf = ({ provider, settled_by }: Payment): string =>
  settled_by === provider ? 'to the card or account that paid' : 'by you: it was paid by check or transfer'

const paymentLabel = ({ payment, left_cents }: PaidPayment): string =>
  `${payment.reference}, ${payment.description}: ${usdCents(left_cents)} left`

const hidden = (name: string, value: string) => html`<input type="hidden" name="${name}" value="${value}">`

const amountField = (name: string, hint: string) =>
  fieldView({
    name,
    label: 'Amount in dollars (optional)',
    hint,
    texts: [],
    control: { kind: 'line', short: true },
  })

const paymentForm = (
  token: Html,
  uid: string,
  { left, nonce }: { left: readonly PaidPayment[]; nonce: string },
) =>
  form({
    token,
    path: refundPath(uid),
    id: 'Refund a payment',
    body: html`${hidden('kind', 'payment')}${hidden('nonce', nonce)}
${fieldView({
  name: 'payment',
  label: 'Payment',
  texts: [],
  control: {
    kind: 'select',
    options: left.map(paid => ({ value: paid.payment.payment_id, label: paymentLabel(paid) })),
  },
})}
${amountField('amount', 'Leave it empty to refund all that is left.')}
${fieldView({
  name: 'why',
  label: 'Who bears it',
  texts: ['agency'],
  control: {
    kind: 'select',
    options: [
      { value: 'agency', label: 'The agency decided to give it back' },
      { value: 'overpaid', label: 'Nobody: the customer paid too much' },
    ],
  },
})}
${noteField('payment-note', true)}
<button>Review the refund</button>`,
  })

const policyForm = (token: Html, uid: string, policies: readonly Policy[]) =>
  form({
    token,
    path: refundPath(uid),
    id: 'Refund for a policy that ends',
    body: html`${hidden('kind', 'policy')}
${fieldView({
  name: 'policy',
  label: 'Policy',
  texts: [],
  control: {
    kind: 'select',
    options: policies.map(({ policy_id, policy_number, carrier, effective_date, expiration_date }) => ({
      value: policy_id,
      label: `${policy_number}, ${carrier}, ${dayWords(effective_date)} to ${dayWords(expiration_date)}`,
    })),
  },
})}
${fieldView({
  name: 'ends_on',
  label: 'Last day of the policy',
  hint: 'Only after the carrier confirmed that the policy ends on this day.',
  texts: [],
  control: { kind: 'line', type: 'date', required: true },
})}
${amountField('policy_amount', 'Leave it empty to refund the remaining days. If the carrier returns a different amount, enter that amount.')}
${noteField('policy-note', true)}
<button>Review the refund</button>`,
  })

const refundActs = (acts: readonly Act[]): Act[] => acts.filter(({ act }) => act === 'refund_started')

export const refundForms = async (app: App, request: DocumentRequest, uid: string): Promise<Html> => {
  const token = tokenField(request)
  const left = (await refundablePayments(app, uid)).filter(({ left_cents }) => left_cents > 0)
  const policies = (await policiesOf(app, uid)).filter(({ sandbox }) => !sandbox)
  const nonce = randomId(app.random, 'rfn')
  return html`<p class="small"><a href="/desk/book/${uid}">Customer</a> · <a href="/desk/money">Money</a></p>
<h1>Refund</h1>
${
  left.length === 0
    ? html`<div class="empty"><p>This customer has paid nothing that can be refunded.</p></div>`
    : html`${
        policies.length > 0
          ? html`<section aria-labelledby="policy-refund"><h2 id="policy-refund">For a policy that ends</h2>
<p>The carrier returns the premium. Later installments of the policy are canceled.</p>
${policyForm(token, uid, policies)}</section>`
          : ''
      }
<section aria-labelledby="payment-refund"><h2 id="payment-refund">Of a payment</h2>
${paymentForm(token, uid, { left, nonce })}</section>`
}
<section aria-labelledby="acts"><h2 id="acts">Earlier decisions</h2>${actsView(refundActs(await actsAbout(app, uid)))}</section>`
}

type Reviewed = { uid: string; plan: RefundPlan; note: string }

const SENT_AGAIN = [
  'kind',
  'payment',
  'policy',
  'ends_on',
  'amount',
  'policy_amount',
  'why',
  'nonce',
] as const

export const refundReview = (request: DocumentRequest, { uid, plan, note }: Reviewed): Html => {
  const { parts, cents, ends } = plan
  const rows = parts.map(({ payment, cents: part }) => ({
    label: payment.reference,
    value: `${usdCents(part)}, ${wayOf(payment)}`,
  }))
  return html`<p class="small"><a href="${refundPath(uid)}">Refund</a></p>
<h1>Refund ${usdCents(cents)}?</h1>
${facts([
  ...(ends ? [{ label: 'Policy', value: `${ends.policy.policy_number} ends on ${dayWords(ends.on)}` }] : []),
  ...rows,
  { label: 'Why', value: note },
])}
${cents === 0 ? html`<p>Nothing is left to refund. Installments that are due later are canceled.</p>` : html`<p>The customer gets an email when the refund is sent.</p>`}
${form({
  token: tokenField(request),
  path: refundPath(uid),
  id: 'Confirm the refund',
  body: html`${SENT_AGAIN.map(name => hidden(name, request.form.get(name) ?? ''))}
${hidden('note', note)}${hidden('cents', String(cents))}
<button>${cents === 0 ? 'Cancel the installments' : `Refund ${usdCents(cents)}`}</button>`,
})}`
}
