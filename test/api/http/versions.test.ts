import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type VersionTable, versions } from '../../../src/platform/http/versions.ts'
import { call, newEmail } from '../../support/people/client.ts'
import { serviceForThisTest, startTestService, type TestService } from '../../support/servers/service.ts'

const table: VersionTable = [
  {
    name: 'v1',
    retirement: { deprecated: new Date('2027-01-01T00:00:00Z'), sunset: new Date('2027-06-01T00:00:00Z') },
  },
  { name: 'v2' },
]

const retiring = {
  'service-api-version': 'v1',
  deprecation: '@1798761600',
  sunset: 'Tue, 01 Jun 2027 00:00:00 GMT',
}

describe('while v1 is being retired', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ versions: table, env: { RATE_LIMITS: 'off' }, work: false })
  })
  afterAll(() => service.stop())

  const asking = (version: string | null) => (version === null ? {} : { 'service-api-version': version })
  const request = (version: string | null) =>
    call(`${service.url}/api/agent/key/request`, { body: { email: newEmail() }, headers: asking(version) })

  test.each([[null], ['v1']])('who asks for %s is served by v1 and told when it ends', async version => {
    const { status, headers } = await request(version)
    expect(status).toBe(200)
    expect(Object.fromEntries(headers)).toMatchObject(retiring)
  })

  test('who asks for v2 is served by v2 and told nothing', async () => {
    const { status, headers } = await request('v2')
    expect(status).toBe(200)
    expect(headers.get('service-api-version')).toBe('v2')
    expect(headers.get('deprecation')).toBeNull()
    expect(headers.get('sunset')).toBeNull()
  })

  test('who asks for an unknown one is told which there are, by v1', async () => {
    const { status, headers, body } = await request('v9')
    expect(status).toBe(400)
    expect(body).toMatchObject({
      error: 'unsupported_api_version',
      message: expect.stringContaining('v1 or v2'),
    })
    expect(Object.fromEntries(headers)).toMatchObject(retiring)
  })

  test.each([
    ['/healthz', 200],
    ['/openapi.json', 200],
    ['/api/agent/nothing', 404],
    ['/api/agent/key/request', 405],
    ['/api/agent/%E0%A4%A', 400],
  ])('GET %s says so too', async (path, status) => {
    const unnamed = await call(`${service.url}${path}`)
    expect(unnamed.status).toBe(status)
    expect(Object.fromEntries(unnamed.headers)).toMatchObject(retiring)
    const named = await call(`${service.url}${path}`, { headers: asking('v2') })
    expect(named.headers.get('service-api-version')).toBe('v2')
    expect(named.headers.get('sunset')).toBeNull()
  })

  test('a page has no version, so none that ends', async () => {
    const { headers } = await call(`${service.url}/docs`)
    for (const name of Object.keys(retiring)) expect(headers.get(name)).toBeNull()
  })
})

test('the published contract offers the versions of the table', async () => {
  const service = await serviceForThisTest({ work: false })
  const { body } = await call(`${service.url}/openapi.json`)
  expect(body).toMatchObject({
    components: { parameters: { ServiceApiVersion: { schema: { enum: versions.map(({ name }) => name) } } } },
  })
})

test('a table with a sunset too soon stops the start', async () => {
  const soon = { deprecated: new Date('2027-01-01'), sunset: new Date('2027-01-31') }
  await expect(startTestService({ versions: [{ name: 'v1', retirement: soon }] })).rejects.toThrow(
    'it needs 90',
  )
})
