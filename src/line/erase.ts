import type { App } from '../app.ts'
import { deleteEvents } from '../carriers/events/store.ts'
import { deleteDocuments } from '../documents/store.ts'
import { deleteEmailsAbout } from '../emails/store.ts'
import { endShopper } from '../key/shopper.ts'
import { deleteOrders, hasOpenCase } from '../policies/order-store.ts'
import { deleteOffers } from './offers/store.ts'
import type { Intake } from './record/intake.ts'
import { isOverdue } from './record/retention.ts'
import type { Intakes } from './record/writer.ts'
import { deleteTasks } from './tasks/store.ts'

export type RetentionOf<S extends string, E extends string, A> = {
  intakes: Intakes<S, E, A>
  keep: readonly S[]
  isHeld?(app: App, intake: Intake<S, A>): Promise<boolean>
}

export type Retention = { keep: readonly string[]; erase(app: App, uid: string): Promise<void> }

/** Erases all personal data. Consents, payments and the audit chain stay. */
export const retentionOf = <S extends string, E extends string, A>({
  intakes,
  keep,
  isHeld,
}: RetentionOf<S, E, A>): Retention => ({
  keep,
  async erase(app, uid) {
    const intake = await intakes.lock(app, uid)
    if (!intake || keep.includes(intake.status) || !isOverdue(intake, app.clock.now())) return
    if ((await isHeld?.(app, intake)) || (await hasOpenCase(app.db, uid))) return
    await deleteTasks(app.db, uid)
    await deleteOrders(app.db, uid)
    await deleteOffers(app.db, uid)
    await deleteEvents(app.db, uid)
    await deleteDocuments(app.db, uid)
    await deleteEmailsAbout(app.db, uid)
    await endShopper(app, uid)
    await intakes.empty(app, intake)
  },
})
