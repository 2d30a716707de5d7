import type { BookKind } from '../../../agency/books/differences.ts'
import type { DifferenceKind } from '../../../agency/payments/differences.ts'
import { nameTitle } from '../../../platform/lib/name-words.ts'

const DIFFERENCES: Readonly<Record<DifferenceKind | BookKind, string>> = {
  commission_differs: 'The carrier paid another commission',
  commission_unknown: 'Commission for a policy that we do not know',
  commission_twice: 'Commission that the carrier listed twice',
  commission_missing: 'Commission that is not on the carrier’s statement',
  commission_total_differs: 'The carrier paid another amount than its lines come to',
  bank_unknown: 'At the bank, not in the ledger',
  bank_amount_differs: 'The bank has another amount',
  bank_twice: 'The bank booked it twice',
  bank_missing: 'In the ledger, not at the bank',
  ledger_unbalanced: 'The ledger does not balance',
  received_differs: 'The amount received differs',
  fees_differ: 'The fees differ',
  refunds_differ: 'The refunds differ',
  disputed_differs: 'The disputed amount differs',
  captured_but_not_paid: 'Charged, but not marked as paid',
  paid_but_not_captured: 'Marked as paid, but not charged',
  held_without_payment: 'A hold without an open payment',
  refund_unknown_here: 'A refund that only the payment provider knows',
  refund_unknown_there: 'A refund that the payment provider does not know',
  refund_amount_differs: 'The amount of a refund differs',
  refund_sent_twice: 'A refund that staff sent was also sent by the payment provider',
  dispute_unknown_here: 'A dispute that only the payment provider knows',
  dispute_amount_differs: 'The amount of a dispute differs',
  dispute_status_differs: 'The status of a dispute differs',
  charge_without_payment: 'A charge without a payment',
  charged_for_nothing: 'Charged, but nothing was bought',
  bound_without_posting: 'A policy without an entry in the ledger',
}

/** During a deploy, a newer process can find differences of a kind that this one does not know. */
export const moneyDifferenceWords = (kind: string): string =>
  (DIFFERENCES as Readonly<Record<string, string>>)[kind] ?? nameTitle(kind)

/** The reasons of Stripe: https://docs.stripe.com/api/disputes/object#dispute_object-reason */
const DISPUTES: Readonly<Record<string, string>> = {
  bank_cannot_process: 'The bank could not process the payment',
  check_returned: 'The check was returned',
  credit_not_processed: 'The customer expects a refund',
  customer_initiated: 'The customer disputed it with their bank',
  debit_not_authorized: 'The customer says they did not authorize the debit',
  duplicate: 'The customer says they were charged twice',
  fraudulent: 'The customer says they did not authorize the charge',
  general: 'No specific reason',
  incorrect_account_details: 'The account details were wrong',
  insufficient_funds: 'The account had insufficient funds',
  product_not_received: 'The customer says they did not get the policy',
  product_unacceptable: 'The customer says the policy is not what they bought',
  subscription_canceled: 'The customer says they canceled',
  unrecognized: 'The customer does not recognize the charge',
}

export const disputeReason = (reason: string): string => DISPUTES[reason] ?? nameTitle(reason)
