import { proRataCents } from '../../ledger/postings.ts'

export type PaidPart = { payment_id: string; cents: number; left_cents: number }

type Ended = {
  premium_cents: number
  from: string
  to: string
  endsOn: string
  paid: readonly PaidPart[]
  refunded_cents: number
  stated_cents: number | null
}

export type RefundPart = { payment_id: string; cents: number }

const sum = (parts: readonly { cents: number }[]): number => parts.reduce((all, { cents }) => all + cents, 0)

/** The premium is earned by the day. Null: the stated amount is more than was paid and kept. */
export const cancellationRefund = (ended: Ended): RefundPart[] | null => {
  const { premium_cents, from, to, endsOn, paid, refunded_cents, stated_cents } = ended
  const earned = premium_cents - proRataCents(premium_cents, { from, to, canceledOn: endsOn })
  let rest = stated_cents ?? Math.max(0, sum(paid) - refunded_cents - earned)
  const parts = paid.map(({ payment_id, cents, left_cents }) => {
    const part = Math.min(rest, cents, left_cents)
    rest -= part
    return { payment_id, cents: part }
  })
  return rest > 0 && stated_cents !== null ? null : parts.filter(({ cents }) => cents > 0)
}
