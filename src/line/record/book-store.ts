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
const LOOKED_AT = 150

type Looked = BookPlace & { matches: boolean; place: number }

/**
 * Walks the entries of the rarest term in the order of its index, and looks up the others for each. A scalar subquery
 * keeps the planner from reading all entries of the others instead.
 */
const searchAll = async (db: Db, { terms, before, limit }: Search): Promise<BookPage> => {
  const { rows } = await sql<Looked>`
    with wanted as materialized (
      select term, (
        select count(*) from (
          select from book_terms where book_terms.term = asked.term ${older(before)} limit ${LOOKED_AT}
        ) as few
      ) as places, turn
      from unnest(${[...terms]}::bytea[]) with ordinality as asked (term, turn)
    ), rarest as materialized (
      select term from wanted order by places, turn limit 1
    ), looked as materialized (
      select at, uid from book_terms where term = (select term from rarest) ${older(before)}
      order by at desc, uid desc limit ${LOOKED_AT}
    )
    select at, uid, matches, place from (
      select at, uid, (row_number() over (order by at desc, uid desc))::int as place, not exists (
        select from wanted where (
          select true from book_terms as other
          where other.term = wanted.term and other.at = looked.at and other.uid = looked.uid
        ) is null
      ) as matches from looked
    ) as walked
    where matches or place = ${LOOKED_AT} order by at desc, uid desc
  `.execute(db)
  const placeOf = ({ at, uid }: Looked): BookPlace => ({ at, uid })
  const end = rows.find(({ place }) => place === LOOKED_AT)
  const found = rows.filter(({ matches }) => matches).map(placeOf)
  return { found: found.slice(0, limit), lookedTo: end ? placeOf(end) : null }
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
    .where(({ not, or, exists, selectFrom }) => {
      const filed = selectFrom('book_terms')
        .select('book_terms.uid')
        .whereRef('book_terms.uid', '=', 'intakes.uid')
      return or([not(exists(filed)), exists(filed.where('filing', '<', FILING))])
    })
    .orderBy('uid')
    .limit(limit)
    .execute()
  return rows.map(({ uid }) => uid)
}

export const deleteWaiting = async (db: Db, uid: string): Promise<void> => {
  await tables(db).deleteFrom('book_waiting').where('uid', '=', uid).execute()
}
