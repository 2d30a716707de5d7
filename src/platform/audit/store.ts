import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { deferred } from '../db/session.ts'
import { sealedTable, t, table, tablesOf } from '../db/table.ts'
import type { AuditEntry } from './chain.ts'

export type NewEntry = Omit<AuditEntry, 'facts'> & { facts: string }

export const auditEntries = table('audit_entries', 'the chain of its intake covers every column', {
  uid: t.key(t.text()),
  seq: t.key(t.number()),
  at: t.time(),
  actor: t.text(),
  event: t.text(),
  facts: t.json<AuditEntry['facts']>(),
  hash: t.bytes(),
})

export const intakes = sealedTable('intakes', 'never', {
  uid: t.key(t.text()),
  line: t.text(),
  owner: t.orNull(t.text()),
  sandbox: t.bool(),
  status: t.text(),
  revision: t.number(),
  application: t.encrypted(),
  email_mac: t.orNull(t.bytes()),
  consent_id: t.orNull(t.text()),
  version: t.number(),
  created_at: t.time(),
  updated_at: t.time(),
  submitted_at: t.orNull(t.time()),
  erased_at: t.orNull(t.time()),
  audit_seq: t.number(),
  audit_hash: t.bytes(),
  audit_mac: t.bytes(),
  offers_mailed_at: t.unsealed('a date for the dashboard', t.orNull(t.time())),
})

const tables = tablesOf(auditEntries, intakes)

export const NEW_ENTRY = ['uid', 'seq', 'at', 'actor', 'event', 'facts', 'hash'] as const

export const newEntry = (entry: AuditEntry): NewEntry => ({ ...entry, facts: JSON.stringify(entry.facts) })

export const entryInsert = (db: Db, { uid, seq, at, actor, event, facts, hash }: NewEntry) =>
  tables(db).insertInto('audit_entries').values({ uid, seq, at, actor, event, facts, hash })

const insertNew = prepared<NewEntry, unknown>(NEW_ENTRY, entryInsert)

export const insertEntry = (db: Db, entry: AuditEntry): Promise<void> =>
  deferred(db, insertNew(db, newEntry(entry)))

export const listEntries = (db: Db, uid: string): Promise<AuditEntry[]> =>
  tables(db).selectFrom('audit_entries').selectAll().where('uid', '=', uid).orderBy('seq').execute()

export type AuditStep = Pick<AuditEntry, 'at' | 'actor' | 'event'>

export const listSteps = (db: Db, uid: string): Promise<AuditStep[]> =>
  tables(db)
    .selectFrom('audit_entries')
    .select(['at', 'actor', 'event'])
    .where('uid', '=', uid)
    .orderBy('seq')
    .execute()

type Wanted = { uid: string; events: readonly string[] }

const latest = prepared<Wanted, AuditStep>(['uid', 'events'], (db, { uid, events }) =>
  tables(db)
    .selectFrom('audit_entries')
    .select(['at', 'actor', 'event'])
    .where('uid', '=', uid)
    .where(sql<boolean>`event = any(${events}::text[])`)
    .orderBy('seq', 'desc')
    .limit(1),
)

export const latestStep = async (
  db: Db,
  uid: string,
  events: readonly string[],
): Promise<AuditStep | undefined> => (await latest(db, { uid, events: [...events] })).rows[0]

export const CLOCK_MOVED = 'clock_moved'

export type ClockMove = { uid: string; at: Date; hours: number }

export const listClockMoves = async (db: Db, uids: readonly string[]): Promise<ClockMove[]> => {
  const rows = await tables(db)
    .selectFrom('audit_entries')
    .select(['uid', 'at', 'facts'])
    .where('uid', 'in', uids)
    .where('event', '=', CLOCK_MOVED)
    .execute()
  return rows.map(({ uid, at, facts }) => ({ uid, at, hours: Number(facts.hours) }))
}
