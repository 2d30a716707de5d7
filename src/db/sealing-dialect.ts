import {
  ColumnNode,
  ColumnUpdateNode,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  DummyDriver,
  type InsertQueryNode,
  Kysely,
  type OperationNode,
  PostgresAdapter,
  PostgresDialect,
  PostgresIntrospector,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  type QueryResult,
  type RootOperationNode,
  type TransactionSettings,
  type UpdateQueryNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
  type WhereNode,
} from 'kysely'
import type pg from 'pg'
import type { Sealer } from '../lib/sealer.ts'
import { isSealedRow, type Row, RowSealError, rowKey, type SealedTable, sealRow } from './row-seal.ts'

export type Seals = {
  sealer: Sealer
  tables: ReadonlyMap<string, SealedTable>
  onBroken(table: string, key: string): void
}

const SEAL = 'seal'

const compiler = new PostgresQueryCompiler()

const builder = new Kysely<Record<string, Row>>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: db => new PostgresIntrospector(db),
    createQueryCompiler: () => compiler,
  },
})

const recompiled = ({ queryId }: CompiledQuery, query: RootOperationNode): CompiledQuery =>
  compiler.compileQuery(query, queryId)

const tableName = (node: OperationNode | undefined): string | undefined => {
  if (node?.kind === 'AliasNode') return tableName((node as { node?: OperationNode }).node)
  if (node?.kind !== 'TableNode') return undefined
  return (node as unknown as { table: { identifier: { name: string } } }).table.identifier.name
}

const columnName = (node: OperationNode): string =>
  (node as unknown as { column: { name: string } }).column.name

const tableOf = (query: RootOperationNode): string | undefined => {
  switch (query.kind) {
    case 'SelectQueryNode':
      return tableName(query.from?.froms[0])
    case 'InsertQueryNode':
      return tableName(query.into)
    case 'UpdateQueryNode':
      return tableName(query.table)
    default:
      return undefined
  }
}

const literal = (node: OperationNode): unknown => {
  if (node.kind === 'ValueNode') return (node as ValueNode).value
  if (node.kind === 'DefaultInsertValueNode') return null
  throw new Error('A sealed column takes a value, not an expression: the seal is computed before the write.')
}

const updatesOf = (updates: readonly ColumnUpdateNode[] | undefined): Map<string, OperationNode> =>
  new Map(updates?.map(({ column, value }) => [columnName(column), value]))

const touches = ({ columns }: SealedTable, updates: Map<string, OperationNode>): boolean =>
  columns.some(name => updates.has(name)) && !updates.has(SEAL)

const withSeal = (
  item: PrimitiveValueListNode | ValueListNode,
  names: readonly string[],
  seal: (row: Row) => Buffer,
): PrimitiveValueListNode | ValueListNode => {
  if (item.kind === 'PrimitiveValueListNode') {
    const row = Object.fromEntries(names.map((name, at) => [name, item.values[at]]))
    return PrimitiveValueListNode.create([...item.values, seal(row)])
  }
  const row = Object.fromEntries(names.map((name, at) => [name, literal(item.values[at] as OperationNode)]))
  return ValueListNode.create([...item.values, ValueNode.create(seal(row))])
}

const sealedInsert = (sealer: Sealer, table: SealedTable, query: InsertQueryNode): InsertQueryNode => {
  const names = query.columns?.map(columnName) ?? []
  if (names.includes(SEAL)) return query
  if (touches(table, updatesOf(query.onConflict?.updates)))
    throw new Error(`An upsert cannot seal ${table.table}: insert, and update what is there already.`)
  const values = (query.values as ValuesNode).values.map(item =>
    withSeal(item, names, row => sealRow(sealer, table, row)),
  )
  return {
    ...query,
    columns: [...(query.columns ?? []), ColumnNode.create(SEAL)],
    values: ValuesNode.create(values),
  }
}

const whereKey = ({ table, key }: SealedTable, row: Row): WhereNode => {
  const found = key.reduce(
    (query, name) => query.where(name, '=', row[name] as never),
    builder.selectFrom(table).selectAll(),
  )
  return found.toOperationNode().where as WhereNode
}

class SealingConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection
  readonly #driver: Driver
  readonly #seals: Seals
  inTransaction = false

  constructor(inner: DatabaseConnection, driver: Driver, seals: Seals) {
    this.inner = inner
    this.#driver = driver
    this.#seals = seals
  }

  async executeQuery<R>(compiled: CompiledQuery): Promise<QueryResult<R>> {
    const { query } = compiled
    const table = this.#seals.tables.get(tableOf(query) ?? '')
    if (!table) return this.inner.executeQuery(compiled)
    if (query.kind === 'UpdateQueryNode' && touches(table, updatesOf(query.updates)))
      return this.#atomically(() => this.#update(table, compiled, query))
    const sealed =
      query.kind === 'InsertQueryNode'
        ? this.#recompiledIfNew(compiled, sealedInsert(this.#seals.sealer, table, query))
        : compiled
    const result = await this.inner.executeQuery<R>(sealed)
    for (const row of result.rows) this.#open(table, row as Row)
    return result
  }

  streamQuery<R>(compiled: CompiledQuery, chunkSize?: number): AsyncIterableIterator<QueryResult<R>> {
    return this.inner.streamQuery(compiled, chunkSize)
  }

  #recompiledIfNew(compiled: CompiledQuery, query: InsertQueryNode): CompiledQuery {
    return query === compiled.query ? compiled : recompiled(compiled, query)
  }

  /** A row that was read without its seal is not checked: name all sealed columns, or take all. */
  #open(table: SealedTable, row: Row): void {
    if (!(SEAL in row)) return
    if (!isSealedRow(this.#seals.sealer, table, row)) {
      const key = rowKey(table, row)
      this.#seals.onBroken(table.table, key)
      throw new RowSealError(`The row ${key} of ${table.table} was changed outside the service.`)
    }
    delete row[SEAL]
  }

  /** Checks the old row under its lock before it seals the new one, so that no change launders a forged row. */
  async #update<R>(
    table: SealedTable,
    compiled: CompiledQuery,
    query: UpdateQueryNode,
  ): Promise<QueryResult<R>> {
    if (query.from || query.with) throw new Error('An update of sealed columns names one table.')
    const changes = [...updatesOf(query.updates)].filter(([name]) => table.columns.includes(name))
    const change = Object.fromEntries(changes.map(([name, value]) => [name, literal(value)]))
    const locking = builder
      .selectFrom(table.table)
      .select([...table.columns, SEAL])
      .forNoKeyUpdate()
      .toOperationNode()
    const found = await this.inner.executeQuery<Row>(
      recompiled(compiled, { ...locking, ...(query.where && { where: query.where }) }),
    )
    const rows: R[] = []
    for (const row of found.rows) {
      this.#open(table, row)
      const seal = sealRow(this.#seals.sealer, table, { ...row, ...change })
      const updates = [
        ...(query.updates ?? []),
        ColumnUpdateNode.create(ColumnNode.create(SEAL), ValueNode.create(seal)),
      ]
      const done = await this.inner.executeQuery<R>(
        recompiled(compiled, { ...query, updates, where: whereKey(table, row) }),
      )
      for (const changed of done.rows) {
        delete (changed as Row)[SEAL]
        rows.push(changed)
      }
    }
    return { rows, numAffectedRows: BigInt(found.rows.length) }
  }

  async #atomically<T>(act: () => Promise<T>): Promise<T> {
    if (this.inTransaction) return act()
    await this.#driver.beginTransaction(this.inner, {})
    try {
      const done = await act()
      await this.#driver.commitTransaction(this.inner)
      return done
    } catch (error) {
      await this.#driver.rollbackTransaction(this.inner)
      throw error
    }
  }
}

class SealingDriver implements Driver {
  readonly #inner: Driver
  readonly #seals: Seals

  constructor(inner: Driver, seals: Seals) {
    this.#inner = inner
    this.#seals = seals
  }

  init(): Promise<void> {
    return this.#inner.init()
  }

  async acquireConnection(): Promise<SealingConnection> {
    return new SealingConnection(await this.#inner.acquireConnection(), this.#inner, this.#seals)
  }

  async beginTransaction(connection: SealingConnection, settings: TransactionSettings): Promise<void> {
    await this.#inner.beginTransaction(connection.inner, settings)
    connection.inTransaction = true
  }

  async commitTransaction(connection: SealingConnection): Promise<void> {
    connection.inTransaction = false
    await this.#inner.commitTransaction(connection.inner)
  }

  async rollbackTransaction(connection: SealingConnection): Promise<void> {
    connection.inTransaction = false
    await this.#inner.rollbackTransaction(connection.inner)
  }

  releaseConnection(connection: SealingConnection): Promise<void> {
    return this.#inner.releaseConnection(connection.inner)
  }

  destroy(): Promise<void> {
    return this.#inner.destroy()
  }
}

/** Seals what is written to a sealed table and checks what is read from it, whichever store asks. */
export const sealingDialect = (pool: pg.Pool, seals: Seals): Dialect => {
  const plain = new PostgresDialect({ pool })
  return {
    createAdapter: () => plain.createAdapter(),
    createDriver: () => new SealingDriver(plain.createDriver(), seals) as Driver,
    createIntrospector: db => plain.createIntrospector(db),
    createQueryCompiler: () => plain.createQueryCompiler(),
  }
}
