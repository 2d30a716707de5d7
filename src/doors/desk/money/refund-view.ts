import { html } from 'hono/html'
import { type Payment, paymentsOf } from '../../../agency/payments/payments.ts'
import { endsUnstarted } from '../../../agency/policies/life/policy-end.ts'
import { policiesOf } from '../../../agency/policies/policies.ts'
import { stateOf } from '../../../agency/policies/terms.ts'
import type { App } from '../../../platform/app.ts'
import { type Act, actsAbout } from '../../../platform/audit/acts.ts'
import type { DocumentRequest } from '../../../platform/http/pages/document.ts'
import { randomId } from '../../../platform/lib/random.ts'
import { type Html, tokenField } from '../../../platform/pages/html.ts'
import { dayWords } from '../../../platform/values/calendar.ts'
import { usdCents } from '../../../platform/values/money.ts'
import { actsView } from '../parts/acts.ts'
import { END_REASONS } from '../parts/end-words.ts'
import { hidden, postForm } from '../parts/form.ts'
import { emptyView } from '../parts/section.ts'
import { facts } from '../parts/table.ts'
import { endForm } from './end-form.ts'
import {
  type PaidPayment,
  type RefundPlan,
  refundablePayments,
  refundForm,
  refundPath,
} from './refund-plan.ts'
import { renewalInvoices } from './renewal-invoice.ts'

const wayOf = ({ provider, settled_by }: Payment): string =>
  settled_by === provider ? 'to the card or account that paid' : 'by you: it was paid by check or transfer'

const paymentForm = (
  token: Html,
  uid: string,
  { left, nonce }: { left: readonly PaidPayment[]; nonce: string },
) =>
  postForm({
    token,
    path: refundPath(uid),
    label: 'Refund a payment',
    body: html`${hidden('kind', 'payment')}${hidden('nonce', nonce)}
${refundForm(left).draw({ within: 'payment' })}
<button>Review the refund</button>`,
  })

const DECISIONS: readonly string[] = [
  'refund_started',
  'policy_ended',
  'policy_kept',
  'carrier_paid',
  'renewal_invoiced',
  'payment_returned',
]

const decisionsIn = (acts: readonly Act[]): Act[] => acts.filter(({ act }) => DECISIONS.includes(act))

export const refundForms = async (app: App, request: DocumentRequest, uid: string): Promise<Html> => {
  const token = tokenField(request)
  const left = (await refundablePayments(app, uid)).filter(({ left_cents }) => left_cents > 0)
  const policies = (await policiesOf(app, uid)).filter(({ sandbox }) => !sandbox)
  const hasOpen = (await paymentsOf(app, uid)).some(({ status }) => status === 'open')
  const nonce = randomId(app.random, 'rfn')
  return html`<p class="small"><a href="/desk/book/${uid}">Customer</a> · <a href="/desk/money">Money</a></p>
<h1>Cancellation and refund</h1>
${
  policies.length === 0
    ? ''
    : html`<section aria-labelledby="policy-end"><h2 id="policy-end">A policy that ends</h2>
<p>Record it only after the carrier confirmed it. The customer is emailed, and later installments are canceled. The carrier returns the premium.</p>
${endForm(token, uid, { policies, isPaid: left.length > 0 || hasOpen })}</section>`
}
<section aria-labelledby="payment-refund"><h2 id="payment-refund">Refund of a payment</h2>
${
  left.length === 0
    ? emptyView('This customer has paid nothing that can be refunded.')
    : paymentForm(token, uid, { left, nonce })
}</section>
${await renewalInvoices(app, uid, token)}
<section aria-labelledby="acts"><h2 id="acts">Earlier decisions</h2>${actsView(decisionsIn(await actsAbout(app, uid)))}</section>`
}

type Reviewed = { uid: string; plan: RefundPlan; note: string }

const headingOf = ({ cents, ends, keeps }: RefundPlan): string => {
  if (keeps) return `Keep policy ${keeps.policy.policy_number}?`
  if (ends && cents === 0) return `End policy ${ends.policy.policy_number}?`
  return `Refund ${usdCents(cents)}?`
}

const buttonOf = ({ cents, ends, keeps }: RefundPlan): string => {
  if (keeps)
    return cents > 0
      ? `Record that the policy continues, and bill ${usdCents(cents)}`
      : 'Record that the policy continues'
  if (ends && cents === 0) return 'Record that the policy ends'
  return ends ? `End the policy and refund ${usdCents(cents)}` : `Refund ${usdCents(cents)}`
}

const recipientWords = (
  { recipient, refundLater }: NonNullable<RefundPlan['ends']>,
  cents: number,
): string => {
  if (recipient.kind === 'customer') return 'The customer gets an email that the policy was canceled'
  const about = cents > 0 || refundLater ? ' Nobody is emailed about the refund: tell them yourself.' : ''
  return recipient.kind === 'other'
    ? `${recipient.email} gets an email that the policy was canceled; the customer does not.${about}`
    : `Nobody gets an email.${about}`
}

const neverStarts = ({ policy, on }: NonNullable<RefundPlan['ends']>): boolean =>
  endsUnstarted(stateOf(policy), { ...policy, ended_on: on })

const policyFact = ({ cents, ends, keeps }: RefundPlan) => {
  if (keeps)
    return [
      { label: 'Policy', value: `${keeps.policy.policy_number} continues` },
      ...(cents > 0 ? [{ label: 'To be paid again', value: usdCents(cents) }] : []),
    ]
  if (!ends) return []
  const { policy, on, by } = ends
  const value = `${policy.policy_number}: ${neverStarts(ends) ? 'canceled from the start. It never takes effect' : `coverage ends at 12:01 a.m. on ${dayWords(on)}`}`
  return [
    { label: 'Policy', value },
    { label: 'Why it ended', value: END_REASONS[by] },
    { label: 'Email', value: recipientWords(ends, cents) },
  ]
}

const CONFIRMED = 'This is the return premium as the carrier stated it.'

const estimateWords = ({ ends, fees_cents }: RefundPlan): string => {
  const words = 'This amount is our estimate: the premium of the remaining days, without fees.'
  if (fees_cents === 0) return words
  const leftOut = `${words} ${usdCents(fees_cents)} of fees is left out.`
  return ends && neverStarts(ends)
    ? `${leftOut} The policy never takes effect: ask the carrier whether it returns them too.`
    : leftOut
}

const consequences = (plan: RefundPlan, isEstimate: boolean): Html => {
  const { ends, keeps } = plan
  const cents = plan.cents + plan.unpaid.cents
  if (keeps)
    return html`${cents > 0 ? html`<p>${usdCents(cents)} of the premium was refunded. The customer gets an invoice and an email for it, and the ledger shows it as owed.</p>` : ''}
<p>Installments that were canceled are billed again when they are due.</p>`
  if (!ends) return html`<p>The customer gets an email when the refund is sent.</p>`
  return html`<p>Installments that are due later are canceled.</p>
${cents === 0 ? html`<p>${ends.refundLater ? 'Nothing is refunded now. The desk lists it until you refund it here or record that there is none. The email says that a refund follows.' : 'Nothing is refunded.'}</p>` : html`<p>${isEstimate ? `${estimateWords(plan)} ` : ''}The carrier’s own figure counts.</p>`}`
}

export const refundReview = (request: DocumentRequest, { uid, plan, note }: Reviewed): Html => {
  const { parts, cents, ends, unpaid } = plan
  const rows = parts.map(({ payment, cents: part }) => ({
    label: payment.reference,
    value: `${usdCents(part)}, ${wayOf(payment)}`,
  }))
  const isEstimate = (request.form.get('policy_amount') ?? '').trim() === ''
  return html`<p class="small"><a href="${refundPath(uid)}">Cancellation and refund</a></p>
<h1>${headingOf(plan)}</h1>
${facts([...policyFact(plan), ...rows, ...(unpaid.cents > 0 ? [{ label: 'Taken off the open invoice', value: usdCents(unpaid.cents) }] : []), { label: 'Why', value: note }])}
${consequences(plan, isEstimate)}
${postForm({
  token: tokenField(request),
  path: refundPath(uid),
  label: 'Confirm the refund',
  body: html`${[...request.form].map(([name, value]) => hidden(name, value))}${hidden('cents', cents)}
${ends && cents + unpaid.cents > 0 ? html`<label class="choice"><input type="checkbox" name="carrier_stated" value="yes" required><span>${CONFIRMED}</span></label>` : ''}
<button>${buttonOf(plan)}</button>`,
})}`
}
