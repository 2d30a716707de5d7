import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Decline } from '../../../src/agency/carriers/contract/answers.ts'
import { exchangeRecorder } from '../../../src/agency/carriers/endpoint/exchange-record.ts'
import { emailsInFull, queueEmail } from '../../../src/agency/emails/outbox.ts'
import { legalNoticesOf } from '../../../src/agency/emails/rules/legal-notices.ts'
import type { EmailPurpose } from '../../../src/agency/emails/rules/limits.ts'
import { listOrderRows } from '../../../src/agency/policies/order-store.ts'
import { policiesOf } from '../../../src/agency/policies/policies.ts'
import { askToResume } from '../../../src/doors/consumer/resume.ts'
import { liftHold } from '../../../src/platform/audit/hold-store.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import { DAY, MINUTE } from '../../../src/platform/lib/clock.ts'
import { plusDays, plusYears } from '../../../src/platform/values/calendar.ts'
import { eraseOverdue } from '../../../src/products/erase-job.ts'
import { requestSignIn } from '../../../src/products/homeowners/portal/sign-in.ts'
import { endPolicy } from '../../../src/products/line/aftersale/end-policy.ts'
import { insertQuestions } from '../../../src/products/line/offers/question-store.ts'
import { keepReply } from '../../../src/products/line/offers/replies.ts'
import { withdrawDelivery } from '../../../src/products/line/record/delivery.ts'
import { notesOf } from '../../../src/products/line/record/notes.ts'
import { findIntakeRow } from '../../../src/products/line/record/store.ts'
import { lines } from '../../../src/products/lines.ts'
import { purge } from '../../../src/purge-job.ts'
import { dumpOf, readableIn } from '../../support/database/canaries.ts'
import { wholeChain } from '../../support/database/chain.ts'
import { query } from '../../support/database/database.ts'
import { call, getKey, newEmail } from '../../support/people/client.ts'
import { STAFF, signIn } from '../../support/people/desk.ts'
import { completeIntake, quotesCall } from '../../support/people/homeowner-applications.ts'
import { quotedHomeowner, selectedHomeowner } from '../../support/people/homeowner-in-portal.ts'
import { proveByEmail, startShopping } from '../../support/people/shopper.ts'
import {
  completeHousehold,
  readyToFinalize,
  umbrellaCall,
  untilStatus,
} from '../../support/people/umbrella-applications.ts'
import { runJob } from '../../support/runs/run-job.ts'
import { until } from '../../support/runs/until.ts'
import { freePort } from '../../support/servers/free-port.ts'
import { serviceForThisTest, startTestService, type TestService } from '../../support/servers/service.ts'
import { startSmtp } from '../../support/servers/smtp.ts'

const env = { RATE_LIMITS: 'off', STAFF_EMAILS: STAFF }

/** For tests in which some months pass. Years would make its people too old, so those tests start their own. */
let service: TestService
beforeAll(async () => {
  service = await startTestService({ env })
})
afterAll(() => service.stop())

const started = () => serviceForThisTest({ env })
const pass = async (service: TestService, days: number) => {
  service.pass(days * DAY)
  await runJob(service, eraseOverdue)
}

const kept = async ({ app, databaseUrl }: TestService, uid: string) => {
  const line = uid.startsWith('hom') ? 'homeowners' : 'umbrella'
  const row = await findIntakeRow(app.db, { uid, line })
  if (!row) throw new Error(`${uid} is gone`)
  const count = async (table: string) =>
    (await query(databaseUrl, `select from ${table} where uid = $1`, [uid])).length
  const entries = await wholeChain({ app }, uid)
  return {
    status: row.status,
    erased: row.erased_at !== null,
    email: row.email_mac !== null,
    application: app.sealer.open(`intakes/${uid}`, row.application),
    offers: (await count('offers')) + (await count('carrier_answers')),
    consents: await count('consents'),
    last: entries.at(-1)?.event,
  }
}
const emptied = { erased: true, email: false, offers: 0, last: 'erased' }

const changesOf = ({ databaseUrl }: TestService, uid: unknown) =>
  query(databaseUrl, 'select detail_status, waiting_on from changes where uid = $1 order by change_id', [uid])

test('a draft that nobody touches for 30 days is erased, its tokens end, its links say that it is gone, and its coarse row stays and waits on nobody', async () => {
  const key = await getKey(service.url, newEmail())
  const { body: applied } = await quotesCall(service.url, key, { intake: completeIntake() })
  const operated = String(applied.uid)
  const { body: drafted } = await umbrellaCall({ url: service.url, key }, 'draft', {
    intake: completeHousehold(),
    sandbox: false,
  })
  const [home, umbrella] = [
    await startShopping(service.url, 'homeowners', { intake: completeIntake() }),
    await startShopping(service.url, 'umbrella', { intake: completeHousehold() }),
  ]
  const dashboard = async () =>
    (await call(`${service.url}/api/agent/homeowners/dashboard?uid=${operated}`, { key })).body.properties
  const rows = await dashboard()
  await pass(service, 29)
  expect(await kept(service, home.uid)).toMatchObject({ erased: false, email: true })
  expect((await home.coarse()).status).toBe(200)
  await pass(service, 1)
  for (const uid of [operated, home.uid, umbrella.uid]) {
    const { application, ...rest } = await kept(service, uid)
    expect(rest).toMatchObject(emptied)
    for (const personal of ['Ada', 'Elm Street', '@', '62704', '1980'])
      expect(application).not.toContain(personal)
  }
  for (const link of [applied.homeowner_fix_issues_request_login_url, drafted.review_url]) {
    const page = await fetch(String(link), { headers: { accept: 'text/html' } })
    expect([page.status, await page.text()]).toEqual([410, expect.stringContaining('no longer exists')])
  }
  const [row] = rows as Record<string, unknown>[]
  const { property_id, location, home_index } = row ?? {}
  expect(await dashboard()).toMatchObject([
    { property_id, location, home_index, detail_status: 'expired', waiting_on: 'nobody' },
  ])
  const { uid: begun } = drafted
  const listed = await call(`${service.url}/api/agent/umbrella/dashboard?uid=${begun}`, { key })
  const read = await umbrellaCall({ url: service.url, key }, 'status', { uid: begun })
  for (const said of [(listed.body.purchases as object[])[0], read.body])
    expect(said).toMatchObject({ waiting_on: 'nobody' })
  expect((await changesOf(service, begun)).at(-1)).toMatchObject({ waiting_on: 'nobody' })
  expect((await quotesCall(service.url, key, { uid: operated, intake: { full_name: 'Ada' } })).status).toBe(
    409,
  )
  for (const shopper of [home, umbrella]) {
    expect((await shopper.issues()).body.error).toBe('stale_access_token')
    expect(await shopper.coarse()).toMatchObject({ status: 409, body: { current_status: 'abandoned' } })
  }
})

test('what was quoted and not bought is left alone for 90 days, then erased but for its consents', async () => {
  const key = await getKey(service.url, newEmail())
  const { uid } = await quotedHomeowner(service, key)
  const intake = completeHousehold()
  const shopper = await startShopping(service.url, 'umbrella', { intake })
  await shopper.confirmReview()
  await proveByEmail(service.url, intake.email)
  await shopper.untilAt('quoted')
  await pass(service, 31)
  expect((await shopper.coarse()).body).toMatchObject({ status: 'abandoned', detail_status: 'quoted' })
  await pass(service, 58)
  expect(await kept(service, uid)).toMatchObject({ erased: false, status: 'quoted' })
  await pass(service, 1)
  expect(await kept(service, uid)).toMatchObject({ ...emptied, status: 'expired', consents: 1 })
  expect(await kept(service, shopper.uid)).toMatchObject({ ...emptied, consents: 1 })
  expect((await shopper.coarse()).status).toBe(409)
  await pass(service, 400)
  expect(await kept(service, uid)).toMatchObject({ last: 'erased' })
})

test('a policy is erased seven years after its end, by the day of the last state to reach it, and the feed says so; a purchase under way never is', async () => {
  const service = await started()
  const key = await getKey(service.url, newEmail())
  const { uid, homeowner, intake } = await selectedHomeowner(service, key)
  await homeowner.sign()
  await homeowner.untilAt('bound')
  const at = { url: service.url, key }
  const bought = await readyToFinalize(at, { carrier: 'Brindlemoor' })
  await umbrellaCall(at, 'bind', { uid: bought.uid, bind_confirmed: true })
  await untilStatus(at, bought.uid, ['documents_needed'])
  const [policy] = await query<{ ends: string }>(
    service.databaseUrl,
    'select expiration_date::text as ends from policies where uid = $1',
    [uid],
  )
  const [order] = await listOrderRows(service.app.db, uid)
  const exchange = { carrier_id: 'far', attempt: 1, request: 'Ada Homeowner' }
  const ended = { outcome: 'answered', http_status: 200, took_ms: 1, response: 'Ada Homeowner' }
  const record = exchangeRecorder(service.app)
  await (await record({ ...exchange, request_id: String(order?.order_id) }))(ended)
  await insertQuestions(service.app.db, [
    {
      uid,
      revision: 9,
      item: 'prp_1',
      carrier_id: 'far',
      request_id: 'req_1',
      kind: 'api',
      asked_at: service.app.clock.now(),
      closes_at: service.app.clock.now(),
    },
  ])
  const midnightInHawaii = Date.parse(`${plusYears(policy?.ends ?? '', 7)}T10:00:00Z`)
  const passTo = async (moment: number) => {
    service.pass(moment - service.app.clock.now().getTime())
    await runJob(service, eraseOverdue)
  }
  await passTo(midnightInHawaii - MINUTE)
  expect(await kept(service, uid)).toMatchObject({ erased: false, status: 'bound', email: true })
  const told = await changesOf(service, uid)
  await passTo(midnightInHawaii + MINUTE)
  expect((await changesOf(service, uid)).slice(told.length)).toMatchObject([{ detail_status: 'expired' }])
  const { application, ...rest } = await kept(service, uid)
  expect(rest).toMatchObject({ erased: true, email: false, status: 'bound', last: 'erased' })
  expect(application).not.toContain('Ada')
  expect(await holding(service, [intake.email])).toEqual([])
  expect(await policiesOf(service.app, uid)).toEqual([])
  const questions = 'select from carrier_questions where uid = $1'
  expect(await query(service.databaseUrl, questions, [uid])).toEqual([])
  const exchanges = await query<{ exchange_id: string; request: Buffer; response: null }>(
    service.databaseUrl,
    'select exchange_id, request, response from carrier_exchanges',
  )
  expect(
    exchanges.map(({ exchange_id, request, response }) => [
      service.app.sealer.open(`carrier_exchanges/${exchange_id}/request`, request),
      response,
    ]),
  ).toEqual([['', null]])
  expect((await homeowner.view()).step).toBe('bound')
  expect(await kept(service, bought.uid)).toMatchObject({ erased: false, status: 'documents_needed' })
})

test('once policies are erased, rows and feed still say that they were canceled or expired, and a late No is not said to be recorded', async () => {
  const service = await started()
  const email = newEmail()
  const key = await getKey(service.url, email)
  const bought = async (street: string) => {
    const { uid, homeowner } = await selectedHomeowner(service, key, { home: { street } })
    await homeowner.sign()
    await homeowner.untilAt('bound')
    return uid
  }
  const [canceled, expired] = [await bought('7 Canceled Street'), await bought('9 Expired Street')]
  await transact(service.app, async inside => {
    const [policy] = await policiesOf(inside, canceled)
    if (!policy) throw new Error('There is no policy.')
    const end = {
      ended_on: plusDays(policy.effective_date, 30),
      end_reason: 'insured',
      actor: 'staff:x',
    } as const
    await endPolicy(inside, lines.homeowners.tell, policy, end)
    await lines.homeowners.restate(inside, canceled)
  })
  await pass(service, 366)
  for (const uid of [canceled, expired])
    await transact(service.app, inside => lines.homeowners.restate(inside, uid))
  await pass(service, 8 * 366)
  for (const [uid, detail_status] of [
    [canceled, 'canceled'],
    [expired, 'expired'],
  ] as const) {
    expect(await kept(service, uid)).toMatchObject({ erased: true, status: 'bound' })
    expect((await changesOf(service, uid)).at(-1)).toMatchObject({ detail_status, waiting_on: 'nobody' })
    const row = 'select detail_status from property_rows where uid = $1'
    expect(await query(service.databaseUrl, row, [uid])).toEqual([{ detail_status }])
  }
  const no = { uid: expired, credit_check_authorized: false }
  const laterKey = await getKey(service.url, email)
  const { body } = await quotesCall(service.url, laterKey, no)
  expect(body).toMatchObject({
    response_summary: 'The policies of this application have ended, and its personal data was erased.',
    agent_instructions: expect.arrayContaining([expect.stringMatching(/records nothing.*has ended/)]),
  })
  expect(
    await quotesCall(service.url, laterKey, { uid: expired, intake: { full_name: 'Ada' } }),
  ).toMatchObject({
    status: 409,
    body: {
      message: expect.stringMatching(/^The policy was canceled or has expired.*start a new application/),
    },
  })
})

describe('at the desk', () => {
  const atDesk = async () => {
    const ann = await signIn(service, service.url)
    const key = await getKey(service.url, newEmail())
    const act = async (uid: string, name: string, note = 'A letter from counsel.') => {
      await ann.open(`/desk/records/${uid}`)
      return (await ann.send(`/desk/records/${uid}`, { act: name, note })).location
    }
    const seen = async (uid: string) => (await ann.open(`/desk/records/${uid}`)).text
    const draft = async () =>
      String((await quotesCall(service.url, key, { intake: completeIntake() })).body.uid)
    return { key, ann, act, seen, draft }
  }

  test('complaints, holds and erasures of all records are in one register, without the reasons', async () => {
    const { act, ann, seen, draft } = await atDesk()
    const [held, erased] = [await draft(), await draft()]
    const complain = async (name: string, note: string) => {
      await ann.open(`/desk/records/${held}`)
      return (await ann.send(`/desk/records/${held}/complaints`, { act: name, note })).location
    }
    expect(await complain('complaint', 'By phone: the PORCUPINE was rude.')).toContain('done=opened')
    expect(await seen(held)).toContain('A complaint is open.')
    expect(await complain('answer', 'We apologized.')).toContain('done=closed')
    expect(await seen(held)).not.toContain('A complaint is open.')
    for (const words of ['PORCUPINE', `${STAFF} (staff)`]) expect(await seen(held)).toContain(words)
    await act(held, 'hold')
    await act(held, 'erase')
    await act(erased, 'erase')
    const [, holds = '', decisions = ''] = (await ann.open('/desk/records')).text.split('<section')
    expect([holds.includes(held), holds.includes(erased)]).toEqual([true, false])
    expect(decisions).toContain(`/desk/records/${erased}`)
    const { text } = await ann.open('/desk/records/register.csv')
    const rows = text.split('\r\n').map(row => row.split(',').slice(2))
    expect(rows.filter(([, uid]) => uid === held || uid === erased)).toEqual(
      [
        ['erased_on_request', erased],
        ['erasure_refused: legal_hold', held],
        ['legal_hold_placed', held],
        ['complaint_answered', held],
        ['complaint_received', held],
      ].map(row => [...row, 'homeowners', `${STAFF} (staff)`]),
    )
    expect(decisions + text).not.toContain('PORCUPINE')
    await act(held, 'lift')
    expect((await ann.open('/desk/records')).text.split('<section')[1]).not.toContain(held)
  })

  test('each complaint stays open, and keeps its record from being erased, until it has its own answer, and an answer counts once', async () => {
    const { act, ann, seen, draft } = await atDesk()
    const uid = await draft()
    const record = async (name: string) => {
      await ann.open(`/desk/records/${uid}`)
      return (await ann.send(`/desk/records/${uid}/complaints`, { act: name, note: 'By phone.' })).location
    }
    await record('complaint')
    await record('complaint')
    expect(await record('answer')).toContain('done=closed')
    expect(await seen(uid)).toContain('A complaint is open.')
    expect(await act(uid, 'erase')).toContain('done=refused')
    expect(await seen(uid)).toContain('A complaint, a case or an incident is open.')
    expect(await record('answer')).toContain('done=closed')
    expect(await record('answer')).toContain('done=late')
    expect(await act(uid, 'erase')).toContain('done=erased')
    const { text } = await ann.open('/desk/records/register.csv')
    const answers = text.split('\r\n').filter(row => row.includes(`complaint_answered,${uid}`))
    expect(answers).toHaveLength(2)
  })

  test('an incident says since when it is known, and is open until it is reported and closed', async () => {
    const { act, ann, seen, draft } = await atDesk()
    const uid = await draft()
    const record = async (name: string, more: Record<string, string> = {}) => {
      await ann.open(`/desk/records/${uid}`)
      const sent = { act: name, note: 'A page was sent to a stranger.', ...more }
      return ann.send(`/desk/records/${uid}/complaints`, sent)
    }
    expect((await record('report_incident')).location).toContain('done=late')
    expect((await record('incident', { first_known: '2999-01-01' })).text).toContain(
      'This day is still to come.',
    )
    expect((await record('incident', { first_known: '2026-01-05' })).location).toContain('done=opened')
    expect(await act(uid, 'erase')).toContain('done=refused')
    expect(await seen(uid)).toContain('First known on 2026-01-05. A page was sent to a stranger.')
    expect((await record('report_incident')).location).toContain('done=reported')
    expect((await record('close_incident')).location).toContain('done=closed')
    expect(await seen(uid)).not.toContain('An incident is open.')
    const { text } = await ann.open('/desk/records/register.csv')
    for (const what of ['incident_recorded', 'incident_reported', 'incident_closed'])
      expect(text).toContain(`${what},${uid}`)
  })

  test('a legal hold keeps a record from the schedule and from a request, until it is lifted', async () => {
    const { act, seen, draft } = await atDesk()
    const [held, other] = [await draft(), await draft()]
    expect(await act(held, 'hold')).toContain('done=held')
    expect(await act(held, 'hold')).toContain('done=late')
    expect(await act(held, 'erase')).toContain('done=refused')
    expect(await seen(held)).toContain('A legal hold is in force')
    const mail = { to: 'ada@example.com', subject: 'Hello', paragraphs: ['Hello'], reason: 'A test.' }
    await transact(service.app, inside =>
      queueEmail(inside, mail, { intake_uid: held, purpose: 'verify_email' }),
    )
    await pass(service, 31)
    await runJob(service, purge)
    expect(await query(service.databaseUrl, 'select from emails where intake_uid = $1', [held])).toHaveLength(
      1,
    )
    expect(await kept(service, held)).toMatchObject({ erased: false, email: true })
    expect(await kept(service, other)).toMatchObject({ erased: true })
    const lifted = { lifted_at: service.app.clock.now(), lifted_by: 'staff:test' }
    await liftHold(service.app.db, held, lifted)
    await runJob(service, eraseOverdue)
    expect(await kept(service, held)).toMatchObject({ erased: true })
  })

  test('a legal hold waits for an erasure under way, and is refused once the record is erased', async () => {
    const { ann, act, draft } = await atDesk()
    const uid = await draft()
    await ann.open(`/desk/records/${uid}`)
    const holding = await transact(service.app, async inside => {
      expect(await lines.homeowners.retention.eraseOnRequest(inside, uid)).toEqual([])
      const hold = ann.send(`/desk/records/${uid}`, { act: 'hold', note: 'A letter from counsel.' })
      const waiting = "pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
      const waits = until(
        async () => (await query(service.databaseUrl, `select from ${waiting}`, [])).length > 0,
      )
      await Promise.race([hold, waits])
      return { hold }
    })
    const { status, text } = await holding.hold
    expect(status).toBe(409)
    expect(text).toContain('The personal data of this record is erased. Nothing was saved.')
    for (const name of ['constructor', '__proto__']) expect(await act(uid, name)).toBeNull()
    for (const table of ['legal_holds where uid', 'staff_acts where about'])
      expect(await query(service.databaseUrl, `select from ${table} = $1`, [uid])).toEqual([])
  })

  test('a person’s data is erased on request in either line, and the staff’s reasons with it, but who decided what stays', async () => {
    const { key, act, seen, draft } = await atDesk()
    const uid = await draft()
    await act(uid, 'hold', 'Ada asked her lawyer.')
    await act(uid, 'lift', 'Ada settled.')
    expect(await act(uid, 'erase', 'Ada asked for it.')).toContain('done=erased')
    expect(await kept(service, uid)).toMatchObject(emptied)
    const drafted = await umbrellaCall({ url: service.url, key }, 'draft', { intake: completeHousehold() })
    const umbrella = String(drafted.body.uid)
    expect(await act(umbrella, 'erase', 'Ada asked for it.')).toContain('done=erased')
    expect(await kept(service, umbrella)).toMatchObject(emptied)
    const text = await seen(uid)
    expect(text).toContain('The personal data of this record is erased.')
    expect(text).not.toContain('Ada')
    const acts = await query<{ act: string; note: Buffer | null }>(
      service.databaseUrl,
      'select act, note from staff_acts where about = $1 order by act_id',
      [uid],
    )
    expect(acts).toEqual([
      { act: 'legal_hold_placed', note: null },
      { act: 'legal_hold_lifted', note: null },
      { act: 'erased_on_request', note: null },
    ])
  })

  test('a letter that the law requires keeps a record until it is mailed, and other letters go with it', async () => {
    const { ann, act, seen, draft } = await atDesk()
    const uid = await draft()
    const letter = (purpose: EmailPurpose) => {
      const mail = { to: 'ada@example.com', subject: purpose, paragraphs: ['Hello'], reason: 'A test.' }
      return transact(service.app, inside => queueEmail(inside, mail, { intake_uid: uid, purpose }))
    }
    const told = { received_how: 'phone', received_on: '2026-01-01', by: 'staff:test', mail: null } as const
    await transact(service.app, inside => withdrawDelivery(inside, uid, told))
    await letter('adverse_action')
    await letter('refund')
    const letters = () => notesOf(service.app, uid)
    await until(async () => (await letters()).length === 3)
    expect(await act(uid, 'erase')).toContain('done=refused')
    expect(await seen(uid)).toContain('A letter that the law requires is not mailed yet.')
    const legal = (await letters()).find(({ words }) => words.includes('adverse_action'))
    await ann.send(`/desk/notes/${legal?.note_id}`, { act: 'done' })
    expect(await act(uid, 'erase')).toContain('done=erased')
    expect(await letters()).toEqual([])
    expect(await legalNoticesOf(service.app, uid)).toMatchObject([{ kind: 'adverse_action' }])
  })

  test('a policy is not erased on request, and the page says from when it can be', async () => {
    const { key, ann, act, seen } = await atDesk()
    const { uid, homeowner } = await selectedHomeowner(service, key)
    await homeowner.sign()
    await homeowner.untilAt('bound')
    expect(await act(uid, 'erase')).toContain('done=refused')
    expect(await seen(uid)).toMatch(/They can be erased from \w+ \d+, 203\d\./)
    expect(await kept(service, uid)).toMatchObject({ erased: false, status: 'bound' })
    expect((await ann.send(`/desk/records/${uid}`, { act: 'erase', note: '' })).status).toBe(400)
    expect((await ann.open('/desk/records?uid=hom_nobody')).status).toBe(404)
  })
})

test('a legal notice and a declination outlive the erasure of their application for five years, sealed', async () => {
  const service = await started()
  const key = await getKey(service.url, newEmail())
  const { uid, intake } = await quotedHomeowner(service, key)
  await transact(service.app, async inside => {
    await keepReply(inside, {
      uid,
      revision: 1,
      item: 'extra',
      carrier_id: 'northgable',
      answered_at: inside.clock.now(),
      reply: { kind: 'decline', reason_code: 'credit_score', reason: 'The score is low.' } as Decline,
    })
    const notice = { to: intake.email, subject: 'Your notice', paragraphs: ['Your rights.'], reason: 'x' }
    await queueEmail(inside, notice, { intake_uid: uid, purpose: 'adverse_action' })
  })
  await pass(service, 91)
  expect(await kept(service, uid)).toMatchObject(emptied)
  const told = await legalNoticesOf(service.app, uid)
  expect(told).toContainEqual(
    expect.objectContaining({
      kind: 'declination',
      text: expect.stringContaining('The score is low. (credit_score)'),
    }),
  )
  expect(told).toContainEqual(
    expect.objectContaining({
      kind: 'adverse_action',
      to: intake.email,
      text: expect.stringContaining('Your rights.'),
    }),
  )
  expect(await holding(service, [intake.email])).toEqual([])
  service.pass(5 * 366 * DAY)
  await runJob(service, purge)
  expect(await legalNoticesOf(service.app, uid)).toEqual([])
})

test('an application that was erased since a run listed it is not erased again: its row and its history stay as they are', async () => {
  const key = await getKey(service.url, newEmail())
  const { body } = await quotesCall(service.url, key, { intake: completeIntake() })
  const uid = String(body.uid)
  await pass(service, 30)
  const stands = async () => [
    (await call(`${service.url}/api/agent/homeowners/dashboard?uid=${uid}`, { key })).body.properties,
    await changesOf(service, uid),
    await wholeChain(service, uid),
  ]
  const before = await stands()
  expect(before[0]).toMatchObject([{ location: { city: 'Springfield' }, detail_status: 'expired' }])
  await transact(service.app, inside => lines.homeowners.retention.erase(inside, uid))
  expect(await stands()).toEqual(before)
})

test('an erased umbrella application takes no new draft, and stays erased', async () => {
  const at = { url: service.url, key: await getKey(service.url, newEmail()) }
  const { uid } = (await umbrellaCall(at, 'draft', { intake: completeHousehold() })).body
  await pass(service, 30)
  const again = await umbrellaCall(at, 'draft', { uid, intake: { full_name: 'Ada Again' } })
  expect(again).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('was erased'), current_status: 'expired' },
  })
  expect(await kept(service, String(uid))).toMatchObject(emptied)
})

test('an application that cannot be erased keeps no other from it, in either line, and fails the job by its name', async () => {
  const service = await started()
  const start = async (line: 'homeowners' | 'umbrella', intake: object) =>
    (await startShopping(service.url, line, { intake })).uid
  const [damaged = '', ...homes] = [
    await start('homeowners', completeIntake()),
    await start('homeowners', completeIntake()),
  ].sort()
  const umbrella = await start('umbrella', completeHousehold())
  await query(service.databaseUrl, `update intakes set application = '\\x00' where uid = $1`, [damaged])
  await expect(pass(service, 30)).rejects.toThrow(`Failed: ${damaged}.`)
  for (const uid of [...homes, umbrella]) expect(await kept(service, uid)).toMatchObject(emptied)
  const said = service.log.filter(line => line.includes('part of a job failed'))
  expect(said.map(line => JSON.parse(line).part)).toEqual([damaged])
})

/** Where in the database somebody could read one of them. */
const holding = async ({ databaseUrl }: TestService, emails: string[]): Promise<string[]> =>
  [...(await dumpOf(databaseUrl))].flatMap(([table, rows]) =>
    readableIn(rows, emails).map(email => `${email} in ${table}`),
  )

test('once an application is erased no table holds its address, whatever was emailed to it and whether it arrived', async () => {
  const smtp = await startSmtp(await freePort())
  onTestFinished(() => smtp.close())
  const service = await serviceForThisTest({ env: { RATE_LIMITS: 'off', SMTP_URL: smtp.url } })
  const [home, umbrella] = [completeIntake(), completeHousehold()]
  const { uid } = await startShopping(service.url, 'homeowners', { intake: home })
  const shopper = await startShopping(service.url, 'umbrella', { intake: umbrella })
  const emails = async (state: string) =>
    (await query(service.databaseUrl, 'select from emails where status = $1', [state])).length
  const mail = { to: home.email, subject: 'Hello', paragraphs: ['Hello Ada', home.email], reason: 'A test.' }
  await transact(service.app, inside => queueEmail(inside, mail, { intake_uid: uid, purpose: 'fix_issues' }))
  service.pass(29 * DAY)
  await askToResume(service.app, { uid, email: home.email })
  await until(async () => (await emails('sent')) === 2)
  expect((await emailsInFull(service.app, uid)).map(({ recipient }) => recipient)).toEqual([null, home.email])
  smtp.behaviour.refuse = 550
  await requestSignIn(service.app, { uid, email: home.email, language: 'en' })
  await askToResume(service.app, { uid: shopper.uid, email: String(umbrella.email) })
  await until(async () => (await emails('dead')) === 2)
  await pass(service, 1)
  expect([await kept(service, uid), await kept(service, shopper.uid)]).toMatchObject([emptied, emptied])
  expect(await holding(service, [home.email, String(umbrella.email)])).toEqual([])
  expect(await emailsInFull(service.app, uid)).toEqual([])
})

test('a link that is asked for while its application is being erased is not emailed', async () => {
  const intake = completeIntake()
  const { uid } = await startShopping(service.url, 'homeowners', { intake })
  const { email } = intake
  service.pass(30 * DAY)
  const count = async (found: string) => (await query(service.databaseUrl, `select from ${found}`)).length
  const asked = "graphile_worker.jobs where task_identifier in ('portal_sign_in', 'shopper_resume')"
  await transact(service.app, async inside => {
    await lines.homeowners.retention.erase(inside, uid)
    await requestSignIn(service.app, { uid, email, language: 'en' })
    await askToResume(service.app, { uid, email })
    const waiting = "pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
    await until(async () => (await count(waiting)) === 2)
  })
  await until(async () => (await count(asked)) === 0)
  expect(await holding(service, [email])).toEqual([])
})
