import { daysBetween } from '../../platform/lib/clock.ts'

/** The chart of accounts. `received` is money that came in and is not in a bank account yet. */
export const chart = {
  trust: { number: 1010, name: 'Trust account', kind: 'asset' },
  operating: { number: 1020, name: 'Operating account', kind: 'asset' },
  received: { number: 1050, name: 'Received, not deposited', kind: 'asset' },
  receivable: { number: 1200, name: 'Owed by customers', kind: 'asset' },
  commission_receivable: { number: 1250, name: 'Commission expected from carriers', kind: 'asset' },
  disputed: { number: 1300, name: 'Disputed', kind: 'asset' },
  payable_to_carrier: { number: 2010, name: 'Owed to carriers', kind: 'liability' },
  refunds: { number: 2020, name: 'Refunds owed', kind: 'liability' },
  payable_to_producer: { number: 2030, name: 'Owed to producers', kind: 'liability' },
  opening: { number: 3010, name: 'Opening balances', kind: 'equity' },
  commission: { number: 4010, name: 'Commission, billed by us', kind: 'income' },
  commission_direct: { number: 4020, name: 'Commission, billed by the carrier', kind: 'income' },
  other_income: { number: 4900, name: 'Other income', kind: 'income' },
  producer_commission: { number: 5010, name: 'Producers’ share', kind: 'expense' },
  fees: { number: 5020, name: 'Bank and payment fees', kind: 'expense' },
} as const

export type LedgerAccount = keyof typeof chart

export type BankAccount = 'trust' | 'operating'

type Part = { uid: string | null; policy_id: string | null; carrier_id: string | null; cents: number }

/** Cents: debits are positive, credits negative. */
export type PostingLine = { account: LedgerAccount; cents: number; part?: Part }

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
  | { event: 'carrier_paid'; cents: number; parts: readonly Part[] }
  | { event: 'deposited'; cents: number; to: BankAccount }
  | { event: 'withdrawn'; cents: number; from: BankAccount }
  | { event: 'transferred'; cents: number; from: LedgerAccount; to: LedgerAccount }
  | { event: 'commission_expected' | 'commission_reduced'; cents: number }
  | { event: 'commission_received'; cents: number; parts: readonly Part[] }
  | { event: 'producer_share' | 'producer_share_returned'; cents: number }

const move = (from: LedgerAccount, to: LedgerAccount, cents: number): PostingLine[] => [
  { account: to, cents },
  { account: from, cents: -cents },
]

const earned = ({ cents, commission_cents }: { cents: number; commission_cents: number }): PostingLine[] => [
  { account: 'receivable', cents },
  { account: 'payable_to_carrier', cents: commission_cents - cents },
  { account: 'commission', cents: -commission_cents },
]

type Settles = { bank: BankAccount; account: LedgerAccount; sign: 1 | -1 }

/** One line of the bank account, and one for each policy. A part can go the other way. */
const settled = (
  { cents, parts }: { cents: number; parts: readonly Part[] },
  { bank, account, sign }: Settles,
): PostingLine[] => [
  ...parts.map(part => ({ account, cents: sign * part.cents, part })),
  { account: bank, cents: -sign * cents },
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
      return settled(money, { bank: 'trust', account: 'payable_to_carrier', sign: 1 })
    case 'commission_received':
      return settled(money, { bank: 'operating', account: 'commission_receivable', sign: -1 })
    case 'deposited':
      return move('received', money.to, money.cents)
    case 'withdrawn':
      return move(money.from, 'received', money.cents)
    case 'transferred':
      return move(money.from, money.to, money.cents)
    case 'commission_expected':
      return move('commission_direct', 'commission_receivable', money.cents)
    case 'commission_reduced':
      return move('commission_receivable', 'commission_direct', money.cents)
    case 'producer_share':
      return move('payable_to_producer', 'producer_commission', money.cents)
    case 'producer_share_returned':
      return move('producer_commission', 'payable_to_producer', money.cents)
  }
}

export const postingOf = (money: MoneyEvent): PostingLine[] => {
  const amounts = Object.values(money).filter(value => typeof value === 'number')
  if (!amounts.every(value => Number.isInteger(value) && value >= 0))
    throw new RangeError('Money is posted in whole cents that are not negative.')
  return linesOf(money).filter(({ cents }) => cents !== 0)
}

export const sumOf = (lines: readonly PostingLine[]): number =>
  lines.reduce((sum, { cents }) => sum + cents, 0)

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
