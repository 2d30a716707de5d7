import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applicantFieldNames, homeFieldNames } from '../../src/homeowners/application/fields.ts'
import { contractCheck } from '../support/contract/contract.ts'
import { query } from '../support/database/database.ts'
import { getKey, newEmail } from '../support/people/client.ts'
import { completeIntake, quotesCall } from '../support/people/homeowner-applications.ts'
import { scaled } from '../support/runs/scale.ts'
import { startTestService, type TestService } from '../support/servers/service.ts'

const REQUESTS = scaled(300, 10_000)
const AT_ONCE = 8

let service: TestService
let key: string
let uid: string
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off' }, work: false })
  key = await getKey(service.url, newEmail())
  uid = String((await quotesCall(service.url, key, { intake: completeIntake() })).body.uid)
})
afterAll(() => service.stop())

const junk = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(
    '',
    '0',
    '-1',
    '1e9',
    '2024-02-31',
    '9999-99-99',
    'null',
    '\u0000',
    '<b>',
    'x'.repeat(5000),
    -1,
    1e300,
    [],
    {},
  ),
)
const plausible = fc.constantFrom(
  'IL',
  'Illinois',
  '62704',
  'owned',
  'condo',
  1800,
  '1800',
  '1995',
  true,
  null,
  '2020-01-01',
  'a@b.co',
)
const value = fc.oneof(junk, plausible)
const keysOf = (names: readonly string[]) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...names) },
    { weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
  )
const row = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.dictionary(
      keysOf([...homeFieldNames, 'address', 'field_estimates', 'property_id']),
      value,
      { maxKeys: 8 },
    ),
  },
  { weight: 1, arbitrary: value },
)
const intake = fc
  .tuple(
    fc.dictionary(keysOf([...applicantFieldNames, 'age', 'ssn', 'card_number']), value, { maxKeys: 6 }),
    fc.array(row, { maxLength: 3 }),
  )
  .map(([applicant, home]) => ({ ...applicant, home }))
const hostile = {
  status: fc.anything(),
  operator_uid: fc.string(),
  offers: fc.jsonValue(),
  __proto__: fc.jsonValue(),
  consent_id: fc.string(),
}
const body = fc.record(
  {
    uid: fc.oneof(fc.constant('own'), value),
    intake: fc.oneof({ weight: 9, arbitrary: intake }, { weight: 1, arbitrary: value }),
    credit_check_authorized: fc.oneof(fc.boolean(), junk),
    sandbox: fc.oneof(fc.boolean(), junk),
    ...hostile,
  },
  { requiredKeys: [] },
)

test(
  `${REQUESTS} generated bodies: no 5xx, no answer outside the published contract, nobody else's intake touched`,
  async () => {
    const problemOf = await contractCheck(service.url)
    const bodies = fc.sample(body, REQUESTS).entries()
    const statuses = new Map<number, number>()
    const sender = async () => {
      for (const [, given] of bodies) {
        const sent = given.uid === 'own' ? { ...given, uid } : given
        const answer = await quotesCall(service.url, key, sent)
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
        if (answer.status >= 500) throw new Error(`${answer.status} for ${JSON.stringify(sent)}`)
        expect(problemOf('/api/agent/homeowners/quotes', 'POST', answer.status, answer.body)).toBeNull()
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, sender))
    expect(statuses.get(400) ?? 0).toBeGreaterThan(REQUESTS / 10)
    const owners = await query<{ owner: string }>(service.databaseUrl, 'select distinct owner from intakes')
    expect(owners).toHaveLength(1)
  },
  scaled(180_000, 600_000),
)
