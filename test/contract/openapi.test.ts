import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { rows } from '../../src/routes.ts'
import { type Answer, call } from '../support/people/client.ts'
import { startTestService, type TestService } from '../support/servers/service.ts'

type Operation = {
  'x-service-surface': string
  operationId: string
  requestBody?: { required: boolean }
  responses: Record<string, unknown>
}
type Contract = {
  openapi: string
  'x-service-surface': string
  paths: Record<string, Record<string, Operation>>
}

const places = [
  ['operator', '/api/agent/openapi'],
  ['consumer', '/api/consumer/openapi'],
  ['full', '/openapi'],
] as const

const committed = (surface: string): string =>
  readFileSync(new URL(`../../contract/${surface}.yaml`, import.meta.url), 'utf8')

describe('the published contract', () => {
  let service: TestService
  /** The smallest. All are written alike. */
  let yaml: Answer
  const jsons = new Map<string, Answer>()
  beforeAll(async () => {
    service = await startTestService({ work: false })
    yaml = await call(`${service.url}/api/consumer/openapi.yaml`)
    for (const [surface, path] of places) jsons.set(surface, await call(`${service.url}${path}.json`))
  })
  afterAll(() => service.stop())

  const contractOf = (surface: (typeof places)[number][0]) => jsons.get(surface)?.body as unknown as Contract

  const operationsOf = ({ paths }: Contract) =>
    Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({
        path,
        method: method.toUpperCase(),
        ...operation,
      })),
    )

  test.each(places)('of the %s surface is OpenAPI 3.1', surface => {
    expect(contractOf(surface)).toMatchObject({
      openapi: '3.1.0',
      'x-service-surface': surface,
      info: { version: '1.0.0' },
      servers: [{ url: service.url }],
    })
  })

  test('no pattern of the contract takes long for a value as long as a body', () => {
    const patterns = new Set<string>()
    JSON.stringify(contractOf('full'), (key, value) => {
      if (key === 'pattern' && typeof value === 'string') patterns.add(value)
      return value
    })
    expect(patterns.size).toBeGreaterThan(5)
    for (const pattern of patterns)
      for (const run of [' ', 'a', '0', '-', '_', '.', '/', 'a '])
        expect(new RegExp(pattern, 'u').test(`${run.repeat(250_000 / run.length)}\u0001`)).toBe(false)
  })

  test('holds every row of the table, each operation with its own surface', () => {
    const [full, operator] = [contractOf('full'), contractOf('operator')]
    for (const { method, path, surface } of rows) {
      const found = operationsOf(full).find(
        operation => operation.path === path && operation.method === method,
      )
      expect(found?.['x-service-surface']).toBe(surface)
    }
    expect(operationsOf(operator).every(operation => operation['x-service-surface'] === 'operator')).toBe(
      true,
    )
    const ids = operationsOf(full).map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test.each([
    ['operator', 256_000],
    ['consumer', 180_000],
    ['full', 420_000],
  ] as const)('of the %s surface is smaller than %d bytes as YAML', (surface, most) => {
    const text = committed(surface)
    expect(Buffer.byteLength(text)).toBeLessThan(most)
  })

  test('is the same in YAML and JSON, also for a YAML 1.1 reader, which takes Yes for true and 250_500_100 for a number', () => {
    expect(yaml.headers.get('content-type')).toContain('application/yaml')
    expect(yaml.text).toContain('"250_500_100"')
    expect(parse(yaml.text, { version: '1.1' })).toEqual(contractOf('consumer'))
  })

  test('requires a body of every operation that refuses a call without one', () => {
    const optional = operationsOf(contractOf('full')).filter(
      ({ requestBody }) => requestBody?.required === false,
    )
    expect(optional.map(({ operationId }) => operationId).sort()).toEqual([
      'intakeBind',
      'intakePatch',
      'postShoppingStatus',
      'rotateOperatorKey',
    ])
  })

  test('lists 429 for the contract documents, which are rate limited', () => {
    const { paths } = contractOf('full')
    for (const answer of [yaml, ...jsons.values()]) expect(answer.headers.get('ratelimit-limit')).toBe('120')
    for (const url of places.flatMap(([, path]) => [`${path}.yaml`, `${path}.json`]))
      expect(paths[url]?.get?.responses).toHaveProperty('429')
  })

  test('of the consumer surface holds the consumer operations only, and nothing of the operator’s', () => {
    const { components } = contractOf('consumer') as unknown as {
      components: { schemas: object; securitySchemes: object }
    }
    const published = operationsOf(contractOf('consumer')).map(({ method, path }) => `${method} ${path}`)
    const own = rows.filter(({ surface }) => surface === 'consumer')
    expect(published.toSorted()).toEqual(own.map(({ method, path }) => `${method} ${path}`).toSorted())
    expect(published).toHaveLength(11)
    const operators = rows
      .filter(({ surface }) => surface === 'operator')
      .flatMap(({ operation: { input, output } }) => [input.$id, output.$id])
    expect(Object.keys(components.schemas).filter(name => operators.includes(name))).toEqual([])
    expect(Object.keys(components.securitySchemes)).toEqual(['intake_access_token'])
    expect(yaml.text).not.toContain('/api/agent')
    expect(yaml.text).not.toContain('OPERATOR_KEY')
  })

  test('says which headers hold a poll, ask for a credential and say when to retry', () => {
    const full = contractOf('full')
    const { components } = full as unknown as {
      components: { responses: Record<string, { headers: Record<string, unknown> }> }
    }
    const holding = rows.filter(({ operation }) => operation.waits)
    expect(holding.length).toBeGreaterThan(2)
    for (const { path, method } of holding) {
      const operation = full.paths[path]?.[method.toLowerCase()] as unknown as {
        parameters: { $ref?: string }[]
        responses: Record<string, { headers: Record<string, unknown> }>
      }
      expect(operation.parameters.map(({ $ref }) => $ref)).toContain('#/components/parameters/Prefer')
      expect(operation.responses['200']?.headers).toHaveProperty('Preference-Applied')
    }
    expect(components.responses.Failure401?.headers).toHaveProperty('WWW-Authenticate')
    expect(components.responses.Failure429?.headers).toHaveProperty('Retry-After')
    expect(full.paths['/oauth2/authorize']?.get).toBeDefined()
  })
})
