import { post } from '../../../agency/ledger/ledger.ts'
import { commissionOf } from '../../../agency/ledger/postings.ts'
import { commissionPercent, invoiceChange } from '../../../agency/payments/installments.ts'
import { refundDue } from '../../../agency/payments/refunds.ts'
import { paymentsFor } from '../../../agency/policies/closing/paid.ts'
import { expectCommission } from '../../../agency/policies/direct-commission.ts'
import { recordVersion } from '../../../agency/policies/keep-versions.ts'
import { type Order, orderOf } from '../../../agency/policies/orders.ts'
import type { Policy } from '../../../agency/policies/policies.ts'
import { stateOf } from '../../../agency/policies/terms.ts'
import {
  type ChangeablePart,
  changedInWords,
  type IssuedTerms,
  versionOn,
} from '../../../agency/policies/versions.ts'
import type { App } from '../../../platform/app.ts'
import { assertTransaction } from '../../../platform/db/transact.ts'
import { paidForIn } from '../buying/settle-money.ts'
import type { AfterSale } from './after-sale.ts'
import { noteEndorsement } from './lenders-to-tell.ts'
import { policyToday } from './shown-life.ts'

/** What the carrier stated when it agreed. Without it, only that the part changed is on record. */
export type StatedChange = {
  change(terms: IssuedTerms): IssuedTerms
  effective_from?: string | undefined
  /** For the rest of the period. Negative: it is returned. Absent: the carrier did not state it. */
  premium_change_cents?: number | undefined
}

type Moving = { policy: Policy; order: Order; period: string | null; version: number }

const returned = async (app: App, { policy, order, period, version }: Moving, cents: number) => {
  const { policy_id } = policy
  const { carrier_id } = order
  let left = cents
  for (const { payment, cents: own } of (await paymentsFor(app, policy, { order, period })).toReversed()) {
    if (payment.status !== 'paid' || left <= 0) continue
    const cause = ['changed', policy_id, version, payment.payment_id].join('/')
    const refund = await refundDue(app, payment, { cents: Math.min(left, own), cause, reason: 'changed' })
    if (!refund) continue
    const commission_cents = commissionOf(refund.amount_cents, commissionPercent(app, { carrier_id, period }))
    const about = { ...payment, policy_id, carrier_id, cause: refund.refund_id }
    await post(app, { event: 'premium_returned', cents: refund.amount_cents, commission_cents }, about)
    left -= refund.amount_cents
  }
  return -left
}

type Stated = { from: string; version: number; cents: number }

/** Returns what staff must still bill, or return if it is negative. */
const movePremium = async (
  app: App,
  { policy, then_job }: { policy: Policy; then_job: string },
  { from, version, cents }: Stated,
): Promise<number> => {
  const { uid, policy_id, sandbox, effective_date, billing, renewals } = policy
  const order = await orderOf(app, policy)
  if (sandbox || cents === 0) return 0
  if (!order) return cents
  const start = versionOn(policy.versions, from).terms.period.from
  const period = start > effective_date ? start : null
  const renewed = renewals.find(({ status, due_on }) => status === 'renewed' && due_on === period)
  const { bill_to = billing?.bill_to } = renewed ?? {}
  const { carrier_id, terms } = order
  const about = { uid, policy_id, carrier_id }
  if (bill_to === undefined) return cents
  if (bill_to !== 'insured') {
    const cause = [policy_id, 'change', version, ...(period === null ? [] : [period])].join('/')
    await expectCommission(app, { ...about, sandbox, period, cause }, cents)
    return 0
  }
  if (cents < 0) return returned(app, { policy, order, period, version }, -cents)
  await invoiceChange(
    app,
    {
      ...about,
      period,
      version,
      state: stateOf(policy),
      paidFor: { ...paidForIn(order), changed_from: from },
      illustrative: terms.illustrative ?? true,
      then_job,
    },
    cents,
  )
  return 0
}

type Endorsed = {
  line: AfterSale
  part: ChangeablePart
  wanted_on: string | null
  reason: string
  by: string
  stated: StatedChange | null
}

/** Call it under the lock of the application. The version, the money and the letters due commit together. */
export const endorse = async (
  app: App,
  policy: Policy,
  { line, part, wanted_on, reason, by, stated }: Endorsed,
): Promise<void> => {
  assertTransaction(app)
  const day = stated?.effective_from ?? wanted_on ?? policyToday(policy, app.clock.now())
  const from = day < policy.effective_date ? policy.effective_date : day
  const change = stated?.change ?? changedInWords(part, from)
  const versions = await recordVersion(app, policy, {
    basis: 'endorsement',
    effective_from: from,
    change,
    reason,
    by,
  })
  if (!stated) return
  const { premium_change_cents: cents } = stated
  const moving = { policy, then_job: line.paymentJob }
  const unmoved =
    cents === undefined ? null : await movePremium(app, moving, { from, version: versions.length, cents })
  await noteEndorsement(app, policy, { versions, from, unmoved })
}
