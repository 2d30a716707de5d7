import type { App } from '../../app.ts'
import { deleteDocuments } from '../../documents/store.ts'
import { deleteEmailsAbout } from '../../emails/store.ts'
import { endShopper } from '../../key/shopper.ts'
import { deleteOffers } from '../../line/offers/store.ts'
import { isOverdue } from '../../line/record/retention.ts'
import { deleteOrders } from '../../policies/order-store.ts'
import { isOpenToDrafts, umbrellaLifecycle } from '../application/lifecycle.ts'
import { lockForJob } from './intake.ts'
import { umbrellaIntakes } from './writer.ts'

/** What was bought, or is being bought, is kept. */
const keep = umbrellaLifecycle.states.filter(status => !isOpenToDrafts(status) && status !== 'blocked')

/** All that is personal goes. Consents, payments and the audit chain stay. */
const erase = async (app: App, uid: string): Promise<void> => {
  const intake = await lockForJob(app, uid)
  if (!intake || keep.includes(intake.status) || !isOverdue(intake, app.clock.now())) return
  await deleteOrders(app.db, uid)
  await deleteOffers(app.db, uid)
  await deleteDocuments(app.db, uid)
  await deleteEmailsAbout(app.db, uid)
  await endShopper(app, uid)
  await umbrellaIntakes.empty(app, intake)
}

export const umbrellaRetention = { keep, erase }
