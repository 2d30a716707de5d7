import type { App } from '../../app.ts'
import type { Db } from '../../db/database.ts'
import { assertTransaction } from '../../db/transact.ts'
import { isSharedScope } from '../../key/guard.ts'
import { DAY, later } from '../../lib/clock.ts'
import { deleteChangesBefore, insertChange, type NewChange } from './change-store.ts'
import type { Intake } from './intake.ts'

export type Standing = Pick<NewChange, 'property_id' | 'status' | 'detail_status' | 'waiting_on'>

const KEPT = 90 * DAY

const again = new WeakMap<Db, Set<string>>()

/** Offers came, went or changed their price: the status stays, but a reader must look again. `item`: the home, if it is one. */
export const stateAgain = ({ db }: App, { uid }: { uid: string }, item: string): void => {
  const stated = again.get(db) ?? new Set()
  again.set(db, stated.add(`${uid}/${item}`))
}

const isAgain = ({ db }: App, uid: string, property_id: string | null): boolean => {
  const stated = again.get(db)
  if (property_id !== null) return stated?.has(`${uid}/${property_id}`) === true
  return [...(stated ?? [])].some(one => one.startsWith(`${uid}/`))
}

/**
 * A shared key belongs to many, so nobody can read its changes. The counter of an operator is the last lock that a
 * transaction takes, so no two wait for each other.
 */
export const recordChanges = (
  app: App,
  { uid, line, owner, sandbox, updatedAt: at }: Intake<string, unknown>,
  standings: readonly Standing[],
): void => {
  assertTransaction(app)
  if (owner === null || isSharedScope(owner)) return
  app.beforeCommit(`changes of ${uid}`, async () => {
    for (const standing of standings)
      await insertChange(app.db, {
        ...standing,
        uid,
        line,
        owner,
        sandbox,
        at,
        again: isAgain(app, uid, standing.property_id),
      })
  })
}

export const purgeChanges = (app: App): Promise<void> =>
  deleteChangesBefore(app.db, later(app.clock.now(), -KEPT))
