import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { policiesOf } from '../../../src/agency/policies/policies.ts'
import { openPolicyDocument } from '../../../src/agency/policies/policy-documents.ts'
import { readIntake as readUmbrella } from '../../../src/products/line/reviewed-purchase/intake/intake.ts'
import { purchaseFor } from '../../../src/products/line/reviewed-purchase/portal/buyers-purchase.ts'
import { type CarrierServer, homeOffer, startCarrier } from '../../support/carriers/carrier-server.ts'
import { carriersFile } from '../../support/carriers/carriers-file.ts'
import { call, getKey, mailbox, newEmail, requestCode } from '../../support/people/client.ts'
import { completeIntake, quotesCall, untilQuoted } from '../../support/people/homeowner-applications.ts'
import {
  asHomeowner,
  offersIn,
  quotedHomeowner,
  refusal,
  selectedHomeowner,
} from '../../support/people/homeowner-in-portal.ts'
import {
  completeHousehold,
  readyToFinalize,
  umbrellaCall,
} from '../../support/people/umbrella-applications.ts'
import { AGENCY, jsonFile, license, licensesFile } from '../../support/servers/production.ts'
import { serviceForThisTest, startTestService, type TestService } from '../../support/servers/service.ts'

const MARK = 'Demonstration, not insurance'
const DAY = 86_400_000

const ENV = { RATE_LIMITS: 'off', ...AGENCY }

const open = (env: Record<string, string>) => serviceForThisTest({ env: { ...ENV, ...env } })

const fileWith = ({ url }: CarrierServer, onEnd?: (act: () => void) => void) =>
  carriersFile([{ id: 'far', url, homeowners_states: ['IL'] }], onEnd)

let demo: TestService
let live: TestService
let carrier: CarrierServer
let CARRIERS_FILE: string
beforeAll(async () => {
  carrier = await startCarrier()
  const LICENSES_FILE = jsonFile([license()], afterAll)
  CARRIERS_FILE = fileWith(carrier, afterAll)
  demo = await startTestService({ env: { ...ENV, LICENSES_FILE } })
  live = await startTestService({ env: { ...ENV, LICENSES_FILE, CARRIERS_FILE, DEMO_CARRIERS: 'off' } })
})
afterAll(async () => {
  await Promise.all([demo.stop(), live.stop()])
  await carrier.close()
})

const binderText = async ({ app }: TestService, uid: string): Promise<string> => {
  const [policy] = await policiesOf(app, uid)
  const document_id = String(policy?.documents[0]?.document_id)
  const { content } = (await openPolicyDocument(app, { uid, document_id })) ?? { content: Buffer.of() }
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(content)))
  return text.join('\n')
}

type Offer = { carrier: string; illustrative: boolean }

describe('a demonstration', () => {
  test('marks its offers in the API, the pages, the emails and the binder, from quote to policy', async () => {
    const service = demo
    const key = await getKey(service.url, newEmail())
    const { uid, intake, homeowner } = await selectedHomeowner(service, key)
    const { body } = await quotesCall(service.url, key, { uid })
    const offers = body.offers as Offer[]
    expect(offers.length).toBeGreaterThan(0)
    expect(offers.every(({ illustrative }) => illustrative)).toBe(true)
    expect(String(body.agent_instructions)).toContain('illustrative: true')
    await homeowner.sign()
    await homeowner.untilAt('bound')
    const bound = (await quotesCall(service.url, key, { uid })).body
    expect(bound.detail_status).toBe('bound')
    expect(String(bound.agent_instructions)).toContain('a demonstration, not insurance')
    const binder = await binderText(service, uid)
    expect(binder).toContain(MARK)
    expect(binder).toContain('it provides no coverage')
    expect(binder).toContain('Elm Street Insurance')
    expect(binder).toContain('IL 100200300')
    const emails = await mailbox(service.url, intake.email)
    expect(emails.length).toBeGreaterThan(1)
    for (const { text } of emails) {
      expect.soft(text).toContain(MARK)
      expect.soft(text).toContain('Elm Street Insurance')
      expect.soft(text).toContain('(217) 555-0142')
      expect.soft(text).toContain('license IL 100200300')
    }
    for (const path of ['/', '/docs', '/calculators', '/portal', '/nowhere'])
      expect.soft((await call(service.url + path, { headers: { accept: 'text/html' } })).text).toContain(MARK)
  })

  test('marks umbrella offers, and the sandbox says the same of its own', async () => {
    const service = demo
    const at = { url: service.url, key: await getKey(service.url, newEmail()) }
    const { uid } = await readyToFinalize(at, { sandbox: false })
    const { body } = await umbrellaCall(at, 'status', { uid })
    expect(body.selected_offer).toMatchObject({ illustrative: true })
    expect(String(body.agent_instructions)).toContain('a demonstration, not insurance')
    const rehearsed = await umbrellaCall(at, 'status', { uid: (await readyToFinalize(at)).uid })
    expect(rehearsed.body.selected_offer).toMatchObject({ illustrative: true })
    const { homeowner } = await quotedHomeowner(service, at.key, { sandbox: true })
    expect(offersIn(await homeowner.view()).every(({ illustrative }) => illustrative)).toBe(true)
  })

  test('ends when it is switched off: its offers can be neither chosen nor signed for, and what was chosen can still be read', async () => {
    const key = await getKey(demo.url, newEmail())
    const { uid, homeowner } = await selectedHomeowner(demo, key)
    const umbrella = await readyToFinalize({ url: demo.url, key }, { sandbox: false })
    const [offer] = offersIn(await homeowner.view())
    const signature = await homeowner.signature()
    const after = await serviceForThisTest({
      databaseUrl: demo.databaseUrl,
      env: { DEMO_CARRIERS: 'off', CARRIERS_FILE },
      work: false,
    })
    const later = asHomeowner(after, uid)
    for (const act of [() => later.select([String(offer?.offer_id)]), () => later.bind(signature)])
      expect(await refusal(act())).toMatchObject({
        status: 409,
        message: expect.stringContaining('We can no longer sell the offer'),
      })
    const at = { url: after.url, key }
    expect(await umbrellaCall(at, 'status', { uid: umbrella.uid })).toMatchObject({ status: 200 })
    expect(await umbrellaCall(at, 'bind', { uid: umbrella.uid, bind_confirmed: true })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('We can no longer sell this offer.') },
    })
    const chosen = await readUmbrella(after.app, umbrella.uid)
    expect(chosen && (await purchaseFor(after.app, chosen))).toMatchObject({ asksForDocuments: false })
  })
})

describe('a live service', () => {
  test('has no invented carrier, and no mark on a real one’s offer, page, email or binder', async () => {
    const service = live
    const { uid, intake, homeowner } = await selectedHomeowner(service, await getKey(service.url, newEmail()))
    const offers = offersIn(await homeowner.view())
    expect(offers.map(({ carrier, illustrative }) => [carrier, illustrative])).toEqual([
      ['The far carrier', false],
    ])
    await homeowner.sign()
    await homeowner.untilAt('bound')
    expect(await binderText(service, uid)).not.toContain(MARK)
    for (const { text } of await mailbox(service.url, intake.email)) expect(text).not.toContain(MARK)
    const { text: home } = await call(`${service.url}/`)
    expect(home).not.toContain(MARK)
    expect(home).toContain('Home insurance from')
    expect(home).toContain('Quote and buy homeowners insurance for your customers')
    expect(home).not.toContain('umbrella insurance')
  })

  test('sells nothing without a market, and the sandbox stays open', async () => {
    const service = await open({ DEMO_CARRIERS: 'off' })
    const key = await getKey(service.url, newEmail())
    const body = { intake: completeIntake(), credit_check_authorized: true }
    expect(await quotesCall(service.url, key, body)).toMatchObject({
      status: 400,
      body: { error: 'unsupported_state' },
    })
    const { body: rehearsed } = await quotesCall(service.url, key, { ...body, sandbox: true })
    await untilQuoted(service.url, key, rehearsed.uid)
  })

  test('sells only where and while a license for the line is valid, and with the carriers that appointed it', async () => {
    const expires = new Date(Date.now() + 5 * DAY).toISOString().slice(0, 10)
    const service = await open({
      CARRIERS_FILE,
      LICENSES_FILE: licensesFile(
        license({ lines: ['homeowners'], expires }),
        license({ state: 'OH', lines: ['umbrella'] }),
      ),
    })
    const key = await getKey(service.url, newEmail())
    const apply = (home: object, sandbox = false) =>
      quotesCall(service.url, key, { intake: completeIntake(home), credit_check_authorized: true, sandbox })
    const ohio = { state: 'OH', city: 'Columbus', zip: '43215' }
    expect((await apply({})).status).toBe(202)
    expect((await apply(ohio)).body).toMatchObject({ error: 'unsupported_state' })
    expect((await apply(ohio, true)).status).toBe(202)
    const at = { url: service.url, key }
    const draft = await umbrellaCall(at, 'draft', { intake: completeHousehold(), sandbox: false })
    expect(draft).toMatchObject({
      status: 400,
      body: { error: 'unsupported_state', fields: [{ path: 'intake.address.state', code: 'not_served' }] },
    })
    const { homeowner } = await selectedHomeowner(service, key)
    const signature = await homeowner.signature()
    service.pass(7 * DAY)
    expect((await apply({})).body).toMatchObject({ error: 'unsupported_state' })
    expect(await refusal(homeowner.bind(signature))).toMatchObject({
      message: expect.stringContaining('We can no longer sell the offer'),
    })
  })

  test('does not ask a carrier that has not appointed the agency in the state', async () => {
    const other = await startCarrier()
    onTestFinished(() => other.close())
    const LICENSES_FILE = licensesFile(license({ appointments: ['another'] }))
    const service = await open({ CARRIERS_FILE: fileWith(other), LICENSES_FILE })
    const { homeowner } = await quotedHomeowner(service, await getKey(service.url, newEmail()))
    expect(offersIn(await homeowner.view()).every(({ illustrative }) => illustrative)).toBe(true)
    expect(other.seen).toEqual([])
  })
})

describe('people are told', () => {
  test('which business asked, and which agency answers, on the page they sign in to', async () => {
    const service = demo
    const email = newEmail()
    const otp = await requestCode(service.url, email)
    const confirm = { email, otp, referral_source_name: 'Maple Realty' }
    const { body } = await call(`${service.url}/api/agent/key/confirm`, { body: confirm })
    const { uid } = await quotedHomeowner(service, String(body.api_key))
    const answer = await quotesCall(service.url, String(body.api_key), { uid })
    const { text } = await call(String(answer.body.homeowner_quotes_request_login_url))
    expect(text).toContain('Maple Realty asked us to get quotes for you.')
    expect(text).toContain(
      'Elm Street Insurance · 12 Elm Street, Springfield, IL 62701 · (217) 555-0142 · license IL 100200300',
    )
  })

  test('no mailing address that is only the address of a home they rent out', async () => {
    const service = live
    const home = { home_ownership: 'owned_rental', rental_status: 'long_term' }
    const { uid, intake, homeowner } = await selectedHomeowner(
      service,
      await getKey(service.url, newEmail()),
      {
        home,
      },
    )
    await homeowner.sign()
    await homeowner.untilAt('bound')
    const order = carrier.orders.find(({ request }) => request.insured.email === intake.email)
    const { insured, property } = order?.request ?? {}
    expect(insured).not.toHaveProperty('address')
    expect(property).toMatchObject({ city: 'Springfield', state: 'IL', zip: '62704' })
    expect((await binderText(service, uid)).split('Springfield, IL 62704')).toHaveLength(2)
  })

  test('that a notice about a report is not complete while the reporting agency is not named', async () => {
    const scoring = await startCarrier(0, quote_number =>
      homeOffer({ quote_number, insurance_score: 'used' }),
    )
    onTestFinished(() => scoring.close())
    const service = await open({ DEMO_CARRIERS: 'off', CARRIERS_FILE: fileWith(scoring) })
    const { intake } = await quotedHomeowner(service, await getKey(service.url, newEmail()))
    const emails = await mailbox(service.url, intake.email)
    const told = emails.find(
      ({ subject }) => subject === 'A consumer report was used for your insurance quotes',
    )
    expect(told?.text).toContain('This is not the complete notice that the law entitles you to')
    expect(told?.text).toContain('call Elm Street Insurance at (217) 555-0142')
    expect(emails.map(({ text }) => text).join()).not.toContain('gives you the right to this notice')
    expect(service.log.join()).toContain('adverse action notice without the reporting agency')
  })
})
