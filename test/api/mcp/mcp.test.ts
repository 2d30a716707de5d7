import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { policiesOf } from '../../../src/agency/policies/policies.ts'
import { rows } from '../../../src/routes.ts'
import { heavyPng } from '../../support/browser/pictures.ts'
import { type Answer, call, getKey, newEmail } from '../../support/people/client.ts'
import { completeIntake } from '../../support/people/homeowner-applications.ts'
import { asHomeowner } from '../../support/people/homeowner-in-portal.ts'
import {
  type Content,
  connectAgent,
  connectModernAgent,
  type McpAgent,
  type ModernAgent,
} from '../../support/people/mcp-agent.ts'
import { newCode, redeemCode } from '../../support/people/oauth.ts'
import { bindAnswers, completeHousehold, yes } from '../../support/people/umbrella-applications.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

const OPERATOR = '/api/agent/mcp'
const CONSUMER = '/api/consumer/mcp'
const BOTH = [OPERATOR, CONSUMER]
const SHARED_KEY = 'a-shared-key-for-the-tools'
/** More than an ordinary body may have. */
const FILE_BYTES = 300 * 1024

let service: TestService
let key: string
let operator: ModernAgent
let shopper: McpAgent
let tools: Record<string, Tool[]>

// One official client of each era.
beforeAll(async () => {
  service = await startTestService({ env: { SHARED_KEYS: SHARED_KEY } })
  key = await getKey(service.url, newEmail())
  operator = await connectModernAgent(service.url + OPERATOR, { authorization: `Bearer ${key}` })
  shopper = await connectAgent(service.url + CONSUMER)
  tools = { [OPERATOR]: (await operator.list()) as Tool[], [CONSUMER]: await shopper.list() }
})
afterAll(async () => {
  await Promise.all([operator.close(), shopper.close()])
  await service.stop()
})

const connectWith = async (credential: unknown): Promise<McpAgent> => {
  const agent = await connectAgent(service.url + OPERATOR, { authorization: `Bearer ${credential}` })
  onTestFinished(() => agent.close())
  return agent
}

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' }
const post = (path: string, headers: Record<string, string> = {}, body: unknown = PING): Promise<Answer> =>
  call(service.url + path, {
    body,
    headers: { accept: 'application/json, text/event-stream', ...headers },
    ...(path === OPERATOR && !('authorization' in headers) && { key }),
  })

const names = (path: string, wanted: (tool: Tool) => boolean = () => true): string[] =>
  (tools[path] ?? [])
    .filter(wanted)
    .map(({ name }) => name)
    .sort()

const bothDocuments = () =>
  ['declarations', 'auto_declarations'].map(type => ({
    type,
    filename: 'page.png',
    content: heavyPng(FILE_BYTES).toString('base64'),
  }))

type Offer = { offer_id: string; carrier: string; selection_token: string }
const offersOf = ({ offers }: Content) => offers as Offer[]
/** The agency collects its documents and its payment. */
const brindlemoor = (quoted: Content) =>
  offersOf(quoted).find(({ carrier }) => carrier.includes('Brindlemoor'))?.selection_token

const HTTP_WORDS = /\bPrefer\b|\bPATCH\b|\bPOST\b|\bGET\b|\/api\/|Idempotency-Key|Retry-After/

describe.each(BOTH)('%s', path => {
  const agent = () => (path === OPERATOR ? operator : shopper)
  const listed = () => tools[path] ?? []

  test('has at most 20 tools, each with schemas, annotations and words on what comes first', () => {
    expect(listed().length).toBeGreaterThan(8)
    expect(listed().length).toBeLessThanOrEqual(20)
    expect(new Set(names(path)).size).toBe(listed().length)
    for (const { inputSchema, annotations, description } of listed()) {
      expect(inputSchema.type).toBe('object')
      expect(annotations).toMatchObject({
        readOnlyHint: expect.any(Boolean),
        destructiveHint: expect.any(Boolean),
      })
      expect(description).toMatch(/Before it: .+/)
    }
  })

  test('lists its tools in at most 8,000 tokens, at four characters each', async () => {
    const { text } = await post(path, {}, { ...PING, method: 'tools/list' })
    const tokens = Math.ceil(text.length / 4)
    console.log(`${path} tools/list: ${tokens} of 8000 tokens`)
    expect(tokens).toBeLessThanOrEqual(8000)
  })

  test('lists its resources and its prompts in at most 1,000 tokens each', async () => {
    for (const method of ['resources/list', 'prompts/list']) {
      const { text } = await post(path, {}, { ...PING, method })
      const tokens = Math.ceil(text.length / 4)
      console.log(`${path} ${method}: ${tokens} of 1000 tokens`)
      expect(tokens).toBeLessThanOrEqual(1000)
    }
  })

  test('hands out every resource as Markdown, with nothing of HTML left, and knows no other', async () => {
    const { client } = agent()
    const { resources } = await client.listResources()
    expect(resources.length).toBeGreaterThan(3)
    for (const { uri, mimeType } of resources) {
      const [content] = (await client.readResource({ uri })).contents as { uri: string; text: string }[]
      expect(content).toMatchObject({ uri, mimeType: 'text/markdown' })
      expect(mimeType).toBe('text/markdown')
      if (path === CONSUMER) expect(content?.text).not.toMatch(/OPERATOR_KEY|operator key|key\/request/i)
      expect(content?.text).toMatch(/^(?:---\nname: |# )/)
      expect(content?.text.replaceAll(/```.*?```/gs, '')).not.toMatch(/<\/?[a-z]+[ >]|&\w+;/)
    }
    const { resources: others } = await (path === OPERATOR ? shopper : operator).client.listResources()
    const [foreign] = others.filter(({ uri }) => !resources.some(own => own.uri === uri))
    await expect(client.readResource({ uri: String(foreign?.uri) })).rejects.toMatchObject({ code: -32602 })
  })

  test('has prompts that name only its own tools and carry their arguments', async () => {
    const { client } = agent()
    const { prompts } = await client.listPrompts()
    expect(prompts.map(({ name }) => name)).toEqual([
      'get_home_insurance_quotes',
      'buy_umbrella_coverage',
      'what_is_missing',
    ])
    for (const { name, arguments: taken = [] } of prompts) {
      const values = Object.fromEntries(taken.map(argument => [argument.name, `the ${argument.name} given`]))
      const { messages } = await client.getPrompt({ name, arguments: { ...values, sandbox: 'yes' } })
      const text = messages.map(({ content }) => (content.type === 'text' ? content.text : '')).join('\n')
      for (const [key, value] of Object.entries(values)) if (key !== 'sandbox') expect(text).toContain(value)
      expect(text.includes('sandbox: true')).toBe('sandbox' in values)
      const called = [
        ...text.matchAll(/\b(?:Call|with|call|or|follow) ((?:homeowners|umbrella|intake)_\w+)/g),
      ]
      expect(called.length).toBeGreaterThan(0)
      expect(names(path)).toEqual(expect.arrayContaining(called.map(([, tool]) => tool)))
    }
    await expect(client.getPrompt({ name: 'nothing' })).rejects.toMatchObject({ code: -32602 })
  })

  test('says nothing of HTTP in its tools: no methods, paths, headers or status codes', () => {
    const words = listed().map(({ description = '' }) => description)
    expect(
      words.filter(text => /\bPrefer\b|\bPATCH\b|\bPOST\b|\/api\/|\b[24]\d\d\b|HTTP/.test(text)),
    ).toEqual([])
  })

  test('has an entry for registries that leads to it', async () => {
    const { status, body } = await call(`${service.url}${path}/server.json`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      name: expect.stringMatching(/^[a-z0-9.-]+\/bindery-(operator|consumer)$/),
      remotes: [{ type: 'streamable-http', url: service.url + path }],
    })
    expect(String(body.description).length).toBeLessThanOrEqual(100)
  })

  test('speaks of its tools by their names', () => {
    const ids = rows.map(({ operation }) => operation.id)
    const words = [
      agent().client.getInstructions() ?? '',
      ...listed().map(({ description = '' }) => description),
    ].join(' ')
    expect(ids.filter(id => new RegExp(`\\b${id}\\b`).test(words))).toEqual([])
    const called = [...words.matchAll(/\b(?:call|with|from) ((?:homeowners|umbrella|intake)_\w+)/g)]
    expect(called.length).toBeGreaterThan(0)
    expect(names(path)).toEqual(expect.arrayContaining(called.map(([, name]) => name)))
  })

  test('tells a client of 2026-07-28 what it is, and how long its lists may be kept', async () => {
    const ask = (method: string) =>
      post(
        path,
        { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method },
        {
          ...PING,
          method,
          params: {
            _meta: {
              'io.modelcontextprotocol/protocolVersion': '2026-07-28',
              'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
              'io.modelcontextprotocol/clientCapabilities': {},
            },
          },
        },
      )
    expect((await ask('server/discover')).body).toMatchObject({
      result: {
        resultType: 'complete',
        supportedVersions: ['2026-07-28'],
        instructions: expect.stringContaining('/skill.md'),
      },
    })
    const list = await ask('tools/list')
    expect(list.body).toMatchObject({ result: { resultType: 'complete', cacheScope: 'private' } })
    expect((list.body.result as { ttlMs: number }).ttlMs).toBeGreaterThan(0)
    expect((list.body.result as { tools: Tool[] }).tools).toEqual(listed())
    expect((await ask('subscriptions/listen')).body).toHaveProperty('error')
  })

  test('opens no stream and keeps no session', async () => {
    const method = async (name: string) => call(service.url + path, { method: name })
    for (const answer of await Promise.all(['GET', 'DELETE', 'OPTIONS'].map(method)))
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
    const initialized = await post(path, {}, { ...PING, method: 'initialize', params: hello('2025-11-25') })
    expect(initialized.status).toBe(200)
    expect(initialized.headers.get('mcp-session-id')).toBeNull()
  })

  test.each(['2025-11-25', '2025-06-18', '2025-03-26'])('speaks the protocol of %s', async version => {
    const { text } = await post(path, {}, { ...PING, method: 'initialize', params: hello(version) })
    expect(text).toContain(`"protocolVersion":"${version}"`)
    expect((await post(path, { 'mcp-protocol-version': version })).status).toBe(200)
  })

  test('refuses a protocol that it does not speak, and a version of the API that it does not know', async () => {
    expect((await post(path, { 'mcp-protocol-version': '1999-01-01' })).status).toBe(400)
    expect(await post(path, { 'service-api-version': 'v9' })).toMatchObject({
      status: 400,
      body: { error: 'unsupported_api_version' },
    })
  })

  test('refuses the pages of other sites, whose name may have been made to point here', async () => {
    for (const origin of ['http://rebound.example', 'null'])
      expect(await post(path, { origin })).toMatchObject({ status: 403, body: { error: 'forbidden' } })
    expect((await post(path, { origin: service.url })).status).toBe(200)
  })

  test('refuses a batch, whatever is in it, with one short JSON-RPC error and what is left of the budget', async () => {
    for (const size of [0, 1, 100]) {
      const batch = Array.from({ length: size }, (_, id) => ({ ...PING, id, method: 'tools/list' }))
      const { status, headers, body } = await post(path, {}, batch)
      expect(headers.get('ratelimit-policy')).toBe('1200;w=60')
      expect([status, body]).toEqual([
        400,
        { jsonrpc: '2.0', id: null, error: { code: -32600, message: expect.stringContaining('Batches') } },
      ])
    }
  })

  test('takes null for no arguments, and names what else is wrong with a call as invalid params', async () => {
    const name = names(path, tool => tool.name.endsWith('status'))[0]
    const use = (params: object) => post(path, {}, { ...PING, method: 'tools/call', params })
    const said = async (params: object) => (await use(params)).text.replaceAll(/req_[\w-]+/g, 'req')
    expect(await said({ name, arguments: null })).toBe(await said({ name }))
    for (const [params, message] of [
      [{ name, arguments: [] }, /^arguments in params must be a JSON object/],
      [{ name, arguments: 'uid' }, /^arguments in params must be a JSON object/],
      [{ arguments: {} }, /^name in params must be a name from tools\/list/],
    ] as const)
      expect((await use(params)).body).toMatchObject({
        id: PING.id,
        error: { code: -32602, message: expect.stringMatching(message) },
      })
  })

  test('lists its tools for any id, and refuses a listing in a protocol that it does not speak', async () => {
    for (const id of [0, 'a "quoted" id']) {
      const { text } = await post(path, {}, { ...PING, id, method: 'tools/list' })
      const body = JSON.parse(text.slice(text.indexOf('{')))
      expect(body).toMatchObject({ jsonrpc: '2.0', id })
      expect(body.result.tools).toEqual(listed())
    }
    const other = { 'mcp-protocol-version': '1999-01-01' }
    expect((await post(path, other, { ...PING, method: 'tools/list' })).status).toBe(400)
  })

  test('counts the calls of an address, and says so', async () => {
    expect((await post(path)).headers.get('ratelimit-policy')).toBe('1200;w=60')
  })

  test('takes large bodies only for the sake of files', async () => {
    const { isError, content } = await agent().attempt(
      path === OPERATOR ? 'umbrella_draft' : 'umbrella_prefill',
      { intake: { full_name: 'a'.repeat(FILE_BYTES) }, sandbox: true },
    )
    expect(isError).toBe(true)
    expect(content.error).toBe('request_too_large')
  })

  test('does not know a tool of the other server', async () => {
    const other = path === OPERATOR ? 'intake_bind' : 'umbrella_bind'
    await expect(agent().attempt(other)).rejects.toThrow(`no tool called ${other}`)
  })
})

const hello = (protocolVersion: string) => ({
  protocolVersion,
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
})

describe('the operator server', () => {
  test('a home is quoted and an umbrella is bought, and on the way every tool is used', async () => {
    const { use, attempt, used } = operator
    used.clear()
    const started = await use('homeowners_quotes', { intake: completeIntake(), sandbox: true })
    expect(started.missing_fields).toEqual(['credit_check_authorized'])
    const { uid: home } = started
    const { content: quoted, progress } = await attempt('homeowners_quotes', {
      uid: home,
      credit_check_authorized: true,
    })
    expect(quoted).toMatchObject({ status: 'quoted' })
    expect(offersOf(quoted).length).toBeGreaterThan(0)
    expect(progress.length).toBeGreaterThan(0)
    expect(await use('homeowners_status', { uid: home })).toMatchObject({
      status: 'quoted',
      poll_request: { tool: 'homeowners_status', arguments: { uid: home } },
    })
    expect(await use('homeowners_dashboard', { uid: home, limit: 5 })).toMatchObject({ property_count: 1 })
    const told = await use('list_changes', {})
    expect(told.changes).toContainEqual(expect.objectContaining({ uid: home, waiting_on: 'homeowner' }))
    const homeowner = asHomeowner(service, String(home))
    await homeowner.selectBest()
    await homeowner.confirmAll()
    await homeowner.sign()
    await homeowner.untilAt('bound')
    expect(await use('homeowners_closing_pack', { uid: home })).toMatchObject({
      evidence: { policy_number: expect.any(String), property: { state: 'IL' } },
      lender_link: expect.stringContaining('/portal/evidence/'),
    })
    const live = await use('homeowners_quotes', { intake: { email: newEmail(), full_name: 'Ada' } })
    expect(await use('homeowners_fix_issues_email', { uid: live.uid })).toMatchObject({
      status: 'email_queued',
    })

    const { uid, review_token } = await use('umbrella_draft', { intake: completeHousehold(), sandbox: true })
    const offered = await use('umbrella_quotes', { uid, review_token, review_confirmed: true })
    expect(offered.status).toBe('quoted')
    const selected = await use('umbrella_select', {
      uid,
      selection_token: brindlemoor(offered),
      selection_confirmed: true,
      credit_consent: yes,
      intake: bindAnswers(),
    })
    expect(selected.status).toBe('ready_to_finalize')
    expect((await use('umbrella_bind', { uid })).status).toBe('ready_to_finalize')
    await use('umbrella_bind', { uid, bind_confirmed: true })
    const look = () => use('umbrella_status', { uid })
    await operator.untilAt('documents_needed', look)
    const attached = await use('umbrella_attach', { uid, attachments: bothDocuments() })
    expect(attached.received).toHaveLength(2)
    expect(await operator.untilAt('bound', look)).toMatchObject({ policy: { coverage_limit: 2_000_000 } })

    expect(await use('umbrella_dashboard', { uid })).toMatchObject({
      purchases: [{ uid, detail_status: 'bound', waiting_on: 'nobody' }],
    })
    const [policy] = await policiesOf(service.app, String(uid))
    const cancel = { uid, kind: 'cancellation', wanted_on: policy?.effective_date }
    expect(await use('list_policies', { uid: cancel.uid })).toMatchObject({ policies: [{ life: 'active' }] })
    expect(await use('request_policy_change', cancel)).toMatchObject({ preview: { kind: 'cancellation' } })
    await use('request_policy_change', { ...cancel, request_confirmed: true })
    expect(await use('umbrella_dashboard', { uid })).toMatchObject({
      purchases: [{ status: 'bound', detail_status: 'canceled' }],
    })
    const { changes } = await use('list_changes', {})
    expect(changes).toContainEqual(expect.objectContaining({ uid, detail_status: 'canceled' }))

    const driver = { zip: '94110', age: 34 }
    await use('estimate_auto', { driver })
    await use('compare_collision_and_comprehensive_coverage', { driver })
    await use('weigh_filing_a_claim', { driver, repair_estimate: 4200 })
    await use('estimate_home', { zip: '94110', home_sqft: 1500 })
    await use('estimate_umbrella', { zip: '60601' })
    expect([...used].sort()).toEqual(names(OPERATOR))
    expect(operator.told.filter(words => HTTP_WORDS.test(words))).toEqual([])
  })

  test('says which tools only read, and which can commit somebody or lose what was there', () => {
    expect(names(OPERATOR, ({ annotations }) => annotations?.readOnlyHint === true)).toEqual([
      'compare_collision_and_comprehensive_coverage',
      'estimate_auto',
      'estimate_home',
      'estimate_umbrella',
      'homeowners_dashboard',
      'list_changes',
      'list_policies',
      'umbrella_dashboard',
      'umbrella_status',
      'weigh_filing_a_claim',
    ])
    expect(names(OPERATOR, ({ annotations }) => annotations?.destructiveHint === true)).toEqual([
      'homeowners_quotes',
      'request_policy_change',
      'umbrella_bind',
      'umbrella_draft',
    ])
  })

  test('the prompt about an application asks for its uid', async () => {
    const prompt = operator.client.getPrompt({ name: 'what_is_missing', arguments: {} })
    await expect(prompt).rejects.toThrow('The argument uid is required.')
  })

  test('the tool that polls takes only the uid, so it cannot change an application', async () => {
    const { use, attempt } = operator
    const { uid } = await use('homeowners_quotes', { intake: { full_name: 'Ada Park' }, sandbox: true })
    expect(await attempt('homeowners_status', { uid, intake: { full_name: 'Eve' } })).toMatchObject({
      isError: true,
      content: { error: 'invalid_request', fields: [{ path: 'intake', code: 'unknown_field' }] },
    })
    expect((await attempt('homeowners_status')).content).toMatchObject({ fields: [{ path: 'uid' }] })
    expect((await attempt('list_changes', { limt: 3 })).content).toMatchObject({
      fields: [
        { path: 'limt', code: 'unknown_field', problem: 'is not a known field', did_you_mean: 'limit' },
      ],
    })
    expect(await use('homeowners_status', { uid })).toMatchObject({
      known_summary: { applicant: { full_name: 'Ada Park' } },
    })
  })

  test('a call that looks can ask the client to show the person the page, and then gives its answer', async () => {
    const headers = { authorization: `Bearer ${key}` }
    const opened: string[] = []
    const { uid } = await operator.use('umbrella_draft', { intake: completeHousehold(), sandbox: true })
    const showing = await connectModernAgent(service.url + OPERATOR, headers, async ({ url }) => {
      opened.push(url)
      await operator.use('umbrella_draft', { uid, intake: { motorcycles: opened.length } })
    })
    onTestFinished(() => showing.close())
    const look = { name: 'umbrella_status', arguments: { uid, open_page: true } }
    const { structuredContent } = await showing.client.callTool(look)
    expect(opened).toEqual([expect.stringContaining(`/umbrella/review/${uid}`)])
    expect(structuredContent).toMatchObject({ known_summary: { motorcycles: 1 } })
  })

  test('answers and refuses as the REST operation does', async () => {
    const { use, attempt } = operator
    const rest = (body: Content) => call(`${service.url}/api/agent/calculators/umbrella`, { key, body })
    const input = { zip: '60601', desired_coverage_limit: 2_000_000 }
    expect(await use('estimate_umbrella', input)).toEqual((await rest(input)).body)
    const wrong = { zip: 'nowhere', desired_limit: 1 }
    const { isError, content } = await attempt('estimate_umbrella', wrong)
    expect(isError).toBe(true)
    expect({ ...content, request_id: '' }).toEqual({ ...(await rest(wrong)).body, request_id: '' })
  })

  test('the same idempotency key makes one intake, and another request under it is refused', async () => {
    const { use, attempt } = operator
    const input = { intake: { full_name: 'Ada' }, sandbox: true, idempotency_key: 'one' }
    const { uid } = await use('homeowners_quotes', input)
    expect((await use('homeowners_quotes', input)).uid).toBe(uid)
    expect(await attempt('homeowners_quotes', { ...input, intake: { full_name: 'Eve' } })).toMatchObject({
      isError: true,
      content: { error: 'idempotency_conflict' },
    })
    expect((await attempt('homeowners_quotes', { ...input, idempotency_key: 1 })).content).toMatchObject({
      fields: [{ path: 'idempotency_key' }],
    })
    expect(
      (await attempt('homeowners_quotes', { sandbox: true, idempotencyKey: 'one' })).content,
    ).toMatchObject({
      fields: [
        {
          path: 'idempotencyKey',
          expected: expect.stringMatching(/^one of uid, .*idempotency_key$/),
          did_you_mean: 'idempotency_key',
        },
      ],
    })
  })

  test('another operator’s purchase is not there', async () => {
    const { uid } = await operator.use('umbrella_draft', {
      intake: completeHousehold(),
      sandbox: true,
    })
    const stranger = await getKey(service.url, newEmail())
    const { attempt } = await connectWith(stranger)
    expect((await attempt('umbrella_status', { uid })).content).toMatchObject({ error: 'not_found' })
  })

  test('without a key it is 401 and says where the resource is described', async () => {
    const answer = await call(service.url + OPERATOR, { body: PING })
    expect(answer.status).toBe(401)
    const described = `${service.url}/.well-known/oauth-protected-resource${OPERATOR}`
    expect(answer.headers.get('www-authenticate')).toContain(`resource_metadata="${described}"`)
    expect((await call(described)).body.resource).toBe(service.url + OPERATOR)
  })

  test('an access token for this resource lists and opens the tools and prompts of its scopes', async () => {
    const code = await newCode(service, { scope: 'calculators', resource: service.url + OPERATOR })
    const { access_token } = (await redeemCode(service, code)).body
    const { client, use, attempt, list } = await connectWith(access_token)
    expect((await client.listPrompts()).prompts).toEqual([])
    await expect(client.getPrompt({ name: 'buy_umbrella_coverage' })).rejects.toMatchObject({ code: -32602 })
    const calculators = names(OPERATOR, ({ name }) => /^(?:estimate|compare|weigh)_/.test(name))
    expect((await list()).map(({ name }) => name).toSorted()).toEqual(calculators)
    await use('estimate_umbrella', { zip: '60601' })
    expect(await attempt('homeowners_dashboard')).toMatchObject({
      isError: true,
      content: { error: 'insufficient_scope' },
    })
  })

  test('a key for one line lists its tools and those of both, and no tool refers to one that is not listed', async () => {
    const made = await call(`${service.url}/api/agent/keys`, {
      key,
      body: { name: 'Umbrella only', scopes: ['umbrella'] },
    })
    const { list } = await connectWith(made.body.api_key)
    const listed = await list()
    const own = listed.map(({ name }) => name).toSorted()
    const both = ['list_changes', 'list_policies', 'request_policy_change']
    expect(own).toEqual(names(OPERATOR, ({ name }) => name.startsWith('umbrella_') || both.includes(name)))
    const others = names(OPERATOR, ({ name }) => !own.includes(name))
    const schemas = listed.map(({ inputSchema }) => inputSchema)
    for (const other of others) expect(JSON.stringify(schemas)).not.toContain(other)
  })

  test('a shared key lists the tools that take it, and none of those for an operator key', async () => {
    const { list } = await connectWith(SHARED_KEY)
    const taken = rows.filter(({ guard }) => guard.credential === 'Operator or shared key')
    const listed = (await list()).map(({ name }) => name.replaceAll('_', ''))
    expect(listed).toContain('umbrelladraft')
    expect(listed).not.toContain('homeownersquotes')
    expect(taken.map(({ operation }) => operation.id.toLowerCase())).toEqual(expect.arrayContaining(listed))
  })

  test('an unknown tool is refused with the name that was probably meant', async () => {
    await expect(operator.attempt('umbrella_quote')).rejects.toThrow('Did you mean umbrella_quotes?')
  })

  test('bad keys are counted: after ten the address is told to wait', async () => {
    const guess = () => post(OPERATOR, { authorization: 'Bearer bind_live_guess' })
    const statuses: number[] = []
    for (let tries = 0; tries < 11; tries++) statuses.push((await guess()).status)
    expect(statuses).toEqual([...Array(10).fill(401), 429])
  })
})

describe('the consumer server', () => {
  test('a home and an umbrella are bought, and on the way every tool is used', async () => {
    const { use, used } = shopper
    used.clear()
    /** The token of the latest answer goes into the next call. */
    const shopping = async (line: 'homeowners' | 'umbrella', intake: object) => {
      let latest = await use(`${line}_prefill`, { intake, sandbox: true })
      const { uid, polling_token: token } = latest
      const go = async (tool: string, input: Content = {}) => {
        const { intake_access_token } = latest
        latest = await use(`intake_${tool}`, { uid, intake_access_token, ...input })
        return latest
      }
      return {
        go,
        review_token: latest.review_token,
        untilAt: (status: string) => shopper.untilAt(status, () => go('issues')),
        coarse: () => use('shopping_status', { token }),
      }
    }

    const home = await shopping('homeowners', completeIntake())
    const quoted = await home.go('patch', { confirm_submission: true, credit_check_authorized: true })
    const { preview_token } = await home.go('select', { offer_id: offersOf(quoted)[0]?.offer_id })
    const { effective_date } = bindAnswers()
    await home.go('bind', { preview_token, bind_confirmed: true, effective_date })
    await home.untilAt('bound')
    expect(await home.coarse()).toMatchObject({ status: 'bound', line: 'homeowners' })

    const umbrella = await shopping('umbrella', completeHousehold())
    const offered = await umbrella.go('patch', {
      confirm_submission: true,
      review_token: umbrella.review_token,
    })
    expect(offered.status).toBe('quoted')
    await umbrella.go('select', {
      selection_token: brindlemoor(offered),
      selection_confirmed: true,
      credit_consent: yes,
      intake: bindAnswers(),
    })
    await umbrella.go('bind', { bind_confirmed: true })
    await umbrella.untilAt('documents_needed')
    expect((await umbrella.go('attach', { attachments: bothDocuments() })).received).toHaveLength(2)
    await umbrella.untilAt('bound')
    expect(await umbrella.go('policy')).toMatchObject({ policy: { policy_number: expect.any(String) } })
    const wanted = { kind: 'documents', details: 'A copy of the binder.', request_confirmed: true }
    expect(await umbrella.go('policy_request', wanted)).toMatchObject({ requests: [{ status: 'done' }] })
    expect([...used].sort()).toEqual(names(CONSUMER))
    expect(shopper.told.filter(words => HTTP_WORDS.test(words))).toEqual([])
  })

  test('a call without its uid or token is told which is missing', async () => {
    const { attempt } = shopper
    for (const uid of [undefined, '', '..', 7])
      expect((await attempt('intake_issues', { ...(uid !== undefined && { uid }) })).content).toMatchObject({
        error: 'invalid_request',
        fields: [{ path: 'uid' }, { path: 'intake_access_token' }],
      })
  })

  test('an argument of the other line is refused with the ones that this line takes', async () => {
    const { use, attempt } = shopper
    const opened = await use('homeowners_prefill', { intake: completeIntake(), sandbox: true })
    const { uid, intake_access_token } = opened
    const { content } = await attempt('intake_patch', { uid, intake_access_token, review_token: 'rvw_1_x' })
    expect(content.fields).toEqual([
      {
        path: 'review_token',
        problem: 'is not a known field',
        code: 'unknown_field',
        expected: 'one of intake, field_estimates, confirm_submission, credit_check_authorized',
      },
    ])
  })

  test('a token that was replaced opens nothing', async () => {
    const { use, attempt } = shopper
    const { uid, intake_access_token } = await use('homeowners_prefill', {
      intake: completeIntake(),
      sandbox: true,
    })
    await use('intake_patch', { uid, intake_access_token, intake: { marital_status: 'single' } })
    expect(await attempt('intake_issues', { uid, intake_access_token })).toMatchObject({
      isError: true,
      content: { error: 'stale_access_token' },
    })
    const made_up = await attempt('intake_issues', { uid, intake_access_token: `iat_${'0'.repeat(32)}` })
    expect(made_up.content).toMatchObject({
      error: 'unauthorized',
      message: expect.stringContaining('Pass the intake_access_token of the latest answer'),
    })
    expect(String(made_up.content.message)).not.toContain('Authorization')
  })

  test('says which tools only read, and which can commit somebody or lose what was there', () => {
    expect(names(CONSUMER, ({ annotations }) => annotations?.readOnlyHint === true)).toEqual([
      'intake_issues',
      'intake_policy',
      'shopping_status',
    ])
    expect(names(CONSUMER, ({ annotations }) => annotations?.destructiveHint === true)).toEqual([
      'intake_bind',
      'intake_patch',
      'intake_policy_request',
    ])
  })
})
