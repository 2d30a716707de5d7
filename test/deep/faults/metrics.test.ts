import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import '../../../src/doors/cli/processes/supervise.ts'
import { MINUTE } from '../../../src/platform/lib/clock.ts'
import { startCarrier } from '../../support/carriers/carrier-server.ts'
import { carriersFile } from '../../support/carriers/carriers-file.ts'
import { call, getKey, newEmail } from '../../support/people/client.ts'
import { completeIntake, quotesCall, untilQuoted } from '../../support/people/homeowner-applications.ts'
import { wake } from '../../support/runs/hurry.ts'
import { until } from '../../support/runs/until.ts'
import { freePort } from '../../support/servers/free-port.ts'
import { serviceForThisTest } from '../../support/servers/service.ts'

type Alert = { alert: string; expr: string; annotations: { runbook_url: string } }

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

const alerts = (
  parse(read('deploy/prometheus/alerts.yaml')) as { groups: { rules: Alert[] }[] }
).groups.flatMap(({ rules }) => rules)

const namesIn = (text: string): string[] => text.match(/\b(?:bindery|nodejs|process)_[a-z0-9_]+/g) ?? []

test('every alert has a rule test, and leads to its section of the runbook on the service', async () => {
  const service = await serviceForThisTest()
  const tests = read('deploy/prometheus/alerts.test.yaml')
  expect(alerts.length).toBeGreaterThan(10)
  for (const { alert, annotations } of alerts) {
    const address = annotations.runbook_url.replace('{{ $externalLabels.bindery_url }}', service.url)
    expect(await pageAt(address)).toContain(` id="${new URL(address).hash.slice(1)}">${alert}<`)
    expect(tests).toContain(alert)
  }
})

const pageAt = async (url: string): Promise<string> =>
  (await call(url, { headers: { accept: 'text/html' } })).text

const sample = (text: string, series: string): number => {
  const line = text.split('\n').find(candidate => candidate.startsWith(`${series} `))
  return line === undefined ? Number.NaN : Number(line.slice(series.length))
}

test('the metrics behind the alerts exist, and those about carriers and jobs move when a carrier fails', async () => {
  const carrier = await startCarrier()
  onTestFinished(() => carrier.close())
  carrier.behaviour = response => response.writeHead(503, { 'retry-after': '60' }).end()
  const adminPort = await freePort()
  const service = await serviceForThisTest({
    env: {
      ADMIN_PORT: String(adminPort),
      RATE_LIMITS: 'off',
      CARRIERS_FILE: carriersFile([{ id: 'far-away', url: carrier.url }]),
    },
  })
  const metrics = async (): Promise<string> => (await call(`http://127.0.0.1:${adminPort}/metrics`)).text
  const idle = await metrics()
  for (const name of alerts.flatMap(({ expr }) => namesIn(expr)))
    expect(idle).toContain(`# TYPE ${name.replace(/_(count|bucket)$/, '')} `)
  expect(sample(await metrics(), 'bindery_database_waiting')).toBe(0)

  const key = await getKey(service.url, newEmail())
  const body = { intake: completeIntake(), credit_check_authorized: true }
  const uids = await Promise.all(
    Array.from({ length: 5 }, async () => String((await quotesCall(service.url, key, body)).body.uid)),
  )
  const open = 'bindery_carrier_breaker_open{carrier="far-away"}'
  await until(async () => sample(await metrics(), open) === 1)
  const broken = await metrics()
  const refused = 'bindery_carrier_calls_total{carrier="far-away",outcome="http_error",answered="false"}'
  expect(sample(broken, refused)).toBeGreaterThanOrEqual(5)
  await until(async () => sample(await metrics(), 'bindery_job_failures_total{task="quote_homeowners"}') >= 5)

  const quoted = 'bindery_quoting_seconds_count{line="homeowners",mode="live"}'
  const before = sample(await metrics(), quoted) || 0
  service.pass(11 * MINUTE)
  await until(
    async () => {
      await wake(service.databaseUrl)
      return sample(await metrics(), quoted) - before >= uids.length
    },
    { everyMs: 100 },
  )
  for (const uid of uids) await untilQuoted(service.url, key, uid)
  expect(sample(await metrics(), quoted) - before).toBe(uids.length)
})

test('the age of waiting emails and due jobs rises while the mail server is away', async () => {
  const adminPort = await freePort()
  const { url, pass } = await serviceForThisTest({
    env: { ADMIN_PORT: String(adminPort), SMTP_URL: `smtp://127.0.0.1:${await freePort()}` },
    work: false,
  })
  await call(`${url}/api/agent/key/request`, { body: { email: newEmail() } })
  pass(20 * MINUTE)
  const { text } = await call(`http://127.0.0.1:${adminPort}/metrics`)
  expect(sample(text, 'bindery_emails_queued')).toBe(1)
  expect(sample(text, 'bindery_emails_oldest_seconds')).toBeGreaterThanOrEqual(1200)
  expect(sample(text, 'bindery_jobs_due{task="send_email"}')).toBe(1)
  expect(sample(text, 'bindery_jobs_oldest_seconds{task="send_email"}')).toBeGreaterThan(0)
})
