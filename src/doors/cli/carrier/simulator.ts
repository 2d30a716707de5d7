import { timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { signature } from '../../../agency/carriers/endpoint/exchange.ts'
import { MINUTE, SECOND } from '../../../platform/lib/clock.ts'
import type { LineName } from '../../../platform/lines.ts'
import type { Json } from '../../../products/line/fields/merge.ts'
import { type Knob, type Knobs, knobIn } from './knobs.ts'
import { Books, idIn, refusal, type SimulatedReply } from './simulated-books.ts'
import type { EventSettings } from './simulated-events.ts'

const MOST_SECONDS_OFF = (5 * MINUTE) / 1000

type Signed = { secret: string; header: string; body: string; now: Date }

const secondsIn = (header: string): number => Number(/^t=(\d{1,12}),v1=[0-9a-f]{64}$/.exec(header)?.[1])

const readSignature = ({ secret, header, body, now }: Signed): 'good' | 'wrong' | 'old' => {
  const seconds = secondsIn(header)
  if (Number.isNaN(seconds)) return 'wrong'
  const right = Buffer.from(signature(secret, new Date(seconds * 1000), body))
  const given = Buffer.from(header)
  if (right.length !== given.length || !timingSafeEqual(right, given)) return 'wrong'
  return Math.abs(now.getTime() / 1000 - seconds) > MOST_SECONDS_OFF ? 'old' : 'good'
}

export type SimulatorSettings = {
  port: number
  secret: string
  knobs: readonly Knob[]
  events?: string | undefined
  eventDelayMs?: number
  eventRetryMs?: number
  say?: (line: string) => void
}

export type Simulator = {
  url: string
  orders: string[]
  policies: string[]
  sendEventsTo(url: string): void
  stop(): Promise<void>
}

const SLOW_MS = 3 * SECOND
const HUGE = 300 * 1024

const PLACE = /^\/(homeowners|umbrella)(?:\/(bind|documents))?(?:\/([\w-]+))?$/

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

const send = async (
  response: ServerResponse,
  { status, body }: SimulatedReply,
  knobs: Knobs,
): Promise<void> => {
  if (knobs.has('silent')) return
  if (knobs.has('slow')) await sleep(SLOW_MS)
  if (status === 200 && knobs.has('redirect')) {
    response.writeHead(307, { location: '/homeowners' }).end()
    return
  }
  response.writeHead(status, { 'content-type': 'application/json' })
  if (status === 200 && knobs.has('garbage')) response.end('<html>Welcome</html>')
  else if (status === 200 && knobs.has('huge'))
    response.end(JSON.stringify({ ...body, pad: 'x'.repeat(HUGE) }))
  else response.end(JSON.stringify(body))
}

const unsigned = (
  secret: string,
  knobs: Knobs,
  { headers }: IncomingMessage,
  body: string,
): SimulatedReply | null => {
  if (knobs.has('unsigned')) return null
  const read = readSignature({ secret, header: String(headers['x-signature']), body, now: new Date() })
  if (read === 'good' || (read === 'old' && knobs.has('replayed'))) return null
  return refusal(401, 'unauthorized', `The signature is ${read}.`)
}

type Received = { incoming: IncomingMessage; body: string; knobs: Knobs }

const respond = async (
  books: Books,
  secret: string,
  { incoming, body, knobs }: Received,
): Promise<SimulatedReply> => {
  const [, line, act = 'quote', polled] = PLACE.exec(String(incoming.url)) ?? []
  const isPoll = incoming.method === 'GET' && polled !== undefined
  if (line === undefined || (!isPoll && (incoming.method !== 'POST' || polled !== undefined)))
    return refusal(
      404,
      'not_found',
      'POST to /homeowners or /umbrella, or to /bind or /documents below them. GET a request_id below them.',
    )
  const forged = unsigned(secret, knobs, incoming, isPoll ? polled : body)
  if (forged) return forged
  if (isPoll) return books.poll(polled, knobs)
  const said = parsed(body)
  if (said === undefined && !knobs.has('lenient'))
    return refusal(400, 'invalid_request', 'The body is not JSON.')
  const id = idIn(said)
  const attempt = (books.attempts.get(id) ?? 0) + 1
  books.attempts.set(id, attempt)
  if (knobs.has('unavailable') && attempt === 1) return refusal(503, 'unavailable', 'Try again.')
  return books[act as 'quote' | 'bind' | 'documents']({ line: line as LineName, said, knobs })
}

export const startSimulator = async (settings: SimulatorSettings): Promise<Simulator> => {
  const { port, secret, say = () => undefined } = settings
  const ending = new AbortController()
  const events: EventSettings = {
    secret,
    url: settings.events,
    delayMs: settings.eventDelayMs ?? 5 * SECOND,
    retryMs: settings.eventRetryMs ?? SECOND,
    signal: ending.signal,
    say,
  }
  const books = new Books(events)
  const server = createServer(async (incoming, response) => {
    const body = await text(incoming).catch(() => null)
    if (body === null) return
    const chosen = knobIn((Object(parsed(body)) as Json).risk)
    const knobs = new Set([...settings.knobs, ...(chosen ? [chosen] : [])])
    const reply = await respond(books, secret, { incoming, body, knobs })
    say(`${incoming.method} ${incoming.url}: ${reply.status} ${reply.body.kind ?? reply.body.error ?? ''}`)
    await send(response, reply, knobs)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    orders: books.orders,
    policies: books.policies,
    sendEventsTo(url) {
      events.url = url
    },
    async stop() {
      ending.abort()
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
