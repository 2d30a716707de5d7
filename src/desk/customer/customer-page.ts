import { html } from 'hono/html'
import type { App } from '../../app.ts'
import { Failure, fail } from '../../errors.ts'
import { type Document, type DocumentRequest, redirect } from '../../http/pages/document.ts'
import { nameTitle } from '../../lib/name-words.ts'
import { lines } from '../../lines.ts'
import { tokenField } from '../../pages/form-token.ts'
import { moment } from '../../pages/moment.ts'
import { lineName } from '../book/listed-view.ts'
import { noteForm, noteRow } from '../book/notes-view.ts'
import { recordReads } from '../book/reads.ts'
import { searchPath } from '../book/search.ts'
import { staffForm, staffPage } from '../door.ts'
import { facts } from '../facts.ts'
import { form } from '../form.ts'
import { deskFrame, toldResult } from '../frame.ts'
import { pageAsked } from '../list-page.ts'
import { noteField } from '../one-line-field.ts'
import { policyRequestForm } from '../policy-request-view.ts'
import { askForCustomer } from '../policy-requests.ts'
import { RENEWAL_MESSAGES, renewalForms } from '../renewals/renewal-forms.ts'
import { mayDo } from '../staff/roles.ts'
import type { Staff } from '../staff.ts'
import {
  addNote,
  correctPhone,
  endPurchaseOf,
  finishFollowUp,
  recordDeliveryWithdrawal,
  sealUndo,
} from './actions.ts'
import { askCarrierAgain, awaitedSection } from './ask-again.ts'
import { correctAnswer, correctionProblem } from './correct.ts'
import { correctForm, phoneForm, type Typed, undoForm } from './correct-view.ts'
import { type Asked, type Customer, readCustomer } from './customer.ts'
import { customerSections } from './customer-view.ts'
import { boundEmailForm } from './email-page.ts'
import { allowHeldPurchase, heldPurchaseView } from './held-purchase.ts'
import { deliveryWords, paperForm } from './paper-view.ts'

const MESSAGES: Readonly<Record<string, string>> = {
  corrected: 'Phone number corrected.',
  same: 'This phone number is already on record. Nothing was saved.',
  answer: 'Answer corrected. The reason is kept as a note.',
  unchanged: 'This answer is already on record. Nothing was saved.',
  noted: 'Note saved.',
  delivery: 'Withdrawal recorded. Documents and legal notices now go by postal mail.',
  paper: 'Electronic delivery was already withdrawn. Nothing was saved.',
  requested: 'Request recorded. It waits on the desk, and the customer was emailed.',
  again: 'Sent again. It is in the list of emails.',
  done: 'Follow-up done.',
  open: 'Follow-up is open again.',
  asked: 'We’re asking the carrier again. The reason is kept as a note.',
  asking: 'The carrier is being asked right now. Nothing was saved.',
  ended: 'Purchase ended. We’ve emailed the buyer.',
  allowed: 'Purchase allowed. Ask the person to sign again. The reason is kept as a note.',
  ...RENEWAL_MESSAGES,
  late: 'The carrier has answered, or its time is over. Nothing was saved.',
}

const pathOf = (uid: string): string => `/desk/book/${uid}`

const endPurchaseForm = (request: DocumentRequest, { uid, line, status }: Customer) =>
  lines[line].desk?.canEndPurchase(status)
    ? html`<details id="purchase"><summary>End the purchase</summary>
<p>The carrier does not have the order yet. Nothing is bought, the open invoice is void, and the buyer gets back what they paid. We email them.</p>
${form({
  token: tokenField(request),
  path: `${pathOf(uid)}/purchase`,
  id: 'End the purchase',
  body: html`${noteField('purchase-note', true)}<button class="secondary">End the purchase</button>`,
})}</details>`
    : ''

const exportLinks = (uid: string) => html`<p class="row">
<a class="button secondary" href="${pathOf(uid)}/audit.pdf" download>Audit file (PDF)</a>
<a class="button secondary" href="${pathOf(uid)}/audit.json" download>Audit file (JSON)</a></p>`

const badges = ({ sandbox, status, erasedAt }: Customer) =>
  html`<span class="badge">${nameTitle(status)}</span>
${sandbox ? html`<span class="badge warning">Sandbox</span>` : ''}
${erasedAt ? html`<span class="badge warning">Personal data erased</span>` : ''}`

const notesSection = (app: App, request: DocumentRequest, { staff, customer }: Shown) => {
  const { notes, names, uid } = customer
  const token = tokenField(request)
  return html`<section aria-labelledby="notes"><div class="row"><h2 id="notes">Notes and follow-ups</h2> <span class="badge">${notes.length}</span></div>
<ul class="plain-list">${notes.toReversed().map(noteRow({ token, staff, names, today: app.clock.now() }))}</ul>
${mayDo(staff.role, 'write_note') ? html`<details><summary>Add a note</summary>${noteForm(token, uid)}</details>` : ''}</section>`
}

type Shown = {
  staff: Staff
  customer: Customer
  problem?: string | null
  correction?: { problem: string; typed: Typed }
}

const NOTHING: Typed = { what: '', value: '', reason: '' }

const answerForm = (request: DocumentRequest, { customer: { uid, correctable }, correction }: Shown) =>
  correctable.length === 0
    ? ''
    : correctForm(
        correctable.filter(({ name }) => name !== 'phone_number'),
        {
          token: tokenField(request),
          path: `${pathOf(uid)}/answers`,
          problem: correction?.problem ?? null,
          typed: correction?.typed ?? NOTHING,
        },
      )

const withThisEmail = (app: App, { person, sandbox }: Customer): string =>
  searchPath(app, { text: person.email ?? '', sandbox, among: 'all', before: null })

const view = (app: App, request: DocumentRequest, shown: Shown): Promise<Document> => {
  const { staff, customer, problem = null } = shown
  const { uid, person, line, owner, names, createdAt, updatedAt, isProven } = customer
  const done = String(request.query.done ?? '')
  return deskFrame(request, staff, {
    title: person.name ?? uid,
    at: '/desk/book',
    status: problem || shown.correction ? 400 : 200,
    body: html`<p class="small"><a href="/desk/book">Book</a></p>
<div class="row"><h1>${person.name ?? 'No name yet'}</h1> ${badges(customer)}</div>
${toldResult(MESSAGES, done)}
<div class="row">${done === 'corrected' ? undoForm(request, uid) : ''}</div>
${facts([
  {
    label: 'Email',
    value: person.email ? `${person.email} (${isProven ? 'verified' : 'not verified'})` : '–',
  },
  { label: 'Phone', value: person.phone ?? '–' },
  { label: 'Address', value: person.place ?? '–' },
  { label: 'Documents', value: deliveryWords(customer.delivery) },
  { label: 'Line', value: lineName(line) },
  { label: 'Operator', value: owner ? (names.get(owner) ?? owner) : 'None: the person came directly' },
  { label: 'Application', value: html`<code>${uid}</code>` },
  { label: 'Created', value: moment(createdAt) },
  { label: 'Last change', value: moment(updatedAt) },
])}
${mayDo(staff.role, 'correct_customer') ? html`${phoneForm(request, customer, problem)}${answerForm(request, shown)}${customer.delivery || customer.erasedAt ? '' : paperForm(tokenField(request), `${pathOf(uid)}/delivery`)}` : ''}
${mayDo(staff.role, 'export_audit') ? exportLinks(uid) : ''}
${mayDo(staff.role, 'move_money') && customer.payments.length + customer.policies.length > 0 ? html`<p><a href="/desk/money/customers/${uid}">Cancellation and refund</a></p>` : ''}
${customer.line === 'homeowners' && customer.policies.length > 0 ? html`<p><a href="${pathOf(uid)}/lender-links">Links for lenders</a></p>` : ''}
${mayDo(staff.role, 'handle_money') ? endPurchaseForm(request, customer) : ''}
${mayDo(staff.role, 'correct_customer') ? heldPurchaseView(customer, tokenField(request)) : ''}
${mayDo(staff.role, 'do_work') && customer.policies.length > 0 ? html`${policyRequestForm(tokenField(request), uid, customer.policies)}${renewalForms(tokenField(request), customer.policies)}${boundEmailForm(tokenField(request), uid)}` : ''}
${notesSection(app, request, shown)}
${awaitedSection(customer, { token: tokenField(request), staff })}
${customerSections(customer, withThisEmail(app, customer))}`,
  })
}

const uidIn = ({ params }: DocumentRequest): string => params.uid ?? ''

const STEPS = 50

const opened = async (app: App, request: DocumentRequest, { actor }: Staff): Promise<Customer> => {
  const uid = uidIn(request)
  const asked: Asked = list => pageAsked(request, list, list === 'history' ? STEPS : undefined)
  const customer = (await readCustomer(app, uid, asked)) ?? fail('not_found')
  await recordReads(app, [uid], { what: 'customer', by: actor })
  const related = customer.others.map(other => other.uid)
  await recordReads(app, related, { what: 'related', by: actor })
  return customer
}

const phoneProblem = (error: unknown): string => {
  if (!(error instanceof Failure) || error.status >= 500) throw error
  return error.details.fields?.some(({ code }) => code === 'bad_phone')
    ? 'Enter a phone number of 10 to 15 digits, like 415-555-0100.'
    : error.message
}

export const customerRows = [
  staffPage('/desk/book/{uid}', 'see_customers', async (app, request, staff) =>
    view(app, request, { staff, customer: await opened(app, request, staff) }),
  ),

  staffForm('/desk/book/{uid}/phone', 'correct_customer', async (app, request, staff) => {
    const uid = uidIn(request)
    try {
      const { changed, before } = await correctPhone(app, { uid, form: request.form, actor: staff.actor })
      const undo = changed && before !== null ? `&undo=${sealUndo(app, uid, before)}` : ''
      return redirect(`${pathOf(uid)}?done=${changed ? 'corrected' : 'same'}${undo}`)
    } catch (error) {
      const problem = phoneProblem(error)
      return view(app, request, { staff, customer: await opened(app, request, staff), problem })
    }
  }),

  staffForm('/desk/book/{uid}/answers', 'correct_customer', async (app, request, staff) => {
    const uid = uidIn(request)
    const { form: sent } = request
    try {
      const changed = await correctAnswer(app, { uid, form: sent, actor: staff.actor })
      return redirect(`${pathOf(uid)}?done=${changed ? 'answer' : 'unchanged'}`)
    } catch (error) {
      const customer = await opened(app, request, staff)
      const [what = '', value = '', reason = ''] = ['what', 'value', 'reason'].map(
        name => sent.get(name) ?? '',
      )
      const problem = correctionProblem(error, customer)
      return view(app, request, { staff, customer, correction: { problem, typed: { what, value, reason } } })
    }
  }),

  staffForm('/desk/book/{uid}/delivery', 'correct_customer', async (app, request, { actor }) => {
    const uid = uidIn(request)
    const recorded = await recordDeliveryWithdrawal(app, { uid, form: request.form, actor })
    return redirect(`${pathOf(uid)}?done=${recorded ? 'delivery' : 'paper'}`)
  }),

  staffForm('/desk/book/{uid}/carriers', 'retry', async (app, request, { actor }) => {
    const uid = uidIn(request)
    const done = await askCarrierAgain(app, { uid, form: request.form, actor })
    return redirect(`${pathOf(uid)}?done=${done}`)
  }),

  staffForm('/desk/book/{uid}/purchase', 'handle_money', async (app, request, { actor }) => {
    const uid = uidIn(request)
    await endPurchaseOf(app, { uid, form: request.form, actor })
    return redirect(`${pathOf(uid)}?done=ended`)
  }),

  staffForm('/desk/book/{uid}/held-purchase', 'correct_customer', async (app, request, { actor }) => {
    const uid = uidIn(request)
    await allowHeldPurchase(app, { uid, form: request.form, actor })
    return redirect(`${pathOf(uid)}?done=allowed`)
  }),

  staffForm('/desk/book/{uid}/notes', 'write_note', async (app, request, { actor }) => {
    const uid = uidIn(request)
    await addNote(app, { uid, form: request.form, actor })
    return redirect(`${pathOf(uid)}?done=noted#notes`)
  }),

  staffForm('/desk/book/{uid}/requests', 'do_work', async (app, request, { actor }) => {
    const uid = uidIn(request)
    await askForCustomer(app, { uid, form: request.form, actor })
    return redirect(`${pathOf(uid)}?done=requested`)
  }),

  staffForm('/desk/notes/{id}', 'write_note', async (app, { params, form: sent }, { actor }) => {
    const act = sent.get('act') === 'open' ? 'open' : 'done'
    const uid = await finishFollowUp(app, { id: params.id ?? '', act, actor })
    return redirect(uid ? `${pathOf(uid)}?done=${act}#notes` : '/desk/book')
  }),
]
