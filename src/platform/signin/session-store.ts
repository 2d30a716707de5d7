import type { Db } from '../db/database.ts'
import { writesOne } from '../db/one-row.ts'
import { type Row, sealedTable, t, tablesOf } from '../db/table.ts'

export const browserSessions = sealedTable('browser_sessions', 'free', {
  token: t.key(t.bytes()),
  kind: t.text(),
  subject: t.text(),
  data: t.json(),
  created_at: t.time(),
  expires_at: t.purged(0, t.time()),
})

export type SessionRow = Row<typeof browserSessions>
export type SessionKey = Pick<SessionRow, 'token' | 'kind'>

const tables = tablesOf(browserSessions)

export const insertSession = (db: Db, row: SessionRow): Promise<unknown> =>
  tables(db)
    .insertInto('browser_sessions')
    .values({ ...row, data: JSON.stringify(row.data) })
    .execute()

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

export const prolongSession = (db: Db, { token, kind }: SessionKey, until: Date): Promise<unknown> =>
  tables(db)
    .updateTable('browser_sessions')
    .set({ expires_at: until })
    .where('token', '=', token)
    .where('kind', '=', kind)
    .execute()

export const deleteSession = (db: Db, { token, kind }: SessionKey): Promise<boolean> =>
  writesOne(tables(db).deleteFrom('browser_sessions').where('token', '=', token).where('kind', '=', kind))

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
