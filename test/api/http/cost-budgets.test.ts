import { expect, test } from 'vitest'
import { reviewUrl } from '../../../src/products/line/reviewed-purchase/intake/review-token.ts'
import { createDatabase, cuttableDatabase } from '../../support/database/database.ts'
import { call, getKey, newEmail } from '../../support/people/client.ts'
import { completeIntake, quotesCall } from '../../support/people/homeowner-applications.ts'
import { newVisitor } from '../../support/people/visitor.ts'
import { until } from '../../support/runs/until.ts'
import { serviceForThisTest, type TestService } from '../../support/servers/service.ts'

const SHARED_KEY = 'a-shared-key-of-these-tests'

const started = (limits: string, more: { databaseUrl?: string } = {}) =>
  serviceForThisTest({
    env: { RATE_LIMITS: limits, TRUSTED_PROXIES: '127.0.0.1' },
    work: false,
    ...more,
  })

const from = (address: string) => ({ 'x-forwarded-for': address })

const requestCode = ({ url }: TestService, address: string) =>
  call(`${url}/api/agent/key/request`, { body: { email: newEmail() }, headers: from(address) })

const prefill = ({ url }: TestService, address: string, intake: object = {}, sandbox = true) =>
  call(`${url}/api/consumer/homeowners/prefill`, {
    body: { intake: { full_name: 'Ada Homeowner', ...intake }, sandbox },
    headers: from(address),
  })

const spent = {
  status: 429,
  body: { error: 'rate_limited', retry_after: expect.any(Number) },
}

const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status)

test('one address cannot have more people emailed in an hour than its budget, whatever the route', async () => {
  const service = await started('emails_address=3/3600')
  const answers = [
    await requestCode(service, '203.0.113.1'),
    await prefill(service, '203.0.113.1', { email: newEmail() }, false),
    await call(`${service.url}/agent/identity`, {
      body: { type: 'service_auth', login_hint: newEmail() },
      headers: from('203.0.113.1'),
    }),
  ]
  expect(statuses(answers).every(status => status < 300)).toBe(true)
  expect(await requestCode(service, '203.0.113.1')).toMatchObject(spent)
  const refused = await prefill(service, '203.0.113.1', { email: newEmail() }, false)
  expect(refused).toMatchObject(spent)
  expect(refused.headers.get('retry-after')).toBe(String(refused.body.retry_after))
  expect(refused.headers.get('ratelimit-remaining')).toBe('0')
  expect((await requestCode(service, '203.0.113.2')).status).toBe(200)
})

test('a prefill that emails no one costs no email', async () => {
  const service = await started('emails_address=1/3600')
  const answers = [
    await prefill(service, '203.0.113.1', { email: newEmail() }),
    await prefill(service, '203.0.113.1', {}, false),
    await prefill(service, '203.0.113.1', { email: newEmail() }, false),
  ]
  expect(statuses(answers)).toEqual([200, 200, 200])
})

test('all anonymous callers together have a budget of emails, and an operator does not feel it', async () => {
  const service = await started('emails_anonymous=3/3600')
  const key = await getKey(service.url, newEmail())
  const answers = []
  for (let at = 0; at < 4; at++) answers.push(await requestCode(service, `203.0.113.${at}`))
  expect(statuses(answers)).toEqual([200, 200, 200, 429])
  expect((await quotesCall(service.url, key, { intake: completeIntake() })).status).toBeLessThan(300)
})

test('an address that stored its share is refused until the budget ends, reads go on, and others are not held up', async () => {
  const service = await started('stored_address=30/86400')
  const first = await prefill(service, '203.0.113.1')
  await prefill(service, '203.0.113.1')
  await prefill(service, '203.0.113.1')
  expect(await prefill(service, '203.0.113.1')).toMatchObject(spent)
  const status = `${service.url}/api/consumer/status?token=${first.body.polling_token}`
  expect((await call(status, { headers: from('203.0.113.1') })).status).toBe(200)
  expect((await prefill(service, '203.0.113.2')).status).toBe(200)
})

test('bytes count: a large application uses up what several small ones do', async () => {
  const service = await started('stored_address=19/86400')
  const large = await prefill(service, '203.0.113.1', { notes: 'x'.repeat(7500) })
  expect(large).toMatchObject({
    status: 200,
    body: { unrecognized_fields: [expect.stringContaining('notes')] },
  })
  expect(await prefill(service, '203.0.113.1')).toMatchObject(spent)
})

test('IPv6 addresses of one /48 also pay together', async () => {
  const service = await started('stored_address=1/86400')
  const network = (at: number) => `2001:db8:7:${(at * 256).toString(16)}::1`
  const answers = []
  for (let at = 0; at < 3; at++) answers.push(await prefill(service, network(at)))
  expect(statuses(answers)).toEqual([200, 429, 429])
  expect((await prefill(service, '2001:db8:8::1')).status).toBe(200)
})

test('anonymous callers together store no more than their budget, and an operator goes on', async () => {
  const service = await started('stored_anonymous=30/86400')
  const key = await getKey(service.url, newEmail())
  const answers = []
  for (let at = 0; at < 4; at++) answers.push(await prefill(service, `203.0.113.${at}`))
  expect(statuses(answers).at(-1)).toBe(429)
  const quoted = () => quotesCall(service.url, key, { intake: completeIntake(), sandbox: true })
  expect((await quoted()).status).toBeLessThan(300)
})

test('an operator has a budget of its own for bytes and work', async () => {
  const service = await started('stored_operator=20/86400')
  const [spender, other] = [await getKey(service.url, newEmail()), await getKey(service.url, newEmail())]
  const quoted = (key: string) => quotesCall(service.url, key, { intake: completeIntake(), sandbox: true })
  await quoted(spender)
  await quoted(spender)
  expect(await quoted(spender)).toMatchObject(spent)
  expect((await quoted(other)).status).toBeLessThan(300)
})

test('work counts what is read and sent: a large body uses up the minute, even if it is refused', async () => {
  const service = await started('work_address=12/60')
  const large = { full_name: 'x'.repeat(200_000) }
  const forged = { body: large, headers: from('203.0.113.3') }
  expect((await call(`${service.url}/carriers/nobody/events`, forged)).status).toBe(401)
  expect(await prefill(service, '203.0.113.3')).toMatchObject(spent)
  const first = await prefill(service, '203.0.113.1', { email: large })
  expect(first.status).toBe(400)
  expect(await prefill(service, '203.0.113.1')).toMatchObject(spent)
  expect((await prefill(service, '203.0.113.2')).status).toBe(200)
})

test('a call over its budget is refused without a word to the database', async () => {
  const link = await cuttableDatabase(await createDatabase())
  const service = await serviceForThisTest({
    env: { RATE_LIMITS: 'work_operator=1/3600', SHARED_KEYS: SHARED_KEY },
    work: false,
    databaseUrl: link.url,
  })
  const estimate = () =>
    call(`${service.url}/api/agent/calculators/umbrella`, {
      key: SHARED_KEY,
      body: { zip: '60601', desired_coverage_limit: 2_000_000, auto_count: 2 },
    })
  expect((await estimate()).status).toBe(200)
  await link.cut()
  const refused = await estimate()
  expect(refused).toMatchObject(spent)
  expect(refused.headers.get('ratelimit-remaining')).toBe('0')
  expect(service.log.filter(line => line.includes('request failed'))).toEqual([])
  await link.mend()
})

test('forms on pages are charged by address, and in all apart from other anonymous callers', async () => {
  const service = await started('stored_address=30/86400')
  const { app, url } = service
  const path = new URL(reviewUrl(app, 'umb_1')).pathname
  const visit = async (address: string) => {
    const visitor = newVisitor(url)
    await visitor.open(path, from(address))
    return () => visitor.send(`${path}/sign-out`, {}, { headers: from(address) })
  }
  const [one, other] = [await visit('203.0.113.1'), await visit('203.0.113.2')]
  expect(statuses([await one(), await one(), await one(), await one()])).toEqual([303, 303, 303, 429])
  expect(await prefill(service, '203.0.113.1')).toMatchObject(spent)
  expect((await other()).status).toBe(303)

  const poor = await started('stored_pages=1/86400,stored_anonymous=1000/86400,work_address=20/60')
  const visitor = newVisitor(poor.url)
  await visitor.open(path)
  const send = () => visitor.send(`${path}/sign-out`)
  expect(statuses([await send(), await send()])).toEqual([303, 429])
  expect((await visitor.open(path)).status).toBe(410)
  expect((await prefill(poor, '203.0.113.3')).status).toBe(200)
  for (let at = 0; at < 20; at++) await visitor.open(path)
  expect((await visitor.open(path)).status).toBe(429)
  expect((await visitor.open('/healthz')).status).toBe(200)
})

test('a code for a buyer is an email that an address pays for', async () => {
  const service = await started('emails_address=1/3600')
  const path = new URL(reviewUrl(service.app, 'umb_1')).pathname
  const visitor = newVisitor(service.url)
  await visitor.open(path)
  const ask = () => visitor.send(`${path}/code`, { email: newEmail() })
  expect(statuses([await ask(), await ask()])).toEqual([410, 429])
})

test('replicas share what was spent', async () => {
  const one = await started('stored_address=30/86400')
  const two = await started('stored_address=30/86400', { databaseUrl: one.databaseUrl })
  for (let at = 0; at < 3; at++) await prefill(one, '203.0.113.1')
  expect(await prefill(one, '203.0.113.1')).toMatchObject(spent)
  expect((await prefill(two, '203.0.113.1')).status).toBe(200)
  await until(async () => (await prefill(two, '203.0.113.1')).status === 429)
})

test('a 429 of the OAuth protocol is a security event', async () => {
  const service = await serviceForThisTest({ env: { RATE_LIMITS: 'oauth=1/60' }, work: false })
  const token = () =>
    call(`${service.url}/oauth2/token`, {
      body: 'grant_type=x',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  await token()
  expect((await token()).status).toBe(429)
  const events = service.log.filter(line => line.includes('"security_event":"budget_spent"'))
  expect(events).toEqual([expect.stringContaining('"route":"/oauth2/token"')])
})
