import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { takeBankFile } from '../../../src/agency/books/month.ts'
import { exchangeRecorder } from '../../../src/agency/carriers/endpoint/exchange-record.ts'
import type { HomeAnswer } from '../../../src/agency/carriers/homeowners/carrier.ts'
import { openDocument } from '../../../src/agency/documents/documents.ts'
import { keepLegalNotice } from '../../../src/agency/emails/rules/legal-notices.ts'
import { noteDifference } from '../../../src/agency/payments/difference-store.ts'
import { strayCharge } from '../../../src/agency/payments/differences.ts'
import { findPayment, type Payment } from '../../../src/agency/payments/payments.ts'
import { settlePayment } from '../../../src/agency/payments/receipts.ts'
import { closeDifferenceAs } from '../../../src/agency/payments/reconcile.ts'
import { markRefundSent, refundDue } from '../../../src/agency/payments/refunds.ts'
import { closeBlockedPurchase, ordersOf } from '../../../src/agency/policies/orders.ts'
import { policiesOf } from '../../../src/agency/policies/policies.ts'
import { openPolicyDocument } from '../../../src/agency/policies/policy-documents.ts'
import { audit } from '../../../src/doors/cli/audit.ts'
import { resealAll } from '../../../src/doors/cli/upkeep.ts'
import { SHOPPER_RESUME } from '../../../src/doors/consumer/resume.ts'
import { requestDeskCode } from '../../../src/doors/desk/sign-in/code-job.ts'
import { inviteMember } from '../../../src/doors/desk/staff/members.ts'
import { newSecret } from '../../../src/doors/desk/staff/second-factor.ts'
import { staffEmail, staffIdOf, startStaffSession } from '../../../src/doors/desk/staff/staff.ts'
import { startRegistration } from '../../../src/doors/oauth/agent/claim.ts'
import { createAdapter } from '../../../src/doors/oauth/provider/adapter.ts'
import { recordAct } from '../../../src/platform/audit/acts.ts'
import { noteInbound } from '../../../src/platform/audit/inbound.ts'
import { ConfigError, readConfig } from '../../../src/platform/config.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import { addJob, sealPayload } from '../../../src/platform/jobs/store.ts'
import { emailProven, proveEmail } from '../../../src/platform/key/shopper/shopper.ts'
import { currentSigningKey, privateJwk } from '../../../src/platform/key/signing-key.ts'
import { createSealer } from '../../../src/platform/lib/sealer.ts'
import { importOf, startBookImport, takeBookFile } from '../../../src/products/book-imports.ts'
import type { Application } from '../../../src/products/homeowners/application/application.ts'
import { requestSignIn } from '../../../src/products/homeowners/portal/sign-in.ts'
import { homeCarriers } from '../../../src/products/homeowners/quoting/offers.ts'
import { keepReply, repliesOf } from '../../../src/products/line/offers/replies.ts'
import { searchBook } from '../../../src/products/line/record/book.ts'
import { findIntake } from '../../../src/products/line/record/intakes.ts'
import { notesOf, writeNote } from '../../../src/products/line/record/notes.ts'
import { nameOf } from '../../../src/reseal.ts'
import { sealedColumns, sealedTables } from '../../../src/tables.ts'
import { aDeskTask, aSurplusFiling, twoDeclarationsPages } from '../../support/carriers/desk-markets.ts'
import { aLateCarrier } from '../../support/carriers/late-carrier.ts'
import { createDatabase, query } from '../../support/database/database.ts'
import { call, getKey, newEmail } from '../../support/people/client.ts'
import { aDoubtfulDocument, anInvoice, STAFF } from '../../support/people/desk.ts'
import { completeIntake, quotesCall } from '../../support/people/homeowner-applications.ts'
import { offersIn, selectedHomeowner } from '../../support/people/homeowner-in-portal.ts'
import { aLenderLink } from '../../support/people/lender-link.ts'
import { anAnsweredRequest, anOfferedRenewal } from '../../support/people/policy-request.ts'
import { startShopping } from '../../support/people/shopper.ts'
import { until } from '../../support/runs/until.ts'
import { SECRET_KEY as OLD, startTestService, type TestService } from '../../support/servers/service.ts'

const NEW = 'another secret of the tests that is just as long as the first'

type Kept = Awaited<ReturnType<typeof fill>>

let databaseUrl: string
let kept: Kept

const serviceWith = (SECRET_KEY: string, work = false): Promise<TestService> =>
  startTestService({ databaseUrl, work, env: { SECRET_KEY, RATE_LIMITS: 'off', STAFF_EMAILS: STAFF } })

/** A command as somebody at the agency would run it; what it printed and its exit code. */
const command = async (run: typeof audit | typeof resealAll, SECRET_KEY: string, args: string[] = []) => {
  const said: string[] = []
  const printed = vi.spyOn(console, 'log').mockImplementation(line => said.push(line))
  try {
    const code = await run(readConfig({ DATABASE_URL: databaseUrl, SECRET_KEY, STAFF_EMAILS: STAFF }), {
      args,
      values: {},
    })
    return { code, output: said.join('\n') }
  } finally {
    printed.mockRestore()
  }
}

const reseal = (SECRET_KEY: string) => command(resealAll, SECRET_KEY)
const verify = (SECRET_KEY: string) => command(audit, SECRET_KEY, ['verify'])

const homeIdOf = async ({ app }: TestService, uid: unknown): Promise<string | null | undefined> => {
  const intake = await findIntake<string, Application>(app, { uid: String(uid), line: 'homeowners' })
  return intake?.application.homes[0]?.property_id
}

/** The same operator asks for the same home in another application. */
const homeIdOfAnother = async (service: TestService) => {
  const { key, body } = kept
  const again = { ...body, intake: completeIntake(body.intake.home[0]) }
  return homeIdOf(service, (await quotesCall(service.url, key, again)).body.uid)
}

/** A purchase that was made over the API, with its jobs. */
const purchase = async (service: TestService) => {
  const key = await getKey(service.url, newEmail())
  const { uid, homeowner, intake } = await selectedHomeowner(service, key, { sandbox: true })
  await homeowner.sign()
  await homeowner.untilAt('bound')
  const { home } = intake
  const body = { intake: completeIntake(home[0]), sandbox: true, metadata: { reference: 'R-1' } }
  const answer = await quotesCall(service.url, key, body, { 'idempotency-key': 'kept' })
  return { key, uid, body, answer, homeId: await homeIdOf(service, answer.body.uid) }
}

/** A purchase that a carrier blocked, and staff closed. */
const blockedPurchase = async (service: TestService) => {
  const key = await getKey(service.url, newEmail())
  const { uid, homeowner } = await selectedHomeowner(service, key, {
    sandbox: true,
    home: { home_sqft: 5551 },
  })
  const first = homeCarriers.byMode(service.app).sandbox[0]?.name
  const offer = offersIn(await homeowner.view()).find(({ carrier }) => carrier === first)
  await homeowner.select([String(offer?.offer_id)])
  await homeowner.sign()
  await homeowner.untilAt('offers')
  const [order] = await ordersOf(service.app, uid)
  const closed = { note: 'Called the buyer.', by: 'staff' }
  expect(await closeBlockedPurchase(service.app, String(order?.order_id), closed)).toBe(uid)
}

const A_BOOK = `policy_number,line,carrier,full_name,email,street,city,state,zip,effective_date,expiration_date,annual_premium
OLD-1,homeowners,Somebody else,Wilma Quack,wilma@customer.example,1 Periwinkle Street,Springfield,IL,62704,2025-01-01,2026-01-01,1250
OLD-2,homeowners,Somebody else,Wilma Quack,nobody,1 Periwinkle Street,Springfield,IL,62704,2025-01-01,2026-01-01,1250
`

/** Policies of a file, of which one is refused: tried, which keeps the file, and then brought in. */
const importedBook = async ({ app }: TestService): Promise<void> => {
  for (const isDry of [true, false]) {
    const file = { file: 'book.csv', bytes: Buffer.from(A_BOOK), actor: 'staff:test' }
    const import_id = await takeBookFile(app, file)
    await startBookImport(app, import_id, { mapping: {}, isDry })
    await until(async () => (await importOf(app, import_id)).status === 'done')
  }
}

/** Something sealed in every column that there is. */
const fill = async () => {
  const working = await serviceWith(OLD, true)
  const bought = await purchase(working)
  await blockedPurchase(working)
  await importedBook(working)
  const shopper = await startShopping(working.url, 'homeowners', { intake: completeIntake(), sandbox: false })
  await working.stop()
  const service = await serviceWith(OLD)
  const { app } = service
  const ended = await exchangeRecorder(app)({ carrier_id: 'a', request_id: 'r', attempt: 1, request: '{}' })
  await ended({ outcome: 'offer', http_status: 200, took_ms: 5, response: '{}' })
  const reply: HomeAnswer = { kind: 'decline', reason_code: 'credit', reason: 'No.', score_reasons: ['Age'] }
  const place = { uid: bought.uid, revision: 99, item: 'home', carrier_id: 'a' }
  await keepReply(app, { ...place, reply, answered_at: app.clock.now() })
  await aLateCarrier(app, bought.uid)
  await aDeskTask(service, { uid: bought.uid, id: 'req_task' })
  await twoDeclarationsPages(service, bought.uid)
  await aSurplusFiling(service, bought.uid)
  await anAnsweredRequest(service, bought.uid)
  await aLenderLink(service, bought.uid)
  await anOfferedRenewal(service, bought.uid)
  const { id: documentId } = await aDoubtfulDocument(service)
  const { payment_id } = await anInvoice(service)
  await settlePayment(app, payment_id, { by: 'staff', outcome: 'paid', reference: 'cheque 12' })
  const invoice = (await findPayment(app, payment_id)) as Payment
  await transact(app, async inside => {
    const refund = await refundDue(inside, invoice, { cents: 100, cause: 'test', reason: 'agency' })
    await markRefundSent(inside, String(refund?.refund_id), { by: 'staff', reference: 'cheque 13' })
  })
  const stray = strayCharge('pi_1', 5)
  await noteDifference(app.db, stray, app.clock.now())
  await closeDifferenceAs(app, stray.difference_id, { note: 'A test of ours.', by: 'staff' })
  await startStaffSession(app, STAFF)
  await transact(app, inside =>
    recordAct(inside, { about: bought.uid, act: 'legal_hold_placed', actor: 'staff:test', note: 'A test.' }),
  )
  await noteInbound(app, {
    source: 'a',
    event_id: 'evt_1',
    type: 'quote.offered',
    outcome: 'failed',
    body: '{}',
  })
  await inviteMember(app, { email: newEmail(), role: 'viewer', by: 'staff:test' })
  const month = app.clock.now().toISOString().slice(0, 7)
  const text = `date,amount,description\n${month}-01,1.00,Unknown\n`
  const bank = {
    account: 'trust',
    month,
    opening_cents: 0,
    closing_cents: 100,
    text,
    actor: 'staff:test',
  } as const
  await transact(app, inside => takeBankFile(inside, bank))
  const secret = await newSecret(app, { email: STAFF, setUp: 'x' })
  await writeNote(app, { uid: bought.uid, words: 'Call them back', by: 'staff' })
  const said = { to: null, subject: 'Declined', text: 'Declined.' }
  await keepLegalNotice(app, { uid: bought.uid, kind: 'declination', at: app.clock.now(), ...said })
  await createAdapter(app, Error)('Interaction').upsert('id', { jti: 'id', kind: 'Interaction' }, 600)
  await currentSigningKey(app)
  await startRegistration(app, { kind: 'service_auth', credential_type: 'access_token', email: newEmail() })
  const live = { line: 'homeowners' as const, uid: shopper.uid }
  await proveEmail(app, (await findIntake(app, live)) as never)
  await requestSignIn(app, { uid: shopper.uid, email: newEmail(), language: 'en' })
  await addJob(app.db, SHOPPER_RESUME, sealPayload(app.sealer, SHOPPER_RESUME, { uid: shopper.uid }), 1)
  await requestDeskCode(app, STAFF)
  const staffId = staffIdOf(app, STAFF)
  await service.stop()
  return { ...bought, documentId, payment_id, shopperUid: shopper.uid, staffId, place, secret }
}

beforeAll(async () => {
  databaseUrl = await createDatabase()
  kept = await fill()
})

type Column = { place: string; column: string }

const columnsOf = (types: string): Promise<Column[]> =>
  query<Column>(
    databaseUrl,
    `select format('%I.%I', table_schema, table_name) as place, format('%I', column_name) as column
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE' and data_type in (${types})`,
  )

/** Every place in the whole database where something begins as what this key sealed begins. */
const placesSealedBy = async (secret: string): Promise<string[]> => {
  const { keyId } = createSealer([secret])
  const inBytes = (await columnsOf("'bytea'")).map(
    ({ place, column }) =>
      `select '${place}.${column}' as name where exists
         (select from ${place} where substr(${column}, 1, 4) = '\\x${keyId.toString('hex')}')`,
  )
  // Of four bytes in base64, five letters are certain.
  const start = keyId.toString('base64').slice(0, 5).replaceAll('+', '\\+')
  const inText = (await columnsOf("'text', 'json', 'jsonb'")).map(
    ({ place, column }) =>
      `select distinct '${place}.${column}.' || (regexp_matches(${column}::text, '(?:^|"(\\w+)": *")${start}'))[1] from ${place}`,
  )
  const found = await query<{ name: string }>(databaseUrl, [...inBytes, ...inText].join(' union all '))
  // The log keeps the seals that rows once had: they open nothing.
  return found
    .map(({ name }) => name.replace(/^public\./, ''))
    .filter(name => name !== 'seal_log.seal')
    .sort()
}

const isSeal = (name: string): boolean => name.endsWith('.seal')
const listed = [...new Set(sealedColumns.map(nameOf))].sort()
const seals = sealedTables.map(({ table }) => `${table}.seal`)

describe('bindery reseal', { shuffle: false }, () => {
  test('its list names every place in the database where something is kept sealed, and no other', async () => {
    const found = await placesSealedBy(OLD)
    expect(found.filter(name => !isSeal(name))).toEqual(listed)
    expect(seals).toEqual(expect.arrayContaining(found.filter(isSeal)))
    expect(found.filter(isSeal).length).toBeGreaterThan(10)
  })

  test('without the key that sealed it changes nothing and says so', async () => {
    await expect(reseal(NEW)).rejects.toThrow(ConfigError)
    expect((await placesSealedBy(OLD)).filter(name => !isSeal(name))).toEqual(listed)
  })

  test('while both keys are listed the book finds what was filed under either', async () => {
    const service = await serviceWith(`${NEW},${OLD}`)
    onTestFinished(() => service.stop())
    const search = { text: 'homeow', sandbox: true, before: null, limit: 100 }
    expect((await searchBook(service.app, search)).found.map(({ uid }) => uid)).toContain(kept.uid)
  })

  test('while both keys are listed everything is as it was, before it has run', async () => {
    const service = await serviceWith(`${NEW},${OLD}`)
    onTestFinished(() => service.stop())
    expect((await verify(`${NEW},${OLD}`)).output).toContain(' 0 broken.')
    expect(await homeIdOfAnother(service)).toBe(kept.homeId)
  })

  test('runs while the service writes; afterwards the new key alone opens everything', async () => {
    const writing = await serviceWith(`${NEW},${OLD}`)
    let stop = false
    const write = async () => {
      for (let name = 0; !stop; name++)
        await quotesCall(writing.url, kept.key, {
          uid: kept.answer.body.uid,
          intake: { full_name: `Ada ${name}` },
        })
    }
    const writers = [write(), write()]
    const first = await reseal(`${NEW},${OLD}`)
    stop = true
    await Promise.all(writers)
    await writing.stop()
    expect(first.output).toContain('SECRET_KEY can be cut to its first one')
    expect(first.code).toBe(0)
    expect(await placesSealedBy(OLD)).toEqual([])
    expect((await placesSealedBy(NEW)).filter(name => !isSeal(name))).toEqual(listed)
    const verified = await verify(NEW)
    expect(verified.output).toContain(' 0 broken.')
    expect(verified.code, verified.output).toBe(0)
  })

  describe('with the old key gone', () => {
    let service: TestService
    beforeAll(async () => {
      service = await serviceWith(NEW)
    })
    afterAll(() => service.stop())

    test('applications, answers of carriers, policies and their documents open', async () => {
      const { app } = service
      const { uid } = kept
      expect((await quotesCall(service.url, kept.key, { uid })).status).toBe(200)
      const { place } = kept
      expect(await repliesOf(app, place)).toMatchObject([{ reply: { score_reasons: ['Age'] } }])
      const [policy] = await policiesOf(app, uid)
      const document_id = String(policy?.documents[0]?.document_id)
      const binder = await openPolicyDocument(app, { uid, document_id })
      expect(binder?.content.subarray(0, 5).toString()).toBe('%PDF-')
      expect((await openDocument(app, kept.documentId))?.bytes.length).toBeGreaterThan(0)
      expect((await findPayment(app, kept.payment_id))?.page_url).toContain('/pay/')
      expect(await staffEmail(app, kept.staffId)).toBe(STAFF)
      expect(await newSecret(app, { email: STAFF, setUp: 'x' })).toEqual(kept.secret)
      expect(await notesOf(app, uid)).toMatchObject([{ words: 'Call them back' }])
      expect(privateJwk(app, await currentSigningKey(app))).toHaveProperty('d')
      expect(await createAdapter(app, Error)('Interaction').find('id')).toMatchObject({ jti: 'id' })
    })

    test('a replay gives the same bytes, a home keeps its id, metadata is found, and a proven address stays proven', async () => {
      const replayed = await quotesCall(service.url, kept.key, kept.body, { 'idempotency-key': 'kept' })
      expect(replayed.headers.get('idempotency-replayed')).toBe('true')
      expect(replayed.text).toBe(kept.answer.text)
      const intake = await findIntake(service.app, { uid: kept.shopperUid, line: 'homeowners' })
      expect(intake && (await emailProven(service.app, intake))).toBe(true)
      const search = `?metadata=reference:R-1&uid=${kept.answer.body.uid}`
      const found = await call(`${service.url}/api/agent/homeowners/dashboard${search}`, { key: kept.key })
      expect(found.body.properties).toMatchObject([{ metadata: { reference: 'R-1' } }])
      expect(await homeIdOfAnother(service)).toBe(kept.homeId)
    })

    test('the book still finds applications, by name and by policy number', async () => {
      const [policy] = await policiesOf(service.app, kept.uid)
      for (const text of ['homeow', String(policy?.policy_number)]) {
        const { found } = await searchBook(service.app, { text, sandbox: true, before: null, limit: 100 })
        expect(found.map(({ uid }) => uid)).toContain(kept.uid)
      }
    })

    test('a second run finds nothing to do', async () => {
      expect(await reseal(NEW)).toEqual({
        code: 0,
        output: 'Nothing is left under an older key: SECRET_KEY can be cut to its first one.',
      })
    })
  })

  test('never signs a head that it cannot believe', async () => {
    await query(databaseUrl, 'update intakes set audit_mac = sha256(audit_mac) where uid = $1', [kept.uid])
    const { code, output } = await reseal(`${OLD},${NEW}`)
    expect(code).toBe(1)
    expect(output).toContain('1 left')
    expect((await verify(OLD)).output).toContain(`${kept.uid}: the head of the chain was forged`)
  })
})
