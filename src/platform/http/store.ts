import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from '../db/database.ts'
import { writesOne } from '../db/one-row.ts'
import { prepared } from '../db/prepared.ts'
import { type Row, t, table, tablesOf } from '../db/table.ts'
import { DAY } from '../lib/clock.ts'

export const REPLAYS_KEPT = DAY

export const replays = table('replays', 'responses, encrypted and bound to their request; they live a day', {
  replay_id: t.key(t.bytes()),
  fingerprint: t.bytes(),
  credential_id: t.orNull(t.text()),
  status: t.orNull(t.number()),
  headers: t.orNull(t.json<Record<string, string>>()),
  body: t.orNull(t.encrypted()),
  created_at: t.purged(REPLAYS_KEPT, t.time()),
})

export const rateLimits = table('rate_limits', 'counters; a reset gives back a budget, not access', {
  key: t.key(t.text()),
  points: t.number(),
  /** In milliseconds of the rate limiter's own clock. */
  expire: t.purged(0, t.orNull(t.number())),
})

type ReplayRow = Row<typeof replays>
type ReplayAnswer = { status: number; headers: Record<string, string>; body: Buffer }

const tables = tablesOf(replays, rateLimits)

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

export const deleteReplayBefore = (db: Db, replay_id: Buffer, moment: Date): Promise<boolean> =>
  writesOne(
    tables(db).deleteFrom('replays').where('replay_id', '=', replay_id).where('created_at', '<=', moment),
  )
