import { type Generated, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { deleteInBatches } from '../../../platform/db/delete-in-batches.ts'
import { prepared } from '../../../platform/db/prepared.ts'
import { deferred } from '../../../platform/db/session.ts'
import type { WaitingOn } from '../wire/waiting-on.ts'

export type NewChange = {
  owner: string
  at: Date
  line: string
  uid: string
  property_id: string | null
  status: string
  detail_status: string | null
  waiting_on: WaitingOn
  sandbox: boolean
}

export type ChangeRow = NewChange & { seq: number }

type Tables = {
  changes: NewChange & { change_id: Generated<number>; seq: Generated<number> }
  change_counters: { owner: string; last: number }
}

const tables = (db: Db) => db.withTables<Tables>()

const SHOWN = [
  'seq',
  'at',
  'line',
  'uid',
  'property_id',
  'status',
  'detail_status',
  'waiting_on',
  'sandbox',
] as const

const withNumber = ({
  owner,
  at,
  line,
  uid,
  property_id,
  status,
  detail_status,
  waiting_on,
  sandbox,
}: NewChange) =>
  sql<NewChange>`
    select ${owner}, last, ${at}::timestamptz, ${line}, ${uid}, ${property_id}::text, ${status},
      ${detail_status}::text, ${waiting_on}, ${sandbox}::boolean
    from counted
  `

const insertFirst = prepared<NewChange, unknown>(
  ['owner', 'at', 'line', 'uid', 'property_id', 'status', 'detail_status', 'waiting_on', 'sandbox'],
  (db, change) =>
    tables(db)
      .with(
        'counted',
        () => sql<{ last: number }>`
        (insert into change_counters as counter (owner, last) values (${change.owner}, 1)
        on conflict (owner) do update set last = counter.last + 1
        returning last)
      `,
      )
      .insertInto('changes')
      .columns(['owner', ...SHOWN])
      .expression(withNumber(change)),
)

export const insertFirstChange = (db: Db, change: NewChange): Promise<void> =>
  deferred(db, insertFirst(db, change))

type Stated = NewChange & { again: boolean }

const insert = prepared<Stated, unknown>(
  ['owner', 'at', 'line', 'uid', 'property_id', 'status', 'detail_status', 'waiting_on', 'sandbox', 'again'],
  (db, { again, ...change }) => {
    const { owner, uid, property_id, status, detail_status, waiting_on } = change
    return tables(db)
      .with(
        'counted',
        () => sql<{ last: number }>`
        (insert into change_counters as counter (owner, last)
        select ${owner}, 1
        where ${again}::boolean or (${status}::text, ${detail_status}::text, ${waiting_on}::text) is distinct from (
          select (status, detail_status, waiting_on) from changes
          where uid = ${uid} and property_id is not distinct from ${property_id}::text
          order by change_id desc limit 1
        )
        on conflict (owner) do update set last = counter.last + 1
        returning last)
      `,
      )
      .insertInto('changes')
      .columns(['owner', ...SHOWN])
      .expression(withNumber(change))
  },
)

/** Inserts nothing if the last change of the same home or household says the same, unless it is stated `again`. */
export const insertChange = (db: Db, change: Stated): Promise<void> => deferred(db, insert(db, change))

type Page = {
  owner: string
  lines: readonly string[]
  sandbox: boolean | undefined
  after: number
  limit: number
}

export const listChanges = (
  db: Db,
  { owner, lines, sandbox, after, limit }: Page,
): Promise<Omit<ChangeRow, 'owner'>[]> =>
  tables(db)
    .selectFrom('changes')
    .select(SHOWN)
    .where('owner', '=', owner)
    .where('seq', '>', after)
    .where('line', 'in', [...lines])
    // Literals, not parameters, so that the planner uses the partial index.
    .$if(sandbox !== undefined, found =>
      found.where(sandbox ? sql<boolean>`sandbox` : sql<boolean>`not sandbox`),
    )
    .orderBy('seq')
    .limit(limit)
    .execute()

export const lastChange = async (db: Db, owner: string): Promise<number> => {
  const row = await tables(db)
    .selectFrom('change_counters')
    .select('last')
    .where('owner', '=', owner)
    .executeTakeFirst()
  return row?.last ?? 0
}

export const deleteChangesBefore = async (db: Db, moment: Date): Promise<void> => {
  await deleteInBatches(tables(db), 'changes', eb => eb('at', '<', moment))
}
