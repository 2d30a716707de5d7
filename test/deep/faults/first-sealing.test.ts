import { rmSync } from 'node:fs'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { closeAll, migrateAll, openApp } from '../../../src/open-app.ts'
import { readConfig } from '../../../src/platform/config.ts'
import { NOT_BESIDE_BEFORE } from '../../../src/platform/db/database.ts'
import { attachEmbedded } from '../../../src/platform/db/embedded/attach.ts'
import { migrate, migrationsAlone, readMigrations } from '../../../src/platform/db/migrate.ts'
import { createLog } from '../../../src/platform/lib/log.ts'
import { emptyDatabase } from '../../support/database/database.ts'
import { until } from '../../support/runs/until.ts'
import { emptyFolder } from '../../support/servers/embedded-services.ts'

const log = createLog('error')

const beforeSeals = async (url: string): Promise<void> => {
  const pool = new pg.Pool({ connectionString: url })
  const migrations = (await readMigrations()).filter(({ name }) => name < '0015')
  await migrate(pool, { log, migrations })
  await pool.query(
    `insert into operators (operator_uid, email, created_at, updated_at)
     values ('opr_old', 'old@example.com', now(), now())`,
  )
  await pool.end()
}

const sessionOf = async (url: string, application_name: string) => {
  const client = new pg.Client({ connectionString: url, application_name })
  client.on('error', () => {})
  await client.connect()
  return client
}

test('connections carry the number of the last migration that cannot run beside an earlier release', async () => {
  expect(migrationsAlone(await readMigrations()).at(-1)).toBe(NOT_BESIDE_BEFORE)
})

test('a running earlier release is a refusal before such a migration, and a sibling is not', async () => {
  const url = await emptyDatabase()
  await beforeSeals(url)
  const pool = new pg.Pool({ connectionString: url })
  onTestFinished(() => pool.end())
  const earlier = await sessionOf(url, 'bindery-jobs')
  const sibling = await sessionOf(url, `bindery ${NOT_BESIDE_BEFORE}`)
  onTestFinished(() => sibling.end())
  await expect(migrate(pool, { log })).rejects.toThrow(
    'An earlier release of Bindery still uses this database',
  )
  await earlier.end()
  await until(async () => {
    const { rows } = await pool.query(
      "select from pg_stat_activity where application_name = 'bindery-jobs' and datname = current_database()",
    )
    return rows.length === 0
  })
  expect((await migrate(pool, { log })).length).toBeGreaterThan(0)
})

test('a development folder from before there were seals is copied, sealed once, and told so', async () => {
  const dataDir = emptyFolder()
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const earlier = await attachEmbedded(dataDir)
  await beforeSeals(earlier.url)
  await earlier.detach()
  const said: string[] = []
  const open = async () => {
    const closers: Parameters<typeof openApp>[1] = []
    const own = createLog('info', { write: line => said.push(line) })
    const opened = await openApp({ config: readConfig({ DATA_DIR: dataDir }), log: own }, closers)
    await migrateAll(opened)
    const { rows } = await opened.patientPool.query('select seal is null as bare from operators')
    await closeAll(closers, own)
    return rows
  }
  expect(await open()).toEqual([{ bare: false }])
  expect(said.join('')).toContain('this folder is from before there were seals: copied, then sealed once')
  const server = await attachEmbedded(dataDir)
  onTestFinished(() => server.detach())
  const copy = new pg.Client(server.url.replace('/bindery?', '/bindery_before_0015?'))
  await copy.connect()
  const { rows } = await copy.query('select email from operators')
  await copy.end()
  expect(rows).toEqual([{ email: 'old@example.com' }])
})
