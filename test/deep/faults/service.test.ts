import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { jobs } from '../../../src/job-table.ts'
import { unsupportedNode } from '../../../src/platform/config/node-lines.ts'
import { pdfOf } from '../../support/browser/pdf.ts'
import {
  createDatabase,
  cuttableDatabase,
  emptyDatabase,
  migrationNames,
  query,
} from '../../support/database/database.ts'
import { call, newEmail } from '../../support/people/client.ts'
import { scaled } from '../../support/runs/scale.ts'
import { until } from '../../support/runs/until.ts'
import { runBindery } from '../../support/servers/command.ts'
import { freePort } from '../../support/servers/free-port.ts'
import { type Ended, failedStart, startProcess } from '../../support/servers/process.ts'
import { AGENCY, DEMONSTRATION, license, licensesFile, PRODUCTION } from '../../support/servers/production.ts'
import { SECRET_KEY, serviceForThisTest } from '../../support/servers/service.ts'
import { builtFile } from '../../support/servers/shared-server.ts'
import { startSmtp } from '../../support/servers/smtp.ts'

const inHere = (env: Record<string, string>): Promise<Ended> => runBindery(['serve'], env)

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
  test('reads a file in a process of its own', async () => {
    const bytes = await pdfOf('Declarations of Ada Park')
    const reader = fork(await builtFile('file-worker.js'), {
      env: {},
      execArgv: [],
      serialization: 'advanced',
    })
    onTestFinished(() => void reader.kill())
    reader.send({ bytes, mostArrayBytes: 2 ** 25 })
    const [reading] = await once(reader, 'message')
    expect(reading).toMatchObject({ kind: 'read', mediaType: 'application/pdf' })
  })

  test('ends its start with a summary that tells where to go and how to get a key, and with --enable-source-maps names its source in the log of an error', async () => {
    const databaseUrl = await createDatabase()
    const service = await startProcess({ databaseUrl, env: { NODE_OPTIONS: '--enable-source-maps' } })
    onTestFinished(() => service.kill())
    await until(() => service.output().includes('Bindery is running'))
    for (const words of [
      `${service.url}/docs`,
      `${service.url}/dev/mailbox`,
      `${service.url}/dashboard  (your first key is here)`,
    ])
      expect(service.output()).toContain(words)
    await query(databaseUrl, 'alter table one_time_codes rename to lost')
    await call(`${service.url}/api/agent/key/confirm`, { body: { email: newEmail(), code: '123456' } })
    await until(() => service.output().includes('"request failed"'))
    expect(service.output()).toMatch(/src\/platform\/signin\/one-time-code\.ts:\d+/)
  })
})

describe('starting', () => {
  test('four replicas that start at once on an empty database migrate it once', async () => {
    const databaseUrl = await emptyDatabase()
    await Promise.all(Array.from({ length: 4 }, () => serviceForThisTest({ databaseUrl, work: false })))
    const rows = await query<{ name: string }>(databaseUrl, 'select name from migrations')
    expect(rows.map(({ name }) => name).sort()).toEqual(await migrationNames())
  })

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

  test('keeps a secret of its own in the data folder, readable by nobody else', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'bindery-secret-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    const start = () => serviceForThisTest({ env: { DATA_DIR: dataDir, SECRET_KEY: '' }, work: false })
    await start()
    const secret = await readFile(join(dataDir, 'secret.key'), 'utf8')
    expect(secret.trim().length).toBeGreaterThan(60)
    expect((await stat(join(dataDir, 'secret.key'))).mode & 0o777).toBe(0o600)
    await start()
    expect(await readFile(join(dataDir, 'secret.key'), 'utf8')).toBe(secret)
  })

  test('that fails ends the process with 1 and one sentence', async () => {
    expect(await complaintOf({ PORT: 'eighty' }, failedStart)).toMatch(/^PORT /)
  })

  test.each([
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
    [{ NODE_ENV: 'production' }, 'SECRET_KEY, PUBLIC_URL, SMTP_URL, and MAIL_FROM'],
    [{ TRUSTED_PROXIES: 'my-proxy' }, 'TRUSTED_PROXIES'],
    [{ DATABASE_URL: 'postgresql://nobody@127.0.0.1:99999/none' }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'postgresql://nobody:%zz@127.0.0.1:1/none' }, 'DATABASE_URL'],
  ])('with %j stops with one sentence that names the setting', async (env, name) => {
    expect(await complaintOf({ SECRET_KEY: '', DATABASE_URL: 'postgresql://x/y', ...env })).toMatch(
      new RegExp(`^${name} `),
    )
  })

  test('in production ends with one sentence while nothing real can be sold', async () => {
    const settings = { ...PRODUCTION, ...AGENCY, DATABASE_URL: 'postgresql://x/y' }
    expect(await complaintOf(settings)).toMatch(/^LICENSES_FILE .*DEMO_CARRIERS=on/)
    const LICENSES_FILE = licensesFile(license())
    expect(await complaintOf({ ...settings, LICENSES_FILE })).toMatch(/^CARRIERS_FILE /)
  })

  test.each(['nowhere.invalid', '203.0.113.7', 'http://127.0.0.1'])(
    'with HOST=%s, where it cannot listen, blames HOST',
    async host => {
      expect(await complaintOf({ HOST: host, DATABASE_URL: 'postgresql://x/y', SECRET_KEY })).toMatch(
        /^HOST /,
      )
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
    expect(
      await complaintOf({ RATE_LIMITS: 'operators=5/60', SECRET_KEY, DATABASE_URL: 'postgresql://x/y' }),
    ).toMatch(/^RATE_LIMITS .*"operators".* bad_keys, .*calculator_pages, .*operator/)
  })

  test.each(['PORT', 'ADMIN_PORT'])('on a %s that is taken says so', async name => {
    const taken = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void taken.close())
    await once(taken, 'listening')
    const complaint = await complaintOf({
      PORT: String(await freePort()),
      [name]: String((taken.address() as AddressInfo).port),
      DATABASE_URL: 'postgresql://x/y',
      SECRET_KEY,
    })
    expect(complaint).toMatch(new RegExp(`^${name} \\d+ is taken`))
  })
})

describe('stopping', () => {
  test.each(Array.from({ length: scaled(1, 20) }, (_, at) => at + 1))(
    'SIGTERM under load: what comes while it drains is answered, and it ends with 0; what serve --no-worker acknowledged is kept, and sent by a worker, which knows every timetable (%i)',
    async () => {
      const databaseUrl = await createDatabase()
      const smtp = await startSmtp(await freePort())
      onTestFinished(() => smtp.close())
      const env = { RATE_LIMITS: 'off', LOG_LEVEL: 'warn', SMTP_URL: smtp.url, DRAIN_SECONDS: '0.2' }
      const service = await startProcess({ databaseUrl, env, args: ['serve', '--no-worker'] })
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
      const callers = Array.from({ length: 4 }, caller)
      await until(() => answers.before.length > 20)
      const stopped = service.stop()
      signalled = true
      expect(await stopped).toBe(0)
      await Promise.all(callers)
      expect(answers.after.length).toBeGreaterThan(0)
      expect(new Set([...answers.before, ...answers.after])).toEqual(new Set([200]))
      const kept = await query(databaseUrl, 'select from emails')
      expect(kept.length).toBeGreaterThanOrEqual(answers.before.length + answers.after.length)
      const untried = 'select from graphile_worker.jobs where attempts = 0 and locked_at is null'
      expect(await query(databaseUrl, untried)).toHaveLength(kept.length)

      const adminPort = await freePort()
      const worker = await startProcess({
        databaseUrl,
        port: adminPort,
        env: { ...env, PORT: String(await freePort()), ADMIN_PORT: String(adminPort) },
        args: ['worker'],
      })
      await until(() => smtp.emails.length === kept.length)
      const known = 'select identifier from graphile_worker._private_known_crontabs order by identifier'
      expect(await query(databaseUrl, known)).toEqual(
        jobs
          .filter(({ cron }) => cron !== undefined)
          .map(({ name }) => ({ identifier: name }))
          .toSorted((one, other) => (one.identifier < other.identifier ? -1 : 1)),
      )
      expect(await worker.stop()).toBe(0)
    },
  )

  test('a demonstration in production says so, and on SIGTERM is not ready but alive and answering for DRAIN_SECONDS', async () => {
    const service = await startProcess({
      env: { ...DEMONSTRATION, DRAIN_SECONDS: '2.5' },
      args: ['serve', '--processes', '1'],
    })
    expect((await call(service.url)).text).toContain('Demonstration, not insurance')
    const warnings = service.output().match(/"level":"warn".*security updates/g) ?? []
    expect(warnings).toHaveLength(unsupportedNode(process.versions.node, new Date()) === null ? 0 : 1)
    const stopped = service.stop()
    const signalledAt = performance.now()
    await until(async () => (await call(`${service.url}/readyz`)).body.status === 'stopping')
    expect((await call(`${service.url}/healthz`)).status).toBe(200)
    await until(async () => (await call(`${service.url}/healthz`).catch(() => null)) === null)
    expect(performance.now() - signalledAt).toBeGreaterThan(2000)
    expect(await stopped).toBe(0)
  })
})

describe('when the database goes away', () => {
  test('the service stays up, answers 503 with Retry-After, then works and runs jobs again; connections that go silent are given up all together', async () => {
    const smtp = await startSmtp(await freePort())
    onTestFinished(() => smtp.close())
    const link = await cuttableDatabase(await createDatabase())
    onTestFinished(() => link.cut())
    const service = await startProcess({
      databaseUrl: link.url,
      env: { SMTP_URL: smtp.url, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' },
    })
    onTestFinished(() => service.kill())
    const request = (email = newEmail()) => call(`${service.url}/api/agent/key/request`, { body: { email } })
    const isEmailed = (email: string) =>
      smtp.emails.some(({ to }) => to?.some(({ address }) => address === email))
    const works = async (atOnce: number) => {
      const emails = Array.from({ length: atOnce }, newEmail)
      const answers = await Promise.all(emails.map(request))
      expect(answers.map(({ status }) => status)).toEqual(emails.map(() => 200))
      await until(() => emails.every(isEmailed))
    }
    await works(1)

    await link.cut()
    const during = await request()
    expect(during).toMatchObject({ status: 503, body: { error: 'unavailable', retry_after: 1 } })
    expect(during.headers.get('retry-after')).toBe('1')
    expect((await call(`${service.url}/readyz`)).status).toBe(503)
    expect((await call(`${service.url}/healthz`)).status).toBe(200)
    await link.mend()
    await until(async () => (await call(`${service.url}/readyz`)).status === 200)
    // So many that every connection is open, those for jobs too.
    await works(20)

    link.strike('silence')
    expect((await request()).status).toBe(503)
    await works(12)
    expect(await service.stop()).toBe(0)
  })
})
