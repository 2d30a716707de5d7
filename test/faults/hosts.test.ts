import { expect, onTestFinished, test } from 'vitest'
import { createPool, isDatabaseAway } from '../../src/db/database.ts'
import { Hosts, NoPrimaryError } from '../../src/db/hosts.ts'
import { createDatabase, cuttableDatabase, query } from '../support/database/database.ts'
import { until } from '../support/runs/until.ts'

const portOf = (url: string): number => Number(new URL(url).port)

const setReadOnly = (url: string, setting: 'on' | 'off') => {
  const name = /test_\w+/.exec(url)?.[0]
  return query(
    url,
    `begin; set transaction read write; alter database ${name} set default_transaction_read_only = ${setting}; commit`,
  )
}

test('of several servers the one that takes writes is found, and again after they changed places', async () => {
  const [first, second] = [await createDatabase(), await createDatabase()]
  const [a, b] = [await cuttableDatabase(first), await cuttableDatabase(second)]
  const hosts = new Hosts([a.url, b.url])
  await setReadOnly(first, 'on')
  expect((await hosts.primary()).port).toBe(portOf(b.url))
  await setReadOnly(second, 'on')
  hosts.forget()
  await expect(hosts.primary()).rejects.toThrow(NoPrimaryError)
  await setReadOnly(first, 'off')
  expect((await hosts.primary()).port).toBe(portOf(a.url))
  await Promise.all([a.cut(), b.cut()])
})

test('a pool of several servers goes on with the next one when the first goes away', async () => {
  const database = await createDatabase()
  const [a, b] = [await cuttableDatabase(database), await cuttableDatabase(database)]
  await b.cut()
  const both = a.url.replace('/test_', `,127.0.0.1:${portOf(b.url)}/test_`)
  const pool = createPool({
    url: `${both}&target_session_attrs=read-write`,
    onError: () => undefined,
    pooler: false,
  })
  onTestFinished(() => pool.end())
  await pool.query('select 1')
  await a.cut()
  const error = await pool.query('select 1').catch((lost: unknown) => lost)
  expect(isDatabaseAway(error)).toBe(true)
  await b.mend()
  await until(async () => (await pool.query('select 1')).rowCount === 1)
  await b.cut()
})

test('a call that comes while idle connections are given up gets none of them', async () => {
  const pool = createPool({ url: await createDatabase(), onError: () => undefined, pooler: false })
  onTestFinished(() => pool.end())
  const [useless, ...idle] = await Promise.all(Array.from({ length: 10 }, () => pool.connect()))
  for (const client of idle) client.release()
  await useless?.query('begin read only')
  const error = await useless?.query('create table refused ()').catch((refused: unknown) => refused)
  const answers = idle.map(() => pool.query('select 1'))
  useless?.release(error as Error)
  expect(isDatabaseAway(error)).toBe(true)
  expect((await Promise.all(answers)).map(({ rowCount }) => rowCount)).toEqual(idle.map(() => 1))
})
