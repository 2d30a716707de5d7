import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY } from '../../../src/platform/lib/clock.ts'
import { rows } from '../../../src/routes.ts'
import { query } from '../../support/database/database.ts'
import { call, getKey, newEmail } from '../../support/people/client.ts'
import { completeIntake, quotesCall } from '../../support/people/homeowner-applications.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

const SHARED = 'a-shared-key-for-the-tenants'
const TABLES = ['intakes', 'audit_entries', 'consents', 'emails', 'property_rows', 'replays']

let service: TestService
let uid: string
const keys: Record<string, string> = {}
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off', SHARED_KEYS: SHARED }, work: false })
  keys.expired = await getKey(service.url, newEmail())
  service.pass(366 * DAY)
  const owner = await getKey(service.url, newEmail())
  uid = String((await quotesCall(service.url, owner, { intake: completeIntake() })).body.uid)
  keys.revoked = await getKey(service.url, newEmail())
  await call(`${service.url}/api/agent/key/rotate`, { method: 'POST', key: keys.revoked })
  keys.shared = SHARED
  keys.garbage = 'bind_live_00000000000000000000000000000000abcdef'
})
afterAll(() => service.stop())

const homeowners = rows
  .filter(({ tag }) => tag === 'homeowners')
  .map(({ method, path }) => [method, path] as const)
const refusals = [
  ['none', 401, 'unauthorized'],
  ['garbage', 401, 'unauthorized'],
  ['revoked', 401, 'unauthorized'],
  ['expired', 401, 'key_expired'],
  ['shared', 403, 'forbidden'],
] as const

const counts = async (): Promise<unknown> =>
  query(
    service.databaseUrl,
    `select ${TABLES.map(table => `(select count(*) from ${table}) as ${table}`).join(', ')}`,
  )

const cases = homeowners.flatMap(([method, path]) =>
  refusals.map(refusal => [method, path, ...refusal] as const),
)

test.each(cases)(
  '%s %s with the key "%s" is %i %s, and changes nothing',
  async (method, path, name, status, error) => {
    const before = await counts()
    const key = keys[name]
    const answer = await call(`${service.url}${path}${method === 'GET' ? `?uid=${uid}` : ''}`, {
      method,
      ...(key !== undefined && { key }),
      ...(method === 'POST' && { body: path.endsWith('/session') ? '' : { uid } }),
    })
    expect(answer).toMatchObject({ status, body: { error } })
    expect(answer.text).not.toContain(uid)
    expect(await counts()).toEqual(before)
  },
)
