import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows } from '../../../src/routes.ts'
import { contractCheck } from '../../support/contract/contract.ts'
import { query } from '../../support/database/database.ts'
import { call } from '../../support/people/client.ts'
import { completeIntake } from '../../support/people/homeowner-applications.ts'
import { startShopping } from '../../support/people/shopper.ts'
import { completeHousehold } from '../../support/people/umbrella-applications.ts'
import { scaled } from '../../support/runs/scale.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

const REQUESTS = scaled(250, 10_000)

let service: TestService
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off' }, work: false })
})
afterAll(() => service.stop())

const junk = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom('', '\u0000', '2024-02-31', 'x'.repeat(3000), -1, 1e300, [], {}, null, true),
)
const names = fc.constantFrom(
  'full_name',
  'email',
  'birthday',
  'home',
  'address',
  'vehicles',
  'state',
  'ssn',
  '__proto__',
)
const body = fc.record(
  {
    intake: fc.oneof(fc.dictionary(names, junk, { maxKeys: 4 }), junk),
    field_estimates: fc.oneof(
      fc.array(fc.record({ field: fc.oneof(names, fc.constant('home[0].roof_date')), value: junk }), {
        maxLength: 2,
      }),
      junk,
    ),
    confirm_submission: fc.oneof(fc.boolean(), junk),
    credit_check_authorized: fc.oneof(fc.boolean(), junk),
    selection_token: junk,
    selection_confirmed: fc.boolean(),
    offer_id: junk,
    offer_ids: fc.oneof(fc.array(fc.string()), junk),
    preview_token: fc.oneof(fc.constant(`prv_${'x'.repeat(22)}`), junk),
    bind_confirmed: fc.boolean(),
    content: junk,
    sandbox: fc.oneof(fc.boolean(), junk),
    status: junk,
    owner: junk,
  },
  { requiredKeys: [] },
)
const writes = rows.filter(({ surface, method }) => surface === 'consumer' && method !== 'GET')

test(
  `${REQUESTS} generated bodies to the open surface: no 5xx, nothing outside the published contract, no owner`,
  async () => {
    const problemOf = await contractCheck(service.url)
    const shoppers = await Promise.all([
      startShopping(service.url, 'homeowners', { intake: completeIntake(), sandbox: true }),
      startShopping(service.url, 'umbrella', { intake: completeHousehold(), sandbox: true }),
    ])
    const cases = fc.sample(fc.tuple(fc.constantFrom(...writes), body), REQUESTS).entries()
    const refused = new Set<string>()
    const sender = async (shopper: (typeof shoppers)[number]) => {
      for (const [, [{ method, path }, given]] of cases) {
        const answer = await call(service.url + path.replace('{uid}', shopper.uid), {
          method,
          body: given,
          key: shopper.token(),
        })
        if (path.includes('{uid}') && answer.status < 300)
          shopper.take(String(answer.body.intake_access_token))
        if (answer.status >= 500) throw new Error(`${answer.status} ${path} ${JSON.stringify(given)}`)
        if (answer.status === 400) refused.add(path)
        expect(problemOf(path, method, answer.status, answer.body)).toBeNull()
      }
    }
    await Promise.all(shoppers.map(sender))
    expect(refused.size).toBe(writes.length)
    expect(await query(service.databaseUrl, 'select from intakes where owner is not null')).toEqual([])
  },
  scaled(120_000, 900_000),
)
