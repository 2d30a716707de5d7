import { paymentJobOf } from '../../line/buying/payment-job.ts'
import { homeownersIntakes } from '../intake/writer.ts'
import { tellHomeowner } from '../quoting/notify.ts'
import { HOMEOWNERS_PAYMENT } from './payment.ts'

export const homeownersPaymentSettled = paymentJobOf({
  name: HOMEOWNERS_PAYMENT,
  async tell(app, uid, { purpose, email }) {
    const intake = await homeownersIntakes.find(app, uid)
    if (intake) await tellHomeowner(app, intake, { purpose, email })
  },
})
