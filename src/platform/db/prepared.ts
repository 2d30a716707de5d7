import type { Compilable, CompiledQuery, QueryResult } from 'kysely'
import type { Db } from './database.ts'
import type { DatabaseRow } from './seals/row-seal.ts'
import { execute, sealFor } from './session.ts'
import { giveName } from './statement-names.ts'
import type { AnyTable, Row } from './table.ts'

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

/** Every column of a sealed table. */
export const preparedInsert = <T extends AnyTable>({
  name,
  columns,
}: T): ((db: Db, row: Row<T>) => Promise<QueryResult<unknown>>) => {
  const insert = prepared<DatabaseRow, unknown>(columns, (db, row) =>
    db.withTables<Record<string, DatabaseRow>>().insertInto(name).values(row),
  )
  return (db, row) => insert(db, { ...row, seal: sealFor(db, name, row as DatabaseRow) })
}
