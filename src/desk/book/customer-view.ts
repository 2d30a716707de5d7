import { html } from 'hono/html'
import { dayWords } from '../../line/fields/calendar.ts'
import { usd } from '../../line/fields/money.ts'
import { LATE_REFUSALS } from '../../line/offers/late-answer.ts'
import { proofWords, purposeWords } from '../../line/record/consent-words.ts'
import { proofOf } from '../../line/record/proof.ts'
import type { Html } from '../../pages/frame.ts'
import { moment, words } from '../cards.ts'
import { documentPreview } from '../preview.ts'
import type { Customer } from './customer.ts'
import { listedRow, listedTable } from './search-page.ts'

type Column = { name: string; cells: (string | Html)[] }

const NONE = '–'

/** The first column names the row. */
export const table = (caption: string, columns: readonly Column[]) => {
  const [first, ...others] = columns
  return html`<table class="stacks">
<caption class="hidden">${caption}</caption>
<thead><tr>${columns.map(({ name }) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${first?.cells.map(
    (head, row) =>
      html`<tr><th scope="row">${head}</th>${others.map(({ name, cells }) => html`<td data-label="${name}">${cells[row] ?? NONE}</td>`)}</tr>`,
  )}</tbody></table>`
}

type Section = { id: string; title: string; count: number; body: Html }

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

const offersSection = ({ offers }: Customer): Section => {
  const facts = offers.map(({ offer }) => offer as { carrier: string; annual_price: number })
  return {
    id: 'offers',
    title: 'Offers',
    count: offers.length,
    body: table('Offers', [
      { name: 'Carrier', cells: facts.map(({ carrier }) => carrier) },
      { name: 'Price a year', cells: facts.map(({ annual_price }) => usd(annual_price)) },
      { name: 'Status', cells: offers.map(offerStatus) },
      { name: 'Expires', cells: offers.map(({ expires_at }) => moment(expires_at)) },
    ]),
  }
}

const ordersSection = ({ orders }: Customer): Section => ({
  id: 'orders',
  title: 'Orders',
  count: orders.length,
  body: table('Orders', [
    { name: 'Product', cells: orders.map(({ terms }) => `${terms.product}, ${terms.carrier}`) },
    {
      name: 'Outcome',
      cells: orders.map(({ outcome }) => (outcome ? words(outcome) : 'Waiting for the carrier')),
    },
    { name: 'Ordered', cells: orders.map(({ ordered_at }) => moment(ordered_at)) },
  ]),
})

const policiesSection = ({ policies }: Customer): Section => ({
  id: 'policies',
  title: 'Policies',
  count: policies.length,
  body: table('Policies', [
    { name: 'Number', cells: policies.map(({ policy_number }) => policy_number) },
    { name: 'Carrier', cells: policies.map(({ carrier }) => carrier) },
    { name: 'Price a year', cells: policies.map(({ annual_price }) => usd(annual_price)) },
    { name: 'Starts', cells: policies.map(({ effective_date }) => dayWords(effective_date)) },
    { name: 'Ends', cells: policies.map(({ expiration_date }) => dayWords(expiration_date)) },
  ]),
})

const moneySection = ({ payments, names }: Customer): Section => ({
  id: 'money',
  title: 'Money',
  count: payments.length,
  body: table('Payments', [
    { name: 'Reference', cells: payments.map(({ reference }) => reference) },
    { name: 'For', cells: payments.map(({ description }) => description) },
    { name: 'Amount', cells: payments.map(({ amount }) => usd(amount)) },
    { name: 'Status', cells: payments.map(({ status }) => words(status)) },
    {
      name: 'Settled by',
      cells: payments.map(({ settled_by }) => (settled_by ? (names.get(settled_by) ?? settled_by) : NONE)),
    },
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
    { name: 'Type', cells: documents.map(({ type }) => words(type)) },
    { name: 'Status', cells: documents.map(({ status }) => words(status)) },
    { name: 'Received', cells: documents.map(({ created_at }) => moment(created_at)) },
    { name: 'Preview', cells: documents.map(documentPreview) },
  ]),
})

const emailsSection = ({ emails }: Customer): Section => ({
  id: 'emails',
  title: 'Emails',
  count: emails.length,
  body: table('Emails', [
    { name: 'Subject', cells: emails.map(({ subject, purpose }) => subject || words(purpose ?? 'email')) },
    {
      name: 'Status',
      cells: emails.map(({ status }) => (status === 'kept' ? 'Shown in the mailbox' : words(status))),
    },
    { name: 'Created', cells: emails.map(({ created_at }) => moment(created_at)) },
    { name: 'Sent', cells: emails.map(({ sent_at }) => (sent_at ? moment(sent_at) : NONE)) },
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
    { name: 'Event', cells: events.map(({ type }) => words(type.replace('.', '_'))) },
    { name: 'Carrier', cells: events.map(({ carrier_id }) => carrierName(carrier_id)) },
    { name: 'Result', cells: events.map(({ outcome }) => EVENT_WORDS[outcome] ?? words(outcome)) },
    { name: 'Received', cells: events.map(({ received_at }) => moment(received_at)) },
  ]),
})

const consentsSection = ({ consents }: Customer): Section => ({
  id: 'consents',
  title: 'Consents and signatures',
  count: consents.length,
  body: table('Consents and signatures', [
    { name: 'What', cells: consents.map(({ purpose }) => purposeWords(purpose)) },
    { name: 'How we know', cells: consents.map(row => proofWords[proofOf(row)].toStaff) },
    {
      name: 'Effect',
      cells: consents.map(({ state }) => (state === 'offered' ? 'None: came too early' : 'Counts')),
    },
    { name: 'Given', cells: consents.map(({ given_at }) => moment(given_at)) },
  ]),
})

const MOST = 100

const NAMED = 5

const changedWords = ({ changed }: { changed?: unknown }): string => {
  if (!Array.isArray(changed) || changed.length === 0) return ''
  const named = changed.slice(0, NAMED).map(name => String(name).replaceAll('_', ' '))
  const more = changed.length > NAMED ? ` and ${changed.length - NAMED} more` : ''
  return `: ${named.join(', ')}${more}`
}

const historySection = ({ history, names, problem }: Customer): Section => ({
  id: 'history',
  title: 'History',
  count: history.length,
  body: html`${
    problem
      ? html`<p class="callout danger">The history was changed outside the service: ${problem}. Tell the person who runs the service.</p>`
      : ''
  }<ol class="timeline" reversed>${history
    .toReversed()
    .slice(0, MOST)
    .map(
      ({ event, facts, actor, at }) => html`<li><p>${words(event)}${changedWords(facts)}</p>
<p class="soft small">${names.get(actor) ?? actor} · ${moment(at)}</p></li>`,
    )}</ol>${history.length > MOST ? html`<p class="soft">${history.length - MOST} earlier steps are in the audit export.</p>` : ''}`,
})

const READ_WORDS: Readonly<Record<string, string>> = {
  found: 'Found in a search',
  customer: 'Opened this page',
  export: 'Exported the audit file',
  document: 'Opened a document',
}

const readsSection = ({ reads, names }: Customer): Section => ({
  id: 'reads',
  title: 'Who looked',
  count: reads.length,
  body: table('Who looked', [
    { name: 'Who', cells: reads.map(({ read_by }) => names.get(read_by) ?? read_by) },
    { name: 'What', cells: reads.map(({ what }) => READ_WORDS[what] ?? what) },
    { name: 'When', cells: reads.map(({ read_at }) => moment(read_at)) },
  ]),
})

const othersSection = ({ others, isProven, names }: Customer) => html`<section aria-labelledby="others">
<h2 id="others">Other applications of this person</h2>
${
  others.length > 0
    ? listedTable('Other applications', others.map(listedRow(names)))
    : html`<p class="soft">${
        isProven
          ? 'None with the same proven email address.'
          : 'Not known: this person has not proven the email address, so we don’t link applications by it.'
      }</p>`
}</section>`

const sectionView = ({ id, title, count, body }: Section) => html`<section aria-labelledby="${id}">
<div class="row"><h2 id="${id}">${title}</h2> <span class="badge">${count}</span></div>
${body}</section>`

export const customerSections = (customer: Customer) => {
  const about = [
    answersSection,
    offersSection,
    ordersSection,
    policiesSection,
    moneySection,
    documentsSection,
    eventsSection,
    emailsSection,
    consentsSection,
  ].map(section => section(customer))
  const empty = about.filter(({ count }) => count === 0).map(({ title }) => title.toLowerCase())
  return html`${about.filter(({ count }) => count > 0).map(sectionView)}
${empty.length > 0 ? html`<p class="soft">Nothing yet: ${empty.join(', ')}.</p>` : ''}
${othersSection(customer)}
${[historySection, readsSection].map(section => sectionView(section(customer)))}`
}
