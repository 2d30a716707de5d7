import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { BindRequest } from '../../../src/agency/carriers/contract/bind.ts'
import type { DocumentDelivery } from '../../../src/agency/carriers/contract/documents.ts'
import type { HomeOffer, HomeQuoteRequest } from '../../../src/agency/carriers/homeowners/carrier.ts'
import type { UmbrellaOffer } from '../../../src/agency/carriers/umbrella/carrier.ts'
import { plusYears } from '../../../src/platform/values/calendar.ts'

export const CARRIER_SECRET = 'a secret that the carrier and the service share'

type Seen = { path: string; headers: IncomingHttpHeaders; body: string; request: HomeQuoteRequest }

/** What the carrier does with a request, given the answer that it has made for it. */
export type Behaviour = (response: ServerResponse, answer: object, request: HomeQuoteRequest) => unknown

/** What it makes of a request, by the number that it has for it. */
type AnswerFor = (number: string) => object

export type CarrierServer = {
  url: string
  seen: Seen[]
  /** One entry for each request_id, however often it came: what a real carrier would have quoted. */
  ledger: Map<string, object>
  /** For the next requests, one each; after them `behaviour` goes on. */
  next: Behaviour[]
  behaviour: Behaviour
  /** The same for orders to bind: what came, and one policy for each request_id. */
  orders: { path: string; headers: IncomingHttpHeaders; body: string; request: BindRequest }[]
  policies: Map<string, object>
  nextBinds: Behaviour[]
  bindBehaviour: Behaviour
  /** Every delivery of a document that came, and one document for each request_id. */
  deliveries: { path: string; headers: IncomingHttpHeaders; body: string; request: DocumentDelivery }[]
  documents: Map<string, DocumentDelivery>
  nextDeliveries: Behaviour[]
  /** The request_id of every poll, and what a poll is answered with. Null: 404. */
  polls: string[]
  pollAnswer: (request_id: string) => object | null
  close(): Promise<void>
}

export const homeOffer = (offer: Partial<HomeOffer> = {}): HomeOffer => ({
  kind: 'offer',
  annual_price: 1480,
  policy_form: 'HO-3',
  coverage_summary: 'HO-3: $400,000 dwelling',
  dwelling_coverage: 400_000,
  other_structures: 40_000,
  personal_property: 200_000,
  loss_of_use: 80_000,
  personal_liability: 300_000,
  medical_payments: 5_000,
  deductible: 1_000,
  quote_number: 'FAR-1',
  insurance_score: 'not_used',
  price_factors: [{ factor: 'base', label: 'Base price', effect: 1480 }],
  ...offer,
})

export const umbrellaOffer = (offer: Partial<UmbrellaOffer> = {}): UmbrellaOffer => ({
  kind: 'offer',
  annual_price: 380,
  coverage_limit: 1_000_000,
  is_estimate: true,
  price_range: { low: 350, high: 420 },
  minimum_auto_limits: { per_person: 250_000, per_accident: 500_000, property_damage: 100_000 },
  minimum_home_liability_limit: 300_000,
  quote_number: 'FAR-1',
  price_factors: [{ factor: 'base', label: 'Base price', effect: 380 }],
  display_notes: ['Your auto policy must have at least 250/500/100 by the start date.'],
  ...offer,
})

const json = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

export const answers: Behaviour = (response, answer) => json(response, 200, answer)
export const answersWith =
  (changed: object): Behaviour =>
  (response, answer) =>
    json(response, 200, { ...answer, ...changed })
export const says =
  (text: string): Behaviour =>
  response =>
    response.end(text)
export const fails =
  (status: number, headers: Record<string, string> = {}): Behaviour =>
  response =>
    response.writeHead(status, headers).end('{}')
export const hangs: Behaviour = () => undefined
/** Answers once it is told to. */
export const answersLater = () => {
  const turn = new EventEmitter()
  const behaviour: Behaviour = async (...asked) => {
    await once(turn, 'told')
    answers(...asked)
  }
  return { behaviour, tell: () => turn.emit('told') }
}
export const resets: Behaviour = response => response.socket?.resetAndDestroy()
export const breaksOff: Behaviour = response => {
  response.writeHead(200, { 'content-length': '1000' })
  response.write('{"request_id":', () => response.socket?.resetAndDestroy())
}

const issued = ({ request_id, annual_price, effective_date }: BindRequest, number: number) => ({
  request_id,
  kind: 'bound',
  policy_number: `FAR-POL-${number}`,
  annual_price,
  effective_date,
  expiration_date: plusYears(effective_date, 1),
})

/** A real carrier's endpoint: it remembers by request_id what it has answered, and says it again. */
export const startCarrier = async (
  port = 0,
  answerFor: AnswerFor = quote_number => homeOffer({ quote_number }),
): Promise<CarrierServer> => {
  const server = createServer(async (incoming, response) => {
    const body = await text(incoming).catch(() => null)
    if (body === null) return
    if (incoming.method === 'GET') return poll(incoming, response)
    if (incoming.url?.endsWith('/bind')) return issue(incoming, body, response)
    if (incoming.url?.endsWith('/documents')) return keep(incoming, body, response)
    const request = JSON.parse(body) as HomeQuoteRequest
    const { request_id } = request
    carrier.seen.push({ path: String(incoming.url), headers: incoming.headers, body, request })
    const number = `FAR-${carrier.ledger.size + 1}`
    const answer = carrier.ledger.get(request_id) ?? { request_id, ...answerFor(number) }
    carrier.ledger.set(request_id, answer)
    const behave = carrier.next.shift() ?? carrier.behaviour
    behave(response, answer, request)
  })
  /** The policy is on record before anything is said: whatever happens to the answer, it was issued. */
  const issue = ({ url, headers }: IncomingMessage, body: string, response: ServerResponse): void => {
    const request = JSON.parse(body) as BindRequest
    carrier.orders.push({ path: String(url), headers, body, request })
    const policy = carrier.policies.get(request.request_id) ?? issued(request, carrier.policies.size + 1)
    carrier.policies.set(request.request_id, policy)
    const behave = carrier.nextBinds.shift() ?? carrier.bindBehaviour
    behave(response, policy, request as never)
  }
  const poll = ({ url }: IncomingMessage, response: ServerResponse): void => {
    const request_id = String(url?.split('/').at(-1))
    carrier.polls.push(request_id)
    const known = carrier.pollAnswer(request_id)
    if (known) answers(response, { request_id, ...known }, {} as never)
    else fails(404)(response, {}, {} as never)
  }
  const keep = ({ url, headers }: IncomingMessage, body: string, response: ServerResponse): void => {
    const request = JSON.parse(body) as DocumentDelivery
    const { request_id } = request
    carrier.deliveries.push({ path: String(url), headers, body, request })
    carrier.documents.set(request_id, request)
    const behave = carrier.nextDeliveries.shift() ?? answers
    behave(response, { request_id, kind: 'received' }, request as never)
  }
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const carrier: CarrierServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/quotes`,
    seen: [],
    ledger: new Map(),
    next: [],
    behaviour: answers,
    orders: [],
    policies: new Map(),
    nextBinds: [],
    bindBehaviour: answers,
    deliveries: [],
    documents: new Map(),
    nextDeliveries: [],
    polls: [],
    pollAnswer: () => null,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  return carrier
}
