import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { recipientMac } from '../../../src/agency/emails/rules/limits.ts'
import { DAY } from '../../../src/platform/lib/clock.ts'
import { plusDays } from '../../../src/platform/values/calendar.ts'
import { answersLater, startCarrier } from '../../support/carriers/carrier-server.ts'
import { carriersFile } from '../../support/carriers/carriers-file.ts'
import { query } from '../../support/database/database.ts'
import { call, getKey, newEmail } from '../../support/people/client.ts'
import { completeIntake, quotesCall, untilQuoted } from '../../support/people/homeowner-applications.ts'
import {
  asHomeowner,
  offersIn,
  quotedHomeowner,
  refusal,
  selectedHomeowner,
} from '../../support/people/homeowner-in-portal.ts'
import { until } from '../../support/runs/until.ts'
import { serviceForThisTest, startTestService, type TestService } from '../../support/servers/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off' } })
  key = await getKey(service.url, newEmail())
})
afterAll(() => service.stop())

const draft = async (intake: object = {}) => {
  const { body } = await quotesCall(service.url, key, { intake: { ...completeIntake(), ...intake } })
  return asHomeowner(service, String(body.uid))
}

/** No policy, no order, and no evidence of a signature. */
const nothingBound = async (uid: string) =>
  expect(
    await query(
      service.databaseUrl,
      `select order_id as id from bind_orders where uid = $1
       union all select consent_id from consents where uid = $1 and purpose in ('electronic_records', 'homeowners_application_signature')`,
      [uid],
    ),
  ).toEqual([])

describe('answers are refused', () => {
  test('with an authorization of outdated words: 409 that says so, and nothing is recorded', async () => {
    const homeowner = await draft()
    const attempt = homeowner.answer({
      patch: { marital_status: 'married' },
      credit_check_authorized: { version: '2019-01-01' },
    })
    expect(await refusal(attempt)).toMatchObject({
      status: 409,
      message: expect.stringContaining('changed'),
      current_status: 'needs_more_info',
    })
    expect((await homeowner.view()).creditAuthorization.given).toBe(false)
  })

  test('when a value is wrong: 400 that names it', async () => {
    const homeowner = await draft()
    const attempt = homeowner.answer({ patch: { home: [{ roof_date: '1066' }] } })
    expect(await refusal(attempt)).toMatchObject({
      status: 400,
      fields: [{ path: 'intake.home[0].roof_date' }],
    })
  })

  test('when they would replace the email that the link was emailed to', async () => {
    const homeowner = await draft()
    const attempt = homeowner.answer({ patch: { email: 'eve@example.com' } })
    expect(await refusal(attempt)).toMatchObject({ status: 400, fields: [{ path: 'email' }] })
  })

  test('once nothing is missing', async () => {
    const { homeowner } = await quotedHomeowner(service, key)
    const attempt = homeowner.answer({ patch: { home: [{ home_sqft: 3000 }] } })
    expect(await refusal(attempt)).toMatchObject({ status: 409, current_status: 'quoted' })
  })

  test('for the intake of somebody else: it is not there', async () => {
    const homeowner = asHomeowner(service, 'hom_doesnotexist')
    expect(await refusal(homeowner.answer({ patch: {} }))).toMatchObject({ status: 404 })
    expect(await refusal(homeowner.withdraw())).toMatchObject({ status: 404 })
    expect(await refusal(homeowner.view())).toMatchObject({ status: 404 })
  })
})

describe('a confirmation is refused', () => {
  test('of values that have changed since they were looked at', async () => {
    const { uid, homeowner } = await quotedHomeowner(service, key)
    const { review } = await homeowner.view()
    const intake = {
      home: [
        { field_estimates: [{ field: 'roof_shape', value: 'hip', source: 'listing', confidence: 'low' }] },
      ],
    }
    await quotesCall(service.url, key, { uid, intake })
    await untilQuoted(service.url, key, uid)
    const names = ['home[0].construction_quality']
    const stale = { review_token: review.token, confirmed: names, corrected: {} }
    expect(await refusal(homeowner.confirm(stale))).toMatchObject({
      status: 409,
      message: expect.stringContaining('have changed'),
    })
    const fresh = (await homeowner.view()).review.token
    expect((await homeowner.confirm({ ...stale, review_token: fresh })).status).toBe('quoted')
  })

  test.each([
    ['of what is no estimate', ['home[0].street'], {}],
    ['of what does not exist', ['home[7].home_sqft'], {}],
    [
      'of a value that is also corrected',
      ['home[0].policy_expire'],
      { 'home[0].policy_expire': '2027-01-01' },
    ],
    ['with a correction of nothing', [], { 'home[0].home_sqft': null }],
    ['with a correction of an unknown field', [], { 'home[0].constructor': 'x' }],
    ['with a correction of another home', [], { 'home[1].home_sqft': 1000 }],
    ['with a correction outside the homes', [], { email: 'eve@example.com' }],
    ['with a value that cannot be', [], { 'home[0].home_sqft': 'big' }],
  ])('%s', async (_, confirmed, corrected) => {
    const { homeowner } = await quotedHomeowner(service, key)
    const { review } = await homeowner.view()
    const attempt = homeowner.confirm({ review_token: review.token, confirmed, corrected })
    expect(await refusal(attempt)).toMatchObject({ status: 400, fields: [expect.anything()] })
    expect((await homeowner.view()).review).toEqual(review)
  })

  test('while there are no quotes', async () => {
    const homeowner = await draft()
    const { review } = await homeowner.view()
    const attempt = homeowner.confirm({ review_token: review.token, confirmed: [], corrected: {} })
    expect(await refusal(attempt)).toMatchObject({ status: 409, current_status: 'needs_more_info' })
  })
})

describe('a choice is refused', () => {
  test('of an offer that was never made, or that is another’s', async () => {
    const { homeowner } = await quotedHomeowner(service, key)
    const other = await quotedHomeowner(service, key)
    const [theirs = ''] = other.homeowner.choice(await other.homeowner.view())
    for (const id of ['off_doesnotexist', theirs])
      expect(await refusal(homeowner.select([id]))).toMatchObject({
        status: 400,
        fields: [{ path: 'offer_ids', code: 'unknown_offer', facts: { offer: id } }],
      })
  })

  test('of an offer that was replaced: 409 that names it', async () => {
    const { uid, homeowner } = await quotedHomeowner(service, key)
    const [old = ''] = homeowner.choice(await homeowner.view())
    await quotesCall(service.url, key, { uid, intake: { home: [{ home_sqft: 2100 }] } })
    await untilQuoted(service.url, key, uid)
    expect(await refusal(homeowner.select([old]))).toMatchObject({
      status: 409,
      message: expect.stringMatching(`${old}.*was replaced`),
    })
  })

  test('of none, or of two for one home', async () => {
    const { homeowner } = await quotedHomeowner(service, key)
    const [first, second] = offersIn(await homeowner.view()).map(({ offer_id }) => offer_id)
    expect(await refusal(homeowner.select([]))).toMatchObject({
      status: 400,
      fields: [{ path: 'offer_ids', code: 'required' }],
    })
    expect(await refusal(homeowner.select([String(first), String(second)]))).toMatchObject({
      status: 400,
      fields: [{ path: 'offer_ids', code: 'wrong_offer_count', facts: { home: '1' } }],
    })
  })

  test('while there are no offers', async () => {
    const homeowner = await draft()
    expect(await refusal(homeowner.select([]))).toMatchObject({
      status: 409,
      current_status: 'needs_more_info',
    })
  })
})

describe('a signature is refused', () => {
  test('before anything is selected', async () => {
    const { uid, homeowner } = await quotedHomeowner(service, key)
    expect(await refusal(homeowner.sign())).toMatchObject({
      status: 409,
      message: expect.stringContaining('No offer is selected'),
    })
    await nothingBound(uid)
  })

  test('while an answer is an estimate, which it names', async () => {
    const { uid, homeowner } = await quotedHomeowner(service, key)
    await homeowner.selectBest()
    expect(await refusal(homeowner.sign())).toMatchObject({
      status: 409,
      message: expect.stringContaining('still estimates'),
      fields: [
        'claims_last_5_years',
        'construction_quality',
        'continuously_insured',
        'deductible_preference',
        'dog_bite_history',
        'has_burglar_alarm',
        'has_fire_alarm',
        'has_sprinklers',
        'hurricane_resistant_windows',
        'policy_expire',
        'rental_status',
        'swimming_pool',
        'trampoline',
      ].map(field => ({ path: `home[0].${field}`, code: 'estimate_unconfirmed' })),
    })
    await nothingBound(uid)
  })

  test('in itself: a day past or too far, another name, no agreement', async () => {
    const { uid, homeowner } = await selectedHomeowner(service, key)
    const { signing } = await homeowner.view()
    const wrong = [
      { effective_date: plusDays(String(signing?.earliest_date), -1) },
      { effective_date: plusDays(String(signing?.latest_date), 1) },
      { effective_date: '2026-13-01' },
      { signed_name: 'Eve Homeowner' },
      { disclosures_accepted: false },
    ]
    for (const changed of wrong)
      expect(await refusal(homeowner.sign(changed))).toMatchObject({
        status: 400,
        fields: [{ path: Object.keys(changed)[0] }],
      })
    await nothingBound(uid)
  })

  test('under outdated words', async () => {
    const { uid, homeowner } = await selectedHomeowner(service, key)
    for (const outdated of ['disclosures_version', 'electronic_records_version'])
      expect(await refusal(homeowner.sign({ [outdated]: '2019-01-01' }))).toMatchObject({
        status: 409,
        message: expect.stringContaining('2019-01-01'),
      })
    await nothingBound(uid)
  })

  test('of something else than was looked at', async () => {
    const { uid, homeowner } = await selectedHomeowner(service, key)
    const signature = await homeowner.signature()
    const others = offersIn(await homeowner.view()).filter(({ selected }) => !selected)
    await homeowner.select([String(others[0]?.offer_id)])
    expect(await refusal(homeowner.bind(signature))).toMatchObject({
      status: 409,
      message: expect.stringContaining('has changed'),
    })
    await nothingBound(uid)
  })

  test('after a change quoted the home again', async () => {
    const { uid, homeowner } = await selectedHomeowner(service, key)
    const signature = await homeowner.signature()
    await quotesCall(service.url, key, { uid, intake: { home: [{ home_sqft: 2100 }] } })
    await untilQuoted(service.url, key, uid)
    expect(await refusal(homeowner.bind(signature))).toMatchObject({ status: 409, current_status: 'quoted' })
    await nothingBound(uid)
  })

  test('a second time', async () => {
    const { uid, homeowner } = await selectedHomeowner(service, key)
    const signature = await homeowner.signature()
    await homeowner.bind(signature)
    await homeowner.untilAt('bound')
    expect(await refusal(homeowner.bind(signature))).toMatchObject({ status: 409, current_status: 'bound' })
    expect(await query(service.databaseUrl, 'select from policies where uid = $1', [uid])).toHaveLength(1)
  })
})

test('of twenty tabs that sign at once one orders, and there is one policy and one email', async () => {
  const { uid, intake, homeowner } = await selectedHomeowner(service, key)
  const signature = await homeowner.signature()
  const tabs = await Promise.allSettled(Array.from({ length: 20 }, () => homeowner.bind(signature)))
  expect(tabs.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await homeowner.untilAt('bound')
  const count = async (table: string) =>
    (await query(service.databaseUrl, `select from ${table} where uid = $1`, [uid])).length
  expect([await count('bind_orders'), await count('policies')]).toEqual([1, 1])
  const emails = await query(
    service.databaseUrl,
    "select from emails where recipient_mac = $1 and purpose = 'policy_bound'",
    [recipientMac(service.app, String(intake.email))],
  )
  expect(emails).toHaveLength(1)
})

describe('once it is over', () => {
  const attempts = (uid: string) => [
    { uid, intake: { home: [{ home_sqft: 2100 }] } },
    { uid, intake: { marital_status: 'single' } },
  ]

  test('bound: the operator’s patches are 409, a withdrawn authorization is recorded, the homeowner cannot go back', async () => {
    const { uid, homeowner } = await selectedHomeowner(service, key)
    await homeowner.sign()
    await homeowner.untilAt('bound')
    for (const body of attempts(uid))
      expect(await quotesCall(service.url, key, body)).toMatchObject({
        status: 409,
        body: {
          current_status: 'bound',
          message: expect.stringContaining('call POST /api/agent/policies/requests'),
        },
      })
    expect((await quotesCall(service.url, key, { uid, sandbox: false })).status).toBe(200)
    expect(await refusal(homeowner.withdraw())).toMatchObject({ status: 409, current_status: 'bound' })
    expect((await homeowner.withdrawConsent()).status).toBe('bound')
    const late = await quotesCall(service.url, key, { uid, credit_check_authorized: false })
    expect(late.body.response_summary).toMatch(
      /^The homeowner’s withdrawal .* is recorded\. It changes nothing about the policy\. The policy is bound/,
    )
    expect((await quotesCall(service.url, key, { uid, credit_check_authorized: true })).status).toBe(409)
    const withdrawals = await query(
      service.databaseUrl,
      'select withdrawn_by from consent_withdrawals join consents using (consent_id) where uid = $1',
      [uid],
    )
    expect(withdrawals).toEqual([{ withdrawn_by: 'homeowner' }])
  })

  test('withdrawn: everything is 409, offers and consent are gone', async () => {
    const { uid, homeowner } = await selectedHomeowner(service, key)
    expect((await homeowner.withdraw()).status).toBe('withdrawn')
    expect(await homeowner.view()).toMatchObject({ step: 'withdrawn', creditAuthorization: { given: false } })
    for (const body of [...attempts(uid), { uid, credit_check_authorized: true }])
      expect(await quotesCall(service.url, key, body)).toMatchObject({
        status: 409,
        body: { current_status: 'withdrawn' },
      })
    const seen = (await quotesCall(service.url, key, { uid })).body
    expect(seen).toMatchObject({ status: 'quoted', detail_status: 'withdrawn', offers: [] })
    const no = await quotesCall(service.url, key, { uid, credit_check_authorized: false })
    expect(String(no.body.agent_instructions)).toMatch(/^credit_check_authorized: false .* records nothing/)
    for (const attempt of [() => homeowner.withdraw(), () => homeowner.select([]), () => homeowner.sign()])
      expect(await refusal(attempt())).toMatchObject({ status: 409, current_status: 'withdrawn' })
    expect((await homeowner.withdrawConsent()).status).toBe('withdrawn')
  })

  test('withdrawn: the operator sees the status and what it sent, and nothing that only the homeowner typed', async () => {
    const sent = completeIntake(
      { property_type: undefined, roof_date: undefined },
      { birthday: undefined, full_name: 'Ada Told' },
    )
    const body = { intake: sent, credit_check_authorized: true }
    const uid = String((await quotesCall(service.url, key, body)).body.uid)
    const homeowner = asHomeowner(service, uid)
    const typed = { property_type: 'single_family', roof_date: '2014-03-02' }
    const version = (await homeowner.view()).creditAuthorization.version
    await homeowner.answer({
      patch: { birthday: '1979-08-07', home: [typed] },
      credit_check_authorized: { version },
    })
    await untilQuoted(service.url, key, uid)
    const seen = async () => {
      const poll = (await quotesCall(service.url, key, { uid, expand: 'all' })).body
      const url = `${service.url}/api/agent/homeowners/dashboard?uid=${uid}`
      return JSON.stringify([poll, (await call(url, { key })).body])
    }
    for (const value of ['1979-08-07', '2014-03-02', 'single_family']) expect(await seen()).toContain(value)
    await homeowner.withdraw()
    const after = await seen()
    for (const value of ['1979-08-07', '2014-03-02', 'single_family']) expect(after).not.toContain(value)
    for (const value of ['"detail_status":"withdrawn"', 'Ada Told', sent.email, '"declines":[]'])
      expect(after).toContain(value)
  })

  test('it can be withdrawn before anything is complete', async () => {
    const { body } = await quotesCall(service.url, key, {
      intake: { home: [{ street: '1 Elm Street', city: 'Springfield', state: 'IL', zip: '62704' }] },
    })
    const homeowner = asHomeowner(service, String(body.uid))
    await homeowner.withdraw()
    expect((await homeowner.view()).step).toBe('withdrawn')
    const seen = await quotesCall(service.url, key, { uid: body.uid })
    expect(seen).toMatchObject({
      status: 200,
      body: { detail_status: 'withdrawn', offers: [], declines: [] },
    })
  })
})

test('the homeowner withdraws the authorization: recorded, the quoting is void, and only they can give it anew', async () => {
  const { uid, homeowner } = await quotedHomeowner(service, key)
  expect((await homeowner.withdrawConsent()).status).toBe('needs_more_info')
  const { step, questions, creditAuthorization, homes } = await homeowner.view()
  expect({ step, questions, given: creditAuthorization.given }).toEqual({
    step: 'answers',
    questions: [],
    given: false,
  })
  expect(homes[0]?.offers).toEqual([])
  expect((await homeowner.withdrawConsent()).status).toBe('needs_more_info')
  const { body: polled } = await quotesCall(service.url, key, { uid })
  expect(polled.response_summary).toContain('The homeowner withdrew their authorization')
  expect(polled.agent_instructions).toContainEqual(
    expect.stringContaining('Do not ask for the authorization'),
  )
  for (const more of [{}, { credit_check_authorized: false }])
    expect((await quotesCall(service.url, key, { uid, metadata: {}, ...more })).status).toBe(200)
  expect(await quotesCall(service.url, key, { uid, credit_check_authorized: true })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('only they can give it again: they sign in at http') },
  })
  const { version } = creditAuthorization
  await homeowner.answer({ patch: {}, credit_check_authorized: { version } })
  await homeowner.untilAt('offers')
  const consents = await query(
    service.databaseUrl,
    'select channel, withdrawn_by from consents left join consent_withdrawals using (consent_id) where uid = $1 order by given_at',
    [uid],
  )
  expect(consents).toEqual([
    { channel: 'operator_attestation', withdrawn_by: 'homeowner' },
    { channel: 'person', withdrawn_by: null },
  ])
})

test('a withdrawal while carriers are asked: what they answer is not published', async () => {
  const far = await startCarrier()
  onTestFinished(() => far.close())
  const later = answersLater()
  far.behaviour = later.behaviour
  const CARRIERS_FILE = carriersFile([{ id: 'far', url: far.url }])
  const asking = await serviceForThisTest({
    env: { RATE_LIMITS: 'off', DEMO_CARRIERS: 'off', CARRIERS_FILE },
  })
  const body = { intake: completeIntake(), credit_check_authorized: true }
  const uid = String((await quotesCall(asking.url, await getKey(asking.url, newEmail()), body)).body.uid)
  const homeowner = asHomeowner(asking, uid)
  await until(() => far.seen.length > 0)
  expect(await homeowner.view()).toMatchObject({ step: 'waiting', quoting: { asked: 1 } })
  await homeowner.withdrawConsent()
  later.tell()
  const jobs = "select from graphile_worker._private_jobs where payload->>'uid' = $1"
  await until(async () => (await query(asking.databaseUrl, jobs, [uid])).length === 0)
  expect((await homeowner.view()).step).toBe('answers')
  expect(await query(asking.databaseUrl, 'select from offers where uid = $1', [uid])).toEqual([])
})

test('expired offers cannot be chosen or signed for; new ones can be asked for', async () => {
  const moving = await serviceForThisTest({ env: { RATE_LIMITS: 'off' } })
  const operator = await getKey(moving.url, newEmail())
  const { homeowner } = await selectedHomeowner(moving, operator)
  const signature = await homeowner.signature()
  expect((await homeowner.renew()).status).toBe('selected')
  moving.pass(31 * DAY)
  const seen = await homeowner.view()
  expect(seen.offersExpired).toBe(true)
  expect(offersIn(seen).every(({ unavailable }) => unavailable === 'expired')).toBe(true)
  const [offer] = offersIn(seen)
  const expired = { status: 409, message: expect.stringContaining('has expired') }
  expect(await refusal(homeowner.select([String(offer?.offer_id)]))).toMatchObject(expired)
  expect(await refusal(homeowner.bind(signature))).toMatchObject(expired)
  expect((await homeowner.renew()).status).toBe('pending_quotes')
  await homeowner.untilAt('offers')
  await homeowner.selectBest()
  expect((await homeowner.view()).step).toBe('sign')
})
