import {
  AliasNode,
  ColumnNode,
  ColumnUpdateNode,
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  IdentifierNode,
  type InsertQueryNode,
  Kysely,
  type OperationNode,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  type QueryResult,
  RawNode,
  ReferenceNode,
  type RootOperationNode,
  SelectAllNode,
  SelectionNode,
  SelectQueryNode,
  TableNode,
  UpdateQueryNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
  type WhereNode,
} from 'kysely'
import type { Sealer } from '../../lib/sealer.ts'
import { giveName, statementName } from '../statement-names.ts'
import {
  type DatabaseRow,
  isSealedRow,
  judgedColumns,
  RowSealError,
  rowKey,
  type SealedTable,
  sealOf,
  sealRow,
  takeSeal,
} from './row-seal.ts'
import { isInTurn, loggedSeal } from './seal-log.ts'

export type Seals = {
  sealer: Sealer
  tables: ReadonlyMap<string, SealedTable>
  onBroken(table: string, key: string): void
}

const SEAL = 'seal'
const LOGGED = 'logged_seal'

const compiler = new PostgresQueryCompiler()

const builder = new Kysely<Record<string, DatabaseRow>>({
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
  if (node && AliasNode.is(node)) return tableName(node.node)
  return node && TableNode.is(node) ? node.table.identifier.name : undefined
}

const columnName = (node: OperationNode): string => {
  if (!ColumnNode.is(node)) throw new Error(`A column is set by its name, not by a ${node.kind}.`)
  return node.column.name
}

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

const returnsSeal = ({ selection }: SelectionNode): boolean => {
  if (!ReferenceNode.is(selection)) return SelectAllNode.is(selection)
  return SelectAllNode.is(selection.column) || selection.column.column.name === SEAL
}

const aliasOf = (node: OperationNode | undefined): string =>
  node && AliasNode.is(node) && IdentifierNode.is(node.alias) ? node.alias.name : (tableName(node) ?? '')

/** Also returns the seal that the log knows, so that a row that was put back is refused. */
const withLogged = <Q extends RootOperationNode>(table: SealedTable, query: Q): Q => {
  const asking = (selections: readonly SelectionNode[], from: OperationNode | undefined) => {
    const logged = AliasNode.create(
      RawNode.createWithSql(loggedSeal(table, aliasOf(from))),
      IdentifierNode.create(LOGGED),
    )
    return [...selections, SelectionNode.create(logged)]
  }
  if (SelectQueryNode.is(query) && query.selections?.some(returnsSeal))
    return { ...query, selections: asking(query.selections, query.from?.froms[0]) }
  if (
    UpdateQueryNode.is(query) &&
    query.returning?.selections.some(returnsSeal) &&
    !updatesOf(query.updates).has(SEAL)
  ) {
    const selections = asking(query.returning.selections, query.table)
    return { ...query, returning: { ...query.returning, selections } }
  }
  return query
}

const isSame = (one: unknown, other: unknown): boolean =>
  Buffer.isBuffer(one) && Buffer.isBuffer(other) && one.equals(other)

const withLoggedOnce = new WeakMap<RootOperationNode, string>()

/** What is added has no parameters, so a prepared statement keeps its own. */
const asksLogged = (table: SealedTable, compiled: CompiledQuery): CompiledQuery => {
  const known = withLoggedOnce.get(compiled.query)
  if (known !== undefined) return { ...compiled, sql: known }
  const query = withLogged(table, compiled.query)
  if (query === compiled.query) return compiled
  const { sql } = recompiled(compiled, query)
  if (statementName(compiled.sql) !== undefined) {
    giveName(sql)
    withLoggedOnce.set(compiled.query, sql)
  }
  return { ...compiled, sql }
}

const literal = (node: OperationNode): unknown => {
  if (ValueNode.is(node)) return node.value
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
  seal: (row: DatabaseRow) => Buffer,
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

const whereKey = ({ table, key }: SealedTable, row: DatabaseRow): WhereNode => {
  const found = key.reduce(
    (query, name) => query.where(name, '=', row[name] as never),
    builder.selectFrom(table).selectAll(),
  )
  return found.toOperationNode().where as WhereNode
}

export type Atomically = <T>(act: (connection: DatabaseConnection) => Promise<T>) => Promise<T>

export class SealingConnection implements DatabaseConnection {
  readonly #inner: DatabaseConnection
  readonly #atomically: Atomically
  readonly #seals: Seals

  constructor(inner: DatabaseConnection, seals: Seals, atomically: Atomically) {
    this.#inner = inner
    this.#seals = seals
    this.#atomically = atomically
  }

  executeQuery<R>(compiled: CompiledQuery): Promise<QueryResult<R>> {
    const table = this.#seals.tables.get(tableOf(compiled.query) ?? '')
    return table ? this.#sealed(table, compiled) : this.#inner.executeQuery(compiled)
  }

  async #sealed<R>(table: SealedTable, compiled: CompiledQuery): Promise<QueryResult<R>> {
    const { query } = compiled
    if (query.kind === 'UpdateQueryNode' && touches(table, updatesOf(query.updates)))
      return this.#atomically(connection => this.#update(connection, table, { compiled, query }))
    const sealed =
      query.kind === 'InsertQueryNode'
        ? this.#recompiledIfNew(compiled, sealedInsert(this.#seals.sealer, table, query))
        : asksLogged(table, compiled)
    const result = await this.#inner.executeQuery<R>(sealed)
    await this.#open(this.#inner, table, result.rows as DatabaseRow[])
    return result
  }

  streamQuery<R>(compiled: CompiledQuery, chunkSize?: number): AsyncIterableIterator<QueryResult<R>> {
    return this.#inner.streamQuery(compiled, chunkSize)
  }

  sealFor(name: string, row: DatabaseRow): Buffer {
    const table = this.#seals.tables.get(name)
    if (!table) throw new Error(`${name} is not a sealed table.`)
    return sealRow(this.#seals.sealer, table, row)
  }

  #recompiledIfNew(compiled: CompiledQuery, query: InsertQueryNode): CompiledQuery {
    return query === compiled.query ? compiled : recompiled(compiled, query)
  }

  /** A row read without its seal is not checked, so select all sealed columns or `*`. */
  async #open(
    connection: DatabaseConnection,
    table: SealedTable,
    rows: readonly DatabaseRow[],
  ): Promise<void> {
    for (const row of rows) {
      if (!(SEAL in row)) continue
      const { [LOGGED]: logged } = row
      delete row[LOGGED]
      const isNewest = logged === undefined || isSame(logged, row[SEAL])
      if (
        !isSealedRow(this.#seals.sealer, table, row) ||
        !(isNewest || (await isInTurn(connection, table, row)))
      ) {
        const key = rowKey(table, row)
        this.#seals.onBroken(table.table, key)
        throw new RowSealError(`The row ${key} of ${table.table} was changed outside the service.`)
      }
      takeSeal(row)
    }
  }

  /** Checks the old row under its lock before it seals the new one, so that no change launders a forged row. */
  async #update<R>(
    connection: DatabaseConnection,
    table: SealedTable,
    { compiled, query }: { compiled: CompiledQuery; query: UpdateQueryNode },
  ): Promise<QueryResult<R>> {
    if (query.from || query.with) throw new Error('An update of sealed columns names one table.')
    const changes = [...updatesOf(query.updates)].filter(([name]) => table.columns.includes(name))
    const change = Object.fromEntries(changes.map(([name, value]) => [name, literal(value)]))
    const locking = builder
      .selectFrom(table.table)
      .select(judgedColumns(table))
      .forNoKeyUpdate()
      .toOperationNode()
    const found = await connection.executeQuery<DatabaseRow>(
      recompiled(compiled, withLogged(table, { ...locking, ...(query.where && { where: query.where }) })),
    )
    await this.#open(connection, table, found.rows)
    const rows: R[] = []
    for (const row of found.rows) {
      const seal = sealRow(this.#seals.sealer, table, { ...row, ...change }, sealOf(row))
      const updates = [
        ...(query.updates ?? []),
        ColumnUpdateNode.create(ColumnNode.create(SEAL), ValueNode.create(seal)),
      ]
      const done = await connection.executeQuery<R>(
        recompiled(compiled, { ...query, updates, where: whereKey(table, row) }),
      )
      for (const changed of done.rows) {
        delete (changed as DatabaseRow)[SEAL]
        rows.push(changed)
      }
    }
    return { rows, numAffectedRows: BigInt(found.rows.length) }
  }
}
