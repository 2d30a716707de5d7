import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BindRequest } from '../../../src/agency/carriers/contract/bind.ts'
import { policiesOf } from '../../../src/agency/policies/policies.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import { DAY, HOUR, later } from '../../../src/platform/lib/clock.ts'
import type { LineName } from '../../../src/platform/lines.ts'
import { plusYears } from '../../../src/platform/values/calendar.ts'
import { lines } from '../../../src/products/lines.ts'
import { sendEvent } from '../../support/carriers/carrier-event.ts'
import {
  type Behaviour,
  type CarrierServer,
  homeOffer,
  startCarrier,
  umbrellaOffer,
} from '../../support/carriers/carrier-server.ts'
import { carriersFile } from '../../support/carriers/carriers-file.ts'
import { HARBOR } from '../../support/carriers/desk-markets.ts'
import { pageOfLastOrder } from '../../support/carriers/planted.ts'
import { wholeChain } from '../../support/database/chain.ts'
import { query } from '../../support/database/database.ts'
import { call, getKey, newEmail } from '../../support/people/client.ts'
import { completeIntake, quotesCall } from '../../support/people/homeowner-applications.ts'
import { asHomeowner } from '../../support/people/homeowner-in-portal.ts'
import {
  bindAnswers,
  completeHousehold,
  umbrellaCall,
  yes,
} from '../../support/people/umbrella-applications.ts'
import { wake } from '../../support/runs/hurry.ts'
import { until } from '../../support/runs/until.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

type Offer = {
  carrier: string
  annual_price: number
  previous_price?: number
  offer_id?: string
  selection_token?: string
}
type Look = {
  status: string
  detail_status?: string
  response_summary: string
  waiting_on: string
  offers: Offer[]
  quoting?: unknown
}
type Role = 'quick' | 'late' | 'polled' | 'silent'

let service: TestService
let key: string
let carriers: Record<Role, CarrierServer>
const ended: (() => void)[] = []

const isUmbrella = (request: object): boolean => 'coverage_limit' in (request as { risk: object }).risk

const offerOf = (line: LineName, annual_price: number, quote_number: string) =>
  line === 'umbrella'
    ? umbrellaOffer({
        annual_price,
        quote_number,
        coverage_limit: 2_000_000,
        is_estimate: false,
        price_range: { low: annual_price, high: annual_price },
      })
    : homeOffer({ annual_price, quote_number })

const saysLater =
  (answer: () => object): Behaviour =>
  (response, _, { request_id }) =>
    response.end(JSON.stringify({ request_id, ...answer() }))

const inHours = (hours: number): string => later(service.app.clock.now(), hours * HOUR).toISOString()

beforeAll(async () => {
  carriers = {
    quick: await startCarrier(),
    late: await startCarrier(),
    polled: await startCarrier(),
    silent: await startCarrier(),
  }
  const entry = (id: Role, more: object = {}) => ({
    id,
    url: carriers[id].url,
    umbrella_url: carriers[id].url,
    umbrella_states: ['IL'],
    workflow: 'carrier_direct',
    ...more,
  })
  const entries = [entry('quick'), entry('late'), entry('polled', { events: false }), entry('silent')]
  service = await startTestService({
    env: {
      RATE_LIMITS: 'off',
      DEMO_CARRIERS: 'off',
      CARRIERS_FILE: carriersFile(entries, act => ended.push(act), [HARBOR]),
    },
  })
  key = await getKey(service.url, newEmail())
  carriers.quick.behaviour = (response, _, request) =>
    response.end(
      JSON.stringify({
        request_id: request.request_id,
        ...offerOf(isUmbrella(request) ? 'umbrella' : 'homeowners', 1480, `Q-${request.request_id}`),
      }),
    )
  carriers.late.behaviour = saysLater(() => ({ kind: 'pending', expected_by: inHours(30) }))
  carriers.polled.behaviour = saysLater(() => ({ kind: 'pending', expected_by: inHours(4) }))
  carriers.silent.behaviour = saysLater(() => ({ kind: 'referred' }))
})
afterAll(async () => {
  await service.stop()
  await Promise.all(Object.values(carriers).map(carrier => carrier.close()))
  for (const act of ended) act()
})

const submit: Record<LineName, () => Promise<string>> = {
  homeowners: async () => {
    const sent = { intake: completeIntake(), credit_check_authorized: true }
    return String((await quotesCall(service.url, key, sent)).body.uid)
  },
  umbrella: async () => {
    const at = { url: service.url, key }
    const intake = completeHousehold(bindAnswers(later(service.app.clock.now(), 20 * DAY)))
    const { uid, review_token } = (await umbrellaCall(at, 'draft', { intake })).body
    await umbrellaCall(at, 'quotes', { uid, review_token, review_confirmed: true })
    return String(uid)
  },
}

const look = async (line: LineName, uid: string): Promise<Look> =>
  (line === 'homeowners'
    ? await quotesCall(service.url, key, { uid })
    : await umbrellaCall({ url: service.url, key }, 'status', { uid })
  ).body as Look

/** As the person does, or the operator for the buyer. */
const buy: Record<LineName, (uid: string, offer: Offer) => Promise<unknown>> = {
  homeowners: async (uid, { offer_id = '' }) => {
    const ada = asHomeowner(service, uid)
    await ada.select([offer_id])
    await ada.confirmAll()
    return ada.sign()
  },
  umbrella: async (uid, { selection_token }) => {
    const at = { url: service.url, key }
    const chosen = { uid, selection_token, selection_confirmed: true, credit_consent: yes }
    await umbrellaCall(at, 'select', chosen)
    return umbrellaCall(at, 'bind', { uid, bind_confirmed: true })
  },
}

/** Leaves the question without anyone who waits for an answer. */
const leave: Record<LineName, (uid: string) => Promise<unknown>> = {
  homeowners: uid => asHomeowner(service, uid).withdraw(),
  umbrella: uid => umbrellaCall({ url: service.url, key }, 'draft', { uid, intake: { jet_skis: 1 } }),
}

const questionOf = async (uid: string, carrier: string): Promise<string> => {
  const rows = await until(async () => {
    const found = await query<{ request_id: string }>(
      service.databaseUrl,
      'select request_id from carrier_questions where uid = $1 and carrier_id = $2 and later is not null',
      [uid, carrier],
    )
    return found.length > 0 ? found : null
  })
  return String(rows?.[0]?.request_id)
}

const emailsAbout = async (uid: string): Promise<Record<string, number>> => {
  const rows = await query<{ purpose: string; count: number }>(
    service.databaseUrl,
    'select purpose, count(*)::int as count from emails where intake_uid = $1 group by purpose',
    [uid],
  )
  return Object.fromEntries(rows.map(({ purpose, count }) => [purpose, count]))
}

const wakeUntil = <T>(seen: () => Promise<T>): Promise<T> =>
  until(async () => {
    await wake(service.databaseUrl)
    return seen()
  })

const offersOf = async (line: LineName, uid: string): Promise<string[]> =>
  ((await look(line, uid)).offers ?? []).map(({ carrier }) => carrier).toSorted()

const pendingOrders = (uid: string, carrier: CarrierServer): Promise<BindRequest> =>
  until(async () => {
    const [row] = await query<{ order_id: string }>(
      service.databaseUrl,
      'select order_id from bind_orders where uid = $1 and settled_at is null and expected_by is not null',
      [uid],
    )
    return carrier.orders.find(({ request }) => request.request_id === row?.order_id)?.request
  }) as Promise<BindRequest>

const policyFor = ({ request_id, annual_price, effective_date }: BindRequest, policy_number: string) => ({
  request_id,
  policy_number,
  annual_price,
  effective_date,
  expiration_date: plusYears(effective_date, 1),
})

const isPending: Behaviour = (response, policy) =>
  response.end(
    JSON.stringify({
      request_id: (policy as { request_id: string }).request_id,
      kind: 'pending',
      expected_by: inHours(4),
    }),
  )

/** With digits, as carriers number them: a page is read by that. */
const NUMBERS = { homeowners: 'HO-2041', umbrella: 'UM-2041' }

const PRICES = {
  homeowners: { polled: 900, late: 1200, desk: 1300 },
  umbrella: { polled: 300, late: 350, desk: 390 },
}

test.each<LineName>(['homeowners', 'umbrella'])(
  '%s over 72 hours, with a quick, a late, a polled, a silent and a desk carrier: each offer is published once, a price that changed after the signature waits for a new one, a late order is at the desk, and nobody is emailed twice',
  async line => {
    const uid = await submit[line]()
    const price = PRICES[line]
    const number = NUMBERS[line]
    const request_id = await questionOf(uid, 'late')
    const polledId = await questionOf(uid, 'polled')
    await questionOf(uid, 'silent')
    await questionOf(uid, 'harbor')
    await until(async () => (await look(line, uid)).status === 'quoted')
    expect(await offersOf(line, uid)).toEqual(['The quick carrier'])
    const from = (type: string, data: object, how: object = {}) =>
      sendEvent(service, { type, data: { request_id, ...data } }, { carrier: 'late', ...how })

    // Forged, and overtaking the offer that it changes.
    const { kind: _, ...offer } = offerOf(line, price.late, `L-${line}`)
    expect(
      await from('quote.offered', offer, { secret: 'not the secret that they share, by far' }),
    ).toMatchObject({ status: 401 })
    const overtaking = { quote_number: `L-${line}`, annual_price: price.late + 1 }
    expect(await from('price.changed', overtaking, { id: `evt_over_${line}` })).toMatchObject({ status: 503 })

    // The polled carrier has its answer after five hours.
    service.pass(5 * HOUR)
    carriers.polled.pollAnswer = asked =>
      asked === polledId ? offerOf(line, price.polled, `P-${line}`) : null
    await wakeUntil(async () => (await offersOf(line, uid)).includes('The polled carrier'))
    const polls = carriers.polled.polls.filter(asked => asked === polledId).length
    expect(polls).toBeGreaterThan(0)

    // The late one after a day, twice under one id and once under another.
    service.pass(20 * HOUR)
    expect(await from('quote.offered', offer, { id: `evt_late_${line}` })).toMatchObject({
      body: { status: 'taken' },
    })
    expect(await from('quote.offered', offer, { id: `evt_late_${line}` })).toMatchObject({
      body: { status: 'repeated' },
    })
    expect(await from('quote.offered', offer)).toMatchObject({ body: { status: 'repeated' } })

    // Staff after that.
    const [desk] = await query<{ revision: number; item: string }>(
      service.databaseUrl,
      "select revision, item from carrier_questions where uid = $1 and carrier_id = 'harbor'",
      [uid],
    )
    const byStaff = {
      uid,
      revision: desk?.revision ?? 0,
      item: desk?.item ?? '',
      carrier_id: 'harbor',
      reply: { ...offerOf(line, price.desk, `D-${line}`) },
      actor: 'staff:stf_test',
    }
    expect(
      await transact(service.app, inside => lines[line].markets.takeLateAnswer(inside, byStaff)),
    ).toMatchObject({ taken: true })

    // On the third day, silence is a decline.
    service.pass(48 * HOUR)
    await wakeUntil(async () => (await look(line, uid)).quoting === undefined)
    expect(await offersOf(line, uid)).toEqual([
      'Harbor Mutual',
      'The late carrier',
      'The polled carrier',
      'The quick carrier',
    ])
    expect(await look(line, uid)).toMatchObject({
      declines: [{ carrier: 'The silent carrier', reason_code: 'no_response' }],
    })
    const announced = { offers_ready: 1, ...(line === 'homeowners' && { offers_added: 2 }) }
    expect(await emailsAbout(uid)).toEqual(announced)
    for (const role of ['quick', 'late', 'polled', 'silent'] as const)
      expect(
        carriers[role].seen.filter(({ request }) => isUmbrella(request) === (line === 'umbrella')),
      ).toHaveLength(1)

    // Bought from the late carrier, which then asks another price.
    carriers.late.nextBinds = [isPending, isPending]
    const chosen = (await look(line, uid)).offers.find(
      ({ carrier }) => carrier === 'The late carrier',
    ) as Offer
    await buy[line](uid, chosen)
    const first = await pendingOrders(uid, carriers.late)
    expect(first).toMatchObject({ annual_price: price.late, quote_number: `L-${line}` })
    const change = { quote_number: `L-${line}`, annual_price: price.late + 100 }
    expect(await from('price.changed', change, { id: `evt_price_${line}` })).toMatchObject({
      body: { status: 'taken' },
    })
    expect(await from('price.changed', change, { id: `evt_price_${line}` })).toMatchObject({
      body: { status: 'repeated' },
    })
    const stopped = await until(async () => {
      const seen = await look(line, uid)
      const again = seen.offers?.find(({ previous_price }) => previous_price === price.late)
      return again && (seen.detail_status ?? seen.status) === 'quoted' ? again : null
    })
    expect(stopped).toMatchObject({ carrier: 'The late carrier', annual_price: price.late + 100 })
    expect(await from('policy.bound', policyFor(first, `POL-OLD-${line}`))).toMatchObject({
      body: { status: 'refused', because: 'already_answered' },
    })
    const signed = (copies: number) => ({
      ...announced,
      ...(line === 'homeowners' && { signed_copy: copies }),
      price_changed: 1,
    })
    expect(await emailsAbout(uid)).toEqual(signed(1))

    // The yes is a new choice, a new signature and a new order. It stays unanswered.
    await buy[line](uid, stopped as Offer)
    const second = await pendingOrders(uid, carriers.late)
    expect(second).toMatchObject({ annual_price: price.late + 100 })
    expect(second.request_id).not.toBe(first.request_id)
    const signatures = await query(
      service.databaseUrl,
      'select distinct signature_id from bind_orders where uid = $1',
      [uid],
    )
    expect(signatures).toHaveLength(2)
    service.pass(30 * HOUR)
    await wakeUntil(async () => (await emailsAbout(uid)).order_late === 1)
    expect((await look(line, uid)).waiting_on).toBe('staff')
    service.pass(12 * HOUR)
    await wake(service.databaseUrl)

    // The carrier answers after all: once, and the case closes.
    const policy = policyFor(second, number)
    expect(await from('policy.bound', policy, { id: `evt_bound_${line}` })).toMatchObject({
      body: { status: 'taken' },
    })
    expect(await from('policy.bound', policy)).toMatchObject({ body: { status: 'repeated' } })
    await until(async () => {
      const { status, detail_status = status } = await look(line, uid)
      return detail_status === 'bound'
    })
    expect(await from('price.changed', { ...change, annual_price: 9999 })).toMatchObject({
      body: { status: 'refused', because: 'already_bought' },
    })
    const page = await pageOfLastOrder(service.app, uid, number)
    const document = { type: 'declarations', content: page.toString('base64') }
    const ofFirst = { request_id: first.request_id, ...document }
    expect(await from('policy.document', ofFirst)).toMatchObject({
      body: { status: 'refused', because: 'already_answered' },
    })
    expect(await from('policy.document', { ...ofFirst, request_id: second.request_id })).toMatchObject({
      body: { status: 'taken' },
    })
    const [{ documents } = { documents: [] }] = await policiesOf(service.app, uid)
    expect(documents.map(({ filename }) => filename).toSorted()).toEqual([
      `binder-${number}.pdf`,
      `declarations-${number}.pdf`,
    ])
    expect(await from('policy.canceled', { request_id: second.request_id })).toMatchObject({
      body: { status: 'taken' },
    })
    expect(
      await query(service.databaseUrl, 'select policy_number, annual_price from policies where uid = $1', [
        uid,
      ]),
    ).toEqual([{ policy_number: number, annual_price: price.late + 100 }])
    expect(
      await query(
        service.databaseUrl,
        "select outcome, done_by from desk_tasks where uid = $1 and kind = 'bind'",
        [uid],
      ),
    ).toEqual([{ outcome: 'bound', done_by: 'carrier:late' }])
    expect(await emailsAbout(uid)).toEqual({ ...signed(2), order_late: 1, policy_bound: 1 })
    const ended_on = second.effective_date
    expect(
      await from('policy.canceled', { request_id: second.request_id, effective_date: ended_on }),
    ).toMatchObject({ body: { status: 'taken' } })
    expect((await look(line, uid)).response_summary).toContain(
      'The policy was canceled from the start and never took effect.',
    )
    expect((await emailsAbout(uid)).policy_canceled).toBe(1)
    await wholeChain(service, uid)
  },
)

test.each<[LineName, string]>([
  ['homeowners', 'application_closed'],
  ['umbrella', 'requoted'],
])(
  '%s: an event about an application that nobody waits for any more is refused by name, and publishes nothing',
  async (line, because) => {
    const uid = await submit[line]()
    const request_id = await questionOf(uid, 'late')
    await until(async () => (await look(line, uid)).status === 'quoted')
    await leave[line](uid)
    const { kind: _, ...offer } = offerOf(line, 500, `GONE-${line}`)
    const event = { type: 'quote.offered', data: { request_id, ...offer } }
    expect(await sendEvent(service, event, { carrier: 'late' })).toMatchObject({
      status: 200,
      body: { status: 'refused', because },
    })
    expect(
      await query(service.databaseUrl, "select from offers where uid = $1 and carrier_id = 'late'", [uid]),
    ).toEqual([])
  },
)

test('an order that a polled carrier answers later is bound by a poll, once, and its case never reaches the desk', async () => {
  const { polled } = carriers
  const uid = await submit.homeowners()
  const question = await questionOf(uid, 'polled')
  const known = new Map<string, object>([[question, offerOf('homeowners', 700, 'P-ORDER')]])
  polled.pollAnswer = asked => known.get(asked) ?? null
  const offer = await wakeUntil(async () =>
    (await look('homeowners', uid)).offers?.find(({ carrier }) => carrier === 'The polled carrier'),
  )
  polled.nextBinds = [isPending]
  await buy.homeowners(uid, offer as Offer)
  const order = await pendingOrders(uid, polled)
  known.set(order.request_id, { kind: 'pending', expected_by: inHours(5) })
  await wakeUntil(async () => polled.polls.includes(order.request_id))
  known.set(order.request_id, { kind: 'bound', ...policyFor(order, 'POL-POLLED') })
  await wakeUntil(async () => (await look('homeowners', uid)).detail_status === 'bound')
  expect(
    await query(service.databaseUrl, 'select policy_number from policies where uid = $1', [uid]),
  ).toEqual([{ policy_number: 'POL-POLLED' }])
  expect(
    await query(service.databaseUrl, "select from desk_tasks where uid = $1 and kind = 'bind'", [uid]),
  ).toEqual([])
  expect((await emailsAbout(uid)).policy_bound).toBe(1)
  expect(polled.orders.filter(({ request }) => request.request_id === order.request_id)).toHaveLength(1)
})

test.each<LineName>(['homeowners', 'umbrella'])(
  '%s whose only offer is withdrawn waits for the carriers that have not answered, and asks nobody to choose',
  async line => {
    const uid = await submit[line]()
    await questionOf(uid, 'harbor')
    await until(async () => (await look(line, uid)).status === 'quoted')
    const request_id = carriers.quick.seen.at(-1)?.request.request_id
    const withdrawal = { request_id, quote_number: `Q-${request_id}` }
    await sendEvent(service, { type: 'quote.withdrawn', data: withdrawal }, { carrier: 'quick' })
    const left = await look(line, uid)
    expect(left).toMatchObject({
      status: 'quoted',
      offers: [],
      declines: [{ carrier: 'The quick carrier', reason_code: 'offer_withdrawn' }],
      waiting_on: 'carrier',
      expected_by: expect.any(String),
      response_summary: 'No offer is left for this application. 4 carriers have not answered yet.',
      ...(line === 'umbrella' && { next_action: { operation: 'status' } }),
    })
    expect(left).not.toHaveProperty('next_question')
    const { changes } = (await call(`${service.url}/api/agent/changes?limit=100`, { key })).body
    const stated = (changes as { uid: string }[]).findLast(one => one.uid === uid)
    expect(stated).toMatchObject({
      status: line === 'umbrella' ? 'quoted' : expect.stringMatching(/^quote/),
      waiting_on: 'carrier',
    })
    const dashboard = await call(`${service.url}/api/agent/${line}/dashboard?uid=${uid}`, { key })
    expect(Object.values(dashboard.body).flat()).toContainEqual(
      expect.objectContaining({ waiting_on: 'carrier' }),
    )
  },
)
