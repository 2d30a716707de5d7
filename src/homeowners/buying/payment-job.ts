import { paymentJobOf, type Tell } from '../../line/buying/payment-job.ts'
import { homeownersIntakes } from '../intake/writer.ts'
import { tellHomeowner } from '../quoting/notify.ts'
import { HOMEOWNERS_PAYMENT } from './payment.ts'

export const tellInsured: Tell = async (app, uid, notice) => {
  const intake = await homeownersIntakes.find(app, uid)
  if (intake) await tellHomeowner(app, intake, notice)
}

export const homeownersPaymentSettled = paymentJobOf({ name: HOMEOWNERS_PAYMENT, tell: tellInsured })
