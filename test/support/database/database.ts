import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import pg from 'pg'
import { readConfig } from '../../../src/config.ts'
import { createLog } from '../../../src/lib/log.ts'
import { sharedServer } from '../servers/shared-server.ts'
import { startProxy, type TcpFault } from '../servers/tcp-proxy.ts'

const withDatabase = (server: string, name: string): string => server.replace('/bindery?', `/${name}?`)

const pools = new Map<string, pg.Pool>()

/** Kept for a moment, since to connect costs more than to ask, and then let go. */
const poolFor = (url: string): pg.Pool => {
  const known = pools.get(url)
  if (known) return known
  const pool = new pg.Pool({ connectionString: url, idleTimeoutMillis: 500, allowExitOnIdle: true })
  pool.on('error', () => undefined)
  pools.set(url, pool)
  return pool
}

const migrate = async (url: string): Promise<void> => {
  const { closeAll, migrateAll, openApp } = await import('../../../src/open-app.ts')
  const closers: Parameters<typeof openApp>[1] = []
  const log = createLog('error')
  const config = readConfig({ DATABASE_URL: url, SECRET_KEY: 'x'.repeat(32) })
  await migrateAll(await openApp({ config, log }, closers))
  await closeAll(closers, log)
}

/** The first file that asks migrates it, for all workers; they copy it in some 30 ms. Nobody connects to it later. */
const makeTemplate = async (): Promise<string> => {
  const server = await sharedServer('database')
  const client = new pg.Client(withDatabase(server, 'postgres'))
  await client.connect()
  await client.query('select pg_advisory_lock(1)')
  const { rowCount } = await client.query("select from pg_database where datname = 'migrated'")
  if (rowCount === 0) {
    await migrate(server)
    await client.query('alter database bindery rename to migrated')
  }
  await client.end()
  return server
}

let template: Promise<string> | undefined

/** A fresh, migrated database of its own for one test file or service. */
export const createDatabase = async (): Promise<string> => {
  template ??= makeTemplate()
  const server = await template
  const name = `test_${randomBytes(6).toString('hex')}`
  await query(withDatabase(server, 'postgres'), `create database ${name} template migrated`)
  return withDatabase(server, name)
}

/** Runs one statement as an onlooker: to see what is stored, or to age a row that a library keeps by its own clock. */
export const query = async <T extends object>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<T[]> => (await poolFor(url).query<T>(text, values)).rows

/** A database that nobody has migrated yet. */
export const emptyDatabase = async (): Promise<string> => {
  const url = await createDatabase()
  await query(url, 'drop schema public cascade')
  await query(url, 'drop schema graphile_worker cascade')
  await query(url, 'create schema public')
  return url
}

/** A database that sorts text as English readers do, like most servers, and that nobody has migrated yet. */
export const databaseInEnglish = async (): Promise<string> => {
  const name = `test_${randomBytes(6).toString('hex')}`
  const server = await sharedServer('database')
  await query(
    withDatabase(server, 'postgres'),
    `create database ${name} template template0 locale_provider icu icu_locale 'en-US'`,
  )
  return withDatabase(server, name)
}

/** Every migration there is. */
export const migrationNames = async (): Promise<string[]> =>
  (await readdir(new URL('../../../migrations/', import.meta.url)))
    .filter(name => name.endsWith('.sql'))
    .sort()

/** A database behind a link that can be cut and mended, and its address there. */
export const cuttableDatabase = async (databaseUrl: string) => {
  const direct = new URL(databaseUrl.replace('@/', '@socket/'))
  const socketPath = `${direct.searchParams.get('host')}/.s.PGSQL.${direct.searchParams.get('port')}`
  let proxy = await startProxy(socketPath)
  const { port } = proxy
  return {
    url: `postgresql://bindery@127.0.0.1:${port}${direct.pathname}?sslmode=disable`,
    cut: () => proxy.close(),
    strike: (fault: TcpFault) => proxy.strike(fault),
    async mend() {
      proxy = await startProxy(socketPath, port)
    },
  }
}
