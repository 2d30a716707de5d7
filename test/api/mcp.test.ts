import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { call, getKey, newEmail } from '../support/client.ts'
import { completeIntake } from '../support/homeowners.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let key: string

beforeAll(async () => {
  service = await startTestService()
  key = await getKey(service.url, newEmail())
})
afterAll(() => service.stop())

const connect = async (path: string, headers: Record<string, string> = {}): Promise<Client> => {
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StreamableHTTPClientTransport(new URL(service.url + path), {
    requestInit: { headers },
  })
  await client.connect(transport as Parameters<typeof client.connect>[0])
  onTestFinished(() => client.close())
  return client
}

const asOperator = () => connect('/api/agent/mcp', { authorization: `Bearer ${key}` })

describe('the operator server', () => {
  test('lists at most 15 tools, each with schemas, annotations and words on what comes first', async () => {
    const { tools } = await (await asOperator()).listTools()
    expect(tools.length).toBeGreaterThan(8)
    expect(tools.length).toBeLessThanOrEqual(15)
    for (const { inputSchema, outputSchema, annotations, description } of tools) {
      expect(inputSchema.type).toBe('object')
      expect(outputSchema?.type).toBe('object')
      expect(annotations?.readOnlyHint).toBeTypeOf('boolean')
      expect(description).toMatch(/Before it: .+ If it fails: .+/)
    }
  })

  test('answers as the REST operation does', async () => {
    const input = { zip: '60601', desired_coverage_limit: 2_000_000 }
    const { structuredContent } = await (await asOperator()).callTool({
      name: 'estimate_umbrella',
      arguments: input,
    })
    const { body } = await call(`${service.url}/api/agent/calculators/umbrella`, { key, body: input })
    expect(structuredContent).toEqual(body)
  })

  test('a home is quoted from the first fact to offers, with progress on the way', async () => {
    const client = await asOperator()
    const heard: number[] = []
    const { structuredContent } = await client.callTool(
      {
        name: 'homeowners_quotes',
        arguments: {
          intake: completeIntake({ home_sqft: 3301 }),
          credit_check_authorized: true,
          sandbox: true,
        },
      },
      undefined,
      { onprogress: ({ progress }) => heard.push(progress) },
    )
    expect(structuredContent).toMatchObject({ status: 'quoted' })
    expect((structuredContent as { offers: unknown[] }).offers.length).toBeGreaterThan(0)
    expect(heard.length).toBeGreaterThan(0)
  })

  test('a refusal is a tool error that names the field', async () => {
    const { isError, content } = await (await asOperator()).callTool({
      name: 'estimate_umbrella',
      arguments: { zip: 'nowhere' },
    })
    expect(isError).toBe(true)
    expect(JSON.stringify(content)).toContain('zip')
  })

  test('the same idempotency key makes one intake', async () => {
    const client = await asOperator()
    const make = async () => {
      const { structuredContent } = await client.callTool({
        name: 'homeowners_quotes',
        arguments: { intake: { full_name: 'Ada' }, sandbox: true, idempotency_key: 'one' },
      })
      return (structuredContent as { uid: string }).uid
    }
    expect(await make()).toBe(await make())
  })

  test('without a key it is 401 and says where the resource is described', async () => {
    const answer = await call(`${service.url}/api/agent/mcp`, {
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toContain(
      '/.well-known/oauth-protected-resource/api/agent/mcp',
    )
  })

  test('there is no stream to open: GET is 405', async () => {
    const { status, headers } = await call(`${service.url}/api/agent/mcp`)
    expect([status, headers.get('allow')]).toEqual([405, 'POST'])
  })
})

describe('the consumer server', () => {
  test('takes no credential, and a shopper goes from prefill to offers with the token as an argument', async () => {
    const client = await connect('/api/consumer/mcp')
    const { tools } = await client.listTools()
    expect(tools).toHaveLength(9)
    for (const { description, outputSchema } of tools) {
      expect(outputSchema?.type).toBe('object')
      expect(description).toMatch(/Before it: .+ If it fails: .+/)
    }
    const use = async (name: string, input: object) =>
      (await client.callTool({ name, arguments: { ...input } })).structuredContent as Record<string, unknown>
    const { uid, intake_access_token } = await use('homeowners_prefill', {
      intake: completeIntake(),
      sandbox: true,
    })
    const heard: number[] = []
    const quoted = await client.callTool(
      {
        name: 'intake_patch',
        arguments: { uid, intake_access_token, confirm_submission: true, credit_check_authorized: true },
      },
      undefined,
      { onprogress: ({ progress }) => heard.push(progress) },
    )
    expect(quoted.structuredContent).toMatchObject({ status: 'quoted', offers: expect.any(Array) })
    expect(heard.length).toBeGreaterThan(0)
    const { intake_access_token: next } = quoted.structuredContent as Record<string, unknown>
    expect(await use('intake_issues', { uid, intake_access_token: next })).toMatchObject({ status: 'quoted' })
  })
})
