import type { Db } from '../db/database.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'

type Tables = {
  browser_sessions: {
    token: Buffer
    kind: string
    subject: string
    data: unknown
    created_at: Date
    expires_at: Date
  }
}

export type SessionRow = Tables['browser_sessions']
export type SessionKey = Pick<SessionRow, 'token' | 'kind'>

const tables = (db: Db) => db.withTables<Tables>()

export const insertSession = async (db: Db, row: SessionRow): Promise<void> => {
  await tables(db)
    .insertInto('browser_sessions')
    .values({ ...row, data: JSON.stringify(row.data) })
    .execute()
}

export const liveSession = (
  db: Db,
  { token, kind }: SessionKey,
  now: Date,
): Promise<SessionRow | undefined> =>
  tables(db)
    .selectFrom('browser_sessions')
    .selectAll()
    .where('token', '=', token)
    .where('kind', '=', kind)
    .where('expires_at', '>', now)
    .executeTakeFirst()

export const prolongSession = async (db: Db, { token, kind }: SessionKey, until: Date): Promise<void> => {
  await tables(db)
    .updateTable('browser_sessions')
    .set({ expires_at: until })
    .where('token', '=', token)
    .where('kind', '=', kind)
    .execute()
}

export const deleteSession = async (db: Db, { token, kind }: SessionKey): Promise<boolean> => {
  const { numDeletedRows } = await tables(db)
    .deleteFrom('browser_sessions')
    .where('token', '=', token)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export const listSessions = (
  db: Db,
  { kind, subjects, now }: { kind: string; subjects: readonly string[]; now: Date },
): Promise<SessionRow[]> =>
  tables(db)
    .selectFrom('browser_sessions')
    .selectAll()
    .where('kind', '=', kind)
    .where('subject', 'in', [...subjects])
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .execute()

export const deleteSessionsOf = async (
  db: Db,
  { kind, subjects }: { kind: string; subjects: readonly string[] },
): Promise<void> => {
  await tables(db)
    .deleteFrom('browser_sessions')
    .where('kind', '=', kind)
    .where('subject', 'in', [...subjects])
    .execute()
}

export const deleteSessionsBefore = async (db: Db, moment: Date): Promise<void> => {
  await deleteInBatches(tables(db), 'browser_sessions', eb => eb('expires_at', '<', moment))
}
