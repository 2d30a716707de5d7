import type { App } from '../../app.ts'
import { deleteEmailsAbout } from '../../emails/store.ts'
import { endShopper } from '../../key/shopper.ts'
import { deleteOffers } from '../../line/offers/store.ts'
import { lockIntake } from '../../line/record/intakes.ts'
import { isOverdue } from '../../line/record/retention.ts'
import { deleteOrders } from '../../policies/order-store.ts'
import { isInsured } from '../application/application.ts'
import type { HomeownersStatus } from '../application/lifecycle.ts'
import { isBinding } from './editable.ts'
import type { HomeownersIntakeRecord } from './intake.ts'
import { homeownersIntakes } from './writer.ts'

const keep: readonly HomeownersStatus[] = ['bound']

/** All that is personal goes, but for what a policy rests on. Consents and the audit chain stay. */
const erase = async (app: App, uid: string): Promise<void> => {
  const intake: HomeownersIntakeRecord | null = await lockIntake(app, { uid, line: 'homeowners' })
  if (!intake || keep.includes(intake.status) || !isOverdue(intake, app.clock.now())) return
  if (intake.application.homes.some(isInsured) || (await isBinding(app, intake))) return
  await deleteOrders(app.db, uid)
  await deleteOffers(app.db, uid)
  await deleteEmailsAbout(app.db, uid)
  await endShopper(app, uid)
  await homeownersIntakes.empty(app, intake)
}

export const homeownersRetention = { keep, erase }
