import { html } from 'hono/html'
import { descriptionWords } from '../../../agency/emails/rules/payment-description.ts'
import { type Dispute, findDispute } from '../../../agency/payments/money-store.ts'
import { findPayment, type Payment } from '../../../agency/payments/payments.ts'
import type { DisputeEvidence } from '../../../agency/payments/provider.ts'
import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import { type DocumentRequest, redirect } from '../../../platform/http/pages/document.ts'
import { type Html, tokenField } from '../../../platform/pages/html.ts'
import { moment } from '../../../platform/pages/moment.ts'
import { usdCents } from '../../../platform/values/money.ts'
import { recordReads } from '../book/reads.ts'
import { postForm, why } from '../parts/form.ts'
import { deskFrame } from '../parts/frame.ts'
import { emptyView } from '../parts/section.ts'
import { facts } from '../parts/table.ts'
import { staffForm, staffPage } from '../sign-in/door.ts'
import { recordAnswer } from './answer-dispute.ts'
import { disputeEvidenceFor } from './evidence.ts'
import { disputeReason } from './money-words.ts'

const PATH = '/desk/money/disputes/{id}'
const AT = '/desk/money'

export const disputeAnswerWords = ({ answer, answer_sent_at, answer_by, status }: Dispute): string | Html => {
  if (answer === 'accepted') return answer_sent_at ? 'Accepted' : 'Accepted, being sent'
  if (answer === 'evidence') return answer_sent_at ? 'Evidence sent' : 'Evidence being sent'
  if (status !== 'open') return status === 'won' ? 'Won' : 'Lost'
  return answer_by ? html`Answer by ${moment(answer_by)}` : 'Not answered'
}

const evidenceView = ({ text, binder, receipt, ...fields }: DisputeEvidence) => html`${facts([
  { label: 'Name', value: fields.customer_name },
  { label: 'Email', value: fields.customer_email },
  { label: 'Address', value: fields.customer_address ?? '–' },
  { label: 'IP address of the purchase', value: fields.purchase_address ?? '–' },
  { label: 'Product', value: fields.product },
  { label: 'Starts', value: fields.starts },
  { label: 'Files', value: [binder?.filename, receipt.filename].filter(Boolean).join(', ') },
])}
${text.split('\n\n').map(paragraph => html`<p>${paragraph}</p>`)}`

const answerForm = (request: DocumentRequest, { dispute_id }: Dispute, evidence: DisputeEvidence | null) =>
  postForm({
    token: tokenField(request),
    path: `/desk/money/disputes/${dispute_id}`,
    label: 'Answer the dispute',
    body: html`${why.draw()}
<p class="row">${evidence ? html`<button name="act" value="evidence">Send this evidence</button>` : ''}
<button name="act" value="accepted" class="secondary">Accept the dispute</button></p>
<p class="soft">Evidence can be sent once. An accepted dispute is lost for good, and the customer owes the amount again.</p>`,
  })

const view = (
  request: DocumentRequest,
  { dispute, payment, evidence }: { dispute: Dispute; payment: Payment; evidence: DisputeEvidence | null },
) => html`<p class="small"><a href="${AT}">Money</a> · <a href="/desk/book/${dispute.uid}">Customer</a></p>
<h1>Dispute of ${usdCents(dispute.amount_cents)}</h1>
${facts([
  { label: 'Payment', value: `${payment.reference}, ${descriptionWords(payment.description)}` },
  { label: 'Reason', value: disputeReason(dispute.reason) },
  { label: 'Since', value: moment(dispute.opened_at) },
  { label: 'Answer', value: disputeAnswerWords(dispute) },
])}
<section aria-labelledby="evidence"><h2 id="evidence">What we can show the bank</h2>
${evidence ? evidenceView(evidence) : emptyView('Nothing on record shows a policy for this payment.')}
</section>
${dispute.status === 'open' && dispute.answer === null ? answerForm(request, dispute, evidence) : ''}`

const disputeIn = async (app: App, { params }: DocumentRequest) => {
  const dispute = (await findDispute(app.db, params.id ?? '')) ?? fail('not_found')
  const payment = (await findPayment(app, dispute.payment_id)) ?? fail('not_found')
  return { dispute, payment, evidence: await disputeEvidenceFor(app, payment) }
}

export const disputeRows = [
  staffPage(PATH, 'move_money', async (app, request, staff) => {
    const shown = await disputeIn(app, request)
    await recordReads(app, [shown.dispute.uid], { what: 'customer', by: staff.actor })
    return deskFrame(request, staff, { title: 'Dispute', at: AT, body: view(request, shown) })
  }),

  staffForm(PATH, 'move_money', async (app, request, { actor }) => {
    const { dispute, evidence } = await disputeIn(app, request)
    const act = request.form.get('act')
    const answer =
      act === 'accepted' || (act === 'evidence' && evidence)
        ? act
        : fail('invalid_request', { message: 'Choose one of the buttons.' })
    const { note } = why.take(request.form)
    const recorded = await recordAnswer(app, { dispute, answer, actor, note })
    return redirect(`${AT}?done=${recorded ? 'answered' : 'late'}`)
  }),
]
