import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { type Row, sealedTable, t, table, tablesOf } from '../db/table.ts'
import { MINUTE } from '../lib/clock.ts'

export const CODE_LIFETIME = 10 * MINUTE

export const oneTimeCodes = sealedTable('one_time_codes', 'free', {
  code_id: t.key(t.text()),
  subject: t.bytes(),
  code: t.bytes(),
  created_at: t.time(),
  expires_at: t.purged(CODE_LIFETIME, t.time()),
  used_at: t.orNull(t.time()),
})

export const oneTimeTries = table('one_time_tries', 'counters; codes end after ten minutes all the same', {
  subject: t.key(t.bytes()),
  wrong: t.number(),
  resets_at: t.purged(CODE_LIFETIME, t.time()),
})

export type CodeRow = Row<typeof oneTimeCodes>

const tables = tablesOf(oneTimeCodes, oneTimeTries)

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

type Try = { subject: Buffer; code: Buffer; live: number; now: Date; resetsAt: Date; most: number }

/** Each try postpones the reset until all codes that were live have expired. Null: no try is left. */
export const countTry = async (
  db: Db,
  tries: Buffer,
  { subject, code, live, now, resetsAt, most }: Try,
): Promise<{ wrong: number } | null> => {
  const wrong = sql<number>`case when ${code}::bytea in (
      select code from one_time_codes
      where subject = ${subject} and used_at is null and expires_at > ${now}
      order by created_at desc limit ${live}
    ) then 0 else 1 end`
  const row = await tables(db)
    .insertInto('one_time_tries')
    .columns(['subject', 'wrong', 'resets_at'])
    // Citus takes a subquery in a select, and none in values.
    .expression(
      tables(db).selectNoFrom([
        sql<Buffer>`${tries}::bytea`.as('subject'),
        wrong.as('wrong'),
        sql<Date>`${resetsAt}::timestamptz`.as('resets_at'),
      ]),
    )
    .onConflict(conflict =>
      conflict
        .column('subject')
        .doUpdateSet({
          wrong: sql<number>`case when one_time_tries.resets_at <= ${now} then excluded.wrong
            else one_time_tries.wrong + excluded.wrong end`,
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

/** Deletes the counts first, in one order, so that callers with different codes queue instead of deadlocking. */
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
