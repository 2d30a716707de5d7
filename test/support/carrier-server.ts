import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { HomeOffer, HomeQuoteRequest } from '../../src/carriers/carrier.ts'

export const CARRIER_SECRET = 'a secret that the carrier and the service share'

export type Seen = { headers: IncomingHttpHeaders; body: string; request: HomeQuoteRequest }

/** What the carrier does with a request, given the answer that it has made for it. */
export type Behaviour = (response: ServerResponse, answer: object, request: HomeQuoteRequest) => unknown

export type CarrierServer = {
  url: string
  seen: Seen[]
  /** One entry for each request_id, however often it came: what a real carrier would have quoted. */
  ledger: Map<string, object>
  /** For the next requests, one each; after them `behaviour` goes on. */
  next: Behaviour[]
  behaviour: Behaviour
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
export const resets: Behaviour = response => response.socket?.resetAndDestroy()
export const breaksOff: Behaviour = response => {
  response.writeHead(200, { 'content-length': '1000' })
  response.write('{"request_id":', () => response.socket?.resetAndDestroy())
}

const bodyOf = async (incoming: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

/** A real carrier's endpoint: it remembers by request_id what it has answered, and says it again. */
export const startCarrier = async (port = 0): Promise<CarrierServer> => {
  const server = createServer(async (incoming, response) => {
    const body = await bodyOf(incoming)
    const request = JSON.parse(body) as HomeQuoteRequest
    const { request_id } = request
    carrier.seen.push({ headers: incoming.headers, body, request })
    const quote_number = `FAR-${carrier.ledger.size + 1}`
    const answer = carrier.ledger.get(request_id) ?? { request_id, ...homeOffer({ quote_number }) }
    carrier.ledger.set(request_id, answer)
    const behave = carrier.next.shift() ?? carrier.behaviour
    behave(response, answer, request)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const carrier: CarrierServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/quotes`,
    seen: [],
    ledger: new Map(),
    next: [],
    behaviour: answers,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  return carrier
}
