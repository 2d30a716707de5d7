import type { Compilable, CompiledQuery, QueryResult } from 'kysely'
import type { Db } from './database.ts'
import { giveName } from './statement-names.ts'

/** Stands in a statement for a value that comes later. */
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

/**
 * A statement that runs very often, of one shape: it is built once, and each connection parses and plans it once. `values`
 * come with each run. Name its columns, since what a `*` stood for is something else after a migration. And where a partial
 * index has to match a value, this is not for it: a plan that is made once knows none.
 */
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
    return db.executeQuery<R>({ ...statement, parameters })
  }
}
