import { html } from 'hono/html'
import { descriptionWords } from '../../../agency/emails/rules/payment-description.ts'
import { isOwed } from '../../../agency/payments/payments.ts'
import { line } from '../../../platform/forms/field-kinds.ts'
import { form } from '../../../platform/forms/form.ts'
import { nameTitle } from '../../../platform/lib/name-words.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { moment } from '../../../platform/pages/moment.ts'
import { usdCents } from '../../../platform/values/money.ts'
import { returnForm } from '../money/money-view.ts'
import { receiptForm } from '../money/receipt-form.ts'
import { hidden, postForm } from '../parts/form.ts'
import { documentPreview } from '../parts/preview.ts'
import { facts, table } from '../parts/table.ts'
import type { CustomersWork } from '../queue/customers-work.ts'

const size = (bytes: number): string =>
  bytes < 2 ** 20 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 2 ** 20).toFixed(1)} MB`

export const rejectedForm = form({
  reason: line('Reason, which the sender will read', { missing: 'Enter a reason. The sender will read it.' }),
})

export const askForm = form({
  question: line('What do you need? The buyer will read this.', {
    missing: 'Enter what you need. The buyer will read it.',
  }),
})

export const answeredForm = (label: string) => form({ answer: line(label, { missing: 'Enter an answer.' }) })

export const closedForm = form({
  note: line('What was done for the buyer', { missing: 'Enter what was done for the buyer.' }),
})

const button = (value: string, label: string, look = '', key = ''): Html =>
  html`<button name="act" value="${value}"${look && html` class="${look}"`}${key && html` data-key="${key}"`}>${label}</button>`

const applicationView = (answers: CustomersWork['documents'][number]['about']['answers']) =>
  answers.length === 0
    ? ''
    : html`<details><summary>Application, and who said it</summary>
${table('Application, and who said it', [
  { name: 'Answer', cells: answers.map(({ label }) => label) },
  { name: 'Value', cells: answers.map(({ value }) => value) },
  { name: 'Source', cells: answers.map(({ source }) => source) },
])}
</details>`

const question = (
  id: string,
  askable: CustomersWork['documents'][number]['about']['askable'],
) => html`${askForm.draw({ within: id })}
<fieldset aria-describedby="${id}-fields"><legend>What should the buyer send?</legend>
<p class="hint" id="${id}-fields">If you check nothing, the buyer answers in writing.</p>
${askable.map(({ field, label }) => html`<label class="choice"><input type="checkbox" name="field" value="${field}"><span>${label}</span></label>`)}
</fieldset>
<button class="secondary">Ask</button>`

export const documentCard = (token: Html) => (document: CustomersWork['documents'][number]) => {
  const { document_id: id, filename, about } = document
  const path = `/desk/documents/${id}`
  const send = (name: string, body: Html, to = path) =>
    postForm({ token, path: to, label: `${name} ${filename} of ${document.uid}`, body })
  return html`<article class="beside" aria-labelledby="${id}">
<div><h2 id="${id}">${nameTitle(document.type)}</h2>
${documentPreview(document, { isOpen: true })}</div>
<div>
${facts([
  { label: 'Why it needs review', value: html`<strong>${document.reason ?? ''}</strong>` },
  { label: 'File', value: html`<a href="${path}" download>${filename}</a> (${size(document.size_bytes)})` },
  { label: 'Received', value: moment(document.created_at) },
  ...about.facts,
])}
<div class="decide">
${send('Accept', html`<button name="act" value="accepted" data-key="a">Accept</button>`)}
${send('Reject', html`${rejectedForm.draw({ within: id })}${button('rejected', 'Reject', 'danger', 'r')}`)}
</div>
${
  about.askable.length === 0
    ? ''
    : html`<details><summary>Ask for more information</summary>
${send('Ask about', question(id, about.askable), `${path}/question`)}
</details>`
}
${applicationView(about.answers)}
</div>
</article>`
}

export const paymentCard = (token: Html) => (payment: CustomersWork['payments'][number]) => {
  const { payment_id: id, reference } = payment
  const send = (name: string, body: Html) =>
    postForm({ token, path: `/desk/payments/${id}`, label: `${name} ${reference}`, body })
  return html`<article class="card bound" aria-labelledby="${id}">
<h3 id="${id}">${reference}</h3>
<p class="figure">${usdCents(payment.amount_cents - (payment.received_cents ?? 0))}</p>
${facts([
  ...(payment.received_cents
    ? [
        {
          label: 'Received so far',
          value: `${usdCents(payment.received_cents)} of ${usdCents(payment.amount_cents)}`,
        },
      ]
    : []),
  { label: 'For', value: descriptionWords(payment.description) },
  { label: 'Since', value: moment(payment.created_at) },
])}
${send('Money received', html`${hidden('received', payment.received_cents ?? 0)}${receiptForm.draw({ within: id, given: { means: 'check' } })}${button('paid', 'Record what came')}`)}
${payment.received_cents ? returnForm(token, payment) : ''}
<details><summary>Won’t be paid</summary>
${send('Mark as failed', html`<p>${isOwed(payment) ? 'This works only once the policy is canceled. It closes the invoice and emails the payer, and the ledger keeps the amount as owed.' : html`We email the payer that the payment did not go through, with a new invoice. If the customer no longer wants the policy, <a href="/desk/book/${payment.uid}#purchase">end the purchase</a> instead.`}</p><button name="act" value="failed" class="secondary">Mark as failed</button>`)}
</details>
</article>`
}

export const questionCard = (token: Html) => (request: CustomersWork['questions'][number]) =>
  html`
<article class="card bound" aria-labelledby="${request.uid}">
<h3 id="${request.uid}">Asked by the ${request.by}</h3>
${facts([
  { label: 'Question', value: request.question },
  { label: 'Since', value: moment(request.since) },
])}
${postForm({
  token,
  path: `/desk/requests/${request.uid}`,
  label: `Answer ${request.uid}`,
  body: html`${hidden('seen', request.token ?? '')}${answeredForm(
    request.by === 'carrier' ? 'Answer for the carrier' : 'Your answer, or why you no longer need one',
  ).draw({ within: request.uid })}${button('answered', 'Send answer')}`,
})}
</article>`

export const blockedCard = (token: Html) => (purchase: CustomersWork['blocked'][number]) => {
  const { order_id: id, terms, answer } = purchase
  const { full_name, email, phone_number } = terms.insured
  return html`<article class="card bound" aria-labelledby="${id}">
<h3 id="${id}">${terms.product}, ${terms.carrier}</h3>
${facts([
  { label: 'Buyer', value: [full_name, email, phone_number].filter(Boolean).join(', ') },
  { label: terms.location.label, value: terms.location.lines.join(', ') },
  { label: 'The carrier’s reason', value: answer.reason },
  { label: 'Blocked', value: moment(purchase.settled_at) },
])}
${postForm({
  token,
  path: `/desk/blocked/${id}`,
  label: `Close ${id}`,
  body: html`${closedForm.draw({ within: id })}${button('closed', 'Close the case')}`,
})}
</article>`
}
