import pg from 'pg'
import { PORT, SUPERUSER } from './folders.ts'
import { type Server, stopServer } from './server.ts'

export const DATABASE = 'bindery'
export const MAINTENANCE_DATABASE = 'postgres'
// Advisory locks belong to one database. These are in the maintenance database, apart from our other locks.
export const ATTACHED = 7_242_424_101
const CREATING = 7_242_424_102

export const connectionUrl = (socketDir: string, database = DATABASE): string =>
  `postgresql://${SUPERUSER}@/${database}?host=${encodeURIComponent(socketDir)}&port=${PORT}&sslmode=disable`

const createDatabaseIfMissing = async (client: pg.Client): Promise<void> => {
  const present = async () =>
    (await client.query('select from pg_database where datname = $1', [DATABASE])).rowCount === 1
  if (await present()) return
  await client.query('select pg_advisory_lock($1)', [CREATING])
  if (!(await present())) await client.query(`create database ${DATABASE}`)
  await client.query('select pg_advisory_unlock($1)', [CREATING])
}

/** The service that stops the server holds ATTACHED alone: this call then waits, is disconnected, and is retried. */
export const openAttachment = async ({ socketDir }: Server): Promise<pg.Client> => {
  const client = new pg.Client({
    connectionString: connectionUrl(socketDir, MAINTENANCE_DATABASE),
    application_name: 'bindery-attachment',
    connectionTimeoutMillis: 5000,
    lock_timeout: 5000,
    query_timeout: 30_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select pg_advisory_lock_shared($1)', [ATTACHED])
    await createDatabaseIfMissing(client)
    return client
  } catch (error) {
    client.end().catch(() => {})
    throw error
  }
}

export const stopIfLast = async (server: Server, client: pg.Client): Promise<boolean> => {
  await client.query('select pg_advisory_unlock_shared($1)', [ATTACHED])
  const attempt = 'select pg_try_advisory_lock($1) as alone'
  const { rows } = await client.query<{ alone: boolean }>(attempt, [ATTACHED])
  if (rows[0]?.alone !== true) return false
  await stopServer(server)
  return true
}
