import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { transact } from '../../src/http/transact.ts'
import { getKey, newEmail } from '../support/client.ts'
import { createDatabase } from '../support/database.ts'
import { completeIntake, quotesCall } from '../support/homeowners.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  const databaseUrl = await createDatabase()
  service = await startTestService({ databaseUrl, env: { DATABASE_POOL_URL: databaseUrl } })
})
afterAll(() => service.stop())

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

test('DATABASE_POOL_URL without DATABASE_URL stops the start', () => {
  expect(() => readConfig({ DATABASE_POOL_URL: 'postgresql://pooler/bindery' })).toThrow(
    'DATABASE_POOL_URL needs DATABASE_URL too, for jobs and locks.',
  )
})
