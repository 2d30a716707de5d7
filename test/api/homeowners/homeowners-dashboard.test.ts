import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { offersReadyEmail } from '../../../src/agency/emails/offers-ready.ts'
import { queueEmail } from '../../../src/agency/emails/outbox.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import { correct } from '../../../src/products/homeowners/buying/correct.ts'
import type { HomeownersIntakeRecord } from '../../../src/products/homeowners/intake/intake.ts'
import { OFFERS_EMAILED } from '../../../src/products/homeowners/quoting/notify.ts'
import { query } from '../../support/database/database.ts'
import { type Answer, call } from '../../support/people/client.ts'
import { completeIntake, quotesCall } from '../../support/people/homeowner-applications.ts'
import {
  aHome,
  anIntake,
  changed,
  newOperator,
  type TestOperator,
} from '../../support/people/homeowner-intakes.ts'
import { until } from '../../support/runs/until.ts'
import { freePort } from '../../support/servers/free-port.ts'
import { serviceForThisTest, startTestService, type TestService } from '../../support/servers/service.ts'
import { startSmtp } from '../../support/servers/smtp.ts'

const SHARED = 'shared-key-of-the-environment'

type Row = Record<string, unknown> & { request_uid: string; home_index: number; status: string }
type Dashboard = {
  properties: Row[]
  property_count: number
  status_counts: Record<string, number>
  has_more: boolean
  next_cursor: string | null
}

let service: TestService
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off', SHARED_KEYS: SHARED } })
})
afterAll(() => service.stop())

const ask = (key: string | undefined, search = '', from = service): Promise<Answer> =>
  call(`${from.url}/api/agent/homeowners/dashboard${search}`, { ...(key !== undefined && { key }) })

const look = async (key: string, search = '', from = service): Promise<Dashboard> => {
  const { status, body } = await ask(key, search, from)
  expect(status).toBe(200)
  return body as Dashboard
}

/** As publishing the offers does it. */
const emailOffers = (from: TestService, { uid }: HomeownersIntakeRecord, to = 'home@example.com') =>
  queueEmail(from.app, offersReadyEmail(to, { firstName: 'Ann', link: from.url, referredBy: null }), {
    intake_uid: uid,
    purpose: 'offers_ready',
    then_job: OFFERS_EMAILED,
  })

const quoted = async (from: TestService, owner: string) => {
  const intake = await anIntake(from, { owner, applicant: { email: 'home@example.com' } })
  const pending = await changed(from, intake, { status: 'pending_quotes', submittedAt: new Date() })
  return changed(from, pending, { status: 'quoted' })
}

const statusOf = async (from: TestService, { key }: TestOperator, { uid }: { uid: string }) =>
  (await look(key, `?uid=${uid}`, from)).properties.map(({ status }) => status)

describe('a row', () => {
  test('tells where a request stands, and nothing of who asked', async () => {
    const { key, uid: owner } = await newOperator(service)
    const applicant = {
      full_name: 'Canary Name',
      email: 'canary.mail@example.com',
      phone_number: '2125550177',
      birthday: '1971-03-09',
    }
    const home = aHome({
      property_id: 'prop_1',
      street: '17 Canary Street',
      city: 'Albany',
      state: 'NY',
      zip: '12207',
      property_type: 'single_family',
      home_ownership: 'owned_primary',
      new_purchase: false,
      loans: [{ lender_name: 'Canary Bank', loan_number: 'canary-4711' }],
    })
    const intake = await anIntake(service, { owner, applicant, homes: [home] })
    const { text, body } = await ask(key)
    const loginUrl = expect.stringMatching(/^http.*\/portal\/login\?ref=/)
    expect(body).toEqual({
      generated_at: expect.any(String),
      operator_uid: owner,
      filters: { uid: null, property_id: null, status: null, stage: null, sandbox: null, metadata: null },
      property_count: 1,
      status_counts: { needs_more_info: 1, pending_quotes: 0, quoted: 0, quotes_published: 0 },
      properties: [
        {
          property_id: 'prop_1',
          request_uid: intake.uid,
          sandbox: false,
          metadata: {},
          home_index: 0,
          status: 'needs_more_info',
          detail_status: null,
          stage: 'application',
          waiting_on: 'operator',
          status_summary: expect.any(String),
          location: { city: 'Albany', state: 'NY', zip: '12207' },
          property_type: 'single_family',
          home_ownership: 'owned_primary',
          new_purchase: false,
          offers_published: false,
          fix_issues_email_available: true,
          homeowner_fix_issues_request_login_url: loginUrl,
          homeowner_quotes_request_login_url: null,
          submitted_at: null,
          updated_at: intake.updatedAt.toISOString(),
          inserted_at: intake.createdAt.toISOString(),
        },
      ],
      has_more: false,
      next_cursor: null,
    })
    expect(text).not.toMatch(/canary|2125550177|1971|missing_fields/i)
    const stored = await query(service.databaseUrl, 'select * from property_rows where uid = $1', [
      intake.uid,
    ])
    expect(JSON.stringify(stored)).not.toMatch(/canary|\b(2125550177|1971)\b/i)
  })

  test('stands for an intake without a home, then for each home, and goes with its home', async () => {
    const { key, uid: owner } = await newOperator(service)
    const intake = await anIntake(service, { owner })
    const [only] = (await look(key)).properties
    expect(only).toMatchObject({
      property_id: null,
      home_index: 0,
      location: { city: null, state: null, zip: null },
      fix_issues_email_available: false,
      homeowner_fix_issues_request_login_url: null,
    })
    const both = await changed(service, intake, { homes: [aHome({ zip: '12207' }), aHome({ zip: '94103' })] })
    const two = await look(key)
    expect(two.properties.map(({ home_index, location }) => [home_index, location])).toEqual([
      [1, expect.objectContaining({ zip: '94103' })],
      [0, expect.objectContaining({ zip: '12207' })],
    ])
    expect(two.properties[1]?.inserted_at).toBe(only?.inserted_at)
    expect(two.status_counts.needs_more_info).toBe(2)
    await changed(service, both, { homes: [aHome({ zip: '94103' })] })
    const one = await look(key)
    expect(one.properties.map(({ location }) => location)).toMatchObject([{ zip: '94103' }])
    expect(one.status_counts.needs_more_info).toBe(1)
  })

  test('of a sandbox request has its links but no email to offer', async () => {
    const { key, uid: owner } = await newOperator(service)
    await anIntake(service, { owner, sandbox: true, applicant: { email: 'a@example.com' } })
    expect((await look(key)).properties).toMatchObject([
      { fix_issues_email_available: false, homeowner_fix_issues_request_login_url: expect.any(String) },
    ])
  })

  test.each([
    ['quoted', 'quoted', true],
    ['selected', 'quoted', true],
    ['bound', 'quoted', true],
    ['withdrawn', 'quoted', false],
    ['expired', 'quoted', false],
  ] as const)('of an intake in %s is %s', async (state, status, offers_published) => {
    const { key, uid: owner } = await newOperator(service)
    const intake = await anIntake(service, { owner })
    const submittedAt = new Date()
    await changed(service, intake, { status: state, submittedAt })
    expect((await look(key)).properties).toMatchObject([
      {
        status,
        offers_published,
        submitted_at: submittedAt.toISOString(),
        homeowner_fix_issues_request_login_url: null,
        homeowner_quotes_request_login_url: expect.any(String),
      },
    ])
  })
})

describe('quotes_published', () => {
  test('is where a live request ends that was quoted over the API; a sandbox request stays quoted', async () => {
    const { key } = await newOperator(service)
    const submit = (sandbox: boolean) =>
      quotesCall(service.url, key, { intake: completeIntake(), credit_check_authorized: true, sandbox })
    const [live, rehearsal] = [await submit(false), await submit(true)]
    expect([live.status, rehearsal.status]).toEqual([202, 202])
    const rowBehind = async ({ headers }: Answer) =>
      (await call(String(headers.get('location')), { key })).body as Dashboard
    await until(async () => (await rowBehind(live)).properties[0]?.status === 'quotes_published')
    await until(async () => (await rowBehind(rehearsal)).properties[0]?.status === 'quoted')
    expect((await rowBehind(live)).properties).toMatchObject([
      { property_id: expect.stringMatching(/^prop_/), offers_published: true },
    ])
    expect((await look(key)).status_counts).toMatchObject({ quoted: 2, quotes_published: 1 })
    const real = await look(key, '?sandbox=false')
    expect(real.status_counts).toMatchObject({ quoted: 1, quotes_published: 1 })
    const rehearsed = await look(key, '?sandbox=true')
    expect(rehearsed.status_counts).toMatchObject({ quoted: 1, quotes_published: 0 })
  })

  test('comes with the email, lasts through a re-quote, and quoted matches it too', async () => {
    const operator = await newOperator(service)
    const intake = await quoted(service, operator.uid)
    expect(await statusOf(service, operator, intake)).toEqual(['quoted'])
    const silent = await quoted(service, operator.uid)
    await emailOffers(service, intake)
    await until(async () => (await statusOf(service, operator, intake))[0] === 'quotes_published')
    const uids = async (status: string) =>
      (await look(operator.key, `?status=${status}`)).properties.map(({ request_uid }) => request_uid)
    expect(await uids('quoted')).toEqual([silent.uid, intake.uid])
    expect(await uids('quotes_published')).toEqual([intake.uid])
    expect((await look(operator.key, '?status=quoted')).property_count).toBe(2)
    const again = await changed(service, intake, { status: 'pending_quotes' })
    expect(await statusOf(service, operator, intake)).toEqual(['pending_quotes'])
    await changed(service, again, { status: 'quoted', homes: [aHome(), aHome()] })
    expect(await statusOf(service, operator, intake)).toEqual(['quotes_published', 'quotes_published'])
  })

  test('comes with the link that staff send to a corrected address', async () => {
    const operator = await newOperator(service)
    const { uid } = await quoted(service, operator.uid)
    await transact(service.app, app =>
      correct(app, { uid, name: 'email', text: 'right@example.com', actor: 'staff' }),
    )
    await until(async () => (await statusOf(service, operator, { uid }))[0] === 'quotes_published')
  })

  test('waits until the mail server has the mail, and no longer', async () => {
    const smtp = await startSmtp(await freePort())
    smtp.behaviour.refuse = 450
    const own = await serviceForThisTest({ env: { RATE_LIMITS: 'off' } })
    const operator = await newOperator(own)
    const withMail = { ...own, app: { ...own.app, config: { ...own.app.config, smtpUrl: smtp.url } } }
    const intake = await quoted(own, operator.uid)
    await emailOffers(withMail, intake)
    const { sendEmail } = await import('../../../src/agency/emails/send-job.ts')
    const send = async () => {
      const [row] = await query<{ email_id: string }>(
        own.databaseUrl,
        'select email_id from emails where intake_uid = $1',
        [intake.uid],
      )
      const run = { attempt: 1, lastAttempt: false, signal: new AbortController().signal }
      await sendEmail.run(withMail.app, { email_id: row?.email_id ?? '' }, run)
    }
    await expect(send()).rejects.toThrow()
    expect(await statusOf(own, operator, intake)).toEqual(['quoted'])
    smtp.behaviour.refuse = 0
    await send()
    await until(async () => (await statusOf(own, operator, intake))[0] === 'quotes_published')
    expect(smtp.emails).toHaveLength(1)
    await smtp.close()
  })

  test('is not missed when the email goes out during a re-quote', async () => {
    const operator = await newOperator(service)
    const intakes = await Promise.all(Array.from({ length: 8 }, () => quoted(service, operator.uid)))
    const requote = async (intake: HomeownersIntakeRecord) => {
      let now = intake
      for (let round = 0; round < 5; round++) {
        now = await changed(service, now, { status: 'pending_quotes' })
        now = await changed(service, now, { status: 'quoted' })
      }
    }
    await Promise.all(
      intakes.flatMap(intake => [requote(intake), emailOffers(service, intake, `${intake.uid}@example.com`)]),
    )
    await until(async () => (await look(operator.key)).status_counts.quotes_published === 8)
  })
})

describe('filters and pages', () => {
  let operator: TestOperator
  let intakes: HomeownersIntakeRecord[]
  beforeAll(async () => {
    operator = await newOperator(service)
    intakes = []
    for (let at = 0; at < 30; at++) {
      const property_id = `prop_${at % 3}`
      const intake = await anIntake(service, { owner: operator.uid, homes: [aHome({ property_id })] })
      intakes.push(at % 2 ? await changed(service, intake, { status: 'pending_quotes' }) : intake)
    }
  })

  test('25 rows by default, newest first, and a cursor to the rest', async () => {
    const first = await look(operator.key)
    expect(first.properties).toHaveLength(25)
    expect(first).toMatchObject({ property_count: 30, has_more: true })
    const rest = await look(operator.key, `?cursor=${first.next_cursor}`)
    expect(rest).toMatchObject({ property_count: 30, has_more: false, next_cursor: null })
    const uids = [...first.properties, ...rest.properties].map(({ request_uid }) => request_uid)
    expect(uids).toEqual(intakes.map(({ uid }) => uid).toReversed())
  })

  test('by uid, property and status, alone and together; the counters ignore them', async () => {
    const status_counts = { needs_more_info: 15, pending_quotes: 15, quoted: 0, quotes_published: 0 }
    const uid = intakes[7]?.uid
    for (const [search, property_count] of [
      [`?uid=${uid}`, 1],
      [`?uid=${uid}&status=pending_quotes`, 1],
      [`?uid=${uid}&status=needs_more_info`, 0],
      ['?property_id=prop_1', 10],
      ['?property_id=prop_1&status=pending_quotes', 5],
      ['?status=pending_quotes', 15],
      ['?status=quotes_published', 0],
      ['?uid=hom_nobody', 0],
      ['?property_id=prop_nobody', 0],
    ] as const) {
      const found = await look(operator.key, search)
      expect(found).toMatchObject({ status_counts, property_count })
      expect(found.properties).toHaveLength(property_count)
    }
  })

  test("another operator's uid and property look like ones that never were", async () => {
    const stranger = await newOperator(service)
    for (const search of [`?uid=${intakes[0]?.uid}`, '?property_id=prop_1', '']) {
      const found = await look(stranger.key, search)
      expect(found).toMatchObject({ properties: [], property_count: 0, has_more: false })
      expect(Object.values(found.status_counts)).toEqual([0, 0, 0, 0])
    }
  })

  test.each([
    ['?limit=0', 'limit'],
    ['?limit=101', 'limit'],
    ['?limit=2.5', 'limit'],
    ['?limit=many', 'limit'],
    ['?limit=', 'limit'],
    ['?status=bound', 'status'],
    ['?uid=', 'uid'],
    ['?uid=%00', 'uid'],
    ['?uid=a&uid=b', 'uid'],
    [`?property_id=${'x'.repeat(101)}`, 'property_id'],
    ['?operator_uid=opr_x', 'operator_uid'],
    ['?cursor=', 'cursor'],
    ['?cursor=abc', 'cursor'],
    ['?cursor=%F0%9F%92%A9', 'cursor'],
  ])('%s is 400 and names the parameter', async (search, path) => {
    const { status, body } = await ask(operator.key, search)
    expect(status).toBe(400)
    expect(body).toMatchObject({ error: 'invalid_request', fields: [{ path }] })
  })

  test('a cursor is good for its operator and filters only, and for any limit', async () => {
    const { next_cursor } = await look(operator.key, '?limit=2&status=pending_quotes')
    const cursor = String(next_cursor)
    const stranger = await newOperator(service)
    const statusFor = async (key: string, search: string) => (await ask(key, search)).status
    expect(await statusFor(operator.key, `?status=pending_quotes&limit=7&cursor=${cursor}`)).toBe(200)
    expect(await statusFor(operator.key, `?cursor=${cursor}`)).toBe(400)
    expect(await statusFor(operator.key, `?status=quoted&cursor=${cursor}`)).toBe(400)
    expect(await statusFor(operator.key, `?status=pending_quotes&uid=x&cursor=${cursor}`)).toBe(400)
    expect(await statusFor(stranger.key, `?status=pending_quotes&cursor=${cursor}`)).toBe(400)
    for (let at = 0; at < cursor.length; at++) {
      const other = cursor[at] === 'A' ? 'B' : 'A'
      const forged = cursor.slice(0, at) + other + cursor.slice(at + 1)
      expect(await statusFor(operator.key, `?status=pending_quotes&cursor=${forged}`)).toBe(400)
    }
    expect(await statusFor(operator.key, `?status=pending_quotes&cursor=${cursor}!`)).toBe(400)
  })
})

describe('who may look', () => {
  test('no key is 401, a shared key 403, before the filters are read', async () => {
    expect(await ask(undefined, '?limit=x')).toMatchObject({ status: 401, body: { error: 'unauthorized' } })
    expect(await ask('nonsense', '?limit=x')).toMatchObject({ status: 401 })
    expect(await ask(SHARED, '?limit=x')).toMatchObject({ status: 403, body: { error: 'forbidden' } })
  })

  test('it is limited like every call of an operator, and other methods are 405', async () => {
    const { key } = await newOperator(service)
    for (const known of [key, SHARED])
      expect((await ask(known)).headers.get('ratelimit-policy')).toBe('600;w=60')
    const posted = await call(`${service.url}/api/agent/homeowners/dashboard`, { key, body: {} })
    expect(posted.status).toBe(405)
  })
})

test('the counters are exact after random changes, side by side', async () => {
  const operator = await newOperator(service)
  const pick = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T
  const states = ['needs_more_info', 'pending_quotes', 'quoted', 'bound', 'withdrawn'] as const
  const live = async () => {
    let intake = await anIntake(service, { owner: operator.uid })
    for (let step = 0; step < 8; step++) {
      if (Math.random() < 0.1) await emailOffers(service, intake)
      const homes = Array.from({ length: Math.floor(Math.random() * 4) }, () => aHome())
      intake = await changed(service, intake, { status: pick(states), homes })
    }
    return Math.max(1, intake.application.homes.length)
  }
  const homes = await Promise.all(Array.from({ length: 20 }, live))
  await until(async () => {
    const waiting = await query(service.databaseUrl, 'select from graphile_worker.jobs')
    return waiting.length === 0
  })
  const { status_counts, property_count } = await look(operator.key)
  const counted = await query<{ status: string; count: number }>(
    service.databaseUrl,
    'select status, count(*)::int as count from property_rows where owner = $1 group by status',
    [operator.uid],
  )
  const zero = { needs_more_info: 0, pending_quotes: 0, quoted: 0, quotes_published: 0 }
  const rows = { ...zero, ...Object.fromEntries(counted.map(({ status, count }) => [status, count])) }
  expect(status_counts).toEqual({ ...rows, quoted: rows.quoted + rows.quotes_published })
  expect(property_count).toBe(homes.reduce((sum, count) => sum + count, 0))
})

const countedIn = async (owner: string) => {
  const rows = await query<{ status: string; count: number }>(
    service.databaseUrl,
    'select status, count(*)::int as count from property_rows where owner = $1 group by status',
    [owner],
  )
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

test('the counters are exact after calls that keep the homes, add some, and keep them again', async () => {
  const { key, uid: owner } = await newOperator(service)
  const { body } = await quotesCall(service.url, key, { intake: completeIntake({ roof_date: null }) })
  const after = async (...home: object[]) => {
    const answer = await quotesCall(service.url, key, { uid: body.uid, intake: { home } })
    expect(answer.status).toBe(200)
    const { properties, status_counts } = await look(key)
    expect(status_counts).toMatchObject(await countedIn(owner))
    return properties.map(({ location }) => location).reverse()
  }
  expect(await after({ zip: '62702' })).toMatchObject([{ zip: '62702' }])
  expect(await after({}, { zip: '62703' })).toMatchObject([{ zip: '62702' }, { zip: '62703' }])
  expect(await after({ zip: '62704' }, { city: 'Chatham' })).toMatchObject([
    { zip: '62704' },
    { zip: '62703', city: 'Chatham' },
  ])
  expect(await countedIn(owner)).toEqual({ needs_more_info: 2 })
})

test('the counters are exact after statements that change many rows, or the owner of one', async () => {
  const [operator, other] = [await newOperator(service), await newOperator(service)]
  const homes = Array.from({ length: 3 }, () => aHome())
  const [{ uid }, { uid: kept }] = [
    await anIntake(service, { owner: operator.uid, homes }),
    await anIntake(service, { owner: operator.uid }),
  ]
  const counted = async (of: TestOperator) =>
    Object.fromEntries(Object.entries((await look(of.key)).status_counts).filter(([, count]) => count > 0))
  const run = async (statement: string, ...values: string[]) => {
    await query(service.databaseUrl, statement, values)
    for (const of of [operator, other]) expect(await counted(of)).toEqual(await countedIn(of.uid))
  }
  await run(`update property_rows set status = 'quoted' where uid = $1`, uid)
  await run(`update property_rows set status = 'pending_quotes' where uid = $1 and home_index = 0`, uid)
  await run(`update property_rows set city = 'Springfield'`)
  await run('update property_rows set owner = $1 where uid = $2', other.uid, kept)
  await run('delete from property_rows where uid = $1 and home_index = 2', uid)
  await run('delete from property_rows where uid = $1', 'hom_nobody')
  expect(await counted(operator)).toEqual({ quoted: 1, pending_quotes: 1 })
  expect(await counted(other)).toEqual({ needs_more_info: 1 })
  const { entered } = await query<{ entered: number }>(
    service.databaseUrl,
    'select sum(quoted)::int as entered from property_days where owner = $1',
    [operator.uid],
  ).then(([row = { entered: 0 }]) => row)
  expect(entered).toBe(3)
})

test('1,000 rows, paged through while rows are added: none twice, none missing', async () => {
  const operator = await newOperator(service)
  const homes = Array.from({ length: 4 }, () => aHome())
  const add = async (count: number): Promise<string[]> => {
    const names: string[] = []
    const lane = async () => {
      for (let at = 0; at < count / 10; at++) {
        const { uid } = await anIntake(service, { owner: operator.uid, homes })
        names.push(...homes.map((_, index) => `${uid}/${index}`))
      }
    }
    await Promise.all(Array.from({ length: 10 }, lane))
    return names
  }
  const before = await add(250)
  const meanwhile = add(50)
  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Dashboard = await look(operator.key, `?limit=50${cursor && `&cursor=${cursor}`}`)
    seen.push(...page.properties.map(({ request_uid, home_index }) => `${request_uid}/${home_index}`))
    cursor = page.next_cursor
  }
  await meanwhile
  const shown = new Set(seen)
  expect(shown.size).toBe(seen.length)
  expect(before).toHaveLength(1_000)
  expect(before.filter(name => !shown.has(name))).toEqual([])
  expect((await look(operator.key)).status_counts.needs_more_info).toBe(1_200)
})
