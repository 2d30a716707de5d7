import { html } from 'hono/html'
import type { App } from '../app.ts'
import { contactWords } from '../config/agency.ts'
import type { DocumentRequest } from '../http/pages/document.ts'
import { dayWords } from '../line/fields/calendar.ts'
import { usdCents } from '../line/fields/money.ts'
import { tokenField } from '../pages/form-token.ts'
import { type Html, page } from '../pages/frame.ts'
import { hostedOf, isOwed, type Payment } from './payments.ts'
import type { PaymentStatus } from './provider.ts'

type Look = { tone: string; badge: string; message: string }

const STATUSES: Record<PaymentStatus, Look> = {
  open: { tone: 'info', badge: 'Due', message: '' },
  authorized: {
    tone: 'success',
    badge: 'Authorized',
    message:
      'Nothing has been charged yet. We’ll charge you only if the insurance company issues the policy. If it doesn’t, the authorization is released.',
  },
  capturing: { tone: 'info', badge: 'Being charged', message: 'Your payment is being processed.' },
  paid: {
    tone: 'success',
    badge: 'Paid',
    message: 'This invoice is paid. You don’t need to do anything else.',
  },
  failed: {
    tone: 'danger',
    badge: 'Not paid',
    message: 'The payment did not go through. Ask the person who sent you this link for a new one.',
  },
  void: {
    tone: 'warning',
    badge: 'Replaced',
    message:
      'Do not pay this invoice. A newer one replaced it. Ask the person who sent you this link for the new one.',
  },
}

const facts = (payment: Payment, agencyName: string) => html`<dl class="facts">
<dt>For</dt><dd>${payment.description}</dd>
<dt>Payable to</dt><dd>${agencyName}</dd>
${payment.due_on ? html`<dt>Due</dt><dd>${dayWords(payment.due_on)}</dd>` : ''}
<dt>Reference number</dt><dd><strong>${payment.reference}</strong></dd>
</dl>`

const howToPay = ({ config }: App, reference: string) => html`<section aria-labelledby="how">
<h2 id="how">How to pay</h2>
${config.paymentInstructions.map(line => html`<p>${line}</p>`)}
<p>Write <strong>${reference}</strong> on the check or transfer so we can match your payment. Never send a card number. We will not ask for one.</p>
<p>Questions? ${config.agency.phone === null ? `Contact ${config.agency.name}` : `Call ${config.agency.name} at ${config.agency.phone}`}.</p>
</section>`

const checkout = (token: Html, payment: Payment) => html`<section aria-labelledby="how">
<h2 id="how">How to pay</h2>
<p>You enter your card or bank account on a page of Stripe, our payment provider. We never see the numbers.</p>
<form method="post">
${token}
<p class="row"><button name="method" value="card">Pay by card</button>
<button name="method" value="bank" class="secondary">Pay from a bank account</button></p>
</form>
<p class="soft">${isOwed(payment) ? 'Your card or bank account is charged now.' : 'Your card is authorized now and charged once the policy is issued. A bank account is debited once the policy is issued.'}</p>
</section>`

const sandboxOutcome = (token: Html) => html`<section aria-labelledby="rehearse">
<h2 id="rehearse">Choose the payment outcome</h2>
<p>No money moves in the sandbox.</p>
<form method="post" class="row">
${token}
<button name="outcome" value="paid">Mark as paid</button>
<button name="outcome" value="failed" class="secondary">Mark as failed</button>
</form>
</section>`

const waysToPay = (app: App, payment: Payment, request: DocumentRequest) => {
  if (payment.status !== 'open') return ''
  if (payment.sandbox) return sandboxOutcome(tokenField(request))
  return hostedOf(payment) ? checkout(tokenField(request), payment) : howToPay(app, payment.reference)
}

const next = ({ status, return_url, page_url }: Payment) => html`<p class="row">
${return_url && status === 'authorized' ? html`<a class="button" href="${return_url}">Continue</a>` : ''}
${status === 'paid' ? html`<a class="button secondary" href="${new URL(page_url).pathname}/receipt.pdf" download>Download your receipt (PDF)</a>` : ''}
</p>`

/** While a hold waits for other policies, all of it is held. */
const shownCents = ({ status, amount_cents, charged_cents }: Payment): number =>
  status === 'authorized' ? amount_cents : (charged_cents ?? amount_cents)

type View = { payment: Payment; request: DocumentRequest }

export const paymentPage = async (app: App, { payment, request }: View) => {
  const { config } = app
  const { tone, badge, message } = STATUSES[payment.status]
  const failed = payment.status === 'failed' && hostedOf(payment) !== null
  const document = await page({
    title: 'Invoice',
    nav: html``,
    body: html`<div class="narrow">
${payment.sandbox ? html`<div class="callout warning"><p><strong>SANDBOX.</strong> This is a test invoice. Do not pay it.</p></div>` : ''}
<div class="row"><h1>Invoice</h1> <span class="badge ${tone}">${badge}</span></div>
<div class="card bound">
<p class="figure">${usdCents(shownCents(payment))}</p>
${facts(payment, config.agency.name)}
</div>
${message ? html`<div class="callout ${tone}"><p>${failed ? `The payment did not go through. For a new link, ${contactWords(config.agency)}.` : message}</p></div>` : ''}
${waysToPay(app, payment, request)}
${next(payment)}
</div>` as Html,
  })
  const goesTo = config.stripe?.checkoutOrigin
  return { ...document, ...(goesTo !== undefined && hostedOf(payment) && { formAction: [goesTo] }) }
}
