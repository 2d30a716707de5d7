import pg from 'pg'
import { expect, test } from 'vitest'
import { query } from '../../support/database/database.ts'
import { getKey, newEmail } from '../../support/people/client.ts'
import { completeIntake, quotesCall } from '../../support/people/homeowner-applications.ts'
import { until } from '../../support/runs/until.ts'
import { serviceForThisTest } from '../../support/servers/service.ts'

const FLOOD = 40

test('an operator that comes after a flood of another is answered long before the flood ends', async () => {
  const { url, databaseUrl } = await serviceForThisTest({ env: { RATE_LIMITS: 'off' }, work: false })
  const [flooding, honest] = [await getKey(url, newEmail()), await getKey(url, newEmail())]
  const holder = new pg.Client({ connectionString: databaseUrl })
  await holder.connect()
  await holder.query('begin')
  await holder.query('lock table intakes in exclusive mode')
  let answered = 0
  const create = (key: string) => quotesCall(url, key, { intake: completeIntake() })
  const flood = Array.from({ length: FLOOD }, async () => {
    const { status } = await create(flooding)
    answered++
    return status
  })
  await until(async () => (await query(databaseUrl, 'select from pg_locks where not granted')).length >= 5)
  const late = create(honest)
  const used = 'select from credentials where last_used_at is not null'
  await until(async () => (await query(databaseUrl, used)).length === 2)
  await holder.query('commit')
  await holder.end()
  expect((await late).status).toBe(200)
  expect(answered).toBeLessThan(FLOOD / 2)
  expect(new Set(await Promise.all(flood))).toEqual(new Set([200]))
})
