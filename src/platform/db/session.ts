import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  DummyDriver,
  Kysely,
  type KyselyProps,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  Transaction,
} from 'kysely'
import type pg from 'pg'
import { errorCode } from '../lib/error-code.ts'
import { IN_FAILED_TRANSACTION, type Reply } from './batch.ts'
import type { Db } from './database.ts'
import type { DatabaseRow } from './seals/row-seal.ts'
import { SealingConnection, type Seals } from './seals/sealing-connection.ts'
import { giveName } from './statement-names.ts'

type Sends = { query(text: string, values: unknown[]): Promise<Reply> }

const COUNTED = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

const SHOWN = 100

const withStatementInStack = (error: unknown, sql: string): unknown => {
  if (error instanceof Error && !error.stack?.includes('at statement (')) {
    const [head, ...frames] = String(error.stack).split('\n')
    const text = sql.trim().slice(0, SHOWN).replaceAll(/\s+/g, ' ')
    error.stack = [head, `    at statement (${text})`, ...frames].join('\n')
  }
  return error
}

type Send = { to: Sends; onError?: (error: unknown) => void }

const send = async <R>(
  { to, onError }: Send,
  { sql, parameters }: CompiledQuery,
): Promise<QueryResult<R>> => {
  try {
    const { command, rowCount, rows } = await to.query(sql, parameters as unknown[])
    return { rows, ...(COUNTED.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }) }
  } catch (error) {
    onError?.(error)
    throw withStatementInStack(error, sql)
  }
}

const UNKNOWN_STATEMENT_NAME = '26000'
const EFFECTS_OF_AN_EARLIER_ERROR = new Set<unknown>([IN_FAILED_TRANSACTION, UNKNOWN_STATEMENT_NAME])

const isEffect = (error: unknown): boolean => EFFECTS_OF_AN_EARLIER_ERROR.has(errorCode(error))

const COMMIT = 'commit'
const ROLLBACK = 'rollback'
const NOTHING: unknown[] = []

for (const text of ['begin', COMMIT, ROLLBACK]) giveName(text)

const noStreams = (): never => {
  throw new Error('Streams are not supported.')
}

/** A transaction on a pipelined connection: statements that nobody waits for leave with the next or the commit. */
class Session implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #deferred: Promise<unknown>[] = []
  #failed: { error: unknown } | null = null
  #cause: { error: unknown } | null = null
  readonly #sending: Send

  constructor(client: pg.PoolClient, begin: string) {
    this.#client = client
    const onError = (error: unknown): void => {
      if (!isEffect(error)) this.#cause ??= { error }
    }
    this.#sending = { to: client, onError }
    this.defer(client.query(begin, NOTHING))
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return send<R>(this.#sending, query)
  }

  streamQuery = noStreams

  defer(sent: Promise<unknown>): void {
    this.#deferred.push(sent)
    sent.catch((error: unknown) => {
      if (!isEffect(error)) this.#failed ??= { error }
    })
  }

  async commit(): Promise<void> {
    const [{ command }] = await Promise.all([this.#client.query(COMMIT, NOTHING), ...this.#deferred])
    if (command === 'ROLLBACK') throw new Error('The database rolled the transaction back.')
    this.#client.release()
  }

  /** A deferred statement that fails by itself fails before the one that was waited for, so its error is the cause. */
  async giveUp(error: unknown): Promise<unknown> {
    await Promise.allSettled(this.#deferred)
    await this.#client.query(ROLLBACK, NOTHING).then(
      () => this.#client.release(),
      (lost: Error) => this.#client.release(lost),
    )
    if (this.#failed) return this.#failed.error
    // Of statements awaited together, one that never ran may report before the one that failed.
    return isEffect(error) && this.#cause ? this.#cause.error : error
  }
}

const adapter = new PostgresAdapter()
const compiler = new PostgresQueryCompiler()
const driver = new DummyDriver()
const dialect = {
  createAdapter: () => adapter,
  createDriver: () => driver,
  createQueryCompiler: () => compiler,
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
}

/** Kysely's own driver makes statements of one transaction wait for each other, so connections come from here. */
const over = (connection: DatabaseConnection): KyselyProps => ({
  config: { dialect },
  dialect,
  driver,
  executor: new DefaultQueryExecutor(compiler, adapter, { provideConnection: use => use(connection) }),
})

const origins = new WeakMap<Db, { pool: pg.Pool; seals: Seals; limits: string }>()
const sessions = new WeakMap<Db, Session>()
const connections = new WeakMap<Db, SealingConnection>()

export const createDb = (pool: pg.Pool, seals: Seals, limits = ''): Db => {
  const plain = {
    executeQuery: <R>(query: CompiledQuery) => send<R>({ to: pool }, query),
    streamQuery: noStreams,
  }
  const connection = new SealingConnection(plain, seals, act => inSession(pool, `begin${limits}`, act))
  const db: Db = new Kysely(over(connection))
  origins.set(db, { pool, seals, limits })
  connections.set(db, connection)
  return db
}

const inSession = async <T>(
  pool: pg.Pool,
  begin: string,
  work: (session: Session) => Promise<T>,
): Promise<T> => {
  const session = new Session(await pool.connect(), begin)
  try {
    const done = await work(session)
    await session.commit()
    return done
  } catch (error) {
    throw await session.giveUp(error)
  }
}

export const runTransaction = <T>(db: Db, begin: string, work: (inside: Db) => Promise<T>): Promise<T> => {
  const origin = origins.get(db)
  if (origin === undefined) throw new Error('A transaction cannot start inside another one.')
  const { pool, seals, limits } = origin
  return inSession(pool, `${begin}${limits}`, session => {
    const connection = new SealingConnection(session, seals, act => act(session))
    const inside: Db = new Transaction(over(connection))
    sessions.set(inside, session)
    connections.set(inside, connection)
    return work(inside)
  })
}

/** Not for a plain update of sealed columns, which reads before it writes: the commit could overtake it. */
export const deferred = async (db: Db, sent: Promise<unknown>): Promise<void> => {
  const session = sessions.get(db)
  if (session) session.defer(sent)
  else await sent
}

export const execute = <R>(db: Db, query: CompiledQuery): Promise<QueryResult<R>> =>
  connections.get(db)?.executeQuery<R>(query) ?? db.executeQuery<R>(query as CompiledQuery<R>)

export const sealFor = (db: Db, table: string, row: DatabaseRow): Buffer => {
  const connection = connections.get(db)
  if (!connection) throw new Error('Only the database of the service seals rows.')
  return connection.sealFor(table, row)
}
