import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createPool } from '../../../src/platform/db/database.ts'
import { prepared } from '../../../src/platform/db/prepared.ts'
import { createDb, deferred, runTransaction } from '../../../src/platform/db/session.ts'
import { createSealer } from '../../../src/platform/lib/sealer.ts'
import { createDatabase, cuttableDatabase, query } from '../../support/database/database.ts'
import { call, newEmail } from '../../support/people/client.ts'
import { until } from '../../support/runs/until.ts'
import { SECRET_KEY, serviceForThisTest, type TestService } from '../../support/servers/service.ts'

const requestCode = ({ url }: TestService) =>
  call(`${url}/api/agent/key/request`, { body: { email: newEmail() } })

const expectTryAgain = ({ status, body, headers }: Awaited<ReturnType<typeof call>>) => {
  expect({ status, error: body.error }).toEqual({ status: 503, error: 'unavailable' })
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
}

const nameOf = ({ databaseUrl }: TestService) => /test_\w+/.exec(databaseUrl)?.[0]

/** As after a failover that leaves us connected to the standby. */
const readOnly = async (service: TestService, setting: 'on' | 'off') => {
  await query(
    service.databaseUrl,
    `begin; set transaction read write; alter database ${nameOf(service)} set default_transaction_read_only = ${setting}; commit`,
  )
}

const loseConnections = ({ databaseUrl }: TestService) =>
  query(
    databaseUrl,
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'bindery%' and datname = current_database()",
  )

test('a read-only database is 503 with Retry-After and not ready; its connections are dropped, so that the next primary is found', async () => {
  const service = await serviceForThisTest({ env: { RATE_LIMITS: 'off' } })
  expect((await requestCode(service)).status).toBe(200)
  await readOnly(service, 'on')
  await loseConnections(service)
  await until(async () => {
    const { status, body } = await call(`${service.url}/readyz`)
    return status === 503 && body.status === 'database_away' && body.away === 'primary'
  })
  const during = await Promise.all(Array.from({ length: 10 }, () => requestCode(service)))
  for (const answer of during) expectTryAgain(answer)
  await readOnly(service, 'off')
  await until(async () => (await call(`${service.url}/readyz`)).status === 200)
  expect((await requestCode(service)).status).toBe(200)
})

test('a call that finds the database away does not ask it again to report a budget', async () => {
  const link = await cuttableDatabase(await createDatabase())
  const service = await serviceForThisTest({ databaseUrl: link.url, work: false })
  onTestFinished(() => link.cut())
  await link.cut()
  const { length } = service.log
  expectTryAgain(await requestCode(service))
  const lines = service.log.slice(length).filter(line => line.includes('request_id'))
  expect(lines.filter(line => line.includes('database unavailable'))).toHaveLength(1)
  expect(lines.filter(line => line.includes('request failed'))).toEqual([])
})

test.each(['53100', '53200', '57014', '57P05'])(
  'SQLSTATE %s is 503 with Retry-After, and logged',
  async code => {
    const service = await serviceForThisTest({ work: false })
    await query(
      service.databaseUrl,
      `create function refuse() returns trigger language plpgsql as $$
         begin raise exception 'refused' using errcode = '${code}'; end $$;
       create trigger refuse before insert on emails for each row execute function refuse()`,
    )
    expectTryAgain(await requestCode(service))
    expect(service.log.some(line => line.includes('database unavailable') && line.includes(code))).toBe(true)
  },
)

const named = prepared<{ value: number }, unknown>(['value'], (db, { value }) =>
  db.selectNoFrom(sql`${value}::int`.as('value')),
)

const divided = prepared<{ value: number }, { value: number }>(['value'], (db, { value }) =>
  db.selectNoFrom(sql<number>`12 / ${value}::int`.as('value')),
)

const databaseForThisTest = async () => {
  const pool = createPool({ url: await createDatabase(), onError: () => undefined, pooler: false })
  onTestFinished(() => pool.end())
  const seals = { sealer: createSealer([SECRET_KEY]), tables: new Map(), onBroken: () => undefined }
  return createDb(pool, seals)
}

test('the error of a deferred statement shows the text of the statement, and none of its values', async () => {
  const failing = runTransaction(await databaseForThisTest(), 'begin', async inside => {
    await deferred(inside, divided(inside, { value: 0 }))
  })
  await expect(failing).rejects.toMatchObject({
    code: '22012',
    stack: expect.stringMatching(/division by zero\n {4}at statement \(select 12 \/ \$1::int as "value"\)/),
  })
})

test('a transaction fails with the error of the statement that failed first, not with what followed from it', async () => {
  const failing = runTransaction(await databaseForThisTest(), 'begin', async inside => {
    const first = sql`select 1 / 0`.execute(inside)
    for (const value of [1, 2]) deferred(inside, named(inside, { value }))
    await first
  })
  await expect(failing).rejects.toMatchObject({ code: '22012' })
})

test('statements that travel together have their own rows and errors, whether the server knows them or not', async () => {
  const db = await databaseForThisTest()
  const together = (...values: number[]) =>
    runTransaction(db, 'begin', async inside => {
      const replies = await Promise.allSettled(values.map(value => divided(inside, { value })))
      return replies.map(one => (one.status === 'fulfilled' ? one.value.rows : one.reason.code))
    })
  for (const _round of ['unknown', 'known']) {
    expect(await together(1, 2, 3)).toEqual([[{ value: 12 }], [{ value: 6 }], [{ value: 4 }]])
    const refused = runTransaction(db, 'begin', async inside => {
      deferred(inside, named(inside, { value: 1 }))
      deferred(inside, divided(inside, { value: 0 }))
      deferred(inside, named(inside, { value: 2 }))
    })
    await expect(refused).rejects.toMatchObject({ code: '22012' })
  }
  await expect(together(4, 0, 2)).rejects.toThrow('rolled the transaction back')
})

test('of statements that are waited for together, the one that failed is the cause, also if another is heard of first', async () => {
  const db = await databaseForThisTest()
  const together = (value: number) =>
    runTransaction(db, 'begin', inside => {
      const failing = divided(inside, { value })
      const heardLate = Array.from({ length: 5 }).reduce<Promise<unknown>>(one => one.finally(), failing)
      return Promise.all([heardLate, divided(inside, { value: 1 })])
    })
  await together(1)
  await expect(together(0)).rejects.toMatchObject({ code: '22012' })
})
