import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import { deferred } from '../../db/session.ts'

type Tables = {
  book_terms: { term: Buffer; at: Date; uid: string; filing: number }
  book_waiting: { uid: string }
  intakes: { uid: string; line: string }
}

const tables = (db: Db) => db.withTables<Tables>()

export type BookPlace = { uid: string; at: Date }

/** Grows when applications get more terms, so that those filed before can be told apart. */
const FILING = 2

const insert = prepared<BookPlace & { terms: readonly Buffer[] }, unknown>(
  ['uid', 'at', 'terms'],
  (db, { uid, at, terms }) =>
    tables(db)
      .insertInto('book_terms')
      .columns(['term', 'at', 'uid', 'filing'])
      .expression(
        sql<
          Tables['book_terms']
        >`select term, ${at}::timestamptz, ${uid}, ${FILING}::integer from unnest(${terms}::bytea[]) as term`,
      )
      .onConflict(conflict => conflict.doNothing()),
)

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

export const deleteAllTerms = async (db: Db, uid: string): Promise<void> => {
  await tables(db).deleteFrom('book_terms').where('uid', '=', uid).execute()
}

/** Those of an earlier filing count as none. */
export const listTerms = async (db: Db, uid: string): Promise<Buffer[]> => {
  const rows = await tables(db)
    .selectFrom('book_terms')
    .select(['term', 'filing'])
    .where('uid', '=', uid)
    .execute()
  return rows.every(({ filing }) => filing === FILING) ? rows.map(({ term }) => term) : []
}

type Search = { terms: readonly [Buffer, ...Buffer[]]; before: BookPlace | null; limit: number }

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

/** No more are looked at for one page, however large the book is. */
const LOOKED_AT = 100

type Rarest = { term: Buffer; isMany: boolean }

/** Of equally many, the one that is given first. */
const rarestOf = async (db: Db, { terms, before }: Search): Promise<Rarest> => {
  const { rows } = await sql<Rarest>`
    select term, places > ${LOOKED_AT} as "isMany"
    from unnest(${[...terms]}::bytea[]) with ordinality as asked (term, turn), lateral (
      select count(*) as places from (
        select from book_terms where book_terms.term = asked.term ${older(before)} limit ${LOOKED_AT + 1}
      ) as few
    ) as counted order by places, turn limit 1
  `.execute(db)
  return rows[0] as Rarest
}

/** A scalar subquery keeps the planner from reading all entries of the other term instead. */
const hasToo = (term: Buffer) => sql`(
  select true from book_terms as other where other.term = ${term} and other.at = looked.at and other.uid = looked.uid
)`

/** Walks the entries of the rarest term in the order of its index, and looks up the others for each. */
const searchAll = async (db: Db, search: Search): Promise<BookPage> => {
  const { terms, before, limit } = search
  const { term: rarest, isMany } = await rarestOf(db, search)
  const entries = sql`
    select at, uid from book_terms where term = ${rarest} ${older(before)} order by at desc, uid desc`
  const others = terms.filter(term => !term.equals(rarest)).map(hasToo)
  const { rows: found } = await sql<BookPlace>`
    select at, uid from (${entries} limit ${LOOKED_AT}) as looked
    where ${sql.join(others, sql` and `)} order by at desc, uid desc limit ${limit}
  `.execute(db)
  if (!isMany || found.length === limit) return { found, lookedTo: null }
  const { rows: end } = await sql<BookPlace>`${entries} offset ${LOOKED_AT - 1} limit 1`.execute(db)
  return { found, lookedTo: end[0] ?? null }
}

export const searchTerms = (db: Db, search: Search): Promise<BookPage> =>
  search.terms.length === 1 ? searchTerm(db, search) : searchAll(db, search)

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
  { line, from, limit }: { line: string; from: string; limit: number },
): Promise<string[]> => {
  const rows = await tables(db)
    .selectFrom('intakes')
    .select('uid')
    .where('line', '=', line)
    .where('uid', '>', from)
    // A scalar subquery keeps the planner from reading the whole book, every time.
    .where(
      sql<boolean>`coalesce((select min(filing) from book_terms where book_terms.uid = intakes.uid), 0) < ${FILING}`,
    )
    .orderBy('uid')
    .limit(limit)
    .execute()
  return rows.map(({ uid }) => uid)
}

export const deleteWaiting = async (db: Db, uid: string): Promise<void> => {
  await tables(db).deleteFrom('book_waiting').where('uid', '=', uid).execute()
}
