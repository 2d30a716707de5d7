import { expect, onTestFinished, test } from 'vitest'
import type { BindRequest } from '../../src/carriers/contract/bind.ts'
import { HOUR, MINUTE } from '../../src/lib/clock.ts'
import { type SentEvent, sendEvent } from '../support/carrier-event.ts'
import { homeOffer, startCarrier } from '../support/carrier-server.ts'
import { carriersFile } from '../support/carriers-file.ts'
import { getKey, newEmail } from '../support/client.ts'
import { query } from '../support/database.ts'
import { asHomeowner } from '../support/homeowner.ts'
import { completeIntake, quotesCall, untilQuoted } from '../support/homeowners.ts'
import { serviceForThisTest } from '../support/service.ts'
import { until } from '../support/until.ts'

type Offer = { carrier: string; annual_price: number; offer_id: string }

/** A carrier that is asked, says that it answers later, and then sends events. */
const lateCarrier = async (demo: 'on' | 'off' = 'off') => {
  const carrier = await startCarrier()
  onTestFinished(() => carrier.close())
  carrier.behaviour = (response, _, { request_id }) =>
    response.end(
      JSON.stringify({
        request_id,
        kind: 'pending',
        expected_by: new Date(Date.now() + 4 * HOUR).toISOString(),
      }),
    )
  const file = carriersFile([
    { id: 'far', url: carrier.url },
    { id: 'other', url: carrier.url, secret: 'another secret, of another carrier, as long' },
  ])
  const env = { RATE_LIMITS: 'off', DEMO_CARRIERS: demo, CARRIERS_FILE: file }
  const service = await serviceForThisTest({ env })
  const key = await getKey(service.url, newEmail())
  const sent = await quotesCall(service.url, key, {
    intake: completeIntake(),
    credit_check_authorized: true,
  })
  const uid = String(sent.body.uid)
  await until(() => carrier.seen.length === 2)
  const rows = await until(async () => {
    const found = await query<{ request_id: string; carrier_id: string }>(
      service.databaseUrl,
      'select request_id, carrier_id from carrier_questions where later is not null',
    )
    return found.length === 2 ? found : null
  })
  const request_id = rows?.find(row => row.carrier_id === 'far')?.request_id ?? ''
  const send = (type: string, data: object, how: SentEvent = {}) =>
    sendEvent(service, { type, data: { request_id, ...data } }, how)
  const look = async () => (await quotesCall(service.url, key, { uid })).body
  return { service, key, uid, send, look, carrier, request_id }
}

test('a late offer arrives as a signed event; sent twice it counts once', async () => {
  const { send, look } = await lateCarrier()
  const { kind: _, ...offer } = homeOffer({ quote_number: 'FAR-LATE' })
  expect(await send('quote.offered', offer, { id: 'evt_once' })).toEqual({
    status: 200,
    body: { status: 'taken' },
  })
  expect(await send('quote.offered', offer, { id: 'evt_once' })).toMatchObject({
    body: { status: 'repeated' },
  })
  expect(await send('quote.offered', offer)).toMatchObject({ body: { status: 'repeated' } })
  expect(await send('quote.declined', { reason_code: 'no', reason: 'No.' })).toMatchObject({
    status: 200,
    body: { status: 'refused', because: 'already_answered' },
  })
  expect((await look()).offers as Offer[]).toMatchObject([{ carrier: 'The far carrier', annual_price: 1480 }])
})

test('an event is refused if it is forged, old, malformed, or about another carrier’s request', async () => {
  const { service, send, look } = await lateCarrier()
  const offer = homeOffer()
  const forged = { status: 401, body: { error: 'unauthorized' } }
  expect(
    await send('quote.offered', offer, { secret: 'a secret that someone else has made up' }),
  ).toMatchObject(forged)
  expect(await send('quote.offered', offer, { at: new Date(Date.now() - 6 * MINUTE) })).toMatchObject(forged)
  expect(await send('quote.offered', offer, { at: new Date(Date.now() + 6 * MINUTE) })).toMatchObject(forged)
  expect(await send('quote.offered', offer, { carrier: 'nobody' })).toMatchObject(forged)
  const other = { carrier: 'other', secret: 'another secret, of another carrier, as long' }
  expect(await send('quote.offered', offer, other)).toMatchObject({ status: 404 })
  expect(await send('quote.invented', offer)).toMatchObject({ status: 400 })
  expect(await send('quote.offered', { annual_price: -1 })).toMatchObject({ status: 400 })
  expect(await send('quote.offered', offer, { id: 'two words' })).toMatchObject(forged)
  expect(await look()).toMatchObject({ status: 'pending_quotes' })
  expect(await query(service.databaseUrl, 'select from carrier_events')).toEqual([])
})

test('a changed price needs the person’s yes: the chosen offer ends, and the homeowner chooses and signs again', async () => {
  const { service, key, uid, send } = await lateCarrier()
  await send('quote.offered', homeOffer({ quote_number: 'FAR-9' }))
  await send(
    'quote.declined',
    { reason_code: 'no', reason: 'No.' },
    { carrier: 'other', secret: 'another secret, of another carrier, as long' },
  )
  await untilQuoted(service.url, key, uid)
  const ada = asHomeowner(service, uid)
  await ada.selectBest()
  expect((await ada.view()).status).toBe('selected')
  expect(await send('price.changed', { quote_number: 'FAR-9', annual_price: 1700 })).toMatchObject({
    body: { status: 'taken' },
  })
  const view = await ada.view()
  expect(view.status).toBe('quoted')
  expect(view.homes[0]?.offers.filter(({ unavailable }) => unavailable === null)).toMatchObject([
    { annual_price: 1700, selected: false },
  ])
  expect(await send('price.changed', { quote_number: 'FAR-9', annual_price: 1700 })).toMatchObject({
    body: { status: 'repeated' },
  })
  expect(await send('quote.withdrawn', { quote_number: 'FAR-9' })).toMatchObject({
    body: { status: 'taken' },
  })
  expect(await send('quote.withdrawn', { quote_number: 'FAR-9' })).toMatchObject({ status: 404 })
})

test('an order that is pending is bound by an event, once, on the terms that were signed', async () => {
  const { service, key, uid, send, carrier } = await lateCarrier()
  await send('quote.offered', homeOffer({ quote_number: 'FAR-9' }))
  await untilQuoted(service.url, key, uid)
  carrier.nextBinds = [
    (response, policy) =>
      response.end(
        JSON.stringify({
          request_id: (policy as { request_id: string }).request_id,
          kind: 'pending',
          expected_by: new Date(Date.now() + 4 * HOUR).toISOString(),
        }),
      ),
  ]
  const ada = asHomeowner(service, uid)
  await ada.selectBest()
  await ada.confirmAll()
  await ada.sign()
  const order = await until(() => carrier.orders[0]?.request)
  await until(async () => {
    const rows = await query(service.databaseUrl, 'select from bind_orders where expected_by is not null')
    return rows.length === 1
  })
  const { request_id, annual_price, effective_date } = order as BindRequest
  const policy = {
    request_id,
    policy_number: 'FAR-POL-1',
    annual_price,
    effective_date,
    expiration_date: `${Number(effective_date.slice(0, 4)) + 1}${effective_date.slice(4)}`,
  }
  expect((await ada.view()).status).toBe('selected')
  expect(await send('policy.bound', { ...policy, annual_price: annual_price + 1 })).toMatchObject({
    status: 400,
    body: { message: 'The answer breaks a rule of the contract. (other_terms)' },
  })
  expect(await send('quote.withdrawn', { quote_number: 'FAR-9' })).toMatchObject({
    body: { status: 'refused', because: 'already_bought' },
  })
  expect(await send('policy.bound', policy)).toMatchObject({ body: { status: 'taken' } })
  await ada.untilAt('bound')
  expect(carrier.orders).toHaveLength(1)
  expect(await send('policy.bound', policy)).toMatchObject({ body: { status: 'repeated' } })
  expect(await send('policy.blocked', { request_id, reason_code: 'no', reason: 'No.' })).toMatchObject({
    body: { status: 'refused', because: 'already_answered' },
  })
  expect(await send('policy.canceled', { request_id, reason: 'Nonpayment' })).toMatchObject({
    body: { status: 'taken' },
  })
  const entries = await query<{ event: string }>(
    service.databaseUrl,
    `select event from audit_entries where uid = '${uid}' order by seq desc limit 1`,
  )
  expect(entries).toMatchObject([{ event: 'policy_canceled' }])
})
