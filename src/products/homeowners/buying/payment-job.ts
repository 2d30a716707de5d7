import type { Tell } from '../../line/buying/notice.ts'
import { paymentJobOf } from '../../line/buying/payment-job.ts'
import { homeownersIntakes } from '../intake/writer.ts'
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

export const homeownersPaymentSettled = paymentJobOf({ name: HOMEOWNERS_PAYMENT, tell: tellInsured })
