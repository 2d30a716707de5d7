import type { Db } from '../../../platform/db/database.ts'
import { type Row, t, table, tablesOf } from '../../../platform/db/table.ts'

/** A carrier task has its own claim. `item` names all other work, as the queue does. */
export const deskOwners = table('desk_owners', 'who looks after what; it allows nothing', {
  item: t.key(t.text()),
  uid: t.erased(t.text()),
  owner: t.text(),
  assigned_by: t.text(),
  assigned_at: t.time(),
})

const tables = tablesOf(deskOwners)

export const listOwners = async (db: Db, items: readonly string[]): Promise<Map<string, string>> => {
  if (items.length === 0) return new Map()
  const rows = await tables(db)
    .selectFrom('desk_owners')
    .select(['item', 'owner'])
    .where('item', 'in', items)
    .execute()
  return new Map(rows.map(({ item, owner }) => [item, owner]))
}

export const keepOwner = async (db: Db, row: Row<typeof deskOwners>): Promise<void> => {
  const { item, ...assigned } = row
  await tables(db)
    .insertInto('desk_owners')
    .values(row)
    .onConflict(conflict => conflict.column('item').doUpdateSet(assigned))
    .execute()
}

export const removeOwner = async (db: Db, item: string): Promise<void> => {
  await tables(db).deleteFrom('desk_owners').where('item', '=', item).execute()
}

export const removeOwned = async (db: Db, owner: string): Promise<void> => {
  await tables(db).deleteFrom('desk_owners').where('owner', '=', owner).execute()
}
