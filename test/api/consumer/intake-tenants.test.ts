import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LIMITS } from '../../../src/agency/emails/rules/limits.ts'
import { DAY } from '../../../src/platform/lib/clock.ts'
import { rows } from '../../../src/routes.ts'
import { query } from '../../support/database/database.ts'
import { call, getKey, mailbox, newEmail } from '../../support/people/client.ts'
import { completeIntake } from '../../support/people/homeowner-applications.ts'
import { type Shopping, startShopping } from '../../support/people/shopper.ts'
import { completeHousehold } from '../../support/people/umbrella-applications.ts'
import { serviceForThisTest, startTestService, type TestService } from '../../support/servers/service.ts'

let service: TestService
let own: Shopping
let other: Shopping
const tokens: Record<string, string> = {}
beforeAll(async () => {
  service = await startTestService({
    env: { RATE_LIMITS: 'off', SHARED_KEYS: 'a-shared-key-that-is-long' },
    work: false,
  })
  const old = await startShopping(service.url, 'homeowners', { intake: completeIntake(), sandbox: true })
  tokens.ended = old.token()
  service.pass(8 * DAY)
  own = await startShopping(service.url, 'homeowners', { intake: completeIntake(), sandbox: true })
  other = await startShopping(service.url, 'umbrella', { intake: completeHousehold(), sandbox: true })
  tokens.replaced = other.token()
  await other.patch({ intake: { occupation: 'Engineer' } })
  tokens.operator = await getKey(service.url, newEmail())
  tokens.shared = 'a-shared-key-that-is-long'
  tokens.invented = `iat_${'x'.repeat(32)}`
  tokens.polling = String(own.started.body.polling_token)
})
afterAll(() => service.stop())

const TABLES = ['intakes', 'audit_entries', 'consents', 'emails', 'replays', 'intake_tokens', 'shoppers']
const state = async () =>
  query(
    service.databaseUrl,
    `select ${TABLES.map(table => `(select count(*) from ${table}) as ${table}`).join(', ')},
      (select sum(version) from intakes) as versions`,
  )

const intakeRows = rows.filter(({ path }) => path.startsWith('/api/intake/'))
const send = (method: string, path: string, uid: string, key?: string) =>
  call(service.url + path.replace('{uid}', uid), {
    method,
    ...(key !== undefined && { key }),
    ...(method !== 'GET' && { body: path.endsWith('/requests') ? { kind: 'documents' } : {} }),
  })

const cases = intakeRows.flatMap(({ method, path }) =>
  (
    [
      ['none', 401, 'unauthorized'],
      ['operator', 401, 'unauthorized'],
      ['shared', 401, 'unauthorized'],
      ['invented', 401, 'unauthorized'],
      ['polling', 401, 'unauthorized'],
      ['ended', 401, 'stale_access_token'],
      ['replaced', 401, 'stale_access_token'],
    ] as const
  ).map(refusal => [method, path, ...refusal] as const),
)

test.each(cases)(
  '%s %s with the token "%s" is %i %s, and changes nothing',
  async (method, path, name, status, error) => {
    const before = await state()
    const answer = await send(method, path, own.uid, tokens[name])
    expect(answer).toMatchObject({ status, body: { error } })
    expect(answer.headers.get('www-authenticate')).toBeNull()
    expect(answer.text).not.toContain(own.uid)
    expect(await state()).toEqual(before)
  },
)

test.each(intakeRows.map(({ method, path }) => [method, path]))(
  '%s %s for another shopper’s intake is the 404 of one that never was',
  async (method = '', path = '') => {
    const before = await state()
    const named = ({ body: { request_id: _, ...rest } }: Awaited<ReturnType<typeof send>>) => rest
    const theirs = await send(method, path, other.uid, own.token())
    const nobodys = await send(method, path, 'hom_nobody', own.token())
    expect([theirs.status, nobodys.status]).toEqual([404, 404])
    expect(named(theirs)).toEqual(named(nobodys))
    expect(await state()).toEqual(before)
    expect((await own.issues()).status).toBe(200)
  },
)

describe('the token', () => {
  const shopper = () => startShopping(service.url, 'homeowners', { intake: completeIntake(), sandbox: true })

  test('a lost answer comes again with the same token and Idempotency-Key, byte for byte, and only so', async () => {
    const one = await shopper()
    const token = one.token()
    const headers = { 'idempotency-key': 'lost-1' }
    const body = { intake: { phone_number: '217-555-0101' } }
    const first = await one.patch(body, { headers })
    const again = await one.patch(body, { token, headers })
    expect(again.text).toBe(first.text)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect((await one.patch(body, { token })).body.error).toBe('stale_access_token')
    expect((await one.patch(body, { token, headers: { 'idempotency-key': 'lost-2' } })).body.error).toBe(
      'stale_access_token',
    )
    expect((await one.patch({ intake: {} }, { token, headers })).status).toBe(422)
    expect((await one.patch(body, { token: String(first.body.intake_access_token) })).status).toBe(200)
  })

  test('of follow-ups that race with one token one is done, and nothing of the others stays', async () => {
    const one = await shopper()
    const token = one.token()
    const names = ['Ada One', 'Ada Two', 'Ada Three', 'Ada Four']
    const answers = await Promise.all(names.map(full_name => one.patch({ intake: { full_name } }, { token })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401])
    const done = answers.find(({ status }) => status === 200)
    one.take(String(done?.body.intake_access_token))
    const seen = await one.issues()
    expect(seen.body.known_summary).toEqual(done?.body.known_summary)
    const updates = await query(
      service.databaseUrl,
      "select from audit_entries where uid = $1 and event = 'updated'",
      [one.uid],
    )
    expect(updates).toHaveLength(2)
  })

  test('a refused call keeps it, and a look does too', async () => {
    const one = await shopper()
    expect((await one.patch({ intake: { birthday: 'soon' } })).status).toBe(400)
    expect((await one.select({ offer_id: 'off_x' })).status).toBe(409)
    const seen = await one.issues()
    expect(seen.body.intake_access_token).toBe(one.token())
    expect((await one.patch({ intake: { phone_number: '217-555-0102' } })).status).toBe(200)
  })

  test('lives seven days from its last use, and stands in the database only as a hash', async () => {
    const late = await serviceForThisTest({ work: false })
    const one = await startShopping(late.url, 'umbrella', { intake: { full_name: 'Ada' }, sandbox: true })
    late.pass(6 * DAY)
    expect((await one.issues()).status).toBe(200)
    late.pass(6 * DAY)
    expect((await one.issues()).status).toBe(200)
    late.pass(8 * DAY)
    expect((await one.issues()).body.error).toBe('stale_access_token')
    const rows = JSON.stringify(await query(late.databaseUrl, 'select * from intake_tokens, shoppers'))
    expect(rows).not.toContain(one.token().slice(4))
    expect(rows).not.toContain(String(one.started.body.polling_token).slice(4))
  })
})

describe('prefill', () => {
  const prefill = (url: string, body: unknown, more: object = {}) =>
    call(`${url}/api/consumer/homeowners/prefill`, { body, ...more })

  test('a credential that comes along is not looked at, and a bad one costs nothing', async () => {
    const strict = await serviceForThisTest({ work: false })
    for (let n = 0; n < 12; n++)
      expect(
        (await prefill(strict.url, { intake: completeIntake(), sandbox: true }, { key: tokens.operator }))
          .status,
      ).toBe(200)
    expect(await query(strict.databaseUrl, "select from rate_limits where key like 'bad%'")).toEqual([])
  })

  test('no number of prefills keeps an email out, and the person gets no more emails than the limit', async () => {
    const strict = await serviceForThisTest({ work: false, env: { TRUSTED_PROXIES: '127.0.0.1' } })
    const intake = completeIntake()
    const { aDay } = LIMITS.verify_email
    const statuses: number[] = []
    for (let n = 0; n < aDay + 3; n++) {
      const headers = { 'x-forwarded-for': `203.0.113.${n % 3}` }
      const { status, body } = await prefill(strict.url, { intake, sandbox: false }, { headers })
      const submitted = await call(`${strict.url}/api/intake/${body.uid}`, {
        method: 'PATCH',
        key: String(body.intake_access_token),
        body: { intake: { email: intake.email }, credit_check_authorized: true, confirm_submission: true },
      })
      statuses.push(status, submitted.status)
    }
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(await mailbox(strict.url, String(intake.email))).toHaveLength(aDay)
  })

  test('an email that is known elsewhere gets the same answer', async () => {
    const intake = completeIntake()
    const shape = ({ status, body }: Awaited<ReturnType<typeof prefill>>) => [
      status,
      Object.keys(body),
      body.status,
    ]
    const first = await prefill(service.url, { intake, sandbox: false })
    expect(shape(await prefill(service.url, { intake, sandbox: false }))).toEqual(shape(first))
  })

  test('the same request with the same Idempotency-Key is one intake; another body is another', async () => {
    const headers = { 'idempotency-key': 'prefill-1' }
    const body = { intake: completeIntake(), sandbox: true }
    const first = await prefill(service.url, body, { headers })
    const again = await prefill(service.url, body, { headers })
    expect(again.text).toBe(first.text)
    const different = await prefill(service.url, { intake: completeIntake(), sandbox: true }, { headers })
    expect(different.body.uid).not.toBe(first.body.uid)
  })

  test('takes no consent, no status and no empty application', async () => {
    const intake = completeIntake()
    for (const body of [
      {},
      { intake: {} },
      { intake: { ...intake, credit_check_authorized: true } },
      { intake, status: 'bound' },
      { intake, owner: 'opr_x' },
      { intake: { ...intake, ssn: '123-45-6789' } },
      { intake, field_estimates: [{ field: 'nowhere', source: 'x', confidence: 'low' }] },
    ])
      expect((await prefill(service.url, body)).status).toBe(400)
  })
})
