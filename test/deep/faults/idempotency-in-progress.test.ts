import { createHash } from 'node:crypto'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { DAY } from '../../../src/platform/lib/clock.ts'
import { query } from '../../support/database/database.ts'
import { call, getKey, newEmail, requestCode } from '../../support/people/client.ts'
import { completeIntake, quotesCall } from '../../support/people/homeowner-applications.ts'
import { serviceForThisTest } from '../../support/servers/service.ts'

test('a twin of a request that is still running gets 409 with Retry-After, and the answer once that one is gone', async () => {
  const service = await serviceForThisTest()
  const email = newEmail()
  const otp = await requestCode(service.url, email)
  const { body } = await call(`${service.url}/api/agent/key/confirm`, { body: { email, otp } })
  const path = '/api/agent/key/rotate'
  const rotate = () =>
    call(`${service.url}${path}`, {
      method: 'POST',
      key: String(body.api_key),
      headers: { 'idempotency-key': 'slow-twin' },
    })
  // The other one: a transaction that has claimed the key and does not end.
  const other = new pg.Client({ connectionString: service.databaseUrl })
  await other.connect()
  onTestFinished(() => other.end())
  const replayId = createHash('sha256').update([body.operator_uid, path, 'slow-twin'].join('\0')).digest()
  await other.query('begin')
  await other.query('insert into replays (replay_id, fingerprint, created_at) values ($1, $1, now())', [
    replayId,
  ])
  const waiting = await rotate()
  expect(waiting).toMatchObject({ status: 409, body: { error: 'idempotency_in_progress', retry_after: 1 } })
  expect(waiting.headers.get('retry-after')).toBe('1')
  await other.query('rollback')
  expect((await rotate()).status).toBe(200)
})

test('a repeated call gets its first response and changes nothing, even if it would be refused or would do something else now; after a day its key is free', async () => {
  const service = await serviceForThisTest({ work: false })
  const key = await getKey(service.url, newEmail())
  const quotes = (id: string, body: object) => quotesCall(service.url, key, body, { 'idempotency-key': id })
  const stored = () =>
    query(
      service.databaseUrl,
      `select (select count(*) from intakes) as intakes, (select count(*) from consents) as consents,
         (select count(*) from audit_entries) as entries, (select count(*) from changes) as changes,
         (select count(*) from graphile_worker.jobs) as jobs`,
    )
  const intake = completeIntake()
  const created = await quotes('create', { intake })
  const uid = String(created.body.uid)
  const submission = { uid, credit_check_authorized: true }
  const submitted = await quotes('submit', submission)
  expect(submitted.status).toBe(202)
  await quotes('withdraw', { uid, credit_check_authorized: false })
  const correction = { uid, intake: { applicant: { first_name: 'Other' } } }
  const corrected = await quotes('correct', correction)
  const before = await stored()
  for (const [first, id, body] of [
    [created, 'create', { intake }],
    [submitted, 'submit', submission],
    [corrected, 'correct', correction],
  ] as const) {
    const again = await quotes(id, body)
    expect(again).toMatchObject({ status: first.status, text: first.text })
    expect(again.headers.get('idempotency-replayed')).toBe('true')
  }
  expect(await quotes('submit', { uid: 'hom_unknown', credit_check_authorized: true })).toMatchObject({
    status: 422,
    body: { error: 'idempotency_conflict' },
  })
  expect(await stored()).toEqual(before)
  service.pass(DAY)
  const reused = await quotes('create', { intake })
  expect(reused).toMatchObject({ status: 200, body: { uid: expect.not.stringMatching(uid) } })
  expect((await quotes('create', { intake })).text).toBe(reused.text)
})
