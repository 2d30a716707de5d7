import { cancelFailed, installmentOf } from '../../../agency/payments/cancel-installments.ts'
import type { Installment } from '../../../agency/payments/installment-store.ts'
import { firstPaymentOf, type Payment, paymentsOf } from '../../../agency/payments/payments.ts'
import { coversOrder } from '../../../agency/policies/closing/paid.ts'
import { neverTookEffect, type PolicyEnd } from '../../../agency/policies/life/policy-end.ts'
import { ordersOf } from '../../../agency/policies/orders.ts'
import { type Policy, policiesOf } from '../../../agency/policies/policies.ts'
import type { App } from '../../../platform/app.ts'
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
export const dropIfCanceled = async (app: App, payment: Payment): Promise<boolean> => {
  const { installment, policies } = await behindOf(app, payment)
  const isFree = (policy: Policy): boolean =>
    policy.end !== null && (installment ? installment.due_on >= policy.end.ended_on : neverTookEffect(policy))
  if (policies.length === 0 || !policies.every(isFree)) return false
  if (installment) await cancelFailed(app, installment)
  else await tellStaff(app, payment, ['failed', 'The customer was not asked for it again.'], policies)
  return true
}

export const noteIfCanceled = async (app: App, payment: Payment): Promise<void> => {
  const { settled_at } = payment
  const isLate = (end: PolicyEnd | null): boolean =>
    end !== null && !end.refund_later && settled_at !== null && settled_at > end.recorded_at
  const ended = (await behindOf(app, payment)).policies.filter(({ end }) => isLate(end))
  if (ended.length > 0) await tellStaff(app, payment, ['arrived', 'Refund what is not owed.'], ended)
}
