import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applicantFieldNames, homeFieldNames } from '../../../src/products/homeowners/application/fields.ts'
import { contractCheck } from '../../support/contract/contract.ts'
import { query } from '../../support/database/database.ts'
import { completeIntake, quotesCall } from '../../support/people/homeowner-applications.ts'
import { newOperator, type TestOperator } from '../../support/people/homeowner-intakes.ts'
import { onceNotBusy } from '../../support/runs/once-answered.ts'
import { scaled } from '../../support/runs/scale.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

const REQUESTS = scaled(300, 10_000)
const AT_ONCE = 8

let service: TestService
let operator: TestOperator
let other: TestOperator
const uids = { own: '', other: '' }
const prepared = async ({ key }: TestOperator): Promise<string> =>
  String((await quotesCall(service.url, key, { intake: completeIntake() })).body.uid)
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off' }, work: false })
  operator = await newOperator(service)
  other = await newOperator(service)
  uids.own = await prepared(operator)
  uids.other = await prepared(other)
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
const sometimes = <T>(right: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 6, arbitrary: right as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: value })
const hostile = {
  status: fc.anything(),
  operator_uid: fc.string(),
  offers: fc.jsonValue(),
  ['__proto__']: fc.jsonValue(),
  consent_id: fc.string(),
}
const body = fc.record(
  {
    uid: sometimes(fc.constantFrom('own', 'own', 'other')),
    intake: sometimes(intake),
    credit_check_authorized: sometimes(fc.boolean()),
    sandbox: sometimes(fc.boolean()),
    ...hostile,
  },
  { requiredKeys: [] },
)

/** Mostly the keys that the operation takes, some of them, so that a generated body gets past the door. */
const TAKES = ['uid', 'intake', 'credit_check_authorized', 'sandbox']
const request = fc.record({
  body,
  strict: fc.integer({ min: 0, max: 4 }),
  kept: fc.subarray(TAKES, { minLength: 1 }),
})

const filledIn = (uid: unknown): unknown => (uid === 'own' || uid === 'other' ? uids[uid] : uid)

const intakesOfOther = () =>
  query(service.databaseUrl, 'select * from intakes where owner = $1 order by uid', [other.uid])

test(
  `${REQUESTS} generated bodies: no 5xx, no answer outside the published contract, nobody else's intake touched`,
  async () => {
    const problemOf = await contractCheck(service.url)
    const requests = fc.sample(request, REQUESTS).entries()
    const statuses = new Map<number, number>()
    const sentKeys = new Set<string>()
    const sentUids = new Set<unknown>()
    const before = await intakesOfOther()
    const sender = async () => {
      for (const [, { body: given, strict, kept }] of requests) {
        const sent = Object.fromEntries(
          Object.entries(given)
            .filter(([key]) => strict === 0 || kept.includes(key))
            .map(([key, one]) => [key, key === 'uid' ? filledIn(one) : one]),
        )
        for (const key of Object.keys(sent)) sentKeys.add(key)
        sentUids.add(sent.uid)
        const answer = await onceNotBusy(() => quotesCall(service.url, operator.key, sent))
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
        if (answer.status >= 500) throw new Error(`${answer.status} for ${JSON.stringify(sent)}`)
        expect(problemOf('/api/agent/homeowners/quotes', 'POST', answer.status, answer.body)).toBeNull()
        if (sent.uid === uids.other) expect(answer.status).toBeGreaterThanOrEqual(400)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, sender))
    expect(statuses.get(400) ?? 0).toBeGreaterThan(REQUESTS / 10)
    for (const status of [200, 404]) expect(statuses.get(status) ?? 0).toBeGreaterThan(REQUESTS / 1000)
    for (const uid of Object.values(uids)) expect(sentUids).toContain(uid)
    expect(sentKeys).toContain('__proto__')
    expect(await intakesOfOther()).toEqual(before)
    const owners = await query<{ owner: string }>(service.databaseUrl, 'select distinct owner from intakes')
    expect(new Set(owners.map(({ owner }) => owner))).toEqual(new Set([operator.uid, other.uid]))
  },
  scaled(180_000, 600_000),
)
