import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keepDocuments, type Upload } from '../../../src/agency/documents/documents.ts'
import { queueEmail } from '../../../src/agency/emails/outbox.ts'
import { noteDifference } from '../../../src/agency/payments/difference-store.ts'
import { insertDispute, insertRefund } from '../../../src/agency/payments/money-store.ts'
import { openPayment } from '../../../src/agency/payments/open-payment.ts'
import { findPayment, type Payment } from '../../../src/agency/payments/payments.ts'
import { settlePayment } from '../../../src/agency/payments/receipts.ts'
import { refundDue } from '../../../src/agency/payments/refunds.ts'
import {
  keepBindAnswer,
  type OrderFacts,
  placeOrder,
  settleOrder,
} from '../../../src/agency/policies/orders.ts'
import { insertReads } from '../../../src/doors/desk/book/read-store.ts'
import { deskPages } from '../../../src/doors/desk/pages.ts'
import { staffOf } from '../../../src/doors/desk/staff/members.ts'
import { type Action, actions, mayDo } from '../../../src/doors/desk/staff/roles.ts'
import { staffIdOf } from '../../../src/doors/desk/staff/staff.ts'
import { codeAt, stepAt } from '../../../src/doors/desk/staff/totp.ts'
import { taskPages } from '../../../src/doors/desk/tasks/task-pages.ts'
import { saveInbound } from '../../../src/platform/audit/inbound-store.ts'
import { type Role, roles } from '../../../src/platform/config/staff-list.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import { addJob, listDeadJobs } from '../../../src/platform/jobs/store.ts'
import { HOUR, later, MINUTE, SECOND } from '../../../src/platform/lib/clock.ts'
import { homeownersIntakes } from '../../../src/products/homeowners/intake/writer.ts'
import { noteOnIntake } from '../../../src/products/line/record/intakes.ts'
import { createTask } from '../../../src/products/line/tasks/tasks.ts'
import { deskLines } from '../../../src/products/lines.ts'
import { textOfPdf } from '../../support/browser/pdf.ts'
import { aDeskTask } from '../../support/carriers/desk-markets.ts'
import { dumpOf, readableIn } from '../../support/database/canaries.ts'
import { query } from '../../support/database/database.ts'
import { sealAsService } from '../../support/database/seals.ts'
import { openDispute } from '../../support/money/dispute.ts'
import { latestCode, mailbox } from '../../support/people/client.ts'
import { aDoubtfulDocument, secretIn, signIn, signInByCode } from '../../support/people/desk.ts'
import { aHome, anIntake } from '../../support/people/homeowner-intakes.ts'
import { umbrellaIn } from '../../support/people/umbrella-intakes.ts'
import { newVisitor, type Visitor } from '../../support/people/visitor.ts'
import { until } from '../../support/runs/until.ts'
import { serviceForThisTest, startTestService, type TestService } from '../../support/servers/service.ts'

const people: Record<Role, string> = {
  viewer: 'vic@agency.example',
  agent: 'ann@agency.example',
  admin: 'ada@agency.example',
}
const STAFF_EMAILS = roles.map(role => `${people[role]}:${role}`).join(',')
const env = { STAFF_EMAILS, RATE_LIMITS: 'off' }

let service: TestService
const at = {} as Record<Role, Visitor>
beforeAll(async () => {
  service = await startTestService({ env })
  for (const role of roles) at[role] = await signInByCode(service, service.url, people[role])
})
afterAll(() => service.stop())

const LAKE_HOUSE = aHome({ property_id: 'home', city: 'Springfield', state: 'IL' })

const ADMINS: readonly Role[] = ['admin']
const AGENTS: readonly Role[] = ['agent', 'admin']
const ALL: readonly Role[] = roles

test('every cell of the matrix of roles and actions is as agreed', () => {
  const agreed: Record<Action, readonly Role[]> = {
    see_work: ALL,
    do_work: AGENTS,
    open_document: ALL,
    see_customers: ALL,
    correct_customer: AGENTS,
    import_book: ADMINS,
    write_note: AGENTS,
    export_audit: ADMINS,
    see_money: AGENTS,
    handle_money: AGENTS,
    move_money: ADMINS,
    pay_carriers: ADMINS,
    close_books: ADMINS,
    accept_credit: ADMINS,
    refund: ADMINS,
    see_operators: ALL,
    decide_operators: ADMINS,
    see_stops: ALL,
    set_stops: AGENTS,
    see_records: ALL,
    manage_records: ADMINS,
    see_health: ALL,
    retry: AGENTS,
    close_failed: ADMINS,
    see_own_account: ALL,
    manage_staff: ADMINS,
  }
  for (const action of actions)
    expect(
      roles.filter(role => mayDo(role, action)),
      action,
    ).toEqual(agreed[action])
})

/** Each page and form, and who gets past its door. The last one ends the sessions, so it is tried last. */
const DOORS: Record<string, readonly Role[]> = {
  'GET /desk': ALL,
  'GET /desk/documents/{id}': ALL,
  'GET /desk/documents/{id}/preview': ALL,
  'POST /desk/documents/{id}': AGENTS,
  'GET /desk/work/{uid}': ALL,
  'POST /desk/assign': AGENTS,
  'GET /desk/written': AGENTS,
  'POST /desk/documents/{id}/question': AGENTS,
  'POST /desk/payments/{id}': AGENTS,
  'POST /desk/requests/{id}': AGENTS,
  'POST /desk/blocked/{id}': AGENTS,
  'POST /desk/emails/{id}': AGENTS,
  'POST /desk/jobs/{id}': AGENTS,
  'POST /desk/emails/{id}/close': ADMINS,
  'POST /desk/jobs/{id}/close': ADMINS,
  'POST /desk/events/{id}': AGENTS,
  'POST /desk/events/{id}/close': ADMINS,
  'GET /desk/book': ALL,
  'POST /desk/book': ALL,
  'GET /desk/book/imports': ADMINS,
  'POST /desk/book/imports': ADMINS,
  'GET /desk/book/imports/{id}': ADMINS,
  'POST /desk/book/imports/{id}': ADMINS,
  'GET /desk/book/imports/{id}/report.csv': ADMINS,
  'GET /desk/book/{uid}': ALL,
  'POST /desk/book/{uid}/phone': AGENTS,
  'POST /desk/book/{uid}/answers': AGENTS,
  'POST /desk/book/{uid}/delivery': AGENTS,
  'POST /desk/book/{uid}/carriers': AGENTS,
  'POST /desk/book/{uid}/credit': ADMINS,
  'POST /desk/book/{uid}/purchase': AGENTS,
  'POST /desk/book/{uid}/bound-email': AGENTS,
  'POST /desk/book/{uid}/notes': AGENTS,
  'POST /desk/book/{uid}/held-purchase': AGENTS,
  'POST /desk/book/{uid}/requests': AGENTS,
  'GET /desk/book/{uid}/lender-links': ALL,
  'POST /desk/book/{uid}/lender-links': AGENTS,
  'POST /desk/book/{uid}/lender-links/{id}': AGENTS,
  'POST /desk/policy-requests/{id}': AGENTS,
  'POST /desk/renewals/{id}': AGENTS,
  'POST /desk/notes/{id}': AGENTS,
  'GET /desk/book/{uid}/policies/{id}': ALL,
  'GET /desk/book/{uid}/declarations/{id}': ALL,
  'POST /desk/book/{uid}/declarations/{id}': AGENTS,
  'GET /desk/declarations/{id}': ALL,
  'GET /desk/declarations/{id}/file': ALL,
  'POST /desk/declarations/{id}': AGENTS,
  'POST /desk/declarations/{id}/values': AGENTS,
  'GET /desk/book/{uid}/emails/{id}': ALL,
  'GET /desk/book/{uid}/audit.json': ADMINS,
  'GET /desk/book/{uid}/audit.pdf': ADMINS,
  'GET /desk/tasks': ALL,
  'GET /desk/tasks/{id}': ALL,
  'GET /desk/book/{uid}/surplus/{id}': ALL,
  'POST /desk/tasks/{id}/surplus': AGENTS,
  'POST /desk/tasks/{id}/claim': AGENTS,
  'POST /desk/tasks/{id}/release': AGENTS,
  'POST /desk/tasks/{id}/repriced': AGENTS,
  'POST /desk/tasks/{id}/offers': AGENTS,
  'POST /desk/tasks/{id}/decline': AGENTS,
  'POST /desk/tasks/{id}/ask': AGENTS,
  'POST /desk/tasks/{id}/answer': AGENTS,
  'POST /desk/tasks/{id}/blocked': AGENTS,
  'POST /desk/tasks/{id}/bound': AGENTS,
  'GET /desk/money': AGENTS,
  'GET /desk/money/ledger.csv': AGENTS,
  'GET /desk/money/journal.csv': AGENTS,
  'GET /desk/money/accounts.csv': AGENTS,
  'GET /desk/money/surplus-lines.csv': AGENTS,
  'GET /desk/money/receipts/{id}': AGENTS,
  'POST /desk/money/refunds/{id}': AGENTS,
  'POST /desk/money/payments/{id}': AGENTS,
  'GET /desk/money/carriers': AGENTS,
  'GET /desk/money/carriers/{id}': AGENTS,
  'GET /desk/money/carriers/{id}/account.csv': AGENTS,
  'GET /desk/money/carriers/{id}/account.pdf': AGENTS,
  'POST /desk/money/carriers/{id}': ADMINS,
  'POST /desk/money/carriers/{id}/share': ADMINS,
  'POST /desk/money/carriers/{id}/statement': AGENTS,
  'GET /desk/money/months': AGENTS,
  'POST /desk/money/months/bank': AGENTS,
  'POST /desk/money/months/differences': AGENTS,
  'POST /desk/money/months/transfer': ADMINS,
  'POST /desk/money/months/close': ADMINS,
  'POST /desk/money/customers/{uid}/renewal': ADMINS,
  'GET /desk/money/deposits': AGENTS,
  'POST /desk/money/deposits': AGENTS,
  'POST /desk/money/differences': AGENTS,
  'POST /desk/money/differences/again': AGENTS,
  'GET /desk/money/customers/{uid}': ADMINS,
  'POST /desk/money/customers/{uid}': ADMINS,
  'GET /desk/money/disputes/{id}': ADMINS,
  'POST /desk/money/disputes/{id}': ADMINS,
  'GET /desk/operators': ALL,
  'GET /desk/operators/{id}': ALL,
  'POST /desk/operators/{id}': ADMINS,
  'POST /desk/operators/{id}/terms': ADMINS,
  'POST /desk/operators/{id}/licenses': ADMINS,
  'GET /desk/stops': ALL,
  'POST /desk/stops': AGENTS,
  'POST /desk/stops/{id}': AGENTS,
  'GET /desk/records': ALL,
  'GET /desk/records/register.csv': ALL,
  'GET /desk/records/{id}': ALL,
  'POST /desk/records/{id}/complaints': AGENTS,
  'POST /desk/records/{id}': ADMINS,
  'GET /desk/health': ALL,
  'GET /desk/account': ALL,
  'POST /desk/account/second-factor': ALL,
  'POST /desk/account/recovery-codes': ALL,
  'GET /desk/staff/{id}': ADMINS,
  'POST /desk/staff': ADMINS,
  'POST /desk/staff/{id}/role': ADMINS,
  'POST /desk/staff/{id}/licenses': ADMINS,
  'POST /desk/staff/{id}/remove': ADMINS,
  'POST /desk/staff/{id}/second-factor': ADMINS,
  'POST /desk/staff/{id}/sign-out': ADMINS,
  'POST /desk/account/sign-out': ALL,
}

const OPEN = ['/desk/sign-in', '/desk/code', '/desk/sign-out', '/desk/second-factor']

describe('a door of the desk', () => {
  test('is listed here, if it is not one to sign in by', () => {
    const doors = [...deskPages(deskLines), ...taskPages]
      .filter(({ path }) => !OPEN.includes(path))
      .map(({ method = 'GET', path }) => `${method} ${path}`)
    expect(doors.toSorted()).toEqual(Object.keys(DOORS).toSorted())
  })

  test('lets in the roles that are listed, and refuses the others', async () => {
    const own: Record<Role, Visitor> = { ...at }
    for (const role of roles) own[role] = await signIn(service, service.url, people[role])
    for (const [door, allowed] of Object.entries(DOORS)) {
      const [method, path = ''] = door.split(' ')
      const there = path.replaceAll(/\{\w+\}/g, 'nothing')
      const most = roles.findLast(role => !allowed.includes(role))
      // The matrix above says that a role may do all that those before it may.
      for (const role of most ? [most, ...allowed.slice(0, 1)] : allowed.slice(0, 1)) {
        const { status } = method === 'GET' ? await own[role].open(there) : await own[role].send(there)
        expect(status !== 403, `${door} as ${role}`).toBe(allowed.includes(role))
        expect(status, `${door} as ${role}`).toBeLessThan(500)
      }
    }
    for (const role of roles) at[role] = await signIn(service, service.url, people[role])
  })

  test('offers nobody what their role does not allow', async () => {
    const { uid } = await anIntake(service, { owner: 'opr_test', applicant: { full_name: 'Ada Park' } })
    const offered = async (role: Role) => {
      const { text } = await at[role].open(`/desk/book/${uid}`)
      return ['/phone"', '/notes"', 'audit.pdf"'].filter(part => text.includes(part))
    }
    expect(await offered('viewer')).toEqual([])
    await aDoubtfulDocument(service, { uid })
    const work = `/desk/work/${uid}`
    expect((await at.viewer.open(work)).text).toContain('<fieldset disabled>')
    expect((await at.agent.open(work)).text).not.toContain('<fieldset disabled>')
    expect((await at.viewer.open('/desk')).text).not.toContain('/desk/assign')
    expect(await offered('agent')).toEqual(['/phone"', '/notes"'])
    expect(await offered('admin')).toEqual(['/phone"', '/notes"', 'audit.pdf"'])
  })
})

describe('the second factor', () => {
  test('if required is set up first, asked every time, taken once, and five wrong codes, however fast, end the session', async () => {
    const own = await serviceForThisTest({ env: { ...env, STAFF_SECOND_FACTOR: 'required' } })
    const code = (secret: Buffer) => codeAt(secret, stepAt(own.app.clock.now()))
    const ann = await signIn(own, own.url, people.agent)
    for (const path of ['/desk', '/desk/book', '/desk/account'])
      expect((await ann.open(path)).location).toBe('/desk/second-factor')
    const { text } = await ann.open('/desk/second-factor')
    const secret = secretIn(text)
    expect(secret).toHaveLength(20)
    const reader = await signIn(own, own.url, people.agent)
    const read = secretIn((await reader.open('/desk/second-factor')).text)
    expect(read).not.toEqual(secret)
    expect((await ann.send('/desk/second-factor', { code: code(read) })).status).toBe(401)
    expect(secretIn((await ann.open('/desk/second-factor')).text)).toEqual(secret)
    expect(text).toContain('aria-label="QR code with your key"')
    const first = code(secret)
    const { text: shown } = await ann.send('/desk/second-factor', { code: first })
    const [recovery = '', spare = '', renewing = '', ...others] =
      shown.match(/[A-Z2-7]{4}(-[A-Z2-7]{4}){3}/g) ?? []
    expect(others).toHaveLength(7)
    expect((await ann.open('/desk/account')).text).toContain('You have 10 recovery codes left')

    const lost = await signIn(own, own.url, people.agent)
    await lost.open('/desk/second-factor')
    expect((await lost.send('/desk/second-factor', { recovery: 'AAAA-BBBB-CCCC-DDDD' })).status).toBe(401)
    const typed = recovery.toLowerCase().replaceAll('-', ' ')
    expect((await lost.send('/desk/second-factor', { recovery: typed })).location).toBe('/desk')
    const twice = await signIn(own, own.url, people.agent)
    await twice.open('/desk/second-factor')
    expect((await twice.send('/desk/second-factor', { recovery })).status).toBe(401)
    await lost.open('/desk/account')
    await Promise.all(
      Array.from({ length: 5 }, () => lost.send('/desk/account/recovery-codes', { code: renewing })),
    )
    expect((await lost.open('/desk/account')).text).toContain('You have 10 recovery codes left')
    expect((await twice.send('/desk/second-factor', { recovery: spare })).status).toBe(401)

    const again = await signIn(own, own.url, people.agent)
    const asked = await again.open('/desk/second-factor')
    expect(asked.text).toContain('Enter the code from your app')
    expect(secretIn(asked.text)).toHaveLength(0)
    const used = await again.send('/desk/second-factor', { code: first })
    expect(used.text).toContain('already used')
    own.pass(MINUTE)
    const stolen = newVisitor(own.url)
    for (const [name, value] of again.jar) stolen.jar.set(name, value)
    await stolen.open('/desk/second-factor')
    const tries = await Promise.all(
      [again, stolen].map(visitor => visitor.send('/desk/second-factor', { code: code(secret) })),
    )
    expect(tries.map(({ location }) => location).toSorted()).toEqual(['/desk', '/desk/sign-in'])

    const guessing = await signIn(own, own.url, people.agent)
    await guessing.open('/desk/second-factor')
    const guess = () => guessing.send('/desk/second-factor', { code: '000000' })
    const together = await Promise.all(Array.from({ length: 10 }, guess))
    expect(together.filter(({ status }) => status === 401)).toHaveLength(1)
    for (let tried = 0; tried < 3; tried++) expect((await guess()).status).toBe(401)
    expect((await guess()).location).toBe('/desk/sign-in')
    expect((await guessing.open('/desk')).location).toBe('/desk/sign-in')
    for (const [table, dumped] of await dumpOf(own.databaseUrl))
      expect(readableIn(dumped, [secret.toString('hex'), spare]), table).toEqual([])
  })

  test('if optional is asked of those who have one, at once in every session, until it is removed', async () => {
    const [first, second] = [
      await signIn(service, service.url, people.agent),
      await signIn(service, service.url, people.agent),
    ]
    const { text } = await first.open('/desk/second-factor')
    const code = codeAt(secretIn(text), stepAt(service.app.clock.now()))
    await first.send('/desk/second-factor', { code })
    expect((await second.open('/desk')).location).toBe('/desk/second-factor')
    const member = `/desk/staff/${staffIdOf(service.app, people.agent)}`
    expect((await at.admin.open(member)).text).toContain('Remove second factor')
    expect((await at.admin.send(`${member}/second-factor`)).location).toBe('/desk/account?done=removed')
    expect((await second.open('/desk')).status).toBe(200)
    const [told] = await mailbox(service.url, people.agent)
    expect(told?.subject).toBe('Your second factor was removed')
    expect(told?.text).toContain('An administrator removed the authenticator app')
  })

  test('is not changed by an open session alone, and its owner is emailed about each change', async () => {
    const own = await serviceForThisTest({ env })
    const code = (secret: Buffer) => codeAt(secret, stepAt(own.app.clock.now()))
    const subjects = async () =>
      (await mailbox(own.url, people.admin))
        .map(({ subject }) => subject)
        .filter(subject => /Your (sec|rec)/.test(subject))
    const ada = await signIn(own, own.url, people.admin)
    const secret = secretIn((await ada.open('/desk/second-factor')).text)
    await ada.send('/desk/second-factor', { code: code(secret) })
    const stolen = new Map(ada.jar)
    const self = `/desk/staff/${staffIdOf(own.app, people.admin)}/second-factor`
    for (const path of ['/desk/account/second-factor', '/desk/account/recovery-codes', self]) {
      own.pass(MINUTE)
      const { text, status } = await ada.send(path, { code: '' })
      expect({ path, status }).toEqual({ path, status: 401 })
      expect(text).toContain('Enter the code from your app')
      expect((await ada.open('/desk/account')).location).toBe('/desk/second-factor')
      expect((await ada.send('/desk/second-factor', { code: code(secret) })).location).toBe('/desk')
    }
    const thief = newVisitor(own.url)
    for (const [name, value] of stolen) thief.jar.set(name, value)
    expect((await thief.open('/desk/account')).location).toBe('/desk/sign-in')
    const setUp = 'Your second factor was set up'
    expect(await subjects()).toEqual([setUp])

    own.pass(MINUTE)
    const renewed = await ada.send('/desk/account/recovery-codes', { code: code(secret) })
    const [recovery = ''] = renewed.text.match(/[A-Z2-7]{4}(-[A-Z2-7]{4}){3}/g) ?? []
    expect(await subjects()).toEqual(['Your recovery codes were replaced', setUp])
    const removed = await ada.send('/desk/account/second-factor', { code: recovery })
    expect(removed.location).toBe('/desk/account?done=removed')
    expect(await subjects()).toEqual([
      'Your second factor was removed',
      'Your recovery codes were replaced',
      setUp,
    ])
    expect((await ada.open('/desk/account')).text).toContain('You sign in with an emailed code only')
    expect((await ada.send('/desk/account/second-factor', { code: recovery })).location).toBe(
      '/desk/account?done=none',
    )
  })
})

test('a person sees where they are signed in, and signs out everywhere', async () => {
  const email = people.viewer
  const [first, second] = [
    await signIn(service, service.url, email),
    await signIn(service, service.url, email),
  ]
  const { text } = await first.open('/desk/account')
  expect(text.match(/This one/g)).toHaveLength(1)
  expect(text.match(/data-label="Signed in"/g)?.length).toBeGreaterThanOrEqual(2)
  await first.send('/desk/account/sign-out')
  for (const visitor of [first, second]) expect((await visitor.open('/desk')).location).toBe('/desk/sign-in')
  expect((await at.agent.open('/desk/account')).location).toBeNull()
  at.viewer = await signIn(service, service.url, email)
})

test('a code that is still being checked does not outlive signing out everywhere', async () => {
  const own = await serviceForThisTest({ env })
  const [first, second] = [await signIn(own, own.url, people.agent), await signIn(own, own.url, people.agent)]
  const secret = secretIn((await first.open('/desk/second-factor')).text)
  await second.open('/desk/account')
  const holder = new pg.Client({ connectionString: own.databaseUrl })
  await holder.connect()
  await holder.query('begin')
  await holder.query('select from staff_second_factors for update')
  const waiting = (many: number) =>
    until(async () => {
      const rows = await query(own.databaseUrl, `select from pg_locks where not granted`)
      return rows.length >= many
    })
  const checked = first.send('/desk/second-factor', { code: codeAt(secret, stepAt(own.app.clock.now())) })
  await waiting(1)
  const signedOut = second.send('/desk/account/sign-out')
  await Promise.race([signedOut, waiting(2)])
  await holder.query('commit')
  await holder.end()
  await Promise.all([checked, signedOut])
  for (const visitor of [first, second]) expect((await visitor.open('/desk')).location).toBe('/desk/sign-in')
})

test('codes, wrong or right, give a session no new hours', async () => {
  const own = await serviceForThisTest({ env })
  const ann = await signIn(own, own.url, people.agent)
  const secret = secretIn((await ann.open('/desk/second-factor')).text)
  const times = () =>
    query(own.databaseUrl, `select created_at, expires_at from browser_sessions where kind = 'desk'`)
  const before = await times()
  own.pass(HOUR)
  for (const code of ['000000', codeAt(secret, stepAt(own.app.clock.now()))]) {
    await ann.send('/desk/second-factor', { code })
    expect(await times()).toEqual(before)
  }
})

test('a look at an application beside a document, on a carrier task or on a receipt is on record', async () => {
  const { uid } = await anIntake(service, { owner: 'opr_test', homes: [LAKE_HOUSE] })
  await aDoubtfulDocument(service, { uid })
  await aDeskTask(service, { uid, id: 'tsk_looked_at' })
  const order = { uid, purpose: 'x', sandbox: false, amount_cents: 141_200, description: 'First year' }
  const { payment_id } = await openPayment(service.app, order)
  await settlePayment(service.app, payment_id, { by: 'staff:x', outcome: 'paid' })
  expect((await at.viewer.open('/desk')).text).toContain(uid)
  expect((await at.viewer.open(`/desk/work/${uid}`)).text).toContain(uid)
  expect((await at.viewer.open('/desk/tasks/tsk_looked_at')).status).toBe(200)
  expect((await at.agent.open(`/desk/money/receipts/${payment_id}`)).status).toBe(200)
  const page = (await at.admin.open(`/desk/book/${uid}`)).text
  const looks = page.slice(page.indexOf('id="reads"'))
  for (const words of [
    'Listed among the work of the desk',
    'Opened the work for this customer',
    'Opened a carrier task',
    'Opened a document',
  ])
    expect(looks).toContain(words)
  const readers = await query<{ what: string; read_by: string }>(
    service.databaseUrl,
    'select what, read_by from desk_reads where uid = $1 order by read_at',
    [uid],
  )
  const looked = readers.map(({ what }) => what).filter(what => what !== 'queue')
  expect(looked).toEqual(['review', 'task', 'document', 'customer'])
  expect(new Set(readers.map(({ read_by }) => read_by)).size).toBe(3)
})

test('the audit file of an application has its evidence, in JSON and on paper, and its export is on record', async () => {
  const { uid } = await anIntake(service, {
    owner: 'opr_test',
    applicant: { full_name: 'Ada Park', email: 'ada@park.example' },
  })
  await at.admin.send(`/desk/book/${uid}/notes`, { note: 'Counsel asked for this.' })
  await at.admin.send(`/desk/records/${uid}`, { act: 'hold', note: 'A letter of June 3.' })
  await aDeskTask(service, { uid, id: 'tsk_audit' })
  const order = { uid, purpose: 'x', sandbox: false, amount_cents: 141_200, description: 'First year' }
  const { payment_id, reference, url } = await openPayment(service.app, order)
  await settlePayment(service.app, payment_id, { by: 'staff:x', outcome: 'paid' })
  const paid = (await findPayment(service.app, payment_id)) as Payment
  await transact(service.app, inside =>
    refundDue(inside, paid, { cents: 5_050, cause: 'test/audit', reason: 'agency' }),
  )
  const key = { code: '424242', link: { label: 'Sign in', url: 'https://bindery.example/portal/secret' } }
  for (let sent = 0; sent < 51; sent++)
    await queueEmail(
      service.app,
      { to: 'ada@park.example', subject: 'Your offers', paragraphs: ['Hello Ada'], reason: 'x', ...key },
      { intake_uid: uid, purpose: 'offer_changed' },
    )
  const page = (await at.viewer.open(`/desk/book/${uid}`)).text
  for (const words of [
    'href="/desk/tasks/tsk_audit"',
    '$50.50',
    'A letter of June 3.',
    `/desk/records/${uid}"`,
  ])
    expect(page).toContain(words)
  const [, email = ''] = new RegExp(`href="(/desk/book/${uid}/emails/eml_\\w+)">Your offers`).exec(page) ?? []
  const { text: letter } = await at.viewer.open(email)
  for (const words of ['ada@park.example', 'Hello Ada', '[link left out]', '[code left out]'])
    expect(letter).toContain(words)
  expect(letter).not.toMatch(/424242|secret/)
  const { uid: other } = await anIntake(service, { owner: 'opr_test' })
  expect((await at.viewer.open(email.replace(uid, other))).status).toBe(404)
  await at.admin.open('/desk/account')
  const { text, headers } = await at.admin.open(`/desk/book/${uid}/audit.json`)
  expect(headers.get('content-disposition')).toBe(`attachment; filename="audit-${uid}.json"`)
  const file = JSON.parse(text)
  expect(file).toMatchObject({
    application: { uid, person: { name: 'Ada Park' }, answers: [{ title: 'Homeowner' }] },
    history: { intact: true },
    notes: [{ words: 'Counsel asked for this.' }],
    decisions: [{ act: 'legal_hold_placed', note: 'A letter of June 3.' }],
    tasks: [{ question: 'When was the wiring replaced?', answer: 'In 2011.' }],
    payments: [{ reference, status: 'paid' }],
    refunds: [{ amount_cents: 5_050, status: 'due' }],
    reads: [{ what: 'export' }, { what: 'email' }, { what: 'customer' }],
  })
  expect(file.emails).toHaveLength(51)
  expect(file.emails[50]).toMatchObject({
    recipient: 'ada@park.example',
    text: expect.stringContaining('Hello Ada'),
  })
  expect(text).not.toMatch(/424242|secret/)
  expect(file.ledger.length).toBeGreaterThan(1)
  expect(text).not.toContain(new URL(url).pathname)
  const cookie = [...at.admin.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const pdf = await fetch(`${service.url}/desk/book/${uid}/audit.pdf`, { headers: { cookie } })
  const paper = await textOfPdf(Buffer.from(await pdf.arrayBuffer()))
  for (const words of [
    'Ada Park',
    `The history is intact: ${file.history.last.seq} entries`,
    'Counsel asked for this.',
    'Legal hold placed. Reason: A letter of June 3.',
    'Asked: When was the wiring replaced? Answered: In 2011.',
    reference,
    'Refund of $50.50',
    'Your offers (Kept), to ada@park.example',
    'Hello Ada',
    file.history.last.hash,
  ])
    expect(paper.replaceAll(/\s+/g, ' ')).toContain(words)
})

/** A desk whose lists hold what the test put there, and nothing else. */
const ownDesk = async () => {
  const service = await serviceForThisTest({ env })
  const agent = await signIn(service, service.url, people.agent)
  return { service, agent }
}

describe('what failed', () => {
  test('is closed with a reason, which is a note, and then is gone', async () => {
    const { uid } = await anIntake(service, { owner: 'opr_test' })
    const to = 'bounced@canary.example'
    await queueEmail(
      service.app,
      { to, subject: 'Your offers', paragraphs: ['Hello'], reason: 'x' },
      { intake_uid: uid, purpose: 'offers_ready' },
    )
    const [mail] = await query<{ email_id: string }>(
      service.databaseUrl,
      `update emails set status = 'dead', last_error = 'EENVELOPE 550' where intake_uid = $1 returning email_id`,
      [uid],
    )
    await sealAsService(service.databaseUrl, 'emails')
    await addJob(service.app.db, 'no_such_task', { intake_uid: uid }, 1)
    await query(
      service.databaseUrl,
      `update graphile_worker._private_jobs set attempts = max_attempts where payload ->> 'intake_uid' = $1`,
      [uid],
    )
    const job = (await listDeadJobs(service.app.db, { after: null, limit: 100 })).find(
      ({ intake_uid }) => intake_uid === uid,
    )
    const { text } = await at.admin.open('/desk/health')
    for (const words of [to, 'EENVELOPE 550', 'No such task', '1 failed', 'by postal mail'])
      expect(text).toContain(words)
    expect(text).not.toContain('Document or notice')
    for (const path of [`/desk/emails/${mail?.email_id}/close`, `/desk/jobs/${job?.id}/close`]) {
      expect((await at.admin.send(path, { reason: '' })).status).toBe(400)
      expect((await at.admin.send(path, { reason: 'Called them.' })).location).toBe(
        '/desk/health?done=closed',
      )
      expect((await at.admin.send(path, { reason: 'Twice.' })).location).toBe('/desk/health?done=late')
    }
    const after = (await at.admin.open('/desk/health')).text
    expect(after).toContain('No failed emails')
    expect(after).toContain('No failed jobs')
    expect((await at.admin.open(`/desk/book/${uid}`)).text.match(/Called them\./g)).toHaveLength(2)
    const [kept] = await query(
      service.databaseUrl,
      'select status, recipient, content from emails where email_id = $1',
      [mail?.email_id],
    )
    expect(kept).toEqual({ status: 'closed', recipient: '', content: null })
  })

  test('a carrier’s calls are summed up: how many were answered, how fast, whether it is failing, and which orders staff must close', async () => {
    const { service, agent } = await ownDesk()
    const calls = [
      ...Array.from({ length: 5 }, () => ({ carrier: 'acme', outcome: 'offer', took: 1000 })),
      ...Array.from({ length: 5 }, () => ({ carrier: 'acme', outcome: 'timed_out', took: 9000 })),
      { carrier: 'basil', outcome: 'decline', took: 400 },
      ...Array.from({ length: 7 }, () => ({ carrier: 'cedar', outcome: 'other_terms', took: 400 })),
    ]
    for (const [second, { carrier, outcome, took }] of calls.entries())
      await query(
        service.databaseUrl,
        `insert into carrier_exchanges (exchange_id, carrier_id, request_id, attempt, sent_at, took_ms, outcome, request)
         values ($1, $2, $1, 1, $3, $4, $5, '')`,
        [
          `exc_test_${second}`,
          carrier,
          later(service.app.clock.now(), second * SECOND - HOUR),
          took,
          outcome,
        ],
      )
    const { uid } = await anIntake(service, { owner: 'opr_test', homes: [LAKE_HOUSE] })
    const about = { uid, revision: null, item: 'home', carrier_id: 'acme', kind: 'bind' } as const
    const due_at = new Date(service.app.clock.now().getTime() - MINUTE)
    await transact(service.app, inside =>
      createTask(inside, homeownersIntakes, {
        task: { ...about, task_id: 'tsk_order', due_at },
        record: async () => undefined,
      }),
    )
    const { text } = await agent.open('/desk/health')
    expect(text).toMatch(
      /href="\/desk\/tasks">Carrier tasks<\/a> <span class="badge warning">1 open, 1 overdue/,
    )
    for (const words of [
      '50% of 10',
      '1.0 s',
      'Paused: 5 requests in a row got no answer',
      '100% of 1',
      'Answering',
      '0% of 7',
      'Last 7 answers not accepted',
    ])
      expect(text).toContain(words)
  })

  test('is listed page by page, without a gap, and so are carriers and money differences', async () => {
    const { service, agent } = await ownDesk()
    const { uid } = await anIntake(service, { owner: 'opr_test' })
    const numbers = Array.from({ length: 27 }, (_, at) => at + 10)
    const now = service.app.clock.now()
    for (const number of numbers) {
      await queueEmail(
        service.app,
        { to: 'x@page.example', subject: `Email number ${number}`, paragraphs: ['Hello'], reason: 'x' },
        { intake_uid: uid, purpose: 'offer_changed' },
      )
      await addJob(service.app.db, `task_number_${number}`, { intake_uid: uid }, 1)
      await saveInbound(service.app.db, {
        inbound_id: `inb_number_${number}`,
        source: 'carrier:acme',
        event_id: `event number ${number}`,
        type: 'quote.offered',
        outcome: 'failed',
        reason: 'error',
        uid,
        times: 1,
        first_at: now,
        last_at: now,
        body: null,
        closed_at: null,
      })
      const amounts = { expected_cents: number, found_cents: 0 }
      const kind = `number_${number}` as 'charged_for_nothing'
      await noteDifference(
        service.app.db,
        { difference_id: `number/${number}`, kind, uid, payment_id: null, ...amounts },
        now,
      )
      await query(
        service.databaseUrl,
        `insert into carrier_exchanges (exchange_id, carrier_id, request_id, attempt, sent_at, took_ms, outcome, request)
         values ($1, $2, $1, 1, $3, 9, 'offer', '')`,
        [`exc_number_${number}`, `carrier-number-${number}`, now],
      )
    }
    await query(service.databaseUrl, `update emails set status = 'dead' where intake_uid = $1`, [uid])
    await sealAsService(service.databaseUrl, 'emails')
    await query(
      service.databaseUrl,
      `update graphile_worker._private_jobs set attempts = max_attempts where payload ->> 'intake_uid' = $1`,
      [uid],
    )
    const health = '/desk/health'
    for (const walk of [
      { path: health, list: 'emails', row: /Email number (\d+)/g },
      { path: health, list: 'jobs', row: />Task number (\d+)</g },
      { path: health, list: 'webhooks', row: /quote\.offered, event number (\d+)/g },
      { path: health, list: 'carriers', row: />carrier-number-(\d+)</g },
      { path: '/desk/money', list: 'differences', row: /<th scope="row" class="typed">Number (\d+)<\/th>/g },
    ])
      expect.soft(await numbersOf(agent, walk), walk.list).toEqual(numbers)
    const customer = { path: `/desk/book/${uid}`, list: 'emails', more: 'Earlier emails' }
    const sent = await numbersOf(agent, { ...customer, row: /Email number (\d+)/g })
    expect(sent.toSorted()).toEqual(numbers)
    expect((await agent.open('/desk/health?jobs=x&emails=%27&carriers=*')).status).toBe(200)

    expect((await agent.open('/desk')).text).toMatch(
      /<a href="\/desk\/health">\d+ emails and \d+ jobs failed/,
    )
  })
})

type Walk = { path: string; list: string; row: RegExp; more?: string }

/** The rows of all pages. */
const numbersOf = async (
  agent: Visitor,
  { path, list, row, more = `More ${list}` }: Walk,
): Promise<number[]> => {
  const [page = '', query] = path.split('?')
  const asked = query === undefined ? '' : `${query}&amp;`
  const link = new RegExp(`href="(${page}\\?${asked}${list}=[^"]+)#${list}">${more}`)
  const pages: number[][] = []
  for (let next: string | undefined = path; next !== undefined && pages.length < 9; ) {
    const { text } = await agent.open(next)
    pages.push([...text.matchAll(row)].map(([, number]) => Number(number)))
    next = link.exec(text)?.[1]?.replace('&amp;', '&')
  }
  expect(pages.length, list).toBeGreaterThan(1)
  return pages.flat()
}

const NUMBERS = Array.from({ length: 27 }, (_, index) => index + 10)

test('invoices, refunds and disputes are listed page by page, without a gap', async () => {
  const { service, agent } = await ownDesk()
  const { uid } = await anIntake(service, { owner: 'opr_test' })
  const now = service.app.clock.now()
  const invoice = (name: string, number: number, due_on: string) =>
    openPayment(service.app, {
      uid,
      purpose: `${name} ${number}`,
      sandbox: false,
      amount_cents: number * 100,
      description: `${name} number ${number}`,
      due_on,
    })
  for (const number of NUMBERS) {
    await invoice('Late', number, '2020-01-01')
    await invoice('Due', number, '2999-01-01')
    const { payment_id } = await invoice('Paid', number, '2999-01-01')
    await settlePayment(service.app, payment_id, { by: 'staff:x', outcome: 'paid' })
    const of = { payment_id, uid, amount_cents: number * 100 }
    await transact(service.app, async ({ db }) => {
      await insertRefund(db, {
        ...of,
        refund_id: `rfd_number_${number}`,
        cause: `number ${number}`,
        reason: 'agency',
        status: 'due',
        provider_ref: null,
        created_at: now,
        settled_at: null,
        settled_by: null,
        settled_note: null,
      })
      await insertDispute(db, openDispute({ ...of, dispute_id: `dp_number_${number}`, opened_at: now }))
    })
  }
  const path = '/desk/money'
  for (const walk of [
    { path, list: 'late', more: 'More late invoices', row: /<td data-label="For">Late number (\d+)/g },
    { path, list: 'due', more: 'More due invoices', row: /<td data-label="For">Due number (\d+)/g },
    { path, list: 'refunds', row: /action="\/desk\/money\/refunds\/rfd_number_(\d+)"/g },
    { path, list: 'disputes', row: /<th scope="row" class="typed">dp_number_(\d+)/g },
  ])
    expect.soft((await numbersOf(agent, walk)).toSorted(), walk.list).toEqual(NUMBERS)
  const due = {
    path: '/desk?what=payments',
    list: 'payments',
    more: 'More',
    row: /class="clamp">Due number (\d+)/g,
  }
  expect((await numbersOf(agent, due)).toSorted()).toEqual(NUMBERS)
  const paid = { path, list: 'paid', more: 'Paid earlier', row: /For">Paid number (\d+)/g }
  expect((await numbersOf(agent, paid)).toSorted()).toEqual(NUMBERS)
  const { text } = await agent.open(path)
  for (const list of ['late', 'refunds', 'disputes'])
    expect(text).toMatch(new RegExp(`id="${list}">[^<]*</h2> <span class="badge warning">27<`))
})

test('the work of the desk is listed page by page, without a gap', async () => {
  const { service, agent } = await ownDesk()
  const asked: string[] = []
  for (const _ of NUMBERS) {
    const { intake } = await umbrellaIn(service, {
      owner: 'opr_test',
      status: 'info_requested',
      sandbox: false,
    })
    asked.push(intake.uid)
  }
  const [uid = ''] = asked
  const [signed] = await query<{ consent_id: string }>(
    service.databaseUrl,
    `select consent_id from consents where uid = $1`,
    [uid],
  )
  const [offered] = await query<{ offer_id: string }>(
    service.databaseUrl,
    `select offer_id from offers where uid = $1`,
    [uid],
  )
  const home = await anIntake(service, { owner: 'opr_test', homes: [LAKE_HOUSE] })
  const due_at = (number: number) => later(service.app.clock.now(), number * MINUTE)
  const picture = { type: 'photo', mediaType: 'image/png', bytes: Buffer.from('x'), sha256: Buffer.alloc(32) }
  const pictures = NUMBERS.map(number => ({ ...picture, filename: `number ${number}.png` }) as Upload)
  await transact(service.app, inside => keepDocuments(inside, { uid: home.uid, sandbox: false }, pictures))
  await query(service.databaseUrl, `update documents set status = 'needs_person' where uid = $1`, [home.uid])
  await sealAsService(service.databaseUrl, 'documents')
  for (const number of NUMBERS) {
    const order_id = `ord_number_${number}`
    await transact(service.app, async inside => {
      await placeOrder(
        inside,
        {
          order_id,
          uid,
          item: 'umbrella',
          offer_id: String(offered?.offer_id),
          carrier_id: 'acme',
          signature_id: String(signed?.consent_id),
          records_consent_id: null,
        },
        {
          request: {},
          terms: { insured: {}, location: { label: 'Home', lines: [] } },
        } as unknown as OrderFacts,
      )
      const answer = { kind: 'blocked', reason_code: 'other', reason: 'No' } as const
      await keepBindAnswer(inside, order_id, answer)
      await settleOrder(inside, order_id, answer)
    })
    for (const [name, due] of [
      ['open', due_at(number)],
      ['late', due_at(-number)],
    ] as const)
      await transact(service.app, inside =>
        createTask(inside, homeownersIntakes, {
          task: {
            task_id: `tsk_${name}_number_${number}`,
            uid: home.uid,
            revision: null,
            item: 'home',
            carrier_id: 'acme',
            kind: 'bind',
            due_at: due,
          },
          record: async () => undefined,
        }),
      )
    await query(
      service.databaseUrl,
      `insert into operators (operator_uid, email, created_at, updated_at, standing)
       values ($1, $1 || '@waiting.example', now(), now(), 'waiting')`,
      [`opr_number_${number}`],
    )
  }
  await sealAsService(service.databaseUrl, 'operators')
  const tasks = '/desk/tasks'
  for (const walk of [
    { path: '/desk?what=documents', list: 'documents', more: 'More', row: /number (\d+)\.png/g },
    {
      path: '/desk?what=blocked',
      list: 'blocked',
      more: 'More',
      row: /href="[^"]+#ord_number_(\d+)"/g,
    },
    { path: tasks, list: 'open', more: 'More open tasks', row: /tasks\/tsk_open_number_(\d+)/g },
    { path: tasks, list: 'overdue', more: 'More overdue tasks', row: /tasks\/tsk_late_number_(\d+)/g },
    {
      path: '/desk/operators',
      list: 'waiting',
      more: 'More waiting operators',
      row: /desk\/operators\/opr_number_(\d+)/g,
    },
  ])
    expect.soft((await numbersOf(agent, walk)).toSorted(), walk.list).toEqual(NUMBERS)
  const open = {
    path: '/desk?what=questions',
    list: 'questions',
    more: 'More',
    row: /href="[^"]+#umb_(\w+)"/g,
  }
  expect(await numbersOf(agent, open)).toHaveLength(27)
})

test('the history of a customer and who looked are listed page by page, without a gap', async () => {
  const { uid } = await anIntake(service, { owner: 'opr_test' })
  const numbers = Array.from({ length: 52 }, (_, index) => index + 10)
  await transact(service.app, async inside => {
    for (const number of numbers)
      await noteOnIntake(inside, uid, { actor: 'service', event: `step_number_${number}`, facts: {} })
    const reads = NUMBERS.map(number => ({ read_id: `rdg_number_${number}`, read_by: `number ${number}` }))
    const read_at = service.app.clock.now()
    await insertReads(
      inside.db,
      reads.map(read => ({ ...read, uid, what: 'customer', read_at })),
    )
  })
  const path = `/desk/book/${uid}`
  const looks = { path, list: 'reads', more: 'Earlier looks', row: />number (\d+)</g }
  expect((await numbersOf(at.agent, looks)).toSorted()).toEqual(NUMBERS)
  const steps = { path, list: 'history', more: 'Earlier steps', row: /Step number (\d+)/g }
  expect(await numbersOf(at.agent, steps)).toEqual(numbers.toReversed())
  expect((await at.agent.open(`${path}?history=x&reads=%27&emails=*`)).status).toBe(200)
})

test('nothing about a person is logged by what the desk does', async () => {
  await until(async () => (await mailbox(service.url, people.admin)).length > 0)
  const code = await latestCode(service.url, people.admin)
  const log = service.log.join('\n')
  expect(
    readableIn(log, ['agency.example', 'Ada Park', 'canary.example', 'Called them', 'Counsel asked']),
  ).toEqual([])
  expect(log).not.toContain(`"${code}"`)
})

describe('staff managed in the desk', () => {
  const hires = async (own: TestService, email: string, role: Role) => {
    const admin = await signIn(own, own.url, people.admin)
    await admin.open('/desk/account')
    const { location } = await admin.send('/desk/staff', { email, role })
    return { admin, page: String(location).split('?')[0] ?? '' }
  }

  test('are invited by email, and lose their sessions, second factor and tasks at once when removed', async () => {
    const own = await serviceForThisTest({ env })
    const email = 'new@agency.example'
    const { admin, page } = await hires(own, email, 'agent')
    const [invitation] = await mailbox(own.url, email)
    expect(invitation?.text).toContain('/desk')
    const hire = await signInByCode(own, own.url, email)
    const { text } = await hire.open('/desk/second-factor')
    await hire.send('/desk/second-factor', { code: codeAt(secretIn(text), stepAt(own.app.clock.now())) })
    const { uid } = await anIntake(own, { owner: 'opr_test', sandbox: true, homes: [LAKE_HOUSE] })
    await aDeskTask(own, { uid, id: 'tsk_leaver' })
    await hire.open('/desk/tasks/tsk_leaver')
    expect((await hire.send('/desk/tasks/tsk_leaver/claim', { from: 'staff:stf_test' })).location).toContain(
      'done=claimed',
    )
    await admin.open(page)
    expect((await admin.send(`${page}/remove`)).location).toBe('/desk/account?done=left')
    expect((await hire.open('/desk')).location).toBe('/desk/sign-in')
    const [held] = await query<{ claimed_by: string | null }>(
      own.databaseUrl,
      "select claimed_by from desk_tasks where task_id = 'tsk_leaver'",
    )
    expect(held?.claimed_by).toBeNull()
    const factors = await query(
      own.databaseUrl,
      'select from staff_second_factors where removed_at is null and confirmed_at is not null',
    )
    expect(factors).toHaveLength(0)
  })

  test('are not brought back or added by the setting while there is an admin, and the last admin stays', async () => {
    const own = await serviceForThisTest({ env })
    const admin = await signIn(own, own.url, people.admin)
    const of = (email: string) => `/desk/staff/${staffIdOf(own.app, email)}`
    await admin.open(of(people.viewer))
    await admin.send(`${of(people.viewer)}/remove`)
    const later = {
      ...own.app.config,
      staff: [...own.app.config.staff, { email: 'late@agency.example', role: 'admin' as const }],
    }
    const emails = (await staffOf({ ...own.app, config: later })).map(({ email }) => email)
    expect(emails.toSorted()).toEqual([people.admin, people.agent].toSorted())
    await admin.open(of(people.admin))
    expect((await admin.send(`${of(people.admin)}/remove`)).status).toBe(409)
    expect((await admin.send(`${of(people.admin)}/role`, { role: 'viewer' })).status).toBe(409)
    await query(own.databaseUrl, "update staff_members set removed_at = now() where role = 'admin'")
    await sealAsService(own.databaseUrl, 'staff_members')
    expect((await staffOf({ ...own.app, config: later })).map(({ email }) => email)).toContain(
      'late@agency.example',
    )
    expect((await admin.open('/desk')).location).toBe('/desk/sign-in')
  })

  test('place live insurance only with a license of their own in its state that has not expired', async () => {
    const own = await serviceForThisTest({ env })
    const email = 'new@agency.example'
    const { admin, page } = await hires(own, email, 'agent')
    const hire = await signInByCode(own, own.url, email)
    const { uid } = await anIntake(own, { owner: 'opr_test', homes: [LAKE_HOUSE] })
    await aDeskTask(own, { uid, id: 'tsk_licensed' })
    const claims = async () => {
      await hire.open('/desk/tasks/tsk_licensed')
      return hire.send('/desk/tasks/tsk_licensed/claim', { from: 'staff:stf_test' })
    }
    const records = async (state: string, expires: string) => {
      await admin.open(page)
      await admin.send(`${page}/licenses`, { act: 'add', kind: 'license', state, number: '1', expires })
    }
    expect(await claims()).toMatchObject({
      status: 409,
      text: expect.stringContaining('licensed in Illinois'),
    })
    await records('OH', '2099-01-01')
    await records('IL', '2020-01-01')
    expect((await claims()).status).toBe(409)
    await records('IL', '2099-01-01')
    expect((await claims()).location).toContain('done=claimed')
  })

  test('refund as the agency decided', async () => {
    const doors = async (more: object) => {
      const own = await serviceForThisTest({ env: { ...env, ...more } })
      const agent = await signIn(own, own.url, people.agent)
      return (await agent.open('/desk/money/customers/nothing')).status
    }
    expect([await doors({}), await doors({ REFUNDS_BY: 'agent' })]).toEqual([403, 404])
  })
})
