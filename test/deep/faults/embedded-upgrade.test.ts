import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { attachEmbedded } from '../../../src/platform/db/embedded/attach.ts'
import { earlierCommits, earlierDatabase } from '../../support/database/earlier-database.ts'
import { runBindery } from '../../support/servers/command.ts'
import { emptyFolder } from '../../support/servers/embedded-services.ts'
import { startProcess } from '../../support/servers/process.ts'
import { DEMONSTRATION } from '../../support/servers/production.ts'
import { SECRET_KEY } from '../../support/servers/service.ts'

/** What a database in the folder holds: its last migration, and its applications. */
const contents = async (dataDir: string, database: string) => {
  const server = await attachEmbedded(dataDir)
  const client = new pg.Client(server.url.replace('/bindery?', `/${database}?`))
  try {
    await client.connect()
    const { rows } = await client.query<{ last: string; uids: string[] }>(
      'select (select max(name) from migrations) as last, (select array_agg(uid order by uid) from intakes) as uids',
    )
    return rows[0]
  } finally {
    await client.end()
    await server.detach()
  }
}

test.each(await earlierCommits())(
  'an embedded folder written by %s is copied, then upgraded, and the copy brings it back as it was',
  async commit => {
    const dataDir = emptyFolder()
    const earlier = await attachEmbedded(dataDir)
    await earlierDatabase(commit, earlier.url)
    await earlier.detach()
    const before = await contents(dataDir, 'bindery')
    const env = { DATA_DIR: dataDir, SECRET_KEY }
    const start = async () => {
      const service = await startProcess({ databaseUrl: null, env })
      onTestFinished(() => service.kill())
      return service
    }
    const service = await start()
    const [, copy = ''] = /"copy":"(bindery_before_\d+)"/.exec(service.output()) ?? []
    expect((await runBindery(['copies'], env)).errors).toContain('Another service uses')
    expect(await service.stop()).toBe(0)
    const after = await contents(dataDir, 'bindery')
    expect(after?.uids).toEqual(before?.uids)
    expect(String(after?.last) > String(before?.last)).toBe(true)
    expect(await contents(dataDir, copy)).toEqual(before)

    expect((await runBindery(['copies'], env)).output).toBe(`${copy}\n`)
    expect(await runBindery(['copies', 'restore', copy], env)).toMatchObject({ code: 0 })
    expect(await contents(dataDir, 'bindery')).toEqual(before)
    const again = await start()
    expect(await again.stop()).toBe(0)
    expect(await contents(dataDir, 'bindery')).toEqual(after)
    expect(await runBindery(['copies', 'delete', copy], env)).toMatchObject({ code: 0 })
    expect((await runBindery(['copies'], env)).output).toBe('There is no copy.\n')
  },
)

test('several processes of a production service upgrade one embedded folder once', async () => {
  const dataDir = emptyFolder()
  const earlier = await attachEmbedded(dataDir)
  const [commit = ''] = (await earlierCommits()).slice(-1)
  await earlierDatabase(commit, earlier.url)
  await earlier.detach()
  const service = await startProcess({
    databaseUrl: null,
    args: ['serve', '--processes', '2'],
    env: { ...DEMONSTRATION, SECRET_KEY, DATA_DIR: dataDir },
  })
  onTestFinished(() => service.kill())
  expect(service.output().match(/"copy":"bindery_before_/g)).toHaveLength(1)
  expect(await service.stop()).toBe(0)
})
