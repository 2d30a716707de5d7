import type { Db } from '../db/database.ts'

type Tables = {
  replays: {
    replay_id: Buffer
    fingerprint: Buffer
    credential_id: string | null
    status: number | null
    headers: Record<string, string> | null
    body: Buffer | null
    created_at: Date
  }
  rate_limits: { key: string; points: number; expire: number | null }
}

export type ReplayRow = Tables['replays']
export type ReplayAnswer = { status: number; headers: Record<string, string>; body: Buffer }

const tables = (db: Db) => db.withTables<Tables>()

export const findReplay = (db: Db, replayId: Buffer, notBefore: Date): Promise<ReplayRow | undefined> =>
  tables(db)
    .selectFrom('replays')
    .selectAll()
    .where('replay_id', '=', replayId)
    .where('created_at', '>', notBefore)
    .where('status', 'is not', null)
    .executeTakeFirst()

/**
 * True for the one caller whose transaction owns the key. A twin waits here on the unique index until that
 * transaction ends (or lock_timeout): when it committed, false; when it failed, the twin takes over.
 * A row older than `notBefore` is nobody's any more.
 */
export const claimReplay = async (
  db: Db,
  row: Pick<ReplayRow, 'replay_id' | 'fingerprint' | 'credential_id' | 'created_at'>,
  notBefore: Date,
): Promise<boolean> => {
  const fresh = { ...row, status: null, headers: null, body: null }
  const claimed = await tables(db)
    .insertInto('replays')
    .values(fresh)
    .onConflict(conflict =>
      conflict.column('replay_id').doUpdateSet(fresh).where('replays.created_at', '<=', notBefore),
    )
    .returning('replay_id')
    .executeTakeFirst()
  return claimed !== undefined
}

export const completeReplay = async (db: Db, replayId: Buffer, answer: ReplayAnswer): Promise<void> => {
  await tables(db)
    .updateTable('replays')
    .set({ ...answer, headers: JSON.stringify(answer.headers) as never })
    .where('replay_id', '=', replayId)
    .execute()
}

export const deleteReplaysBefore = async (db: Db, moment: Date): Promise<void> => {
  await tables(db).deleteFrom('replays').where('created_at', '<=', moment).execute()
}

/** `expire` is in milliseconds of the rate limiter's own clock. */
export const deleteBudgetsBefore = async (db: Db, milliseconds: number): Promise<void> => {
  await tables(db).deleteFrom('rate_limits').where('expire', '<', milliseconds).execute()
}
