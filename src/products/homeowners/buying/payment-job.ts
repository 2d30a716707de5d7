import type { Payment } from '../../../agency/payments/payments.ts'
import type { PaymentSettled } from '../../../agency/payments/tell-line.ts'
import { ordersOf } from '../../../agency/policies/orders.ts'
import type { App } from '../../../platform/app.ts'
import { settleFunds } from '../../line/buying/funds.ts'
import type { Tell } from '../../line/buying/notice.ts'
import { paymentJobOf } from '../../line/buying/payment-job.ts'
import { homeownersIntakes, noteOnHomeowners } from '../intake/writer.ts'
import { tellHomeowner, tellOtherInsureds } from '../quoting/notify.ts'
import { HOMEOWNERS_PAYMENT } from './payment.ts'

export const tellInsured: Tell = async (app, uid, { purpose, email, to, others: names = [] }) => {
  const intake = await homeownersIntakes.find(app, uid)
  if (!intake) return
  await tellHomeowner(app, intake, { purpose, email, ...(to !== undefined && { to }) })
  await tellOtherInsureds(app, intake, {
    purpose,
    names,
    email: (to, { firstName }) => email(to, { firstName, isOther: true }),
  })
}

/** An order waits for its first payment, unless the agency accepted the credit. */
const moveOn = async (app: App, { outcome }: PaymentSettled, { uid, payment_id }: Payment): Promise<void> => {
  if (outcome !== 'paid' && outcome !== 'failed' && outcome !== 'void') return
  const intake = await homeownersIntakes.lock(app, uid)
  const orders = (await ordersOf(app, uid)).filter(
    ({ sent_at, answer, terms }) =>
      sent_at === null && answer === null && terms.billing?.payment_id === payment_id,
  )
  if (!intake || orders.length === 0) return
  await settleFunds(app, uid, { orders, isPaid: outcome === 'paid' })
  const facts = { payment_id }
  await noteOnHomeowners(app, intake, {}, { actor: 'service', event: `payment_${outcome}`, facts })
}

export const homeownersPaymentSettled = paymentJobOf({ name: HOMEOWNERS_PAYMENT, moveOn, tell: tellInsured })
