import type { Notice, Tell } from '../../../agency/emails/layout.ts'
import {
  invoiceClosedEmail,
  paymentDueEmail,
  paymentFailedEmail,
  paymentReceivedEmail,
  paymentReturnedEmail,
  refundFailedEmail,
  refundSentEmail,
} from '../../../agency/emails/payment-notices.ts'
import { cancelFailed, installmentOf } from '../../../agency/payments/cancel-installments.ts'
import type { Installment } from '../../../agency/payments/installment-store.ts'
import { findRefund, type Refund } from '../../../agency/payments/money-store.ts'
import { openPayment } from '../../../agency/payments/open-payment.ts'
import {
  findPayment,
  firstPaymentOf,
  isOwed,
  owedFor,
  type Payment,
  paymentsOf,
} from '../../../agency/payments/payments.ts'
import { canceledPolicyOf } from '../../../agency/payments/refunds.ts'
import { noteTold } from '../../../agency/payments/store.ts'
import type { PaymentSettled } from '../../../agency/payments/tell-line.ts'
import { coversOrder } from '../../../agency/policies/closing/paid.ts'
import { listPolicyEnds } from '../../../agency/policies/life/end-store.ts'
import { neverTookEffect, type PolicyEnd } from '../../../agency/policies/life/policy-end.ts'
import { ordersOf } from '../../../agency/policies/orders.ts'
import { type Policy, policiesOf } from '../../../agency/policies/policies.ts'
import { stateOf } from '../../../agency/policies/terms.ts'
import { type App, job } from '../../../platform/app.ts'
import { contactWords } from '../../../platform/config/agency.ts'
import { transact } from '../../../platform/db/transact.ts'
import { dayIn, dayInZone } from '../../../platform/lib/local-day.ts'
import { dayWords } from '../../../platform/values/calendar.ts'
import { usdCents } from '../../../platform/values/money.ts'
import { holdIntake } from '../record/intakes.ts'
import { writeFollowUp } from '../record/notes.ts'

type Behind = { installment: Installment | null; policies: Policy[] }

/** A bank debit takes days, and the policy can be canceled meanwhile. */
const behindOf = async (app: App, payment: Payment): Promise<Behind> => {
  const { uid } = payment
  await holdIntake(app, uid)
  const policies = await policiesOf(app, uid)
  const installment = await installmentOf(app, payment)
  if (installment)
    return { installment, policies: policies.filter(one => one.policy_id === installment.policy_id) }
  const all = await paymentsOf(app, uid)
  const origin = firstPaymentOf(payment, all)
  const orders = (await ordersOf(app, uid)).filter(order => coversOrder(origin, order, all))
  return {
    installment,
    policies: policies.filter(({ order_id }) => orders.some(order => order.order_id === order_id)),
  }
}

const tellStaff = (app: App, payment: Payment, [what, then]: [string, string], ended: readonly Policy[]) => {
  const { uid, reference, amount_cents, charged_cents } = payment
  const policies = ended.map(
    ({ policy_number, end }) =>
      `policy ${policy_number} was canceled${end ? ` as of ${dayWords(end.ended_on)}` : ''}`,
  )
  const words = `Payment ${reference}, ${usdCents(charged_cents ?? amount_cents)}, ${what} after ${policies.join(' and ')}. ${then}`
  return writeFollowUp(app, { uid, words })
}

/** True: what failed is no longer owed. */
const dropIfCanceled = async (app: App, payment: Payment): Promise<boolean> => {
  const { installment, policies } = await behindOf(app, payment)
  const isFree = (policy: Policy): boolean =>
    policy.end !== null && (installment ? installment.due_on >= policy.end.ended_on : neverTookEffect(policy))
  if (policies.length === 0 || !policies.every(isFree)) return false
  if (installment) await cancelFailed(app, installment)
  else await tellStaff(app, payment, ['failed', 'The customer was not asked for it again.'], policies)
  return true
}

const noteIfCanceled = async (app: App, payment: Payment): Promise<void> => {
  const { settled_at } = payment
  const isLate = (end: PolicyEnd | null): boolean =>
    end !== null && !end.refund_later && settled_at !== null && settled_at > end.recorded_at
  const ended = (await behindOf(app, payment)).policies.filter(({ end }) => isLate(end))
  if (ended.length > 0) await tellStaff(app, payment, ['arrived', 'Refund what is not owed.'], ended)
}

type PaymentJobOf = {
  name: string
  tell: Tell
  moveOn?(app: App, told: PaymentSettled, payment: Payment): Promise<void>
}

const aboutOf = ({ charged_cents, amount_cents, description, reference }: Payment) => ({
  amount: usdCents(charged_cents ?? amount_cents),
  description,
  reference,
})

const isKeptFromCustomer = async (app: App, refund: Refund): Promise<boolean> =>
  (await listPolicyEnds(app.db, [refund.uid])).findLast(
    ({ policy_id, kind }) => kind === 'ended' && policy_id === canceledPolicyOf(refund),
  )?.told != null

const isOfUnstarted = async (app: App, refund: Refund): Promise<boolean> =>
  (await policiesOf(app, refund.uid)).some(
    policy => policy.policy_id === canceledPolicyOf(refund) && neverTookEffect(policy),
  )

const noticeOf = async (
  app: App,
  { outcome, refund_id }: PaymentSettled,
  payment: Payment,
): Promise<Notice | null> => {
  const about = aboutOf(payment)
  if (outcome === 'paid')
    return {
      purpose: 'payment_received',
      email: (to, who) => paymentReceivedEmail(to, { ...who, ...about, link: payment.page_url }),
    }
  if (outcome === 'returned')
    return {
      purpose: 'payment_needed',
      email: (to, who) =>
        paymentReturnedEmail(to, { ...who, ...about, contact: contactWords(app.config.agency) }),
    }
  if (outcome === 'due') return payment.status === 'open' ? invoiceNotice(payment) : null
  const refund = refund_id === undefined ? undefined : await findRefund(app.db, refund_id)
  if (!refund) return null
  const isCanceled = refund.reason === 'canceled'
  if (isCanceled && (await isKeptFromCustomer(app, refund))) return null
  const back = { ...about, amount: usdCents(refund.amount_cents) }
  if (outcome === 'refund_sent') {
    const isByHand = refund.provider_ref === null
    const why = { isCanceled, isVoid: await isOfUnstarted(app, refund) }
    return {
      purpose: 'refund',
      email: (to, who) => refundSentEmail(to, { ...who, ...back, ...why, isByHand }),
    }
  }
  return {
    purpose: 'refund',
    email: (to, who) => refundFailedEmail(to, { ...who, ...back, contact: contactWords(app.config.agency) }),
  }
}

const askAgain = async (app: App, payment: Payment, line: PaymentJobOf): Promise<void> => {
  const { uid, sandbox, charged_cents, description, parts } = payment
  if (charged_cents === null) {
    const about = { ...aboutOf(payment), contact: contactWords(app.config.agency) }
    if (isOwed(payment))
      await line.tell(app, uid, {
        purpose: 'payment_needed',
        email: (to, who) => invoiceClosedEmail(to, { ...who, ...about }),
      })
    return
  }
  if (await dropIfCanceled(app, payment)) return
  const [order] = await ordersOf(app, uid)
  const again = await openPayment(app, {
    uid,
    sandbox,
    purpose: owedFor(payment.payment_id),
    amount_cents: charged_cents,
    description,
    ...(parts && { parts }),
    due_on: dayIn(order ? stateOf(order.terms) : '', app.clock.now()),
    then_job: line.name,
  })
  const about = { ...aboutOf(again), link: again.page_url }
  await line.tell(app, uid, {
    purpose: 'payment_needed',
    email: (to, who) => paymentFailedEmail(to, { ...who, ...about }),
  })
}

export const invoiceNotice = (payment: Payment): Notice => ({
  purpose: 'payment_needed',
  email: (to, who) =>
    paymentDueEmail(to, { ...who, ...aboutOf(payment), link: payment.page_url, due_on: payment.due_on }),
})

const noteInquiry = async (
  app: App,
  { uid, reference }: Payment,
  { id, cents, answer_by }: NonNullable<PaymentSettled['inquiry']>,
): Promise<void> => {
  const by = answer_by === null ? '' : ` by ${dayWords(dayInZone(app.config.timeZone, new Date(answer_by)))}`
  const words = `The payer’s bank asks about payment ${reference}, ${usdCents(cents)}. This is an inquiry (${id}), not a dispute: no money has moved. Answer it in Stripe’s dashboard${by}, or refund the payment here. Without an answer, it may become a dispute.`
  await writeFollowUp(app, { uid, words })
}

/** Jobs can run twice. The notice is recorded with its email, so the payer reads it once. */
export const paymentJobOf = (line: PaymentJobOf) =>
  job<PaymentSettled>({
    name: line.name,
    run: (app, told) =>
      transact(app, async inside => {
        const payment = await findPayment(inside, told.payment_id)
        if (!payment) return
        await line.moveOn?.(inside, told, payment)
        const { payment_id, refund_id, inquiry, outcome } = told
        const which = refund_id ?? inquiry?.id
        const notice = which === undefined ? outcome : `${outcome}/${which}`
        if (!(await noteTold(inside.db, { payment_id, notice, told_at: app.clock.now() }))) return
        if (outcome === 'failed') return askAgain(inside, payment, line)
        if (outcome === 'paid') await noteIfCanceled(inside, payment)
        if (inquiry) return noteInquiry(inside, payment, inquiry)
        const email = await noticeOf(inside, told, payment)
        if (email) await line.tell(inside, payment.uid, email)
      }),
  })

/** Locks the application before its payment, as every writer that ends a purchase does. */
export const holdPayer = async (app: App, payment_id: string): Promise<void> => {
  const payment = await findPayment(app, payment_id)
  if (payment) await holdIntake(app, payment.uid)
}
