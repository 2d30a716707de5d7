import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from '../../support/database/database.ts'
import { call, getKey, newEmail } from '../../support/people/client.ts'
import { serviceForThisTest, startTestService, type TestService } from '../../support/servers/service.ts'

const SHARED = 'a-shared-key-for-calculators'
const auto = { driver: { age: 30, zip: '94110' }, vehicle: { year: 2020, make: 'Toyota', model: 'Camry' } }

const good: [path: string, body: object][] = [
  ['calculators/auto-estimates', auto],
  ['calculators/collision-and-comprehensive-coverage', auto],
  ['calculators/file-a-claim', { ...auto, repair_estimate: 4000 }],
  ['calculators/home', { zip: '94110', home_sqft: 1500, risk_factors: ['swimming_pool'] }],
  [
    'calculators/umbrella',
    { zip: '60601', desired_coverage_limit: 2_000_000, current_auto_coverages: '250_500_100' },
  ],
  ['tools/batch', { operations: [{ tool: 'umbrella_calculator', input: { zip: '60601' } }] }],
]

describe('the calculators', () => {
  let service: TestService
  let key: string
  beforeAll(async () => {
    service = await startTestService({ env: { RATE_LIMITS: 'off', SHARED_KEYS: SHARED }, work: false })
    key = await getKey(service.url, newEmail())
  })
  afterAll(() => service.stop())
  const post = (
    path: string,
    body: unknown,
    options: { key?: string; headers?: Record<string, string> } = { key },
  ) => call(`${service.url}/api/agent/${path}`, { body, ...options })

  test.each(good)('%s answers an operator and a shared key alike, byte for byte', async (path, body) => {
    const answers = [await post(path, body), await post(path, body, { key: SHARED })]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[0]?.text).toBe(answers[1]?.text)
    expect(answers[0]?.headers.get('ratelimit-policy')).toBe('120;w=60')
  })

  test.each(good)('%s refuses a call without a key', async (path, body) => {
    const answer = await post(path, body, {})
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toContain('resource_metadata')
  })

  test.each(good)(
    '%s is a read: an Idempotency-Key is accepted and nothing is stored',
    async (path, body) => {
      const headers = { 'idempotency-key': 'the same for all' }
      expect((await post(path, body, { key, headers })).status).toBe(200)
      expect((await post(path, body, { key, headers })).headers.get('idempotency-replayed')).toBeNull()
      expect(await query(service.databaseUrl, 'select from replays')).toEqual([])
    },
  )

  test.each([
    ['auto-estimates', {}, 'driver', undefined],
    ['auto-estimates', { driver: {} }, 'driver', undefined],
    ['auto-estimates', { driver: { zip: '94110', state: 'NY' } }, 'driver.zip', undefined],
    ['auto-estimates', { driver: { zip: '00000' } }, 'driver.zip', undefined],
    [
      'auto-estimates',
      { driver: { zip: 2139 } },
      'driver.zip',
      'a string, in quotes. A five-digit US ZIP code',
    ],
    ['home', { zip: 94110, home_sqft: 1500 }, 'zip', 'a string, in quotes. A five-digit US ZIP code'],
    ['umbrella', { zip: 60601 }, 'zip', 'a string, in quotes. A five-digit US ZIP code'],
    ['auto-estimates', { driver: { zip: '9411' } }, 'driver.zip', 'A five-digit US ZIP code'],
    ['auto-estimates', { driver: { zip: '94110', age: 15 } }, 'driver.age', 'at least 16'],
    ['auto-estimates', { driver: { zip: '94110', age: '30' } }, 'driver.age', 'an integer'],
    [
      'auto-estimates',
      { ...auto, coverage: { collision_deductible: 10_001 } },
      'coverage.collision_deductible',
      'at most 10000',
    ],
    [
      'auto-estimates',
      { ...auto, coverage: { colision_deductible: 500 } },
      'coverage.colision_deductible',
      undefined,
    ],
    ['file-a-claim', auto, 'repair_estimate', undefined],
    ['file-a-claim', { ...auto, repair_estimate: 0 }, 'repair_estimate', 'more than 0'],
    ['home', { zip: '94110' }, 'home_sqft', undefined],
    ['home', { zip: '94110', home_sqft: 99 }, 'home_sqft', 'at least 100'],
    ['umbrella', { zip: '60601', jet_skis: 21 }, 'jet_skis', 'at most 20'],
    ['umbrella', { zip: '60601', current_auto_coverages: '250/500' }, 'current_auto_coverages', undefined],
  ])('%s refuses %j with 400 and names %s', async (path, body, field, expected) => {
    const answer = await post(`calculators/${path}`, body)
    expect(answer.status).toBe(400)
    const fields = answer.body.fields as { path: string; expected?: string }[]
    expect(fields.map(problem => problem.path)).toContain(field)
    if (expected !== undefined) expect(fields[0]?.expected).toBe(expected)
  })

  test('home serves California only and says so', async () => {
    const answer = await post('calculators/home', { zip: '10001', home_sqft: 1500 })
    expect(answer).toMatchObject({ status: 400, body: { error: 'unsupported_state' } })
  })

  test('a batch answers each on its own, in order, also when some fail', async () => {
    const { status, body } = await post('tools/batch', {
      operations: [
        { id: 'first', tool: 'home_calculator', input: { zip: '94110', home_sqft: 1500 } },
        { tool: 'home_calculator', input: { zip: '10001', home_sqft: 1500 } },
        { id: 'third', tool: 'umbrella_calculator', input: { zip: '60601', jet_skies: 1 } },
        { tool: 'file_a_claim', input: 'nonsense' },
      ],
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      operation_count: 4,
      success_count: 1,
      error_count: 3,
      results: [
        { id: 'first', tool: 'home_calculator', status: 'ok', result: { calculator: 'home' } },
        { status: 'error', error: { error: 'unsupported_state' } },
        {
          id: 'third',
          status: 'error',
          error: { fields: [{ path: 'jet_skies', did_you_mean: 'jet_skis' }] },
        },
        { status: 'error', error: { error: 'invalid_request' } },
      ],
    })
  })

  test('a batch gives what the calculator gives on its own', async () => {
    const alone = await post('calculators/auto-estimates', auto)
    const { body } = await post('tools/batch', { operations: [{ tool: 'auto_estimates', input: auto }] })
    expect((body.results as { result: unknown }[])[0]?.result).toEqual(alone.body)
  })

  test.each([
    [{ operations: [] }],
    [{ operations: Array(26).fill({ tool: 'home_calculator', input: {} }) }],
    [{ operations: [{ tool: 'weather', input: {} }] }],
  ])('a batch of the wrong size or with an unknown tool is 400', async body => {
    expect((await post('tools/batch', body)).status).toBe(400)
  })
})

test('120 calculations a minute for one caller, then 429 with Retry-After; another caller is not touched', async () => {
  const service = await serviceForThisTest({ work: false })
  const [busy, other] = [await getKey(service.url, newEmail()), await getKey(service.url, newEmail())]
  const umbrella = (key: string) =>
    call(`${service.url}/api/agent/calculators/umbrella`, { key, body: { zip: '60601' } })
  const answers = await Promise.all(Array.from({ length: 130 }, () => umbrella(busy)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(120)
  const refused = answers.find(({ status }) => status === 429)
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  expect(refused?.headers.get('ratelimit-remaining')).toBe('0')
  expect((await umbrella(other)).status).toBe(200)
})
