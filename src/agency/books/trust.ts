import type { Held } from './bank-store.ts'

export type TrustPosition = {
  /** Premium that customers paid, and that belongs to carriers. */
  carriers_cents: number
  /** Credits and refunds that belong to customers. */
  customers_cents: number
  /** Paid to carriers before the customer paid us. It is the agency's money, and stands for no one else's. */
  advanced: { uid: string; cents: number }[]
}

/**
 * A customer's payments count for the carrier first, then for the commission. So what a customer still owes is taken off
 * the commission before it is taken off what is held for the carrier.
 */
const heldForCarrier = ({ payable, receivable, commission }: Held): number =>
  payable - Math.max(0, receivable - Math.max(0, commission))

export const trustPosition = (customers: readonly Held[]): TrustPosition => {
  const position: TrustPosition = { carriers_cents: 0, customers_cents: 0, advanced: [] }
  for (const customer of customers) {
    const held = heldForCarrier(customer)
    if (held >= 0) position.carriers_cents += held
    else position.advanced.push({ uid: customer.uid, cents: 0 - held })
    position.customers_cents += Math.max(0, 0 - customer.receivable) + customer.refunds
  }
  return position
}

export const owedByTrust = ({ carriers_cents, customers_cents }: TrustPosition): number =>
  carriers_cents + customers_cents
