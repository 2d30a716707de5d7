import { html } from 'hono/html'
import type { Html } from '../../../platform/pages/html.ts'
import { usdCents } from '../../../platform/values/money.ts'
import { wayIn } from '../../line/buying/offered-ways.ts'
import { changeHint, waysView } from '../../line/portal/signing.ts'
import { choosePayment } from '../buying/payment.ts'
import { say } from './say.ts'
import { contactAgency, type PortalForm, type StepContext } from './step-context.ts'
import type { PortalBilling, PortalSigning } from './view.ts'

export const PAYMENT_CHOICE = 'pay:'

const choices = (
  { typed }: StepContext,
  { offer_id, carrier, choices: ways, address }: PortalBilling,
  isOne: boolean,
): Html =>
  waysView({
    name: `${PAYMENT_CHOICE}${offer_id}`,
    carrier,
    ways,
    typed,
    address: isOne ? undefined : address,
  })

const summary = ({ carrier, address, words, choices: ways }: PortalBilling): Html =>
  html`<h3>${carrier}</h3><p class="soft">${address}</p>${ways.length > 1 ? '' : words.map(line => html`<p>${line}</p>`)}`

const noLender = (context: StepContext): Html =>
  html`<p class="soft small">${say('If your mortgage company pays from escrow, {contact} before you sign. Your application names no lender, so it wouldn’t get the bill.', { contact: contactAgency(context) })}</p>`

const hold = ({ payment: { due_cents, isAuthorized, needsHold } }: PortalSigning): Html => {
  if (!needsHold) return html``
  return isAuthorized
    ? html`<p class="callout success">${say('Your payment of {amount} is authorized. We charge it only if the policy is issued.', { amount: usdCents(due_cents) })}</p>`
    : html`<p>${say('Before you sign, authorize {amount} by card or bank account. We charge it only if the policy is issued.', { amount: usdCents(due_cents) })}</p>`
}

export const needsPayment = ({ payment: { needsHold, isAuthorized } }: PortalSigning): boolean =>
  needsHold && !isAuthorized

const listed = (billings: readonly PortalBilling[]): readonly PortalBilling[] =>
  billings.length === 1 ? billings : billings.filter(({ choices: ways }) => ways.length <= 1)

/** The choice is part of the form that signs, so the signature covers the way to pay. */
export const paymentSection = (context: StepContext, signing: PortalSigning): Html => {
  const { billings } = signing.payment
  const chosen = billings.filter(({ choices: ways }) => ways.length > 1)
  const isFirst = needsPayment(signing)
  const fields = html`${chosen.map(one => choices(context, one, billings.length === 1))}
${billings.some(({ lacksLender }) => lacksLender) ? noLender(context) : ''}
${isFirst ? html`<p class="row"><button>${say('Continue to payment')}</button></p>` : ''}
${!isFirst && chosen.length > 0 ? changeHint() : ''}`
  return html`<section class="card bound sheet" aria-labelledby="payment">
<h2 id="payment">${say('How you’ll pay')}</h2>
${listed(billings).map(summary)}
${hold(signing)}
${isFirst ? html`<form method="post" action="/portal/payment">${context.token}${fields}</form>` : fields}
</section>`
}

export const choicesIn = (form: URLSearchParams) =>
  [...form].flatMap(([name, value]) => {
    if (!name.startsWith(PAYMENT_CHOICE)) return []
    return [{ offer_id: name.slice(PAYMENT_CHOICE.length), ...wayIn(value) }]
  })

export const paymentForm: PortalForm = {
  path: '/payment',
  here: '/portal/sign',
  async send(app, caller, { typed }) {
    const payment = await choosePayment(app, caller, choicesIn(typed))
    const isSetUp = payment === null || payment.status === 'authorized'
    return { next: isSetUp ? '/portal/sign' : new URL(payment.page_url).pathname }
  },
}
