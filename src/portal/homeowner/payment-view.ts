import { html } from 'hono/html'
import type { PortalBilling, PortalSigning } from '../../homeowners/portal/facts.ts'
import { usdCents } from '../../line/fields/money.ts'
import type { Html } from '../../pages/frame.ts'
import { say } from '../words/say.ts'
import type { StepContext } from './step-context.ts'

export const PAYMENT_CHOICE = 'pay:'

const choices = ({ offer_id, carrier, choices: ways }: PortalBilling): Html =>
  html`<fieldset><legend>${say('How do you want to pay for your {carrier} policy?', { carrier })}</legend>
${ways.map(
  ({
    value,
    label,
    words,
    chosen,
  }) => html`<label class="choice"><input type="radio" name="${PAYMENT_CHOICE}${offer_id}" value="${value}"${chosen ? html` checked` : ''}>
<span>${label}<br><span class="soft small">${words.join(' ')}</span></span></label>`,
)}
</fieldset>`

const summary = ({ carrier, address, words, choices: ways }: PortalBilling): Html =>
  html`<h3>${carrier}</h3><p class="soft">${address}</p>${ways.length > 1 ? '' : words.map(line => html`<p>${line}</p>`)}`

const hold = ({ payment: { due_cents, isAuthorized, needsHold } }: PortalSigning): Html => {
  if (!needsHold) return html``
  return isAuthorized
    ? html`<p class="callout success">${say('Your payment of {amount} is authorized. We charge it only if the policy is issued.', { amount: usdCents(due_cents) })}</p>`
    : html`<p>${say('Before you sign, authorize {amount} by card or bank account. We charge it only if the policy is issued.', { amount: usdCents(due_cents) })}</p>`
}

const buttonOf = ({ payment: { needsHold, isAuthorized, billings } }: PortalSigning): Html | null => {
  const canChoose = billings.some(({ choices: ways }) => ways.length > 1)
  if (needsHold && !isAuthorized)
    return html`<p class="row"><button>${say('Continue to payment')}</button></p>`
  return canChoose
    ? html`<p class="row"><button class="secondary">${say('Change how you pay')}</button></p>`
    : null
}

export const paymentSection = ({ token }: StepContext, signing: PortalSigning): Html => {
  const { billings } = signing.payment
  const button = buttonOf(signing)
  return html`<section class="card bound sheet" aria-labelledby="payment">
<h2 id="payment">${say('How you’ll pay')}</h2>
${billings.map(summary)}
${hold(signing)}
${
  button
    ? html`<form method="post" action="/portal/payment">
${token}
${billings.filter(({ choices: ways }) => ways.length > 1).map(choices)}
${button}
</form>`
    : ''
}
</section>`
}
