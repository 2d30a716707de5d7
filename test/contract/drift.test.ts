import { afterAll, beforeAll, expect, test } from 'vitest'
import { schemaCheck } from '../support/contract/contract.ts'
import { type CallOptions, call, getKey, newEmail } from '../support/people/client.ts'
import { startTestService, type TestService } from '../support/servers/service.ts'

type Reply = { $ref?: string; headers?: object; content?: Record<string, unknown> }
type Operation = {
  operationId: string
  parameters?: { $ref?: string; name?: string; in?: string; required?: boolean; example?: unknown }[]
  requestBody?: { content: Record<string, { examples?: Record<string, { value: unknown }> }> }
  responses: Record<string, Reply>
}
type Contract = {
  paths: Record<string, Record<string, Operation>>
  components: { responses: Record<string, Reply>; schemas: object }
}

/** Said by HTTP itself, or to browsers. */
const NOT_OURS = new Set(
  'allow cache-control connection content-encoding content-length content-security-policy content-type cross-origin-opener-policy cross-origin-resource-policy date etag keep-alive link permissions-policy pragma referrer-policy set-cookie transfer-encoding vary x-content-type-options x-frame-options access-control-allow-origin access-control-expose-headers'.split(
    ' ',
  ),
)
const SHARED_KEY = 'shared_key_of_this_test_0123456789'
const JSON_TYPES = /^application\/(?:problem\+)?json/

let service: TestService
let contract: Contract
let key: string
beforeAll(async () => {
  service = await startTestService({ env: { SHARED_KEYS: SHARED_KEY, RATE_LIMITS: 'off' }, work: false })
  contract = (await call(`${service.url}/openapi.json`)).body as Contract
  key = await getKey(service.url, newEmail())
})
afterAll(() => service.stop())

const odd = (token: string): CallOptions[] => [
  {},
  { body: {} },
  { key: 'bind_live_wrong', body: {} },
  { key: SHARED_KEY, body: {} },
  { key: token, body: { wrong: 1 }, headers: { accept: 'application/problem+json' } },
  { key: token, body: '{"a":' },
  { key: token, body: 'text', headers: { 'content-type': 'text/plain' } },
  { key: token, body: {}, headers: { 'service-api-version': 'v9' } },
  { key: token, body: {}, headers: { 'idempotency-key': 'two words' } },
  { key: token, body: {}, headers: { accept: 'text/html' } },
]

const addressOf = (path: string, { parameters = [] }: Operation): string => {
  const query = parameters.filter(one => one.in === 'query' && one.required)
  const given = new URLSearchParams(
    query.map(({ name, example }): [string, string] => [String(name), String(example)]),
  )
  return `${path.replaceAll('{', '').replaceAll('}', '')}?${given}`
}

test('whatever an operation is sent, its answer is one that the contract declares', {
  timeout: 60_000,
}, async () => {
  const problemOf = schemaCheck(contract)
  const drift = new Set<string>()
  for (const [path, item] of Object.entries(contract.paths))
    for (const [method, operation] of Object.entries(item)) {
      const note = (what: string): unknown => drift.add(`${operation.operationId}: ${what}`)
      const hasBody = !['get', 'delete'].includes(method)
      const [type = 'application/json', { examples = {} } = {}] =
        Object.entries(operation.requestBody?.content ?? {})[0] ?? []
      const good = Object.values(examples).flatMap(({ value: body }) => [
        { key, body },
        { key, body, headers: { prefer: 'return=minimal' } },
      ])
      const large = hasBody ? [{ key, body: 'x'.repeat(300_000), headers: { 'content-type': type } }] : []
      const send = async ({ body, ...options }: CallOptions) =>
        call(service.url + addressOf(path, operation), {
          method: method.toUpperCase(),
          redirect: 'manual',
          ...options,
          ...(hasBody && body !== undefined && { body }),
        })
      for (const answer of await Promise.all([...odd(key), ...good, ...large].map(send))) {
        const { status, headers } = answer
        const declared = operation.responses[status] ?? operation.responses.default
        const name = declared?.$ref?.split('/').at(-1)
        const reply = name === undefined ? declared : contract.components.responses[name]
        if (!reply) {
          note(`${status} is not declared`)
          continue
        }
        const known = Object.keys(reply.headers ?? {}).map(header => header.toLowerCase())
        for (const [header] of headers)
          if (!NOT_OURS.has(header) && !known.includes(header)) note(`${status} sends ${header}`)
        for (const header of known)
          if (header.startsWith('ratelimit') && !headers.has(header))
            note(`${status} does not send ${header}`)
        const sent = headers.get('content-type')?.split(';')[0] ?? ''
        if (answer.text !== '' && !(sent in (reply.content ?? {}))) note(`${status} is ${sent}`)
        else if (JSON_TYPES.test(sent) && 'schema' in Object(reply.content?.[sent])) {
          const place =
            name === undefined
              ? ['paths', path, method, 'responses', String(status)]
              : ['components', 'responses', name]
          const problem = problemOf([...place, 'content', sent, 'schema'], answer.body)
          if (problem !== null) note(`${status} ${problem}`)
        }
      }
    }
  expect([...drift]).toEqual([])
})

test('every property is described, and no two successful answers of an operation read alike', () => {
  const bare: string[] = []
  const look = (schema: unknown, place: string): void => {
    if (typeof schema !== 'object') return
    const { properties, items, anyOf, additionalProperties } = Object(schema)
    for (const [name, part] of Object.entries(Object(properties))) {
      if (!('description' in Object(part)) && !('$ref' in Object(part))) bare.push(`${place}.${name}`)
      look(part, `${place}.${name}`)
    }
    for (const part of [items, additionalProperties, ...(anyOf ?? [])]) look(part, place)
  }
  for (const [name, schema] of Object.entries(contract.components.schemas)) look(schema, name)
  expect(bare).toEqual([])
  for (const item of Object.values(contract.paths))
    for (const { responses } of Object.values(item)) {
      const words = Object.entries(responses).flatMap(([status, reply]) =>
        status.startsWith('2') ? [Object(reply).description] : [],
      )
      expect(new Set(words).size).toBe(words.length)
    }
})
