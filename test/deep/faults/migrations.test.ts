import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createPatientPool } from '../../../src/platform/db/database.ts'
import { migrate, stateToMigrate } from '../../../src/platform/db/migrate.ts'
import { createLog } from '../../../src/platform/lib/log.ts'
import { createDatabase, migrationNames, query } from '../../support/database/database.ts'
import { until } from '../../support/runs/until.ts'

const migrator = (databaseUrl: string) => {
  const lines: string[] = []
  const pool = createPatientPool({ url: databaseUrl, onError: () => undefined })
  onTestFinished(() => pool.end())
  const log = createLog('info', { write: line => lines.push(line) })
  return {
    lines,
    run: (name: string, sql: string) => migrate(pool, { log, migrations: [{ name, sql }] }),
    state: () => stateToMigrate(pool, log),
  }
}

/** As pg_dump holds every table for as long as it runs. */
const dumping = async (databaseUrl: string, table: string) => {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query(`begin; lock table ${table} in access share mode`)
  return { end: () => client.end() }
}

test('a migration that waits for a lock lets writers through, says so, and is applied when the lock is free', async () => {
  const databaseUrl = await createDatabase()
  const dump = await dumping(databaseUrl, 'emails')
  const { lines, run } = migrator(databaseUrl)
  const migrated = run('9998-probe.sql', 'alter table emails add column probe text')
  let writes = 0
  await until(async () => {
    const row = `insert into emails (email_id, recipient, subject, status, created_at) values ('eml_${writes}', 'a@b.co', 's', 'sent', now())`
    await query(databaseUrl, `set lock_timeout = '2s'; ${row}`)
    writes++
    return lines.filter(line => line.includes('migration waits for a lock')).length >= 2
  })
  expect(writes).toBeGreaterThan(10)
  await dump.end()
  expect(await migrated).toEqual(['9998-probe.sql'])
  expect(await query(databaseUrl, 'select probe from emails limit 1')).toEqual([{ probe: null }])
})

test('what a sibling has not applied yet is not missing to a service that starts beside it', async () => {
  const databaseUrl = await createDatabase()
  const last = String((await migrationNames()).at(-1))
  await query(databaseUrl, `delete from migrations where name = '${last}'`)
  const dump = await dumping(databaseUrl, 'emails')
  const [sibling, starting] = [migrator(databaseUrl), migrator(databaseUrl)]
  const migrated = sibling.run(last, 'alter table emails add column probe text')
  await until(() => sibling.lines.some(line => line.includes('migration waits for a lock')))
  const state = starting.state()
  await until(() => starting.lines.some(line => line.includes('another replica migrates')))
  await dump.end()
  expect(await migrated).toEqual([last])
  expect((await state).missing).toEqual([])
})

test('a migration takes as long as it needs where the database limits the time of statements', async () => {
  const databaseUrl = await createDatabase()
  const [, name] = /\/(test_\w+)/.exec(databaseUrl) ?? []
  await query(databaseUrl, `alter database ${name} set statement_timeout = '100ms'`)
  const { run } = migrator(databaseUrl)
  const refuseLimit = `do $$ begin assert current_setting('statement_timeout') = '0'; end $$`
  expect(await run('9998-slow.sql', refuseLimit)).toEqual(['9998-slow.sql'])
})

test('an index is built concurrently by one of two replicas, also over one that an interrupted build left behind', async () => {
  const databaseUrl = await createDatabase()
  await query(
    databaseUrl,
    `insert into emails (email_id, recipient, subject, status, created_at)
     select 'eml_' || n, 'a@b.co', 's', 'sent', now() from generate_series(1, 2) n`,
  )
  await expect(
    query(databaseUrl, 'create unique index concurrently emails_probe on emails (recipient)'),
  ).rejects.toThrow('could not create unique index')
  const sql = '-- concurrently\ncreate index concurrently if not exists emails_probe on emails (recipient);\n'
  const replicas = [migrator(databaseUrl), migrator(databaseUrl)]
  const applied = await Promise.all(replicas.map(({ run }) => run('9999-index.sql', sql)))
  expect(applied.flat()).toEqual(['9999-index.sql'])
  expect(
    await query(
      databaseUrl,
      "select indisvalid, indisunique from pg_index where indexrelid = 'emails_probe'::regclass",
    ),
  ).toEqual([{ indisvalid: true, indisunique: false }])
})

test('no two migrations have one number, so that their order is plain', async () => {
  const numbers = (await migrationNames()).map(name => name.slice(0, 4))
  const repeated = numbers.filter((number, index) => numbers.indexOf(number) !== index)
  // These two were released before this was checked, and do not depend on each other.
  expect(repeated).toEqual(['0024'])
})
