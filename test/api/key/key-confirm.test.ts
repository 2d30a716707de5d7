import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { looksLikeOperatorKey } from '../../../src/platform/key/operator-key.ts'
import { DAY, MINUTE } from '../../../src/platform/lib/clock.ts'
import { query } from '../../support/database/database.ts'
import { call, getKey, mailbox, newEmail, requestCode } from '../../support/people/client.ts'
import { onceNotBusy } from '../../support/runs/once-answered.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

const wrongOf = (otp: string): string => String((Number(otp) + 1) % 1_000_000).padStart(6, '0')

let service: TestService
beforeAll(async () => {
  service = await startTestService({
    env: { RATE_LIMITS: 'off', TRUSTED_PROXIES: '127.0.0.1' },
    work: false,
  })
})
afterAll(() => service.stop())

const confirm = (body: unknown) => call(`${service.url}/api/agent/key/confirm`, { body })

describe('POST /api/agent/key/confirm', () => {
  const rotate = (key: string) => call(`${service.url}/api/agent/key/rotate`, { key, method: 'POST' })

  test('issues a key that works, shown once and stored only as a hash', async () => {
    const email = newEmail()
    const { status, body } = await confirm({ email, otp: await requestCode(service.url, email) })
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'issued', operator_uid: expect.stringMatching(/^opr_/) })
    expect(looksLikeOperatorKey(String(body.api_key))).toBe(true)
    expect(String(body.api_key).startsWith(String(body.key_prefix))).toBe(true)
    const days = (Date.parse(String(body.expires_at)) - Date.now()) / DAY
    expect(Math.round(days)).toBe(365)
    const stored = JSON.stringify(await query(service.databaseUrl, 'select * from credentials'))
    expect(stored).not.toContain(String(body.api_key))
    expect((await rotate(String(body.api_key))).status).toBe(200)
  })

  test('emails the operator, without the key', async () => {
    const email = newEmail()
    const key = await getKey(service.url, email)
    const emails = await mailbox(service.url, email)
    expect(emails.map(({ subject }) => subject)).toContain('Your operator key was issued')
    expect(JSON.stringify(emails)).not.toContain(key)
  })

  test('takes "code" for "otp", also with spaces in it, and refuses two that differ', async () => {
    const email = newEmail()
    const code = await requestCode(service.url, email)
    expect((await confirm({ email, otp: wrongOf(code), code })).status).toBe(400)
    const spaced = ` ${code.slice(0, 3)} ${code.slice(3)} `
    expect((await confirm({ email, code: spaced })).status).toBe(200)
  })

  test('replaces the key that the operator had, which stops at once', async () => {
    const email = newEmail()
    const first = await getKey(service.url, email)
    const { body } = await confirm({ email, otp: await requestCode(service.url, email) })
    expect(body.status).toBe('rotated')
    expect((await rotate(first)).status).toBe(401)
    expect((await rotate(String(body.api_key))).status).toBe(200)
  })

  test('keeps registration details, and keeps what a later confirm leaves out', async () => {
    const email = newEmail()
    const details = { organization_name: ' Acme ', assistant_email: 'Bot@Acme.com', contact_name: 'Ann' }
    await confirm({ email, otp: await requestCode(service.url, email), ...details })
    await confirm({ email, otp: await requestCode(service.url, email), contact_name: 'Bob' })
    const rows = await query(service.databaseUrl, 'select * from operators where email = $1', [email])
    expect(rows).toMatchObject([
      { organization_name: 'Acme', assistant_email: 'bot@acme.com', contact_name: 'Bob' },
    ])
  })

  test('refuses a code twice', async () => {
    const email = newEmail()
    const otp = await requestCode(service.url, email)
    expect((await confirm({ email, otp })).status).toBe(200)
    expect(await confirm({ email, otp })).toMatchObject({ status: 401, body: { error: 'invalid_otp' } })
  })

  test('of fifty parallel uses of one code one gets a key', async () => {
    const email = newEmail()
    const otp = await requestCode(service.url, email)
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => onceNotBusy(() => confirm({ email, otp }))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.every(({ status }) => [200, 401, 429].includes(status))).toBe(true)
  })

  test('two live codes used at once give one key, and never an error of ours', async () => {
    for (let round = 0; round < 20; round++) {
      const email = newEmail()
      const codes = [await requestCode(service.url, email), await requestCode(service.url, email)]
      const statuses = (await Promise.all(codes.map(otp => confirm({ email, otp })))).map(
        ({ status }) => status,
      )
      expect(statuses.toSorted()).toEqual([200, 401])
    }
  })

  test('a confirm that races a rotation of the same operator: both end cleanly, and one live key is left', async () => {
    for (let round = 0; round < 20; round++) {
      const email = newEmail()
      const key = await getKey(service.url, email)
      const otp = await requestCode(service.url, email)
      const answers = await Promise.all([confirm({ email, otp }), rotate(key)])
      expect(answers[0]?.status).toBe(200)
      expect([200, 401]).toContain(answers[1]?.status)
      const live = await query(
        service.databaseUrl,
        'select from credentials join operators using (operator_uid) where email = $1 and revoked_at is null',
        [email],
      )
      expect(live).toHaveLength(1)
    }
  })

  test('does not take a code for another address', async () => {
    const otp = await requestCode(service.url, newEmail())
    expect((await confirm({ email: newEmail(), otp })).status).toBe(401)
  })

  test('the last three codes are good, the fourth last is not', async () => {
    const email = newEmail()
    const codes: string[] = []
    for (let sent = 0; sent < 4; sent++) codes.push(await requestCode(service.url, email))
    expect((await confirm({ email, otp: codes[0] })).status).toBe(401)
    expect((await confirm({ email, otp: codes[1] })).status).toBe(200)
  })

  test('five wrong codes from one address, then 429 with Retry-After, also for the right one', async () => {
    const email = newEmail()
    const otp = await requestCode(service.url, email)
    const began = performance.now()
    for (let wrong = 0; wrong < 5; wrong++)
      expect((await confirm({ email, otp: wrongOf(otp) })).status).toBe(401)
    const refused = await confirm({ email, otp })
    expect(refused).toMatchObject({ status: 429, body: { error: 'too_many_attempts' } })
    const seconds = Number(refused.headers.get('retry-after'))
    const tookSeconds = (performance.now() - began) / 1000
    expect(seconds).toBeGreaterThanOrEqual(Math.floor(600 - tookSeconds))
    expect(seconds).toBeLessThanOrEqual(600)
    expect(refused.body.retry_after).toBe(seconds)
    const another = await requestCode(service.url, email)
    expect((await confirm({ email, otp: another })).status).toBe(429)
  })

  test('a right code whose key cannot be issued just then costs no try, and works afterwards', async () => {
    const email = newEmail()
    const otp = await requestCode(service.url, email)
    await query(service.databaseUrl, 'alter table credentials add constraint broken check (false) not valid')
    for (let attempt = 0; attempt < 6; attempt++) expect((await confirm({ email, otp })).status).toBe(500)
    await query(service.databaseUrl, 'alter table credentials drop constraint broken')
    expect((await confirm({ email, otp })).status).toBe(200)
  })

  test('two hundred parallel guesses use at most five tries', async () => {
    const email = newEmail()
    const otp = await requestCode(service.url, email)
    const guesses = Array.from({ length: 200 }, (_, at) => String(at).padStart(6, '0')).filter(
      guess => guess !== otp,
    )
    const answers = await Promise.all(guesses.map(guess => onceNotBusy(() => confirm({ email, otp: guess }))))
    const compared = answers.filter(({ status }) => status === 401)
    expect(compared).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(guesses.length - 5)
  })

  test.each([
    [{ organization_name: '   ' }, 'organization_name', 'blank'],
    [{ organization_name: 'a\u0001b' }, 'organization_name', 'control_characters'],
    [{ contact_name: 'Ada \u202ekraP' }, 'contact_name', 'control_characters'],
    [{ use_case_description: 'x'.repeat(201) }, 'use_case_description', 'too_long'],
    [{ assistant_email: 'nobody' }, 'assistant_email', 'bad_email'],
  ])('answers %j with 422, names the field and keeps the code', async (details, path, code) => {
    const email = newEmail()
    const otp = await requestCode(service.url, email)
    for (let again = 0; again < 6; again++) {
      const refused = await confirm({ email, otp, ...details })
      expect(refused).toMatchObject({
        status: 422,
        body: { error: 'registration_invalid', fields: [{ path, code }] },
      })
    }
    expect((await confirm({ email, otp })).status).toBe(200)
  })

  test('checks the code before the details: a stranger learns nothing from 422', async () => {
    const email = newEmail()
    const otp = wrongOf(await requestCode(service.url, email))
    expect((await confirm({ email, otp, organization_name: '' })).status).toBe(401)
  })

  test.each([
    [{}, 'email'],
    [{ email: 'a@example.com' }, 'otp'],
    [{ email: 'a@example.com', otp: 123456 }, 'otp'],
    [{ email: 'a@example.com', otp: '' }, 'otp'],
    [{ email: 'a@example.com', otp: '123456', contact_name: 7 }, 'contact_name'],
    [{ email: 'a@example.com', otp: '123456', status: 'issued' }, 'status'],
    [{ email: 'a@example.com', otp: '123456', operator_uid: 'opr_x' }, 'operator_uid'],
  ])('refuses %j with 400 and names %s', async (body, path) => {
    const answer = await confirm(body)
    expect(answer.status).toBe(400)
    expect(answer.body.fields).toContainEqual(expect.objectContaining({ path }))
  })
})

test('a code is good just before ten minutes have passed and not after', async () => {
  service.stopClock()
  const [early, late] = [newEmail(), newEmail()]
  const [earlyCode, lateCode] = [await requestCode(service.url, early), await requestCode(service.url, late)]
  service.pass(10 * MINUTE - 5000)
  expect((await confirm({ email: early, otp: earlyCode })).status).toBe(200)
  service.pass(5000)
  expect((await confirm({ email: late, otp: lateCode })).status).toBe(401)
})

test('wrong tries are forgotten ten minutes after the last of them', async () => {
  const email = newEmail()
  const confirmWith = (otp: string) => confirm({ email, otp })
  const otp = await requestCode(service.url, email)
  for (let wrong = 0; wrong < 5; wrong++) await confirmWith(wrongOf(otp))
  expect((await confirmWith(otp)).status).toBe(429)
  service.pass(10 * MINUTE)
  expect((await confirmWith(await requestCode(service.url, email))).status).toBe(200)
})

test('a code that comes late in the window is not worth five more guesses', async () => {
  const email = newEmail()
  const confirmWith = (otp: string) => confirm({ email, otp })
  service.stopClock()
  const first = await requestCode(service.url, email)
  expect((await confirmWith(wrongOf(first))).status).toBe(401)
  service.pass(10 * MINUTE - 5000)
  const late = await requestCode(service.url, email)
  for (let wrong = 0; wrong < 4; wrong++) expect((await confirmWith(wrongOf(late))).status).toBe(401)
  service.pass(10_000)
  expect((await confirmWith(wrongOf(late))).status).toBe(429)
})

test('a stranger’s wrong codes do not lock the owner out, unless they come from six addresses', async () => {
  const email = newEmail()
  const confirmFrom = (otp: string, address: string) =>
    call(`${service.url}/api/agent/key/confirm`, {
      body: { email, otp },
      headers: { 'x-forwarded-for': address },
    })
  const otp = await requestCode(service.url, email)
  for (let wrong = 0; wrong < 7; wrong++) await confirmFrom(wrongOf(otp), '203.0.113.9')
  expect((await confirmFrom(otp, '203.0.113.9')).status).toBe(429)
  expect(service.log.some(line => line.includes('codes_locked'))).toBe(true)
  expect((await confirmFrom(otp, '198.51.100.1')).status).toBe(200)
  const next = await requestCode(service.url, email)
  for (let wrong = 0; wrong < 30; wrong++)
    expect((await confirmFrom(wrongOf(next), `203.0.113.${20 + (wrong % 6)}`)).status).toBe(401)
  expect((await confirmFrom(next, '198.51.100.1')).status).toBe(429)
})
