import type { App } from '../../app.ts'
import { cancelFailed, installmentOf } from '../../payments/cancel-installments.ts'
import type { Installment } from '../../payments/installment-store.ts'
import type { Payment } from '../../payments/payments.ts'
import type { PolicyEnd } from '../../policies/life/policy-end.ts'
import { type Policy, policyOf } from '../../policies/policies.ts'
import { dayWords } from '../fields/calendar.ts'
import { usdCents } from '../fields/money.ts'
import { holdIntake } from '../record/intakes.ts'
import { writeFollowUp } from '../record/notes.ts'

type Canceled = { installment: Installment; policy: Policy; end: PolicyEnd }

/** A bank debit takes days, and the policy can be canceled meanwhile, for a day before the installment is due. */
const canceledBehind = async (app: App, payment: Payment): Promise<Canceled | null> => {
  const installment = await installmentOf(app, payment)
  if (!installment) return null
  await holdIntake(app, payment.uid)
  const policy = await policyOf(app, installment)
  const end = policy?.end
  return end && installment.due_on >= end.ended_on ? { installment, policy, end } : null
}

/** True: what failed is no longer owed. */
export const dropIfCanceled = async (app: App, payment: Payment): Promise<boolean> => {
  const canceled = await canceledBehind(app, payment)
  if (canceled) await cancelFailed(app, canceled.installment)
  return canceled !== null
}

export const noteIfCanceled = async (app: App, payment: Payment): Promise<void> => {
  const canceled = await canceledBehind(app, payment)
  const { uid, reference, amount_cents, charged_cents, settled_at } = payment
  if (!canceled || settled_at === null || settled_at <= canceled.end.recorded_at) return
  const { policy, end } = canceled
  const words = `Payment ${reference}, ${usdCents(charged_cents ?? amount_cents)}, has arrived. It was on its way when policy ${policy.policy_number} was canceled as of ${dayWords(end.ended_on)}, and it was due on that day or later. Refund it, or what the insurance company returns.`
  await writeFollowUp(app, { uid, words })
}
