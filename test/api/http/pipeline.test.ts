import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { parseRateLimit } from 'ratelimit-header-parser'
import { parseList } from 'structured-headers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CallOptions, call, getKey, mailbox, newEmail } from '../../support/people/client.ts'
import { completeIntake } from '../../support/people/homeowner-applications.ts'
import { until } from '../../support/runs/until.ts'
import { serviceForThisTest, startTestService, type TestService } from '../../support/servers/service.ts'

const FORM = 'application/x-www-form-urlencoded'
const PROXY_KEY = 'a-shared-key-for-the-tests'

describe('every answer', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ env: { RATE_LIMITS: 'off', SHARED_KEYS: PROXY_KEY }, work: false })
  })
  afterAll(() => service.stop())
  const at = (path: string) => `${service.url}${path}`
  const request = (body: unknown, headers: Record<string, string> = {}) =>
    call(at('/api/agent/key/request'), { body, headers })

  test.each([
    ['/healthz', 200],
    ['/openapi.yaml', 200],
    ['/api/agent/nothing', 404],
    ['/api/agent/key/request', 405],
    ['/api/agent/%E0%A4%A', 400],
    ['/dev/mailbox.json', 200],
  ])('of %s carries version, request id and security headers', async (path, status) => {
    const answer = await call(at(path))
    expect(answer.status).toBe(status)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'service-api-version': 'v1',
      'x-skill-version': '1.0.0',
      'x-request-id': expect.stringMatching(/^req_/),
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
  })

  test('that is a page carries a policy with a nonce and no version', async () => {
    const { headers } = await call(at('/dev/mailbox'))
    expect(headers.get('service-api-version')).toBeNull()
    expect(headers.get('content-security-policy')).toMatch(/script-src 'nonce-[\w-]{22}' 'strict-dynamic'/)
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('to an unknown path is 404 in our own shape', async () => {
    const { body } = await call(at('/api/agent/nothing'), { body: {} })
    expect(body).toEqual({
      error: 'not_found',
      message: expect.any(String),
      request_id: expect.stringMatching(/^req_/),
      documentation_url: `${service.url}/docs/errors#not_found`,
    })
  })

  test('to a wrong method is 405 and names the right ones', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
      const answer = await call(at('/api/agent/key/request'), { method })
      expect(answer).toMatchObject({ status: 405, body: { error: 'method_not_allowed' } })
      expect(answer.headers.get('allow')).toBe('POST')
    }
    expect((await call(at('/openapi.json'), { method: 'POST' })).headers.get('allow')).toBe('GET, HEAD')
  })

  test('that opens the address of a form tells a person what to do, in their language', async () => {
    for (const path of ['/desk/stops/stp_1', '/dashboard/sign-out']) {
      const { status, text } = await call(at(path), { headers: { accept: 'text/html' } })
      expect([path, status]).toEqual([path, 405])
      expect(text).toContain('Go back to the page with the form and send it from there.')
      expect(text).not.toMatch(/GET|POST/)
    }
    const headers = { accept: 'text/html', 'accept-language': 'es' }
    expect((await call(at('/desk/stops/stp_1'), { headers })).text).toContain(
      'Regrese a la página del formulario',
    )
  })

  test('to an unknown version is 400, to v1 is normal, and both say v1', async () => {
    const unknown = await request({ email: newEmail() }, { 'service-api-version': 'v9' })
    expect(unknown).toMatchObject({ status: 400, body: { error: 'unsupported_api_version' } })
    expect(unknown.headers.get('service-api-version')).toBe('v1')
    expect((await request({ email: newEmail() }, { 'service-api-version': 'v1' })).status).toBe(200)
  })

  test('is problem+json when asked', async () => {
    const { headers, body } = await request({}, { accept: 'application/problem+json' })
    expect(headers.get('content-type')).toContain('application/problem+json')
    expect(body).toMatchObject({
      type: `${service.url}/docs/errors#invalid_request`,
      title: 'invalid request',
      status: 400,
      detail: expect.any(String),
      fields: [{ path: 'email' }],
    })
  })

  test.each([
    ['{', 'invalid_json'],
    ['{"email": NaN}', 'invalid_json'],
    ['{"email":"a@b.co","email":"c@d.co"}', 'invalid_json'],
    ['{"email":"a@b.co","\\u0065mail":"c@d.co"}', 'invalid_json'],
    ['['.repeat(33) + ']'.repeat(33), 'invalid_json'],
    ['{"__proto__":{"admin":true},"email":"a@b.co"}', 'invalid_request'],
    ['{"constructor":{"prototype":{}},"email":"a@b.co"}', 'invalid_request'],
    ['"text"', 'invalid_request'],
    ['null', 'invalid_request'],
    ['1e999', 'invalid_request'],
  ])('to the body %s is 400', async (body, error) => {
    expect(await request(body)).toMatchObject({ status: 400, body: { error } })
  })

  test('that is a contract has a tag, and to a reader who has it is 304 without a body', async () => {
    for (const path of ['/openapi.yaml', '/api/agent/openapi.json', '/api/consumer/openapi.yaml']) {
      const read = (headers: Record<string, string>) =>
        call(at(path), { headers: { 'accept-encoding': 'gzip', ...headers } })
      const etag = (await read({})).headers.get('etag') ?? ''
      expect(etag).toMatch(/^"[\w-]{43}-gzip"$/)
      const again = await read({ 'if-none-match': `"other", W/${etag}` })
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag])
      expect((await read({ 'if-none-match': '"other"' })).status).toBe(200)
    }
  })

  test('is compressed if it is the same for everyone, and never if it is for one caller', async () => {
    const headers = { 'accept-encoding': 'br' }
    const encodingOf = async (path: string) => {
      const answer = await call(at(path), { headers })
      expect(answer.status).toBe(200)
      return [answer.headers.get('content-encoding'), answer.headers.get('vary')]
    }
    const { text } = await call(at('/docs'))
    const style = /href="(\/assets\/[^"]+\.css)"/.exec(text)?.[1] ?? ''
    for (const path of ['/openapi.yaml', '/llms-full.txt', style])
      expect(await encodingOf(path)).toEqual(['br', 'accept-encoding'])
    for (const path of ['/docs', '/docs/errors', '/docs/api', '/docs/api/umbrella-draft'])
      expect(await encodingOf(path)).toEqual(['br', 'accept, accept-encoding'])
    for (const path of [
      '/docs/search?q=offers',
      '/docs/search.json?q=offers',
      '/calculators/umbrella',
      '/dev/mailbox',
    ])
      expect(await encodingOf(path)).toEqual([null, null])
    expect(await encodingOf('/')).toEqual([null, 'accept'])
    const refused = await call(at('/api/agent/changes'), { headers })
    expect([refused.status, refused.headers.get('content-encoding')]).toEqual([401, null])
  })

  test('that is a page of an operation is Markdown to a caller that prefers it, and at the address that the page names', async () => {
    const page = await call(at('/docs/api/umbrella-draft'), { headers: { accept: 'text/markdown' } })
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8'])
    expect(page.text).toMatch(/^# Umbrella draft\n[\s\S]*\| `intake\.full_name` \|/)
    const drawn = await call(at('/docs/api/umbrella-draft'), { headers: { accept: 'text/html' } })
    const [, address = ''] =
      /<([^>]+)>; rel="alternate"; type="text\/markdown"/.exec(drawn.headers.get('link') ?? '') ?? []
    const named = await call(at(address))
    expect([named.headers.get('content-type'), named.text]).toEqual([
      'text/markdown; charset=utf-8',
      page.text,
    ])
  })

  test('that is the start page names the catalog of APIs, and each of its links answers', async () => {
    const link = (await call(at('/'))).headers.get('link')
    const catalog = await call(at(/<([^>]+)>; rel="api-catalog"/.exec(link ?? '')?.[1] ?? ''))
    expect(catalog.headers.get('content-type')).toContain('application/linkset+json')
    const { linkset } = JSON.parse(catalog.text) as {
      linkset: ({ anchor: string } & Record<string, { href: string }[]>)[]
    }
    expect(linkset.map(({ anchor }) => anchor)).toEqual(
      ['/api/agent', '/api/consumer', '/carriers'].map(path => service.url + path),
    )
    const targets = linkset.flatMap(({ anchor: _, ...links }) => Object.values(links).flat())
    for (const { href } of targets) expect([href, (await call(href)).status]).toEqual([href, 200])
  })

  test('about security names the agency’s phone, or that there is none', async () => {
    expect((await call(at('/.well-known/security.txt'))).body.message).toContain('AGENCY_PHONE')
    const agency = await serviceForThisTest({ env: { AGENCY_PHONE: '+1 (555) 010-0142' }, work: false })
    const { text } = await call(`${agency.url}/.well-known/security.txt`)
    expect(text).toMatch(/^Contact: tel:\+15550100142\nExpires: \d{4}-\d\d-\d\dT[\d:.]+Z\nCanonical: http/)
  })

  test('that is a page of the docs is 304 to a reader who has it', async () => {
    const etag = (await call(at('/docs'))).headers.get('etag') ?? ''
    const again = await call(at('/docs'), { headers: { 'if-none-match': etag } })
    expect([again.status, again.text]).toEqual([304, ''])
  })

  test('to half of a character in a body, and to U+0000 in a body, an address, a query or a form is 400, and to its escaped spelling normal', async () => {
    const withNul = { email: 'a@b.co\u0000' }
    expect(await request(withNul)).toMatchObject({ status: 400, body: { fields: [{ path: 'email' }] } })
    expect(await request({ 'na\u0000me': 1 })).toMatchObject({ status: 400 })
    expect(await request({ email: 'a@b.co', more: ['x', '\ud800'] })).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'more[1]', code: 'half_character' }] },
    })
    expect((await request({ email: 'a\\u0000@b.co' })).body.error).toBe('invalid_email')
    for (const path of ['/resume?ref=%00', '/api/intake/%00/issues', '/dashboard/enter/a%00b', '/%00'])
      expect((await call(at(path))).status).toBe(400)
    const form = { method: 'POST', body: 'email=%00', headers: { 'content-type': FORM } }
    expect((await call(at('/desk/sign-in'), form)).status).toBe(400)
    expect((await call(at('/oauth2/token'), form)).status).toBe(400)
  })

  test('to a reference that is not ASCII is that of any other wrong reference', async () => {
    const ref = (mac: string) => Buffer.from(`uid.${mac}`).toString('base64url')
    const [plain, accented] = await Promise.all(
      ['x'.repeat(16), 'é'.repeat(16)].map(mac => call(at(`/resume?ref=${ref(mac)}`))),
    )
    expect(accented?.status).toBe(plain?.status)
    expect(accented?.status).toBeLessThan(500)
  })

  test('to bytes that are not UTF-8 is 400', async () => {
    const response = await fetch(at('/api/agent/key/request'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Buffer.from([0x22, 0xff, 0xfe, 0x22]),
    })
    expect(response.status).toBe(400)
  })

  test('to an empty body names what is missing', async () => {
    expect(await request('')).toMatchObject({ status: 400, body: { fields: [{ path: 'email' }] } })
  })

  test('to a body over 256 KiB is 413, just under it is read', async () => {
    const padded = (bytes: number) => `{"email":"${'x'.repeat(bytes - 12)}"}`
    expect(await request(padded(256 * 1024 + 1))).toMatchObject({
      status: 413,
      body: { error: 'request_too_large' },
    })
    expect((await request(padded(256 * 1024))).status).toBe(400)
  })

  test('that is compressed is 415 and says so, and one to a path with a slash too many names the right path', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    const sent = { method: 'POST', headers, body: '{}' }
    const compressed = await fetch(`${service.url}/api/agent/key/request`, sent)
    expect(compressed.status).toBe(415)
    expect(await compressed.text()).toContain('without Content-Encoding')
    const misplaced = await fetch(`${service.url}/api/agent/key/request/`, { method: 'POST' })
    expect(misplaced.status).toBe(404)
    expect(await misplaced.text()).toContain('Did you mean POST /api/agent/key/request?')
  })

  test('to another media type is 415', async () => {
    const answer = await request('email=a@b.co', { 'content-type': 'application/x-www-form-urlencoded' })
    expect(answer).toMatchObject({ status: 415, body: { error: 'unsupported_media_type' } })
  })

  test('to an unknown query parameter is 400', async () => {
    const answer = await call(at('/api/agent/key/request?debug=1'), { body: { email: newEmail() } })
    expect(answer).toMatchObject({ status: 400, body: { fields: [{ path: 'debug' }] } })
  })

  test('to a broken percent encoding is 400, also for a browser', async () => {
    expect((await call(at('/api/agent/%E0%A4%A'))).status).toBe(400)
    const headers = { accept: 'text/html', 'accept-language': 'es' }
    for (const path of ['/%ff', '/pay/%ff', '/portal/evidence/%E0%A4%A?language=es&_switch=es'])
      expect((await fetch(at(path), { headers })).status).toBe(400)
  })

  /** Everything that comes back for these bytes, until the connection is closed. */
  const exchange = async (text: string): Promise<string> => {
    const { hostname, port } = new URL(service.url)
    const socket = connect(Number(port), hostname)
    socket.write(text)
    const chunks: Buffer[] = []
    socket.on('data', chunk => chunks.push(chunk))
    await once(socket, 'close')
    return Buffer.concat(chunks).toString()
  }

  test('to two Idempotency-Key lines is 400', async () => {
    const key = await getKey(service.url, newEmail())
    const text = await exchange(
      `POST /api/agent/key/rotate HTTP/1.1\r\nHost: us\r\nAuthorization: Bearer ${key}\r\nIdempotency-Key: a\r\nIdempotency-Key: b\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
    )
    expect(text).toContain('HTTP/1.1 400')
    expect(text).toContain('"code":"repeated"')
  })

  test('to two Host lines is 400', async () => {
    const text = await exchange('GET /docs HTTP/1.1\r\nHost: us\r\nhost: them\r\nConnection: close\r\n\r\n')
    expect(text).toContain('HTTP/1.1 400')
  })

  test('to calls that arrive in one piece comes in their order, each whole', async () => {
    const priceOf = (zip: string, connection = 'keep-alive') => {
      const body = JSON.stringify({ zip })
      return `POST /api/agent/calculators/umbrella HTTP/1.1\r\nHost: us\r\nAuthorization: Bearer ${PROXY_KEY}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: ${connection}\r\n\r\n${body}`
    }
    const zips = ['60601', '94110', '00000', '10001']
    const text = await exchange(zips.map(zip => priceOf(zip, zip === '10001' ? 'close' : undefined)).join(''))
    const answers = text.split(/(?=HTTP\/1\.1 )/).map(answer => {
      const [head = '', body = ''] = answer.split('\r\n\r\n')
      expect(head).toContain(`content-length: ${Buffer.byteLength(body)}`)
      return [head.slice(9, 12), (JSON.parse(body) as { inputs?: { zip: string } }).inputs?.zip]
    })
    expect(answers).toEqual([
      ['200', '60601'],
      ['200', '94110'],
      ['400', undefined],
      ['200', '10001'],
    ])
  })

  test('is lost on a caller that hangs up in the middle of a body, and the log does not blame the database', async () => {
    const { hostname, port } = new URL(service.url)
    const logged = service.log.length
    const hungUp = () => service.log.slice(logged).filter(line => line.includes('the caller hung up'))
    for (const [path, type] of [
      ['/api/agent/key/request', 'application/json'],
      ['/portal/login', FORM],
    ]) {
      const sockets: Socket[] = []
      await until(() => {
        for (const socket of sockets.splice(0)) socket.destroy()
        const socket = connect(Number(port), hostname).on('error', () => undefined)
        sockets.push(socket)
        socket.write(
          `POST ${path} HTTP/1.1\r\nhost: us\r\ncontent-type: ${type}\r\ncontent-length: 99\r\n\r\n{`,
        )
        return hungUp().some(line => line.includes(`"${path}"`))
      })
      for (const socket of sockets) socket.destroy()
    }
    expect(service.log.slice(logged).join()).not.toContain('database unavailable')
  })

  test('keeps the order of checks: version, then credential, then body', async () => {
    const rotate = (headers: Record<string, string>, body: string) =>
      call(at('/api/agent/key/rotate'), { headers, body })
    expect((await rotate({ 'service-api-version': 'v9' }, '{')).body.error).toBe('unsupported_api_version')
    expect((await rotate({}, '{')).body.error).toBe('unauthorized')
    expect((await rotate({ authorization: `Bearer ${PROXY_KEY}` }, '{')).body.error).toBe('forbidden')
    const key = await getKey(service.url, newEmail())
    expect((await rotate({ authorization: `Bearer ${key}` }, '{')).body.error).toBe('invalid_json')
  })

  test('of a limited operation tells the budget, also when it is an error', async () => {
    const key = await getKey(service.url, newEmail())
    const answers = [
      await request({ email: newEmail() }),
      await request({}),
      await request({}, { 'service-api-version': 'v9' }),
      await call(at('/api/agent/key/confirm'), { body: { email: newEmail(), otp: '000000' } }),
      await call(at('/api/agent/key/rotate'), { method: 'POST' }),
      await call(at('/api/agent/key/rotate'), { method: 'POST', key: 'wrong' }),
      await call(at('/api/agent/key/rotate'), { key, body: '{' }),
    ]
    for (const { headers } of answers) {
      const parsed = parseRateLimit(headers)
      expect(parsed?.limit).toBeGreaterThan(0)
      expect(parseList(String(headers.get('ratelimit-policy')))).toEqual([
        [parsed?.limit, new Map([['w', expect.any(Number)]])],
      ])
      expect(Number(headers.get('ratelimit-reset'))).toBeGreaterThanOrEqual(1)
    }
  })
})

describe('budgets', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ env: { TRUSTED_PROXIES: '127.0.0.1' }, work: false })
  })
  afterAll(() => service.stop())

  /** Each test comes from addresses of its own. */
  const sendFrom = (address: string, path: string, options: CallOptions) =>
    call(`${service.url}${path}`, { ...options, headers: { 'x-forwarded-for': address, ...options.headers } })
  const requestFrom = (address: string, email = newEmail()) =>
    sendFrom(address, '/api/agent/key/request', { body: { email } })

  test('five codes an hour for one address and email, then 429 until the window ends', async () => {
    const email = newEmail()
    const request = () => requestFrom('198.51.100.1', email)
    const remaining: (string | null)[] = []
    for (let sent = 0; sent < 5; sent++) {
      const { status, headers } = await request()
      expect(status).toBe(200)
      remaining.push(headers.get('ratelimit-remaining'))
    }
    expect(remaining).toEqual(['4', '3', '2', '1', '0'])
    const refused = await request()
    expect(refused).toMatchObject({ status: 429, body: { error: 'rate_limited' } })
    const wait = Number(refused.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(3500)
    expect(refused.headers.get('ratelimit-reset')).toBe(String(wait))
    expect((await requestFrom('198.51.100.1')).status).toBe(200)
  })

  test('twenty codes an hour for one address, whatever the email', async () => {
    const send = () => requestFrom('198.51.100.2')
    const statuses = (await Promise.all(Array.from({ length: 30 }, send))).map(({ status }) => status)
    expect(statuses.filter(status => status === 200)).toHaveLength(20)
    expect(statuses.filter(status => status === 429)).toHaveLength(10)
  })

  test('ten bad keys from one address, then 429; a good key still works', async () => {
    const good = await getKey(service.url, newEmail())
    const rotate = (key: string) => sendFrom('198.51.100.3', '/api/agent/key/rotate', { method: 'POST', key })
    for (let bad = 0; bad < 10; bad++) expect((await rotate(`bad-${bad}`)).status).toBe(401)
    const refused = await rotate('bad-10')
    expect(refused).toMatchObject({ status: 429, body: { error: 'too_many_attempts' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect((await rotate(good)).status).toBe(200)
  })

  test('a stored answer of nobody in particular is shared only under a key that nobody guesses', async () => {
    const intake = completeIntake()
    const prefill = async (key: string, address: string) => {
      const headers = { 'idempotency-key': key }
      const body = { intake, sandbox: true }
      return (await sendFrom(address, '/api/consumer/homeowners/prefill', { body, headers })).body.uid
    }
    for (const [key, isShared] of [
      ['prefill-1', false],
      [randomUUID(), true],
    ] as const) {
      const own = await prefill(key, '203.0.113.1')
      expect(await prefill(key, '203.0.113.1')).toBe(own)
      expect((await prefill(key, '203.0.113.2')) === own).toBe(isShared)
    }
  })

  test('IPv6 addresses spend one budget in a /56, and eight times that in a /48', async () => {
    const { url } = await serviceForThisTest({
      env: { RATE_LIMITS: 'key_request=2/3600', TRUSTED_PROXIES: '127.0.0.1' },
      work: false,
    })
    const from = async (address: string) =>
      (
        await call(`${url}/api/agent/key/request`, {
          body: { email: newEmail() },
          headers: { 'x-forwarded-for': address },
        })
      ).status
    expect(await from('2001:db8:1:1::1')).toBe(200)
    expect(await from('2001:db8:1:ff::2')).toBe(200)
    expect(await from('2001:db8:1:2::3')).toBe(429)
    const statuses: number[] = []
    for (let subnet = 1; subnet <= 14; subnet++)
      statuses.push(await from(`2001:db8:1:${subnet.toString(16)}00::1`))
    expect(statuses.filter(status => status === 200)).toHaveLength(14)
    expect(await from('2001:db8:1:ff00::1')).toBe(429)
    expect(await from('2001:db8:2::1')).toBe(200)
  })

  test('the mailbox is read from this machine alone, whatever the Host header says, whole or by address', async () => {
    const [one, other] = [newEmail(), newEmail()]
    for (const email of [one, other]) await requestFrom('198.51.100.4', email)
    expect((await mailbox(service.url)).slice(0, 2)).toMatchObject([{ to: other }, { to: one }])
    expect(await mailbox(service.url, one)).toMatchObject([{ to: one }])
    expect(await mailbox(service.url, newEmail())).toEqual([])
    expect((await sendFrom('198.51.100.4', '/dev/mailbox.json', {})).status).toBe(404)
  })

  test('X-Forwarded-For is believed only from a configured proxy', async () => {
    const untrusting = await serviceForThisTest({
      env: { RATE_LIMITS: 'key_request=1/3600' },
      work: false,
    })
    const trusting = await serviceForThisTest({
      env: { RATE_LIMITS: 'key_request=1/3600', TRUSTED_PROXIES: '127.0.0.1' },
      work: false,
    })
    const twoFrom = async ({ url }: TestService) => {
      const statuses: number[] = []
      for (const address of ['203.0.113.1', '203.0.113.2']) {
        const headers = { 'x-forwarded-for': address }
        statuses.push(
          (await call(`${url}/api/agent/key/request`, { body: { email: newEmail() }, headers })).status,
        )
      }
      return statuses
    }
    expect(await twoFrom(untrusting)).toEqual([200, 429])
    expect(await twoFrom(trusting)).toEqual([200, 200])
  })
})
