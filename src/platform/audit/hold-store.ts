import { type Expression, sql } from 'kysely'
import { type Page, type PageAsked, pageOf } from '../db/after-row.ts'
import type { Db } from '../db/database.ts'
import { writesOne } from '../db/one-row.ts'
import { type Row, sealedTable, t, tablesOf } from '../db/table.ts'

export const legalHolds = sealedTable('legal_holds', 'never', {
  hold_id: t.key(t.text()),
  uid: t.text(),
  placed_at: t.time(),
  placed_by: t.text(),
  lifted_at: t.orNull(t.time()),
  lifted_by: t.orNull(t.text()),
})

const tables = tablesOf(legalHolds)

export type Hold = Row<typeof legalHolds>

export const insertHold = (
  db: Db,
  row: Pick<Hold, 'hold_id' | 'uid' | 'placed_at' | 'placed_by'>,
): Promise<boolean> =>
  writesOne(
    tables(db)
      .insertInto('legal_holds')
      .values({ ...row, lifted_at: null, lifted_by: null })
      .onConflict(conflict => conflict.column('uid').where('lifted_at', 'is', null).doNothing()),
  )

export const liftHold = (
  db: Db,
  uid: string,
  lifted: { lifted_at: Date; lifted_by: string },
): Promise<boolean> =>
  writesOne(
    tables(db).updateTable('legal_holds').set(lifted).where('uid', '=', uid).where('lifted_at', 'is', null),
  )

/** Every row is read and its seal checked, because a forged uid or end would let what it holds be deleted. */
const everyHold = (db: Db): Promise<Hold[]> =>
  tables(db).selectFrom('legal_holds').selectAll().orderBy('placed_at').orderBy('hold_id').execute()

const isInForce = ({ lifted_at }: Hold): boolean => lifted_at === null

export const heldUids = async (db: Db): Promise<string[]> =>
  (await everyHold(db)).filter(isInForce).map(({ uid }) => uid)

export const isNoneOf = (column: Expression<unknown>, uids: readonly string[]) =>
  sql<boolean>`(${column} = any(${uids}::text[])) is not true`

export const isOnHold = async (db: Db, uid: string): Promise<boolean> => (await heldUids(db)).includes(uid)

export const listHolds = async (db: Db, asked: PageAsked): Promise<Page<Hold>> =>
  pageOf(await everyHold(db), isInForce, { asked, keyOf: ({ hold_id }) => hold_id })
