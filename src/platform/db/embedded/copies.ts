import pg from 'pg'
import { ConfigError } from '../../config.ts'
import { ATTACHED, connectionUrl, DATABASE, MAINTENANCE_DATABASE } from './attachment.ts'
import { openDataDir, socketDirFor } from './folders.ts'

const COPIES = 'bindery_before_'

export const copyBefore = (migration: string): string => `${COPIES}${migration.slice(0, 4)}`

/** Works on whole databases, so nothing else may be connected to ours: its connections are closed. */
const alone = async <T>(dataDir: string, act: (client: pg.Client) => Promise<T>): Promise<T> => {
  const socketDir = socketDirFor(await openDataDir(dataDir))
  const client = new pg.Client({ connectionString: connectionUrl(socketDir, MAINTENANCE_DATABASE) })
  await client.connect()
  try {
    const { rowCount } = await client.query(
      `select from pg_locks where locktype = 'advisory' and mode = 'ShareLock'
       and (classid::bigint << 32) | objid::bigint = $1`,
      [ATTACHED],
    )
    if (Number(rowCount) > 1)
      throw new ConfigError(`Another service uses ${dataDir}. Stop it, then run this again.`)
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      DATABASE,
    ])
    return await act(client)
  } finally {
    await client.end()
  }
}

const copiesIn = async (client: pg.Client): Promise<string[]> => {
  const { rows } = await client.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1) order by 1',
    [COPIES],
  )
  return rows.map(({ datname }) => datname)
}

/** Keeps the database as it is under another name, instead of the copy before it. */
export const copyDatabase = (dataDir: string, name: string): Promise<void> =>
  alone(dataDir, async client => {
    const copies = await copiesIn(client)
    if (copies.includes(name)) return
    await client.query(`create database ${name} template ${DATABASE}`)
    for (const earlier of copies) await client.query(`drop database ${earlier}`)
  })

export const listCopies = (dataDir: string): Promise<string[]> => alone(dataDir, copiesIn)

const known = async (client: pg.Client, name: string): Promise<void> => {
  const copies = await copiesIn(client)
  if (!copies.includes(name))
    throw new ConfigError(`There is no copy ${name}. There is: ${copies.join(', ') || 'none'}.`)
}

/** What was written since is gone. */
export const restoreCopy = (dataDir: string, name: string): Promise<void> =>
  alone(dataDir, async client => {
    await known(client, name)
    await client.query(`drop database ${DATABASE}`)
    await client.query(`alter database ${name} rename to ${DATABASE}`)
  })

export const deleteCopy = (dataDir: string, name: string): Promise<void> =>
  alone(dataDir, async client => {
    await known(client, name)
    await client.query(`drop database ${name}`)
  })
