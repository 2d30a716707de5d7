import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'

type Tables = {
  one_time_codes: {
    code_id: string
    subject: Buffer
    code: Buffer
    created_at: Date
    expires_at: Date
    used_at: Date | null
  }
  one_time_tries: { subject: Buffer; wrong: number; resets_at: Date }
}

export type CodeRow = Tables['one_time_codes']

const tables = (db: Db) => db.withTables<Tables>()

export const insertCode = async (db: Db, row: Omit<CodeRow, 'used_at'>): Promise<void> => {
  await tables(db)
    .insertInto('one_time_codes')
    .values({ ...row, used_at: null })
    .execute()
}

export const liveCodes = (
  db: Db,
  subject: Buffer,
  { now, most }: { now: Date; most: number },
): Promise<CodeRow[]> =>
  tables(db)
    .selectFrom('one_time_codes')
    .selectAll()
    .where('subject', '=', subject)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute()

/**
 * Counts a try before the code is looked at, in one statement, so that parallel guesses cannot pass the limit.
 * Each try moves the reset on: by the time it comes, every code that could have been guessed at has expired.
 * Null when none is left.
 */
export const countTry = async (
  db: Db,
  subject: Buffer,
  { now, resetsAt, most }: { now: Date; resetsAt: Date; most: number },
): Promise<{ wrong: number } | null> => {
  const row = await tables(db)
    .insertInto('one_time_tries')
    .values({ subject, wrong: 1, resets_at: resetsAt })
    .onConflict(conflict =>
      conflict
        .column('subject')
        .doUpdateSet({
          wrong: sql<number>`case when one_time_tries.resets_at <= ${now} then 1 else one_time_tries.wrong + 1 end`,
          resets_at: resetsAt,
        })
        .where(({ or, eb }) =>
          or([eb('one_time_tries.resets_at', '<=', now), eb('one_time_tries.wrong', '<', most)]),
        ),
    )
    .returning('wrong')
    .executeTakeFirst()
  return row ?? null
}

export const triesResetAt = async (db: Db, subject: Buffer): Promise<Date | null> => {
  const row = await tables(db)
    .selectFrom('one_time_tries')
    .select('resets_at')
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.resets_at ?? null
}

export const giveTriesBack = async (db: Db, subjects: readonly Buffer[]): Promise<void> => {
  await tables(db)
    .updateTable('one_time_tries')
    .set(({ eb }) => ({ wrong: eb('wrong', '-', 1) }))
    .where('subject', 'in', subjects)
    .where('wrong', '>', 0)
    .execute()
}

/**
 * True for the one caller that uses this code; it uses up its siblings and clears the counts too. The counts come
 * first, one by one in their order: callers with two codes of one person queue there instead of waiting for each
 * other's.
 */
export const useCode = async (
  db: Db,
  { code_id, subject }: CodeRow,
  { tries, now }: { tries: readonly Buffer[]; now: Date },
): Promise<boolean> => {
  for (const counted of tries.toReversed())
    await tables(db).deleteFrom('one_time_tries').where('subject', '=', counted).execute()
  const used = await tables(db)
    .updateTable('one_time_codes')
    .set({ used_at: now })
    .where('code_id', '=', code_id)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (used.numUpdatedRows !== 1n) return false
  await tables(db)
    .updateTable('one_time_codes')
    .set({ used_at: now })
    .where('subject', '=', subject)
    .where('used_at', 'is', null)
    .execute()
  return true
}

export const deleteSpentCodes = async (db: Db, moment: Date): Promise<void> => {
  await deleteInBatches(tables(db), 'one_time_codes', eb => eb('expires_at', '<', moment))
}

export const deleteTriesResetBefore = async (db: Db, moment: Date): Promise<void> => {
  await deleteInBatches(tables(db), 'one_time_tries', eb => eb('resets_at', '<', moment))
}
