import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY, MINUTE } from '../../../src/platform/lib/clock.ts'
import { query } from '../../support/database/database.ts'
import { call, getKey, latestCode, mailbox, newEmail, requestCode } from '../../support/people/client.ts'
import { newVisitor, type Seen } from '../../support/people/visitor.ts'
import { serviceForThisTest, startTestService, type TestService } from '../../support/servers/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off' }, work: false })
})
afterAll(() => service.stop())

const KEY = /bind_live_[0-9A-Za-z]{38}/

const keyIn = ({ text }: Seen): string | undefined => KEY.exec(text)?.[0]

const works = async (key: string, { url } = service) =>
  (await call(`${url}/api/agent/homeowners/dashboard`, { key })).status === 200

/** Somebody who typed their email and read the code. */
const withCode = async (email: string, { url } = service) => {
  const visit = newVisitor(url)
  await visit.open('/dashboard')
  const asked = await visit.send('/dashboard/sign-in', { email })
  return { visit, asked, code: await latestCode(url, email) }
}

test('a new operator gets a key, shown once, and is signed in', async () => {
  const email = newEmail()
  const { visit, asked, code } = await withCode(email)
  expect(asked.status).toBe(200)
  const entered = await visit.send('/dashboard/sign-in/code', {
    email,
    code: ` ${code.slice(0, 3)} ${code.slice(3)}`,
    organization_name: 'Maple Realty',
  })
  const key = keyIn(entered) ?? ''
  expect(entered.status).toBe(200)
  expect(entered.headers.get('cache-control')).toBe('no-store')
  expect(await works(key)).toBe(true)
  const page = await visit.open('/dashboard/key')
  expect(page.text).toContain(`<code>${key.slice(0, 14)}</code>`)
  expect(page.text).not.toContain(key)
  expect(page.text).toContain('Maple Realty')
  expect((await mailbox(service.url, email)).map(({ subject }) => subject)).toContain(
    'Your operator key was issued',
  )
})

test('an operator who has a key signs in, and the key goes on working', async () => {
  const email = newEmail()
  const key = await getKey(service.url, email)
  const { visit, code } = await withCode(email)
  const entered = await visit.send('/dashboard/sign-in/code', { email, code })
  expect(entered).toMatchObject({ status: 303, location: '/dashboard' })
  expect(keyIn(await visit.open('/dashboard'))).toBeUndefined()
  expect((await visit.open('/dashboard/key')).text).toContain(`<code>${key.slice(0, 14)}</code>`)
  expect(await works(key)).toBe(true)
  await call(`${service.url}/api/agent/key/rotate`, { key, body: {} })
  expect((await visit.open('/dashboard')).status).toBe(401)
})

test('an operator whose key has expired gets a new one by signing in', async () => {
  const own = await serviceForThisTest({ env: { RATE_LIMITS: 'off' }, work: false })
  const email = newEmail()
  const old = await getKey(own.url, email)
  own.pass(366 * DAY)
  const { visit, code } = await withCode(email, own)
  const fresh = keyIn(await visit.send('/dashboard/sign-in/code', { email, code })) ?? ''
  expect([await works(old, own), await works(fresh, own)]).toEqual([false, true])
})

test('a code works once, at either door, and a wrong one opens nothing', async () => {
  const email = newEmail()
  await getKey(service.url, email)
  const { visit, code } = await withCode(email)
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  for (const given of [wrong, '', 'abc'])
    expect(await visit.send('/dashboard/sign-in/code', { email, code: given })).toMatchObject({
      status: 400,
      text: expect.stringContaining('role="alert"'),
    })
  expect(visit.jar.has('dashboard')).toBe(false)
  expect((await visit.send('/dashboard/sign-in/code', { email, code })).status).toBe(303)
  const other = newVisitor(service.url)
  await other.open('/dashboard')
  expect((await other.send('/dashboard/sign-in/code', { email, code })).status).toBe(400)
  const confirm = await call(`${service.url}/api/agent/key/confirm`, { body: { email, otp: code } })
  expect(confirm.status).toBe(401)
})

test('five wrong codes lock the email for this address, as they do in the API', async () => {
  const email = newEmail()
  const { visit, code } = await withCode(email)
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  for (let tries = 0; tries < 5; tries++) await visit.send('/dashboard/sign-in/code', { email, code: wrong })
  const locked = await visit.send('/dashboard/sign-in/code', { email, code })
  expect(locked.text).toContain('Too many wrong codes')
  const confirm = await call(`${service.url}/api/agent/key/confirm`, { body: { email, otp: code } })
  expect(confirm.status).toBe(429)
})

test('the pages after the email and after a wrong or an empty code are the same for a stranger and for an operator', async () => {
  const [known, stranger] = [newEmail(), newEmail()]
  await getKey(service.url, known)
  const seen = async (email: string) => {
    const { visit, asked, code } = await withCode(email)
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    const pages = [asked]
    for (const given of [wrong, '', ' ', 'abc'])
      pages.push(await visit.send('/dashboard/sign-in/code', { email, code: given }))
    return pages.map(({ text }) => text.replaceAll(email, 'EMAIL').replaceAll(/(nonce|value)="[\w-]+"/g, ''))
  }
  expect(await seen(stranger)).toEqual(await seen(known))
})

test('both doors spend the same budgets', async () => {
  const own = await serviceForThisTest({ work: false })
  const email = newEmail()
  for (let times = 0; times < 3; times++) await requestCode(own.url, email)
  const visit = newVisitor(own.url)
  await visit.open('/dashboard')
  const typed = async () => (await visit.send('/dashboard/sign-in', { email })).status
  expect([await typed(), await typed(), await typed()]).toEqual([200, 200, 429])
  expect((await call(`${own.url}/api/agent/key/request`, { body: { email } })).status).toBe(429)
})

test('neither form is taken from another site or without its token', async () => {
  const email = newEmail()
  const { visit, code } = await withCode(email)
  for (const path of ['/dashboard/sign-in', '/dashboard/sign-in/code']) {
    expect(
      (await visit.send(path, { email, code }, { headers: { origin: 'https://evil.example' } })).status,
    ).toBe(403)
    expect((await visit.send(path, { email, code }, { token: null })).status).toBe(403)
  }
  const operators = await query(service.databaseUrl, 'select from operators where email = $1', [email])
  expect(operators).toEqual([])
})

test('a session of the email door lasts thirty minutes', async () => {
  const own = await serviceForThisTest({ env: { RATE_LIMITS: 'off' }, work: false })
  const email = newEmail()
  const { visit, code } = await withCode(email, own)
  await visit.send('/dashboard/sign-in/code', { email, code })
  own.pass(29 * MINUTE)
  expect((await visit.open('/dashboard')).status).toBe(200)
  own.pass(2 * MINUTE)
  expect(await visit.open('/dashboard')).toMatchObject({
    status: 401,
    text: expect.stringContaining('Your session has ended'),
  })
})
