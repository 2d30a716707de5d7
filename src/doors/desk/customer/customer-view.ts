import { html } from 'hono/html'
import type { App } from '../../../platform/app.ts'
import type { Document, DocumentRequest } from '../../../platform/http/pages/document.ts'
import { nameTitle } from '../../../platform/lib/name-words.ts'
import { type Html, tokenField } from '../../../platform/pages/html.ts'
import { moment } from '../../../platform/pages/moment.ts'
import type { Correctable, CorrectionEffect } from '../../../products/line/book.ts'
import { agencyDeadline } from '../../../products/line/wire/agency-day.ts'
import { lines } from '../../../products/lines.ts'
import { searchPath } from '../book/search.ts'
import { notesSection } from '../notes/notes-view.ts'
import { hidden, postForm } from '../parts/form.ts'
import { deskFrame, toldResult } from '../parts/frame.ts'
import { facts } from '../parts/table.ts'
import { policyRequestForm } from '../policy-requests/policy-request-view.ts'
import { RENEWAL_MESSAGES, renewalForms } from '../renewals/renewal-forms.ts'
import { mayDo } from '../staff/roles.ts'
import type { Staff } from '../staff/staff.ts'
import { awaitedSection } from './ask-again.ts'
import { correctionForm, seenOf } from './correct.ts'
import { correctPhoneForm, undoForm } from './correct-phone.ts'
import type { Customer } from './customer.ts'
import { boundEmailForm, emailsSection } from './email-page.ts'
import { endPurchaseForm } from './end-purchase.ts'
import { creditForms, heldPurchaseView } from './held-purchase.ts'
import { decisionsSection, historySection, othersSection, readsSection } from './history-sections.ts'
import { deliveryWords, paperForm } from './paper-delivery.ts'
import {
  declinesSection,
  importedSection,
  moneySection,
  offersSection,
  ordersSection,
  policiesSection,
  renewalsSection,
  requestsSection,
  tasksSection,
} from './purchase-sections.ts'
import {
  answersSection,
  consentsSection,
  documentsSection,
  eventsSection,
  noticesSection,
} from './record-sections.ts'
import { sectionView } from './section.ts'

const customerSections = (customer: Customer, withThisEmail: string) => {
  const about = [
    answersSection,
    offersSection,
    declinesSection,
    ordersSection,
    policiesSection,
    importedSection,
    requestsSection,
    renewalsSection,
    moneySection,
    tasksSection,
    documentsSection,
    eventsSection,
    emailsSection,
    noticesSection,
    consentsSection,
  ].map(section => section(customer))
  const empty = about.filter(({ count }) => count === 0).map(({ title }) => title.toLowerCase())
  return html`${about.filter(({ count }) => count > 0).map(sectionView)}
${empty.length > 0 ? html`<p class="soft">Nothing yet: ${empty.join(', ')}.</p>` : ''}
${othersSection(customer, withThisEmail)}
${[decisionsSection, historySection, readsSection].map(section => sectionView(section(customer)))}`
}

const EFFECTS: Readonly<Record<CorrectionEffect, string>> = {
  none: 'nothing else changes',
  asks_carriers: 'we ask the carriers again, and current quotes end',
  voids_consent: 'the person must authorize the credit check again, and current quotes end',
  voids_review: 'the person must review the application again, and current quotes end',
  proves_again: 'we email the old and the new address, and the person must prove the new one',
  clears_clause: 'the old lender’s clause and address are removed. Enter the new lender’s next',
}

const effectsView = (places: readonly Correctable[]) => {
  const effects = [...new Set(places.map(({ effect }) => effect))]
  return html`<ul class="small">${effects.map(effect => {
    const labels = places.filter(place => place.effect === effect).map(({ label }) => label)
    return html`<li>${labels.join('; ')}: ${EFFECTS[effect]}.</li>`
  })}</ul>`
}

const correctForm = (
  token: Html,
  uid: string,
  places: readonly Correctable[],
) => html`<details><summary>Correct another answer</summary>
${postForm({
  token,
  path: `/desk/book/${uid}/answers`,
  label: 'Correct another answer',
  body: html`${hidden('seen', seenOf(places))}${effectsView(places.filter(({ name }) => name !== 'phone_number'))}
${correctionForm(places).draw()}
<button>Save correction</button>`,
})}</details>`

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
  credit: 'Credit accepted. The order goes out now. The reason is kept.',
  funded: 'This order no longer waits. Nothing was saved.',
  allowed: 'Purchase allowed. Ask the person to sign again. The reason is kept as a note.',
  ...RENEWAL_MESSAGES,
  late: 'The carrier has answered, or its time is over. Nothing was saved.',
}

type Shown = {
  staff: Staff
  customer: Customer
}

const badges = ({ sandbox, badge, erasedAt }: Customer) =>
  html`<span class="badge ${badge.tone}">${badge.label}</span>
${sandbox ? html`<span class="badge warning">Sandbox</span>` : ''}
${erasedAt ? html`<span class="badge warning">Personal data erased</span>` : ''}`

const factsView = ({ uid, person, line, owner, names, createdAt, updatedAt, isProven, delivery }: Customer) =>
  facts([
    {
      label: 'Email',
      value: person.email ? `${person.email} (${isProven ? 'verified' : 'not verified'})` : '–',
    },
    { label: 'Phone', value: person.phone ?? '–' },
    { label: 'Address', value: person.place ?? '–' },
    { label: 'Documents', value: deliveryWords(delivery) },
    { label: 'Line', value: nameTitle(line) },
    { label: 'Operator', value: owner ? (names.get(owner) ?? owner) : 'None: the person came directly' },
    { label: 'Application', value: html`<code>${uid}</code>` },
    { label: 'Created', value: moment(createdAt) },
    { label: 'Last change', value: moment(updatedAt) },
  ])

const correctionForms = (request: DocumentRequest, { staff, customer }: Shown) => {
  if (!mayDo(staff.role, 'correct_customer')) return ''
  const { uid, correctable, delivery, erasedAt } = customer
  const token = tokenField(request)
  return html`${correctPhoneForm(request, customer)}${correctable.length === 0 ? '' : correctForm(token, uid, correctable)}${
    delivery === null && erasedAt === null ? paperForm(token, `/desk/book/${uid}/delivery`) : ''
  }`
}

const links = ({ staff, customer: { uid, line, payments, policies } }: Shown) => html`${
  mayDo(staff.role, 'export_audit')
    ? html`<p class="row">
<a class="button secondary" href="/desk/book/${uid}/audit.pdf" download>Audit file (PDF)</a>
<a class="button secondary" href="/desk/book/${uid}/audit.json" download>Audit file (JSON)</a></p>`
    : ''
}
${staff.mayRefund && payments.length + policies.length > 0 ? html`<p><a href="/desk/money/customers/${uid}">Cancellation and refund</a></p>` : ''}
${lines[line].hasLender && policies.length > 0 ? html`<p><a href="/desk/book/${uid}/lender-links">Links for lenders</a></p>` : ''}`

const purchaseForms = (request: DocumentRequest, { staff, customer }: Shown) => {
  const { uid, policies } = customer
  const token = tokenField(request)
  return html`${mayDo(staff.role, 'handle_money') ? endPurchaseForm(customer, token) : ''}
${mayDo(staff.role, 'correct_customer') ? heldPurchaseView(customer, token) : ''}${mayDo(staff.role, 'accept_credit') ? creditForms(customer, token) : ''}
${
  mayDo(staff.role, 'do_work') && policies.length > 0
    ? html`${policyRequestForm(token, uid, policies)}${renewalForms(token, policies)}${boundEmailForm(token, uid)}`
    : ''
}`
}

const withThisEmail = (app: App, { person, sandbox }: Customer): string =>
  searchPath(app, { text: person.email ?? '', sandbox, among: 'all', before: null })

export const customerView = (app: App, request: DocumentRequest, shown: Shown): Promise<Document> => {
  const { staff, customer } = shown
  const { uid, person, notes, names } = customer
  const done = String(request.query.done ?? '')
  const token = tokenField(request)
  return deskFrame(request, staff, {
    title: person.name ?? uid,
    at: '/desk/book',
    body: html`<p class="small"><a href="/desk/book">Book</a></p>
<div class="row"><h1>${person.name ?? 'No name yet'}</h1> ${badges(customer)}</div>
${toldResult(MESSAGES, done)}
<div class="row">${done === 'corrected' ? undoForm(request, uid) : ''}</div>
${factsView(customer)}
${correctionForms(request, shown)}
${links(shown)}
${purchaseForms(request, shown)}
${notesSection(uid, notes, { token, staff, names, deadline: agencyDeadline(app) })}
${awaitedSection(customer, { token, staff })}
${customerSections(customer, withThisEmail(app, customer))}`,
  })
}
