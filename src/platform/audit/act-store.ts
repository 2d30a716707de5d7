import { isAfter, type PageAsked } from '../db/after-row.ts'
import type { Db } from '../db/database.ts'
import { type Row, sealedTable, t, tablesOf } from '../db/table.ts'

export const staffActs = sealedTable('staff_acts', 'never', {
  act_id: t.key(t.text()),
  about: t.text(),
  act: t.text(),
  actor: t.text(),
  note: t.orNull(t.encrypted()),
  at: t.time(),
})

export type ActRow = Row<typeof staffActs>

const tables = tablesOf(staffActs)

export const insertAct = (db: Db, row: ActRow): Promise<unknown> =>
  tables(db).insertInto('staff_acts').values(row).execute()

export const listActs = (db: Db, about: string, limit: number): Promise<ActRow[]> =>
  tables(db)
    .selectFrom('staff_acts')
    .selectAll()
    .where('about', '=', about)
    .orderBy('act_id', 'desc')
    .limit(limit)
    .execute()

export const countActs = async (db: Db, about: string, act: string): Promise<number> => {
  const { count } = await tables(db)
    .selectFrom('staff_acts')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('about', '=', about)
    .where('act', '=', act)
    .executeTakeFirstOrThrow()
  return Number(count)
}

const NEWEST = { table: 'staff_acts', by: ['at', 'act_id'], newestFirst: true } as const

export const listActsLike = (
  db: Db,
  patterns: readonly string[],
  { after, limit }: PageAsked,
): Promise<ActRow[]> =>
  tables(db)
    .selectFrom('staff_acts')
    .selectAll()
    .where(({ or, eb }) => or(patterns.map(pattern => eb('act', 'like', pattern))))
    .where(isAfter(NEWEST, after))
    .orderBy('at', 'desc')
    .orderBy('act_id', 'desc')
    .limit(limit)
    .execute()

export const clearNotes = async (db: Db, about: string): Promise<void> => {
  await tables(db).updateTable('staff_acts').set({ note: null }).where('about', '=', about).execute()
}
