import { html } from 'hono/html'
import type { App } from '../../platform/app.ts'
import { agencyFor, agencyLine, contactWords, type LicensedPlace } from '../../platform/config/agency.ts'
import type { DocumentRequest } from '../../platform/http/pages/document.ts'
import { speaker } from '../../platform/language/say.ts'
import { dayIn } from '../../platform/lib/local-day.ts'
import { page } from '../../platform/pages/frame.ts'
import { type Html, tokenField } from '../../platform/pages/html.ts'
import { ownWords } from '../../platform/pages/own-words.ts'
import { languageSlot } from '../../platform/pages/service-marks.ts'
import { dayWords } from '../../platform/values/calendar.ts'
import { usdCents } from '../../platform/values/money.ts'
import { descriptionWords } from '../emails/rules/payment-description.ts'
import spanish from './es.json' with { type: 'json' }
import { hostedOf, isOwed, type Payment, standingPayment } from './payments.ts'
import type { PaymentStatus } from './provider.ts'

const { say, sayHtml, sayKnown } = speaker(spanish)

type Look = { tone: string; badge: string; message: string }

const STATUSES: Record<PaymentStatus, () => Look> = {
  open: () => ({ tone: 'info', badge: say('Due'), message: '' }),
  authorized: () => ({
    tone: 'success',
    badge: say('Authorized'),
    message: say(
      'Nothing has been charged yet. We’ll charge you only if the insurance company issues the policy. If it doesn’t, the authorization is released.',
    ),
  }),
  capturing: () => ({
    tone: 'info',
    badge: say('Being charged'),
    message: say('Your payment is being processed.'),
  }),
  paid: () => ({
    tone: 'success',
    badge: say('Paid'),
    message: say('This invoice is paid. You don’t need to do anything else.'),
  }),
  failed: () => ({
    tone: 'danger',
    badge: say('Not paid'),
    message: say('The payment did not go through. Ask the person who sent you this link for a new one.'),
  }),
  void: () => ({
    tone: 'warning',
    badge: say('Canceled'),
    message: say(
      'Do not pay this invoice. It’s no longer needed. If you authorized a payment for it, we release it, and nothing is charged.',
    ),
  }),
}

const invoiceInPlaceOf = async (
  app: App,
  { uid, purpose, payment_id, status }: Payment,
): Promise<Payment | null> => {
  if (status !== 'failed' && status !== 'void') return null
  const standing = await standingPayment(app, uid, purpose)
  return standing && standing.payment_id !== payment_id ? standing : null
}

const openNewer = ({ page_url }: Payment): Html =>
  html`<p class="row"><a class="button" href="${new URL(page_url).pathname}">${say('Open the new invoice')}</a></p>`

const NEWER = {
  failed: () => ({
    badge: say('Not paid'),
    words: say('The payment did not go through. A new invoice replaced this one.'),
  }),
  void: () => ({
    badge: say('Replaced'),
    words: say('Do not pay this invoice. A newer one replaced it.'),
  }),
}

const strong = (text: unknown): Html => html`<strong>${text}</strong>`

type View = {
  payment: Payment
  places: readonly LicensedPlace[]
  request: DocumentRequest
  back?: 'checked' | 'unchecked'
}

/** A printed invoice must itself say who asks for the money, since when, and where to send it. */
const facts = ({ config, clock }: App, { payment, places }: Omit<View, 'request'>) => html`<dl class="facts">
<dt>${say('For')}</dt><dd>${descriptionWords(payment.description)}</dd>
<dt>${say('Payable to')}</dt><dd>${agencyLine(agencyFor(config, places, clock.now()))}</dd>
<dt>${say('Invoice date')}</dt><dd>${dayWords(dayIn(places[0]?.state ?? '', payment.created_at))}</dd>
${payment.due_on ? html`<dt>${say('Due date')}</dt><dd>${dayWords(payment.due_on)}</dd>` : ''}
${payment.status === 'open' && payment.received_cents ? html`<dt>${say('Received so far')}</dt><dd>${usdCents(payment.received_cents)}</dd><dt>${say('Left to pay')}</dt><dd><strong>${usdCents(payment.amount_cents - payment.received_cents)}</strong></dd>` : ''}
<dt>${say('Reference number')}</dt><dd><strong>${payment.reference}</strong></dd>
</dl>`

const howToPay = ({ config }: App, { reference, due_on }: Payment) => html`<section aria-labelledby="how">
<h2 id="how">${say('How to pay')}</h2>
${config.paymentInstructions.map(line => html`<p>${ownWords(line, sayKnown(line))}</p>`)}
${due_on ? html`<p>${sayHtml('Pay by <b>{day}</b>.', { day: dayWords(due_on), b: strong })}</p>` : ''}
<p>${sayHtml('Write <b>{reference}</b> on the check or transfer so we can match your payment. Never send a card number. We will not ask for one.', { reference, b: strong })}</p>
<p>${say('We’ll email you a receipt when your payment arrives.')}</p>
<p>${say('If you have questions, {contact}.', { contact: contactWords(config.agency) })}</p>
</section>`

const checkout = (token: Html, payment: Payment) => html`<section aria-labelledby="how">
<h2 id="how">${say('How to pay')}</h2>
<p>${say('You enter your card or bank account on a page of Stripe, our payment provider. We never see the numbers.')}</p>
<form method="post">
${token}
<p class="row"><button name="method" value="card">${say('Pay by card')}</button>
<button name="method" value="bank" class="secondary">${say('Pay from a bank account')}</button></p>
</form>
<p class="soft">${isOwed(payment) ? say('Your card or bank account is charged now.') : say('Your card is authorized now and charged once the policy is issued. A bank account is debited once the policy is issued.')}${payment.return_url === undefined ? '' : ` ${say('Then you come back here to sign. You don’t buy anything until you sign.')}`}</p>
</section>`

const sandboxOutcome = (token: Html) => html`<section aria-labelledby="rehearse">
<h2 id="rehearse">${say('Choose the payment outcome')}</h2>
<p>${say('No money moves in the sandbox.')}</p>
<form method="post" class="row">
${token}
<button name="outcome" value="paid">${say('Mark as paid')}</button>
<button name="outcome" value="failed" class="secondary">${say('Mark as failed')}</button>
</form>
</section>`

const waysToPay = (app: App, payment: Payment, request: DocumentRequest) => {
  if (payment.status !== 'open') return ''
  if (payment.sandbox) return sandboxOutcome(tokenField(request))
  return hostedOf(payment) ? checkout(tokenField(request), payment) : howToPay(app, payment)
}

const next = ({ status, return_url, page_url }: Payment) => html`<p class="row">
${return_url && status === 'authorized' ? html`<a class="button" href="${return_url}">${say('Continue to your signature')}</a>` : ''}
${status === 'paid' ? html`<a class="button secondary" href="${new URL(page_url).pathname}/receipt.pdf" download>${say('Download your receipt (PDF)')}</a>` : ''}
</p>`

const shownCents = ({ status, amount_cents, charged_cents }: Payment): number =>
  status === 'authorized' ? amount_cents : (charged_cents ?? amount_cents)

const wordsOnReturn = ({ status, refs }: Payment, back: View['back']): string | null => {
  if (status !== 'open' || back === undefined) return null
  if (back === 'unchecked')
    return say('We can’t see your payment at Stripe yet. Don’t pay again. Reload this page in a minute.')
  return refs.method === 'bank'
    ? say(
        'Your bank account isn’t authorized yet. If Stripe has to verify it, follow the steps in its email. Nothing is charged yet.',
      )
    : null
}

export const paymentPage = async (app: App, { payment, places, request, back }: View) => {
  const { config } = app
  const { tone, badge, message } = STATUSES[payment.status]()
  const failed = payment.status === 'failed' && hostedOf(payment) !== null
  const newer = await invoiceInPlaceOf(app, payment)
  const contact = contactWords(config.agency)
  const instead = newer && (payment.status === 'void' ? NEWER.void() : NEWER.failed())
  const alone = failed
    ? say('The payment did not go through. For a new link, {contact}.', { contact })
    : message
  const words = wordsOnReturn(payment, back) ?? instead?.words ?? alone
  const document = await page({
    title: say('Invoice'),
    nav: html`${languageSlot}`,
    body: html`<div class="narrow">
${payment.sandbox ? html`<div class="callout warning"><p><strong>SANDBOX.</strong> ${say('This is a test invoice. Do not pay it.')}</p></div>` : ''}
<div class="row"><h1>${say('Invoice')}</h1> <span class="badge ${tone}">${instead?.badge ?? badge}</span></div>
<div class="card bound">
<p class="figure">${usdCents(shownCents(payment))}</p>
${facts(app, { payment, places })}
</div>
${words ? html`<div class="callout ${tone}"><p>${words}</p></div>` : ''}
${newer ? openNewer(newer) : ''}
${back === 'unchecked' ? '' : waysToPay(app, payment, request)}
${next(payment)}
</div>` as Html,
  })
  const goesTo = config.stripe?.checkoutOrigin
  return { ...document, ...(goesTo !== undefined && hostedOf(payment) && { formAction: [goesTo] }) }
}
