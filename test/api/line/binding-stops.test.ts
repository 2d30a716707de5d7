import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countOpenCases, markOrderSent } from '../../../src/agency/policies/order-store.ts'
import { ordersOf } from '../../../src/agency/policies/orders.ts'
import { liftStop, startStop } from '../../../src/doors/desk/stops/pages.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import { DAY, HOUR, later } from '../../../src/platform/lib/clock.ts'
import { dayIn } from '../../../src/platform/lib/local-day.ts'
import { bindHomeowners } from '../../../src/products/homeowners/buying/settle-orders.ts'
import { quoteHomeowners } from '../../../src/products/homeowners/quoting/quote-job.ts'
import { bindingIn } from '../../../src/products/line/reviewed-purchase/buying/bind-job.ts'
import { placeJobIn } from '../../../src/products/line/reviewed-purchase/buying/place-job.ts'
import { listOpenStops } from '../../../src/products/line/stops/store.ts'
import { umbrellaLine } from '../../../src/products/umbrella/line.ts'
import { query } from '../../support/database/database.ts'
import { getKey, mailbox, newEmail } from '../../support/people/client.ts'
import { STAFF, signIn } from '../../support/people/desk.ts'
import { completeIntake, quotesCall, untilQuoted } from '../../support/people/homeowner-applications.ts'
import { asHomeowner, quotedHomeowner, refusal } from '../../support/people/homeowner-in-portal.ts'
import { newOperator } from '../../support/people/homeowner-intakes.ts'
import {
  completeHousehold,
  readyToFinalize,
  umbrellaCall,
  untilStatus,
} from '../../support/people/umbrella-applications.ts'
import { umbrellaIn } from '../../support/people/umbrella-intakes.ts'
import type { Visitor } from '../../support/people/visitor.ts'
import { license, licensesFile } from '../../support/servers/production.ts'
import { serviceForThisTest, startTestService, type TestService } from '../../support/servers/service.ts'

let service: TestService
let key: string
let ann: Visitor
beforeAll(async () => {
  const env = {
    STAFF_EMAILS: STAFF,
    RATE_LIMITS: 'off',
    EMAIL_LIMITS: 'off',
    AGENCY_TIME_ZONE: 'America/Denver',
  }
  service = await startTestService({ env })
  key = await getKey(service.url, newEmail())
  ann = await signIn(service, service.url)
})
afterAll(() => service.stop())

const facts = { attempt: 1, lastAttempt: false, signal: new AbortController().signal }

const stop = async (fields: Record<string, string>) => {
  const { location, text } = await ann.send('/desk/stops', { reason: 'Hurricane Elena.', ...fields })
  if (location !== '/desk/stops?done=started') throw new Error(text)
  const [row] = await query<{ stop_id: string }>(
    service.databaseUrl,
    'select stop_id from binding_stops order by created_at desc limit 1',
  )
  const path = `/desk/stops/${row?.stop_id}`
  return { lift: () => ann.send(path), path }
}

/** As staff in Denver type it. */
const inHours = (hours: number): string =>
  later(service.app.clock.now(), hours * HOUR)
    .toLocaleString('sv-SE', { timeZone: 'America/Denver' })
    .slice(0, 16)
    .replace(' ', 'T')

/** Each test has a ZIP code of its own, so that stops do not meet. */
const inZip = (zip: string) => ({ home: { zip } })

test('a stop that is sent twice at once is there once, and can be set again after it is lifted', async () => {
  await ann.open('/desk/stops')
  const fields = { zips: '99723', reason: 'Sent twice.' }
  const sent = await Promise.all([ann.send('/desk/stops', fields), ann.send('/desk/stops', fields)])
  expect(sent.map(({ location }) => location).toSorted()).toEqual([
    '/desk/stops?done=same',
    '/desk/stops?done=started',
  ])
  const open = () =>
    query<{ stop_id: string }>(
      service.databaseUrl,
      "select stop_id from binding_stops where reason = 'Sent twice.' and lifted_at is null",
    )
  const [stopped, ...others] = await open()
  expect(others).toEqual([])
  await ann.send(`/desk/stops/${stopped?.stop_id}`)
  expect(await open()).toEqual([])
  const { lift } = await stop(fields)
  expect(await open()).toHaveLength(1)
  await lift()
})

describe('a stop of ZIP codes', () => {
  test('is a decline with its end at quoting, is lifted at the desk, and the sandbox stays open', async () => {
    await ann.open('/desk/stops')
    const { lift } = await stop({ zips: '62701, 62702', ends: inHours(30) })
    const quoted = async (sandbox: boolean) => {
      const body = { intake: completeIntake({ zip: '62701' }), credit_check_authorized: true, sandbox }
      const { uid } = (await quotesCall(service.url, key, body)).body
      return (await untilQuoted(service.url, key, uid)).body as {
        offers: unknown[]
        declines: { reason_code: string; reason: string }[]
      }
    }
    const { offers = [], declines } = await quoted(false)
    expect(offers).toEqual([])
    expect(declines.length).toBeGreaterThan(1)
    for (const { reason_code, reason } of declines) {
      expect(reason_code).toBe('binding_stop')
      expect(reason).toMatch(
        /^We aren’t placing new policies here until \w+ \d+, \d{4}, .* Reason: Hurricane Elena\.$/,
      )
    }
    expect((await quoted(true)).offers.length).toBeGreaterThan(0)
    expect((await lift()).location).toBe('/desk/stops?done=lifted')
    expect((await lift()).location).toBe('/desk/stops?done=late')
    expect((await quoted(false)).offers.length).toBeGreaterThan(0)
  })

  test('refuses choice and signature from its first moment to its last as staff typed them in the agency’s time zone, and tells the homeowner on the page', async () => {
    const { homeowner } = await quotedHomeowner(service, key, inZip('62703'))
    const other = await quotedHomeowner(service, key, inZip('62707'))
    const { lift } = await stop({ center: '62703', miles: '1' })
    expect((await homeowner.view()).stops).toEqual([
      'We aren’t placing new policies here until further notice. Reason: Hurricane Elena.',
    ])
    expect(await refusal(homeowner.selectBest())).toMatchObject({ status: 409, code: 'binding_stopped' })
    await other.homeowner.selectBest()
    await lift()
    await homeowner.selectBest()
    await homeowner.confirmAll()
    const starts = inHours(2)
    const timed = await stop({ zips: '62703', starts, ends: inHours(4) })
    const { text } = await ann.open('/desk/stops')
    expect(text).toContain('From (America/Denver)')
    expect(text).toMatch(new RegExp(`data-label="From"><time [^>]+>[^<]+, ${starts.slice(11)} M[SD]T<`))
    expect(text).toContain('All times are in the time zone America/Denver.')
    service.pass(2 * HOUR)
    const refused = await refusal(homeowner.sign())
    expect(refused).toMatchObject({ status: 409, code: 'binding_stopped' })
    expect(refused.message).toContain('until')
    service.pass(2 * HOUR)
    await homeowner.sign()
    await homeowner.untilAt('bound')
    await timed.lift()
  })
})

test('a case freezes one application until it is closed; the person, and the operator, never read why', async () => {
  const { uid, homeowner } = await quotedHomeowner(service, key, inZip('62704'))
  const other = await quotedHomeowner(service, key, inZip('62704'))
  const record = async (act: string) => {
    await ann.open(`/desk/records/${uid}`)
    return ann.send(`/desk/records/${uid}/complaints`, { act, note: 'Two names, one bank account.' })
  }
  expect((await record('case')).location).toContain('done=opened')
  expect((await record('case')).location).toContain('done=late')
  const frozen = 'We can’t continue with this application online. To continue, '
  expect((await homeowner.view()).stops).toEqual([expect.stringContaining(frozen)])
  const refused = await refusal(homeowner.selectBest())
  expect(refused).toMatchObject({ status: 409, code: 'binding_stopped' })
  expect(refused.message).toContain(frozen)
  expect(JSON.stringify((await quotesCall(service.url, key, { uid })).body)).not.toContain('bank account')
  await other.homeowner.selectBest()
  expect((await ann.open(`/desk/records/${uid}`)).text).toContain('this application is frozen')
  expect((await record('close_case')).location).toContain('done=closed')
  await homeowner.selectBest()
})

describe('an order that was signed', () => {
  /** Nobody works here, so that a stop can come between the signature and the order. */
  const signed = async (env: Record<string, string> = {}) => {
    const idle = await serviceForThisTest({ env: { RATE_LIMITS: 'off', ...env }, work: false })
    const body = { intake: completeIntake(), credit_check_authorized: true }
    const quoted = await quotesCall(idle.url, await getKey(idle.url, newEmail()), body)
    const uid = String(quoted.body.uid)
    await quoteHomeowners.run(idle.app, { uid, revision: 1 }, facts)
    const homeowner = asHomeowner(idle, uid)
    await homeowner.selectBest()
    await homeowner.confirmAll()
    await homeowner.sign()
    const [order] = await ordersOf(idle.app, uid)
    if (!order) throw new Error('there is no order')
    const stopCarrier = () =>
      startStop(
        idle.app,
        'staff:test',
        new URLSearchParams({ carrier: order.carrier_id, reason: 'The carrier asked us to.' }),
      )
    const sendOrders = () => bindHomeowners.run(idle.app, { uid }, facts)
    return { uid, idle, homeowner, order, stopCarrier, sendOrders, email: body.intake.email }
  }

  test('but not sent is held back: no policy, an email, a case at the desk, and it can be signed again later', async () => {
    const { idle, homeowner, stopCarrier, sendOrders, email } = await signed()
    await stopCarrier()
    await sendOrders()
    const view = await homeowner.view()
    expect(view.homes.some(({ policy }) => policy !== null && policy !== undefined)).toBe(false)
    expect(view.refusals).toMatchObject([
      {
        kind: 'blocked',
        reason: 'We aren’t placing with this insurance company today. Reason: The carrier asked us to.',
      },
    ])
    const [mail] = await mailbox(idle.url, email)
    expect(mail?.text).toContain('We did not send your order to')
    expect(mail?.text).toContain(
      'We aren’t placing with this insurance company today. Reason: The carrier asked us to.',
    )
    expect(await countOpenCases(idle.app.db)).toBe(1)
    expect(await refusal(homeowner.selectBest())).toMatchObject({ code: 'binding_stopped' })
    const [stopped] = await listOpenStops(idle.app.db, idle.app.clock.now())
    await liftStop(idle.app, 'staff:test', String(stopped?.stop_id))
    await homeowner.selectBest()
    await homeowner.sign()
    await sendOrders()
    expect((await homeowner.view()).step).toBe('bound')
  })

  test('is not sent once the license has expired or the carrier has left the file, and the homeowner is told', async () => {
    const expires = dayIn('IL', later(new Date(), 5 * DAY))
    const lapsed = await signed({ LICENSES_FILE: licensesFile(license({ expires })) })
    lapsed.idle.pass(7 * DAY)
    await lapsed.sendOrders()
    const { refusals, homes } = await lapsed.homeowner.view()
    const expired = 'We can’t place new policies in Illinois now, because we have no current license there.'
    expect(refusals).toMatchObject([{ kind: 'blocked', reason: expired }])
    expect(homes[0]?.policy ?? null).toBeNull()
    const [mail] = await mailbox(lapsed.idle.url, lapsed.email)
    expect(mail?.text).toContain(expired)
    const reason = 'We can’t sell new policies of this insurance company here now.'
    const { uid, idle } = await signed()
    const env = { DEMO_CARRIERS: 'off', RATE_LIMITS: 'off' }
    const after = await serviceForThisTest({ databaseUrl: idle.databaseUrl, env, work: false })
    await bindHomeowners.run(after.app, { uid }, facts)
    expect((await asHomeowner(after, uid).view()).refusals).toMatchObject([{ kind: 'blocked', reason }])
  })

  test('and may have reached the carrier is sent again in spite of a stop, because its policy may exist', async () => {
    const { idle, homeowner, order, stopCarrier, sendOrders } = await signed()
    await transact(idle.app, inside => markOrderSent(inside.db, order.order_id, inside.clock.now()))
    await stopCarrier()
    await sendOrders()
    expect((await homeowner.view()).step).toBe('bound')
  })
})

describe('umbrella', () => {
  test('a stop of the line in a state declines, refuses the purchase, and says until when', async () => {
    const at = { url: service.url, key }
    const { uid } = await readyToFinalize(at, { sandbox: false })
    const { lift } = await stop({ line: 'umbrella', state: 'IL', ends: inHours(48) })
    const refused = await umbrellaCall(at, 'bind', { uid, bind_confirmed: true })
    expect(refused).toMatchObject({ status: 409, body: { error: 'binding_stopped' } })
    expect(refused.body.message).toMatch(/policies here until .* CST\. Reason: Hurricane Elena\./)
    const draft = await umbrellaCall(at, 'draft', { intake: completeHousehold() })
    const { review_token } = draft.body
    await umbrellaCall(at, 'quotes', { uid: draft.body.uid, review_token, review_confirmed: true })
    const { body } = await untilStatus(at, draft.body.uid, ['no_quotes'])
    expect(JSON.stringify(body.declines)).toContain('binding_stop')
    await lift()
    expect((await umbrellaCall(at, 'bind', { uid, bind_confirmed: true })).status).toBe(200)
  })
})

test('an umbrella purchase whose carrier left the file before it could be placed is blocked, and nobody is asked for documents or money', async () => {
  const idle = await serviceForThisTest({ env: { RATE_LIMITS: 'off' }, work: false })
  const owner = await newOperator(idle)
  const chosen = { owner: owner.uid, status: 'chosen', carrier_id: 'gone', sandbox: false } as const
  const { uid } = (await umbrellaIn(idle, chosen)).intake
  await placeJobIn(umbrellaLine).run(idle.app, { uid }, facts)
  await bindingIn(umbrellaLine).job.run(idle.app, { uid }, facts)
  const { body } = await umbrellaCall({ url: idle.url, key: owner.key }, 'status', { uid })
  expect(body).toMatchObject({ status: 'blocked', response_summary: expect.stringContaining('now') })
})

test('the desk refuses a stop of nothing, an unknown ZIP code, and an end before the start', async () => {
  const attempt = async (fields: Record<string, string>) =>
    (await ann.send('/desk/stops', { reason: 'A test.', ...fields })).status
  expect(await attempt({})).toBe(400)
  expect(await attempt({ zips: '1234' })).toBe(400)
  expect(await attempt({ center: '00000', miles: '5' })).toBe(400)
  expect(await attempt({ center: '62704' })).toBe(400)
  expect(await attempt({ state: 'XX' })).toBe(400)
  expect(await attempt({ state: 'IL', starts: inHours(2), ends: inHours(1) })).toBe(400)
  expect(await attempt({ state: 'IL', reason: '' })).toBe(400)
})
