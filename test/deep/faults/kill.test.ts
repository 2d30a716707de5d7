import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Email } from 'postal-mime'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase, query } from '../../support/database/database.ts'
import { call, getKey, newEmail, requestCode } from '../../support/people/client.ts'
import { onceAnswered } from '../../support/runs/once-answered.ts'
import { scaled } from '../../support/runs/scale.ts'
import { until } from '../../support/runs/until.ts'
import { freePort } from '../../support/servers/free-port.ts'
import { type ServiceProcess, startProcess } from '../../support/servers/process.ts'
import { serviceForThisTest } from '../../support/servers/service.ts'
import { startSmtp } from '../../support/servers/smtp.ts'

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
        const answer = await onceAnswered(() =>
          call(`${service.url}/api/agent/key/confirm`, { body }).catch(() => ({
            status: 0,
            body: { api_key: '' },
          })),
        )
        if (answer.status === 200) acknowledged.set(body.email, String(answer.body.api_key))
        return answer
      })
      // Die as soon as the first answer is out, while the others are at every stage of their work.
      await Promise.race(confirming)
      await service.kill()
      await Promise.all(confirming)
    }
    const service = await serviceForThisTest({ databaseUrl, env: options.env })
    expect(acknowledged.size).toBeGreaterThanOrEqual(KILLS)
    for (const key of acknowledged.values())
      expect((await call(`${service.url}/api/agent/key/rotate`, { method: 'POST', key })).status).toBe(200)
    const halfMade = await query(
      databaseUrl,
      `select email from operators where not exists (select from credentials where credentials.operator_uid = operators.operator_uid)
     union all
     select recipient_mac::text from emails where subject like '%was issued' group by recipient_mac having count(*) <> 1`,
    )
    expect(halfMade).toEqual([])
  },
  scaled(120_000, 3_600_000),
)

test('services share the embedded database until the last one stops; kill -9 of a service loses nothing, and a killed server comes back', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'bindery-kill-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const postmaster = async () =>
    Number.parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10)
  const env = { DATA_DIR: dataDir, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' }
  const start = (more = {}) => startProcess({ databaseUrl: null, env: { ...env, ...more } })
  const rotated = async ({ url }: ServiceProcess, key: string): Promise<string> => {
    const { status, body } = await onceAnswered(() =>
      call(`${url}/api/agent/key/rotate`, { method: 'POST', key }),
    )
    expect(status).toBe(200)
    return String(body.api_key)
  }

  const [first, second] = await Promise.all([start(), start()])
  const key = await getKey(first.url, newEmail())
  expect(await first.stop()).toBe(0)
  const next = await rotated(second, key)
  const server = await postmaster()
  await second.kill()

  const smtp = await startSmtp(await freePort())
  onTestFinished(() => smtp.close())
  const third = await start({ SMTP_URL: smtp.url })
  expect(await postmaster()).toBe(server)
  await rotated(third, next)

  const emailed = async (): Promise<Email> => {
    const email = newEmail()
    expect((await call(`${third.url}/api/agent/key/request`, { body: { email } })).status).toBe(200)
    const arrived = () => smtp.emails.find(({ to }) => to?.some(({ address }) => address === email))
    return (await until(arrived)) as Email
  }
  const mail = await emailed()
  process.kill(server, 'SIGKILL')
  await until(async () => (await call(`${third.url}/readyz`)).status === 503, { everyMs: 5 })
  // Not a backend of the killed server that still answers, but the next server: it starts when those are gone.
  await until(async () => (await postmaster()) !== server)
  await until(async () => (await call(`${third.url}/readyz`)).status === 200)
  const body = { email: mail.to?.[0]?.address, otp: /^ {4}(\d{6})$/m.exec(mail.text ?? '')?.[1] }
  const confirm = () => call(`${third.url}/api/agent/key/confirm`, { body })
  expect((await onceAnswered(confirm)).status).toBe(200)
  await emailed()
  expect(await third.stop()).toBe(0)
})
