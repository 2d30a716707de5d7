import { firstPaymentFee, firstPremiumCents, returnedPremium } from '../../../agency/ledger/premium-part.ts'
import { canceledFirstCents, openFirstPremium } from '../../../agency/payments/cancel-installments.ts'
import { type Installment, installmentsOf } from '../../../agency/payments/installment-store.ts'
import { isAgain, leftToBillAgain, periodOf, type Refunded } from '../../../agency/payments/installments.ts'
import type { Refund } from '../../../agency/payments/money-store.ts'
import { paymentsOf } from '../../../agency/payments/payments.ts'
import { canceledCause, canceledPolicyOf } from '../../../agency/payments/refunds.ts'
import { coversOrder } from '../../../agency/policies/closing/paid.ts'
import { listPolicyEnds, type PolicyEndRow } from '../../../agency/policies/life/end-store.ts'
import { canEndOn, endsUnstarted, expiresOn, periodOn } from '../../../agency/policies/life/policy-end.ts'
import { type Order, orderOf } from '../../../agency/policies/orders.ts'
import { type Policy, policiesOf } from '../../../agency/policies/policies.ts'
import { stateOf } from '../../../agency/policies/terms.ts'
import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import { dayWords } from '../../../platform/values/calendar.ts'
import { usdCents } from '../../../platform/values/money.ts'
import type { Recipient } from '../../../products/line/aftersale/end-policy.ts'
import { findOffers } from '../../../products/line/offers/store.ts'
import { cancellationRefund, type PaidPart } from './cancellation.ts'
import { endingForm } from './end-form.ts'
import {
  NOTHING_UNPAID,
  type PaidPayment,
  type RefundPlan,
  refundablePayments,
  refundOfPayment,
} from './refund-plan.ts'

const refundsFor = ({ policy_id }: Policy, payments: readonly PaidPayment[]): Refund[] =>
  payments.flatMap(({ refunds }) => refunds).filter(refund => canceledPolicyOf(refund) === policy_id)

const refundedFor = (policy: Policy, payments: readonly PaidPayment[]): number =>
  refundsFor(policy, payments).reduce((sum, { amount_cents }) => sum + amount_cents, 0)

const refundedOf = (payment_id: string, refunds: readonly Refund[]): number =>
  refunds
    .filter(refund => refund.payment_id === payment_id)
    .reduce((sum, { amount_cents }) => sum + amount_cents, 0)

type Bought = { policy: Policy; order: Order; payments: readonly PaidPayment[] }

/** `period`: the first day of a renewed one, null for the first. `premium_cents`: what of `cents` earned commission. */
type PeriodPart = PaidPart & { period: string | null; premium_cents: number }

const installmentPart = (installment: Installment) => ({
  cents: installment.amount_cents,
  // A payment asked for again includes the policy's fees and taxes, which are not a fee of the payment.
  fee_cents: isAgain(installment) ? 0 : installment.fee_cents,
  period: periodOf(installment),
  premium_cents: installment.amount_cents - installment.fee_cents,
})

const firstPart = ({ annual_price }: Policy, { terms: { billing, charges = [] } }: Order) => {
  const { due_cents = 0, installments = [] } = billing ?? {}
  const planned = { price_cents: annual_price * 100, due_cents, installments }
  return {
    cents: due_cents,
    fee_cents: firstPaymentFee(planned),
    period: null,
    premium_cents: firstPremiumCents({ ...planned, charges }),
  }
}

const paidFor = async (app: App, { policy, order, payments }: Bought): Promise<PeriodPart[]> => {
  const { uid, policy_id } = policy
  const later = (await installmentsOf(app.db, uid)).filter(one => one.policy_id === policy_id)
  const all = await paymentsOf(app, uid)
  const first = firstPart(policy, order)
  return payments.flatMap(({ payment: { payment_id }, origin, left_cents }): PeriodPart[] => {
    const installment = later.find(one => one.payment_id === origin.payment_id)
    if (installment) return [{ payment_id, left_cents, ...installmentPart(installment) }]
    return coversOrder(origin, order, all) ? [{ payment_id, left_cents, ...first }] : []
  })
}

const policyFees = async (app: App, { uid, offer_id }: Order): Promise<number> => {
  const [row] = await findOffers(app.db, uid, [offer_id])
  const fees = row?.offer.fees ?? []
  return fees.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
}

const endsOf = async (app: App, { uid, policy_id }: Policy): Promise<PolicyEndRow[]> =>
  (await listPolicyEnds(app.db, [uid])).filter(row => row.policy_id === policy_id)

/** A policy can be canceled, continue, and be canceled again on the same day: that is another refund. */
const refundTurn = async (app: App, policy: Policy, on: string): Promise<string> => {
  const kept = (await endsOf(app, policy)).filter(({ kind }) => kind === 'kept').length
  return kept === 0 ? on : `${on}.${kept}`
}

const OPEN = 'open'

const premiumBack = async (
  app: App,
  policy: Policy,
  { on, stated_cents }: { on: string; stated_cents: number | null },
): Promise<Pick<RefundPlan, 'parts' | 'cents' | 'fees_cents' | 'unpaid' | 'bearer'>> => {
  const { from, to, annual_price } = periodOn(policy, on)
  const order = await orderOf(app, policy)
  if (!order) return { ...NO_MONEY, parts: [], cents: 0, fees_cents: 0 }
  const payments = await refundablePayments(app, policy.uid)
  const turn = await refundTurn(app, policy, on)
  const paid = (await paidFor(app, { policy, order, payments })).filter(
    ({ period }) => (period ?? policy.effective_date) >= from,
  )
  const own = payments.filter(({ payment }) =>
    paid.some(({ payment_id }) => payment_id === payment.payment_id),
  )
  const first = firstPart(policy, order)
  const isLater =
    from !== policy.effective_date || endsUnstarted(stateOf(policy), { ...policy, ended_on: on })
  const open = isLater ? null : await openFirstPremium(app, policy)
  // What is owed is reduced before anything goes back.
  const owed = open ? [{ ...first, payment_id: OPEN, cents: open.cents, left_cents: open.cents }] : []
  const money = [...owed, ...paid]
  const most = money.reduce((sum, { cents, left_cents }) => sum + Math.min(cents, left_cents), 0)
  const policy_fees_cents = from === policy.effective_date ? await policyFees(app, order) : 0
  const split =
    cancellationRefund({
      premium_cents: annual_price * 100,
      policy_fees_cents,
      from,
      to,
      endsOn: on,
      paid: money,
      refunded_cents: refundedFor(policy, own),
      stated_cents,
    }) ?? fail('invalid_request', { message: `At most ${usdCents(most)} can be refunded for this policy.` })
  const refunds = refundsFor(policy, own)
  const parts = split.filter(({ payment_id }) => payment_id !== OPEN)
  return {
    unpaid: { cents: split.find(({ payment_id }) => payment_id === OPEN)?.cents ?? 0, turn },
    parts: parts.map(({ payment_id, cents }) => {
      const { period = null, premium_cents = 0 } = paid.find(part => part.payment_id === payment_id) ?? {}
      const before_cents = refundedOf(payment_id, refunds)
      return {
        payment:
          payments.find(({ payment }) => payment.payment_id === payment_id)?.payment ??
          fail('internal_error'),
        cents,
        premium_cents: returnedPremium({ cents, before_cents, premium_cents }),
        cause: canceledCause(policy.policy_id, turn, payment_id),
        period,
      }
    }),
    cents: parts.reduce((sum, { cents }) => sum + cents, 0),
    fees_cents: paid.reduce((sum, { fee_cents }) => sum + fee_cents, policy_fees_cents),
    bearer: { by: 'carrier', carrier_id: order.carrier_id },
  }
}

const NO_MONEY = {
  parts: [],
  cents: 0,
  fees_cents: 0,
  unpaid: NOTHING_UNPAID,
  bearer: { by: 'nobody' },
  reason: 'canceled',
} as const

const refundedByPeriod = (refunds: readonly Refund[], paid: readonly PeriodPart[]): Refunded[] => {
  const sums = new Map<string | null, { cents: number; fee_cents: number }>()
  for (const payment_id of new Set(refunds.map(refund => refund.payment_id))) {
    const { period = null, premium_cents = 0 } = paid.find(part => part.payment_id === payment_id) ?? {}
    const cents = refundedOf(payment_id, refunds)
    const before = sums.get(period) ?? { cents: 0, fee_cents: 0 }
    sums.set(period, {
      cents: before.cents + cents,
      fee_cents: before.fee_cents + Math.max(0, cents - premium_cents),
    })
  }
  return [...sums].map(([period, sum]) => ({ period, ...sum }))
}

const keeping = async (app: App, policy: Policy): Promise<RefundPlan> => {
  const last = (await endsOf(app, policy)).at(-1)
  if (!last || last.kind === 'kept')
    fail('invalid_request', { message: 'This policy was not canceled. Choose why it ended.' })
  const { uid, policy_id } = policy
  const payments = await refundablePayments(app, uid)
  const refunds = refundsFor(policy, payments)
  const unsent = refunds.find(({ status }) => status !== 'sent')
  if (unsent)
    fail('invalid_request', {
      message: `A refund of ${usdCents(unsent.amount_cents)} for this policy is not sent yet. Send it and mark it as sent on the Money page. Then record here that the policy continues, and the customer gets an invoice for it.`,
    })
  const order = await orderOf(app, policy)
  if (!order)
    return {
      ...NO_MONEY,
      parts: [],
      ends: null,
      keeps: { policy, order: null, then_job: null, refunded: [] },
      cents: 0,
    }
  const refunded = refundedByPeriod(refunds, await paidFor(app, { policy, order, payments }))
  const unpaid = await canceledFirstCents(app, policy_id)
  const fee_cents = Math.max(0, unpaid - firstPart(policy, order).premium_cents)
  if (unpaid > 0) refunded.push({ period: null, cents: unpaid, fee_cents })
  const left = leftToBillAgain(await installmentsOf(app.db, uid), { policy_id, refunded })
  const then_job =
    (await paymentsOf(app, uid)).findLast(payment => payment.then_job !== null)?.then_job ?? null
  const keeps = { policy, order, then_job, refunded }
  const cents = left.reduce((sum, one) => sum + one.cents, 0)
  return { ...NO_MONEY, parts: [], cents, ends: null, keeps }
}

const ending = async (app: App, uid: string, sent: URLSearchParams): Promise<RefundPlan> => {
  const policies = await policiesOf(app, uid)
  const asked = endingForm(policies)
  const { policy: policy_id, ended_by: by, ends_on: on, ...told } = asked.take(sent)
  const policy = policies.find(one => one.policy_id === policy_id) ?? fail('not_found')
  if (by === 'kept') return keeping(app, policy)
  const { refund, policy_amount: stated_cents = null, tell: kind = 'customer', tell_email } = told
  if (kind === 'other' && tell_email === undefined)
    throw asked.refusal({ tell_email: 'Enter the email address of the person to tell.' })
  const recipient: Recipient = kind === 'other' ? { kind, email: tell_email ?? '' } : { kind }
  if (by === 'insured_died' && recipient.kind === 'customer')
    throw asked.refusal({ tell: 'The insured died. Choose to email someone else, or nobody.' })
  const { effective_date: from } = policy
  const to = expiresOn(policy)
  if (on === undefined || !canEndOn(on, policy))
    throw asked.refusal({
      ends_on: `Enter a day from ${from} to the day before ${to}, as YYYY-MM-DD. Without a cancellation, coverage ends on ${dayWords(to)}.`,
    })
  const money =
    refund === 'later' || refund === 'none' ? NO_MONEY : await premiumBack(app, policy, { on, stated_cents })
  return {
    ...money,
    parts: [...money.parts],
    reason: 'canceled',
    ends: { policy, on, by, refundLater: refund === 'later', recipient },
    keeps: null,
  }
}

export const planRefund = (app: App, uid: string, sent: URLSearchParams): Promise<RefundPlan> =>
  sent.get('kind') === 'policy' ? ending(app, uid, sent) : refundOfPayment(app, uid, sent)
