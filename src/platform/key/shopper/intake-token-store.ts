import type { Db } from '../../db/database.ts'
import { type Row, sealedTable, t, tablesOf } from '../../db/table.ts'
import { DAY } from '../../lib/clock.ts'

export const REPLAYS_FOR = DAY

export const intakeTokens = sealedTable('intake_tokens', 'free', {
  token_id: t.key(t.text()),
  uid: t.text(),
  hash: t.bytes(),
  created_at: t.time(),
  last_used_at: t.time(),
  replaced_at: t.purged(REPLAYS_FOR, t.orNull(t.time())),
})

export type IntakeTokenRow = Row<typeof intakeTokens>

const tables = tablesOf(intakeTokens)

export const findIntakeToken = (db: Db, hash: Buffer): Promise<IntakeTokenRow | undefined> =>
  tables(db).selectFrom('intake_tokens').selectAll().where('hash', '=', hash).executeTakeFirst()

export const touchIntakeToken = (db: Db, tokenId: string, now: Date): Promise<unknown> =>
  tables(db).updateTable('intake_tokens').set({ last_used_at: now }).where('token_id', '=', tokenId).execute()

/** True for one caller only, because two follow-ups may race. */
export const replaceIntakeToken = async (db: Db, tokenId: string, now: Date): Promise<boolean> => {
  const replaced = await tables(db)
    .updateTable('intake_tokens')
    .set({ replaced_at: now })
    .where('token_id', '=', tokenId)
    .where('replaced_at', 'is', null)
    .executeTakeFirst()
  return replaced.numUpdatedRows === 1n
}

export const replaceTokensOf = (db: Db, uid: string, now: Date): Promise<unknown> =>
  tables(db)
    .updateTable('intake_tokens')
    .set({ replaced_at: now })
    .where('uid', '=', uid)
    .where('replaced_at', 'is', null)
    .execute()

export const insertIntakeToken = (db: Db, row: Omit<IntakeTokenRow, 'replaced_at'>): Promise<unknown> =>
  tables(db)
    .insertInto('intake_tokens')
    .values({ ...row, replaced_at: null })
    .execute()
