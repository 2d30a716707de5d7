import { createHash } from 'node:crypto'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { call, newEmail, requestCode } from '../support/client.ts'
import { serviceForThisTest } from '../support/service.ts'

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
