import type { EventEmitter } from 'node:events'
import type { Kysely } from 'kysely'
import pg from 'pg'
import { SECOND } from '../lib/clock.ts'
import { Batch, BatchStatement, learnColumns, type Reply } from './batch.ts'
import { Hosts, NoPrimaryError, roaming } from './hosts.ts'
import { speakingFor } from './schema.ts'
import { statementName } from './statement-names.ts'

const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?@]+,[^/?@]*)([/?].*)?$/
const WANTED = /([?&])target_session_attrs=([^&]*)(&|$)/

/** As in libpq, `h1:5432,h2:5432` names several servers. Returns a URL for each. */
export const hostUrls = (url: string): string[] => {
  const plain = url.replace(WANTED, (_all, before, _wanted, after) => (after === '&' ? before : ''))
  const [, head, hosts, tail = ''] = PARTS.exec(plain) ?? []
  return hosts === undefined ? [plain] : hosts.split(',').map(host => `${head}${host}${tail}`)
}

export type Db = Kysely<Record<never, never>>

pg.types.setTypeParser(pg.types.builtins.INT8, Number)

const OVERDUE = 'Query read timeout'
const READ_ONLY = '25006'
const DISK_FULL = '53100'

/** The last migration that cannot run beside an earlier release, in the name of each connection. */
export const NOT_BESIDE_BEFORE = '0026'

/** Null: the schema that the role's own search path leads to. */
type PoolOptions = { url: string; onError: (error: Error) => void; schema?: string | null }

// Without listeners, a lost connection ends the process. Idle clients report to the pool, busy ones to themselves.
const watched = (pool: pg.Pool, onError: (error: Error) => void): pg.Pool =>
  pool.on('error', onError).on('connect', client => client.on('error', onError))

type Named = { name: string; text: string; values: unknown[] }

const namedOf = ([text, values]: unknown[]): Named | null => {
  if (typeof text !== 'string' || !Array.isArray(values)) return null
  const name = statementName(text)
  return name === undefined ? null : { name, text, values }
}

const withName = (given: unknown[]): unknown[] => {
  const named = namedOf(given)
  return named ? [named, undefined, ...given.slice(2)] : given
}

/** The server's own time limits cannot end a silent connection, and one demoted to standby refuses every write. */
class ImpatientClient extends pg.Client {
  #corked = false
  protected readonly named: (given: unknown[]) => unknown[] = withName

  #waiting: BatchStatement[] = []

  // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg's own method, with a promise or a callback.
  override query(...given: any[]): any {
    this.#corkUntilNextTick()
    const told = given.at(-1)
    const named = typeof told === 'function' ? null : namedOf(given)
    if (named && Batch.knows(this, named.name, named.text)) return this.#wait(named)
    this.#sendWaiting()
    const watching = typeof told === 'function' ? [...given.slice(0, -1), this.#watching(told)] : given
    const asked = (super.query as (...args: unknown[]) => unknown)(...this.named(watching))
    if (asked instanceof Promise)
      asked.then(result => named && learnColumns(named.name, result), this.#giveUpIfUseless)
    return asked
  }

  #wait(named: Named): Promise<Reply> {
    const statement = new BatchStatement(named, this.#giveUpIfUseless)
    this.#waiting.push(statement)
    return statement.reply
  }

  #sendWaiting(): void {
    const statements = this.#waiting
    if (statements.length === 0) return
    this.#waiting = []
    super.query(new Batch(statements))
  }

  #corkUntilNextTick(): void {
    if (this.#corked) return
    this.#corked = true
    const { stream } = this.connection
    stream.cork()
    process.nextTick(() => {
      this.#corked = false
      this.#sendWaiting()
      stream.uncork()
    })
  }

  #watching(told: (error: Error | null, ...rest: unknown[]) => void): typeof told {
    return (error, ...rest) => {
      if (error) this.#giveUpIfUseless(error)
      told(error, ...rest)
    }
  }

  #giveUpIfUseless = (error: Error & { code?: string }): void => {
    if (error.message !== OVERDUE && error.code !== READ_ONLY) return
    this.emit('useless')
    this.connection.stream.destroy()
  }
}

/** Behind a pooler no statement may have a name, and rate-limiter-flexible names its own. */
const withoutName = (asked: unknown): unknown =>
  typeof asked === 'object' && asked !== null && 'name' in asked ? { ...asked, name: undefined } : asked

class PoolerClient extends ImpatientClient {
  protected override readonly named = ([asked, ...rest]: unknown[]): unknown[] => [
    withoutName(asked),
    ...rest,
  ]
}

/** An error is how a pool learns at once that an idle connection is lost. A destroyed one is handed out until it closes. */
const loseIdle = (client: pg.Client): void => {
  client.emit('error', new Error('Given up with another connection, which used the same network.'))
  client.connection.stream.destroy()
}

const doubtful = (pool: pg.Pool): pg.Pool => {
  const idle = new Set<pg.PoolClient>()
  const drop = () => {
    for (const client of idle) loseIdle(client as unknown as pg.Client)
    idle.clear()
  }
  return pool
    .on('connect', client => (client as EventEmitter).on('useless', drop))
    .on('release', (_error, client) => idle.add(client))
    .on('acquire', client => idle.delete(client))
    .on('remove', client => idle.delete(client))
}

const TIME_LIMITS = {
  lock_timeout: 2 * SECOND,
  statement_timeout: 4 * SECOND,
  idle_in_transaction_session_timeout: 15 * SECOND,
}

export const TIME_LIMITS_OF_A_TRANSACTION = Object.entries(TIME_LIMITS)
  .map(([name, milliseconds]) => `; set local ${name} = ${milliseconds}`)
  .join('')

const NO_TIME_LIMITS = Object.keys(TIME_LIMITS)
  .map(name => `set ${name} = 0`)
  .join('; ')

const FIRST_STATEMENT = { text: NO_TIME_LIMITS, query_timeout: 10 * SECOND }

type Client = new (config: pg.ClientConfig) => pg.Client

/** An idle connection whose other end is gone is noticed within 20 seconds: Node then asks ten times, once a second. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10 * SECOND }

const reaching = (
  name: string,
  Client: Client,
  { url, schema = null }: Pick<PoolOptions, 'url' | 'schema'>,
): pg.PoolConfig => {
  const urls = hostUrls(url)
  const [connectionString = url] = urls
  const Speaking = speakingFor(Client, schema)
  return {
    connectionString,
    ...KEEP_ALIVE,
    application_name: `${name}${schema === null ? '' : `@${schema}`} ${NOT_BESIDE_BEFORE}`,
    // A pooler refuses options, and sets the path itself.
    ...(schema !== null && Client !== PoolerClient && { options: `-c search_path=${schema}` }),
    Client: (urls.length > 1 ? roaming(Speaking, new Hosts(urls)) : Speaking) as typeof pg.Client,
  }
}

export const createPool = ({ onError, pooler, ...place }: PoolOptions & { pooler: boolean }): pg.Pool =>
  doubtful(
    watched(
      new pg.Pool({
        ...reaching('bindery', pooler ? PoolerClient : ImpatientClient, place),
        max: 10,
        connectionTimeoutMillis: 3 * SECOND,
        query_timeout: 5 * SECOND,
        pipeline: true,
        ...(pooler ? {} : TIME_LIMITS),
      }),
      onError,
    ),
  )

export const createJobPool = ({ onError, ...place }: PoolOptions): pg.Pool =>
  doubtful(
    watched(
      new pg.Pool({
        ...reaching('bindery-jobs', ImpatientClient, place),
        max: 8,
        connectionTimeoutMillis: 10 * SECOND,
        query_timeout: 10 * SECOND,
      }),
      onError,
    ),
  )

export const createPatientPool = ({ onError, ...place }: PoolOptions): pg.Pool =>
  watched(
    new pg.Pool({
      ...reaching('bindery-patient', pg.Client, place),
      max: 2,
      connectionTimeoutMillis: 10 * SECOND,
      // Only this first statement is bounded: a server that accepts a connection may still never answer.
      onConnect: client => client.query(FIRST_STATEMENT),
      pipeline: true,
    }),
    onError,
  )

// Connection lost (08), out of resources (53), canceled or stopping (57), read-only (25006), idle too long (25P03).
const NOT_NOW = /^(08...|53...|57014|57P..|25006|25P03)$/
const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
])
const POOL_WORDS =
  /Query read timeout|Connection terminated|timeout exceeded when trying to connect|Client has encountered/

const WRONG_CREDENTIALS = /^(28|3D)/

/** FATAL ends a connection, whatever its code. On a full disk a new one is refused with XX000, an internal error. */
const isEnded = (error: Error): boolean =>
  error instanceof pg.DatabaseError &&
  error.severity === 'FATAL' &&
  !WRONG_CREDENTIALS.test(String(error.code))

export const isDatabaseAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if (error instanceof NoPrimaryError || isEnded(error)) return true
  const code = 'code' in error ? String(error.code) : ''
  return NOT_NOW.test(code) || SOCKET_CODES.has(code) || POOL_WORDS.test(error.message)
}

export const isWithoutWrites = (error: unknown): boolean =>
  error instanceof NoPrimaryError ||
  (error instanceof pg.DatabaseError && (error.code === READ_ONLY || error.code === DISK_FULL))

export const isLockTimeout = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '55P03'

export const isDeadlock = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '40P01'
