import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { attachEmbedded } from '../../../src/platform/db/embedded/attach.ts'
import { earlierCommits, earlierDatabase } from '../../support/database/earlier-database.ts'
import { runBindery } from '../../support/servers/command.ts'
import { emptyFolder } from '../../support/servers/embedded-services.ts'
import { startProcess } from '../../support/servers/process.ts'
import { DEMONSTRATION } from '../../support/servers/production.ts'
import { SECRET_KEY } from '../../support/servers/service.ts'

type Contents = { last: string; uids: string[] }

/** What a database holds: its last migration, and its applications. */
const contents = async (url: string, database = 'bindery'): Promise<Contents | undefined> => {
  const client = new pg.Client(url.replace('/bindery?', `/${database}?`))
  await client.connect()
  const { rows } = await client.query<Contents>(
    'select (select max(name) from migrations) as last, (select array_agg(uid order by uid) from intakes) as uids',
  )
  await client.end()
  return rows[0]
}

const inFolder = async <T>(dataDir: string, act: (url: string) => Promise<T>): Promise<T> => {
  const server = await attachEmbedded(dataDir)
  return act(server.url).finally(() => server.detach())
}

const writtenBy = async (commit: string) => {
  const dataDir = emptyFolder()
  const before = await inFolder(dataDir, async url => {
    await earlierDatabase(commit, url)
    return contents(url)
  })
  return { dataDir, before }
}

const start = async (dataDir: string, env: Record<string, string> = {}, args = ['serve']) => {
  const service = await startProcess({
    databaseUrl: null,
    args,
    env: { ...env, SECRET_KEY, DATA_DIR: dataDir },
  })
  onTestFinished(() => service.kill())
  return service
}

const copyIn = (output: string): string => /"copy":"(bindery_before_\d+)"/.exec(output)?.[1] ?? ''

test.each(await earlierCommits())(
  'an embedded folder written by %s is copied, then upgraded',
  async commit => {
    const { dataDir, before } = await writtenBy(commit)
    const service = await start(dataDir)
    expect(await service.stop()).toBe(0)
    await inFolder(dataDir, async url => {
      const after = await contents(url)
      expect(after?.uids).toEqual(before?.uids)
      expect(String(after?.last) > String(before?.last)).toBe(true)
      expect(await contents(url, copyIn(service.output()))).toEqual(before)
    })
  },
)

test('several processes in production upgrade an embedded folder once, and its copy brings it back as it was', async () => {
  const [commit = ''] = (await earlierCommits()).slice(-1)
  const { dataDir, before } = await writtenBy(commit)
  const service = await start(dataDir, DEMONSTRATION, ['serve', '--processes', '2'])
  const copy = copyIn(service.output())
  expect(service.output().match(/"copy":"bindery_before_/g)).toHaveLength(1)
  const env = { DATA_DIR: dataDir, SECRET_KEY }
  expect((await runBindery(['copies', 'restore', copy], env)).errors).toContain('Another service uses')
  expect(await service.stop()).toBe(0)

  expect((await runBindery(['copies'], env)).output).toBe(`${copy}\n`)
  expect(await runBindery(['copies', 'restore', copy], env)).toMatchObject({ code: 0 })
  expect(await inFolder(dataDir, url => contents(url))).toEqual(before)
  expect(await runBindery(['copies', 'delete', copy], env)).toMatchObject({
    code: 1,
    errors: `bindery: There is no copy ${copy}. There is: none.\n`,
  })
})
