import { afterEach, beforeEach, expect, test } from 'vitest'
import { CircuitOpen } from '../../../src/agency/carriers/endpoint/breaker.ts'
import { httpUmbrellaCarrier } from '../../../src/agency/carriers/umbrella/endpoint.ts'
import { startStop } from '../../../src/doors/desk/stops/pages.ts'
import { DAY } from '../../../src/platform/lib/clock.ts'
import { createLog } from '../../../src/platform/lib/log.ts'
import { homeCarriers } from '../../../src/products/homeowners/quoting/offers.ts'
import { umbrella as umbrellaProduct } from '../../../src/products/umbrella/line.ts'
import { pdfOf } from '../../support/browser/pdf.ts'
import { bindRequest } from '../../support/carriers/bind-request.ts'
import {
  answers,
  answersWith,
  CARRIER_SECRET,
  type CarrierServer,
  fails,
  resets,
  startCarrier,
  umbrellaOffer,
} from '../../support/carriers/carrier-server.ts'
import { carriersFile } from '../../support/carriers/carriers-file.ts'
import { query } from '../../support/database/database.ts'
import { getKey, mailbox, newEmail } from '../../support/people/client.ts'
import { signIn } from '../../support/people/desk.ts'
import { readyToFinalize, umbrellaCall, untilStatus } from '../../support/people/umbrella-applications.ts'
import { householdRequest } from '../../support/rating/plain-household.ts'
import { hurry, wake } from '../../support/runs/hurry.ts'
import { until } from '../../support/runs/until.ts'
import { serviceForThisTest } from '../../support/servers/service.ts'

let server: CarrierServer
beforeEach(async () => {
  server = await startCarrier(0, quote_number => umbrellaOffer({ quote_number }))
})
afterEach(() => server.close())

const request = householdRequest()

/** The carrier by itself: its pauses are noted and not waited for. */
const carrier = () => {
  const log: string[] = []
  const outcomes: string[] = []
  const pauses: number[] = []
  const far = httpUmbrellaCarrier(
    {
      id: 'far',
      name: 'Far Carrier',
      secret: CARRIER_SECRET,
      facts: { admitted: true },
      timeLimitSeconds: 5,
      url: server.url,
      bindUrl: `${server.url}/bind`,
      documentsUrl: `${server.url}/documents`,
      states: ['OR'],
      workflow: 'carrier_direct',
      requiresSignature: false,
    },
    {
      clock: { now: () => new Date('2026-01-01T00:00:00Z') },
      random: { below: () => 0 },
      log: createLog('debug', { write: line => log.push(line) }),
      wait: async milliseconds => void pauses.push(milliseconds),
      record: async () => async ended => void outcomes.push(ended.outcome),
    },
  )
  return { far, log, outcomes, pauses }
}

test('is asked with what rates a household and nothing else, and its offer is believed', async () => {
  const { far, outcomes } = carrier()
  expect(await far.quote(request)).toEqual(umbrellaOffer())
  expect(server.seen).toMatchObject([{ path: '/quotes', request }])
  expect(server.seen[0]?.headers['x-request-id']).toBe(request.request_id)
  expect(outcomes).toEqual(['offer'])
})

test('stumbles twice: the third attempt counts, and the far end sees one request', async () => {
  server.next = [resets, fails(503)]
  const { far, pauses, outcomes } = carrier()
  expect(await far.quote(request)).toEqual(umbrellaOffer())
  expect(pauses).toEqual([200, 600])
  expect(outcomes).toEqual(['unreachable', 'http_error', 'offer'])
  expect(server.ledger.size).toBe(1)
})

test.each([
  ['not_an_answer', { annual_price: 0 }],
  ['limit_too_low', { coverage_limit: 500_000 }],
  ['score_not_allowed', { price_factors: [{ factor: 'credit_tier', label: 'Credit', effect: 1 }] }],
  ['other_request', { request_id: 'req_of_somebody_else' }],
])('%s is no answer, and is not asked again at once', async (outcome, changed) => {
  server.behaviour = answersWith(changed)
  await expect(carrier().far.quote(request)).rejects.toThrow(`far: ${outcome}`)
  expect(server.seen).toHaveLength(1)
})

test('binds at its own address, and is believed on the terms that were signed only', async () => {
  const order = bindRequest({ annual_price: 380 })
  const { far } = carrier()
  expect(await far.bind(order)).toEqual({
    kind: 'bound',
    policy_number: 'FAR-POL-1',
    annual_price: 380,
    effective_date: order.effective_date,
    expiration_date: '2027-02-01',
  })
  expect(server.orders).toMatchObject([{ path: '/quotes/bind', request: order }])
  server.nextBinds = [answersWith({ annual_price: 381 })]
  await expect(far.bind(order)).rejects.toThrow('far: other_terms')
})

test('what is no receipt for this document is not taken for one', async () => {
  const document = {
    request_id: 'doc_1',
    quote_number: 'FAR-1',
    type: 'declarations',
    filename: 'home.pdf',
    media_type: 'application/pdf',
    size_bytes: 3,
    sha256: 'ab',
    content: 'YWJj',
  }
  const { far, outcomes } = carrier()
  expect(await far.takeDocument(document)).toEqual({ kind: 'received' })
  expect(server.deliveries).toMatchObject([{ path: '/quotes/documents', request: document }])
  server.nextDeliveries = [answersWith({ request_id: 'doc_2' }), answersWith({ kind: 'bound' })]
  for (const outcome of ['other_request', 'not_an_answer'])
    await expect(far.takeDocument(document)).rejects.toThrow(`far: ${outcome}`)
  expect(outcomes).toEqual(['received', 'other_request', 'not_an_answer'])
})

test('documents that it asks for come before the next order, each once under its own id, whatever stumbles', async () => {
  const umbrella = { umbrella_url: server.url, umbrella_states: ['IL'], workflow: 'carrier_direct' }
  const service = await serviceForThisTest({
    env: { RATE_LIMITS: 'off', CARRIERS_FILE: carriersFile([{ id: 'far', ...umbrella }]) },
  })
  const at = { url: service.url, key: await getKey(service.url, newEmail()) }
  const values = { desired_coverage_limit: 1_000_000 }
  const { uid, email } = await readyToFinalize(at, { sandbox: false, carrier: 'far', values })
  const asked = { kind: 'info_requested', reason: 'Show us the home policy.', fields: ['declarations'] }
  server.nextBinds = [answersWith(asked), fails(400)]
  await umbrellaCall(at, 'bind', { uid, bind_confirmed: true })
  await untilStatus(at, uid, ['info_requested'])
  const [told] = await mailbox(service.url, email)
  expect(told?.subject).toBe('A question about your umbrella policy')
  expect(told?.text).not.toContain('Show us')

  server.nextDeliveries = [resets]
  const bytes = await pdfOf('Declarations of somebody')
  const file = { type: 'declarations', filename: 'Ada canary.pdf', content: bytes.toString('base64') }
  const { body } = await umbrellaCall(at, 'attach', { uid, ...file })
  expect(body.status).toBe('waiting_on_carrier')
  await until(async () => {
    await hurry(service.databaseUrl)
    return (await umbrellaCall(at, 'status', { uid })).body.status === 'bound'
  })

  const [received] = body.received as { stored_as: string }[]
  expect([...server.documents]).toMatchObject([
    [
      received?.stored_as,
      { type: 'declarations', filename: 'Ada canary.pdf', media_type: 'application/pdf' },
    ],
  ])
  expect(server.deliveries.map(({ headers }) => headers['x-request-id'])).toEqual(
    server.deliveries.map(() => received?.stored_as),
  )
  // Once it was reset; after it had arrived, the order that failed brought it no second time.
  expect(server.deliveries).toHaveLength(2)
  expect(Buffer.from(String(server.deliveries[1]?.request.content), 'base64').equals(bytes)).toBe(true)
  const [first, ...later] = server.orders.map(({ request: order }) => order)
  expect(first?.documents).toBeUndefined()
  expect(later).toHaveLength(2)
  for (const order of later)
    expect(order.documents).toMatchObject([{ document_id: received?.stored_as, type: 'declarations' }])

  const noted = await query(
    service.databaseUrl,
    "select facts from audit_entries where event = 'document_delivered'",
  )
  expect(noted).toEqual([{ facts: { document_id: received?.stored_as, carrier_id: 'far' } }])
  const records = await query<{ bytes: number }>(
    service.databaseUrl,
    'select octet_length(request) as bytes from carrier_exchanges where request_id = $1',
    [received?.stored_as],
  )
  expect(records).toHaveLength(2)
  for (const record of records) expect(record.bytes).toBeLessThan(bytes.length)
  expect(service.log.join('')).not.toContain('canary')
})

test('fails five times in a row and is left alone', async () => {
  server.behaviour = fails(503, { 'retry-after': '60' })
  const { far, log } = carrier()
  for (const request_id of ['req_1', 'req_2', 'req_3', 'req_4', 'req_5'])
    await expect(far.quote({ ...request, request_id })).rejects.toThrow('http_error')
  await expect(far.quote(request)).rejects.toThrow(CircuitOpen)
  expect(server.seen).toHaveLength(5)
  expect(log.at(-1)).toContain('"outcome":"circuit_open"')
})

test('a service takes it from CARRIERS_FILE and records what was said, sealed', async () => {
  const umbrella = { umbrella_url: server.url, umbrella_states: ['OR'], workflow: 'agency_pay' }
  const service = await serviceForThisTest({
    env: {
      CARRIERS_FILE: carriersFile([
        { id: 'far', ...umbrella },
        { id: 'homes', url: server.url },
      ]),
    },
  })
  const live = <C extends { kind: string }>(carriers: readonly C[]) =>
    carriers.filter(({ kind }) => kind === 'api')
  const configured = live(umbrellaProduct.carriers.byMode(service.app).live)
  expect(configured).toMatchObject([{ id: 'far', mode: 'live', states: ['OR'], workflow: 'agency_pay' }])
  expect(live(homeCarriers.byMode(service.app).live).map(({ id }) => id)).toEqual(['homes'])
  expect(await configured[0]?.quote(request)).toEqual(umbrellaOffer())
  const rows = await query<{ outcome: string; request: Buffer }>(
    service.databaseUrl,
    'select carrier_id, request_id, outcome, request from carrier_exchanges',
  )
  expect(rows).toMatchObject([{ carrier_id: 'far', request_id: request.request_id, outcome: 'offer' }])
  expect(rows[0]?.request.includes('97201')).toBe(false)
})

test('a stop that comes while the carrier takes a document holds the order, which has not left', async () => {
  const umbrella = { umbrella_url: server.url, umbrella_states: ['IL'], workflow: 'carrier_direct' }
  const service = await serviceForThisTest({
    env: { RATE_LIMITS: 'off', CARRIERS_FILE: carriersFile([{ id: 'far', ...umbrella }]) },
  })
  const at = { url: service.url, key: await getKey(service.url, newEmail()) }
  const values = { desired_coverage_limit: 1_000_000 }
  const { uid, email } = await readyToFinalize(at, { sandbox: false, carrier: 'far', values })
  server.nextBinds = [
    answersWith({ kind: 'info_requested', reason: 'Show us the home policy.', fields: ['declarations'] }),
  ]
  await umbrellaCall(at, 'bind', { uid, bind_confirmed: true })
  await untilStatus(at, uid, ['info_requested'])
  const form = new URLSearchParams({ carrier: 'far', reason: 'The carrier asked us to.' })
  server.nextDeliveries = [
    (...delivery) => startStop(service.app, 'staff:test', form).then(() => answers(...delivery)),
  ]
  const content = (await pdfOf('Declarations of somebody')).toString('base64')
  await umbrellaCall(at, 'attach', { uid, type: 'declarations', filename: 'home.pdf', content })
  await untilStatus(at, uid, ['blocked', 'bound'])
  expect(server.orders).toHaveLength(1)
  expect(server.deliveries).toHaveLength(1)
  const told = (await mailbox(service.url, email)).map(({ text }) => text).join()
  expect(told).toContain('The carrier asked us to.')
})

test('the id of a built-in umbrella carrier, or a state that is none, stops the start with one sentence', async () => {
  const start = (id: string, state: string) =>
    serviceForThisTest({
      env: {
        CARRIERS_FILE: carriersFile([
          { id, umbrella_url: server.url, umbrella_states: [state], workflow: 'agency_pay' },
        ]),
      },
    })
  await expect(start('brindlemoor', 'OR')).rejects.toThrow(
    'CARRIERS_FILE entry 1 ("brindlemoor"): this id belongs to a demo carrier.',
  )
  await expect(start('far', 'XX')).rejects.toThrow(
    'CARRIERS_FILE entry 1 ("far"): umbrella_states contains "XX", which is not a US state.',
  )
})

test('what it asks after the purchase comes with the source of every answer, the agency’s own too; while it does not take a document, nobody says that it has the order', async () => {
  const umbrella = { umbrella_url: server.url, umbrella_states: ['IL'], workflow: 'carrier_direct' }
  const service = await serviceForThisTest({
    env: {
      RATE_LIMITS: 'off',
      STAFF_EMAILS: 'ann@agency.example',
      CARRIERS_FILE: carriersFile([{ id: 'far', ...umbrella }]),
    },
  })
  const at = { url: service.url, key: await getKey(service.url, newEmail()) }
  const values = { desired_coverage_limit: 1_000_000 }
  const { uid, email } = await readyToFinalize(at, { sandbox: false, carrier: 'far', values })
  const asked = (fields: string[]) => answersWith({ kind: 'info_requested', reason: 'Tell us more.', fields })
  server.nextBinds = [asked(['fence_height']), asked([]), asked(['declarations'])]
  await umbrellaCall(at, 'bind', { uid, bind_confirmed: true })
  await untilStatus(at, uid, ['info_requested'])
  await umbrellaCall(at, 'bind', { uid, intake: { fence_height: 'six feet' } })
  await until(() => server.orders.length === 2)
  await untilStatus(at, uid, ['info_requested'])
  const ann = await signIn(service, service.url)
  await ann.send(`/desk/requests/${uid}`, { answer: 'We called them.' })
  await until(() => server.orders.length === 3)
  await untilStatus(at, uid, ['info_requested'])

  server.nextDeliveries = Array.from({ length: 20 }, () => fails(400))
  const content = (await pdfOf('Declarations of somebody')).toString('base64')
  await umbrellaCall(at, 'attach', { uid, type: 'declarations', filename: 'home.pdf', content })
  await until(() => server.deliveries.length > 0)
  service.pass(2 * DAY)
  const late = await until(async () => {
    await wake(service.databaseUrl)
    return (await mailbox(service.url, email)).find(({ subject }) => subject.includes('not issued yet'))
  })
  expect(late?.text).toContain('The far carrier has not confirmed your order.')
  const [task] = await query<{ task_id: string }>(service.databaseUrl, 'select task_id from desk_tasks')
  const desk = await signIn(service, service.url)
  expect((await desk.open(`/desk/tasks/${task?.task_id}`)).text).toContain('so this order was not sent to it')
  expect(server.orders).toHaveLength(3)
  server.nextDeliveries = []
  await until(async () => {
    await hurry(service.databaseUrl)
    return (await umbrellaCall(at, 'status', { uid })).body.status === 'bound'
  })
  const order = server.orders.at(-1)?.request
  expect(order?.answers).toEqual({
    fence_height: 'six feet',
    agency: 'We called them.',
    declarations: 'attached',
  })
  expect(order?.sources).toMatchObject({
    'answers.fence_height': { kind: 'operator' },
    'answers.agency': { kind: 'staff' },
  })
})
