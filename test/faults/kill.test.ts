import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase, query } from '../support/database/database.ts'
import { call, getKey, newEmail, requestCode } from '../support/people/client.ts'
import { scaled } from '../support/runs/scale.ts'
import { freePort } from '../support/servers/free-port.ts'
import { startProcess } from '../support/servers/process.ts'

const KILLS = scaled(2, 200)

test(
  `kill -9 in the middle of confirm, ${KILLS} times: every key that was acknowledged works, and none is half made`,
  async () => {
    const databaseUrl = await createDatabase()
    const port = await freePort()
    const options = { databaseUrl, port, env: { RATE_LIMITS: 'off', LOG_LEVEL: 'warn' } }
    const acknowledged = new Map<string, string>()
    for (let kill = 0; kill < KILLS; kill++) {
      const service = await startProcess(options)
      const people = await Promise.all(
        Array.from({ length: 12 }, async () => {
          const email = newEmail()
          return { email, otp: await requestCode(service.url, email) }
        }),
      )
      const confirming = people.map(async body => {
        const answer = await call(`${service.url}/api/agent/key/confirm`, { body }).catch(() => null)
        if (answer?.status === 200) acknowledged.set(body.email, String(answer.body.api_key))
        return answer
      })
      // Die as soon as the first answer is out, while the others are at every stage of their work.
      await Promise.race(confirming)
      await service.kill()
      await Promise.all(confirming)
    }
    const service = await startProcess(options)
    onTestFinished(async () => void (await service.stop()))
    expect(acknowledged.size).toBeGreaterThanOrEqual(KILLS)
    for (const key of acknowledged.values())
      expect((await call(`${service.url}/api/agent/key/rotate`, { method: 'POST', key })).status).toBe(200)
    const halfMade = await query(
      databaseUrl,
      `select email from operators where not exists (select from credentials where credentials.operator_uid = operators.operator_uid)
     union all
     select recipient from emails where subject like '%was issued' group by recipient having count(*) <> 1`,
    )
    expect(halfMade).toEqual([])
  },
  scaled(120_000, 3_600_000),
)

test('on the embedded database: kill -9 of the service loses nothing, and a restart attaches to the running server', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'bindery-kill-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const options = { databaseUrl: null, env: { DATA_DIR: dataDir, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' } }
  const first = await startProcess(options)
  const key = await getKey(first.url, newEmail())
  await first.kill()
  const second = await startProcess(options)
  expect((await call(`${second.url}/api/agent/key/rotate`, { method: 'POST', key })).status).toBe(200)
  expect(await second.stop()).toBe(0)
}, 60_000)

test('two services share one data folder: what one writes the other reads, and the first to stop leaves the database up', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'bindery-pair-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const options = { databaseUrl: null, env: { DATA_DIR: dataDir, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' } }
  const [first, second] = await Promise.all([startProcess(options), startProcess(options)])
  const key = await getKey(first.url, newEmail())
  expect(await first.stop()).toBe(0)
  expect((await call(`${second.url}/api/agent/key/rotate`, { method: 'POST', key })).status).toBe(200)
  expect(await second.stop()).toBe(0)
}, 60_000)
