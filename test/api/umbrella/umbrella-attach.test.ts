import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Upload } from '../../../src/agency/documents/documents.ts'
import { keepDocuments, listDocuments } from '../../../src/agency/documents/documents.ts'
import { paymentsOf } from '../../../src/agency/payments/payments.ts'
import { ordersOf } from '../../../src/agency/policies/orders.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import type { InfoRequest } from '../../../src/products/line/reviewed-purchase/application/application.ts'
import { allowPurchase } from '../../../src/products/line/reviewed-purchase/buying/book.ts'
import { settleDocuments } from '../../../src/products/line/reviewed-purchase/buying/review-documents-job.ts'
import { noteOnPurchase } from '../../../src/products/line/reviewed-purchase/intake/writer.ts'
import { umbrella } from '../../../src/products/umbrella/line.ts'
import { pngOf } from '../../support/browser/pictures.ts'
import { query } from '../../support/database/database.ts'
import { newOperator, type TestOperator } from '../../support/people/homeowner-intakes.ts'
import { type UmbrellaOperation, umbrellaCall, yes } from '../../support/people/umbrella-applications.ts'
import { umbrellaIn } from '../../support/people/umbrella-intakes.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

const MIB = 2 ** 20

let service: TestService
let operator: TestOperator
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off' }, work: false })
  operator = await newOperator(service)
})
afterAll(() => service.stop())

const call = (operation: UmbrellaOperation, body: unknown, headers?: Record<string, string>) =>
  umbrellaCall({ url: service.url, key: operator.key }, operation, body, headers)
const needing = async () =>
  (await umbrellaIn(service, { owner: operator.uid, status: 'documents_needed' })).intake.uid

const content = pngOf(400, 400).toString('base64')
const page = { type: 'declarations', filename: 'page.png', content }

/** In `info_requested`, asked for this. */
const askedFor = async (request: Partial<InfoRequest>, sandbox = true, owner = operator.uid) => {
  const { intake } = await umbrellaIn(service, { owner, status: 'info_requested', sandbox })
  const { application } = intake
  const purchase = application.purchase ?? { offer_id: '' }
  const info_request = { from: 'carrier' as const, reason: 'Please tell us.', fields: [], ...request }
  await transact(service.app, inside =>
    noteOnPurchase(
      inside,
      intake,
      { application: { ...application, purchase: { ...purchase, info_request } } },
      { actor: 'test', event: 'asked' },
    ),
  )
  return intake.uid
}

test('one file or a list of them; files of one type are pages of one document, a later call replaces them', async () => {
  const uid = await needing()
  const both = await call('attach', { uid, attachments: [page, { ...page, filename: 'second.png' }] })
  expect(both.body.received).toMatchObject([{ filename: 'page.png' }, { filename: 'second.png' }])
  expect(both.body).not.toHaveProperty('replaced')
  const later = await call('attach', { uid, ...page, filename: 'new.png' })
  expect(later.body.replaced).toMatchObject([{ filename: 'page.png' }, { filename: 'second.png' }])
  const statuses = (await listDocuments(service.app, uid)).map(({ status }) => status)
  expect(statuses).toEqual(['superseded', 'superseded', 'received'])
})

test('the bytes are kept sealed, and the same call twice keeps them once', async () => {
  const uid = await needing()
  const headers = { 'idempotency-key': `attach-${uid}` }
  const first = await call('attach', { uid, ...page }, headers)
  const again = await call('attach', { uid, ...page }, headers)
  expect(again.text).toBe(first.text)
  expect(await listDocuments(service.app, uid)).toHaveLength(1)
})

test.each<[string, object, number, string]>([
  ['no file', {}, 400, 'attachments'],
  ['half a file', { type: 'declarations', filename: 'page.png' }, 400, 'content'],
  [
    'half a file in a list',
    { attachments: [{ type: 'declarations', filename: 'page.png' }] },
    400,
    'attachments[0].content',
  ],
  ['both ways at once', { ...page, attachments: [page] }, 400, 'attachments'],
  ['an unknown type', { ...page, type: 'passport' }, 400, 'type'],
  ['not base64', { ...page, content: '%%%' }, 400, 'content'],
  ['some other kind of file', { ...page, content: Buffer.from('<html>').toString('base64') }, 400, 'content'],
  ['a path for a name', { ...page, filename: '../../etc/passwd' }, 400, 'filename'],
  ['more than 10 MiB', { ...page, content: Buffer.alloc(10 * MIB + 1).toString('base64') }, 413, 'content'],
])('%s is refused and nothing is kept', async (_what, body, status, path) => {
  const uid = await needing()
  const answer = await call('attach', { uid, ...body })
  expect(answer).toMatchObject({ status, body: { fields: [{ path }] } })
  expect(await listDocuments(service.app, uid)).toEqual([])
})

test('a carrier that asks for a document gets it, and the order goes out again', async () => {
  const uid = await askedFor({ fields: ['auto_declarations'] })
  expect((await call('status', { uid })).body).toMatchObject({
    required_upload_types: ['auto_declarations'],
    response_summary: expect.stringContaining('Please tell us.'),
  })
  const other = await call('attach', { uid, ...page })
  expect(other.body.status).toBe('info_requested')
  const asked = await call('attach', { uid, ...page, type: 'auto_declarations' })
  expect(asked.body.status).toBe('waiting_on_carrier')
  const [order] = await ordersOf(service.app, uid)
  expect(order?.request.answers).toEqual({ declarations: 'attached', auto_declarations: 'attached' })
  const kept = await listDocuments(service.app, uid)
  expect(order?.request.documents).toEqual(
    kept.map(({ document_id, type, filename, media_type, size_bytes, sha256 }) => ({
      document_id,
      type,
      filename,
      media_type,
      size_bytes,
      sha256: sha256.toString('hex'),
    })),
  )
})

test('of a document that was sent anew while more was asked for, the carrier gets the newer one', async () => {
  const uid = await askedFor({ fields: ['declarations', 'prior_carrier'] })
  await call('attach', { uid, ...page })
  const newer = await call('attach', { uid, ...page, filename: 'newer.png' })
  expect(newer.body.status).toBe('info_requested')
  await call('bind', { uid, intake: { prior_carrier: 'Acme' } })
  const [order] = await ordersOf(service.app, uid)
  expect(order?.request.documents).toMatchObject([{ type: 'declarations', filename: 'newer.png' }])
})

test('what the agency asked for while it looked at documents leads back to them', async () => {
  const uid = await askedFor({ from: 'documents', fields: ['prior_carrier'] })
  const answered = await call('bind', { uid, intake: { prior_carrier: 'Acme' } })
  expect(answered.body.status).toBe('documents_pending_review')
})

test('a question that the application has no field for is answered in words; all are asked until all are answered', async () => {
  const uid = await askedFor({ fields: ['dog_breed', 'vehicles[0].vin'] })
  const { body } = await call('status', { uid })
  expect(body.next_question).toMatchObject({
    prompt: 'Please tell us.',
    fields: [
      { path: ['dog_breed'], label: 'Dog breed', type: 'string' },
      { path: ['vehicles'], type: 'array' },
    ],
  })
  expect((await call('bind', { uid, intake: { dog_breed: 7 } })).status).toBe(400)
  expect((await call('bind', { uid, intake: { occupation: 'x' } })).status).toBe(400)
  const first = await call('bind', { uid, intake: { dog_breed: 'Poodle' } })
  expect(first.body).toMatchObject({
    status: 'info_requested',
    next_question: { fields: [{ path: ['vehicles'] }] },
  })
  const vehicles = [{ year: 2020, make: 'Toyota', model: 'Camry', vin: '4T1B11HK5KU123456' }]
  expect((await call('bind', { uid, intake: { vehicles } })).body.status).toBe('waiting_on_carrier')
  const [order] = await ordersOf(service.app, uid)
  expect(order?.request.answers).toEqual({ dog_breed: 'Poodle', vehicles })
})

test('a carrier’s question is answered under its other name, and a part of the address inside it', async () => {
  const uid = await askedFor({ fields: ['phone', 'street', 'city'] })
  const phone = await call('bind', { uid, intake: { phone: '415-555-0199' } })
  expect(phone.body.next_question).toMatchObject({
    fields: [{ path: ['address', 'street'] }, { path: ['address', 'city'] }],
  })
  const street = await call('bind', { uid, intake: { address: { street: '9 Moved Street' } } })
  expect(street.body.next_question).toMatchObject({ fields: [{ path: ['address', 'city'] }] })
  const city = await call('bind', { uid, intake: { address: { city: 'Chicago' } } })
  expect(city.body.status).toBe('waiting_on_carrier')
  const [order] = await ordersOf(service.app, uid)
  expect(order?.request.answers).toEqual({
    phone_number: '415-555-0199',
    address: { street: '9 Moved Street', city: 'Chicago' },
  })
})

test('an answer to a carrier has at most 16 KB, so that the application stays small', async () => {
  const uid = await askedFor({ fields: ['prior_carrier', 'occupation'] })
  const padded = (length: number) => `${' '.repeat(length)}Acme`
  expect(await call('bind', { uid, intake: { prior_carrier: padded(16 * 1024) } })).toMatchObject({
    status: 400,
    body: {
      fields: [
        { path: 'intake.prior_carrier', code: 'too_long', expected: expect.stringContaining('16 KB') },
      ],
    },
  })
  expect((await call('bind', { uid, intake: { prior_carrier: padded(10) } })).body).toMatchObject({
    status: 'info_requested',
    next_question: { fields: [{ path: ['occupation'] }] },
  })
})

test('what an order needs can be answered anew but not taken back', async () => {
  const uid = await askedFor({ fields: ['address.street'] })
  expect(await call('bind', { uid, intake: { address: { street: null } } })).toMatchObject({
    status: 400,
    body: { fields: [{ path: 'intake.address.street' }] },
  })
  const moved = await call('bind', { uid, intake: { address: { street: '9 Moved Street' } } })
  expect(moved).toMatchObject({ status: 200, body: { status: 'waiting_on_carrier' } })
})

test('an address cannot be corrected to one with a purchase', async () => {
  const [first, second] = [
    await askedFor({ fields: ['address.street'] }, false),
    await askedFor({ fields: ['address.street'] }, false),
  ]
  const move = (uid: string, street: string) => call('bind', { uid, intake: { address: { street } } })
  expect((await move(first, '11 Moved Street')).status).toBe(200)
  expect(await move(second, '11 moved st.')).toMatchObject({
    status: 409,
    body: { fields: [{ path: 'intake.address', code: 'property_purchased' }] },
  })
  expect((await move(second, '12 Moved Street')).status).toBe(200)
})

test('an address corrected to one with a stranger’s purchase waits for staff, who let the order go on', async () => {
  const other = await newOperator(service)
  const theirs = await askedFor({ fields: ['address.street'] }, false, other.uid)
  const uid = await askedFor({ fields: ['address.street'] }, false)
  const correction = { intake: { address: { street: '13 Moved Street' } } }
  const at = { url: service.url, key: other.key }
  await umbrellaCall(at, 'bind', { uid: theirs, ...correction })
  const held = await call('bind', { uid, ...correction })
  expect(held).toMatchObject({ status: 200, body: { status: 'info_requested', waiting_on: 'staff' } })
  expect(held.text).not.toMatch(/another|already|agency_needed/)
  const settled = transact(service.app, inside =>
    umbrella.desk.infoAnswered(inside, { uid, answer: 'Fine.' }, 'staff:x'),
  )
  await expect(settled).rejects.toThrow('Allow the purchase first')
  expect(await ordersOf(service.app, uid)).toEqual([])
  await transact(service.app, inside => allowPurchase(inside, uid, 'staff:x'))
  expect((await call('status', { uid })).body.status).toBe('waiting_on_carrier')
  expect(await ordersOf(service.app, uid)).toHaveLength(1)
})

const DAYS = 9 * 86_400_000

test('a start date that passed before the order is not moved: nothing is ordered, and the buyer chooses again', async () => {
  const [uid, live] = [
    await askedFor({ fields: ['prior_carrier'] }),
    await askedFor({ fields: ['prior_carrier'] }, false),
  ]
  service.pass(DAYS)
  const stopped = await call('bind', { uid, intake: { prior_carrier: 'none' } })
  await call('bind', { uid: live, intake: { prior_carrier: 'none' } })
  const [offer] = stopped.body.offers as { selection_token: string }[]
  const choice = { uid, selection_token: offer?.selection_token, selection_confirmed: true }
  const effective_date = new Date(Date.now() + DAYS + DAYS).toISOString().slice(0, 10)
  const chosen = await call('select', { ...choice, credit_consent: yes, intake: { effective_date } })
  service.pass(-DAYS)
  expect(stopped.body).toMatchObject({
    status: 'quoted',
    response_summary: expect.stringContaining('passed before the policy was ordered'),
    next_question: { fields: [{ path: ['effective_date'] }] },
  })
  expect(await ordersOf(service.app, uid)).toEqual([])
  expect(
    await query(service.databaseUrl, 'select purpose from emails where intake_uid = $1', [live]),
  ).toContainEqual({ purpose: 'offer_changed' })
  expect(chosen.body).toMatchObject({
    status: 'ready_to_finalize',
    response_summary: expect.not.stringContaining('passed'),
    purchase_preview: { effective_date },
  })
})

test('nobody is asked to pay for a policy whose start date has passed', async () => {
  const { intake } = await umbrellaIn(service, { owner: operator.uid, status: 'documents_pending_review' })
  service.pass(DAYS)
  await transact(service.app, inside => settleDocuments(inside, intake, 'staff'))
  service.pass(-DAYS)
  expect((await call('status', { uid: intake.uid })).body.status).toBe('quoted')
  expect(await paymentsOf(service.app, intake.uid)).toEqual([])
})

test('an order names the day of its state, on which it can begin', async () => {
  const uid = await askedFor({ fields: ['address.street'] })
  // In Illinois it is still the evening before.
  const midnight = new Date()
  midnight.setUTCHours(24, 30, 0, 0)
  service.pass(midnight.getTime() - Date.now())
  await call('bind', { uid, intake: { address: { street: '10 Moved Street' } } })
  const [order] = await ordersOf(service.app, uid)
  service.pass(Date.now() - midnight.getTime())
  const before = new Date(midnight.getTime() - 86_400_000).toISOString().slice(0, 10)
  expect(order?.request.today).toBe(before)
  expect(order && order.request.effective_date >= order.request.today).toBe(true)
})

test('there is an end to the files of one purchase', async () => {
  const uid = await needing()
  const bytes = Buffer.from(content, 'base64')
  const upload: Upload = { ...page, mediaType: 'image/png', bytes, sha256: Buffer.alloc(32) }
  await transact(service.app, inside =>
    keepDocuments(
      inside,
      { uid, sandbox: true },
      Array.from({ length: 59 }, () => upload),
    ),
  )
  expect((await call('attach', { uid, ...page })).status).toBe(200)
  expect(await call('attach', { uid, ...page })).toMatchObject({
    status: 409,
    body: { error: 'conflict', message: expect.stringContaining('at most 60 files') },
  })
  expect(await listDocuments(service.app, uid)).toHaveLength(60)
})

test('where nothing is asked that an agent could answer, the agency does', async () => {
  const uid = await askedFor({ fields: [] })
  expect(await call('bind', { uid })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('The agency will handle this request') },
  })
  await transact(service.app, inside =>
    umbrella.desk.infoAnswered(inside, { uid, answer: 'Called them.' }, 'staff'),
  )
  expect((await call('status', { uid })).body.status).toBe('waiting_on_carrier')
  const [order] = await ordersOf(service.app, uid)
  expect(order?.request.answers).toEqual({ agency: 'Called them.' })
})
