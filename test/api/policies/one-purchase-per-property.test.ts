import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { policiesOf } from '../../../src/agency/policies/policies.ts'
import { listEntries } from '../../../src/platform/audit/store.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import { DAY } from '../../../src/platform/lib/clock.ts'
import { plusDays } from '../../../src/platform/values/calendar.ts'
import { allowPurchase } from '../../../src/products/homeowners/buying/held-purchase.ts'
import { homeowners } from '../../../src/products/homeowners/line.ts'
import { endPolicy } from '../../../src/products/line/aftersale/end-policy.ts'
import { renewPolicy } from '../../../src/products/line/aftersale/renewals.ts'
import { lockIntake } from '../../../src/products/line/record/intakes.ts'
import { allowPurchase as allowUmbrella } from '../../../src/products/line/reviewed-purchase/buying/book.ts'
import { query } from '../../support/database/database.ts'
import { getKey, newEmail } from '../../support/people/client.ts'
import { STAFF, signIn } from '../../support/people/desk.ts'
import { quotesCall } from '../../support/people/homeowner-applications.ts'
import { refusal, selectedHomeowner } from '../../support/people/homeowner-in-portal.ts'
import { provenBuyer } from '../../support/people/proven-buyer.ts'
import { signedInHomeowner } from '../../support/people/signed-in-homeowner.ts'
import {
  completeHousehold,
  readyToFinalize,
  umbrellaCall,
  untilStatus,
} from '../../support/people/umbrella-applications.ts'
import type { Seen } from '../../support/people/visitor.ts'
import {
  SECRET_KEY,
  serviceForThisTest,
  startTestService,
  type TestService,
} from '../../support/servers/service.ts'

let service: TestService
let key: string
let other: string
beforeAll(async () => {
  service = await startTestService({
    env: {
      RATE_LIMITS: 'off',
      STAFF_EMAILS: STAFF,
      AGENCY_NAME: 'Elm Agency',
      AGENCY_PHONE: '217-555-0100',
    },
  })
  key = await getKey(service.url, newEmail())
  other = await getKey(service.url, newEmail())
})
afterAll(() => service.stop())

const purchases = (uids: readonly string[]) =>
  query<{ uid: string }>(service.databaseUrl, 'select uid from bind_orders where uid = any($1)', [uids])

const refused = {
  status: 409,
  code: 'conflict',
  message: 'This purchase can’t be completed online. To continue, call Elm Agency at 217-555-0100.',
  fields: [{ path: 'home[0]', code: 'agency_needed', expected: 'a purchase that the agency allows' }],
}

const fieldIn = ({ text }: Seen, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? ''

describe('a home', () => {
  test('is bought once, though the same or another operator comes with another email and spelling, and is not told that it is insured', async () => {
    const first = await selectedHomeowner(service, key, { home: { street: '700 North Oak Street Apt 4' } })
    await first.homeowner.sign()
    await first.homeowner.untilAt('bound')
    for (const by of [key, other]) {
      const second = await selectedHomeowner(service, by, {
        home: { street: '700 N. Oak St #4', city: 'Spring Field' },
        applicant: { full_name: 'Bob Other' },
      })
      const refusing = await refusal(second.homeowner.sign())
      expect(refusing).toMatchObject(refused)
      const told = JSON.stringify(refusing)
      for (const secret of [first.uid, first.intake.email, 'Ada', 'already', 'bought', 'insur'])
        expect(told).not.toContain(secret)
      expect(await purchases([second.uid])).toEqual([])
      expect((await second.homeowner.view()).step).toBe('sign')
    }
  })

  test('bought again by the person who bought it, through whichever operator, says so', async () => {
    const home = { street: '705 Own Street' }
    const { homeowner, intake } = await selectedHomeowner(service, key, { home })
    await homeowner.sign()
    await homeowner.untilAt('bound')
    const { email } = intake
    const again = await selectedHomeowner(service, other, { home, applicant: { email } })
    expect(await refusal(again.homeowner.sign())).toMatchObject({
      status: 409,
      message: expect.stringMatching(
        /705 Own Street has already been bought.*unless .* canceled.*call Elm Agency at 217-555-0100/,
      ),
      fields: [{ path: 'home[0]', code: 'property_purchased' }],
    })
  })

  test('of a customer is bought by its buyer once staff allow it: nobody is told of the other, and a reason is kept', async () => {
    const home = { street: '706 Seller Street' }
    const seller = await selectedHomeowner(service, key, { home })
    await seller.homeowner.sign()
    await seller.homeowner.untilAt('bound')
    const { uid, homeowner } = await selectedHomeowner(service, other, { home })
    const ben = await signedInHomeowner(service, homeowner)
    const { effective_date } = await homeowner.signature({})
    const sign = async () => {
      const seen = await ben.open('/portal/sign')
      return ben.send('/portal/sign', {
        token: fieldIn(seen, 'token'),
        effective_date,
        signed_name: 'Ada Homeowner',
        disclosures: 'yes',
        disclosures_version: fieldIn(seen, 'disclosures_version'),
        electronic_records: 'yes',
        electronic_records_version: fieldIn(seen, 'electronic_records_version'),
      })
    }
    for (const _ of [1, 2]) {
      const held = await sign()
      expect(held.status).toBe(200)
      expect(held.text).toContain(
        'We can’t complete this purchase online. The agency has been notified and will contact you.',
      )
    }
    expect(await purchases([uid])).toEqual([])
    const polled = async () => (await quotesCall(service.url, other, { uid })).body
    const turns = async () => {
      const [row] = await query<{ waiting_on: string }>(
        service.databaseUrl,
        `select waiting_on from changes where uid = '${uid}' order by change_id desc limit 1`,
      )
      return [(await polled()).waiting_on, row?.waiting_on]
    }
    expect(await turns()).toEqual(['staff', 'staff'])
    expect(await polled()).toMatchObject({
      response_summary:
        'The homeowner selected an offer. The agency is looking at the purchase. There is no coverage until the policy is issued.',
      agent_instructions: expect.arrayContaining([expect.stringMatching(/^Wait for the agency/)]),
    })

    const ann = await signIn(service, service.url)
    const page = `/desk/book/${uid}`
    const { text } = await ann.open(page)
    expect(text.split('another application has bought insurance for 706 Seller Street')).toHaveLength(2)
    expect(text).toContain('Written by the service')
    const [, followUp = ''] = /action="(\/desk\/notes\/[^"]+)"/.exec(text) ?? []
    await ann.send(followUp, { act: 'done' })
    expect(await turns()).toEqual(['homeowner', 'homeowner'])
    await ann.send(followUp, { act: 'open' })
    expect(await turns()).toEqual(['staff', 'staff'])
    expect((await ann.open('/desk/book')).text).toContain('706 Seller Street')
    expect((await ann.send(`${page}/held-purchase`, { note: '' })).status).toBe(400)
    const allowed = await ann.send(`${page}/held-purchase`, { note: 'The seller moves out at the closing.' })
    expect(allowed.location).toBe(`${page}?done=allowed`)
    expect(await turns()).toEqual(['homeowner', 'homeowner'])
    const after = await ann.open(page)
    expect(after.text).toContain('Allowed the purchase. Reason: The seller moves out at the closing.')
    expect(after.text).not.toContain('A purchase waits for you')
    expect((await ann.send(`${page}/held-purchase`, { note: 'Again.' })).status).toBe(409)
    const third = await selectedHomeowner(service, key, { home })
    expect(await refusal(third.homeowner.sign())).toMatchObject(refused)

    expect((await sign()).status).toBe(303)
    await homeowner.untilAt('bound')
    expect(await refusal(third.homeowner.sign())).toMatchObject(refused)
    const entries = await listEntries(service.app.db, uid)
    expect(
      entries.filter(({ event }) => event.startsWith('purchase_')).map(({ event, actor }) => [event, actor]),
    ).toEqual([
      ['purchase_held', 'homeowner'],
      ['purchase_allowed', expect.stringMatching(/^staff:stf_/)],
    ])
  })

  test('signed for by five at once is bought by one', async () => {
    const street = '720 Race Street'
    const people = await Promise.all(
      [key, other, key, other, key].map(by => selectedHomeowner(service, by, { home: { street } })),
    )
    const signed = await Promise.allSettled(people.map(({ homeowner }) => homeowner.sign()))
    expect(signed.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of signed)
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ status: 409, message: expect.stringContaining('online') })
    expect(await purchases(people.map(({ uid }) => uid))).toHaveLength(1)
  })

  test('can be bought again once its policy has expired', async () => {
    const own = await serviceForThisTest({ env: { RATE_LIMITS: 'off' } })
    const ownKey = await getKey(own.url, newEmail())
    const home = { street: '730 Later Street' }
    const first = await selectedHomeowner(own, ownKey, { home })
    await first.homeowner.sign()
    await first.homeowner.untilAt('bound')
    const buyAgain = async () => {
      const { homeowner } = await selectedHomeowner(own, await getKey(own.url, newEmail()), { home })
      return homeowner.sign()
    }
    own.pass(360 * DAY)
    expect(await refusal(buyAgain())).toMatchObject({ status: 409 })
    own.pass(20 * DAY)
    expect((await buyAgain()).status).toBe('selected')
  })

  test('can be bought again once its policy was canceled, from the day on which that ends', async () => {
    const home = { street: '733 Canceled Street' }
    const first = await selectedHomeowner(service, key, { home })
    await first.homeowner.sign()
    await first.homeowner.untilAt('bound')
    const second = await selectedHomeowner(service, other, { home })
    const end = (days: number) =>
      transact(service.app, async inside => {
        const [policy] = await policiesOf(inside, first.uid)
        if (!policy) throw new Error('There is no policy.')
        const ended_on = plusDays(policy.effective_date, days)
        await endPolicy(inside, homeowners.tell, policy, {
          ended_on,
          end_reason: 'insured',
          actor: 'staff:x',
        })
        return ended_on
      })
    const ended_on = await end(10)
    expect(await refusal(second.homeowner.sign())).toMatchObject({ status: 409 })
    expect((await second.homeowner.sign({ effective_date: ended_on })).status).toBe('selected')
  })

  test('can be bought again from the day on which its policy ends there, not in the evening before unless staff allow it, nor if the carrier renewed it', async () => {
    const own = await serviceForThisTest({ env: { RATE_LIMITS: 'off' } })
    const ownKey = await getKey(own.url, newEmail())
    const homes = [{ street: '737 Ending Street' }, { street: '739 Renewed Street' }]
    const [ending, renewed] = await Promise.all(
      homes.map(async home => {
        const first = await selectedHomeowner(own, ownKey, { home })
        await first.homeowner.sign()
        await first.homeowner.untilAt('bound')
        return first.uid
      }),
    )
    own.pass(320 * DAY)
    const policyOf = async (uid = '') => {
      const [policy] = await policiesOf(own.app, uid)
      if (!policy) throw new Error('There is no policy.')
      return policy
    }
    const { expiration_date: ends } = await policyOf(ending)
    const about = await policyOf(renewed)
    const terms = { annual_price: 900, period_to: plusDays(ends, 365), valid_until: null, reasons: [] }
    await transact(own.app, inside =>
      renewPolicy(inside, about, { terms, line: homeowners, actor: 'staff:x' }),
    )
    const buy = async (home: object, effective_date: string) => {
      const { homeowner } = await selectedHomeowner(own, await getKey(own.url, newEmail()), { home })
      return homeowner.sign({ effective_date })
    }
    expect(await refusal(buy(homes[1] ?? {}, ends))).toMatchObject({ status: 409 })
    const eveningBefore = Date.parse(`${ends}T03:00:00Z`)
    own.pass(eveningBefore - own.app.clock.now().getTime())
    const held = await selectedHomeowner(own, await getKey(own.url, newEmail()), { home: homes[0] ?? {} })
    const today = { effective_date: plusDays(ends, -1) }
    expect(await refusal(held.homeowner.sign(today))).toMatchObject({ status: 409 })
    await transact(own.app, inside => allowPurchase(inside, held.uid, 'staff:x'))
    expect((await listEntries(own.app.db, held.uid)).at(-1)).toMatchObject({ event: 'purchase_allowed' })
    expect((await buy(homes[0] ?? {}, ends)).status).toBe('selected')
  })

  test('stays bought while the secret is rotated, and after', async () => {
    const env = { RATE_LIMITS: 'off' }
    const before = await startTestService({ env })
    const home = { street: '735 Key Street' }
    const ownKey = await getKey(before.url, newEmail())
    const first = await selectedHomeowner(before, ownKey, { home })
    await first.homeowner.sign()
    await first.homeowner.untilAt('bound')
    await before.stop()
    const next = await serviceForThisTest({
      databaseUrl: before.databaseUrl,
      env: { ...env, SECRET_KEY: `another secret that is long enough to be one,${SECRET_KEY}` },
    })
    const second = await selectedHomeowner(next, ownKey, { home })
    expect(await refusal(second.homeowner.sign())).toMatchObject({ status: 409 })
    const macs = () =>
      query(next.databaseUrl, 'select address_mac from property_purchases where uid = $1', [first.uid])
    const old = await macs()
    await transact(next.app, async inside => {
      const intake = await lockIntake(inside, { uid: first.uid, line: 'homeowners' })
      if (intake) await homeowners.renewMacs?.(inside, intake)
    })
    expect(await macs()).toHaveLength(1)
    expect(await macs()).not.toEqual(old)
    expect(await refusal(second.homeowner.sign())).toMatchObject({ status: 409 })
  })

  test('in the sandbox can be bought any number of times, and does not count', async () => {
    const home = { street: '740 Sand Street' }
    for (const sandbox of [true, true, false]) {
      const { homeowner } = await selectedHomeowner(service, key, { home, sandbox })
      await homeowner.sign()
      await homeowner.untilAt('bound')
    }
  })

  test('is kept as a MAC: nothing of its address can be read', async () => {
    const { homeowner } = await selectedHomeowner(service, key, { home: { street: '745 Hidden Oak Street' } })
    await homeowner.sign()
    const rows = await query<{ text: string }>(
      service.databaseUrl,
      'select property_purchases::text as text from property_purchases',
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const { text } of rows) expect(text).not.toMatch(/\b(street|oak|62704)\b/i)
  })
})

describe('a household’s umbrella', () => {
  const address = { street: '750 Umbrella Street', city: 'Springfield', state: 'IL', zip: '62704' }

  test('is bought once, whatever email and operator it comes through; the home can still be bought', async () => {
    const at = { url: service.url, key }
    const theirs = { url: service.url, key: other }
    const first = await readyToFinalize(at, { sandbox: false, values: { address } })
    const second = await readyToFinalize(theirs, {
      sandbox: false,
      values: { address: { ...address, street: '750 umbrella st.' }, full_name: 'Bob Other' },
    })
    expect((await umbrellaCall(at, 'bind', { uid: first.uid, bind_confirmed: true })).body.status).toBe(
      'chosen',
    )
    const held = await umbrellaCall(theirs, 'bind', { uid: second.uid, bind_confirmed: true })
    const seen = await umbrellaCall(theirs, 'status', { uid: second.uid })
    for (const { status, body, text } of [held, seen]) {
      expect(status).toBe(200)
      expect(body).toMatchObject({
        status: 'chosen',
        waiting_on: 'staff',
        response_summary: 'The purchase is in progress.',
      })
      for (const secret of [first.uid, first.email, 'another', 'agency_needed', 'already'])
        expect(text).not.toContain(secret)
    }
    expect(await purchases([second.uid])).toEqual([])
    const ann = await signIn(service, service.url)
    const page = `/desk/book/${second.uid}`
    expect((await ann.open(`/desk/book/${first.uid}`)).text).not.toContain('A purchase waits for you')
    const { text } = await ann.open(page)
    expect(text).toContain('A purchase waits for you')
    expect(text).not.toContain(first.uid)
    const note = { note: 'Two households share the house.' }
    expect((await ann.send(`${page}/held-purchase`, note)).location).toBe(`${page}?done=allowed`)
    expect((await ann.open(page)).text).not.toContain('A purchase waits for you')
    await untilStatus(theirs, second.uid, ['documents_needed', 'waiting_on_carrier', 'bound'])
    const at3 = { url: service.url, key: await getKey(service.url, newEmail()) }
    const third = await readyToFinalize(at3, { sandbox: false, values: { address, full_name: 'Cy Third' } })
    await umbrellaCall(at3, 'bind', { uid: third.uid, bind_confirmed: true })
    const ended = await ann.send(`/desk/book/${third.uid}/purchase`, { note: 'Not theirs.' })
    expect(ended.status).toBe(303)
    expect((await umbrellaCall(at3, 'status', { uid: third.uid })).body.status).toBe('quoted')
    expect((await ann.open(`/desk/book/${third.uid}`)).text).not.toContain('A purchase waits for you')
    const { homeowner } = await selectedHomeowner(service, key, { home: address })
    await homeowner.sign()
    await homeowner.untilAt('bound')
  })

  test('through the operator that bought it, or for the person who proved the email, is refused at the draft, before any consent', async () => {
    const at = { url: service.url, key }
    const theirs = { url: service.url, key: other }
    const own = { ...address, street: '752 Umbrella Street' }
    const first = await readyToFinalize(at, { sandbox: false, values: { address: own } })
    await umbrellaCall(at, 'bind', { uid: first.uid, bind_confirmed: true })
    const intake = completeHousehold({ address: own, email: first.email })
    const open = (await umbrellaCall(theirs, 'draft', { intake })).body
    expect(open.status).toBe('ready_for_review')
    await provenBuyer(service, { uid: String(open.uid), email: first.email })
    const again = completeHousehold({ address: own, full_name: 'Bob Other' })
    for (const refusing of [
      await umbrellaCall(at, 'draft', { intake: again }),
      await umbrellaCall(theirs, 'draft', { uid: open.uid, intake: { vehicle_count: 2 } }),
    ])
      expect(refusing).toMatchObject({
        status: 409,
        body: { fields: [{ path: 'intake.address', code: 'property_purchased' }] },
      })
  })

  test('that ends tomorrow there is still bought in the evening, though it is tomorrow in UTC, so staff can allow another', async () => {
    const own = await serviceForThisTest({ env: { RATE_LIMITS: 'off' } })
    const at = { url: own.url, key: await getKey(own.url, newEmail()) }
    const first = await readyToFinalize(at, { sandbox: false, carrier: 'Marrowby', values: { address } })
    await umbrellaCall(at, 'bind', { uid: first.uid, bind_confirmed: true })
    await untilStatus(at, first.uid, ['bound'])
    const [policy] = await policiesOf(own.app, first.uid)
    own.pass(Date.parse(`${policy?.expiration_date}T03:00:00Z`) - own.app.clock.now().getTime())
    const theirs = { url: own.url, key: await getKey(own.url, newEmail()) }
    const { uid } = (await umbrellaCall(theirs, 'draft', { intake: completeHousehold({ address }) })).body
    await transact(own.app, inside => allowUmbrella(inside, String(uid), 'staff:x'))
    expect((await listEntries(own.app.db, String(uid))).at(-1)).toMatchObject({ event: 'purchase_allowed' })
  })

  test('bought by two at once is bought by one', async () => {
    const values = { address: { ...address, street: '751 Umbrella Street' } }
    const both = await Promise.all(
      [key, other].map(async own => {
        const at = { url: service.url, key: own }
        return { at, ...(await readyToFinalize(at, { sandbox: false, values })) }
      }),
    )
    await Promise.all(both.map(({ at, uid }) => umbrellaCall(at, 'bind', { uid, bind_confirmed: true })))
    const turns = await Promise.all(
      both.map(async ({ at, uid }) => (await umbrellaCall(at, 'status', { uid })).body.waiting_on),
    )
    expect(turns.filter(turn => turn === 'staff')).toHaveLength(1)
    const bought = both[turns.findIndex(turn => turn !== 'staff')]
    if (bought) await untilStatus(bought.at, bought.uid, ['documents_needed', 'waiting_on_carrier', 'bound'])
  })
})
