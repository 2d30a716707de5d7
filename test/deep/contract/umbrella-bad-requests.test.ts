import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { umbrellaFieldNames } from '../../../src/products/umbrella/fields.ts'
import { contractCheck } from '../../support/contract/contract.ts'
import { query } from '../../support/database/database.ts'
import { newOperator, type TestOperator } from '../../support/people/homeowner-intakes.ts'
import { type UmbrellaOperation, umbrellaCall } from '../../support/people/umbrella-applications.ts'
import { umbrellaIn } from '../../support/people/umbrella-intakes.ts'
import { onceNotBusy } from '../../support/runs/once-answered.ts'
import { scaled } from '../../support/runs/scale.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

const REQUESTS = scaled(800, 10_000)
const AT_ONCE = 8

let service: TestService
let operator: TestOperator
let other: TestOperator
const STATUSES = [
  'needs_more_info',
  'ready_for_review',
  'quoted',
  'needs_more_info_to_bind',
  'ready_to_finalize',
  'signature_needed',
  'documents_needed',
  'info_requested',
] as const
type Prepared = { uid: string; review_token: string; selection_token: string }
const prepared: Record<'own' | 'other', Prepared[]> = { own: [], other: [] }
const preparedFor = async (owner: string, status: (typeof STATUSES)[number]): Promise<Prepared> => {
  const { intake, review_token, selection_token } = await umbrellaIn(service, { owner, status })
  return { uid: intake.uid, review_token, selection_token }
}
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off' }, work: false })
  operator = await newOperator(service)
  other = await newOperator(service)
  for (const status of STATUSES) {
    prepared.own.push(await preparedFor(operator.uid, status))
    prepared.other.push(await preparedFor(other.uid, status))
  }
})
afterAll(() => service.stop())

const junk = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom('', '0', '-1', '1e9', '2024-02-31', '\u0000', '<b>', 'x'.repeat(5000), -1, 1e300, [], {}),
)
const plausible = fc.constantFrom(
  'IL',
  '62704',
  '$2.5M',
  '750k',
  2,
  '2',
  true,
  null,
  '2020-01-01',
  'a@b.co',
  '250_500_100',
  'married',
)
const value = fc.oneof(junk, plausible)
const names = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(...umbrellaFieldNames, 'address', 'age', 'approximate_asset_value', 'ssn'),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
)
const drivers = fc.array(
  fc.dictionary(fc.constantFrom('full_name', 'birthday', 'license_number', 'vin', 'year', 'x'), value),
  { maxLength: 3 },
)
const intake = fc
  .tuple(
    fc.dictionary(names, value, { maxKeys: 8 }),
    fc.record(
      {
        additional_drivers: drivers,
        vehicles: drivers,
        address: fc.dictionary(fc.constantFrom('street', 'zip', 'state', 'x'), value),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([flat, nested]) => ({ ...flat, ...nested }))
const estimate = fc.record(
  {
    field: fc.oneof(names, value),
    value,
    source: value,
    confidence: fc.oneof(fc.constant('low'), junk),
    review_path: value,
    confirmed_by_user: value,
  },
  { requiredKeys: [] },
)
/** Read when the request is sent: of the caller mostly, else of the other operator. */
const referenceTo = (name: keyof Prepared) =>
  fc.tuple(fc.constantFrom('own', 'own', 'own', 'own', 'other'), fc.nat(STATUSES.length - 1)).map(
    ([whose, at]) =>
      () =>
        prepared[whose][at]?.[name],
  )
const sometimes = <T>(right: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 6, arbitrary: right as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: value })

const body = fc.record(
  {
    uid: sometimes(referenceTo('uid')),
    intake: sometimes(intake),
    field_estimates: sometimes(fc.array(estimate, { maxLength: 3 })),
    sandbox: sometimes(fc.constant(true)),
    review_token: sometimes(referenceTo('review_token')),
    review_confirmed: sometimes(fc.constant(true)),
    selection_token: sometimes(referenceTo('selection_token')),
    selection_confirmed: sometimes(fc.constant(true)),
    credit_consent: sometimes(
      fc.constantFrom({ answer: 'Yes', collected_from_user: true }, { answer: 'Maybe' }, {}),
    ),
    type: sometimes(fc.constant('declarations')),
    filename: sometimes(fc.constant('a.pdf')),
    content: sometimes(fc.constantFrom('JVBERi0x', 'aGVsbG8=')),
    bind_confirmed: sometimes(fc.constantFrom(true, false)),
    attachments: sometimes(
      fc.array(fc.constant({ type: 'declarations', filename: 'a', content: '' }), { maxLength: 2 }),
    ),
    status: value,
    operator_uid: value,
    ['__proto__']: value,
  },
  { requiredKeys: [] },
)

/** Mostly the keys that the operation takes, so that a generated body gets past the door. */
const TAKES: Record<UmbrellaOperation, readonly string[]> = {
  draft: ['uid', 'intake', 'field_estimates', 'sandbox'],
  quotes: ['uid', 'review_token', 'review_confirmed', 'sandbox'],
  select: ['uid', 'selection_token', 'selection_confirmed', 'credit_consent', 'intake', 'sandbox'],
  bind: ['uid', 'intake', 'bind_confirmed', 'sandbox'],
  status: ['uid', 'sandbox'],
  attach: ['uid', 'type', 'filename', 'content', 'attachments', 'sandbox'],
}
const operations = Object.keys(TAKES) as UmbrellaOperation[]
const request = fc.record({
  operation: fc.constantFrom(...operations),
  body,
  strict: fc.integer({ min: 0, max: 4 }),
})

const filledIn = (given: unknown): unknown => (typeof given === 'function' ? given() : given)

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
    const uidsOfOther = new Set<unknown>(prepared.other.map(({ uid }) => uid))
    const sender = async () => {
      for (const [, { operation, body: given, strict }] of requests) {
        const kept = Object.entries(given).filter(([key]) => strict === 0 || TAKES[operation].includes(key))
        const sent = Object.fromEntries(kept.map(([key, one]) => [key, filledIn(one)]))
        for (const key of Object.keys(sent)) sentKeys.add(key)
        sentUids.add(sent.uid)
        const answer = await onceNotBusy(() =>
          umbrellaCall({ url: service.url, key: operator.key }, operation, sent),
        )
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
        if (answer.status >= 500) throw new Error(`${answer.status} for ${operation} ${JSON.stringify(sent)}`)
        expect(problemOf(`/api/agent/umbrella/${operation}`, 'POST', answer.status, answer.body)).toBeNull()
        if (uidsOfOther.has(sent.uid)) expect(answer.status).toBeGreaterThanOrEqual(400)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, sender))
    for (const status of [200, 400, 404, 409])
      expect(statuses.get(status) ?? 0).toBeGreaterThan(REQUESTS / 1000)
    for (const { uid } of [...prepared.own, ...prepared.other]) expect(sentUids).toContain(uid)
    expect(sentKeys).toContain('__proto__')
    expect(await intakesOfOther()).toEqual(before)
    const owners = await query<{ owner: string }>(service.databaseUrl, 'select distinct owner from intakes')
    expect(new Set(owners.map(({ owner }) => owner))).toEqual(new Set([operator.uid, other.uid]))
  },
  scaled(180_000, 600_000),
)
