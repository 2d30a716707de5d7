import type { Db } from '../../db/database.ts'
import { deleteInBatches } from '../../db/delete-in-batches.ts'

type Tables = {
  intake_tokens: {
    token_id: string
    uid: string
    hash: Buffer
    created_at: Date
    last_used_at: Date
    replaced_at: Date | null
  }
}

export type IntakeTokenRow = Tables['intake_tokens']

const tables = (db: Db) => db.withTables<Tables>()

export const findIntakeToken = (db: Db, hash: Buffer): Promise<IntakeTokenRow | undefined> =>
  tables(db).selectFrom('intake_tokens').selectAll().where('hash', '=', hash).executeTakeFirst()

export const touchIntakeToken = async (db: Db, tokenId: string, now: Date): Promise<void> => {
  await tables(db)
    .updateTable('intake_tokens')
    .set({ last_used_at: now })
    .where('token_id', '=', tokenId)
    .execute()
}

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

export const replaceTokensOf = async (db: Db, uid: string, now: Date): Promise<void> => {
  await tables(db)
    .updateTable('intake_tokens')
    .set({ replaced_at: now })
    .where('uid', '=', uid)
    .where('replaced_at', 'is', null)
    .execute()
}

export const insertIntakeToken = async (db: Db, row: Omit<IntakeTokenRow, 'replaced_at'>): Promise<void> => {
  await tables(db)
    .insertInto('intake_tokens')
    .values({ ...row, replaced_at: null })
    .execute()
}

export const deleteTokensReplacedBefore = async (db: Db, moment: Date): Promise<void> => {
  await deleteInBatches(tables(db), 'intake_tokens', eb => eb('replaced_at', '<', moment))
}
