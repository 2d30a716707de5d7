import { html } from 'hono/html'
import { descriptionWords } from '../../../agency/emails/rules/payment-description.ts'
import { standingWords } from '../../../agency/policies/policy-life.ts'
import { nameTitle } from '../../../platform/lib/name-words.ts'
import { moment } from '../../../platform/pages/moment.ts'
import { dayWords } from '../../../platform/values/calendar.ts'
import { usd, usdCents } from '../../../platform/values/money.ts'
import { stageWords } from '../../../products/line/declined.ts'
import { waitsForPerson } from '../../../products/line/tasks/tasks.ts'
import { endsWords } from '../parts/end-words.ts'
import { NONE, table } from '../parts/table.ts'
import { policyRequestsTable } from '../policy-requests/policy-request-view.ts'
import { renewalsTable } from '../renewals/renewal-view.ts'
import type { Customer } from './customer.ts'
import { policyDocumentLinks } from './policy-document-page.ts'
import type { Section } from './section.ts'

const offerStatus = (offer: Customer['offers'][number]): string => {
  if (offer.refused_at) return 'Refused by the carrier'
  if (offer.selected_at) return 'Selected'
  return offer.superseded_at ? 'Replaced' : 'Open'
}

export const offersSection = ({ offers }: Customer): Section => ({
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

export const declinesSection = ({ declines }: Customer): Section => ({
  id: 'declines',
  title: 'Declined by carriers',
  count: declines.length,
  body: table('Declined by carriers', [
    { name: 'Carrier', cells: declines.map(({ carrier }) => carrier) },
    { name: 'What', cells: declines.map(stageWords) },
    {
      name: 'Reason',
      isTyped: true,
      cells: declines.map(({ reason, reason_code }) => `${reason} (${reason_code})`),
    },
    { name: 'Declined', cells: declines.map(({ at }) => moment(at)) },
  ]),
})

export const ordersSection = ({ orders, unfunded }: Customer): Section => ({
  id: 'orders',
  title: 'Orders',
  count: orders.length,
  body: table('Orders', [
    { name: 'Product', cells: orders.map(({ terms }) => `${terms.product}, ${terms.carrier}`) },
    {
      name: 'Outcome',
      cells: orders.map(({ outcome, order_id }) => {
        if (outcome) return nameTitle(outcome)
        const isUnfunded = unfunded.some(one => one.order_id === order_id)
        return isUnfunded ? 'Waiting for the first payment' : 'Waiting for the carrier'
      }),
    },
    { name: 'Ordered', cells: orders.map(({ ordered_at }) => moment(ordered_at)) },
  ]),
})

export const requestsSection = ({ policies }: Customer): Section => ({
  id: 'policy-requests',
  title: 'Requests about policies',
  count: policies.flatMap(({ requests }) => requests).length,
  body: policyRequestsTable(policies),
})

export const renewalsSection = ({ policies }: Customer): Section => ({
  id: 'renewals',
  title: 'Renewals',
  count: policies.flatMap(({ renewals }) => renewals).length,
  body: renewalsTable(policies),
})

export const policiesSection = ({ policies }: Customer): Section => ({
  id: 'policies',
  title: 'Policies',
  count: policies.length,
  body: table('Policies', [
    { name: 'Number', cells: policies.map(({ policy_number }) => policy_number) },
    { name: 'Carrier', cells: policies.map(({ carrier }) => carrier) },
    { name: 'Status', cells: policies.map(({ standing }) => standingWords(standing)) },
    { name: 'Price a year', cells: policies.map(({ price_now }) => usd(price_now)) },
    { name: 'Starts', cells: policies.map(({ effective_date }) => dayWords(effective_date)) },
    { name: 'Ends', cells: policies.map(endsWords) },
    { name: 'Documents', cells: policies.map(policyDocumentLinks) },
  ]),
})

export const importedSection = ({ imported, names }: Customer): Section => ({
  id: 'imported',
  title: 'Policies from files',
  count: imported.length,
  body: table('Policies from files', [
    { name: 'Number', cells: imported.map(({ entry }) => entry.policy_number) },
    { name: 'Carrier', cells: imported.map(({ entry }) => entry.carrier) },
    {
      name: 'Term',
      cells: imported.map(
        ({ effective_date, expiration_date }) =>
          `${dayWords(effective_date)} to ${dayWords(expiration_date)}`,
      ),
    },
    { name: 'Price a year', cells: imported.map(({ entry }) => usdCents(entry.premium_cents)) },
    {
      name: 'Kept as',
      cells: imported.map(({ policy_id }) =>
        policy_id === null ? 'History: we don’t service it' : 'A policy of ours',
      ),
    },
    { name: 'From', isTyped: true, cells: imported.map(({ source }) => `${source.file}, ${source.at}`) },
    {
      name: 'Imported',
      cells: imported.map(
        ({ imported_at, imported_by }) =>
          html`${moment(imported_at)} by ${names.get(imported_by) ?? imported_by}`,
      ),
    },
  ]),
})

const refundsTable = ({ payments, refunds }: Customer) => {
  const references = new Map(payments.map(({ payment_id, reference }) => [payment_id, reference]))
  return table('Refunds', [
    { name: 'Refund of', cells: refunds.map(({ payment_id }) => references.get(payment_id) ?? payment_id) },
    { name: 'Amount', cells: refunds.map(({ amount_cents }) => usdCents(amount_cents)) },
    { name: 'Status', cells: refunds.map(({ status }) => nameTitle(status)) },
    { name: 'Decided', cells: refunds.map(({ created_at }) => moment(created_at)) },
    {
      name: 'Check or transfer',
      isTyped: true,
      cells: refunds.map(({ settled_with }) => settled_with ?? NONE),
    },
    { name: 'Sent', cells: refunds.map(({ settled_at }) => (settled_at ? moment(settled_at) : NONE)) },
  ])
}

const paymentsTable = ({ payments, names }: Customer) =>
  table('Payments', [
    { name: 'Reference', cells: payments.map(({ reference }) => reference) },
    { name: 'For', cells: payments.map(({ description }) => descriptionWords(description)) },
    { name: 'Amount', cells: payments.map(({ amount_cents }) => usdCents(amount_cents)) },
    { name: 'Status', cells: payments.map(({ status }) => nameTitle(status)) },
    {
      name: 'Check or transfer',
      isTyped: true,
      cells: payments.map(({ settled_with }) => settled_with ?? NONE),
    },
    {
      name: 'Settled by',
      cells: payments.map(({ settled_by }) => (settled_by ? (names.get(settled_by) ?? settled_by) : NONE)),
    },
  ])

export const moneySection = (customer: Customer): Section => ({
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

export const tasksSection = ({ tasks, names, carrierName }: Customer): Section => ({
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
