import { type RawBuilder, sql } from 'kysely'
import { intakes } from '../../../platform/audit/store.ts'
import type { Db } from '../../../platform/db/database.ts'
import { prepared } from '../../../platform/db/prepared.ts'
import { deferred } from '../../../platform/db/session.ts'
import { type Row, t, table, tablesOf } from '../../../platform/db/table.ts'

export const bookTerms = table(
  'book_terms',
  'leads to records by MACs; a record is opened and checked before it is shown',
  { term: t.key(t.bytes()), at: t.key(t.time()), uid: t.key(t.text()), filing: t.number() },
)

export const bookWaiting = table('book_waiting', 'names of records to file in the book', {
  uid: t.key(t.text()),
})

const tables = tablesOf(bookTerms, bookWaiting, intakes)

export type BookPlace = { uid: string; at: Date }

/** Raised when applications get more terms, so earlier filings can be recognized. */
const FILING = 2

type Filing = BookPlace & { terms: readonly Buffer[] }

const rowsOf = (db: Db, { uid, at, terms }: Filing) =>
  tables(db)
    .insertInto('book_terms')
    .columns(['term', 'at', 'uid', 'filing'])
    .expression(
      sql<
        Row<typeof bookTerms>
      >`select term, ${at}::timestamptz, ${uid}, ${FILING}::integer from unnest(${terms}::bytea[]) as term`,
    )

const insertNew = prepared<Filing, unknown>(['uid', 'at', 'terms'], rowsOf)

const insert = prepared<Filing, unknown>(['uid', 'at', 'terms'], (db, filing) =>
  rowsOf(db, filing).onConflict(conflict => conflict.doNothing()),
)

/** An application that is not in the book yet has no terms to look for, which are a third of the work. */
export const insertFirstTerms = (db: Db, place: BookPlace, terms: readonly Buffer[]): Promise<void> =>
  deferred(db, insertNew(db, { ...place, terms: [...terms] }))

export const insertTerms = (db: Db, place: BookPlace, terms: readonly Buffer[]): Promise<void> =>
  terms.length === 0 ? Promise.resolve() : deferred(db, insert(db, { ...place, terms: [...terms] }))

export const deleteTerms = async (
  db: Db,
  { uid, at }: BookPlace,
  terms: readonly Buffer[],
): Promise<void> => {
  if (terms.length === 0) return
  await tables(db)
    .deleteFrom('book_terms')
    .where('term', 'in', [...terms])
    .where('at', '=', at)
    .where('uid', '=', uid)
    .execute()
}

export const deleteAllTerms = (db: Db, uid: string): Promise<unknown> =>
  tables(db).deleteFrom('book_terms').where('uid', '=', uid).execute()

export const lockTerm = async (db: Db, term: Buffer): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${term.readBigInt64BE().toString()}::bigint)`.execute(db)
}

export const listTerms = async (db: Db, uid: string): Promise<Buffer[]> => {
  const rows = await tables(db)
    .selectFrom('book_terms')
    .select(['term', 'filing'])
    .where('uid', '=', uid)
    .execute()
  return rows.every(({ filing }) => filing === FILING) ? rows.map(({ term }) => term) : []
}

type Terms = readonly [Buffer, ...Buffer[]]
type Search = { terms: Terms; before: BookPlace | null; limit: number }

/** Newest first. `lookedTo`: there may be more, but only older than this. */
export type BookPage = { found: BookPlace[]; lookedTo: BookPlace | null }

const older = (before: BookPlace | null) =>
  before ? sql`and (at, uid) < (${before.at}::timestamptz, ${before.uid})` : sql``

const searchTerm = async (db: Db, { terms: [term], before, limit }: Search): Promise<BookPage> => {
  const { rows } = await sql<BookPlace>`
    select at, uid from book_terms where term = ${term} ${older(before)} order by at desc, uid desc limit ${limit}
  `.execute(db)
  return { found: rows, lookedTo: null }
}

const ENTRIES_A_PAGE_LOOKS_AT = 50

type FoundRow = BookPlace & { is_end: boolean }

const pageOf = (rows: readonly FoundRow[], limit: number): BookPage => {
  const places = (isEnd: boolean): BookPlace[] =>
    rows.filter(({ is_end }) => is_end === isEnd).map(({ at, uid }) => ({ at, uid }))
  const found = places(false)
  return { found, lookedTo: found.length < limit ? (places(true)[0] ?? null) : null }
}

/** A scalar subquery keeps the planner from reading all entries of the other term instead. */
const hasToo = (term: RawBuilder<Buffer>) => sql`coalesce((
  select true from book_terms as other where other.term = ${term} and other.at = looked.at and other.uid = looked.uid
), false)`

/** Reads one further entry of the term's list, so a page never promises more where nothing is left. */
const goesOn = (term: RawBuilder<Buffer>, end: string) => sql`coalesce((
  select true from book_terms as further
  where further.term = ${term} and (further.at, further.uid) < (${sql.ref(`${end}.at`)}, ${sql.ref(`${end}.uid`)}) limit 1
), false)`

const searchFirst = async (db: Db, { terms, before, limit }: Search): Promise<BookPage> => {
  const [first, ...others] = terms
  const { rows } = await sql<FoundRow>`
    with looked as materialized (
      select at, uid from book_terms where term = ${first} ${older(before)}
      order by at desc, uid desc limit ${ENTRIES_A_PAGE_LOOKS_AT}
    )
    (select at, uid, false as is_end from looked
     where ${sql.join(
       others.map(term => hasToo(sql`${term}`)),
       sql` and `,
     )} limit ${limit})
    union all (
      select at, uid, true from (select at, uid from looked offset ${ENTRIES_A_PAGE_LOOKS_AT - 1}) as last
      where ${goesOn(sql`${first}`, 'last')}
    )
  `.execute(db)
  return pageOf(rows, limit)
}

/** Looks at the newest entries of the rarest term, which reach back furthest. */
const searchAll = async (db: Db, { terms, before, limit }: Search): Promise<BookPage> => {
  const asked = sql`unnest(${[...terms]}::bytea[]) as asked (term)`
  const { rows } = await sql<FoundRow>`
    with entries as materialized (
      select term, at, uid, place from ${asked}, lateral (
        select at, uid, row_number() over (order by at desc, uid desc) as place from book_terms
        where book_terms.term = asked.term ${older(before)} order by at desc, uid desc limit ${ENTRIES_A_PAGE_LOOKS_AT}
      ) as newest
    ), ends as materialized (
      select asked.term, at, uid, (select count(*) from entries where entries.term = asked.term) as places
      from ${asked} left join entries on entries.term = asked.term and place = ${ENTRIES_A_PAGE_LOOKS_AT}
        and ${goesOn(sql.ref('entries.term'), 'entries')}
    ), rarest as materialized (
      select term, at, uid from ends order by at nulls first, places, uid limit 1
    )
    (select at, uid, false as is_end from (
       select at, uid from entries where term = (select term from rarest) order by place
     ) as looked
     where (
       select bool_and(
         (ends.term, looked.uid) in (select term, uid from entries)
         or (looked.at, looked.uid) < (ends.at, ends.uid) and ${hasToo(sql.ref('ends.term'))}
       ) from ends
     ) limit ${limit})
    union all (select at, uid, true from rarest where at is not null)
  `.execute(db)
  return pageOf(rows, limit)
}

export const searchTerms = (db: Db, search: Search): Promise<BookPage> =>
  search.terms.length === 1 ? searchTerm(db, search) : searchAll(db, search)

export const searchByFirst = (db: Db, search: Search): Promise<BookPage> =>
  search.terms.length === 1 ? searchTerm(db, search) : searchFirst(db, search)

export const listWaiting = async (db: Db, after: string, limit: number): Promise<string[]> => {
  const rows = await tables(db)
    .selectFrom('book_waiting')
    .select('uid')
    .where('uid', '>', after)
    .orderBy('uid')
    .limit(limit)
    .execute()
  return rows.map(({ uid }) => uid)
}

export const hasWaiting = async (db: Db): Promise<boolean> =>
  (await tables(db).selectFrom('book_waiting').select('uid').limit(1).executeTakeFirst()) !== undefined

/** During a deploy the release before this one still writes applications without all their terms. */
export const listMissing = async (
  db: Db,
  { line, from, to, limit }: { line: string; from: string; to: string; limit: number },
): Promise<string[]> => {
  const rows = await tables(db)
    .selectFrom('intakes')
    .select('uid')
    .where('line', '=', line)
    .where('uid', '>', from)
    .where('uid', '<', to)
    // A scalar subquery keeps the planner from reading the whole book, every time.
    .where(
      sql<boolean>`coalesce((select min(filing) from book_terms where book_terms.uid = intakes.uid), 0) < ${FILING}`,
    )
    .orderBy('uid')
    .limit(limit)
    .execute()
  return rows.map(({ uid }) => uid)
}

export const deleteWaiting = (db: Db, uid: string): Promise<unknown> =>
  tables(db).deleteFrom('book_waiting').where('uid', '=', uid).execute()
