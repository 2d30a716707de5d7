import type { Db } from '../db/database.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import { prepared } from '../db/prepared.ts'

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

type Answered = Pick<ReplayRow, 'replay_id'> & { notBefore: Date }

const answered = prepared<Answered, ReplayRow>(['replay_id', 'notBefore'], (db, { replay_id, notBefore }) =>
  tables(db)
    .selectFrom('replays')
    .select(['replay_id', 'fingerprint', 'credential_id', 'status', 'headers', 'body', 'created_at'])
    .where('replay_id', '=', replay_id)
    .where('created_at', '>', notBefore)
    .where('status', 'is not', null),
)

export const findReplay = async (
  db: Db,
  replay_id: Buffer,
  notBefore: Date,
): Promise<ReplayRow | undefined> => (await answered(db, { replay_id, notBefore })).rows[0]

type NewReplay = Pick<ReplayRow, 'replay_id' | 'fingerprint' | 'credential_id' | 'created_at'>

const claim = prepared<NewReplay & { notBefore: Date }, unknown>(
  ['replay_id', 'fingerprint', 'credential_id', 'created_at', 'notBefore'],
  (db, { notBefore, ...row }) => {
    const fresh = { ...row, status: null, headers: null, body: null }
    return tables(db)
      .insertInto('replays')
      .values(row)
      .onConflict(conflict =>
        conflict.column('replay_id').doUpdateSet(fresh).where('replays.created_at', '<=', notBefore),
      )
      .returning('replay_id')
  },
)

/**
 * True for the one caller whose transaction owns the key. A second caller waits on the unique index until that
 * transaction ends or lock_timeout passes. It gets false if the first one committed, and the key if it failed. A row
 * older than `notBefore` can be claimed again.
 */
export const claimReplay = async (db: Db, row: NewReplay, notBefore: Date): Promise<boolean> =>
  (await claim(db, { ...row, notBefore })).rows.length === 1

type Completed = Pick<ReplayRow, 'replay_id'> & { status: number; headers: string; body: Buffer }

const completed = prepared<Completed, unknown>(
  ['replay_id', 'status', 'headers', 'body'],
  (db, { replay_id, status, headers, body }) =>
    tables(db)
      .updateTable('replays')
      .set({ status, headers: headers as never, body })
      .where('replay_id', '=', replay_id),
)

export const completeReplay = async (db: Db, replay_id: Buffer, answer: ReplayAnswer): Promise<void> => {
  await completed(db, { replay_id, ...answer, headers: JSON.stringify(answer.headers) })
}

export const deleteReplaysBefore = async (db: Db, moment: Date): Promise<void> => {
  await deleteInBatches(tables(db), 'replays', eb => eb('created_at', '<=', moment))
}

/** `expire` is in milliseconds of the rate limiter's own clock. */
export const deleteBudgetsBefore = async (db: Db, milliseconds: number): Promise<void> => {
  await deleteInBatches(tables(db), 'rate_limits', eb => eb('expire', '<', milliseconds))
}
