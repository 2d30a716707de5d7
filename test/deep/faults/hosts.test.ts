import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createPool, isDatabaseAway } from '../../../src/platform/db/database.ts'
import { attachEmbedded } from '../../../src/platform/db/embedded/attach.ts'
import { Hosts, NoPrimaryError } from '../../../src/platform/db/hosts.ts'
import { createDatabase, cuttableDatabase, query } from '../../support/database/database.ts'
import { until } from '../../support/runs/until.ts'
import { cleanUpAfterwards, usedFolder } from '../../support/servers/embedded-services.ts'

cleanUpAfterwards()

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

/** A server that was promoted once: its log goes on in a new timeline after a recovery. */
const promotedServer = async (): Promise<string> => {
  const folder = usedFolder()
  writeFileSync(join(folder, 'postgres', 'recovery.signal'), '')
  const { url, detach } = await attachEmbedded(folder, { postgresOptions: ['restore_command=false'] })
  onTestFinished(detach)
  await until(async () => {
    const [{ recovers } = {}] = await query<{ recovers: boolean }>(
      url,
      'select pg_is_in_recovery() as recovers',
    )
    return recovers === false
  })
  return url
}

test('of two servers that take writes, the one that was promoted last is chosen, and then never the other', async () => {
  const old = await cuttableDatabase(await createDatabase())
  const promoted = await cuttableDatabase(await promotedServer())
  onTestFinished(old.cut)
  const hosts = new Hosts([old.url, promoted.url])
  expect((await hosts.primary()).port).toBe(portOf(promoted.url))
  await promoted.cut()
  hosts.forget()
  await expect(hosts.primary()).rejects.toThrow(
    '127.0.0.1 takes writes on timeline 1, but a leader was promoted to 2.',
  )
  await promoted.mend()
  expect((await hosts.primary()).port).toBe(portOf(promoted.url))
  await promoted.cut()
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
