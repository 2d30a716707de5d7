import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import examples from '../../../data/examples.json' with { type: 'json' }
import { documents } from '../../../src/page-table.ts'
import { MAX_ANSWER_BYTES } from '../../../src/platform/http/send-at-once.ts'
import { readOwnIntake } from '../../../src/products/homeowners/intake/intake.ts'
import { SOME_LEFT_OUT } from '../../../src/products/homeowners/operator/offers-that-fit.ts'
import { shopperView } from '../../../src/products/homeowners/shopper/view.ts'
import { homeOffer, startCarrier } from '../../support/carriers/carrier-server.ts'
import { carriersFile } from '../../support/carriers/carriers-file.ts'
import { call, getKey, newEmail } from '../../support/people/client.ts'
import { completeIntake, quotesCall, untilQuoted } from '../../support/people/homeowner-applications.ts'
import { connectAgent } from '../../support/people/mcp-agent.ts'
import { startServer } from '../../support/servers/server.ts'
import { serviceForThisTest, startTestService, type TestService } from '../../support/servers/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ work: false })
})
afterAll(() => service.stop())

test('every document that anyone can read stays below 2 MB', async () => {
  const paths = documents({ production: false }, () => 'running')
    .filter(({ method, path }) => method !== 'POST' && !path.includes('{'))
    .map(({ path }) => path)
  expect(paths.length).toBeGreaterThan(20)
  for (const path of paths) {
    const { status, text } = await call(service.url + path)
    expect(status, path).toBeLessThan(500)
    expect(Buffer.byteLength(text), path).toBeLessThan(MAX_ANSWER_BYTES)
  }
})

test('every recorded response stays below a tenth of the limit', () => {
  const bodies = Object.values(examples.operations).map(example => JSON.stringify(example))
  expect(bodies.length).toBeGreaterThan(10)
  expect(Math.max(...bodies.map(body => body.length))).toBeLessThan(MAX_ANSWER_BYTES / 10)
})

test('a response that grew too large is not sent', async () => {
  const respond = (bytes: number) => ({ type: 'text/plain', body: 'x'.repeat(bytes) })
  const row = { page: false, contract: null }
  const server = await startServer(service, {
    documents: [
      { ...row, path: '/fits', respond: () => respond(MAX_ANSWER_BYTES) },
      { ...row, path: '/large', respond: () => respond(MAX_ANSWER_BYTES + 1) },
    ],
  })
  try {
    expect((await call(`${server.url}/fits`)).status).toBe(200)
    const { status, text } = await call(`${server.url}/large`)
    expect(status).toBe(500)
    expect(text.length).toBeLessThan(1000)
  } finally {
    await server.stop()
  }
})

const LONGEST_FACTORS = Array.from({ length: 100 }, (_, at) => ({
  factor: `factor_${at}`,
  label: `Factor ${at} `.padEnd(120, 'x'),
  effect: 1.01,
}))

/** Ten quotes for each home, together as much as a carrier may answer. */
const manyOffers = (number: string) => ({
  kind: 'offers',
  offers: Array.from({ length: 10 }, (_, at) =>
    homeOffer({
      annual_price: 1000 + at,
      quote_number: `${number}-${at}`,
      price_factors: [
        { factor: 'base', label: 'Base price', effect: 1000 + at },
        ...LONGEST_FACTORS.slice(1),
      ],
    }),
  ),
})

type Offer = { property_id: string; rank: number }
type Quoted = { offers: Offer[]; agent_instructions: string[]; response_summary: string; properties: Offer[] }

const bestOfEach = ({ offers, properties }: Quoted) =>
  properties.map(({ property_id }) =>
    offers.some(offer => offer.property_id === property_id && offer.rank === 1),
  )

test('when all offers are too large to send, an agent gets the best of every home, by HTTP and MCP', async () => {
  const carrier = await startCarrier(0, manyOffers)
  onTestFinished(() => carrier.close())
  const env = { RATE_LIMITS: 'off', CARRIERS_FILE: carriersFile([{ id: 'far', url: carrier.url }]) }
  const selling = await serviceForThisTest({ env })
  const { url } = selling
  const key = await getKey(url, newEmail())
  const home = Array.from({ length: 12 }, () => completeIntake().home[0])
  const sent = { intake: completeIntake({}, { home }), credit_check_authorized: true }
  const { uid } = (await quotesCall(url, key, sent)).body
  const { text, body } = await untilQuoted(url, key, uid)
  const quoted = body as unknown as Quoted
  const all = Number(/\d+/.exec(quoted.response_summary)?.[0])
  expect(all).toBeGreaterThanOrEqual(120)
  expect(text.length).toBeLessThan(MAX_ANSWER_BYTES)
  expect(quoted.offers.length).toBeLessThan(all)
  expect(bestOfEach(quoted)).toEqual(home.map(() => true))
  expect(quoted.agent_instructions).toContain(SOME_LEFT_OUT)
  const intake = await readOwnIntake(selling.app, { kind: 'shopper', uid } as never, String(uid))
  const assistant = await shopperView(selling.app, intake)
  expect(assistant.offers).toEqual(quoted.offers)
  expect(assistant.agent_instructions).toContain(SOME_LEFT_OUT)

  const agent = await connectAgent(`${url}/api/agent/mcp`, { authorization: `Bearer ${key}` })
  onTestFinished(() => agent.close())
  await agent.list()
  const told = (await agent.use('homeowners_quotes', { uid })) as unknown as Quoted
  expect(told.offers.length).toBeLessThan(quoted.offers.length)
  expect(bestOfEach(told)).toEqual(home.map(() => true))
  expect(told.agent_instructions.filter(words => words === SOME_LEFT_OUT)).toHaveLength(1)
})
