import { bookToday } from '../../../agency/ledger/ledger.ts'
import type { Means } from '../../../agency/payments/receipt-store.ts'
import type { App } from '../../../platform/app.ts'
import { cents, choice, day, line } from '../../../platform/forms/field-kinds.ts'
import { form } from '../../../platform/forms/form.ts'

export const MEANS: Readonly<Record<Means, string>> = {
  check: 'Check',
  cash: 'Cash',
  transfer: 'Transfer',
  card: 'Card, online',
  bank: 'Bank account, online',
  other: 'Other',
}

const means = (...names: (keyof typeof MEANS)[]) => names.map(value => ({ value, label: MEANS[value] }))

export const receiptForm = form({
  amount: cents('Amount in dollars', { hint: 'What came, also if it is less or more than what is owed.' }),
  received_on: day('Received on'),
  means: choice('How', means('check', 'transfer', 'cash', 'other')),
  reference: line('Check or transfer number', { hint: 'It is on the receipt and in the ledger.' }),
})

/** No day that is still to come: the books say what happened. */
export const pastDay = (app: App, day: string, refuse: (problem: string) => Error): string => {
  if (day > bookToday(app)) throw refuse('This day is still to come. Enter the day on which it happened.')
  return day
}

export const takeReceipt = (app: App, sent: URLSearchParams) => {
  const { amount, received_on, ...how } = receiptForm.take(sent)
  pastDay(app, received_on, problem => receiptForm.refusal({ received_on: problem }))
  return { ...how, received_on, cents: amount }
}
