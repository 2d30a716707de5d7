import { html } from 'hono/html'
import { nameTitle } from '../../../platform/lib/name-words.ts'
import { moment } from '../../../platform/pages/moment.ts'
import { dayWords } from '../../../platform/values/calendar.ts'
import { LATE_REFUSALS } from '../../../products/line/offers/late-answer.ts'
import { consentStanding } from '../../../products/line/record/consent.ts'
import { proofOf } from '../../../products/line/record/consent-store.ts'
import { proofWords, purposeWords, standingWords } from '../../../products/line/record/consent-words.ts'
import { documentPreview } from '../parts/preview.ts'
import { table } from '../parts/table.ts'
import type { Customer } from './customer.ts'
import type { Section } from './section.ts'

export const answersSection = ({ groups }: Customer): Section => ({
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

export const documentsSection = ({ documents }: Customer): Section => ({
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
    { name: 'Preview', cells: documents.map(document => documentPreview(document)) },
  ]),
})

const EVENT_WORDS: Readonly<Record<string, string>> = {
  taken: 'Took effect',
  ...LATE_REFUSALS,
}

export const eventsSection = ({ events, carrierName }: Customer): Section => ({
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

export const consentsSection = (customer: Customer): Section => ({
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

export const noticesSection = ({ legalNotices }: Customer): Section => ({
  id: 'notices',
  title: 'Legal notices',
  count: legalNotices.length,
  body: table('Legal notices', [
    {
      name: 'Notice',
      cells: legalNotices.map(
        ({ subject, text }) => html`<details><summary>${subject}</summary><pre>${text}</pre></details>`,
      ),
    },
    { name: 'To', cells: legalNotices.map(({ to }) => to ?? 'No one: kept as a record') },
    { name: 'Date', cells: legalNotices.map(({ created_at }) => moment(created_at)) },
    { name: 'Kept until', cells: legalNotices.map(({ kept_until }) => dayWords(kept_until.toISOString())) },
  ]),
})
