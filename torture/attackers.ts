import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { pdfBombs } from '../test/support/browser/pdf-bombs.ts'

/** What an attacking shopper needs to send documents. */
export type Ticket = { uid: string; token: string }

/** Runs in its own process, so the honest operator's times hold nothing of it. Ends with its parent. */
const [base = '', addresses = '50'] = process.argv.slice(2)
const { hostname, port } = new URL(base)
const MIB = 2 ** 20
const PAUSE_MS = 50

const counts = new Map<string, number>()
const count = (name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1)

let serial = 0
const stranger = (): string => `stranger-${process.pid}-${++serial}@victims.example`

type Call = {
  path: string
  method?: string
  type?: string
  body?: string | Buffer
  headers?: Record<string, string>
  /** Answers are counted under this, and read. */
  as?: string
}

type Attacker = { address: string; agent: Agent; ticket: Ticket }

const call = (
  { address, agent }: Attacker,
  { path, method = 'POST', type = 'application/json', body = '', headers, as = '' }: Call,
) =>
  new Promise<string>(resolve => {
    const sent = request(
      {
        hostname,
        port,
        path,
        method,
        agent,
        localAddress: address,
        headers: { 'content-type': type, ...headers },
      },
      response => {
        count(`${as}${response.statusCode}`)
        let text = ''
        response
          .setEncoding('utf8')
          .on('data', (part: string) => {
            if (as !== '') text += part
          })
          .once('close', () => resolve(text))
      },
    )
    sent.once('error', () => {
      count('cut off')
      resolve('')
    })
    sent.setTimeout(30_000, () => sent.destroy())
    sent.end(body)
  })

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)

const JSON_BOMBS: readonly string[] = [
  `{"intake":${nested(31)}}`,
  nested(100_000),
  `{"intake":{"x":[${'1,'.repeat(9000)}1]}}`,
  `{"intake":{${Array.from({ length: 4000 }, (_, at) => `"full_nam${at}":${at}`).join(',')}}}`,
  `{"intake":{"${'full_name'.repeat(20_000)}":1}}`,
  `{"intake":{"email":"${'a'.repeat(250_000)}"}}`,
  `{"intake":{"full_name":"${'\\"'.repeat(100_000)}"}}`,
  `{"email":"${'@'.repeat(250_000)}"}`,
]

const BOMB_PATHS: readonly string[] = [
  '/api/consumer/homeowners/prefill',
  '/api/consumer/umbrella/prefill',
  '/api/agent/key/confirm',
  '/agent/auth',
  '/api/consumer/mcp',
  '/oauth2/register',
]

const toolCall = (content: string): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name: 'intake_attach',
      arguments: {
        uid: 'hom_x',
        intake_access_token: 'x',
        attachments: [{ kind: 'other', file_name: 'x.pdf', content }],
      },
    },
  })

const LARGE = Buffer.from(toolCall('A'.repeat(2.9 * MIB)))
const MCP_HEADERS = { accept: 'application/json, text/event-stream' }

const bombs = async (attacker: Attacker, round: number): Promise<void> => {
  const body = JSON_BOMBS[round % JSON_BOMBS.length] ?? ''
  await call(attacker, { path: BOMB_PATHS[round % BOMB_PATHS.length] ?? '/', body, headers: MCP_HEADERS })
  if (round % 40 === 0) await call(attacker, { path: '/api/consumer/mcp', body: LARGE, headers: MCP_HEADERS })
  await call(attacker, {
    path: '/oauth2/token',
    type: 'application/x-www-form-urlencoded',
    body: 'grant_type=x&'.repeat(3500),
  })
}

/** Asks for a large document again and again on one connection, and reads none of it. */
const readsNothing = async ({ address }: Attacker): Promise<void> => {
  const socket = connect({ host: hostname, port: Number(port), localAddress: address })
  socket.on('error', () => undefined).pause()
  const asked = `GET /openapi.yaml HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`
  socket.write(asked.repeat(20))
  await Promise.race([new Promise(closed => socket.once('close', closed)), setTimeout(20_000)])
  count(socket.destroyed ? 'reader cut off' : 'reader held')
  socket.destroy()
}

/** Sends an upload just fast enough not to be cut off, to hold its place. */
const holdsUpload = async ({ address }: Attacker): Promise<void> => {
  const socket = connect({ host: hostname, port: Number(port), localAddress: address })
  let open = true
  socket
    .on('error', () => undefined)
    .once('close', () => {
      open = false
    })
  socket.once('data', data => count(`upload ${String(data).slice(9, 12)}`))
  socket.write(
    `POST /api/consumer/mcp HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${3 * MIB - 1}\r\n\r\n{"a":"`,
  )
  for (let sent = 0; open && sent < 25; sent++) {
    socket.write('A'.repeat(40 * 1024))
    await setTimeout(1000)
  }
  socket.destroy()
}

const live = (email: string): string => JSON.stringify({ intake: { full_name: 'Ann Victim', email } })

const mailBombs = async (attacker: Attacker, round: number): Promise<void> => {
  const email = round % 3 === 0 ? 'one@victim.example' : stranger()
  await call(attacker, { path: '/api/agent/key/request', body: JSON.stringify({ email }) })
  await call(attacker, { path: '/api/consumer/homeowners/prefill', body: live(email) })
  await call(attacker, { path: '/api/consumer/umbrella/prefill', body: live(email) })
  await call(attacker, {
    path: '/agent/identity',
    body: JSON.stringify({ type: 'service_auth', login_hint: email }),
  })
}

const padding = 'x'.repeat(7000)

const registrations = async (attacker: Attacker, round: number): Promise<void> => {
  const metadata = {
    client_name: `App ${round}`,
    redirect_uris: [`https://app.example/${'p'.repeat(3000)}`],
    token_endpoint_auth_method: 'none',
  }
  await call(attacker, { path: '/oauth2/register', body: JSON.stringify(metadata) })
  const intake = { full_name: 'Ann Nobody', notes: padding }
  await call(attacker, {
    path: '/api/consumer/homeowners/prefill',
    headers: { 'idempotency-key': `${attacker.address}-${process.pid}-${round}-registration-flood` },
    body: JSON.stringify({ intake, sandbox: true }),
  })
}

const PDF_BOMBS = Object.values(pdfBombs).map(bomb =>
  JSON.stringify({ type: 'declarations', filename: 'page.pdf', content: bomb().toString('base64') }),
)

const pdfs = async (attacker: Attacker, round: number): Promise<void> => {
  const { ticket } = attacker
  const answer = await call(attacker, {
    path: `/api/intake/${ticket.uid}/attach`,
    headers: { authorization: `Bearer ${ticket.token}` },
    body: PDF_BOMBS[round % PDF_BOMBS.length] ?? '',
    as: 'a PDF: ',
  })
  ticket.token = /"intake_access_token":"([^"]+)"/.exec(answer)?.[1] ?? ticket.token
}

const ATTACKS = [bombs, readsNothing, holdsUpload, mailBombs, registrations, pdfs]

const run = async (at: number, ticket: Ticket): Promise<never> => {
  const address = `127.0.0.${at + 2}`
  const attacker = { address, agent: new Agent({ keepAlive: true, maxSockets: 4 }), ticket }
  const attack = ATTACKS[at % ATTACKS.length] ?? bombs
  for (let round = 0; ; round++) {
    await attack(attacker, round)
    await setTimeout(PAUSE_MS)
  }
}

setInterval(() => process.send?.(Object.fromEntries(counts)), 1000)
process.once('disconnect', () => process.exit())
process.once('message', tickets => {
  const given = tickets as Ticket[]
  for (let at = 0; at < Number(addresses); at++)
    void run(at, given[Math.floor(at / ATTACKS.length) % given.length] as Ticket)
})
process.send?.({})
