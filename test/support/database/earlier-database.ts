import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { migrate } from '../../../src/platform/db/migrate.ts'
import { createLog } from '../../../src/platform/lib/log.ts'
import { projectFile } from '../../../src/platform/project-file.ts'
import { emptyDatabase } from './database.ts'

type Recorded = {
  uids: Record<string, string>
  tables: Record<string, { columns: string[]; types: string[]; rows: (string | null)[][] }>
  sequences: { name: string; value: string }[]
}

const folder = projectFile('test/fixtures/databases/')

/** The commits whose service wrote a database that is kept. */
export const earlierCommits = async (): Promise<string[]> =>
  (await readdir(folder)).flatMap(name => /^(\w+)\.json\.gz$/.exec(name)?.[1] ?? []).sort()

const migrationsNamed = (names: readonly string[]) =>
  names.toSorted().map(name => ({ name, sql: readFileSync(projectFile(`migrations/${name}`), 'utf8') }))

const fill = async (client: pg.Client, { tables, sequences }: Recorded): Promise<void> => {
  // Without triggers and foreign keys: the rows come back as they were.
  await client.query('set session_replication_role = replica')
  await client.query('truncate migrations')
  for (const [table, { columns, types, rows }] of Object.entries(tables)) {
    const names = columns.map(name => `"${name}"`).join(', ')
    const values = types.map((type, at) => `$${at + 1}::text::${type}`).join(', ')
    for (const row of rows)
      await client.query(`insert into "${table}" (${names}) overriding system value values (${values})`, row)
  }
  for (const { name, value } of sequences) await client.query('select setval($1, $2)', [name, value])
}

/** A database as the service of an earlier commit left it: schema of then, rows of then. */
export const earlierDatabase = async (
  commit: string,
  into?: string,
): Promise<{ url: string; uids: Recorded['uids'] }> => {
  const file = readFileSync(new URL(`${commit}.json.gz`, folder))
  const recorded = JSON.parse(gunzipSync(file).toString()) as Recorded
  const url = into ?? (await emptyDatabase())
  const pool = new pg.Pool({ connectionString: url })
  const migrations = migrationsNamed((recorded.tables.migrations?.rows ?? []).map(([name]) => String(name)))
  await migrate(pool, { log: createLog('error'), migrations })
  await pool.end()
  const client = new pg.Client(url)
  await client.connect()
  await fill(client, recorded)
  await client.end()
  return { url, uids: recorded.uids }
}
