import { html } from 'hono/html'
import type { Signature } from '../../../agency/carriers/contract/bind.ts'
import type { Order } from '../../../agency/policies/orders.ts'
import { nameWords } from '../../../platform/lib/name-words.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { momentWords } from '../../../platform/pages/moment.ts'
import { dayWords, plusYears } from '../../../platform/values/calendar.ts'
import { usd } from '../../../platform/values/money.ts'
import { documentPreview } from '../parts/preview.ts'
import { DECLARATIONS_PAGE, pdfField } from '../parts/read-pdf.ts'
import { facts } from '../parts/table.ts'
import { boundForm, offerProofs, repricedForm } from './bound-form.ts'
import { declineForm } from './decline-form.ts'
import { taskForm, typedIn } from './form-view.ts'
import { lineBehind } from './lines.ts'
import { carrierQuestionForm } from './quote-view.ts'
import { copyAll, type TaskView } from './task-facts.ts'

const signatureWords = (signature: Signature | { kind?: never }): string => {
  switch (signature.kind) {
    case 'person':
      return `Signed by ${signature.signed_name}, ${momentWords(new Date(signature.signed_at))}`
    case undefined:
      return 'On record'
    default:
      return `Not signed by the buyer. Confirmed by ${signature.attested_by}, ${momentWords(new Date(signature.attested_at))}`
  }
}

const answersIn = ({ request: { answers = {} } }: Order) =>
  Object.entries(answers).map(([name, value]) => ({
    label: `Answer: ${nameWords(name)}`,
    value: String(value),
  }))

export const purchaseView = ({ payment, documents }: TaskView, order: Order): Html => {
  const { request, terms } = order
  const { insured } = terms
  const toCopy = [
    { label: 'Quote number', value: request.quote_number },
    { label: 'Starts', value: dayWords(request.effective_date) },
    { label: 'Insured', value: insured.full_name },
    ...(terms.other_insureds ?? []).map(value => ({ label: 'Also named', value })),
    { label: 'Email', value: insured.email },
    ...(insured.phone_number ? [{ label: 'Phone', value: insured.phone_number }] : []),
    { label: 'Date of birth', value: dayWords(insured.birthday) },
    ...(insured.mailing_address ? [{ label: 'Mailing address', value: insured.mailing_address }] : []),
    { label: terms.location.label, value: terms.location.lines.join(', ') },
    ...terms.interests.map(({ label, lines }) => ({ label, value: lines.join(', ') })),
    ...terms.coverages.map(({ label, amount }) => ({ label, value: amount })),
  ]
  const text = toCopy.map(({ label, value }) => `${label}\t${value}`).join('\n')
  return html`<section aria-labelledby="purchase"><div class="row apart"><h2 id="purchase">What was bought</h2>
${copyAll(text)}</div>
${facts([
  { label: 'Product', value: [terms.product, terms.form].filter(Boolean).join(', ') },
  { label: 'Price', value: `${usd(request.annual_price)} a year` },
  ...toCopy,
  { label: 'Signature', value: signatureWords(terms.signature) },
  { label: 'Payment', value: payment },
  ...answersIn(order),
  ...documents.map(document => ({
    label: 'Document',
    value: html`<a href="/desk/documents/${document.document_id}" download>${document.filename}</a> (${nameWords(document.type)})${documentPreview(document)}`,
  })),
])}
</section>`
}

const boundFields = (view: TaskView, { request: { effective_date } }: Order): Html => {
  const typed = typedIn(view, 'bound')
  const given = { effective_date, expiration_date: plusYears(effective_date, 1) }
  return html`<div class="fields">${boundForm.draw({ typed, given })}
${offerProofs({ line: lineBehind(view.task).name, state: view.application.state }).draw({ typed })}
${pdfField({
  name: DECLARATIONS_PAGE.name,
  label: 'Declarations page (PDF)',
  hint: 'We compare it with the order. The buyer downloads it once it is accepted. At most 10 MB.',
  errors: typed.errors,
})}</div>
<button>Save the policy</button>`
}

const blockedFields = (view: TaskView): Html =>
  html`<p>The buyer is told, and nothing is bought.</p>
<div class="fields">${declineForm(view.application.creditAllowed).draw({ typed: typedIn(view, 'blocked') })}</div>
<button class="secondary">Save</button>`

const repricedFields = (view: TaskView): Html =>
  html`<p>The purchase stops, and money that was held or paid goes back. The buyer is told, and signs again if they agree to the new price.</p>
<div class="fields">${repricedForm.draw({ typed: typedIn(view, 'repriced') })}</div>
<button class="secondary">Save</button>`

export const purchaseForms = (view: TaskView, order: Order): Html => html`<section aria-labelledby="result">
<h2 id="result">The carrier’s answer</h2>
${view.duty ? '' : taskForm(view, { name: 'bound', title: 'The carrier issued the policy', body: boundFields(view, order), isUpload: true })}
${taskForm(view, { name: 'repriced', title: 'The carrier asks for a different price', body: repricedFields(view) })}
${taskForm(view, { name: 'blocked', title: 'The carrier won’t issue it', body: blockedFields(view) })}
${carrierQuestionForm(view)}
</section>`
