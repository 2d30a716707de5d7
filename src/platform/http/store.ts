import { type ColumnType, type Selectable, sql } from 'kysely'
import pg from 'pg'
import type { Db } from '../db/database.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import { prepared } from '../db/prepared.ts'

type Tables = {
  replays: {
    replay_id: Buffer
    fingerprint: Buffer
    credential_id: string | null
    status: number | null
    headers: ColumnType<Record<string, string> | null, string>
    body: Buffer | null
    created_at: Date
  }
  rate_limits: { key: string; points: number; expire: number | null }
}

type ReplayRow = Selectable<Tables['replays']>
type ReplayAnswer = { status: number; headers: Record<string, string>; body: Buffer }

const tables = (db: Db) => db.withTables<Tables>()

type Asked = Pick<ReplayRow, 'replay_id'> & { notBefore: Date }
type Answered = ReplayRow & ReplayAnswer

const answered = prepared<Asked, Answered>(['replay_id', 'notBefore'], (db, { replay_id, notBefore }) =>
  tables(db)
    .selectFrom('replays')
    .select(['replay_id', 'fingerprint', 'credential_id', 'status', 'headers', 'body', 'created_at'])
    .where('replay_id', '=', replay_id)
    .where('created_at', '>', notBefore)
    .where('status', 'is not', null)
    .$castTo<Answered>(),
)

export const findReplay = async (db: Db, replay_id: Buffer, notBefore: Date): Promise<Answered | undefined> =>
  (await answered(db, { replay_id, notBefore })).rows[0]

export type NewReplay = Pick<ReplayRow, 'replay_id' | 'fingerprint' | 'credential_id' | 'created_at'> &
  ReplayAnswer

const lock = prepared<{ number: string }, unknown>(['number'], (db, { number }) =>
  db.selectNoFrom(sql`pg_advisory_xact_lock(${number})`.as('locked')),
)

/** A second caller with the same key waits here until the first one's transaction ends or lock_timeout passes. */
export const lockReplay = (db: Db, replay_id: Buffer): Promise<unknown> =>
  lock(db, { number: replay_id.readBigInt64BE().toString() })

const insert = prepared<Omit<NewReplay, 'headers'> & { headers: string }, unknown>(
  ['replay_id', 'fingerprint', 'credential_id', 'created_at', 'status', 'headers', 'body'],
  (db, row) => tables(db).insertInto('replays').values(row),
)

/** Fails the transaction if there is a row, even an expired one. */
export const insertReplay = (db: Db, { headers, ...row }: NewReplay): Promise<unknown> =>
  insert(db, { ...row, headers: JSON.stringify(headers) })

export const isStoredAlready = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.constraint === 'replays_pkey'

export const deleteReplayBefore = async (db: Db, replay_id: Buffer, moment: Date): Promise<boolean> => {
  const { numDeletedRows } = await tables(db)
    .deleteFrom('replays')
    .where('replay_id', '=', replay_id)
    .where('created_at', '<=', moment)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export const deleteReplaysBefore = async (db: Db, moment: Date): Promise<void> => {
  await deleteInBatches(tables(db), 'replays', eb => eb('created_at', '<=', moment))
}

/** `expire` is in milliseconds of the rate limiter's own clock. */
export const deleteBudgetsBefore = async (db: Db, milliseconds: number): Promise<void> => {
  await deleteInBatches(tables(db), 'rate_limits', eb => eb('expire', '<', milliseconds))
}
