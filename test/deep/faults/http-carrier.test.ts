import { createHmac, timingSafeEqual } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { httpHomeCarrier } from '../../../src/agency/carriers/configured.ts'
import { CircuitOpen } from '../../../src/agency/carriers/endpoint/breaker.ts'
import { later, SECOND } from '../../../src/platform/lib/clock.ts'
import { createLog } from '../../../src/platform/lib/log.ts'
import {
  answers,
  answersWith,
  type Behaviour,
  breaksOff,
  CARRIER_SECRET,
  type CarrierServer,
  fails,
  hangs,
  homeOffer,
  resets,
  says,
  startCarrier,
} from '../../support/carriers/carrier-server.ts'
import { requestFor } from '../../support/rating/plain-home.ts'
import { freePort } from '../../support/servers/free-port.ts'

let server: CarrierServer
beforeEach(async () => {
  server = await startCarrier()
})
afterEach(() => server.close())

/** The carrier by itself: its pauses are noted and not waited for, its clock stands until it is moved. */
const carrierAt = (url: string, timeLimitSeconds = 5) => {
  let now = new Date('2026-01-01T00:00:00Z')
  const pauses: number[] = []
  const outcomes: string[] = []
  const log: string[] = []
  const carrier = httpHomeCarrier(
    {
      id: 'far',
      name: 'Far Carrier',
      url,
      bindUrl: `${url}/bind`,
      secret: CARRIER_SECRET,
      facts: { admitted: true },
      timeLimitSeconds,
      states: ['OH'],
    },
    {
      clock: { now: () => now },
      random: { below: () => 0 },
      log: createLog('debug', { write: line => log.push(line) }),
      wait: async milliseconds => void pauses.push(milliseconds),
      record: async () => async ended => void outcomes.push(ended.outcome),
    },
  )
  const pass = (milliseconds: number) => {
    now = later(now, milliseconds)
  }
  return { ask: carrier.quote, pass, pauses, outcomes, log }
}

const request = requestFor()

describe('a carrier that answers well', () => {
  test('is asked once, with what rates a home and nothing else, and its offer is believed', async () => {
    const { ask, outcomes } = carrierAt(server.url)
    expect(await ask(request)).toEqual(homeOffer())
    expect(server.seen).toHaveLength(1)
    expect(server.seen[0]?.request).toEqual(request)
    expect(server.seen[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-request-id': request.request_id,
    })
    expect(outcomes).toEqual(['offer'])
  })

  test('may put a byte order mark before its JSON', async () => {
    server.behaviour = (response, answer) => response.end(`\ufeff${JSON.stringify(answer)}`)
    expect(await carrierAt(server.url).ask(request)).toEqual(homeOffer())
  })

  test('may decline: that is an answer', async () => {
    const decline = { kind: 'decline', reason_code: 'wildfire_risk', reason: 'Too close to the forest.' }
    server.behaviour = (response, _, { request_id }) => answers(response, { request_id, ...decline }, request)
    expect(await carrierAt(server.url).ask(request)).toEqual(decline)
  })

  test('can verify the signature over time and body, at every attempt', async () => {
    server.next = [fails(503)]
    await carrierAt(server.url).ask(request)
    expect(server.seen).toHaveLength(2)
    for (const { headers, body } of server.seen) {
      const [, seconds, given] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-signature'])) ?? []
      expect(Number(seconds)).toBe(Date.parse('2026-01-01T00:00:00Z') / 1000)
      const expected = createHmac('sha256', CARRIER_SECRET).update(`${seconds}.${body}`).digest()
      expect(timingSafeEqual(Buffer.from(String(given), 'hex'), expected)).toBe(true)
    }
  })
})

describe('a carrier that stumbles', () => {
  test.each<[string, Behaviour]>([
    ['500', fails(500)],
    ['503', fails(503)],
    ['429', fails(429)],
    ['a connection reset', resets],
    ['an answer that breaks off', breaksOff],
  ])('%s, twice: the third attempt counts, and the far end sees one request', async (_, stumbles) => {
    server.next = [stumbles, stumbles]
    const { ask, pauses } = carrierAt(server.url)
    expect(await ask(request)).toEqual(homeOffer())
    expect(pauses).toEqual([200, 600])
    expect(server.seen.map(({ headers }) => headers['x-request-id'])).toEqual(Array(3).fill('req_plain'))
    expect([...server.ledger.keys()]).toEqual(['req_plain'])
  })

  test('three times is asked no more for now', async () => {
    server.behaviour = fails(500)
    const { ask, outcomes } = carrierAt(server.url)
    await expect(ask(request)).rejects.toThrow('far: http_error')
    expect(outcomes).toEqual(['http_error', 'http_error', 'http_error'])
  })

  test('asked twice, says the same: the quote is counted once', async () => {
    const { ask } = carrierAt(server.url)
    expect(await ask(request)).toEqual(await ask(request))
    expect(server.seen).toHaveLength(2)
    expect(server.ledger.size).toBe(1)
  })

  test('Retry-After is honoured when it is small and fits into the time limit, else nobody waits', async () => {
    server.next = [fails(429, { 'retry-after': '2' })]
    const patient = carrierAt(server.url)
    await patient.ask(request)
    expect(patient.pauses).toEqual([2000])
    for (const [seconds, limit] of [
      ['3600', 60],
      ['2', 1],
    ] as const) {
      server.next = [fails(429, { 'retry-after': seconds })]
      const hasty = carrierAt(server.url, limit)
      await expect(hasty.ask(request)).rejects.toThrow('far: http_error')
      expect(hasty.pauses).toEqual([])
    }
  })
})

describe('no answer, and no second attempt at once', () => {
  test.each<[string, Behaviour]>([
    ['http_error', fails(400)],
    ['http_error', fails(401)],
    ['http_error', fails(404)],
    ['redirected', fails(302, { location: '/elsewhere' })],
    ['redirected', fails(307, { location: 'http://127.0.0.1:9/' })],
    ['not_json', says('<html>maintenance</html>')],
    ['not_json', says('')],
    ['not_an_answer', says('{"price": 12}')],
    ['not_an_answer', answersWith({ annual_price: -1480 })],
    ['not_an_answer', answersWith({ annual_price: null })],
    ['not_an_answer', answersWith({ request_id: undefined })],
    ['not_an_answer', answersWith({ valid_until: '2026-13-01T00:00:00Z' })],
    ['expired_offer', answersWith({ valid_until: '2025-12-31T23:59:59Z' })],
    ['other_request', answersWith({ request_id: 'req_of_somebody_else' })],
    ['score_not_allowed', answersWith({ insurance_score: 'used' })],
    ['too_large', says(JSON.stringify(' '.repeat(257 * 1024)))],
    [
      'too_large',
      response =>
        void setImmediate(function more() {
          if (response.writable && response.write(' '.repeat(16 * 1024))) setImmediate(more)
          else response.once('drain', more)
        }),
    ],
  ])('%s', async (outcome, behaviour) => {
    server.behaviour = behaviour
    const { ask, outcomes } = carrierAt(server.url)
    await expect(ask(request)).rejects.toThrow(`far: ${outcome}`)
    expect(outcomes).toEqual([outcome])
    expect(server.seen).toHaveLength(1)
  })

  test('timed_out: a carrier that is slower than its limit is not waited for', async () => {
    server.behaviour = hangs
    const { ask, outcomes } = carrierAt(server.url, 0.2)
    await expect(ask(request)).rejects.toThrow('far: timed_out')
    expect(outcomes).toEqual(['timed_out'])
  })

  test('timed_out: nor one whose answer never ends', async () => {
    server.behaviour = response => response.writeHead(200).write('{')
    await expect(carrierAt(server.url, 0.2).ask(request)).rejects.toThrow('far: timed_out')
  })

  test('unreachable: nobody listens', async () => {
    const { ask, outcomes, log } = carrierAt(`http://127.0.0.1:${await freePort()}/quotes`)
    await expect(ask(request)).rejects.toThrow('far: unreachable')
    expect(outcomes).toEqual(['unreachable', 'unreachable', 'unreachable'])
    expect(log.at(-1)).toContain('"cause":"ECONNREFUSED"')
  })
})

describe('the circuit breaker', () => {
  const DOWN = fails(503, { 'retry-after': '60' })
  const requests = Array.from({ length: 7 }, (_, at) => ({ ...request, request_id: `req_${at}` }))
  const five = requests.slice(0, 5)

  test('opens after five failures, lets one trial through after 30 seconds, and closes when it succeeds', async () => {
    server.behaviour = DOWN
    const { ask, pass, log } = carrierAt(server.url)
    for (const one of five) await expect(ask(one)).rejects.toThrow('http_error')
    server.behaviour = answers
    await expect(ask(request)).rejects.toThrow(CircuitOpen)
    expect(server.seen).toHaveLength(5)
    expect(log.at(-1)).toContain('"outcome":"circuit_open"')
    pass(30 * SECOND)
    const [trial, ...others] = await Promise.allSettled([ask(request), ask(request), ask(request)])
    expect(trial?.status).toBe('fulfilled')
    expect(others.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(server.seen).toHaveLength(6)
    expect(await ask(request)).toMatchObject({ kind: 'offer' })
  })

  test.each<[string, Behaviour]>([
    ['a 4xx', fails(422)],
    ['another price', answersWith({ annual_price: '1200' })],
    ['another request', answersWith({ request_id: 'x' })],
    ['a page', says('<html>Hello</html>')],
  ])('stays closed for a carrier that answers, with %s', async (_, behaviour) => {
    server.behaviour = behaviour
    const { ask, outcomes } = carrierAt(server.url)
    for (const one of requests) await expect(ask(one)).rejects.toThrow('far: ')
    expect(outcomes).toHaveLength(requests.length)
    server.behaviour = answers
    expect(await ask(request)).toMatchObject({ kind: 'offer' })
  })

  test('is one for each carrier', async () => {
    const other = await startCarrier()
    onTestFinished(() => other.close())
    other.behaviour = DOWN
    const broken = carrierAt(other.url)
    for (const one of requests) await broken.ask(one).catch(() => undefined)
    expect(other.seen).toHaveLength(5)
    expect(await carrierAt(server.url).ask(request)).toEqual(homeOffer())
  })
})

test('logs name the carrier and the outcome, never a body or the secret', async () => {
  server.next = [says('canary-in-the-answer'), answers]
  const { ask, log } = carrierAt(server.url)
  const home = requestFor({ property_id: 'canary-in-the-question' })
  await ask(home).catch(() => undefined)
  await ask(home)
  expect(log.map(line => JSON.parse(line))).toMatchObject([
    { carrier_id: 'far', outcome: 'not_json', attempt: 1, http_status: 200 },
    { carrier_id: 'far', outcome: 'offer', attempt: 1, http_status: 200 },
  ])
  expect(log.join('')).not.toMatch(/canary|FAR-1|1480/)
  expect(log.join('')).not.toContain(CARRIER_SECRET)
})
