import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transact } from '../../src/platform/db/transact.ts'
import { DAY } from '../../src/platform/lib/clock.ts'
import { findGivenConsent } from '../../src/products/line/record/consent.ts'
import { noteOnIntake } from '../../src/products/line/record/intakes.ts'
import { query } from '../support/database/database.ts'
import { sealAsService } from '../support/database/seals.ts'
import { type Answer, call, getKey, mailbox, newEmail } from '../support/people/client.ts'
import { completeIntake, quotesCall, untilQuoted } from '../support/people/homeowner-applications.ts'
import { until } from '../support/runs/until.ts'
import { runBindery } from '../support/servers/command.ts'
import {
  SECRET_KEY,
  serviceForThisTest,
  startTestService,
  type TestService,
} from '../support/servers/service.ts'

type Offer = {
  annual_price: number
  recommended: boolean
  rank: number
  carrier: string
  is_estimate: boolean
}

describe('a homeowners intake, row by row of the specification', () => {
  let service: TestService
  let key: string
  beforeAll(async () => {
    service = await startTestService({
      env: { RATE_LIMITS: 'off', SHARED_KEYS: 'a-shared-key-for-homeowners' },
    })
    key = await getKey(service.url, newEmail())
  })
  afterAll(() => service.stop())
  const quotes = (body: unknown, headers?: Record<string, string>) =>
    quotesCall(service.url, key, body, headers)

  test('(none) → created: a uid, 200, and what is missing', async () => {
    const { status, body } = await quotes({
      intake: { full_name: 'Ada', home: [{ state: 'Illinois', zip: '62704' }] },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      uid: expect.stringMatching(/^hom_/),
      status: 'needs_more_info',
      sandbox: false,
      known_summary: { applicant: { full_name: 'Ada' }, homes: [{ state: 'IL', property_id: null }] },
      unrecognized_fields: [],
    })
    const missing = body.missing_fields as string[]
    expect(missing).toEqual(
      expect.arrayContaining(['email', 'birthday', 'home[0].street', 'home[0].roof_date']),
    )
    expect(missing.at(-1)).toBe('credit_check_authorized')
    expect(missing).not.toContain('home[0].policy_expire')
  })

  test('needs_more_info → needs_more_info: more fields, fewer missing, the same uid', async () => {
    const first = await quotes({ intake: { email: newEmail() } })
    const second = await quotes({ uid: first.body.uid, intake: { full_name: 'Ada' } })
    expect(second.body.uid).toBe(first.body.uid)
    expect(first.body.missing_fields).toContain('full_name')
    expect(second.body.missing_fields).not.toContain('full_name')
    expect(second.body.homeowner_fix_issues_request_login_url).toContain('/portal/login?ref=')
  })

  test('only the authorization is missing, then it is sent: 202, Location and Retry-After, and offers at the end', async () => {
    const complete = await quotes({ intake: completeIntake() })
    expect(complete.body.missing_fields).toEqual(['credit_check_authorized'])
    const submitted = await quotes({ uid: complete.body.uid, credit_check_authorized: true })
    expect(submitted.status).toBe(202)
    expect(submitted.body.status).toBe('pending_quotes')
    expect(submitted.headers.get('location')).toBe(submitted.body.status_url)
    expect(Number(submitted.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    const { body } = await untilQuoted(service.url, key, complete.body.uid)
    const offers = body.offers as Offer[]
    expect(offers.length).toBeGreaterThanOrEqual(3)
    expect(offers.filter(({ recommended }) => recommended)).toHaveLength(1)
    expect(offers.map(({ rank }) => rank)).toEqual(offers.map((_, at) => at + 1))
    expect(body.homeowner_quotes_request_login_url).toContain('/portal/login?ref=')
  })

  test('a complete first call with the authorization is submitted at once, and the homeowner is emailed once', async () => {
    const intake = completeIntake()
    const { status, body } = await quotes({ intake, credit_check_authorized: true })
    expect(status).toBe(202)
    await untilQuoted(service.url, key, body.uid)
    const emails = await mailbox(service.url, intake.email)
    expect(emails.map(({ subject }) => subject)).toEqual(['Your home insurance quotes are ready'])
    expect(emails[0]?.links[0]).toContain('/portal/login?ref=')
    expect(emails[0]?.text.match(/Nothing is due to us/g)).toHaveLength(1)
  })

  test('a changed rated value quotes again and says what moved the price', async () => {
    const { body } = await quotes({ intake: completeIntake(), credit_check_authorized: true })
    const before = (await untilQuoted(service.url, key, body.uid)).body.offers as Offer[]
    const changed = await quotes({ uid: body.uid, intake: { home: [{ roof_date: '2005' }] } })
    expect(changed).toMatchObject({ status: 202, body: { status: 'pending_quotes' } })
    const after = (await untilQuoted(service.url, key, body.uid)).body
    expect(after.price_change).toMatchObject({
      from: expect.any(Number),
      to: expect.any(Number),
      because: expect.any(Array),
    })
    expect((after.offers as Offer[]).map(({ annual_price }) => annual_price)).not.toEqual(
      before.map(({ annual_price }) => annual_price),
    )
  })

  test('a changed address needs a fresh authorization', async () => {
    const { body } = await quotes({ intake: completeIntake(), credit_check_authorized: true })
    await untilQuoted(service.url, key, body.uid)
    const moved = await quotes({ uid: body.uid, intake: { home: [{ street: '1 Other Road' }] } })
    expect(moved).toMatchObject({
      status: 200,
      body: { status: 'needs_more_info', missing_fields: ['credit_check_authorized'] },
    })
    expect((await quotes({ uid: body.uid, credit_check_authorized: true })).status).toBe(202)
    await untilQuoted(service.url, key, body.uid)
  })

  test('a No that comes too early to be an answer is said to be unrecorded; later it is recorded', async () => {
    const records = (answer: Awaited<ReturnType<typeof quotes>>) =>
      !String(answer.body.agent_instructions).includes(
        'credit_check_authorized: false in this call records nothing',
      )
    const no = { credit_check_authorized: false }
    const first = await quotes({ intake: completeIntake({ roof_date: undefined }), ...no })
    const { uid } = first.body
    expect(records(first)).toBe(false)
    expect(records(await quotes({ uid, ...no }))).toBe(false)
    const complete = await quotes({ uid, intake: { home: [{ roof_date: '2018-06-01' }] } })
    expect(complete.body).toMatchObject({ missing_fields: ['credit_check_authorized'] })
    expect(records(complete)).toBe(true)
    const said = await quotes({ uid, ...no })
    expect(records(said)).toBe(true)
    expect(said.body.response_summary).toBe('The homeowner’s No to a soft credit check was recorded.')
  })

  test('the authorization is evidence: words, version, who, when, from where; a withdrawal is added, and takes the intake back', async () => {
    const { body } = await quotes({ intake: completeIntake(), credit_check_authorized: true })
    await untilQuoted(service.url, key, body.uid)
    const withdrawn = await quotes({ uid: body.uid, credit_check_authorized: false })
    expect(withdrawn.body).toMatchObject({
      status: 'needs_more_info',
      missing_fields: ['credit_check_authorized'],
      response_summary: 'The homeowner’s No to a soft credit check was recorded. Earlier quotes are void.',
      agent_instructions: [expect.stringContaining('Do not ask for the authorization again now.')],
    })
    const again = await quotes({ uid: body.uid, credit_check_authorized: false })
    expect(again.body.response_summary).toBe(withdrawn.body.response_summary)
    const rows = await query<{ consent_id: string }>(
      service.databaseUrl,
      'select consent_id from consents join consent_withdrawals using (consent_id) where uid = $1',
      [body.uid],
    )
    const given = await Promise.all(rows.map(({ consent_id }) => findGivenConsent(service.app, consent_id)))
    expect(given).toMatchObject([
      {
        channel: 'operator_attestation',
        purpose: 'homeowners_soft_credit_check',
        words: expect.stringContaining('soft credit check'),
        address: '127.0.0.1',
      },
    ])
  })

  test('credit is not offered to carriers in California, and its use elsewhere is on record', async () => {
    const uses = async (uid: unknown) =>
      query(service.databaseUrl, 'select used_for from consent_uses where used_for like $1', [`${uid}/%`])
    const illinois = await quotes({ intake: completeIntake(), credit_check_authorized: true })
    const california = await quotes({
      intake: completeIntake({ city: 'Fresno', state: 'CA', zip: '93704' }),
      credit_check_authorized: true,
    })
    await untilQuoted(service.url, key, illinois.body.uid)
    await untilQuoted(service.url, key, california.body.uid)
    expect((await uses(illinois.body.uid)).length).toBeGreaterThan(0)
    expect(await uses(california.body.uid)).toEqual([])
  })

  test('what rests on a credit report is not told to the operator', async () => {
    const { body } = await quotes({ intake: completeIntake(), credit_check_authorized: true })
    await untilQuoted(service.url, key, body.uid)
    await query(
      service.databaseUrl,
      `update offers set offer = jsonb_set(offer, '{price_factors,99}', '{"factor":"credit_score","label":"CANARY","effect":1.4}') where uid = $1`,
      [body.uid],
    )
    await query(
      service.databaseUrl,
      `insert into carrier_answers select uid, revision, item, 'bureau', '{"kind":"decline","reason_code":"credit_history","reason":"CANARY"}', answered_at
       from carrier_answers where uid = $1 limit 1`,
      [body.uid],
    )
    await sealAsService(service.databaseUrl, 'offers')
    await sealAsService(service.databaseUrl, 'carrier_answers')
    // What is written past the service shows once something happens to the intake.
    await transact(service.app, inside =>
      noteOnIntake(inside, String(body.uid), { actor: 'a test', event: 'edited', facts: {} }),
    )
    const seen = await quotes({ uid: body.uid })
    expect(seen.text).not.toContain('CANARY')
    expect(seen.body.declines).toContainEqual(expect.objectContaining({ reason_code: 'told_to_homeowner' }))
  })

  test('estimates: an unconfirmed rated value makes the offers estimates until it is confirmed', async () => {
    const estimate = { field: 'roof_date', source: 'public_records', confidence: 'medium' }
    const { body } = await quotes({
      intake: completeIntake({ field_estimates: [estimate] }),
      credit_check_authorized: true,
    })
    const offers = (await untilQuoted(service.url, key, body.uid)).body.offers as Offer[]
    expect(offers.every(({ is_estimate }) => is_estimate)).toBe(true)
  })

  test('in the sandbox mocked carriers answer by the documented inputs, and nothing is emailed', async () => {
    const offersFor = async (home_sqft: number) => {
      const intake = completeIntake({ home_sqft })
      const { body } = await quotes({ intake, credit_check_authorized: true, sandbox: true })
      expect(body.sandbox).toBe(true)
      const quoted = (await untilQuoted(service.url, key, body.uid)).body
      expect(await mailbox(service.url, intake.email)).toEqual([])
      return {
        offers: (quoted.offers as Offer[]).map(({ carrier }) => carrier),
        declines: quoted.declines as unknown[],
        quoted,
      }
    }
    const all = await offersFor(1800)
    expect(all.offers.every(carrier => carrier.includes('(sandbox)'))).toBe(true)
    expect(all.declines).toEqual([])
    expect((await offersFor(1111)).declines).toHaveLength(1)
    const none = await offersFor(2222)
    expect(none.offers).toEqual([])
    expect(none.quoted.response_summary).toContain('No carrier made an offer')
  })

  test('a live intake never gets a sandbox answer', async () => {
    const { body } = await quotes({
      intake: completeIntake({ home_sqft: 2222 }),
      credit_check_authorized: true,
    })
    const offers = (await untilQuoted(service.url, key, body.uid)).body.offers as Offer[]
    expect(offers.length).toBeGreaterThan(0)
    expect(offers.some(({ carrier }) => carrier.includes('sandbox'))).toBe(false)
  })

  const asked = async (home_sqft: number) => {
    const intake = completeIntake({ home_sqft })
    return (await quotes({ intake, credit_check_authorized: true, sandbox: true })).body.uid
  }

  /** On a busy machine a poll may come after the last carrier’s answer. Then another application is polled. */
  const held = (home_sqft: number, prefer: string) =>
    until(async () => {
      const uid = await asked(home_sqft)
      const answer = await quotes({ uid }, { prefer })
      return answer.headers.has('preference-applied') ? { uid, answer } : null
    }) as Promise<{ uid: unknown; answer: Answer }>

  test('Prefer: wait holds a poll until the offers are there, and says so', async () => {
    const { uid, answer } = await held(3301, 'wait=20')
    expect(answer.body.status).toBe('quoted')
    expect(answer.headers.get('preference-applied')).toBe('wait=20')
    const answered = await quotes({ uid }, { prefer: 'wait=20' })
    expect(answered.headers.get('preference-applied')).toBeNull()
  })

  test('Prefer: wait holds a poll for 25 seconds at most', async () => {
    const { answer } = await held(3303, 'respond-async, wait=3600')
    expect(answer.headers.get('preference-applied')).toBe('wait=25')
  })

  test('while carriers are asked, a poll tells how many have answered', async () => {
    let uid = await asked(3302)
    const seen = await until(async () => {
      const { body, headers } = await quotes({ uid })
      if (body.status === 'quoted') uid = await asked(3302)
      const quoting = (body.quoting ?? {}) as { asked?: number; answered?: number }
      return quoting.answered === 4 ? { asked: quoting.asked, retryAfter: headers.get('retry-after') } : null
    })
    expect(seen).toEqual({ asked: 5, retryAfter: '2' })
    await untilQuoted(service.url, key, uid)
  })

  test('sandbox cannot be changed later', async () => {
    const { body } = await quotes({ intake: { email: newEmail() }, sandbox: true })
    expect((await quotes({ uid: body.uid, sandbox: true })).status).toBe(200)
    expect((await quotes({ uid: body.uid, sandbox: false })).body.fields).toMatchObject([{ path: 'sandbox' }])
  })

  test.each([
    [{}, 'intake'],
    [{ intake: {} }, 'intake'],
    [{ intake: { home: null } }, 'intake.home'],
    [{ intake: { age: 44 } }, 'intake.age'],
    [{ intake: { home: [{ state: 'IL', zip: '94110' }] } }, 'intake.home[0].zip'],
    [{ intake: { home: [{ home_ownership: 'rental' }] } }, 'intake.home[0].home_ownership'],
    [{ intake: { home: [{ roof_type: 'slat' }] } }, 'intake.home[0].roof_type'],
    [{ intake: { ssn: '123-45-6789' } }, 'intake.ssn'],
    [
      { credit_check_authorized: true, intake: { credit_check_authorized: false, full_name: 'A' } },
      'credit_check_authorized',
    ],
    [{ intake: { full_name: 'A' }, status: 'quoted' }, 'status'],
    [{ intake: { full_name: 'A' }, offers: [] }, 'offers'],
  ])('refuses %j with 400 and names %s', async (body, path) => {
    const answer = await quotes(body)
    expect(answer.status).toBe(400)
    const fields = answer.body.fields as { path: string }[]
    expect(fields.map(field => field.path)).toContain(path)
    expect(answer.text).not.toContain('123-45-6789')
  })

  test('keeps what it does not know, and names it', async () => {
    const { body } = await quotes({
      intake: { full_name: 'Ada', favourite_colour: 'green', home: [{ roof_tpye: 'metal' }] },
    })
    expect(body.unrecognized_fields).toEqual(['favourite_colour', 'home[0].roof_tpye'])
  })

  test('tenants: another operator, a stranger’s uid and a shared key get nothing, and change nothing', async () => {
    const { body } = await quotes({ intake: completeIntake() })
    const other = await getKey(service.url, newEmail())
    const attempts = [
      { uid: body.uid },
      { uid: body.uid, credit_check_authorized: true },
      { uid: body.uid, intake: { full_name: 'Eve' } },
    ]
    for (const attempt of attempts) {
      const theirs = await quotesCall(service.url, other, attempt)
      const nobodys = await quotesCall(service.url, other, { ...attempt, uid: 'hom_doesnotexist' })
      expect(theirs.status).toBe(404)
      expect({ ...theirs.body, request_id: '' }).toEqual({ ...nobodys.body, request_id: '' })
      expect((await quotesCall(service.url, 'a-shared-key-for-homeowners', attempt)).status).toBe(403)
    }
    expect((await quotes({ uid: body.uid })).body).toEqual(body)
  })

  test('of twenty parallel submissions one submits, and the homeowner is emailed once', async () => {
    const intake = completeIntake()
    const { body } = await quotes({ intake })
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => quotes({ uid: body.uid, credit_check_authorized: true })),
    )
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1)
    expect(answers.every(({ status }) => [200, 202, 503].includes(status))).toBe(true)
    await untilQuoted(service.url, key, body.uid)
    expect(await mailbox(service.url, intake.email)).toHaveLength(1)
    const consents = await query(service.databaseUrl, 'select from consents where uid = $1', [body.uid])
    expect(consents).toHaveLength(1)
  })

  test('a lost answer is replayed: one intake, one consent', async () => {
    const headers = { 'idempotency-key': 'create-once' }
    const request = { intake: completeIntake(), credit_check_authorized: true }
    const [first, again] = [await quotes(request, headers), await quotes(request, headers)]
    expect(again.text).toBe(first.text)
    expect(again.status).toBe(202)
    expect(again.headers.get('location')).toBe(first.headers.get('location'))
    expect(again.headers.get('idempotency-replayed')).toBe('true')
  })

  test('nothing personal stands in the database in the clear', async () => {
    const intake = completeIntake({}, { full_name: 'Canary McCanaryface', birthday: '1971-07-17' })
    const { body } = await quotes({ intake, credit_check_authorized: true })
    await untilQuoted(service.url, key, body.uid)
    for (const table of ['intakes', 'audit_entries', 'consents', 'carrier_answers', 'offers', 'properties']) {
      const rows = JSON.stringify(await query(service.databaseUrl, `select * from ${table}`))
      for (const secret of ['Canary', '1971-07-17', 'Elm Street', intake.email])
        expect(rows).not.toContain(secret)
    }
    expect(service.log.join('')).not.toContain('Canary')
  })

  test('every change is in the audit chain, and bindery audit verify finds it whole, then finds an edit', async () => {
    const { body } = await quotes({ intake: completeIntake(), credit_check_authorized: true })
    await untilQuoted(service.url, key, body.uid)
    const events = await query<{ event: string }>(
      service.databaseUrl,
      'select event from audit_entries where uid = $1 order by seq',
      [body.uid],
    )
    expect(events.map(({ event }) => event)).toEqual(['created', 'consent_given', 'submit', 'offers_arrived'])
    const env = { DATABASE_URL: service.databaseUrl, SECRET_KEY }
    expect(await runBindery(['audit', 'verify'], env)).toMatchObject({
      code: 0,
      output: expect.stringContaining('0 broken'),
    })
    await query(service.databaseUrl, "update audit_entries set actor = 'opr_x' where uid = $1 and seq = 2", [
      body.uid,
    ])
    expect(await runBindery(['audit', 'verify'], env)).toMatchObject({
      code: 1,
      output: expect.stringContaining('entry 2 was changed'),
    })
  })
})

test('offers that expired after 30 days are asked for again by a poll', async () => {
  const service = await serviceForThisTest({ env: { RATE_LIMITS: 'off' } })
  const key = await getKey(service.url, newEmail())
  const { body } = await quotesCall(service.url, key, {
    intake: completeIntake(),
    credit_check_authorized: true,
  })
  await untilQuoted(service.url, key, body.uid)
  service.pass(29 * DAY)
  expect((await quotesCall(service.url, key, { uid: body.uid })).status).toBe(200)
  service.pass(2 * DAY)
  expect((await quotesCall(service.url, key, { uid: body.uid })).status).toBe(202)
  await untilQuoted(service.url, key, body.uid)
})

test('the links in answers and emails lead to a page', async () => {
  const service = await serviceForThisTest({ work: false })
  const key = await getKey(service.url, newEmail())
  const { body } = await quotesCall(service.url, key, { intake: { email: newEmail() } })
  const page = await call(String(body.homeowner_fix_issues_request_login_url))
  expect(page.status).toBe(200)
})
