import { randomUUID } from 'node:crypto'
import { pdfOf } from '../test/support/browser/pdf.ts'
import { completeIntake } from '../test/support/people/homeowner-applications.ts'
import { completeHousehold } from '../test/support/people/umbrella-applications.ts'
import { freePort } from '../test/support/servers/free-port.ts'
import { startDatabase } from './database.ts'
import { startService } from './processes.ts'

const SHARED = 'shared-key-of-this-benchmark'
const ROUNDS = 5
const LONGEST_MS = 50
/** `monitorEventLoopDelay` looks every 10 ms, and counts that wait. */
const LOOKS_EVERY_MS = 10
const MIB = 2 ** 20

type Input = { name: string; path: string; body?: string; type?: string; key?: string; accept?: string }

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)

/** Near the common limit of 256 KiB, and each bad in its own way. */
const bombs: Record<string, string> = {
  'arrays in arrays, 31 deep': `{"intake":${nested(31)}}`,
  'arrays in arrays, 100,000 deep': nested(100_000),
  '9,000 numbers': `{"intake":{"x":[${'1,'.repeat(9000)}1]}}`,
  '9,000 objects': `{"intake":{"home":[${'{},'.repeat(9000)}{}]}}`,
  '4,000 unknown keys': `{"intake":{${Array.from({ length: 4000 }, (_, at) => `"full_nam${at}":${at}`).join(',')}}}`,
  '4,000 unknown keys at the top': `{${Array.from({ length: 4000 }, (_, at) => `"intak${at}":${at}`).join(',')}}`,
  'a key of 180,000 letters': `{"intake":{"${'full_name'.repeat(20_000)}":1}}`,
  'a key of 180,000 letters at the top': `{"${'full_name'.repeat(20_000)}":1}`,
  'an email of 250,000 letters': `{"email":"${'a'.repeat(250_000)}","intake":{"email":"${'a'.repeat(9)}"}}`,
  'an intake email of 250,000 letters': `{"intake":{"email":"${'a@'.repeat(125_000)}"}}`,
  '100,000 escaped quotes': `{"intake":{"full_name":"${'\\"'.repeat(100_000)}"}}`,
  'an amount of 200,000 spaces': `{"intake":{"net_worth_numeric":"0${' '.repeat(200_000)}x"}}`,
  '100 estimates of unknown fields': JSON.stringify({
    intake: { full_name: 'Ann' },
    field_estimates: Array.from({ length: 100 }, (_, at) => ({ field: `${'full_name'.repeat(100)}${at}` })),
  }),
}

const JSON_PATHS = [
  '/api/agent/key/request',
  '/api/agent/key/confirm',
  '/api/agent/umbrella/draft',
  '/api/agent/umbrella/quotes',
  '/api/agent/umbrella/attach',
  '/api/agent/calculators/auto-estimates',
  '/api/agent/calculators/home',
  '/api/agent/calculators/umbrella',
  '/api/agent/tools/batch',
  '/api/consumer/umbrella/prefill',
  '/api/consumer/homeowners/prefill',
  '/agent/identity',
  '/agent/auth',
  '/oauth2/register',
]

const form = 'application/x-www-form-urlencoded'
const accept = 'application/json, text/event-stream'

const tool = (name: string, args: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } })

const file = (name: string, bytes: Buffer) => ({
  type: 'declarations',
  filename: name,
  content: bytes.toString('base64'),
})

const inputs = async (): Promise<Input[]> => {
  const noise = Buffer.alloc(10 * MIB, 'not a PDF ')
  const text = await pdfOf(
    ...Array.from({ length: 4000 }, (_, at) => `Line ${at} of a long policy, limit $500,000`),
  )
  const upload = { uid: 'umb_x', attachments: [file('noise.pdf', noise), file('more.pdf', noise)] }
  const half = Buffer.alloc(5 * MIB, 'not a PDF ')
  const largest = { uid: 'umb_x', attachments: [...upload.attachments, file('last.pdf', half)] }
  return [
    ...JSON_PATHS.flatMap(path =>
      Object.entries(bombs).map(([name, body]) => ({ name: `${path}: ${name}`, path, body })),
    ),
    ...Object.entries(bombs).map(([name, body]) => ({
      name: `tool call: ${name}`,
      path: '/api/consumer/mcp',
      accept,
      body: tool('consumer_homeowners_prefill', JSON.parse(body.startsWith('[[[') ? '{}' : body)),
    })),
    {
      name: 'prefill: valid',
      path: '/api/consumer/homeowners/prefill',
      body: JSON.stringify({ intake: completeIntake(), sandbox: true }),
    },
    {
      name: 'draft: valid',
      path: '/api/agent/umbrella/draft',
      body: JSON.stringify({ intake: completeHousehold(), sandbox: true }),
    },
    {
      name: 'token: 3,500 parameters',
      path: '/oauth2/token',
      type: form,
      body: 'grant_type=x&'.repeat(3500),
    },
    {
      name: 'token: a long assertion',
      path: '/oauth2/token',
      type: form,
      body: `grant_type=${encodeURIComponent('urn:ietf:params:oauth:grant-type:jwt-bearer')}&assertion=${'a.'.repeat(20_000)}`,
    },
    { name: 'portal: 9,000 fields', path: '/portal/login', type: form, body: 'email=x&'.repeat(8000) },
    { name: 'attach: two files of 10 MiB', path: '/api/agent/umbrella/attach', body: JSON.stringify(upload) },
    { name: 'attach: 25 MiB of files', path: '/api/agent/umbrella/attach', body: JSON.stringify(largest) },
    {
      name: 'attach: a long PDF',
      path: '/api/agent/umbrella/attach',
      body: JSON.stringify({ uid: 'umb_x', attachments: [file('policy.pdf', text)] }),
    },
    {
      name: 'tool call: two files of 10 MiB',
      path: '/api/consumer/mcp',
      accept,
      body: tool('intake_attach', { ...upload, intake_access_token: 'x' }),
    },
  ]
}

/** Reading the metrics starts a new measurement. */
const longestPause = async (admin: string): Promise<number> => {
  const text = await (await fetch(`${admin}/metrics`)).text()
  const seconds = Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1])
  return Math.max(0, seconds * 1000 - LOOKS_EVERY_MS)
}

/** A body that is too large can be refused, and its connection closed, before all of it is sent. */
const isCutOff = (error: Error): boolean =>
  ['EPIPE', 'ECONNRESET'].includes(String((error.cause as { code?: string } | undefined)?.code))

const send = async (
  url: string,
  { path, body = '', type = 'application/json', accept: takes }: Input,
): Promise<string> => {
  try {
    const response = await fetch(url + path, {
      method: 'POST',
      body,
      headers: {
        'content-type': type,
        authorization: `Bearer ${SHARED}`,
        'idempotency-key': randomUUID(),
        ...(takes && { accept: takes }),
      },
    })
    await response.arrayBuffer()
    return String(response.status)
  } catch (error) {
    if (isCutOff(error as Error)) return 'cut off'
    throw error
  }
}

/**
 * How long the worst inputs keep the process from everything else. The lowest of a few rounds leaves out other load.
 * Fastify joins the pieces of a body at its end, and copying 34 MiB at once kept other calls waiting. So a body is read
 * into one buffer while it arrives, which gets its full size only after the first 64 KiB.
 */
export const eventLoop = async (): Promise<void> => {
  const database = await startDatabase()
  const adminPort = await freePort()
  const admin = `http://127.0.0.1:${adminPort}`
  const service = await startService({
    DATABASE_URL: database.url,
    SECRET_KEY: 'only this benchmark knows this long secret',
    SHARED_KEYS: SHARED,
    ADMIN_PORT: String(adminPort),
    RATE_LIMITS: 'off',
  })
  try {
    const rows: { name: string; status: string; ms: number }[] = []
    for (const input of await inputs()) {
      let [ms, status] = [Number.POSITIVE_INFINITY, '']
      for (let round = 0; round <= ROUNDS; round++) {
        await longestPause(admin)
        status = await send(service.url, input)
        if (round > 0) ms = Math.min(ms, await longestPause(admin))
      }
      rows.push({ name: input.name, status, ms })
    }
    rows.sort((a, b) => b.ms - a.ms)
    for (const { name, status, ms } of rows.slice(0, 25))
      console.log(
        `${name.padEnd(80)} ${status} ${ms.toFixed(0).padStart(6)} ms${ms > LONGEST_MS ? '  TOO LONG' : ''}`,
      )
    console.log(
      `${rows.length} inputs, ${rows.filter(({ ms }) => ms > LONGEST_MS).length} above ${LONGEST_MS} ms`,
    )
  } finally {
    await service.stop()
    await database.stop()
  }
}
