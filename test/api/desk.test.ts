import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problemIn } from '../../src/audit/chain.ts'
import { listEntries } from '../../src/audit/store.ts'
import { deskPages } from '../../src/desk/pages.ts'
import { findDocument } from '../../src/documents/documents.ts'
import { queueEmail } from '../../src/emails/outbox.ts'
import { addJob, listDeadJobs } from '../../src/jobs/store.ts'
import { HOUR, MINUTE, SECOND } from '../../src/lib/clock.ts'
import { findIntake } from '../../src/line/intakes.ts'
import { findPayment } from '../../src/payments/payments.ts'
import { call, latestCode, mailbox } from '../support/client.ts'
import { query } from '../support/database.ts'
import { aDoubtfulDocument, anInvoice, rememberingLine, STAFF, signIn } from '../support/desk.ts'
import { anIntake } from '../support/intakes.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { serviceForThisTest, startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { newVisit, type Visit } from '../support/visit.ts'

const env = { STAFF_EMAILS: `${STAFF}, Bob@agency.example`, RATE_LIMITS: 'off' }

let service: TestService
let desk: TestServer
const line = rememberingLine()
beforeAll(async () => {
  service = await startTestService({ env })
  desk = await startServer(service, { documents: deskPages({ homeowners: line.handlers }) })
})
afterAll(async () => {
  await desk.stop()
  await service.stop()
})

let ann: Visit
beforeAll(async () => {
  ann = await signIn(service, desk.url)
})

const eventsOf = async (uid: string) =>
  (await listEntries(service.app.db, uid)).map(({ actor, event, facts }) => ({ actor, event, facts }))

const expectWhole = async (uid: string) => {
  const intake = await findIntake(service.app, { uid, line: 'homeowners' })
  if (!intake) throw new Error('it is gone')
  const entries = await listEntries(service.app.db, uid)
  expect(problemIn(service.app.sealer, uid, intake.head, entries)).toBeNull()
}

describe('signing in', () => {
  test('answers the same for staff and strangers, and mails only staff', async () => {
    const shape = async (email: string) => {
      const visitor = newVisit(desk.url)
      await visitor.get('/desk/sign-in')
      const { status, text } = await visitor.submit('/desk/sign-in', { email })
      return { status, text: text.replaceAll(email, 'EMAIL').replaceAll(/value="[^"]*"/g, '') }
    }
    const stranger = 'stranger@example.com'
    expect(await shape(stranger)).toEqual(await shape('bob@agency.example'))
    await until(() => latestCode(service.url, 'bob@agency.example'))
    expect(await mailbox(service.url, stranger)).toEqual([])
    const jobs = await query<{ payload: object }>(
      service.databaseUrl,
      'select payload::text from graphile_worker._private_jobs',
    )
    expect(JSON.stringify(jobs)).not.toContain('example')
  })

  test('needs the code, lasts eight hours, and ends at once with the button', async () => {
    const own = await serviceForThisTest({ env })
    const visitor = await signIn(own, own.url)
    const cookie = [...visitor.cookies.keys()]
    expect(cookie).toContain('__Host-desk')
    own.pass(8 * HOUR - MINUTE)
    expect((await visitor.get('/desk')).status).toBe(200)
    own.pass(MINUTE + SECOND)
    expect((await visitor.get('/desk')).headers.get('location')).toBe('/desk/sign-in')
    const again = await signIn(own, own.url)
    const kept = new Map(again.cookies)
    expect((await again.submit('/desk/sign-out')).status).toBe(303)
    expect(again.cookies.has('__Host-desk')).toBe(false)
    for (const [name, value] of kept) again.cookies.set(name, value)
    expect((await again.get('/desk')).status).toBe(303)
  })

  test('with a wrong code, a code for something else or of somebody else is refused, and five tries are all', async () => {
    const visitor = newVisit(desk.url)
    await visitor.get('/desk/sign-in')
    const attempt = (email: string, code: string) => visitor.submit('/desk/code', { email, code })
    const email = 'bob@agency.example'
    await call(`${service.url}/api/agent/key/request`, { body: { email } })
    const other = await latestCode(service.url, email)
    const wrong = await attempt(email, other)
    expect(wrong.status).toBe(401)
    expect(wrong.text).toContain('The code is wrong')
    for (const code of ['', '000000', 'abc', '1']) expect((await attempt(email, code)).status).toBe(401)
    expect((await attempt(email, '123456')).status).toBe(429)
    expect((await attempt('stranger@example.com', '123456')).status).toBe(401)
    expect(visitor.cookies.has('__Host-desk')).toBe(false)
    expect((await visitor.submit('/desk/sign-in', { email: 'nobody' })).status).toBe(400)
  })

  test('is over for whoever is taken off the list', async () => {
    const removed = await serviceForThisTest({
      env: { ...env, STAFF_EMAILS: 'bob@agency.example' },
      databaseUrl: service.databaseUrl,
      work: false,
    })
    const visitor = newVisit(removed.url)
    for (const [name, value] of ann.cookies) visitor.cookies.set(name, value)
    expect((await visitor.get('/desk')).headers.get('location')).toBe('/desk/sign-in')
    expect((await ann.get('/desk')).status).toBe(200)
  })

  test('is asked of everybody, for every page and every act', async () => {
    const { id } = await aDoubtfulDocument(service)
    const { payment_id } = await anInvoice(service)
    const visitor = newVisit(desk.url)
    for (const path of ['/desk', `/desk/documents/${id}`])
      expect((await visitor.get(path)).headers.get('location')).toBe('/desk/sign-in')
    const acts: [string, Record<string, string>][] = [
      [`/desk/documents/${id}`, { act: 'accepted' }],
      [`/desk/payments/${payment_id}`, { act: 'paid', reference: '1' }],
      ['/desk/requests/hom_x', { answer: 'x' }],
      ['/desk/mails/eml_x', {}],
      ['/desk/jobs/1', {}],
    ]
    await visitor.get('/desk/sign-in')
    for (const [path, fields] of acts) {
      const answer = await visitor.submit(path, fields)
      expect(answer.headers.get('location')).toBe('/desk/sign-in')
    }
    expect(await findDocument(service.app, id)).toMatchObject({ status: 'needs_person' })
    expect(await findPayment(service.app, payment_id)).toMatchObject({ status: 'open' })
  })
})

describe('a document', () => {
  test('is downloaded, accepted once, told to its line, and both are in the chain without a name', async () => {
    const { id, uid } = await aDoubtfulDocument(service)
    const file = await ann.get(`/desk/documents/${id}`)
    expect(file.status).toBe(200)
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${id}.png"`)
    expect(file.headers.get('x-content-type-options')).toBe('nosniff')
    expect(file.headers.get('content-type')).toBe('image/png')
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ann.submit(`/desk/documents/${id}`, { act: 'accepted' })),
    )
    const led = answers.map(({ headers }) => headers.get('location'))
    expect(led.filter(to => to === '/desk?done=accepted')).toHaveLength(1)
    expect(led.filter(to => to === '/desk?done=late')).toHaveLength(19)
    expect(line.told.filter(told => told.id === id)).toEqual([
      { act: 'accepted', id, actor: expect.stringMatching(/^staff:stf_[0-9a-f]{24}$/) },
    ])
    const events = await eventsOf(uid)
    expect(events.map(({ event }) => event)).toEqual(['created', 'document_opened', 'document_accepted'])
    expect(JSON.stringify(events)).not.toMatch(/ann|agency|Ada/i)
    await expectWhole(uid)
  })

  test('is rejected with a reason, never without', async () => {
    const { id } = await aDoubtfulDocument(service)
    const bare = await ann.submit(`/desk/documents/${id}`, { act: 'rejected', reason: '  ' })
    expect(bare.status).toBe(400)
    expect(bare.text).toContain('Say why')
    for (const reason of ['x'.repeat(301), 'a\u0000b'])
      expect((await ann.submit(`/desk/documents/${id}`, { act: 'rejected', reason })).status).toBe(400)
    expect((await ann.submit(`/desk/documents/${id}`, { act: 'burned' })).status).toBe(400)
    expect(await findDocument(service.app, id)).toMatchObject({ status: 'needs_person' })
    await ann.submit(`/desk/documents/${id}`, { act: 'rejected', reason: 'The year is cut off.' })
    expect(await findDocument(service.app, id)).toMatchObject({
      status: 'rejected',
      reason: 'The year is cut off.',
    })
    expect((await ann.get('/desk/documents/doc_nothing')).status).toBe(404)
  })

  test('stays as it was when its line cannot go on', async () => {
    const { id, uid } = await aDoubtfulDocument(service)
    const failing = await startServer(service, {
      documents: deskPages({
        homeowners: {
          ...line.handlers,
          documentReviewed: async () => {
            throw new Error('the line is not ready')
          },
        },
      }),
    })
    try {
      const visitor = newVisit(failing.url)
      for (const [name, value] of ann.cookies) visitor.cookies.set(name, value)
      await visitor.get('/desk')
      expect((await visitor.submit(`/desk/documents/${id}`, { act: 'accepted' })).status).toBe(500)
    } finally {
      await failing.stop()
    }
    expect(await findDocument(service.app, id)).toMatchObject({ status: 'needs_person' })
    expect((await eventsOf(uid)).map(({ event }) => event)).toEqual(['created'])
  })
})

describe('an invoice', () => {
  test('is marked as paid once, with the number of the check, and the job that waits is told', async () => {
    const payment = await anInvoice(service, 'desk_test_told')
    const path = `/desk/payments/${payment.payment_id}`
    expect((await ann.submit(path, { act: 'paid' })).status).toBe(400)
    const fields = { act: 'paid', reference: 'Check 4711' }
    const answers = await Promise.all(Array.from({ length: 20 }, () => ann.submit(path, fields)))
    expect(answers.filter(({ headers }) => headers.get('location') === '/desk?done=paid')).toHaveLength(1)
    expect(await findPayment(service.app, payment.payment_id)).toMatchObject({
      status: 'paid',
      settled_by: expect.stringMatching(/^staff:stf_/),
    })
    expect((await eventsOf(payment.uid)).map(({ event }) => event)).toEqual([
      'created',
      'payment_marked_paid',
    ])
    expect(JSON.stringify(await eventsOf(payment.uid))).not.toContain('4711')
    await expectWhole(payment.uid)
    const [told] = await query<{ count: number }>(
      service.databaseUrl,
      `select count(*)::int from graphile_worker._private_jobs where payload ->> 'payment_id' = $1`,
      [payment.payment_id],
    )
    expect(told).toEqual({ count: 1 })
    expect((await ann.submit('/desk/payments/pay_nothing', fields)).status).toBe(404)
  })

  test('is marked as failed', async () => {
    const payment = await anInvoice(service)
    const answer = await ann.submit(`/desk/payments/${payment.payment_id}`, { act: 'failed' })
    expect(answer.headers.get('location')).toBe('/desk?done=failed')
    expect(await findPayment(service.app, payment.payment_id)).toMatchObject({ status: 'failed' })
  })
})

test('a question of a carrier is shown, answered, and told to its line', async () => {
  const { uid } = await anIntake(service, { owner: 'opr_test' })
  line.waiting.set(uid, 'Which cars are garaged elsewhere?')
  expect((await ann.get('/desk')).text).toContain('Which cars are garaged elsewhere?')
  expect((await ann.submit(`/desk/requests/${uid}`, { answer: '' })).status).toBe(400)
  await ann.submit(`/desk/requests/${uid}`, { answer: 'None of them.' })
  expect(line.told.at(-1)).toMatchObject({ act: 'answered', id: uid, answer: 'None of them.' })
  expect((await eventsOf(uid)).at(-1)).toMatchObject({ event: 'info_answered' })
  expect(JSON.stringify(await eventsOf(uid))).not.toContain('None of them')
  for (const unknown of ['hom_nothing', 'umb_nothing', 'nothing'])
    expect((await ann.submit(`/desk/requests/${unknown}`, { answer: 'x' })).status).toBe(404)
})

describe('what was given up', () => {
  test('a mail is sent again, and its intake remembers who asked for that', async () => {
    const { uid } = await anIntake(service, { owner: 'opr_test' })
    await queueEmail(
      service.app,
      { to: 'ada@example.com', subject: 'Your offers', paragraphs: ['Hello'], reason: 'x' },
      { intake_uid: uid, purpose: 'offers_ready' },
    )
    const [mail] = await query<{ email_id: string }>(
      service.databaseUrl,
      `update emails set status = 'dead', last_error = 'EENVELOPE 550' where intake_uid = $1 returning email_id`,
      [uid],
    )
    expect((await ann.get('/desk')).text).toContain('EENVELOPE 550')
    const path = `/desk/mails/${mail?.email_id}`
    expect((await ann.submit(path, {})).headers.get('location')).toBe('/desk?done=retried')
    expect((await ann.submit(path, {})).headers.get('location')).toBe('/desk?done=late')
    expect((await eventsOf(uid)).at(-1)).toMatchObject({ event: 'retried_by_staff' })
  })

  test('a job is run again from its first attempt', async () => {
    const { uid } = await anIntake(service, { owner: 'opr_test' })
    await addJob(service.app.db, 'no_such_task', { intake_uid: uid }, 1)
    await query(
      service.databaseUrl,
      `update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'Canary of somebody'
       where payload ->> 'intake_uid' = $1`,
      [uid],
    )
    const dead = (await listDeadJobs(service.app.db, 100)).find(({ intake_uid }) => intake_uid === uid)
    const { text } = await ann.get('/desk')
    expect(text).toContain('No such task')
    expect(text).not.toContain('Canary')
    const path = `/desk/jobs/${dead?.id}`
    expect((await ann.submit(path, {})).headers.get('location')).toBe('/desk?done=retried')
    expect((await ann.submit(path, {})).headers.get('location')).toBe('/desk?done=late')
    expect((await ann.submit('/desk/jobs/x', {})).headers.get('location')).toBe('/desk?done=late')
    expect((await eventsOf(uid)).at(-1)).toMatchObject({
      event: 'retried_by_staff',
      facts: { what: 'job no_such_task' },
    })
  })
})

test('a desk with nothing to do says so, and an unknown message in its address says nothing', async () => {
  const own = await serviceForThisTest({ env })
  const visitor = await signIn(own, own.url)
  const { text } = await visitor.get('/desk?done=%3Cscript%3E')
  for (const words of ['No document waits', 'Every invoice is settled', 'Every mail went out', STAFF])
    expect(text).toContain(words)
  expect(text).not.toContain('script>')
  expect(text).not.toContain('role="status"')
})

test('nothing that staff sees or says is logged', () => {
  const log = service.log.join('\n')
  expect(log).not.toMatch(/agency\.example|Lovelace|4711|cut off|None of them|policy\.png/)
})
