import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  isDelivery,
  isHomeQuoteRequest,
  isOrder,
  isUmbrellaQuoteRequest,
} from '../../carriers/openapi/request-schemas.ts'
import { SECOND } from '../../lib/clock.ts'
import { type Knob, type Knobs, knobIn } from './knobs.ts'
import { readSignature } from './read-signature.ts'
import { simulateBind } from './simulated-bind.ts'
import { type EventSettings, sendEventLater } from './simulated-events.ts'
import { type AnyOffer, type AnyQuoteRequest, type Line, simulateQuote } from './simulated-quote.ts'

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
  /** The request_id of every order that came, and every policy that was issued. */
  orders: string[]
  policies: string[]
  sendEventsTo(url: string): void
  stop(): Promise<void>
}

type Json = Record<string, unknown>
type Call = { line: Line; said: unknown; knobs: Knobs }
type Reply = { status: number; body: Json }
type Sold = { offer: AnyOffer; knobs: Knobs }

const SLOW_MS = 3 * SECOND
const HUGE = 300 * 1024
const KNOWN = ['request_id', 'today', 'risk', 'sources']

const PLACE = /^\/(homeowners|umbrella)(?:\/(bind|documents))?$/

const refusal = (status: number, error: string, message: string): Reply => ({
  status,
  body: { error, message },
})
const answered = (body: Json): Reply => ({ status: 200, body })

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

const idIn = (said: unknown): string => String((Object(said) as Json).request_id)

const send = async (response: ServerResponse, { status, body }: Reply, knobs: Knobs): Promise<void> => {
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

/** A carrier without a database: what it has answered, by request_id. */
class Books {
  readonly quotes = new Map<string, Json>()
  readonly offers = new Map<string, Sold>()
  readonly answers = new Map<string, Json>()
  readonly attempts = new Map<string, number>()
  readonly orders: string[] = []
  readonly policies: string[] = []

  readonly #events: EventSettings

  constructor(events: EventSettings) {
    this.#events = events
  }

  async quote({ line, said, knobs }: Call): Promise<Reply> {
    const isRequest = line === 'homeowners' ? isHomeQuoteRequest : isUmbrellaQuoteRequest
    if (!isRequest(said)) {
      if (!knobs.has('lenient'))
        return refusal(400, 'invalid_request', 'A field is missing or has another type.')
      return answered({ request_id: idIn(said), kind: 'offer', annual_price: 1 })
    }
    if (knobs.has('strict') && Object.keys(said).some(field => !KNOWN.includes(field)))
      return refusal(400, 'invalid_request', 'A field is unknown.')
    const { request_id } = said
    const known = this.quotes.get(request_id)
    if (known && !knobs.has('forgets')) return answered(known)
    const edition = (this.attempts.get(request_id) ?? 1) - 1
    const { answer, offers } = await simulateQuote(
      { line, request: said as AnyQuoteRequest, knobs, edition: knobs.has('forgets') ? edition : 0 },
      new Date(),
    )
    const told = { request_id: knobs.has('wrong_request_id') ? `${request_id}-other` : request_id, ...answer }
    const first = !this.quotes.has(request_id)
    this.quotes.set(request_id, told)
    for (const offer of offers) this.offers.set(offer.quote_number, { offer, knobs })
    if (first) this.announce(request_id, { answer, offers, knobs })
    return answered(told)
  }

  announce(
    request_id: string,
    { answer, offers, knobs }: { answer: Json; offers: AnyOffer[]; knobs: Knobs },
  ) {
    const [offer] = offers
    if (!offer) return
    const { kind: _, quote_number, annual_price, ...rest } = offer
    const about = { request_id, quote_number }
    if (answer.kind === 'pending' || answer.kind === 'referred')
      sendEventLater(this.#events, {
        type: 'quote.offered',
        data: { ...about, annual_price, ...rest },
        knobs,
      })
    if (knobs.has('withdraw')) sendEventLater(this.#events, { type: 'quote.withdrawn', data: about, knobs })
    if (knobs.has('price_change')) {
      const price = annual_price + 100
      this.offers.set(quote_number, { offer: { ...offer, annual_price: price }, knobs })
      sendEventLater(this.#events, { type: 'price.changed', data: { ...about, annual_price: price }, knobs })
    }
  }

  async bind({ said, knobs: flags }: Call): Promise<Reply> {
    if (!isOrder(said)) return refusal(400, 'invalid_request', 'A field is missing or has another type.')
    const { request_id, quote_number } = said
    const sold = this.offers.get(quote_number)
    const knobs = new Set([...flags, ...(sold?.knobs ?? [])])
    this.orders.push(request_id)
    const known = this.answers.get(request_id)
    if (known?.kind === 'bound' && !knobs.has('two_policies')) return answered(known)
    const edition = known ? this.orders.length : 0
    const ordering = { request: said, knobs, price: sold?.offer.annual_price, edition }
    const { answer, policy } = simulateBind(ordering, new Date())
    const told = { request_id, ...answer } as Json
    if (policy && !known) {
      const { kind: _, ...data } = policy as Json
      sendEventLater(this.#events, { type: 'policy.bound', data: { request_id, ...data }, knobs })
    }
    const issued = (policy ?? answer) as Json
    if (issued.kind === 'bound' && !(policy && known)) this.policies.push(String(issued.policy_number))
    this.answers.set(request_id, told)
    return answered(told)
  }

  async documents({ said }: Call): Promise<Reply> {
    if (!isDelivery(said)) return refusal(400, 'invalid_request', 'A field is missing or has another type.')
    return answered({ request_id: said.request_id, kind: 'received' })
  }
}

const unsigned = (secret: string, knobs: Knobs, { headers }: IncomingMessage, body: string): Reply | null => {
  if (knobs.has('unsigned')) return null
  const read = readSignature({ secret, header: String(headers['x-signature']), body, now: new Date() })
  if (read === 'good' || (read === 'old' && knobs.has('replayed'))) return null
  return refusal(401, 'unauthorized', `The signature is ${read}.`)
}

/** A stand-in for a carrier over HTTP, for both lines. */
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
  const respond = async (incoming: IncomingMessage, body: string, knobs: Knobs): Promise<Reply> => {
    const [, line, act = 'quote'] = PLACE.exec(String(incoming.url)) ?? []
    if (line === undefined || incoming.method !== 'POST')
      return refusal(
        404,
        'not_found',
        'POST to /homeowners or /umbrella, or to /bind or /documents below them.',
      )
    const forged = unsigned(secret, knobs, incoming, body)
    if (forged) return forged
    const said = parsed(body)
    if (said === undefined && !knobs.has('lenient'))
      return refusal(400, 'invalid_request', 'The body is not JSON.')
    const id = idIn(said)
    const attempt = (books.attempts.get(id) ?? 0) + 1
    books.attempts.set(id, attempt)
    if (knobs.has('unavailable') && attempt === 1) return refusal(503, 'unavailable', 'Try again.')
    return books[act as 'quote' | 'bind' | 'documents']({ line: line as Line, said, knobs })
  }
  const server = createServer(async (incoming, response) => {
    const body = await text(incoming).catch(() => null)
    if (body === null) return
    const chosen = knobIn((Object(parsed(body)) as Json).risk)
    const knobs = new Set([...settings.knobs, ...(chosen ? [chosen] : [])])
    const reply = await respond(incoming, body, knobs)
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
