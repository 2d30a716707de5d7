import type { App } from '../app.ts'
import type { Db } from '../db/database.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import type { DatabaseRow } from '../db/seals/row-seal.ts'
import { type AnyTable, namesWhere } from '../db/table.ts'
import { dayOf, later } from '../lib/clock.ts'
import { heldUids, isNoneOf } from './hold-store.ts'

const tables = (db: Db) => db.withTables<Record<string, DatabaseRow>>()

export const eraseRows = async (db: Db, { name, declared }: AnyTable, uid: string): Promise<void> => {
  for (const column of namesWhere(declared, ({ isErased }) => isErased === true))
    await tables(db).deleteFrom(name).where(column, '=', uid).execute()
}

export const purgeRows = async ({ db, clock }: App, { name, declared }: AnyTable): Promise<void> => {
  const held = namesWhere(declared, column => column.isHeld === true)
  const uids = held.length > 0 ? await heldUids(db) : []
  for (const [by, { kind, purgedAfter }] of Object.entries(declared)) {
    if (purgedAfter === undefined) continue
    const moment = later(clock.now(), -purgedAfter)
    const before = kind === 'day' ? dayOf(moment) : kind === 'number' ? moment.getTime() : moment
    await deleteInBatches(tables(db), name, ({ and, eb }) =>
      and([eb(by, '<', before), ...held.map(uid => isNoneOf(eb.ref(uid), uids))]),
    )
  }
}
