import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findDocument } from '../../../src/agency/documents/documents.ts'
import { queueEmail } from '../../../src/agency/emails/outbox.ts'
import { findPayment } from '../../../src/agency/payments/payments.ts'
import { deskPages } from '../../../src/doors/desk/pages.ts'
import { staffIdOf } from '../../../src/doors/desk/staff/staff.ts'
import { listEntries } from '../../../src/platform/audit/store.ts'
import { addJob, listDeadJobs } from '../../../src/platform/jobs/store.ts'
import { HOUR, MINUTE, SECOND } from '../../../src/platform/lib/clock.ts'
import { readIntake } from '../../../src/products/line/reviewed-purchase/intake/intake.ts'
import { umbrella } from '../../../src/products/umbrella/line.ts'
import { pngOf } from '../../support/browser/pictures.ts'
import { wholeChain } from '../../support/database/chain.ts'
import { query } from '../../support/database/database.ts'
import { sealAsService } from '../../support/database/seals.ts'
import { call, latestCode, mailbox } from '../../support/people/client.ts'
import {
  aCheckFor,
  aDoubtfulDocument,
  anInvoice,
  rememberingLine,
  STAFF,
  signIn,
  signInByCode,
} from '../../support/people/desk.ts'
import { anIntake, newOperator } from '../../support/people/homeowner-intakes.ts'
import { umbrellaCall } from '../../support/people/umbrella-applications.ts'
import { umbrellaIn } from '../../support/people/umbrella-intakes.ts'
import { newVisitor, type Visitor } from '../../support/people/visitor.ts'
import { onceNotBusy } from '../../support/runs/once-answered.ts'
import { until } from '../../support/runs/until.ts'
import { startServer, type TestServer } from '../../support/servers/server.ts'
import { serviceForThisTest, startTestService, type TestService } from '../../support/servers/service.ts'

const env = { STAFF_EMAILS: `${STAFF}, Bob@agency.example`, RATE_LIMITS: 'off' }

let service: TestService
let desk: TestServer
const line = rememberingLine()
beforeAll(async () => {
  service = await startTestService({ env })
  desk = await startServer(service, {
    documents: deskPages({ homeowners: line.handlers, umbrella: umbrella.desk }),
  })
})
afterAll(async () => {
  await desk.stop()
  await service.stop()
})

let ann: Visitor
beforeAll(async () => {
  ann = await signIn(service, desk.url)
})

const eventsOf = async (uid: string) =>
  (await listEntries(service.app.db, uid)).map(({ actor, event, facts }) => ({ actor, event, facts }))

describe('signing in', () => {
  test('answers the same for staff and strangers, and emails only staff', async () => {
    const shape = async (email: string) => {
      const visitor = newVisitor(desk.url)
      await visitor.open('/desk/sign-in')
      const { status, text } = await visitor.send('/desk/sign-in', { email })
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

  test('needs the code, lasts eight hours, offers to send what came too late to who wrote it, leads to the page that was asked for, and ends at once with the button', async () => {
    const own = await serviceForThisTest({ env })
    const visitor = await signInByCode(own, own.url)
    const cookie = [...visitor.jar.keys()]
    expect(cookie).toContain('desk')
    own.pass(8 * HOUR - MINUTE)
    expect((await visitor.open('/desk')).status).toBe(200)
    own.pass(MINUTE + SECOND)
    expect((await visitor.open('/desk')).headers.get('location')).toBe('/desk/sign-in')
    const note = 'Call on Monday, after the closing.'
    expect((await visitor.send('/desk/book/hom_x/notes', { note })).location).toBe('/desk/sign-in')
    expect((await visitor.open('/desk/sign-in')).text).toContain('what you just sent isn’t saved')
    await visitor.send('/desk/sign-in', { email: STAFF })
    const sent = await until(async () => (await mailbox(own.url, STAFF)).length > 1)
    expect(sent).toBe(true)
    await visitor.send('/desk/code', { email: STAFF, code: await latestCode(own.url, STAFF) })
    const unsent = await visitor.open('/desk')
    expect(unsent.text).toContain('<form method="post" action="/desk/book/hom_x/notes"')
    expect(unsent.text).toContain(`<input type="hidden" name="note" value="${note}">`)
    expect((await visitor.open('/desk')).text).not.toContain(note)

    own.pass(8 * HOUR + SECOND)
    await visitor.send('/desk/book/hom_x/notes', { note })
    const other = 'bob@agency.example'
    await visitor.send('/desk/sign-in', { email: other })
    await visitor.send('/desk/code', { email: other, code: await until(() => latestCode(own.url, other)) })
    const toOther = await visitor.open('/desk')
    expect([toOther.status, toOther.text]).toEqual([200, expect.not.stringContaining(note)])
    own.pass(8 * HOUR + SECOND)
    visitor.jar.delete('desk-writer')
    const unknown = await visitor.send('/desk/book/hom_x/notes', { note })
    expect([unknown.status, unknown.text]).toEqual([403, expect.stringContaining(note)])
    expect(unknown.headers.getSetCookie().join()).not.toContain('desk-return')

    const again = await signIn(own, own.url)
    const stranger = newVisitor(own.url)
    await stranger.open('/desk/tasks')
    again.jar.set('desk-return', stranger.jar.get('desk-return') ?? '')
    expect((await again.open('/desk')).location).toBe('/desk/tasks')
    const kept = new Map(again.jar)
    expect((await again.send('/desk/sign-out')).status).toBe(303)
    expect(again.jar.has('desk')).toBe(false)
    for (const [name, value] of kept) again.jar.set(name, value)
    expect((await again.open('/desk')).status).toBe(303)
  })

  test('with a wrong code, a code for something else or of somebody else is refused, and five tries are all', async () => {
    const visitor = newVisitor(desk.url)
    await visitor.open('/desk/sign-in')
    const attempt = (email: string, code: string) => visitor.send('/desk/code', { email, code })
    const email = 'bob@agency.example'
    await call(`${service.url}/api/agent/key/request`, { body: { email } })
    const other = await latestCode(service.url, email)
    const wrong = await attempt(email, other)
    expect(wrong.status).toBe(401)
    expect(wrong.text).toContain('The code is wrong')
    for (const code of ['', '000000', 'abc', '1']) expect((await attempt(email, code)).status).toBe(401)
    expect((await attempt(email, '123456')).status).toBe(429)
    expect((await attempt('stranger@example.com', '123456')).status).toBe(401)
    expect(visitor.jar.has('desk')).toBe(false)
    expect((await visitor.send('/desk/sign-in', { email: 'nobody' })).status).toBe(400)
  })

  test('ends for a person who is removed in the desk, in every process, while others stay signed in', async () => {
    const own = await serviceForThisTest({ env })
    const other = await serviceForThisTest({ env, databaseUrl: own.databaseUrl, work: false })
    const [admin, leaver] = [await signIn(own, own.url), await signIn(own, own.url, 'bob@agency.example')]
    const elsewhere = newVisitor(other.url)
    for (const [name, value] of leaver.jar) elsewhere.jar.set(name, value)
    expect((await elsewhere.open('/desk')).status).toBe(200)
    const page = `/desk/staff/${staffIdOf(own.app, 'bob@agency.example')}`
    await admin.open(page)
    expect((await admin.send(`${page}/remove`)).location).toBe('/desk/account?done=left')
    for (const visitor of [leaver, elsewhere])
      expect((await visitor.open('/desk')).headers.get('location')).toBe('/desk/sign-in')
    expect((await admin.open('/desk')).status).toBe(200)
  })

  test('is asked of everybody, for every page and every act', async () => {
    const { id } = await aDoubtfulDocument(service)
    const { payment_id } = await anInvoice(service)
    const visitor = newVisitor(desk.url)
    for (const path of ['/desk', `/desk/documents/${id}`])
      expect((await visitor.open(path)).headers.get('location')).toBe('/desk/sign-in')
    const acts: [string, Record<string, string>][] = [
      [`/desk/documents/${id}`, { act: 'accepted' }],
      [`/desk/documents/${id}/question`, { question: 'x' }],
      [`/desk/payments/${payment_id}`, { act: 'paid', reference: '1' }],
      ['/desk/requests/hom_x', { answer: 'x' }],
      ['/desk/emails/eml_x', {}],
      ['/desk/jobs/1', {}],
    ]
    await visitor.open('/desk/sign-in')
    for (const [path, fields] of acts) {
      const { status, location, text } = await visitor.send(path, fields)
      if (Object.keys(fields).length === 0) expect([status, location]).toEqual([303, '/desk/sign-in'])
      else expect([status, text]).toEqual([403, expect.stringContaining('Nothing was saved')])
    }
    expect(await findDocument(service.app, id)).toMatchObject({ status: 'needs_person' })
    expect(await findPayment(service.app, payment_id)).toMatchObject({ status: 'open' })
  })
})

describe('a document', () => {
  test('is downloaded, accepted once, told to its line, and both are in the chain without a name', async () => {
    const { id, uid } = await aDoubtfulDocument(service)
    const file = await ann.open(`/desk/documents/${id}`)
    expect(file.status).toBe(200)
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${id}.png"`)
    expect(file.headers.get('x-content-type-options')).toBe('nosniff')
    expect(file.headers.get('content-type')).toBe('image/png')
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        onceNotBusy(() => ann.send(`/desk/documents/${id}`, { act: 'accepted' })),
      ),
    )
    const led = answers.map(({ location }) => location)
    expect(led.filter(to => to === '/desk?done=accepted')).toHaveLength(1)
    expect(led.filter(to => to === '/desk?done=late')).toHaveLength(19)
    expect(line.told.filter(told => told.id === id)).toEqual([
      { act: 'accepted', id, actor: expect.stringMatching(/^staff:stf_[0-9a-f]{24}$/) },
    ])
    const events = await eventsOf(uid)
    expect(events.map(({ event }) => event)).toEqual(['created', 'document_opened', 'document_accepted'])
    expect(JSON.stringify(events)).not.toMatch(/ann|agency|Ada/i)
    await wholeChain(service, uid)
  })

  test('that staff open does not make its record look changed, or due for erasing again', async () => {
    const { id, uid } = await aDoubtfulDocument(service)
    const dates = async () => {
      const sql = `select updated_at, erased_at from intakes where uid = '${uid}'`
      return (await query<object>(service.databaseUrl, sql))[0]
    }
    const before = await dates()
    service.pass(MINUTE)
    for (const way of ['', '/preview'])
      expect((await ann.open(`/desk/documents/${id}${way}`)).status).toBe(200)
    expect(await dates()).toEqual(before)
    await wholeChain(service, uid)
  })

  test('is rejected with a reason, never without', async () => {
    const { id } = await aDoubtfulDocument(service)
    const bare = await ann.send(`/desk/documents/${id}`, { act: 'rejected', reason: '  ' })
    expect(bare.status).toBe(400)
    expect(bare.text).toContain('Enter a reason')
    const long = await ann.send(`/desk/documents/${id}`, { act: 'rejected', reason: 'Cut off. '.repeat(50) })
    expect([long.status, long.text.includes('Cut off. Cut off.')]).toEqual([400, true])
    for (const reason of ['x'.repeat(301), 'a\u0000b'])
      expect((await ann.send(`/desk/documents/${id}`, { act: 'rejected', reason })).status).toBe(400)
    expect((await ann.send(`/desk/documents/${id}`, { act: 'burned' })).status).toBe(400)
    expect(await findDocument(service.app, id)).toMatchObject({ status: 'needs_person' })
    await ann.send(`/desk/documents/${id}`, { act: 'rejected', reason: 'The year is cut off.' })
    expect(await findDocument(service.app, id)).toMatchObject({
      status: 'rejected',
      reason: 'The year is cut off.',
    })
    expect((await ann.open('/desk/documents/doc_nothing')).status).toBe(404)
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
      const visitor = newVisitor(failing.url)
      for (const [name, value] of ann.jar) visitor.jar.set(name, value)
      await visitor.open('/desk')
      expect((await visitor.send(`/desk/documents/${id}`, { act: 'accepted' })).status).toBe(500)
    } finally {
      await failing.stop()
    }
    expect(await findDocument(service.app, id)).toMatchObject({ status: 'needs_person' })
    expect((await eventsOf(uid)).map(({ event }) => event)).toEqual(['created'])
  })
})

describe('a question about a document', () => {
  /** A live purchase whose document a person has to look at. */
  const inReview = async () => {
    const { key, uid: owner } = await newOperator(service)
    const { intake } = await umbrellaIn(service, {
      owner,
      status: 'documents_pending_review',
      carrier_id: 'brindlemoor',
      sandbox: false,
    })
    const { uid, application } = intake
    const { id } = await aDoubtfulDocument(service, { uid })
    const operate = (operation: 'status' | 'bind' | 'attach', body: object = {}) =>
      umbrellaCall({ url: service.url, key }, operation, { uid, ...body })
    const ask = (fields: Record<string, string>) => ann.send(`/desk/documents/${id}/question`, fields)
    const cardOf = async () => {
      const [, card = ''] = (await ann.open(`/desk/work/${uid}`)).text.split(`aria-labelledby="${id}"`)
      return card.slice(0, card.indexOf('</article>'))
    }
    return { uid, id, operate, ask, cardOf, email: String(application.household.email) }
  }
  const question = 'Who is the second person on page 2?'

  test('comes with the application, and who said each answer', async () => {
    const { cardOf } = await inReview()
    const card = await cardOf()
    expect(card).toContain('Application, and who said it')
    expect(card).toMatch(
      /<th scope="row" class="typed">Jet skis<\/th><td data-label="Value">0<\/td><td data-label="Source">The operator<\/td>/,
    )
    expect(card).not.toContain('B12345678901')
  })

  test('is asked once, reaches agent and buyer in its words, and its answer stands at the document', async () => {
    const { uid, operate, ask, cardOf, email } = await inReview()
    expect(await cardOf()).toContain('Ask for more information')
    const answers = await Promise.all(Array.from({ length: 10 }, () => onceNotBusy(() => ask({ question }))))
    const led = answers.map(({ location }) => location)
    expect(led.filter(to => to === '/desk?done=asked')).toHaveLength(1)
    expect(led.filter(to => to === '/desk?done=late')).toHaveLength(9)

    expect((await operate('status')).body).toMatchObject({
      status: 'info_requested',
      response_summary: expect.stringContaining(question),
      next_question: { title: 'Requested by the agency', prompt: question, fields: [{ path: ['answer'] }] },
      next_action: { operation: 'bind' },
    })
    const emails = await mailbox(service.url, email)
    expect(emails.map(({ text }) => text.includes(question))).toEqual([true])
    expect(emails[0]?.text).toMatch(/^Would start on: \w+ \d+, 20\d\d$/m)
    expect(await cardOf()).toContain(`${question} (not answered yet)`)
    expect(await cardOf()).not.toContain('Ask for more information')
    expect((await ann.open(`/desk/work/${uid}`)).text).toContain('Asked by the agency')

    const answered = await operate('bind', { intake: { answer: 'My mother, who lives with me.' } })
    expect(answered.body.status).toBe('documents_pending_review')
    expect(await cardOf()).toContain('My mother, who lives with me.')
    const events = (await eventsOf(uid)).filter(({ event }) => event !== 'documents_at_desk').slice(-3)
    expect(events).toMatchObject([
      { event: 'information_asked', actor: expect.stringMatching(/^staff:stf_/) },
      { event: 'info_asked', actor: expect.stringMatching(/^staff:stf_/), facts: { fields: [] } },
      { event: 'information_given_for_documents' },
    ])
    expect(JSON.stringify(events)).not.toMatch(/second person|mother/)
    await wholeChain(service, uid)
    // It was the agency's question: no carrier hears of it.
    expect((await readIntake(service.app, uid))?.application.purchase?.info_answers).toBeUndefined()
  })

  test('may ask for another document, which is then looked at in place of the first', async () => {
    const { id, operate, ask } = await inReview()
    await ask({ question: 'Page 2 is missing.', field: 'auto_declarations' })
    expect((await operate('status')).body).toMatchObject({
      status: 'info_requested',
      required_upload_types: ['auto_declarations'],
      next_action: { operation: 'attach' },
    })
    const file = { filename: 'page.png', content: pngOf(900, 900).toString('base64') }
    const attached = await operate('attach', { type: 'auto_declarations', ...file })
    expect(attached.body.status).toBe('documents_pending_review')
    expect(await findDocument(service.app, id)).toMatchObject({ status: 'superseded' })
    const [received] = attached.body.received as { stored_as: string }[]
    await until(
      async () => (await findDocument(service.app, String(received?.stored_as)))?.status === 'needs_person',
    )
  })

  test('can be settled at the desk, and the purchase goes on where it was', async () => {
    const { uid, operate, ask, cardOf } = await inReview()
    await ask({ question })
    const path = `/desk/requests/${uid}`
    const card = new RegExp(`action="${path}".*?name="seen" value="([^"]+)"`, 's')
    const [, seen = ''] = card.exec((await ann.open(`/desk/work/${uid}`)).text) ?? []
    const answer = { answer: 'They called: the mother.', seen }
    const settled = await ann.send(path, answer)
    expect(settled.location).toBe('/desk?done=answered')
    const late = await ann.send(path, answer)
    expect(late.status, 'a colleague, a moment later').toBe(409)
    expect(late.text).toContain('This question was already answered, or another one replaced it.')
    expect((await operate('status')).body.status).toBe('documents_pending_review')
    expect(await cardOf()).toContain('They called: the mother.')
    expect((await ask({ question: 'And the third?' })).location).toBe('/desk?done=asked')
    expect(await cardOf()).not.toContain('They called')
    expect((await ann.send(path, answer)).status, 'an answer to the first question').toBe(409)
    expect((await operate('status')).body.status).toBe('info_requested')
  })

  test('needs words, asks only for what is listed, and of a document that is there', async () => {
    const { operate, ask } = await inReview()
    for (const fields of [
      { question: ' ' },
      { question: 'x'.repeat(301) },
      { question, field: 'full_name' },
      { question, field: 'felony' },
    ])
      expect((await ask(fields)).status).toBe(400)
    expect((await operate('status')).body.status).toBe('documents_pending_review')
    expect((await ann.send('/desk/documents/doc_nothing/question', { question })).status).toBe(404)
  })
})

describe('an invoice', () => {
  test('is marked as paid once, with the number of the check, and the job that waits is told', async () => {
    const payment = await anInvoice(service, 'desk_test_told')
    const path = `/desk/payments/${payment.payment_id}`
    expect((await ann.send(path, { act: 'paid' })).status).toBe(400)
    expect((await ann.send(path, { act: 'paid', reference: 'Check 4711' })).status).toBe(400)
    const fields = aCheckFor(payment.amount_cents, 'Check 4711')
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => onceNotBusy(() => ann.send(path, fields))),
    )
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
    await wholeChain(service, payment.uid)
    const [told] = await query<{ count: number }>(
      service.databaseUrl,
      `select count(*)::int from graphile_worker._private_jobs where payload ->> 'payment_id' = $1`,
      [payment.payment_id],
    )
    expect(told).toEqual({ count: 1 })
    expect((await ann.send('/desk/payments/pay_nothing', fields)).status).toBe(404)
  })

  test('is marked as failed', async () => {
    const payment = await anInvoice(service)
    const answer = await ann.send(`/desk/payments/${payment.payment_id}`, { act: 'failed' })
    expect(answer.headers.get('location')).toBe('/desk?done=failed')
    expect(await findPayment(service.app, payment.payment_id)).toMatchObject({ status: 'failed' })
  })
})

test('a question of a carrier is shown, answered, and told to its line', async () => {
  const { uid } = await anIntake(service, { owner: 'opr_test' })
  line.waiting.set(uid, 'Which cars are garaged elsewhere?')
  expect((await ann.open('/desk')).text).toContain('Which cars are garaged elsewhere?')
  expect((await ann.send(`/desk/requests/${uid}`, { answer: '' })).status).toBe(400)
  await ann.send(`/desk/requests/${uid}`, { answer: 'None of them.' })
  expect(line.told.at(-1)).toMatchObject({ act: 'answered', id: uid, answer: 'None of them.' })
  expect((await eventsOf(uid)).at(-1)).toMatchObject({ event: 'info_answered' })
  expect(JSON.stringify(await eventsOf(uid))).not.toContain('None of them')
  for (const unknown of ['hom_nothing', 'umb_nothing', 'nothing'])
    expect((await ann.send(`/desk/requests/${unknown}`, { answer: 'x' })).status).toBe(404)
})

describe('what was given up', () => {
  test('an email is sent again, and its intake remembers who asked for that; a document that did not arrive says what to do', async () => {
    const { uid } = await anIntake(service, { owner: 'opr_test' })
    await queueEmail(
      service.app,
      { to: 'ada@example.com', subject: 'Your policy', paragraphs: ['Hello'], reason: 'x' },
      { intake_uid: uid, purpose: 'policy_bound' },
    )
    const [mail] = await query<{ email_id: string }>(
      service.databaseUrl,
      `update emails set status = 'dead', last_error = 'EENVELOPE 550' where intake_uid = $1 returning email_id`,
      [uid],
    )
    await sealAsService(service.databaseUrl, 'emails')
    const { text } = await ann.open('/desk/health')
    expect(text).toMatch(/>Your policy <span class="badge danger">Document or notice/)
    for (const words of ['EENVELOPE 550', 'by postal mail']) expect(text).toContain(words)
    const path = `/desk/emails/${mail?.email_id}`
    expect((await ann.send(path, {})).headers.get('location')).toBe('/desk?done=retried')
    expect((await ann.send(path, {})).headers.get('location')).toBe('/desk?done=late')
    expect((await ann.send(path, { from: 'hom_\r\n/x' })).location).toBe(
      '/desk/book/hom_%0D%0A%2Fx?done=late',
    )
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
    const dead = (await listDeadJobs(service.app.db, { after: null, limit: 100 })).find(
      ({ intake_uid }) => intake_uid === uid,
    )
    const { text } = await ann.open('/desk/health')
    expect(text).toContain('No such task')
    expect(text).not.toContain('Canary')
    const path = `/desk/jobs/${dead?.id}`
    expect((await ann.send(path, {})).headers.get('location')).toBe('/desk?done=retried')
    expect((await ann.send(path, {})).headers.get('location')).toBe('/desk?done=late')
    expect((await ann.send('/desk/jobs/x', {})).headers.get('location')).toBe('/desk?done=late')
    expect((await eventsOf(uid)).at(-1)).toMatchObject({
      event: 'retried_by_staff',
      facts: { what: 'job no_such_task' },
    })
  })
})

test('a desk with nothing to do says so, and an unknown message in its address says nothing', async () => {
  const own = await serviceForThisTest({ env })
  const visitor = await signIn(own, own.url)
  const { text } = await visitor.open('/desk?done=%3Cscript%3E')
  for (const words of ['Nothing is waiting.', STAFF]) expect(text).toContain(words)
  expect(text).not.toContain('<script>')
  expect(text).not.toContain('role="status"')
})

test('nothing that staff sees or says is logged', () => {
  const log = service.log.join('\n')
  expect(log).not.toMatch(
    /agency\.example|Lovelace|4711|cut off|None of them|policy\.png|second person|mother/,
  )
})
