import { expect, test } from 'vitest'
import { createDatabase, query } from '../../support/database/database.ts'
import { call, newEmail } from '../../support/people/client.ts'
import { runBindery } from '../../support/servers/command.ts'
import { freePort } from '../../support/servers/free-port.ts'
import { SECRET_KEY, startTestService } from '../../support/servers/service.ts'

const OTHER_KEY = 'another secret as long as the first one of another database'
const WRONG = /SECRET_KEY is not the key this database was sealed with\./

/** What a start with this SECRET_KEY says. Null: it works. */
const startWith = async (databaseUrl: string, key: string): Promise<string | null> => {
  try {
    const service = await startTestService({ databaseUrl, work: false, env: { SECRET_KEY: key } })
    await service.stop()
    return null
  } catch (error) {
    return (error as Error).message
  }
}

const usedDatabase = async (): Promise<string> => {
  const databaseUrl = await createDatabase()
  const service = await startTestService({ databaseUrl, work: false })
  await call(`${service.url}/api/agent/key/request`, { body: { email: newEmail() } })
  await service.stop()
  return databaseUrl
}

const run = async (databaseUrl: string, key: string, ...args: string[]) =>
  runBindery(args, { DATABASE_URL: databaseUrl, SECRET_KEY: key, PORT: String(await freePort()) })

test('a wrong SECRET_KEY is refused at start, in doctor and by every command, with one sentence', async () => {
  const databaseUrl = await usedDatabase()
  expect(await startWith(databaseUrl, OTHER_KEY)).toMatch(WRONG)
  const doctor = await run(databaseUrl, OTHER_KEY, 'doctor')
  expect(doctor).toMatchObject({ code: 1, output: expect.stringMatching(WRONG) })
  expect(doctor.output).toContain('✗ secret key')
  const rotated = await run(databaseUrl, OTHER_KEY, 'oauth', 'rotate-keys')
  expect(rotated).toMatchObject({ code: 1, output: expect.stringMatching(WRONG) })
  expect(await startWith(databaseUrl, SECRET_KEY)).toBeNull()
  expect((await run(databaseUrl, SECRET_KEY, 'doctor')).output).toContain('✓ secret key')
})

test('so is one for a database from before there was a canary, by what it holds', async () => {
  const databaseUrl = await usedDatabase()
  await query(databaseUrl, 'delete from secret_canary')
  expect(await startWith(databaseUrl, OTHER_KEY)).toMatch(WRONG)
  expect(await query(databaseUrl, 'select from secret_canary')).toEqual([])
  expect(await startWith(databaseUrl, SECRET_KEY)).toBeNull()
  expect(await query(databaseUrl, 'select from secret_canary')).toHaveLength(1)
})

test('a rotation works with either key in front; after reseal the new key alone is right and the old one wrong', async () => {
  const databaseUrl = await usedDatabase()
  expect(await startWith(databaseUrl, `${SECRET_KEY},${OTHER_KEY}`)).toBeNull()
  expect(await startWith(databaseUrl, `${OTHER_KEY},${SECRET_KEY}`)).toBeNull()
  expect((await run(databaseUrl, `${OTHER_KEY},${SECRET_KEY}`, 'reseal')).code).toBe(0)
  expect(await startWith(databaseUrl, OTHER_KEY)).toBeNull()
  expect(await startWith(databaseUrl, SECRET_KEY)).toMatch(WRONG)
})
