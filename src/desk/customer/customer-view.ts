import { html } from 'hono/html'
import { nameTitle } from '../../lib/name-words.ts'
import { dayWords } from '../../line/fields/calendar.ts'
import { usd, usdCents } from '../../line/fields/money.ts'
import { LATE_REFUSALS } from '../../line/offers/late-answer.ts'
import { consentStanding } from '../../line/record/consent.ts'
import { proofWords, purposeWords, standingWords } from '../../line/record/consent-words.ts'
import { proofOf } from '../../line/record/proof.ts'
import { waitsForPerson } from '../../line/tasks/tasks.ts'
import { LIFE_WORDS } from '../../line/wire/policy-life.ts'
import { moment } from '../../pages/moment.ts'
import { endsWords } from '../end-words.ts'
import { policyRequestsTable } from '../policy-request-view.ts'
import { documentPreview } from '../preview.ts'
import { renewalsTable } from '../renewals/renewal-view.ts'
import { NONE, table } from '../table.ts'
import type { Customer } from './customer.ts'
import { decisionsSection, historySection, othersSection, readsSection } from './customer-history.ts'
import { declinesSection } from './declines-view.ts'
import { emailsSection } from './email-page.ts'
import { noticesSection } from './notices-view.ts'
import { policyDocumentLinks } from './policy-document-page.ts'
import { type Section, sectionView } from './section.ts'

const answersSection = ({ groups }: Customer): Section => ({
  id: 'application',
  title: 'Application',
  count: groups.reduce((sum, { answers }) => sum + answers.length, 0),
  body: html`${groups.map(
    ({ title, answers }, at) => html`<details${at === 0 ? html` open` : ''}><summary>${title}</summary>
${table(title, [
  { name: 'Answer', cells: answers.map(({ label }) => label) },
  { name: 'Value', cells: answers.map(({ value }) => value) },
  { name: 'Who said it', cells: answers.map(({ source }) => source) },
])}</details>`,
  )}`,
})

const offerStatus = (offer: Customer['offers'][number]): string => {
  if (offer.refused_at) return 'Refused by the carrier'
  if (offer.selected_at) return 'Selected'
  return offer.superseded_at ? 'Replaced' : 'Open'
}

const offersSection = ({ offers }: Customer): Section => ({
  id: 'offers',
  title: 'Offers',
  count: offers.length,
  body: table('Offers', [
    { name: 'Carrier', cells: offers.map(({ offer }) => offer.carrier) },
    { name: 'Price a year', cells: offers.map(({ offer }) => usd(offer.annual_price)) },
    { name: 'Status', cells: offers.map(offerStatus) },
    { name: 'Expires', cells: offers.map(({ expires_at }) => moment(expires_at)) },
  ]),
})

const ordersSection = ({ orders }: Customer): Section => ({
  id: 'orders',
  title: 'Orders',
  count: orders.length,
  body: table('Orders', [
    { name: 'Product', cells: orders.map(({ terms }) => `${terms.product}, ${terms.carrier}`) },
    {
      name: 'Outcome',
      cells: orders.map(({ outcome }) => (outcome ? nameTitle(outcome) : 'Waiting for the carrier')),
    },
    { name: 'Ordered', cells: orders.map(({ ordered_at }) => moment(ordered_at)) },
  ]),
})

const requestsSection = ({ policies }: Customer): Section => ({
  id: 'policy-requests',
  title: 'Requests about policies',
  count: policies.flatMap(({ requests }) => requests).length,
  body: policyRequestsTable(policies),
})

const renewalsSection = ({ policies }: Customer): Section => ({
  id: 'renewals',
  title: 'Renewals',
  count: policies.flatMap(({ renewals }) => renewals).length,
  body: renewalsTable(policies),
})

const policyStatus = ({ life, isStarted }: Customer['policies'][number]): string =>
  life === 'active' && !isStarted ? 'Issued, not started' : LIFE_WORDS[life]

const policiesSection = ({ policies }: Customer): Section => ({
  id: 'policies',
  title: 'Policies',
  count: policies.length,
  body: table('Policies', [
    { name: 'Number', cells: policies.map(({ policy_number }) => policy_number) },
    { name: 'Carrier', cells: policies.map(({ carrier }) => carrier) },
    { name: 'Status', cells: policies.map(policyStatus) },
    { name: 'Price a year', cells: policies.map(({ price_now }) => usd(price_now)) },
    { name: 'Starts', cells: policies.map(({ effective_date }) => dayWords(effective_date)) },
    { name: 'Ends', cells: policies.map(endsWords) },
    { name: 'Documents', cells: policies.map(policyDocumentLinks) },
  ]),
})

const refundsTable = ({ payments, refunds }: Customer) => {
  const references = new Map(payments.map(({ payment_id, reference }) => [payment_id, reference]))
  return table('Refunds', [
    { name: 'Refund of', cells: refunds.map(({ payment_id }) => references.get(payment_id) ?? payment_id) },
    { name: 'Amount', cells: refunds.map(({ amount_cents }) => usdCents(amount_cents)) },
    { name: 'Status', cells: refunds.map(({ status }) => nameTitle(status)) },
    { name: 'Decided', cells: refunds.map(({ created_at }) => moment(created_at)) },
    { name: 'Check or transfer', cells: refunds.map(({ settled_with }) => settled_with ?? NONE) },
    { name: 'Sent', cells: refunds.map(({ settled_at }) => (settled_at ? moment(settled_at) : NONE)) },
  ])
}

const paymentsTable = ({ payments, names }: Customer) =>
  table('Payments', [
    { name: 'Reference', cells: payments.map(({ reference }) => reference) },
    { name: 'For', cells: payments.map(({ description }) => description) },
    { name: 'Amount', cells: payments.map(({ amount_cents }) => usdCents(amount_cents)) },
    { name: 'Status', cells: payments.map(({ status }) => nameTitle(status)) },
    { name: 'Check or transfer', cells: payments.map(({ settled_with }) => settled_with ?? NONE) },
    {
      name: 'Settled by',
      cells: payments.map(({ settled_by }) => (settled_by ? (names.get(settled_by) ?? settled_by) : NONE)),
    },
  ])

const moneySection = (customer: Customer): Section => ({
  id: 'money',
  title: 'Money',
  count: customer.payments.length,
  body: html`${paymentsTable(customer)}${customer.refunds.length > 0 ? refundsTable(customer) : ''}`,
})

const taskStatus = (task: Customer['tasks'][number], names: Customer['names']): string => {
  const nameOf = (actor: string | null) => (actor ? (names.get(actor) ?? actor) : '')
  if (task.done_at) return `${nameTitle(task.outcome ?? 'done')} by ${nameOf(task.done_by)}`
  if (task.isMoot) return 'No longer needed'
  if (waitsForPerson(task)) return 'Waiting for the customer'
  return task.claimed_by ? `With ${nameOf(task.claimed_by)}` : 'Open'
}

const TASK_KINDS = { quote: 'Quote', bind: 'Purchase' } as const

const tasksSection = ({ tasks, names, carrierName }: Customer): Section => ({
  id: 'tasks',
  title: 'Carrier tasks',
  count: tasks.length,
  body: table('Carrier tasks', [
    {
      name: 'Task',
      cells: tasks.map(
        ({ task_id, kind, carrier_id }) =>
          html`<a href="/desk/tasks/${task_id}">${TASK_KINDS[kind]}, ${carrierName(carrier_id)}</a>`,
      ),
    },
    { name: 'Status', cells: tasks.map(task => taskStatus(task, names)) },
    { name: 'Due', cells: tasks.map(({ due_at }) => moment(due_at)) },
  ]),
})

const documentsSection = ({ documents }: Customer): Section => ({
  id: 'documents',
  title: 'Documents',
  count: documents.length,
  body: table('Documents', [
    {
      name: 'File',
      cells: documents.map(
        ({ document_id, filename }) =>
          html`<a href="/desk/documents/${document_id}" download>${filename}</a>`,
      ),
    },
    { name: 'Type', cells: documents.map(({ type }) => nameTitle(type)) },
    {
      name: 'Status',
      cells: documents.map(({ status }) => (status === 'needs_person' ? 'Needs review' : nameTitle(status))),
    },
    { name: 'Received', cells: documents.map(({ created_at }) => moment(created_at)) },
    { name: 'Preview', cells: documents.map(documentPreview) },
  ]),
})

const EVENT_WORDS: Readonly<Record<string, string>> = {
  taken: 'Took effect',
  ...LATE_REFUSALS,
}

const eventsSection = ({ events, carrierName }: Customer): Section => ({
  id: 'events',
  title: 'Events from carriers',
  count: events.length,
  body: table('Events from carriers', [
    { name: 'Event', cells: events.map(({ type }) => nameTitle(type.replace('.', '_'))) },
    { name: 'Carrier', cells: events.map(({ carrier_id }) => carrierName(carrier_id)) },
    { name: 'Result', cells: events.map(({ outcome }) => EVENT_WORDS[outcome] ?? nameTitle(outcome)) },
    { name: 'Received', cells: events.map(({ received_at }) => moment(received_at)) },
  ]),
})

const effectOf = (row: Customer['consents'][number], { consentId, names }: Customer) => {
  const said = standingWords[consentStanding(row, consentId)]
  if (row.withdrawal === null) return said
  const { withdrawn_at, withdrawn_by } = row.withdrawal
  return html`${said} ${moment(withdrawn_at)} by ${names.get(withdrawn_by) ?? withdrawn_by}`
}

const consentsSection = (customer: Customer): Section => ({
  id: 'consents',
  title: 'Consents and signatures',
  count: customer.consents.length,
  body: table('Consents and signatures', [
    { name: 'What', cells: customer.consents.map(({ purpose }) => purposeWords(purpose)) },
    { name: 'How we know', cells: customer.consents.map(row => proofWords[proofOf(row)].toStaff) },
    {
      name: 'Effect',
      cells: customer.consents.map(row => effectOf(row, customer)),
    },
    { name: 'Given', cells: customer.consents.map(({ given_at }) => moment(given_at)) },
  ]),
})

export const customerSections = (customer: Customer, withThisEmail: string) => {
  const about = [
    answersSection,
    offersSection,
    declinesSection,
    ordersSection,
    policiesSection,
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
${decisionsSection(customer)}
${[historySection, readsSection].map(section => sectionView(section(customer)))}`
}
