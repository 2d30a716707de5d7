import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows } from '../../../src/routes.ts'
import { contractCheck } from '../../support/contract/contract.ts'
import { query } from '../../support/database/database.ts'
import { call, getKey, newEmail } from '../../support/people/client.ts'
import { scaled } from '../../support/runs/scale.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

const REQUESTS = scaled(250, 10_000)

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off' }, work: false })
  key = await getKey(service.url, newEmail())
})
afterAll(() => service.stop())

const hostileName = fc.constantFrom(
  'status',
  'operator_uid',
  'offers',
  '__proto__',
  'constructor',
  'toString',
  'api_key',
  '',
)
const hostileText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    "' or 1=1 --",
    '\u0000',
    '𝕏'.repeat(300),
    '../../../etc/passwd',
    '<script>',
    '\r\nSet-Cookie: a=b',
  ),
)
const anything = fc.oneof(
  fc.jsonValue(),
  fc.dictionary(
    fc.oneof(hostileName, fc.constantFrom('email', 'otp', 'code', 'contact_name')),
    fc.oneof(hostileText, fc.jsonValue()),
  ),
  fc.record({ email: hostileText, otp: hostileText }),
)
const bodies = fc.oneof(
  anything.map(value => JSON.stringify(value)),
  fc.string(),
  fc.constantFrom('', '{', '[[[[', '{"a":1,"a":2}', '\ufeff{}', '{"email":"a@b.co"}}'),
)

test(
  `${REQUESTS} generated bad requests: no 5xx, no answer outside the published contract, nothing created`,
  async () => {
    const problemOf = await contractCheck(service.url)
    const takesNothing = rows
      .filter(({ operation }) => (operation.input.required ?? []).length === 0)
      .map(({ path }) => path)
    const paths = rows.filter(({ method }) => method === 'POST').map(({ path }) => path)
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), bodies, fc.boolean(), async (path, body, withKey) => {
        // Nothing at all is a good request where nothing is required.
        if (takesNothing.includes(path) && ['', '{}'].includes(body.trim())) return
        const answer = await call(`${service.url}${path}`, { body, ...(withKey && { key }) })
        expect(answer.status).toBeLessThan(500)
        expect(answer.status).toBeGreaterThanOrEqual(400)
        expect(problemOf(path, 'POST', answer.status, answer.body)).toBeNull()
      }),
      { numRuns: REQUESTS },
    )
    expect(await query(service.databaseUrl, 'select from operators')).toHaveLength(1)
  },
  scaled(120_000, 1_800_000),
)
