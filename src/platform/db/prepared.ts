import type { Compilable, CompiledQuery, QueryResult } from 'kysely'
import type { Db } from './database.ts'
import type { DatabaseRow } from './seals/row-seal.ts'
import { execute, sealFor } from './session.ts'
import { giveName } from './statement-names.ts'

class Place {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

const compiled = (query: Compilable<unknown>): CompiledQuery => {
  const statement = query.compile()
  giveName(statement.sql)
  return statement
}

/** Name the columns: `*` changes with a migration. A partial index cannot match: the plan does not know the values. */
export const prepared = <V extends object, R>(
  values: readonly (keyof V & string)[],
  build: (db: Db, value: V) => Compilable<R>,
): ((db: Db, given: V) => Promise<QueryResult<R>>) => {
  const places = Object.fromEntries(values.map(name => [name, new Place(name)])) as V
  let statement: CompiledQuery | undefined
  return (db, given) => {
    statement ??= compiled(build(db, places))
    const parameters = statement.parameters.map(part =>
      part instanceof Place ? given[part.name as keyof V] : part,
    )
    return execute<R>(db, { ...statement, parameters })
  }
}

export const preparedInsert = <R extends object>(
  table: string,
  columns: readonly (keyof R & string)[],
): ((db: Db, row: R) => Promise<QueryResult<unknown>>) => {
  const insert = prepared<R & { seal: Buffer }, unknown>([...columns, 'seal'], (db, row) =>
    db
      .withTables<Record<string, Record<string, unknown>>>()
      .insertInto(table)
      .values(row as Record<string, unknown>),
  )
  return (db, row) => insert(db, { ...row, seal: sealFor(db, table, row as DatabaseRow) })
}
