import type { Balances } from '../ledger/store.ts'
import type { Dispute, Refund } from './money-store.ts'
import type { Payment } from './payments.ts'
import type { Truth } from './provider.ts'

export type DifferenceKind =
  | 'ledger_unbalanced'
  | 'received_differs'
  | 'fees_differ'
  | 'refunds_differ'
  | 'disputed_differs'
  | 'captured_but_not_paid'
  | 'paid_but_not_captured'
  | 'held_without_payment'
  | 'refund_unknown_here'
  | 'refund_unknown_there'
  | 'refund_amount_differs'
  | 'refund_sent_twice'
  | 'dispute_unknown_here'
  | 'dispute_amount_differs'
  | 'dispute_status_differs'
  | 'charge_without_payment'
  | 'charged_for_nothing'
  | 'bound_without_posting'

export type Difference = {
  difference_id: string
  kind: DifferenceKind
  uid: string | null
  payment_id: string | null
  expected_cents: number
  found_cents: number
}

export type Compared = {
  payment: Payment
  balances: Balances
  refunds: readonly Refund[]
  disputes: readonly Dispute[]
  owed_before_cents: number
  truth: Truth | null
}

const sum = <T>(items: readonly T[], cents: (item: T) => number): number =>
  items.reduce((all, item) => all + cents(item), 0)

const sentCents = (refunds: readonly Refund[]): number =>
  sum(
    refunds.filter(({ status }) => status === 'sent'),
    ({ amount_cents }) => amount_cents,
  )

const openDisputes = (disputes: readonly Dispute[]): number =>
  sum(
    disputes.filter(({ status }) => status === 'open'),
    ({ amount_cents }) => amount_cents,
  )

const lostDisputes = (disputes: readonly Dispute[]): number =>
  sum(
    disputes.filter(({ status }) => status === 'lost'),
    ({ amount_cents }) => amount_cents,
  )

/** A provider charges only for what is bound, so nothing is paid in advance there. */
const isCharged = ({ status, provider, settled_by }: Payment): boolean =>
  status === 'paid' && provider !== 'invoice' && settled_by === provider

type Found = [kind: DifferenceKind, expected: number, found: number, of?: string]

const ledgerDifferences = ({
  payment,
  balances,
  refunds,
  disputes,
  owed_before_cents,
}: Compared): Found[] => {
  const { received = 0, fees = 0, refunds: owed = 0, disputed = 0, receivable = 0 } = balances
  const total = Object.values(balances).reduce((all, cents) => all + cents, 0)
  const paid = payment.status === 'paid' ? (payment.charged_cents ?? payment.amount_cents) : 0
  const given = sum(refunds, ({ amount_cents }) => amount_cents)
  const isGivenBack = payment.status !== 'paid' && refunds.some(({ reason }) => reason === 'overpaid')
  const came = payment.received_cents ?? (isGivenBack ? given : paid)
  const left = came - sentCents(refunds) - openDisputes(disputes) - lostDisputes(disputes)
  return [
    ['ledger_unbalanced', 0, total],
    ['received_differs', left, received + fees],
    ['refunds_differ', sentCents(refunds) - given, owed],
    ['disputed_differs', openDisputes(disputes), disputed],
    ['charged_for_nothing', 0, isCharged(payment) ? Math.max(0, -receivable - owed_before_cents) : 0],
  ]
}

const isSentByHand = (refunds: readonly Refund[], refund_id: string | null): boolean =>
  refunds.some(one => one.refund_id === refund_id && one.status === 'sent' && one.settled_by !== 'provider')

const amongRefunds = (refunds: readonly Refund[], { refunds: there }: Truth): Found[] => [
  ...there
    .filter(({ refund_id }) => !refunds.some(one => one.refund_id === refund_id))
    .map(({ cents, ref }): Found => ['refund_unknown_here', 0, cents, ref]),
  ...refunds
    .filter(({ status, settled_by }) => status === 'sent' && settled_by === 'provider')
    .flatMap(({ refund_id, amount_cents }): Found[] => {
      const found = there.find(one => one.refund_id === refund_id)
      if (!found) return [['refund_unknown_there', amount_cents, 0, refund_id]]
      return [['refund_amount_differs', amount_cents, found.cents, refund_id]]
    }),
  ...there
    .filter(({ refund_id, status }) => status !== 'failed' && isSentByHand(refunds, refund_id))
    .map(({ cents, ref }): Found => ['refund_sent_twice', 0, cents, ref]),
]

const amongDisputes = (disputes: readonly Dispute[], { disputes: there }: Truth): Found[] =>
  there.flatMap(({ id, cents, status }): Found[] => {
    const known = disputes.find(({ dispute_id }) => dispute_id === id)
    if (!known) return [['dispute_unknown_here', 0, cents, id]]
    return [
      ['dispute_amount_differs', known.amount_cents, cents, id],
      ['dispute_status_differs', 0, known.status === status ? 0 : cents, id],
    ]
  })

const providerDifferences = ({ payment, balances, refunds, disputes }: Compared, truth: Truth): Found[] => {
  const charged = payment.charged_cents ?? payment.amount_cents
  const isPaid = isCharged(payment)
  const isOver = payment.status === 'void' || payment.status === 'failed'
  const back = sum(refunds, ({ amount_cents }) => amount_cents)
  return [
    ['paid_but_not_captured', isPaid ? charged : 0, isPaid ? truth.captured_cents : 0],
    ['captured_but_not_paid', isPaid ? 0 : back, isPaid ? 0 : truth.captured_cents],
    ['held_without_payment', 0, isOver && truth.state === 'authorized' ? payment.amount_cents : 0],
    ['fees_differ', isPaid ? truth.fee_cents : (balances.fees ?? 0), balances.fees ?? 0],
    ...amongRefunds(refunds, truth),
    ...amongDisputes(disputes, truth),
  ]
}

export const differencesOf = (compared: Compared): Difference[] => {
  const { payment, truth } = compared
  const { payment_id, uid } = payment
  return [...ledgerDifferences(compared), ...(truth ? providerDifferences(compared, truth) : [])]
    .filter(([, expected, found]) => expected !== found)
    .map(([kind, expected_cents, found_cents, of]) => ({
      difference_id: [kind, payment_id, ...(of === undefined ? [] : [of])].join('/'),
      kind,
      uid,
      payment_id,
      expected_cents,
      found_cents,
    }))
}

export const strayCharge = (ref: string, cents: number): Difference => ({
  difference_id: `charge_without_payment/${ref}`,
  kind: 'charge_without_payment',
  uid: null,
  payment_id: null,
  expected_cents: 0,
  found_cents: cents,
})
