import { sql } from 'kysely'
import type { AuditEntry } from '../../../platform/audit/chain.ts'
import { entryInsert, intakes, NEW_ENTRY, type NewEntry, newEntry } from '../../../platform/audit/store.ts'
import type { Db } from '../../../platform/db/database.ts'
import { mustBeOne } from '../../../platform/db/must-be-one.ts'
import { prepared } from '../../../platform/db/prepared.ts'
import { deferred } from '../../../platform/db/session.ts'
import { columnsBut, type Row, tablesOf } from '../../../platform/db/table.ts'

export type IntakeRow = Omit<Row<typeof intakes>, 'offers_mailed_at'>
export type SealedIntakeRow = IntakeRow & { seal: Buffer }

const tables = tablesOf(intakes)

type Named = Pick<IntakeRow, 'uid'>

export type IntakeKey = { uid: string; line: string }

const FIXED = ['uid', 'line', 'owner', 'sandbox', 'created_at'] as const
const CHANGING = columnsBut(intakes, 'offers_mailed_at', ...FIXED)
const COLUMNS = [...FIXED, ...CHANGING]

const insertWithEntry = prepared<SealedIntakeRow & NewEntry, unknown>(
  [...COLUMNS, ...NEW_ENTRY],
  (db, given) =>
    tables(db)
      .with('entry', () => entryInsert(db, given))
      .insertInto('intakes')
      .values(Object.fromEntries(COLUMNS.map(name => [name, given[name]])) as SealedIntakeRow),
)

export const insertIntakeRow = (db: Db, row: SealedIntakeRow, entry: AuditEntry): Promise<void> =>
  deferred(db, insertWithEntry(db, { ...row, ...newEntry(entry) }))

const read = prepared<IntakeKey, IntakeRow>(['uid', 'line'], (db, { uid, line }) =>
  tables(db).selectFrom('intakes').select(COLUMNS).where('uid', '=', uid).where('line', '=', line),
)

export const findIntakeRow = async (db: Db, key: IntakeKey): Promise<IntakeRow | undefined> =>
  (await read(db, key)).rows[0]

const readLocked = prepared<Named, IntakeRow>(['uid'], (db, { uid }) =>
  tables(db).selectFrom('intakes').select(COLUMNS).where('uid', '=', uid).forUpdate(),
)

export type Hits = { submitted: number; bound: number }

/** Live applications that were submitted, and those of them with a policy. IDs begin with the time, so a span is a range. */
export const countHits = (
  db: Db,
  { line, from, to }: { line: string; from: string; to: string },
): Promise<Hits> =>
  tables(db)
    .selectFrom('intakes')
    .select(({ fn }) => [
      fn.countAll<number>().as('submitted'),
      fn
        .countAll<number>()
        .filterWhere(sql<boolean>`exists (select from policies where policies.uid = intakes.uid)`)
        .as('bound'),
    ])
    .where('line', '=', line)
    .where('uid', '>', from)
    .where('uid', '<', to)
    .where('sandbox', '=', false)
    .where('submitted_at', 'is not', null)
    .executeTakeFirstOrThrow()

export const lockIntakeRow = async (db: Db, uid: string): Promise<IntakeRow | undefined> =>
  (await readLocked(db, { uid })).rows[0]

export type IntakeHead = Pick<IntakeRow, 'uid' | 'line' | 'owner' | 'audit_hash'>

const head = prepared<IntakeHead, unknown>(['uid', 'line', 'owner', 'audit_hash'], (db, wanted) =>
  tables(db)
    .selectFrom('intakes')
    .select('version')
    .where('uid', '=', wanted.uid)
    .where('line', '=', wanted.line)
    .where('owner', '=', wanted.owner)
    .where('audit_hash', '=', wanted.audit_hash),
)

export const isHead = async (db: Db, wanted: IntakeHead): Promise<boolean> =>
  (await head(db, wanted)).rows.length === 1

const version = prepared<Named, Pick<IntakeRow, 'version'>>(['uid'], (db, { uid }) =>
  tables(db).selectFrom('intakes').select('version').where('uid', '=', uid),
)

export const intakeVersion = async (db: Db, { uid }: Named): Promise<number | null> =>
  (await version(db, { uid })).rows[0]?.version ?? null

type Changes = Pick<SealedIntakeRow, 'uid' | (typeof CHANGING)[number]> & { replaced: Buffer }

type Change = Changes & NewEntry & { read: number }

const updateOf = (columns: readonly (typeof CHANGING)[number][]) => {
  const update = prepared<Change, unknown>(
    ['uid', 'read', 'replaced', ...CHANGING, ...NEW_ENTRY],
    (db, given) =>
      tables(db)
        .with('entry', () => entryInsert(db, given))
        .with('changed', inside =>
          inside
            .updateTable('intakes')
            .set(Object.fromEntries(columns.map(name => [name, given[name]])))
            .where('uid', '=', given.uid)
            .where('version', '=', given.read)
            .where('seal', '=', given.replaced)
            .returning('uid'),
        )
        .selectFrom('changed')
        .select(mustBeOne),
  )
  return (db: Db, changes: Changes, entry: AuditEntry): Promise<unknown> =>
    update(db, { ...changes, ...newEntry(entry), read: changes.version - 1 })
}

/** Fails the transaction when the row changed after it was read, because the caller's decision may be outdated. */
export const updateIntakeRow = updateOf(CHANGING)

/** Only with the row locked, because the seal covers the application as it was read. */
export const updateAllButApplication = updateOf(CHANGING.filter(name => name !== 'application'))

/** Corrects the copy that the last change wrote. */
export const updateWaitingOn = async (
  db: Db,
  { uid, waiting_on }: Pick<IntakeRow, 'uid' | 'waiting_on'>,
): Promise<void> => {
  await tables(db).updateTable('intakes').set({ waiting_on }).where('uid', '=', uid).execute()
}

export const updateMacs = async (
  db: Db,
  { uid, ...macs }: Pick<IntakeRow, 'uid' | 'audit_mac' | 'email_mac'>,
): Promise<void> => {
  await tables(db).updateTable('intakes').set(macs).where('uid', '=', uid).execute()
}

type Overdue = { line: string; keep: readonly string[]; submitted: boolean; before: Date }

/** As text, because a Date has no microseconds and the same row would come again. */
export type OverduePlace = { uid: string; at: string }

// Literals, so that the partial indexes fit. Bound applications are always kept.
const isSubmitted = sql<boolean>`submitted_at is not null and status <> 'bound'`
const isDraft = sql<boolean>`submitted_at is null`

export const listOverdue = (
  db: Db,
  { line, keep, submitted, before }: Overdue,
  { after, limit }: { after: OverduePlace | null; limit: number },
): Promise<OverduePlace[]> =>
  tables(db)
    .selectFrom('intakes')
    .select(['uid', sql<string>`updated_at::text`.as('at')])
    .where('erased_at', 'is', null)
    .where(submitted ? isSubmitted : isDraft)
    .where('updated_at', '<=', before)
    .$if(after !== null, rows =>
      rows.where(sql<boolean>`(updated_at, uid) > (${after?.at}::timestamptz, ${after?.uid})`),
    )
    .where('line', '=', line)
    .where('status', 'not in', [...keep])
    .orderBy('updated_at')
    .orderBy('uid')
    .limit(limit)
    .execute()

export type ChainRow = Pick<IntakeRow, 'uid' | 'audit_seq' | 'audit_hash' | 'audit_mac'>

export const findChain = (db: Db, uid: string): Promise<ChainRow | undefined> =>
  tables(db)
    .selectFrom('intakes')
    .select(['uid', 'audit_seq', 'audit_hash', 'audit_mac'])
    .where('uid', '=', uid)
    .executeTakeFirst()

export const listChains = (db: Db, after: string, limit: number): Promise<ChainRow[]> =>
  tables(db)
    .selectFrom('intakes')
    .select(['uid', 'audit_seq', 'audit_hash', 'audit_mac'])
    .where('uid', '>', after)
    .orderBy('uid')
    .limit(limit)
    .execute()
