import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import pg from 'pg'
import { expect } from 'vitest'
import { readConfig } from '../../../src/platform/config.ts'
import { createLog } from '../../../src/platform/lib/log.ts'
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

/** The key of test services. */
export const SECRET_KEY = 'a secret that only the tests know and that is long enough'

const migrate = async (url: string): Promise<void> => {
  const { closeAll, migrateAll, openApp } = await import('../../../src/open-app.ts')
  const closers: Parameters<typeof openApp>[1] = []
  const log = createLog('error')
  const config = readConfig({ DATABASE_URL: url, SECRET_KEY })
  await migrateAll(await openApp({ config, log }, closers))
  await closeAll(closers, log)
}

const startOnce = async (url: string): Promise<void> => {
  const { startService } = await import('../../../src/service.ts')
  const config = readConfig({ DATABASE_URL: url, SECRET_KEY })
  const service = await startService({ config, log: createLog('error'), serve: false, work: false })
  await service.stop()
}

/** `started`: a service with the key of test services has put its first seals there. `template0`: PostgreSQL's empty one. */
type Template = 'migrated' | 'started' | 'template0'

const copy = (server: string, name: string, template: string) =>
  query(withDatabase(server, 'postgres'), `create database ${name} template ${template} strategy file_copy`)

/** The first file that asks makes them, for all workers; they copy them in some 20 ms. Nobody connects to them later. */
const makeTemplates = async (): Promise<string> => {
  const server = await sharedServer('database')
  const client = new pg.Client(withDatabase(server, 'postgres'))
  await client.connect()
  await client.query('select pg_advisory_lock(1)')
  const { rowCount } = await client.query("select from pg_database where datname = 'migrated'")
  if (rowCount === 0) {
    await migrate(server)
    await copy(server, 'starting', 'bindery')
    await startOnce(withDatabase(server, 'starting'))
    await client.query('alter database starting rename to started')
    await client.query('alter database bindery rename to migrated')
  }
  await client.end()
  return server
}

let templates: Promise<string> | undefined

let made: { by: string | undefined; url: string }[] = []

/** They would fill the memory. */
const dropThoseOfEarlierFiles = async (server: string, by: string | undefined): Promise<void> => {
  const old = made.filter(one => one.by !== by)
  made = made.filter(one => one.by === by)
  for (const { url } of old) {
    await pools.get(url)?.end()
    pools.delete(url)
    await query(withDatabase(server, 'postgres'), `drop database ${/test_\w+/.exec(url)} with (force)`)
  }
}

/** A fresh database of its own for one test file or service. */
export const createDatabase = async (template: Template = 'migrated'): Promise<string> => {
  templates ??= makeTemplates()
  const server = await templates
  const by = expect.getState().testPath
  await dropThoseOfEarlierFiles(server, by)
  const name = `test_${randomBytes(6).toString('hex')}`
  const url = withDatabase(server, name)
  made.push({ by, url })
  await copy(server, name, template)
  return url
}

/** Runs one statement as an onlooker: to see what is stored, or to age a row that a library keeps by its own clock. */
export const query = async <T extends object>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<T[]> => (await poolFor(url).query<T>(text, values)).rows

/** A database that nobody has migrated yet. */
export const emptyDatabase = (): Promise<string> => createDatabase('template0')

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
