type Charged = readonly { amount_cents: number; fee_cents?: number }[]

/** `price_cents` includes the fees and taxes that the carrier named, and no fee of a payment. */
type Planned = { price_cents: number; due_cents: number; installments: Charged }

const sumOf = (charged: Charged): number =>
  charged.reduce((all, { amount_cents, fee_cents = 0 }) => all + amount_cents - fee_cents, 0)

export const firstPaymentFee = ({ price_cents, due_cents, installments }: Planned): number =>
  Math.max(0, due_cents - Math.max(0, price_cents - sumOf(installments)))

export const firstPremiumCents = ({ charges = [], ...planned }: Planned & { charges?: Charged }): number =>
  Math.max(0, planned.due_cents - firstPaymentFee(planned) - sumOf(charges))

type Returned = { cents: number; before_cents: number; premium_cents: number }

/** A refund returns the premium of a payment first, then its fees and taxes. `before_cents` was returned earlier. */
export const returnedPremium = ({ cents, before_cents, premium_cents }: Returned): number =>
  Math.min(before_cents + cents, premium_cents) - Math.min(before_cents, premium_cents)
