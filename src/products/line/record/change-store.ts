import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { prepared } from '../../../platform/db/prepared.ts'
import { deferred } from '../../../platform/db/session.ts'
import { type Row, t, table, tablesOf } from '../../../platform/db/table.ts'
import { DAY } from '../../../platform/lib/clock.ts'
import type { Stage } from '../wire/stage.ts'
import type { WaitingOn } from '../wire/waiting-on.ts'

export const changes = table('changes', 'copies for the feed, written with every change', {
  change_id: t.key(t.generated(t.number())),
  owner: t.text(),
  /** Null: written by an earlier release, and not yet numbered. */
  seq: t.orNull(t.number()),
  at: t.purged(90 * DAY, t.time()),
  line: t.text(),
  uid: t.text(),
  property_id: t.orNull(t.text()),
  status: t.text(),
  detail_status: t.orNull(t.text()),
  /** Null: written by an earlier release. */
  stage: t.orNull(t.text<Stage>()),
  waiting_on: t.text<WaitingOn>(),
  sandbox: t.bool(),
})

export const changeCounters = table(
  'change_counters',
  'numbers of the feed; a wrong one repeats or hides copies',
  { owner: t.key(t.text()), last: t.number() },
)

export type NewChange = Omit<Row<typeof changes>, 'change_id' | 'seq'>
export type ChangeRow = NewChange & { seq: number }

const tables = tablesOf(changes, changeCounters)

const SHOWN = [
  'seq',
  'at',
  'line',
  'uid',
  'property_id',
  'status',
  'detail_status',
  'stage',
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
  stage,
  waiting_on,
  sandbox,
}: NewChange) =>
  sql<NewChange>`
    select ${owner}, last, ${at}::timestamptz, ${line}, ${uid}, ${property_id}::text, ${status},
      ${detail_status}::text, ${stage}::text, ${waiting_on}, ${sandbox}::boolean
    from counted
  `

const insertFirst = prepared<NewChange, unknown>(
  ['owner', ...SHOWN.filter(name => name !== 'seq')],
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
  ['owner', ...SHOWN.filter(name => name !== 'seq'), 'again'],
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
    .$narrowType<{ seq: number }>()
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
