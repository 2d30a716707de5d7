import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bindHomeowners } from '../../src/homeowners/buying/bind-job.ts'
import { homeCarriers } from '../../src/homeowners/quoting/carriers.ts'
import { getKey, mailbox, newEmail } from '../support/client.ts'
import { query } from '../support/database.ts'
import { asHomeowner, type Homeowner, offersIn, refusal, selectedHomeowner } from '../support/homeowner.ts'
import { completeIntake, quotesCall, untilQuoted } from '../support/homeowners.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off' } })
  key = await getKey(service.url, newEmail())
})
afterAll(() => service.stop())

const facts = { attempt: 1, lastAttempt: false, signal: new AbortController().signal }
const runJob = (uid: string) => bindHomeowners.run(service.app, { uid } as never, facts)

const policies = (uid: string) =>
  query<{ item: string }>(service.databaseUrl, 'select item from policies where uid = $1', [uid])

/** Selects each home's offer of the carrier at this place in the list of carriers. */
const selectCarrier = async (homeowner: Homeowner, places: readonly number[]) => {
  const names = homeCarriers.byMode(service.app).sandbox.map(({ name }) => name)
  const { homes } = await homeowner.view()
  const ids = homes.flatMap(({ offers, policy }, at) => {
    const found = offers.find(({ carrier }) => carrier === names[places[at] ?? 0])
    return policy || !found ? [] : [found.offer_id]
  })
  await homeowner.select(ids)
}

const sandboxHomes = async (...sizes: number[]) => {
  const [first, ...more] = sizes.map(home_sqft => completeIntake({ home_sqft }))
  const home = [first, ...more].flatMap(intake => intake?.home ?? [])
  const { body } = await quotesCall(service.url, key, {
    intake: { ...first, home },
    credit_check_authorized: true,
    sandbox: true,
  })
  await untilQuoted(service.url, key, body.uid)
  return asHomeowner(service, String(body.uid))
}

const signFor = async (homeowner: Homeowner, places: readonly number[]) => {
  await selectCarrier(homeowner, places)
  await homeowner.confirmAll()
  await homeowner.sign()
}

describe('a carrier that will not issue the policy', () => {
  test('refuses: back to the offers, that one cannot be chosen, its reason is there, and another can be bound', async () => {
    const homeowner = await sandboxHomes(5551)
    await signFor(homeowner, [0])
    const refused = await homeowner.untilAt('offers')
    expect(refused.refusals).toMatchObject([
      {
        kind: 'blocked',
        carrier: expect.any(String),
        reason: expect.stringContaining('Choose another offer'),
      },
    ])
    const blocked = offersIn(refused).filter(({ unavailable }) => unavailable === 'refused')
    expect(blocked.map(({ carrier }) => carrier)).toEqual([refused.refusals[0]?.carrier])
    expect(await refusal(homeowner.select([String(blocked[0]?.offer_id)]))).toMatchObject({
      status: 409,
      message: expect.stringContaining('refused'),
    })
    await signFor(homeowner, [1])
    const bound = await homeowner.untilAt('bound')
    expect(bound.refusals).toEqual([])
    expect(await policies(homeowner.caller.uid)).toHaveLength(1)
  })

  test('asks for something: still selected, its words are there, and it can be signed again', async () => {
    const homeowner = await sandboxHomes(5552)
    await signFor(homeowner, [0])
    const asked = await homeowner.untilAt('sign')
    expect(asked.refusals).toMatchObject([
      { kind: 'info_requested', reason: expect.stringContaining('Call') },
    ])
    await homeowner.sign()
    expect((await homeowner.untilAt('sign')).refusals).toHaveLength(1)
    await signFor(homeowner, [1])
    await homeowner.untilAt('bound')
  })

  test('asks another price: nothing is bought before the homeowner chooses and signs again, at that price', async () => {
    const homeowner = await sandboxHomes(5555)
    const { uid } = homeowner.caller
    await signFor(homeowner, [0])
    const asked = await homeowner.untilAt('offers')
    const [{ carrier } = { carrier: '' }] = asked.refusals
    const again = offersIn(asked).find(one => one.carrier === carrier && one.unavailable === null)
    const { annual_price: price = 0, change } = again ?? {}
    expect(price).toBe(Math.round((change?.from ?? 0) * 1.1))
    expect(again?.payment_plans).toMatchObject([{ total_cents: price * 100 }, { plan_id: 'two_payments' }])
    expect(asked.refusals).toMatchObject([{ kind: 'price_changed', reason: expect.stringMatching(/checks/) }])
    const told = (await quotesCall(service.url, key, { uid })).body
    expect(told).toMatchObject({ status: 'quoted', waiting_on: 'homeowner' })
    expect(told).not.toHaveProperty('detail_status')
    expect(told.agent_instructions).toContainEqual(expect.stringContaining('previous_price'))
    expect(await policies(uid)).toEqual([])
    await homeowner.select([again?.offer_id ?? ''])
    await homeowner.sign()
    await homeowner.untilAt('bound')
    const bound = (await quotesCall(service.url, key, { uid })).body
    expect(bound).toMatchObject({ policies: [{ annual_price: price }] })
    expect(bound.agent_instructions).not.toContainEqual(expect.stringContaining('previous_price'))
  })
})

describe('with two homes', () => {
  test('both issued: bound, two policies', async () => {
    const homeowner = await sandboxHomes(1800, 1900)
    await signFor(homeowner, [0, 1])
    const { homes } = await homeowner.untilAt('bound')
    expect(new Set(homes.map(({ policy }) => policy?.policy_number)).size).toBe(2)
  })

  test('one issued, one refused: the policy stands, the home stays as it is, and the other goes on', async () => {
    const homeowner = await sandboxHomes(5551, 1900)
    const { uid } = homeowner.caller
    await signFor(homeowner, [0, 0])
    const half = await homeowner.untilAt('offers')
    expect(half.homes.map(({ policy, offers }) => [policy !== null, offers.length])).toEqual([
      [false, 5],
      [true, 0],
    ])
    const change = (at: number, home_sqft: number) =>
      quotesCall(service.url, key, {
        uid,
        intake: { home: at === 0 ? [{ home_sqft }] : [{}, { home_sqft }] },
      })
    expect(await change(1, 2000)).toMatchObject({
      status: 409,
      body: { fields: [{ path: 'intake.home[1]' }] },
    })
    expect((await change(1, 1900)).status).toBe(200)
    expect((await change(0, 2000)).status).toBe(202)
    const again = await homeowner.untilAt('offers')
    expect(again.homes.map(({ offers }) => offers.length)).toEqual([5, 0])
    await signFor(homeowner, [0])
    const { homes } = await homeowner.untilAt('bound')
    expect(homes.every(({ policy }) => policy !== null)).toBe(true)
    expect(await policies(uid)).toHaveLength(2)
  })

  test('one issued, and the homeowner wants no more: bound with what there is', async () => {
    const homeowner = await sandboxHomes(5551, 1900)
    await signFor(homeowner, [0, 0])
    await homeowner.untilAt('offers')
    expect((await homeowner.withdraw()).status).toBe('bound')
    const { homes } = await homeowner.view()
    expect(homes.map(({ policy }) => policy !== null)).toEqual([false, true])
    const { body } = await quotesCall(service.url, key, { uid: homeowner.caller.uid })
    expect(body.response_summary).toBe('Policies are bound for 1 of 2 homes.')
  })

  test('one without any offer does not keep the other from being bound', async () => {
    const homeowner = await sandboxHomes(2222, 1900)
    await signFor(homeowner, [0, 1])
    const { homes } = await homeowner.untilAt('bound')
    expect(homes.map(({ policy }) => policy !== null)).toEqual([false, true])
    expect(homes[0]?.declines).toHaveLength(5)
  })
})

test('while carriers issue the policy nothing can be changed or withdrawn', async () => {
  const homeowner = await sandboxHomes(5553)
  const { uid } = homeowner.caller
  await signFor(homeowner, [0])
  const { step, bindingSince } = await homeowner.view()
  expect({ step, since: bindingSince !== null }).toEqual({ step: 'binding', since: true })
  const refused = { status: 409, message: expect.stringContaining('being issued') }
  for (const attempt of [
    () => homeowner.sign(),
    () => homeowner.withdraw(),
    () => homeowner.withdrawConsent(),
    () => homeowner.select([]),
    () => homeowner.confirm({ review_token: '', confirmed: [], corrected: {} }),
  ])
    expect(await refusal(attempt())).toMatchObject(refused)
  for (const patch of [{ intake: { home: [{ home_sqft: 2000 }] } }, { credit_check_authorized: false }])
    expect(await quotesCall(service.url, key, { uid, ...patch })).toMatchObject({ status: 409 })
  expect((await quotesCall(service.url, key, { uid })).body).toMatchObject({ detail_status: 'selected' })
  await homeowner.untilAt('bound')
})

describe('the job', () => {
  test('run again, by two at once and after a crash between the answer and its effect, it issues one policy and mails once', async () => {
    const { uid, intake, homeowner } = await selectedHomeowner(service, key)
    await homeowner.sign()
    await homeowner.untilAt('bound')
    await Promise.all([runJob(uid), runJob(uid)])
    expect(await policies(uid)).toHaveLength(1)
    const mails = (await mailbox(service.url, intake.email)).filter(({ subject }) =>
      subject.includes('bound'),
    )
    expect(mails).toHaveLength(1)
  })
})
