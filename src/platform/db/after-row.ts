import { type RawBuilder, type SqlBool, sql } from 'kysely'

export type PageAsked = { after: string | null; limit: number }

type Order = {
  table: string
  by: readonly [...columns: string[], key: string]
  newestFirst?: true
}

/** True for the rows that follow the row with this key, even if that row is no longer listed itself. */
export const isAfter = ({ table, by, newestFirst }: Order, after: string | null): RawBuilder<SqlBool> => {
  if (after === null) return sql`true`
  const columns = (of: string) => sql.join(by.map(column => sql.ref(`${of}.${column}`)))
  const key = sql.ref(`last.${by.at(-1)}`)
  return sql`(${columns(table)}) ${newestFirst ? sql`<` : sql`>`}
    (select ${columns('last')} from ${sql.table(table)} as last where ${key} = ${after})`
}

export type Page<R> = { shown: R[]; next: string | null }

export const readPage = async <R>(
  list: (asked: PageAsked) => Promise<R[]>,
  { after, limit }: PageAsked,
  keyOf: (row: R) => string,
): Promise<Page<R>> => {
  const rows = await list({ after, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { shown, next: rows.length > limit && last !== undefined ? keyOf(last) : null }
}

export type Counted<R> = Page<R> & { count: number }

export const readCounted = async <R>(
  count: Promise<number>,
  ...[list, asked, keyOf]: Parameters<typeof readPage<R>>
): Promise<Counted<R>> => ({ count: await count, ...(await readPage(list, asked, keyOf)) })

/** For rows that were all read, so that no seal stays unchecked. */
export const pageOf = <R>(
  rows: readonly R[],
  isListed: (row: R) => boolean,
  { asked: { after, limit }, keyOf }: { asked: PageAsked; keyOf: (row: R) => string },
): Counted<R> => {
  const later = rows.slice(rows.findIndex(row => keyOf(row) === after) + 1).filter(isListed)
  const shown = later.slice(0, limit)
  const last = shown.at(-1)
  return {
    count: rows.filter(isListed).length,
    shown,
    next: later.length > limit && last !== undefined ? keyOf(last) : null,
  }
}

/** IDs begin with the time, so byte order is time order. Without "C", the server may sort text by a language. */
export const uidByTime = sql<string>`uid collate "C"`
