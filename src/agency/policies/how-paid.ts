import type { App } from '../../platform/app.ts'
import { dayWords } from '../../platform/values/calendar.ts'
import { usdCents } from '../../platform/values/money.ts'
import { type BillTo, billToNames } from '../carriers/contract/payment-terms.ts'
import { namesCarrier } from '../emails/rules/payment-description.ts'
import { type Installment, installmentsOf } from '../payments/installment-store.ts'
import { firstPaymentOf, type Payment, paymentsOf } from '../payments/payments.ts'
import type { PaymentMethod } from '../payments/provider.ts'
import { findOfferOfPolicy } from './order-store.ts'
import { say } from './say.ts'
import type { PolicyBilling, PolicyFacts } from './terms.ts'

type Due = { cents: number; due_on: string | null }

export type HowPaid = {
  billing: PolicyBilling
  carrier: string
  agency: string
  method: PaymentMethod | null
  next: Due | null
  isRehearsed: boolean
}

type Money = {
  policy: PolicyFacts
  offer_id: string | null
  payments: readonly Payment[]
  installments: readonly Installment[]
}

/** One payment can cover several policies, even of one carrier. Zero: it does not cover this one. */
const shareCents = ({ policy, offer_id, payments, installments }: Money, payment: Payment): number => {
  const { payment_id, parts } = firstPaymentOf(payment, payments)
  const billed = installments.find(one => one.payment_id === payment_id)
  if (billed) return billed.policy_id === policy.policy_id ? payment.amount_cents : 0
  if (!parts || offer_id === null)
    return namesCarrier(payment.description, policy.carrier) ? payment.amount_cents : 0
  const part = parts.find(one => one.offer_id === offer_id)
  return part && parts.length === 1 ? payment.amount_cents : (part?.cents ?? 0)
}

const nextDue = (money: Money): Due | null => {
  const { policy, payments, installments } = money
  const open = payments
    .filter(({ status }) => status === 'open')
    .map(payment => ({
      cents: Math.max(0, shareCents(money, payment) - (payment.received_cents ?? 0)),
      due_on: payment.due_on,
    }))
    .filter(({ cents }) => cents > 0)
  const scheduled = installments
    .filter(one => one.policy_id === policy.policy_id && one.status === 'scheduled')
    .map(({ amount_cents, due_on }) => ({ cents: amount_cents, due_on }))
  return [...open, ...scheduled].toSorted((a, b) => (a.due_on ?? '').localeCompare(b.due_on ?? ''))[0] ?? null
}

const methodOf = (money: Money): PaymentMethod | null =>
  money.payments.findLast(
    payment =>
      (payment.status === 'paid' || payment.status === 'capturing' || payment.status === 'authorized') &&
      payment.refs.method !== undefined &&
      shareCents(money, payment) > 0,
  )?.refs.method ?? null

const moneyOf = async (app: App, uid: string, policy: PolicyFacts): Promise<Money> => ({
  policy,
  offer_id: await findOfferOfPolicy(app.db, policy.policy_id),
  payments: await paymentsOf(app, uid),
  installments: await installmentsOf(app.db, uid),
})

export const nextPaymentOf = async (app: App, uid: string, policy: PolicyFacts): Promise<Due | null> =>
  nextDue(await moneyOf(app, uid, policy))

export const howPaid = async (app: App, uid: string, policy: PolicyFacts): Promise<HowPaid | null> => {
  const { billing, carrier, producer, sandbox } = policy
  if (!billing) return null
  const isOurs = billing.bill_to === 'insured'
  const money: Money = isOurs
    ? await moneyOf(app, uid, policy)
    : { policy, offer_id: null, payments: [], installments: [] }
  return {
    billing,
    carrier,
    agency: producer.name,
    method: methodOf(money),
    next: nextDue(money),
    isRehearsed: sandbox,
  }
}

const billedWords = (bill_to: BillTo, carrier: string): string => {
  switch (bill_to) {
    case 'insured':
      return say('You pay our agency.')
    case 'mortgagee_escrow':
      return say('Your mortgage company pays {carrier} from your escrow account.', { carrier })
    case 'at_closing':
      return say('{carrier} is paid when you close on the home.', { carrier })
    case 'carrier_direct':
      return say('{carrier} bills you.', { carrier })
  }
}

const whoWords = ({ billing: { bill_to }, carrier, agency, method, next }: HowPaid): string => {
  if (bill_to !== 'insured') return billedWords(bill_to, carrier)
  if (next !== null) return say('You pay {agency}. It sends you an invoice.', { agency })
  if (method === 'card') return say('You pay {agency} by card.', { agency })
  if (method === 'bank') return say('You pay {agency} from a bank account.', { agency })
  return say('You pay {agency}. It sends you an invoice.', { agency })
}

const dueWords = ({ cents, due_on }: Due): string => {
  const amount = usdCents(cents)
  return due_on === null
    ? say('{amount}, due now', { amount })
    : say('{amount}, due by {day}', { amount, day: dayWords(due_on) })
}

const nextWords = ({ billing, next, isRehearsed }: HowPaid): string[] => {
  if (billing.bill_to !== 'insured' || isRehearsed) return []
  return [next === null ? say('Nothing is due now.') : dueWords(next)]
}

export type PaidRow = { label: string; words: string; recorded?: true }

export const howPaidRows = (paid: HowPaid): PaidRow[] => [
  { label: say('How you pay'), words: whoWords(paid) },
  ...nextWords(paid).map(words => ({ label: say('Next payment'), words })),
  ...(paid.billing.bill_to === 'insured' || !paid.billing.words
    ? []
    : [{ label: say('Agreed at purchase'), words: paid.billing.words.join(' '), recorded: true as const }]),
]

export const renewalPaidRows = (
  { bill_to: stated, payment }: { bill_to?: string | undefined; payment?: string | undefined },
  { carrier }: { carrier: string },
  next: Due | null = null,
): PaidRow[] => {
  const bill_to = billToNames.find(name => name === stated)
  return [
    ...(bill_to ? [{ label: say('How you pay'), words: billedWords(bill_to, carrier) }] : []),
    ...(next ? [{ label: say('Next payment'), words: dueWords(next) }] : []),
    ...(payment === undefined
      ? []
      : [
          {
            label: say('Payment, as {carrier} stated it', { carrier }),
            words: payment,
            recorded: true as const,
          },
        ]),
  ]
}

export const unknownPaidRow = (): PaidRow => ({
  label: say('How you pay'),
  words: say('We have no record of how this period is paid. If you don’t know, contact us.'),
})
