import { proRataCents } from '../../../agency/ledger/postings.ts'

/** `fee_cents` is the part of `cents` that the carrier keeps for the payment itself. */
export type PaidPart = { payment_id: string; cents: number; fee_cents: number; left_cents: number }

type Ended = {
  premium_cents: number
  policy_fees_cents: number
  from: string
  to: string
  endsOn: string
  paid: readonly PaidPart[]
  refunded_cents: number
  stated_cents: number | null
}

export type RefundPart = { payment_id: string; cents: number }

/** An estimate for staff: the carrier's own figure counts. The premium is earned by the day, fees are earned at once. */
const estimate = ({
  premium_cents,
  policy_fees_cents,
  from,
  to,
  endsOn,
  paid,
  refunded_cents,
}: Ended): number => {
  const byDay = premium_cents - policy_fees_cents
  const earned = premium_cents - proRataCents(byDay, { from, to, canceledOn: endsOn })
  const kept = paid.reduce((all, { cents, fee_cents }) => all + cents - fee_cents, 0)
  return Math.max(0, kept - refunded_cents - earned)
}

export const cancellationRefund = (ended: Ended): RefundPart[] | null => {
  const { paid, stated_cents } = ended
  let rest = stated_cents ?? estimate(ended)
  const parts = paid.map(({ payment_id, cents, left_cents }) => {
    const part = Math.min(rest, cents, left_cents)
    rest -= part
    return { payment_id, cents: part }
  })
  return rest > 0 && stated_cents !== null ? null : parts.filter(({ cents }) => cents > 0)
}
