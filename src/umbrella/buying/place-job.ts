import { type App, job } from '../../app.ts'
import { transact } from '../../db/transact.ts'
import { ATTEMPTS_FOR_FOUR_DAYS } from '../../jobs/attempts.ts'
import { addJob } from '../../jobs/store.ts'
import { lockForJob, type UmbrellaIntakeRecord } from '../intake/intake.ts'
import { moveUmbrella } from '../intake/writer.ts'
import { umbrellaCarriers } from '../quoting/carriers.ts'
import { selectedOffer } from '../quoting/selected-offer.ts'
import { askForPayment } from './ask-for-payment.ts'
import { purchaseDueCents } from './billing.ts'
import { tellDocuments } from './notify.ts'
import { sendOrder } from './order.ts'

const PLACE_UMBRELLA = 'place_umbrella'

export const enqueuePlacing = (app: App, { uid }: UmbrellaIntakeRecord): Promise<void> =>
  addJob(app.db, PLACE_UMBRELLA, { uid }, ATTEMPTS_FOR_FOUR_DAYS)

export const placeUmbrella = job<{ uid: string }>({
  name: PLACE_UMBRELLA,
  lane: 'carriers',
  run: (app, { uid }) =>
    transact(app, async inside => {
      const intake = await lockForJob(inside, uid)
      if (intake?.status !== 'chosen') return
      const row = await selectedOffer(inside, intake)
      const { workflow } = umbrellaCarriers.find(app, intake, row?.carrier_id ?? '')
      const isAgencys = workflow === 'agency_pay'
      if (!isAgencys && row && purchaseDueCents(inside, intake, row) > 0)
        return askForPayment(inside, intake, { actor: 'service', event: 'payment_asked' })
      const placed = await moveUmbrella(
        inside,
        intake,
        {},
        {
          actor: 'service',
          event: isAgencys ? 'documents_asked' : 'carrier_asked',
          facts: { workflow },
        },
      )
      await (isAgencys ? tellDocuments(inside, placed) : sendOrder(inside, placed))
    }),
})
