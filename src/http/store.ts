import { type ColumnType, type Selectable, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import { mustBeOne } from '../db/must-be-one.ts'
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

const insert = prepared<Omit<NewReplay, 'headers'> & { headers: string; notBefore: Date }, unknown>(
  ['replay_id', 'fingerprint', 'credential_id', 'created_at', 'status', 'headers', 'body', 'notBefore'],
  (db, { notBefore, ...row }) =>
    tables(db)
      .with('kept', inside =>
        inside
          .insertInto('replays')
          .values(row)
          .onConflict(conflict =>
            conflict
              .column('replay_id')
              .doUpdateSet(({ ref }) =>
                Object.fromEntries(
                  Object.keys(row).map(name => [name, ref(`excluded.${name as keyof ReplayRow}`)]),
                ),
              )
              .where('replays.created_at', '<=', notBefore),
          )
          .returning('replay_id'),
      )
      .selectFrom('kept')
      .select(mustBeOne),
)

/** A row older than `notBefore` is replaced. A younger one fails the transaction. */
export const insertReplay = (db: Db, { headers, ...row }: NewReplay, notBefore: Date): Promise<unknown> =>
  insert(db, { ...row, headers: JSON.stringify(headers), notBefore })

export const deleteReplaysBefore = async (db: Db, moment: Date): Promise<void> => {
  await deleteInBatches(tables(db), 'replays', eb => eb('created_at', '<=', moment))
}

/** `expire` is in milliseconds of the rate limiter's own clock. */
export const deleteBudgetsBefore = async (db: Db, milliseconds: number): Promise<void> => {
  await deleteInBatches(tables(db), 'rate_limits', eb => eb('expire', '<', milliseconds))
}
