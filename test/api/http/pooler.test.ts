import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../../src/platform/config.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import { createDatabase, cuttableDatabase } from '../../support/database/database.ts'
import { call, getKey, newEmail } from '../../support/people/client.ts'
import { completeIntake, quotesCall } from '../../support/people/homeowner-applications.ts'
import { until } from '../../support/runs/until.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

type Link = Awaited<ReturnType<typeof cuttableDatabase>>

let service: TestService
let direct: Link
let pooler: Link
beforeAll(async () => {
  const database = await createDatabase()
  direct = await cuttableDatabase(database)
  pooler = await cuttableDatabase(database)
  service = await startTestService({ databaseUrl: direct.url, env: { DATABASE_POOL_URL: pooler.url } })
})
afterAll(async () => {
  await service.stop()
  await Promise.all([direct.cut(), pooler.cut()])
})

test('behind a pooler a connection asks for nothing at its start, and each transaction brings its time limits', async () => {
  const { app } = service
  const limits = sql<{ lock: string; statement: string; idle: string }>`
    select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`
  expect((await limits.execute(app.db)).rows).toEqual([{ lock: '0', statement: '0', idle: '0' }])
  const inside = await transact(app, async ({ db }) => (await limits.execute(db)).rows)
  expect(inside).toEqual([{ lock: '2s', statement: '4s', idle: '15s' }])
})

test('behind a pooler no statement is prepared on the server, where another process could meet it', async () => {
  const key = await getKey(service.url, newEmail())
  const { status, body } = await quotesCall(service.url, key, { intake: completeIntake() })
  expect(status).toBe(200)
  expect((await quotesCall(service.url, key, { uid: body.uid })).status).toBe(200)
  const prepared = sql<{ name: string }>`select name from pg_prepared_statements`
  expect((await prepared.execute(service.app.db)).rows).toEqual([])
})

test('readiness names the part that is away, and whether requests work without it', async () => {
  const ready = async () => (await call(`${service.url}/readyz`)).body
  expect(await ready()).toEqual({ status: 'ready' })

  await direct.cut()
  await until(async () => (await ready()).away === 'direct')
  expect(await ready()).toEqual({ status: 'ready', away: 'direct' })

  await pooler.cut()
  await until(async () => (await ready()).away === 'server')
  expect(await call(`${service.url}/readyz`)).toMatchObject({
    status: 503,
    body: { status: 'database_away', away: 'server' },
  })

  await direct.mend()
  await until(async () => (await ready()).away === 'pooler')
  expect(await call(`${service.url}/readyz`)).toMatchObject({
    status: 503,
    body: { status: 'database_away', away: 'pooler' },
  })

  await pooler.mend()
  await until(async () => (await ready()).status === 'ready')
  expect(await ready()).toEqual({ status: 'ready' })
})

test('DATABASE_POOL_URL without DATABASE_URL stops the start', () => {
  expect(() => readConfig({ DATABASE_POOL_URL: 'postgresql://pooler/bindery' })).toThrow(
    'DATABASE_POOL_URL needs DATABASE_URL too, for jobs and locks.',
  )
})
