import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import pg from 'pg'
import { inject } from 'vitest'
import { startProxy } from './tcp-proxy.ts'

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

/** A fresh, migrated database of its own for one test file or service. */
export const createDatabase = async (): Promise<string> => {
  const name = `test_${randomBytes(6).toString('hex')}`
  const server = inject('databaseServer')
  await query(withDatabase(server, 'postgres'), `create database ${name} template bindery`)
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
  const server = inject('databaseServer')
  await query(
    withDatabase(server, 'postgres'),
    `create database ${name} template template0 locale_provider icu icu_locale 'en-US'`,
  )
  return withDatabase(server, name)
}

/** Every migration there is. */
export const migrationNames = async (): Promise<string[]> =>
  (await readdir(new URL('../../migrations/', import.meta.url))).filter(name => name.endsWith('.sql')).sort()

/** A database behind a link that can be cut and mended, and its address there. */
export const cuttableDatabase = async (databaseUrl: string) => {
  const direct = new URL(databaseUrl.replace('@/', '@socket/'))
  const socketPath = `${direct.searchParams.get('host')}/.s.PGSQL.${direct.searchParams.get('port')}`
  let proxy = await startProxy(socketPath)
  const { port } = proxy
  return {
    url: `postgresql://bindery@127.0.0.1:${port}${direct.pathname}?sslmode=disable`,
    cut: () => proxy.close(),
    async mend() {
      proxy = await startProxy(socketPath, port)
    },
  }
}
