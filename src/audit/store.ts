import type { Db } from '../db/database.ts'
import type { AuditEntry } from './chain.ts'

type Tables = { audit_entries: AuditEntry }

const tables = (db: Db) => db.withTables<Tables>()

export const insertEntry = async (db: Db, entry: AuditEntry): Promise<void> => {
  await tables(db)
    .insertInto('audit_entries')
    .values({ ...entry, facts: JSON.stringify(entry.facts) as never })
    .execute()
}

export const listEntries = (db: Db, uid: string): Promise<AuditEntry[]> =>
  tables(db).selectFrom('audit_entries').selectAll().where('uid', '=', uid).orderBy('seq').execute()

export type AuditStep = Pick<AuditEntry, 'at' | 'actor' | 'event'>

/** What happened, by whom and when, from the first to the last; not what was said. */
export const listSteps = (db: Db, uid: string): Promise<AuditStep[]> =>
  tables(db)
    .selectFrom('audit_entries')
    .select(['at', 'actor', 'event'])
    .where('uid', '=', uid)
    .orderBy('seq')
    .execute()
