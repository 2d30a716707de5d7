import { daysBetween } from '../../platform/lib/clock.ts'

const accounts = [
  'received',
  'receivable',
  'payable_to_carrier',
  'commission',
  'fees',
  'refunds',
  'disputed',
] as const

export type LedgerAccount = (typeof accounts)[number]

/** Cents: debits are positive, credits negative. */
export type PostingLine = { account: LedgerAccount; cents: number }

/** What a customer owes is `receivable`. Paid in advance, it is negative until the policy is bound. */
export type MoneyEvent =
  | { event: 'policy_bound'; cents: number; commission_cents: number }
  | { event: 'installment_billed'; cents: number; commission_cents: number }
  | { event: 'payment_received'; cents: number; fee_cents: number }
  | { event: 'payment_returned'; cents: number }
  | { event: 'fee_charged'; cents: number }
  | { event: 'fee_returned'; cents: number }
  | { event: 'premium_returned'; cents: number; commission_cents: number }
  | { event: 'agency_bears'; cents: number }
  | { event: 'refund_due'; cents: number }
  | { event: 'refund_sent'; cents: number }
  | { event: 'refund_failed'; cents: number }
  | { event: 'dispute_opened'; cents: number }
  | { event: 'dispute_won'; cents: number }
  | { event: 'dispute_lost'; cents: number }
  | { event: 'appeal_won'; cents: number }
  | { event: 'carrier_paid'; cents: number }

const move = (from: LedgerAccount, to: LedgerAccount, cents: number): PostingLine[] => [
  { account: to, cents },
  { account: from, cents: -cents },
]

const earned = ({ cents, commission_cents }: { cents: number; commission_cents: number }): PostingLine[] => [
  { account: 'receivable', cents },
  { account: 'payable_to_carrier', cents: commission_cents - cents },
  { account: 'commission', cents: -commission_cents },
]

const linesOf = (money: MoneyEvent): PostingLine[] => {
  switch (money.event) {
    case 'policy_bound':
    case 'installment_billed':
      return earned(money)
    case 'premium_returned':
      return earned(money).map(({ account, cents }) => ({ account, cents: -cents }))
    case 'payment_received':
      return [...move('receivable', 'received', money.cents), ...move('received', 'fees', money.fee_cents)]
    case 'payment_returned':
      return move('received', 'receivable', money.cents)
    case 'fee_charged':
      return move('received', 'fees', money.cents)
    case 'fee_returned':
      return move('fees', 'received', money.cents)
    case 'agency_bears':
      return move('receivable', 'commission', money.cents)
    case 'refund_due':
      return move('refunds', 'receivable', money.cents)
    case 'refund_sent':
      return move('received', 'refunds', money.cents)
    case 'refund_failed':
      return move('refunds', 'received', money.cents)
    case 'dispute_opened':
      return move('received', 'disputed', money.cents)
    case 'dispute_won':
      return move('disputed', 'received', money.cents)
    case 'dispute_lost':
      return move('disputed', 'receivable', money.cents)
    case 'appeal_won':
      return move('receivable', 'received', money.cents)
    case 'carrier_paid':
      return move('received', 'payable_to_carrier', money.cents)
  }
}

export const postingOf = (money: MoneyEvent): PostingLine[] => {
  if (
    !Object.values(money).every(value => typeof value === 'string' || (Number.isInteger(value) && value >= 0))
  )
    throw new RangeError('Money is posted in whole cents that are not negative.')
  return linesOf(money).filter(({ cents }) => cents !== 0)
}

export const sumOf = (lines: readonly PostingLine[]): number =>
  lines.reduce((sum, { cents }) => sum + cents, 0)

/** Half a cent goes to the agency. */
export const commissionOf = (cents: number, percent: number): number => Math.round((cents * percent) / 100)

/** The unused premium, by days. Coverage ends at 12:01 a.m. on `canceledOn`, so that day is refunded. */
export const proRataCents = (
  cents: number,
  { from, to, canceledOn }: { from: string; to: string; canceledOn: string },
): number => {
  const total = daysBetween(from, to)
  if (!(total > 0)) throw new RangeError('A policy must end after it starts.')
  const unused = Math.min(total, Math.max(0, daysBetween(canceledOn, to)))
  return Math.floor((cents * unused) / total)
}
