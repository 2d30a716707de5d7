import { type RawBuilder, sql } from 'kysely'
import type { PolicyState } from '../../../agency/policies/policy-life.ts'
import type { Db } from '../../../platform/db/database.ts'
import { prepared } from '../../../platform/db/prepared.ts'
import { deferred } from '../../../platform/db/session.ts'
import { type Row, t, table, tablesOf } from '../../../platform/db/table.ts'
import { DAY } from '../../../platform/lib/clock.ts'
import type { Stage, WaitingOn } from '../wire/waiting-on.ts'
import type { ChangeType } from './change-type.ts'

export const changes = table('changes', 'copies for the feed, written with every change', {
  change_id: t.key(t.generated(t.number())),
  owner: t.text(),
  /** Null: not read yet. */
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
  /** Null: written by an earlier release. */
  type: t.orNull(t.text<ChangeType>()),
  /** Of the policy. Null: there is none, or an earlier release wrote the row. */
  state: t.orNull(t.text<PolicyState>()),
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
  'type',
  'state',
] as const

/** `numbered`: at the commit, as long as an earlier release reads the feed. */
type First = NewChange & { numbered: boolean }

const columnsOf = ({
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
  type,
  state,
}: NewChange) =>
  sql<NewChange>`
    ${owner}, (select last from counted), ${at}::timestamptz, ${line}, ${uid}, ${property_id}::text, ${status},
    ${detail_status}::text, ${stage}::text, ${waiting_on}, ${sandbox}::boolean,
    ${type}::text, ${state}::text
  `

const counting = (owner: string, told: RawBuilder<unknown>) => sql<{ last: number }>`
  (insert into change_counters as counter (owner, last) select ${owner}, 1 ${told}
  on conflict (owner) do update set last = counter.last + 1 returning last)
`

const NEW = ['owner', ...SHOWN.filter(name => name !== 'seq')] as const

const insertFirst = prepared<First, unknown>([...NEW, 'numbered'], (db, change) =>
  tables(db)
    .with('counted', () => counting(change.owner, sql`where ${change.numbered}::boolean`))
    .insertInto('changes')
    .columns(['owner', ...SHOWN])
    .expression(sql<NewChange>`select ${columnsOf(change)}`),
)

export const insertFirstChange = (db: Db, change: First): Promise<void> =>
  deferred(db, insertFirst(db, change))

type Stated = First & { again: boolean }

const insert = prepared<Stated, unknown>(
  [...NEW, 'numbered', 'again'],
  (db, { again, numbered, ...change }) => {
    const { owner, uid, property_id, status, detail_status, waiting_on } = change
    const told = sql<{ told: boolean }>`
    (select true as told where ${again}::boolean
    or (${status}::text, ${detail_status}::text, ${waiting_on}::text) is distinct from (
      select (status, detail_status, waiting_on) from changes
      where uid = ${uid} and property_id is not distinct from ${property_id}::text
      order by change_id desc limit 1
    ))
  `
    // A number never overtakes an earlier change of the application that has none yet.
    const here = sql`from told where ${numbered}::boolean and not exists (select from changes where uid = ${uid} and seq is null)`
    return tables(db)
      .with('told', () => told)
      .with('counted', () => counting(owner, here))
      .insertInto('changes')
      .columns(['owner', ...SHOWN])
      .expression(sql<NewChange>`select ${columnsOf(change)} from told`)
  },
)

/** Inserts nothing if the last change of the same home or household says the same, unless it is stated `again`. */
export const insertChange = (db: Db, change: Stated): Promise<void> => deferred(db, insert(db, change))

const MOST_NUMBERED = 1000

/**
 * Numbers what is committed. Writers take no lock for it: a change that commits later gets a later number, and of one
 * application the later change is never visible without the earlier one. The counter is locked in a statement of its
 * own, so that the next one sees what the holder before it numbered.
 */
export const numberChanges = async (db: Db, owner: string): Promise<void> => {
  await sql`insert into change_counters (owner, last) values (${owner}, 0) on conflict do nothing`.execute(db)
  await sql`select from change_counters where owner = ${owner} for update`.execute(db)
  await sql`
    with fresh as (
      select change_id, row_number() over (order by change_id) as place from (
        select change_id from changes where owner = ${owner} and seq is null order by change_id limit ${MOST_NUMBERED}
      ) as unnumbered
    ), numbered as (
      update changes set seq = last + place from fresh, change_counters as counter
      where changes.change_id = fresh.change_id and counter.owner = ${owner} returning true
    )
    update change_counters set last = last + (select count(*) from numbered) where owner = ${owner}
  `.execute(db)
}

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

/** `last`: the number given last. `more`: changes wait for theirs. */
export type FeedEnd = { last: number; more: boolean }

const end = prepared<{ owner: string }, FeedEnd>(['owner'], (db, { owner }) =>
  db.selectNoFrom([
    sql<number>`coalesce((select last from change_counters where owner = ${owner}), 0)`.as('last'),
    sql<boolean>`exists (select from changes where owner = ${owner} and seq is null)`.as('more'),
  ]),
)

export const feedEnd = async (db: Db, owner: string): Promise<FeedEnd> =>
  (await end(db, { owner })).rows[0] ?? { last: 0, more: false }
