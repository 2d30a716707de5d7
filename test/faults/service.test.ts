import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Email } from 'postal-mime'
import { describe, expect, onTestFinished, test } from 'vitest'
import { pdfOf } from '../support/browser/pdf.ts'
import { createDatabase, emptyDatabase, migrationNames, query } from '../support/database/database.ts'
import { call, newEmail } from '../support/people/client.ts'
import { scaled } from '../support/runs/scale.ts'
import { until } from '../support/runs/until.ts'
import { runBindery } from '../support/servers/command.ts'
import { freePort } from '../support/servers/free-port.ts'
import { failedStart, type ServiceProcess, startProcess } from '../support/servers/process.ts'
import { AGENCY, DEMONSTRATION, license, licensesFile, PRODUCTION } from '../support/servers/production.ts'
import { SECRET_KEY, serviceForThisTest } from '../support/servers/service.ts'
import { type SmtpInbox, startSmtp } from '../support/servers/smtp.ts'
import { startProxy } from '../support/servers/tcp-proxy.ts'

const postmasterOf = async (dataDir: string): Promise<number> =>
  Number.parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10)

const inHere = (env: Record<string, string>) => runBindery(['serve'], env)

/** What a start that cannot succeed says: one sentence, and no stack. */
const complaintOf = async (env: Record<string, string>, start = inHere): Promise<string> => {
  const { code, output } = await start({ PORT: String(await freePort()), ...env })
  expect(code).toBe(1)
  expect(output).not.toContain('    at ')
  const sentences = output.split('\n').filter(line => line.startsWith('bindery: '))
  expect(sentences).toHaveLength(1)
  return String(sentences[0]).replace('bindery: ', '')
}

describe('what is built', () => {
  test('reads a PDF in a thread of its own', async () => {
    const bytes = new Uint8Array(await pdfOf('Declarations of Ada Park'))
    const thread = new Worker(new URL('../../dist/bin/pdf-worker.js', import.meta.url), {
      workerData: { bytes },
      env: {},
    })
    const [reading] = await once(thread, 'message')
    expect(reading).toMatchObject({ kind: 'read' })
    expect(JSON.stringify(reading)).toContain('Ada Park')
  })

  test('names its source in the log of an error, with --enable-source-maps', async () => {
    const databaseUrl = await createDatabase()
    const service = await startProcess({ databaseUrl, env: { NODE_OPTIONS: '--enable-source-maps' } })
    onTestFinished(() => service.kill())
    await query(databaseUrl, 'alter table one_time_codes rename to lost')
    await call(`${service.url}/api/agent/key/confirm`, { body: { email: newEmail(), code: '123456' } })
    await until(() => service.output().includes('"request failed"'))
    expect(service.output()).toMatch(/src\/signin\/one-time-code\.ts:\d+/)
  })
})

describe('starting', () => {
  test('four replicas that start at once on an empty database migrate it once', async () => {
    const databaseUrl = await emptyDatabase()
    const replicas = await Promise.all(
      Array.from({ length: 4 }, () => startProcess({ databaseUrl, env: { LOG_LEVEL: 'warn' } })),
    )
    const rows = await query<{ name: string }>(databaseUrl, 'select name from migrations')
    expect(rows.map(({ name }) => name).sort()).toEqual(await migrationNames())
    expect(await Promise.all(replicas.map(replica => replica.stop()))).toEqual([0, 0, 0, 0])
  }, 60_000)

  test('"bindery migrate" brings the database up to date, and says so when there is nothing to do', async () => {
    const env = { DATABASE_URL: await emptyDatabase(), SECRET_KEY }
    expect(await runBindery(['migrate'], env)).toMatchObject({
      code: 0,
      output: expect.stringContaining('0001-'),
    })
    expect(await runBindery(['migrate'], env)).toMatchObject({
      code: 0,
      output: expect.stringContaining('up to date'),
    })
  })

  test('ends with a summary that tells where to go and how to get a key', async () => {
    const service = await startProcess()
    await until(() => service.output().includes('Bindery is running'))
    for (const words of [
      `${service.url}/docs`,
      `${service.url}/dev/mailbox`,
      '/api/agent/key/request',
      '/api/agent/key/confirm',
    ])
      expect(service.output()).toContain(words)
    expect(await service.stop()).toBe(0)
  })

  test('keeps a secret of its own in the data folder, readable by nobody else', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'bindery-secret-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    const options = { env: { DATA_DIR: dataDir, SECRET_KEY: '' } }
    const service = await startProcess(options)
    const secret = await readFile(join(dataDir, 'secret.key'), 'utf8')
    expect(secret.trim().length).toBeGreaterThan(60)
    expect((await stat(join(dataDir, 'secret.key'))).mode & 0o777).toBe(0o600)
    await service.stop()
    const again = await startProcess(options)
    expect(await readFile(join(dataDir, 'secret.key'), 'utf8')).toBe(secret)
    await again.stop()
  })

  test('that fails ends the process with 1 and one sentence', async () => {
    expect(await complaintOf({ PORT: 'eighty' }, failedStart)).toMatch(/^PORT /)
  })

  test.each([
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
    [{ NODE_ENV: 'production' }, 'SECRET_KEY, PUBLIC_URL, SMTP_URL, and MAIL_FROM'],
    [{ TRUSTED_PROXIES: 'my-proxy' }, 'TRUSTED_PROXIES'],
    [{ RATE_LIMITS: 'operators=5/60' }, 'RATE_LIMITS'],
    [{ DATABASE_URL: 'postgresql://nobody@127.0.0.1:99999/none' }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'postgresql://nobody:%zz@127.0.0.1:1/none' }, 'DATABASE_URL'],
  ])('with %j stops with one sentence that names the setting', async (env, name) => {
    expect(await complaintOf({ SECRET_KEY: '', DATABASE_URL: 'postgresql://x/y', ...env })).toMatch(
      new RegExp(`^${name} `),
    )
  })

  test('in production ends with one sentence while nothing real can be sold, and starts as a demonstration', async () => {
    const settings = { ...PRODUCTION, ...AGENCY, DATABASE_URL: await createDatabase() }
    expect(await complaintOf(settings, failedStart)).toMatch(/^LICENSES_FILE .*DEMO_CARRIERS=on/)
    const LICENSES_FILE = licensesFile(license())
    expect(await complaintOf({ ...settings, LICENSES_FILE }, failedStart)).toMatch(/^CARRIERS_FILE /)
    const service = await startProcess({ env: DEMONSTRATION })
    const page = await fetch(`${service.url}/`)
    expect(await page.text()).toContain('Demonstration, not insurance')
    expect(await service.stop()).toBe(0)
  })

  test.each(['nowhere.invalid', '203.0.113.7', 'http://127.0.0.1'])(
    'with HOST=%s, where it cannot listen, blames HOST',
    async host => {
      const DATABASE_URL = await createDatabase()
      expect(await complaintOf({ HOST: host, DATABASE_URL, SECRET_KEY })).toMatch(/^HOST /)
    },
  )

  test('with a database or a role that its server does not know blames DATABASE_URL, and says why', async () => {
    const good = await createDatabase()
    const noDatabase = await complaintOf({ DATABASE_URL: good.replace(/test_\w+/, 'no_such'), SECRET_KEY })
    expect(noDatabase).toMatch(/^DATABASE_URL .*database "no_such" does not exist/)
    const noRole = await complaintOf({ DATABASE_URL: good.replace('bindery@', 'nobody@'), SECRET_KEY })
    expect(noRole).toMatch(/^DATABASE_URL .*role "nobody" does not exist/)
  })

  test('with an unknown budget lists those that there are', async () => {
    expect(await complaintOf({ RATE_LIMITS: 'operators=5/60', SECRET_KEY })).toMatch(
      /"operators".* bad_keys, .*calculator_pages, .*operator/,
    )
  })

  test.each(['PORT', 'ADMIN_PORT'])('on a %s that is taken says so', async name => {
    const service = await serviceForThisTest()
    const complaint = await complaintOf({
      PORT: String(await freePort()),
      [name]: new URL(service.url).port,
      DATABASE_URL: await createDatabase(),
      SECRET_KEY,
    })
    expect(complaint).toMatch(new RegExp(`^${name} \\d+ is taken`))
  })
})

describe('jobs apart', () => {
  test('serve --no-worker leaves mail to a worker, which sends it', async () => {
    const smtp = await startSmtp(await freePort())
    onTestFinished(() => smtp.close())
    const databaseUrl = await createDatabase()
    const env = { SMTP_URL: smtp.url, LOG_LEVEL: 'warn' }
    const service = await startProcess({ databaseUrl, env, args: ['serve', '--no-worker'] })
    await call(`${service.url}/api/agent/key/request`, { body: { email: newEmail() } })
    const waiting = () =>
      query(databaseUrl, 'select from graphile_worker.jobs where attempts = 0 and locked_at is null')
    expect(await waiting()).toHaveLength(1)
    const adminPort = await freePort()
    const worker = await startProcess({
      databaseUrl,
      port: adminPort,
      env: { ...env, PORT: String(await freePort()), ADMIN_PORT: String(adminPort) },
      args: ['worker'],
    })
    await until(() => smtp.emails.length === 1)
    expect(await worker.stop()).toBe(0)
    expect(await service.stop()).toBe(0)
  })
})

describe('stopping', () => {
  test.each(Array.from({ length: scaled(1, 20) }, (_, at) => at + 1))(
    'SIGTERM under load: what comes while it drains is answered, what was acknowledged is kept, and it ends with 0 (%i)',
    async () => {
      const databaseUrl = await createDatabase()
      const service = await startProcess({ databaseUrl, env: { RATE_LIMITS: 'off', LOG_LEVEL: 'warn' } })
      let signalled = false
      const answers = { before: [] as number[], after: [] as number[] }
      const caller = async () => {
        for (;;) {
          const sentAfter = signalled
          const answer = await call(`${service.url}/api/agent/key/request`, {
            body: { email: newEmail() },
          }).catch(() => null)
          // Nobody listens any more, and only then may a connection fail.
          if (answer === null && signalled) return
          answers[sentAfter ? 'after' : 'before'].push(answer?.status ?? 0)
        }
      }
      const callers = Array.from({ length: 8 }, caller)
      await until(() => answers.before.length > 50)
      const stopped = service.stop()
      signalled = true
      expect(await stopped).toBe(0)
      await Promise.all(callers)
      expect(answers.after.length).toBeGreaterThan(0)
      expect(new Set([...answers.before, ...answers.after])).toEqual(new Set([200]))
      const kept = await query(databaseUrl, 'select from emails')
      expect(kept.length).toBeGreaterThanOrEqual(answers.before.length + answers.after.length)
    },
  )

  test('is not ready while it drains, but alive and answering, for DRAIN_SECONDS', async () => {
    const service = await startProcess({ env: { DRAIN_SECONDS: '2.5' } })
    const stopped = service.stop()
    const signalledAt = performance.now()
    await until(async () => (await call(`${service.url}/readyz`)).body.status === 'stopping')
    expect((await call(`${service.url}/healthz`)).status).toBe(200)
    let lastAnswered = 0
    await until(async () => {
      const answer = await call(`${service.url}/healthz`).catch(() => null)
      if (answer !== null) lastAnswered = performance.now() - signalledAt
      return answer === null
    })
    expect(lastAnswered).toBeGreaterThan(2000)
    expect(await stopped).toBe(0)
  })
})

describe('when the database goes away', () => {
  const sendsMail = async ({ url }: ServiceProcess, smtp: SmtpInbox): Promise<Email> => {
    const email = newEmail()
    expect((await call(`${url}/api/agent/key/request`, { body: { email } })).status).toBe(200)
    const mailed = () => smtp.emails.find(({ to }) => to?.some(({ address }) => address === email))
    return (await until(mailed, { withinMs: 20_000 })) as Email
  }

  test('the service stays up, answers 503 with Retry-After, and then works and runs jobs again', async () => {
    const smtp = await startSmtp(await freePort())
    onTestFinished(() => smtp.close())
    const databaseUrl = await createDatabase()
    const direct = new URL(databaseUrl.replace('@/', '@socket/'))
    const socketPath = `${direct.searchParams.get('host')}/.s.PGSQL.${direct.searchParams.get('port')}`
    const link = await startProxy(socketPath)
    const service = await startProcess({
      databaseUrl: `postgresql://bindery@127.0.0.1:${link.port}${direct.pathname}?sslmode=disable`,
      env: { SMTP_URL: smtp.url, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' },
    })
    await sendsMail(service, smtp)
    await link.close()
    const during = await call(`${service.url}/api/agent/key/request`, { body: { email: newEmail() } })
    expect(during).toMatchObject({ status: 503, body: { error: 'unavailable', retry_after: 1 } })
    expect(during.headers.get('retry-after')).toBe('1')
    expect((await call(`${service.url}/readyz`)).status).toBe(503)
    expect((await call(`${service.url}/healthz`)).status).toBe(200)
    const again = await startProxy(socketPath, link.port)
    onTestFinished(() => again.close())
    await until(async () => (await call(`${service.url}/readyz`)).status === 200)
    await sendsMail(service, smtp)
    expect(await service.stop()).toBe(0)
  }, 60_000)

  test('an embedded server that is killed is brought back, with its data, and jobs run again', async () => {
    const smtp = await startSmtp(await freePort())
    onTestFinished(() => smtp.close())
    const dataDir = await mkdtemp(join(tmpdir(), 'bindery-away-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    const service = await startProcess({
      databaseUrl: null,
      env: { DATA_DIR: dataDir, SMTP_URL: smtp.url, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' },
    })
    const mail = await sendsMail(service, smtp)
    const killed = await postmasterOf(dataDir)
    process.kill(killed, 'SIGKILL')
    await until(async () => (await call(`${service.url}/readyz`)).status === 503, { everyMs: 1 })
    // Not a backend of the killed server that still answers, but the next server: it starts when those are gone.
    await until(async () => (await postmasterOf(dataDir)) !== killed, { withinMs: 20_000 })
    await until(async () => (await call(`${service.url}/readyz`)).status === 200, { withinMs: 20_000 })
    const body = { email: mail.to?.[0]?.address, otp: /^ {4}(\d{6})$/m.exec(mail.text ?? '')?.[1] }
    expect((await call(`${service.url}/api/agent/key/confirm`, { body })).status).toBe(200)
    await sendsMail(service, smtp)
    expect(await service.stop()).toBe(0)
  }, 60_000)
})
