import { job } from '../../app.ts'
import { transact } from '../../http/transact.ts'
import type { PaymentSettled } from '../../payments/payments.ts'
import { lockForJob } from '../intake/intake.ts'
import { moveUmbrella } from '../intake/writer.ts'
import { askForPaymentAgain, PAYMENT_SETTLED } from './ask-for-payment.ts'
import { sendOrder } from './order.ts'

export const umbrellaPaymentSettled = job<PaymentSettled>({
  name: PAYMENT_SETTLED,
  run: (app, { payment_id, intake_uid, outcome }) =>
    transact(app, async inside => {
      const intake = await lockForJob(inside, intake_uid)
      const isCurrent = intake?.application.purchase?.payment_id === payment_id
      if (intake?.status !== 'payment_needed' || !isCurrent) return
      if (outcome === 'failed') return askForPaymentAgain(inside, intake)
      if (outcome !== 'paid') return
      const facts = { payment_id }
      const paid = await moveUmbrella(inside, intake, {}, { actor: 'service', event: 'paid', facts })
      await sendOrder(inside, paid)
    }),
})
