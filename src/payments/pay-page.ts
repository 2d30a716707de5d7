import { html } from 'hono/html'
import type { App } from '../app.ts'
import { fail } from '../errors.ts'
import { type DocumentRequest, type DocumentRow, redirect } from '../http/pages/document.ts'
import { usd } from '../line/fields/money.ts'
import { tokenField } from '../pages/form-token.ts'
import { type Html, page } from '../pages/frame.ts'
import { checkPayment, findPaymentByLink, type Payment, settlePayment } from './payments.ts'
import type { PaymentStatus } from './provider.ts'

const PATH = '/pay/{token}'

const STATES: Record<PaymentStatus, { tone: string; badge: string; told: string }> = {
  open: { tone: 'info', badge: 'To be paid', told: '' },
  paid: { tone: 'success', badge: 'Paid', told: 'This invoice is paid. There is nothing left to do here.' },
  failed: {
    tone: 'danger',
    badge: 'Not paid',
    told: 'The payment did not go through. Ask whoever sent you here for a new link.',
  },
  void: {
    tone: 'warning',
    badge: 'Withdrawn',
    told: 'This invoice was replaced by another one. Do not pay it. Ask whoever sent you here for the new link.',
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
<p>Write <strong>${reference}</strong> on the check or the transfer, so that it can be found. Never send a card number: nobody here will ask for one.</p>
</section>`

const rehearsal = (token: Html) => html`<section aria-labelledby="rehearse">
<h2 id="rehearse">Rehearse the outcome</h2>
<p>No money moves. Choose what the agency would find in its account.</p>
<form method="post" class="row">
${token}
<button name="outcome" value="paid">Mark as paid</button>
<button name="outcome" value="failed" class="secondary">Mark as failed</button>
</form>
</section>`

type View = { payment: Payment; status: PaymentStatus; request: DocumentRequest }

const invoicePage = ({ config }: App, { payment, status, request }: View) => {
  const { tone, badge, told } = STATES[status]
  const open = status === 'open'
  return page({
    title: 'Invoice',
    nav: html``,
    body: html`<div class="narrow">
${payment.sandbox ? html`<div class="callout warning"><p><strong>SANDBOX.</strong> This is a rehearsal. Do not pay anything.</p></div>` : ''}
<div class="row"><h1>Invoice</h1> <span class="badge ${tone}">${badge}</span></div>
<div class="card bound">
<p class="figure">${usd(payment.amount)}</p>
${facts(payment, config.agency.name)}
</div>
${told ? html`<div class="callout ${tone}"><p>${told}</p></div>` : ''}
${open && !payment.sandbox ? howToPay(payment.reference, config.paymentInstructions) : ''}
${open && payment.sandbox ? rehearsal(tokenField(request)) : ''}
</div>` as Html,
  })
}

const paymentOf = async (app: App, { params }: DocumentRequest): Promise<Payment> =>
  (await findPaymentByLink(app, params.token ?? '')) ?? fail('not_found')

const outcomeIn = (form: URLSearchParams): 'paid' | 'failed' => {
  const outcome = form.get('outcome')
  return outcome === 'paid' || outcome === 'failed'
    ? outcome
    : fail('invalid_request', { message: 'Choose one of the two buttons.' })
}

/** Where a payment link leads: the invoice. Whoever has the link sees it; only in the sandbox can they settle it. */
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
      if (!payment.sandbox) fail('forbidden', { message: 'Only the agency can say that this was paid.' })
      const outcome = outcomeIn(request.form)
      await settlePayment(app, payment.payment_id, { by: 'sandbox', outcome })
      return redirect(new URL(payment.page_url).pathname)
    },
  },
]
