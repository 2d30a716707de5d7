import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { listEntries } from '../../src/platform/audit/store.ts'
import { transact } from '../../src/platform/db/transact.ts'
import { DAY } from '../../src/platform/lib/clock.ts'
import { homeowners } from '../../src/products/homeowners/line.ts'
import {
  answersWith,
  type Behaviour,
  type CarrierServer,
  startCarrier,
  umbrellaOffer,
} from '../support/carriers/carrier-server.ts'
import { carriersFile } from '../support/carriers/carriers-file.ts'
import { query } from '../support/database/database.ts'
import { call, getKey, mailbox, newEmail, requestCode } from '../support/people/client.ts'
import { STAFF, signIn } from '../support/people/desk.ts'
import { offersIn, selectedHomeowner } from '../support/people/homeowner-in-portal.ts'
import { readyToFinalize, umbrellaCall, untilStatus } from '../support/people/umbrella-applications.ts'
import { serviceForThisTest, type TestService } from '../support/servers/service.ts'

const REPORT = { agency: 'Report Co', address: '1 Main Street, Peoria, IL 61602', phone: '800-555-0100' }
const ON_CREDIT = {
  kind: 'blocked',
  reason_code: 'credit_report',
  reason: 'Your balances are close to their limits.',
  consumer_report: REPORT,
  score_reasons: ['Your balances are close to their limits.'],
}
const ON_ROOF = { kind: 'blocked', reason_code: 'inspection', reason: 'The roof did not pass.' }

let home: CarrierServer
let umbrella: CarrierServer
beforeAll(async () => {
  home = await startCarrier()
  umbrella = await startCarrier(0, quote_number => umbrellaOffer({ quote_number, coverage_limit: 2_000_000 }))
})
afterAll(() => Promise.all([home.close(), umbrella.close()]))

/** A carrier over HTTP that refuses the next order in these words. */
const refusing = async (answer: object) => {
  const refuses: Behaviour = (response, policy, request) =>
    answersWith(answer)(response, { request_id: (policy as { request_id: string }).request_id }, request)
  home.nextBinds = [refuses]
  umbrella.nextBinds = [refuses]
  onTestFinished(() => {
    home.nextBinds = []
    umbrella.nextBinds = []
  })
  const file = carriersFile([
    { id: 'far', url: home.url },
    { id: 'over', umbrella_url: umbrella.url, umbrella_states: ['IL'], workflow: 'carrier_direct' },
  ])
  return serviceForThisTest({
    env: {
      RATE_LIMITS: 'off',
      CARRIERS_FILE: file,
      STAFF_EMAILS: STAFF,
      AGENCY_NAME: 'Elm Agency',
      AGENCY_PHONE: '217-555-0100',
    },
  })
}

const subjects = async (service: TestService, email: string) =>
  (await mailbox(service.url, email)).map(({ subject }) => subject)

const textOf = async (service: TestService, email: string, subject: string) =>
  (await mailbox(service.url, email)).find(mail => mail.subject === subject)?.text.replaceAll(/\s+/g, ' ') ??
  ''

const claims = (service: TestService) => query(service.databaseUrl, 'select uid from property_purchases')

const orderOf = async (service: TestService, uid: string) =>
  (
    await query<{ order_id: string }>(
      service.databaseUrl,
      'select order_id from bind_orders where uid = $1',
      [uid],
    )
  )[0]?.order_id ?? ''

const signedFor = async (service: TestService) => {
  const key = await getKey(service.url, newEmail())
  const ada = await selectedHomeowner(service, key)
  const far = offersIn(await ada.homeowner.view()).find(({ carrier }) => carrier === 'The far carrier')
  await ada.homeowner.select([String(far?.offer_id)])
  await ada.homeowner.sign()
  return { ...ada, key, refused: await ada.homeowner.untilAt('offers') }
}

const HELD = 'Your home insurance policy was not issued'
const NOTICE = 'About the consumer reports used for your insurance quotes'
const INCOMPLETE = 'A consumer report was used for your insurance quotes'
const NOT_ISSUED = 'Your umbrella policy was not issued'

describe('a home, blocked after the homeowner signed', () => {
  test('the homeowner is told, chooses again, and the case is at the desk until it is closed', async () => {
    const service = await refusing(ON_ROOF)
    const { uid, intake, homeowner, refused } = await signedFor(service)
    expect(refused.refusals).toMatchObject([{ kind: 'blocked', reason: ON_ROOF.reason }])
    const held = await textOf(service, intake.email, HELD)
    for (const words of [
      'The far carrier did not issue the policy',
      'It doesn’t cover you',
      'Keep the coverage you have.',
    ])
      expect(held).toContain(words)
    expect(await subjects(service, intake.email)).not.toContain(NOTICE)
    expect(await claims(service)).toEqual([])

    const ann = await signIn(service, service.url)
    const { text } = await ann.open(`/desk/work/${uid}`)
    for (const words of ['The buyer had committed', 'The far carrier', ON_ROOF.reason, intake.email, uid])
      expect(text).toContain(words)
    await homeowner.selectBest()
    await homeowner.sign()
    await homeowner.untilAt('bound')

    const order = await orderOf(service, uid)
    expect((await ann.open('/desk')).text).toContain(order)
    expect((await ann.send(`/desk/blocked/${order}`, { note: ' ' })).status).toBe(400)
    const closed = await ann.send(`/desk/blocked/${order}`, {
      note: 'Called Ada, who chose another carrier.',
    })
    expect(closed.location).toBe('/desk?done=closed')
    expect((await ann.open('/desk')).text).not.toContain(order)
    expect((await ann.send(`/desk/blocked/${order}`, { note: 'Again' })).location).toBe('/desk?done=late')
    const entries = await listEntries(service.app.db, uid)
    expect(entries.at(-1)).toMatchObject({
      actor: expect.stringMatching(/^staff:/),
      event: 'blocked_purchase_closed',
      facts: { order_id: order },
    })
    expect(JSON.stringify(entries)).not.toContain('Called Ada')
    const [row] = await query<{ text: string }>(
      service.databaseUrl,
      'select bind_orders::text as text from bind_orders where order_id = $1',
      [order],
    )
    expect(row?.text).not.toContain(Buffer.from('Called Ada').toString('hex'))
  })

  test('because of a consumer report: the notice names the agency, in an email and on the page', async () => {
    const service = await refusing(ON_CREDIT)
    const { uid, key, intake, refused } = await signedFor(service)
    const notice = await textOf(service, intake.email, NOTICE)
    for (const words of [
      'did not issue the policy that was ordered',
      REPORT.agency,
      REPORT.phone,
      'free copy',
    ])
      expect(notice).toContain(words)
    expect(refused.creditNotices).toMatchObject([{ carrier: 'The far carrier', outcome: 'blocked' }])
    const told = await call(`${service.url}/api/agent/homeowners/quotes`, { key, body: { uid } })
    expect(told.text).not.toContain('balances')
  })

  test('is not erased while its case is open', async () => {
    const service = await refusing(ON_ROOF)
    const { uid, homeowner } = await signedFor(service)
    await homeowner.withdraw()
    service.pass(100 * DAY)
    const erase = () => transact(service.app, inside => homeowners.retention.erase(inside, uid))
    const order = await orderOf(service, uid)
    await erase()
    expect(await orderOf(service, uid)).toBe(order)
    const ann = await signIn(service, service.url)
    await ann.send(`/desk/blocked/${order}`, { note: 'Nothing more to do.' })
    service.pass(100 * DAY)
    await erase()
    expect(await orderOf(service, uid)).toBe('')
  })
})

describe('an umbrella, blocked after the buyer committed', () => {
  const committed = async (service: TestService) => {
    const operator = newEmail()
    const assistant_email = newEmail()
    const otp = await requestCode(service.url, operator)
    const { body } = await call(`${service.url}/api/agent/key/confirm`, {
      body: { email: operator, otp, assistant_email },
    })
    const at = { url: service.url, key: String(body.api_key) }
    const { uid, email } = await readyToFinalize(at, { sandbox: false, carrier: 'The over carrier' })
    await umbrellaCall(at, 'bind', { uid, bind_confirmed: true })
    const blocked = await untilStatus(at, uid, ['blocked'])
    return { uid, email, assistant_email, blocked }
  }

  test('the buyer is told why and whom to call, and the case is at the desk', async () => {
    const service = await refusing(ON_ROOF)
    const { uid, email, assistant_email } = await committed(service)
    for (const to of [email, assistant_email]) {
      const text = await textOf(service, to, NOT_ISSUED)
      for (const words of [ON_ROOF.reason, 'it doesn’t cover you', 'call Elm Agency at 217-555-0100'])
        expect(text).toContain(words)
      expect(await subjects(service, to)).not.toContain(NOTICE)
    }
    expect(await claims(service)).toEqual([])
    const ann = await signIn(service, service.url)
    expect((await ann.open('/desk')).text).toContain(ON_ROOF.reason)
    await ann.send(`/desk/blocked/${await orderOf(service, uid)}`, { note: 'Offered another carrier.' })
    expect((await ann.open('/desk')).text).not.toContain(ON_ROOF.reason)
  })

  test('because of a consumer report: only the buyer gets the notice, and nobody else the reason', async () => {
    const service = await refusing(ON_CREDIT)
    const { email, assistant_email, blocked } = await committed(service)
    expect(await textOf(service, email, NOTICE)).toContain(REPORT.agency)
    expect(await textOf(service, email, NOT_ISSUED)).not.toContain('balances')
    expect(await subjects(service, assistant_email)).toEqual([NOT_ISSUED])
    expect(await textOf(service, assistant_email, NOT_ISSUED)).not.toContain('balances')
    expect(blocked.text).not.toContain('balances')
  })

  test('because of a report from an agency it does not name: the buyer is told so, and the log says who', async () => {
    const { consumer_report: _, ...unnamed } = ON_CREDIT
    const service = await refusing(unnamed)
    const { email } = await committed(service)
    expect(await textOf(service, email, INCOMPLETE)).toContain('This is not the complete notice')
    expect(await subjects(service, email)).not.toContain(NOTICE)
    expect(service.log.join()).toMatch(/"carrier":"The over carrier".*without the reporting agency/)
  })
})
