import type { App } from '../../platform/app.ts'
import { CLOCK_MOVED } from '../../platform/audit/store.ts'
import { HOUR, later } from '../../platform/lib/clock.ts'
import { listOffers, moveOffer } from './offers/store.ts'
import type { Intakes } from './record/writer.ts'

type Aging = { hours: number; actor: string }

export type Age = (app: App, uid: string, aging: Aging) => Promise<void>

/** The audit chain, consents and signatures keep their real times. */
export const ageOf =
  <S extends string, E extends string, A>(intakes: Intakes<S, E, A>): Age =>
  async (app, uid, { hours, actor }) => {
    const intake = await intakes.lock(app, uid)
    if (!intake) return
    const earlier = (moment: Date): Date => later(moment, -hours * HOUR)
    for (const { offer_id, published_at, expires_at } of await listOffers(app.db, intake))
      await moveOffer(app.db, offer_id, {
        published_at: earlier(published_at),
        expires_at: earlier(expires_at),
      })
    const { updatedAt, submittedAt } = intake
    await intakes.note(
      app,
      intake,
      { updatedAt: earlier(updatedAt), submittedAt: submittedAt && earlier(submittedAt) },
      { actor, event: CLOCK_MOVED, facts: { hours } },
    )
  }
