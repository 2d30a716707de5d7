import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import { deferred } from '../../db/session.ts'

type Tables = {
  book_terms: { term: Buffer; at: Date; uid: string }
  book_waiting: { uid: string }
  intakes: { uid: string; line: string }
}

const tables = (db: Db) => db.withTables<Tables>()

export type BookPlace = { uid: string; at: Date }

const insert = prepared<BookPlace & { terms: readonly Buffer[] }, unknown>(
  ['uid', 'at', 'terms'],
  (db, { uid, at, terms }) =>
    tables(db)
      .insertInto('book_terms')
      .columns(['term', 'at', 'uid'])
      .expression(
        sql<
          Tables['book_terms']
        >`select term, ${at}::timestamptz, ${uid} from unnest(${terms}::bytea[]) as term`,
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

export const listTerms = async (db: Db, uid: string): Promise<Buffer[]> => {
  const rows = await tables(db).selectFrom('book_terms').select('term').where('uid', '=', uid).execute()
  return rows.map(({ term }) => term)
}

type Search = { terms: readonly [Buffer, ...Buffer[]]; before: BookPlace | null; limit: number }

/** Newest first. Walks the entries of the first term in the order of its index, so the size of the book does not matter. */
export const searchTerms = (
  db: Db,
  { terms: [first, ...others], before, limit }: Search,
): Promise<BookPlace[]> =>
  tables(db)
    .selectFrom('book_terms as found')
    .select(['found.uid', 'found.at'])
    .where('found.term', '=', first)
    .$if(before !== null, query =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('found.at', 'found.uid'), '<', tuple(before?.at as Date, before?.uid as string)),
      ),
    )
    .where(({ and, exists, selectFrom }) =>
      and(
        others.map(term =>
          exists(
            selectFrom('book_terms as other')
              .select('other.uid')
              .where('other.term', '=', term)
              .whereRef('other.at', '=', 'found.at')
              .whereRef('other.uid', '=', 'found.uid'),
          ),
        ),
      ),
    )
    .orderBy('found.at', 'desc')
    .orderBy('found.uid', 'desc')
    .limit(limit)
    .execute()

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

/** During a deploy the release before this one still writes applications without terms. */
export const listMissing = async (
  db: Db,
  { line, from, limit }: { line: string; from: string; limit: number },
): Promise<string[]> => {
  const rows = await tables(db)
    .selectFrom('intakes')
    .select('uid')
    .where('line', '=', line)
    .where('uid', '>', from)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('book_terms').select('book_terms.uid').whereRef('book_terms.uid', '=', 'intakes.uid'),
        ),
      ),
    )
    .orderBy('uid')
    .limit(limit)
    .execute()
  return rows.map(({ uid }) => uid)
}

export const deleteWaiting = async (db: Db, uid: string): Promise<void> => {
  await tables(db).deleteFrom('book_waiting').where('uid', '=', uid).execute()
}
