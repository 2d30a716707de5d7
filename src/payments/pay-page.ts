import { html } from 'hono/html'
import type { App } from '../app.ts'
import { fail } from '../errors.ts'
import { type DocumentRequest, type DocumentRow, redirect } from '../http/pages/document.ts'
import { usd } from '../line/fields/money.ts'
import { tokenField } from '../pages/form-token.ts'
import { type Html, page } from '../pages/frame.ts'
import { contactSlot } from '../pages/service-marks.ts'
import { checkPayment, findPaymentByLink, type Payment, settlePayment } from './payments.ts'
import type { PaymentStatus } from './provider.ts'

const PATH = '/pay/{token}'

const STATUSES: Record<PaymentStatus, { tone: string; badge: string; message: string }> = {
  open: { tone: 'info', badge: 'Due', message: '' },
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
<dt>Reference number</dt><dd><strong>${payment.reference}</strong></dd>
</dl>`

const howToPay = (reference: string, instructions: readonly string[]) => html`<section aria-labelledby="how">
<h2 id="how">How to pay</h2>
${instructions.map(line => html`<p>${line}</p>`)}
<p>Write <strong>${reference}</strong> on the check or transfer so we can match your payment. Never send a card number. We will not ask for one.</p>
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

type View = { payment: Payment; status: PaymentStatus; request: DocumentRequest }

const invoicePage = ({ config }: App, { payment, status, request }: View) => {
  const { tone, badge, message } = STATUSES[status]
  const open = status === 'open'
  return page({
    title: 'Invoice',
    nav: html``,
    body: html`<div class="narrow">
${payment.sandbox ? html`<div class="callout warning"><p><strong>SANDBOX.</strong> This is a test invoice. Do not pay it.</p></div>` : ''}
<div class="row"><h1>Invoice</h1> <span class="badge ${tone}">${badge}</span></div>
<div class="card bound">
<p class="figure">${usd(payment.amount)}</p>
${facts(payment, config.agency.name)}
</div>
${message ? html`<div class="callout ${tone}"><p>${message}</p></div>` : ''}
${open && !payment.sandbox ? howToPay(payment.reference, config.paymentInstructions) : ''}
${open && payment.sandbox ? sandboxOutcome(tokenField(request)) : ''}
<p>Questions about this invoice? Please ${contactSlot}.</p>
</div>` as Html,
  })
}

const paymentOf = async (app: App, { params }: DocumentRequest): Promise<Payment> =>
  (await findPaymentByLink(app, params.token ?? '')) ?? fail('not_found')

const outcomeIn = (form: URLSearchParams): 'paid' | 'failed' => {
  const outcome = form.get('outcome')
  return outcome === 'paid' || outcome === 'failed'
    ? outcome
    : fail('invalid_request', { message: 'Choose “Mark as paid” or “Mark as failed”.' })
}

/** Anyone with the link can see the invoice. Only a sandbox invoice can be settled here. */
export const payPages: DocumentRow<App>[] = [
  {
    path: PATH,
    page: true,
    contract: null,
    async respond(app, request) {
      const payment = await paymentOf(app, request)
      return invoicePage(app, {
        payment,
        status: await checkPayment(app, payment),
        request,
      })
    },
  },
  {
    method: 'POST',
    path: PATH,
    page: true,
    contract: null,
    async respond(app, request) {
      const payment = await paymentOf(app, request)
      if (!payment.sandbox)
        fail('forbidden', { message: 'Only the agency can record a payment for a live invoice.' })
      const outcome = outcomeIn(request.form)
      await settlePayment(app, payment.payment_id, { by: 'sandbox', outcome })
      return redirect(new URL(payment.page_url).pathname)
    },
  },
]
