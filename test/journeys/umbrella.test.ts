import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DocumentRecord, listDocuments, recordReview } from '../../src/agency/documents/documents.ts'
import { openPayments, paymentsOf } from '../../src/agency/payments/payments.ts'
import { settlePayment } from '../../src/agency/payments/receipts.ts'
import { decideOperator } from '../../src/doors/desk/operators/decide.ts'
import { transact } from '../../src/platform/db/transact.ts'
import { momentWords, tellingTimesIn } from '../../src/platform/pages/moment.ts'
import { usd } from '../../src/platform/values/money.ts'
import { consentsOf } from '../../src/products/line/record/consent.ts'
import { tellAsked } from '../../src/products/line/reviewed-purchase/buying/notify.ts'
import { readIntake } from '../../src/products/line/reviewed-purchase/intake/intake.ts'
import { umbrella } from '../../src/products/umbrella/line.ts'
import { textOfPdf } from '../support/browser/pdf.ts'
import { pngOf } from '../support/browser/pictures.ts'
import { contractCheck } from '../support/contract/contract.ts'
import { query } from '../support/database/database.ts'
import { call, getKey, mailbox, newEmail, requestCode } from '../support/people/client.ts'
import {
  readyToFinalize,
  type UmbrellaOperation,
  umbrellaCall,
  untilStatus,
  yes,
} from '../support/people/umbrella-applications.ts'
import { until } from '../support/runs/until.ts'
import { startTestService, type TestService } from '../support/servers/service.ts'

const AGENCY_PAY = 'Brindlemoor'
const CARRIER_DIRECT = 'Marrowby'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off' } })
  key = await getKey(service.url, newEmail())
})
afterAll(() => service.stop())

const at = () => ({ url: service.url, key })
const operate = (operation: UmbrellaOperation, body: unknown) => umbrellaCall(at(), operation, body)
const inState = (uid: unknown, ...states: string[]) => untilStatus(at(), uid, states)
const bought = async (walk: Parameters<typeof readyToFinalize>[1]) => {
  const session = await readyToFinalize(at(), walk)
  await operate('bind', { uid: session.uid, bind_confirmed: true })
  return session
}
const base64 = (bytes: Buffer) => bytes.toString('base64')

const picture = () => ({ filename: 'page.png', content: base64(pngOf(800, 600)) })
const bothPictures = () => [
  { type: 'declarations', ...picture() },
  { type: 'auto_declarations', ...picture() },
]

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)

/** As somebody at the desk would judge what a machine left to them. */
const judgedByStaff = async (uid: string, reject: string | null = null) => {
  await until(async () =>
    (await listDocuments(service.app, uid)).every(({ status }) => status === 'needs_person'),
  )
  for (const document of await listDocuments(service.app, uid))
    await transact(service.app, async inside => {
      const isRejected = document.type === 'auto_declarations' && reject !== null
      await recordReview(inside, document.document_id, {
        ...(isRejected ? { status: 'rejected', reason: reject } : { status: 'accepted', reason: null }),
        by: 'staff',
      })
      await umbrella.desk.documentReviewed(inside, document, 'staff')
    })
}

describe('a rehearsal in the sandbox', () => {
  test('with a carrier that collects itself goes to bound, with a policy and its binder, and nothing is emailed', async () => {
    const { uid, email } = await bought({ carrier: CARRIER_DIRECT })
    const { body } = await inState(uid, 'bound')
    expect(body.policy).toMatchObject({
      policy_number: expect.any(String),
      carrier: expect.stringContaining('(sandbox)'),
      coverage_limit: 2_000_000,
      annual_price: expect.any(Number),
    })
    const [binder] = (body.policy as { documents: { name: string; url: string }[] }).documents
    const file = await fetch(String(binder?.url))
    expect(file.headers.get('content-type')).toBe('application/pdf')
    expect(file.headers.get('content-disposition')).toContain('attachment')
    expect((await fetch(`${binder?.url}x`)).status).toBe(404)
    expect(await mailbox(service.url, email)).toEqual([])
  })

  test('with a carrier for which the agency collects: documents, payment, policy', async () => {
    const { uid } = await bought({ carrier: AGENCY_PAY })
    const { body } = await inState(uid, 'documents_needed')
    expect(body.required_upload_types).toEqual(['declarations', 'auto_declarations'])
    const first = await operate('attach', { uid, type: 'declarations', ...picture() })
    expect(first.body).toMatchObject({
      status: 'documents_needed',
      required_upload_types: ['auto_declarations'],
      received: [{ type: 'declarations', filename: 'page.png', stored_as: expect.stringMatching(/^doc_/) }],
    })
    const second = await operate('attach', { uid, attachments: [bothPictures()[1]] })
    expect(second.body.status).toBe('documents_pending_review')
    await inState(uid, 'bound')
  })

  test('rejected documents are asked for again, with the reason', async () => {
    const { uid } = await bought({ carrier: AGENCY_PAY, values: { jet_skis: 17 } })
    await inState(uid, 'documents_needed')
    await operate('attach', { uid, attachments: bothPictures() })
    const { body } = await inState(uid, 'documents_needed')
    expect(body).toMatchObject({
      required_upload_types: ['declarations', 'auto_declarations'],
      documents: [{ status: 'rejected', reason: expect.any(String) }, { status: 'rejected' }],
      response_summary: expect.stringMatching(/not accepted\. .*Send them again\.$/),
    })
    expect(String(body.response_summary).split('Send them again')).toHaveLength(2)
    await operate('attach', { uid, attachments: bothPictures() })
    await inState(uid, 'bound')
  })

  test('a payment that failed can be made again at the new link', async () => {
    const { uid } = await bought({ carrier: AGENCY_PAY, values: { jet_skis: 16 } })
    await inState(uid, 'documents_needed')
    await operate('attach', { uid, attachments: bothPictures() })
    const payments = () =>
      query<{ status: string; payment_id: string }>(
        service.databaseUrl,
        'select status, payment_id from payments where uid = $1 order by created_at, payment_id',
        [uid],
      )
    await until(async () => (await payments()).length === 2)
    const rows = await payments()
    const { body } = await inState(uid, 'payment_needed')
    expect(rows.map(({ status }) => status)).toEqual(['failed', 'open'])
    expect(body.payment_url).toContain('/pay/')
    expect((await fetch(String(body.payment_url))).status).toBe(200)
    expect(body).toMatchObject({
      response_summary: expect.stringContaining('The payment failed'),
      poll_after_seconds: 60,
      agent_instructions: expect.arrayContaining([expect.stringContaining('Mark as paid')]),
    })
    const [failed] = await paymentsOf(service.app, uid)
    expect(await (await fetch(String(failed?.page_url))).text()).toContain(
      new URL(String(body.payment_url)).pathname,
    )
    await settlePayment(service.app, String(rows[1]?.payment_id), { by: 'sandbox', outcome: 'paid' })
    await inState(uid, 'bound')
  })

  test('a carrier that asks for a document gets it, and binds', async () => {
    const { uid } = await bought({ carrier: CARRIER_DIRECT, values: { jet_skis: 18 } })
    const { body } = await inState(uid, 'info_requested')
    expect(body).toMatchObject({
      required_upload_types: ['declarations'],
      next_action: { operation: 'attach' },
    })
    expect(body.agent_instructions).not.toContainEqual(expect.stringContaining('next_question'))
    const { body: attached } = await operate('attach', { uid, type: 'declarations', ...picture() })
    expect(attached.status).toBe('waiting_on_carrier')
    await inState(uid, 'bound')
    const events = await query(
      service.databaseUrl,
      "select from audit_entries where uid = $1 and event = 'document_delivered'",
      [uid],
    )
    expect(events).toHaveLength(1)
  })

  test('a carrier that asks for something gets it, and only what it asked for', async () => {
    const effective_date = day(8).endsWith('-01') ? day(9) : day(8)
    const { uid } = await bought({ carrier: CARRIER_DIRECT, values: { jet_skis: 15, effective_date } })
    const { body } = await inState(uid, 'info_requested')
    const { headers } = await umbrellaCall(at(), 'status', { uid }, { prefer: 'wait=1' })
    expect(headers.get('preference-applied'), 'not held: the operator must answer').toBeNull()
    expect(body).toMatchObject({
      next_question: {
        prompt: expect.not.stringContaining('effective_date'),
        fields: [{ path: ['effective_date'], format: 'date' }],
      },
      response_summary: expect.stringContaining('first day of a month'),
    })
    expect(await operate('bind', { uid })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Nothing was answered.') },
    })
    expect((await operate('bind', { uid, intake: { prior_carrier: 'x' } })).status).toBe(400)
    const now = new Date()
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
      .toISOString()
      .slice(0, 10)
    const answered = await operate('bind', { uid, intake: { effective_date: first } })
    expect(answered.body.status).toBe('waiting_on_carrier')
    const bound = await inState(uid, 'bound')
    expect(bound.body.policy).toMatchObject({ effective_date: first })
  })

  test.each([CARRIER_DIRECT, AGENCY_PAY])(
    '%s asks another price: nothing is bought until it is chosen and confirmed again, the summary says so, and no document is asked for twice',
    async carrier => {
      const { uid } = await bought({ carrier, values: { jet_skis: 20 } })
      if (carrier === AGENCY_PAY) {
        await inState(uid, 'documents_needed')
        await operate('attach', { uid, attachments: bothPictures() })
      }
      const { body } = await inState(uid, 'quoted')
      expect(body.response_summary).toMatch(/^A carrier changed its price, and nothing was bought.* ready/)
      expect(body.agent_instructions).toContainEqual(expect.stringMatching(/previous_price.*refunds any/))
      type Offer = { selection_token: string; annual_price: number; previous_price?: number }
      const changed = (body.offers as Offer[]).filter(one => one.previous_price !== undefined)
      expect(changed).toHaveLength(1)
      const [{ selection_token, annual_price, previous_price = 0 } = {} as Offer] = changed
      expect(annual_price).toBe(Math.round(previous_price * 1.1))
      expect(body).not.toHaveProperty('policy')
      await operate('select', { uid, selection_token, selection_confirmed: true, credit_consent: yes })
      expect((await operate('bind', { uid })).body).toMatchObject({
        status: 'ready_to_finalize',
        purchase_preview: { annual_price },
      })
      await operate('bind', { uid, bind_confirmed: true })
      expect((await inState(uid, 'bound')).body.policy).toMatchObject({ annual_price })
    },
  )

  test('a carrier that will not issue ends it, with its reason and what happens to the money', async () => {
    const { uid } = await bought({ carrier: CARRIER_DIRECT, values: { jet_skis: 14 } })
    const { body } = await inState(uid, 'blocked')
    expect(body).toMatchObject({
      response_summary: expect.stringContaining('will not issue'),
      next_action: { operation: 'none' },
      agent_instructions: expect.arrayContaining([expect.stringMatching(/owe nothing for it.*refunds any/)]),
    })
    expect(body.response_summary).not.toContain('another offer')
    expect(body).not.toHaveProperty('policy')
  })
})

describe('a live purchase', () => {
  test('goes from drafts to a policy: documents, an invoice and its receipt, an email each, copies to the assistant until its operator is revoked', async () => {
    const operator = newEmail()
    const assistant_email = newEmail()
    const otp = await requestCode(service.url, operator)
    const confirmed = await call(`${service.url}/api/agent/key/confirm`, {
      body: { email: operator, otp, assistant_email, referral_source_name: 'Acme Homes' },
    })
    const own = { url: service.url, key: String(confirmed.body.api_key) }
    const { uid, email } = await readyToFinalize(own, { sandbox: false, carrier: AGENCY_PAY })
    await umbrellaCall(own, 'bind', { uid, bind_confirmed: true })
    await untilStatus(own, uid, ['documents_needed'])
    await umbrellaCall(own, 'attach', { uid, attachments: bothPictures() })
    await judgedByStaff(uid)
    const paying = await untilStatus(own, uid, ['payment_needed'])
    expect(paying.body.payment_url).toContain('/pay/')
    const payment = (await openPayments(service.app, { after: null, limit: 100 })).find(
      open => open.uid === uid,
    )
    await settlePayment(service.app, String(payment?.payment_id), { by: 'test', outcome: 'paid' })
    const { body } = await untilStatus(own, uid, ['bound'])
    expect(body.policy).toMatchObject({ carrier: expect.stringContaining(AGENCY_PAY) })
    for (const to of [email, assistant_email]) {
      const emails = (await mailbox(service.url, to)).map(({ subject }) => subject)
      expect(emails).toEqual([
        'Your umbrella policy is bound',
        'We received your payment',
        'Your umbrella policy: payment needed',
        'Your umbrella policy: documents needed',
        ...(to === email ? ['Your umbrella insurance quotes are ready'] : []),
      ])
    }
    const [bound] = await mailbox(service.url, email)
    expect(bound?.text).toContain('Acme Homes')
    const binder = await fetch(String(bound?.links[0]))
    expect(binder.headers.get('content-type')).toBe('application/pdf')
    const words = (await textOfPdf(Buffer.from(await binder.arrayBuffer()))).replaceAll(/\s+/g, ' ')
    const { annual_price } = body.policy as { annual_price: number }
    expect(words).toMatch(new RegExp(`\\$${usd(annual_price).slice(1)} was paid on \\w+ \\d+, \\d{4}, to `))
    expect(words).not.toContain('is due')
    const uses = await query<{ purpose: string }>(
      service.databaseUrl,
      'select purpose from consent_uses join consents using (consent_id) where uid = $1',
      [uid],
    )
    expect(uses).toEqual([{ purpose: 'umbrella_credit_check' }])
    const again = await umbrellaCall(own, 'draft', { intake: { email } })
    expect(again).toMatchObject({ status: 409, body: { current_status: 'bound' } })

    const [copy] = await mailbox(service.url, assistant_email)
    const opened = () =>
      Promise.all([bound?.links[0], copy?.links[0]].map(async url => (await fetch(String(url))).status))
    expect(await opened()).toEqual([200, 200])
    await decideOperator(service.app, {
      actor: 'staff',
      operatorUid: String(confirmed.body.operator_uid),
      form: new URLSearchParams({ act: 'revoked', note: 'They left.' }),
    })
    expect(await opened()).toEqual([200, 404])
  })

  test('goes on to a policy after its operator is revoked, and neither the assistant nor an old link gets any of it', async () => {
    const operator = newEmail()
    const assistant_email = newEmail()
    const otp = await requestCode(service.url, operator)
    const { body: issued } = await call(`${service.url}/api/agent/key/confirm`, {
      body: { email: operator, otp, assistant_email },
    })
    const decide = (act: string) =>
      decideOperator(service.app, {
        actor: 'staff',
        operatorUid: String(issued.operator_uid),
        form: new URLSearchParams({ act, note: 'They left.' }),
      })
    const own = { url: service.url, key: String(issued.api_key) }
    const { uid, email } = await readyToFinalize(own, { sandbox: false, carrier: AGENCY_PAY })
    await umbrellaCall(own, 'bind', { uid, bind_confirmed: true })
    await untilStatus(own, uid, ['documents_needed'])
    await umbrellaCall(own, 'attach', { uid, attachments: bothPictures() })
    await decide('revoked')
    await judgedByStaff(uid)
    const payment = await until(async () =>
      (await openPayments(service.app, { after: null, limit: 100 })).find(open => open.uid === uid),
    )
    await settlePayment(service.app, String(payment?.payment_id), { by: 'test', outcome: 'paid' })
    const subjects = async (to: string) => (await mailbox(service.url, to)).map(({ subject }) => subject)
    await until(async () => (await subjects(email))[0] === 'Your umbrella policy is bound')
    expect(await subjects(assistant_email)).toEqual(['Your umbrella policy: documents needed'])

    await decide('approved')
    const again = { url: service.url, key: await getKey(service.url, operator) }
    const { body } = await umbrellaCall(again, 'status', { uid })
    const { documents } = body.policy as { documents: { url: string }[] }
    const [emailed] = await mailbox(service.url, email)
    const statuses = async () =>
      Promise.all([documents[0]?.url, emailed?.links[0]].map(async url => (await fetch(String(url))).status))
    expect(await statuses()).toEqual([200, 200])
    const asked = async () => {
      const intake = await readIntake(service.app, uid)
      await transact(service.app, async inside => intake && tellAsked(inside, intake))
      return (await mailbox(service.url, email))[0]?.text
    }
    expect(await asked()).toContain('Answer with the link below, or tell')
    await decide('revoked')
    expect(await statuses()).toEqual([404, 200])
    expect(await asked()).toContain('Answer with the link below. We’ll continue')
    expect(
      (await subjects(email)).filter(subject => subject === 'Your umbrella policy is bound'),
    ).toHaveLength(1)
  })

  test('documents that a machine cannot read wait for a person at the desk, whose word counts', async () => {
    const { uid } = await bought({ sandbox: false, carrier: AGENCY_PAY })
    await inState(uid, 'documents_needed')
    await operate('attach', { uid, attachments: bothPictures() })
    expect((await operate('status', { uid })).body).toMatchObject({
      status: 'documents_pending_review',
      documents: [{ status: 'in_review' }, { status: 'in_review' }],
    })
    expect((await umbrella.desk.describe(service.app, uid)).facts).toContainEqual({
      label: 'Buyer',
      value: 'Ada Buyer',
    })
    const given = await consentsOf(service.app, uid)
    expect(given).not.toEqual([])
    const { facts } = await tellingTimesIn('Pacific/Honolulu', () => umbrella.desk.describe(service.app, uid))
    for (const { givenAt } of given) {
      const words = tellingTimesIn('Pacific/Honolulu', () => momentWords(givenAt))
      expect(words).toMatch(/ HST$/)
      expect(facts).toContainEqual(expect.objectContaining({ value: expect.stringContaining(`${words}: `) }))
    }
    await judgedByStaff(uid, 'It is upside down.')
    expect((await operate('status', { uid })).body).toMatchObject({
      status: 'documents_needed',
      required_upload_types: ['auto_declarations'],
      response_summary: expect.stringContaining('upside down'),
    })
  })

  test('a document that was refused is told once the others are judged too, and the buyer can send another', async () => {
    const { uid } = await bought({ sandbox: false, carrier: AGENCY_PAY })
    await inState(uid, 'documents_needed')
    await operate('attach', { uid, attachments: bothPictures() })
    await until(async () =>
      (await listDocuments(service.app, uid)).every(({ status }) => status === 'needs_person'),
    )
    const [first, second] = await listDocuments(service.app, uid)
    if (!first || !second) throw new Error('Two documents were sent.')
    const refuse = ({ document_id }: DocumentRecord, reason: string) =>
      recordReview(service.app, document_id, { status: 'rejected', reason, by: 'staff' })
    await refuse(first, 'It is upside down.')
    expect((await operate('status', { uid })).body).toMatchObject({
      status: 'documents_pending_review',
      response_summary: 'The documents are under review.',
      documents: [{ status: 'in_review' }, { status: 'in_review' }],
    })
    await refuse(second, 'It is blurred.')
    await transact(service.app, inside => umbrella.desk.documentReviewed(inside, second, 'staff'))
    expect((await operate('status', { uid })).body).toMatchObject({
      status: 'documents_needed',
      response_summary: expect.stringMatching(/upside down.*blurred/),
      documents: [{ status: 'rejected' }, { status: 'rejected' }],
    })
  })

  test('documents of a purchase that ended count for the next one, once they are reviewed for it', async () => {
    const { uid } = await bought({ sandbox: false, carrier: AGENCY_PAY })
    await inState(uid, 'documents_needed')
    await operate('attach', { uid, attachments: bothPictures() })
    await judgedByStaff(uid)
    await inState(uid, 'payment_needed')
    await transact(service.app, inside => umbrella.desk.purchaseEnded(inside, uid, 'staff'))
    const { body } = await inState(uid, 'quoted')
    const offer = (body.offers as { carrier: string; selection_token: string }[]).find(({ carrier }) =>
      carrier.includes(AGENCY_PAY),
    )
    const { selection_token } = offer ?? {}
    await operate('select', { uid, selection_token, selection_confirmed: true, credit_consent: yes })
    await operate('bind', { uid, bind_confirmed: true })
    await inState(uid, 'documents_pending_review')
    await judgedByStaff(uid)
    await inState(uid, 'payment_needed')
  })

  test('every answer on the way keeps to the published contract', async () => {
    const problemOf = await contractCheck(service.url)
    const { uid } = await bought({ carrier: AGENCY_PAY })
    const needed = await inState(uid, 'documents_needed')
    expect(problemOf('/api/agent/umbrella/status', 'POST', 200, needed.body)).toBeNull()
    const attached = await operate('attach', { uid, attachments: bothPictures() })
    expect(problemOf('/api/agent/umbrella/attach', 'POST', 200, attached.body)).toBeNull()
    const bound = await inState(uid, 'bound')
    expect(problemOf('/api/agent/umbrella/status', 'POST', 200, bound.body)).toBeNull()
  })
})
