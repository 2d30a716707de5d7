import { afterAll, beforeAll, expect, test } from 'vitest'
import { emailMac } from '../../../src/products/line/record/intakes.ts'
import { contractCheck } from '../../support/contract/contract.ts'
import { query } from '../../support/database/database.ts'
import { sealAsService } from '../../support/database/seals.ts'
import { getKey, mailbox, newEmail } from '../../support/people/client.ts'
import { completeHousehold, umbrellaCall } from '../../support/people/umbrella-applications.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

const SHARED = 'a-shared-key-for-umbrella-drafts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off', SHARED_KEYS: SHARED }, work: false })
  key = await getKey(service.url, newEmail())
})
afterAll(() => service.stop())

const at = (as = key) => ({ url: service.url, key: as })
const draft = (body: unknown, headers?: Record<string, string>) => umbrellaCall(at(), 'draft', body, headers)
const status = (uid: unknown) => umbrellaCall(at(), 'status', { uid })

test('the first answers make a session: a uid, what is known, what is missing and the next question', async () => {
  const { status: code, body } = await draft({
    intake: { full_name: 'Ada', address: { state: 'Illinois' }, boat_name: 'Bo' },
  })
  expect(code).toBe(200)
  expect(body).toMatchObject({
    uid: expect.stringMatching(/^umb_/),
    status: 'needs_more_info',
    sandbox: false,
    known_summary: { full_name: 'Ada', address: { state: 'IL' } },
    next_question: { title: 'The buyer', fields: expect.any(Array) },
    next_action: { operation: 'draft' },
    unrecognized_fields: ['boat_name'],
  })
  const pending = body.pending_fields as { number: number; field: string; estimated: boolean }[]
  expect(pending[0]).toEqual({ number: 1, field: 'email', label: 'Email', estimated: false })
  expect(pending.map(({ field }) => field)).toContain('address.zip')
  expect(body).not.toHaveProperty('review_token')
})

test('a complete draft is ready for review: every value grouped and marked, a token and a page', async () => {
  const { body } = await draft({
    intake: completeHousehold(),
    field_estimates: [{ field: 'net_worth_numeric', source: 'crm', confidence: 'medium' }],
  })
  expect(body).toMatchObject({
    status: 'ready_for_review',
    review_token: expect.stringMatching(/^rvw_/),
    review_url: expect.stringContaining(`${service.url}/umbrella/review/umb_`),
    pending_fields: [
      { number: 1, field: 'additional_drivers', label: 'Other drivers', estimated: true },
      { number: 2, field: 'net_worth_numeric', label: 'Net worth', estimated: true },
    ],
    field_estimates: [
      {
        field: 'additional_drivers',
        value: [],
        source: 'service_model',
        rule: 'no_other_drivers',
        confirmed_by_user: false,
        reason: expect.stringContaining('we assumed nobody'),
      },
      {
        field: 'net_worth_numeric',
        review_path: ['net_worth_numeric'],
        value: 1_800_000,
        source: 'crm',
        confidence: 'medium',
        confirmed_by_user: false,
      },
    ],
  })
  const marks = (body.review as { items: { field: string; mark: string }[] }[]).flatMap(({ items }) => items)
  expect(marks.filter(({ mark }) => mark === 'estimated').map(({ field }) => field)).toEqual([
    'net_worth_numeric',
    'additional_drivers',
  ])
  expect(await mailbox(service.url)).not.toContainEqual(
    expect.objectContaining({ to: expect.stringMatching(/^buyer/) }),
  )
})

test('a counted young driver who is not the buyer is asked for, and takes back that nobody else drives', async () => {
  const first = await draft({ intake: completeHousehold() })
  const { uid } = first.body
  const counted = await draft({ uid, intake: { drivers_under_22: 1 } })
  expect(counted.body).toMatchObject({
    status: 'needs_more_info',
    field_estimates: [],
    next_question: { scope: 'additional_drivers', item_index: 0 },
  })
  const driver = {
    full_name: 'Bo Buyer',
    birthday: '2007-01-01',
    license_state: 'IL',
    license_number: 'B765',
  }
  const named = await draft({ uid, intake: { additional_drivers: [driver] } })
  expect(named.body.status).toBe('ready_for_review')
})

test('each draft makes a new review; status gives the same review again', async () => {
  const first = await draft({ intake: completeHousehold() })
  const { uid } = first.body
  const second = await draft({ uid, intake: {} })
  expect(second.body.review_token).not.toBe(first.body.review_token)
  const seen = await status(uid)
  expect(seen.body.review_token).toBe(second.body.review_token)
  expect(seen.body.review).toEqual(second.body.review)
})

test('an answer that rules everything out ends it at once, and a corrected one goes on', async () => {
  const ineligible = await draft({ intake: { full_name: 'Ada', felony: true } })
  expect(ineligible.body).toMatchObject({
    status: 'ineligible',
    ineligible_reasons: [expect.stringContaining('felony')],
  })
  const corrected = await draft({ uid: ineligible.body.uid, intake: completeHousehold() })
  expect(corrected.body.status).toBe('ready_for_review')
  expect(corrected.body).not.toHaveProperty('ineligible_reasons')
})

test('license numbers and birth dates are sealed at rest, and no answer holds a whole license number', async () => {
  const { body, text } = await draft({ intake: completeHousehold({ license_number: 'CANARY7734' }) })
  expect(text).not.toContain('CANARY7734')
  expect(text).toContain('7734')
  const [row] = await query<{ application: Buffer }>(
    service.databaseUrl,
    'select application from intakes where uid = $1',
    [body.uid],
  )
  expect(row?.application.includes('CANARY')).toBe(false)
  expect(row?.application.includes('1980-04-12')).toBe(false)
})

test('the first call needs an intake, and the sandbox flag is settled by it', async () => {
  expect((await draft({ intake: {} })).status).toBe(400)
  expect((await draft({})).body.fields).toEqual([
    {
      path: 'intake',
      code: 'required',
      problem: expect.any(String),
      expected: expect.stringContaining('application'),
    },
  ])
  const { body } = await draft({ intake: { full_name: 'Ada' }, sandbox: true })
  expect(body.sandbox).toBe(true)
  expect((await draft({ uid: body.uid, intake: {}, sandbox: true })).status).toBe(200)
  expect((await draft({ uid: body.uid, intake: {}, sandbox: false })).body.fields).toMatchObject([
    { path: 'sandbox', expected: 'true' },
  ])
})

test('the envelope is closed, an estimate too, with what was probably meant', async () => {
  const { body } = await draft({
    intakes: {},
    intake: { full_name: 'Ada' },
    status: 'bound',
    field_estimates: [{ field: 'jet_skis', sourc: 'crm' }],
  })
  expect(body.fields).toMatchObject([
    { path: 'intakes', did_you_mean: 'intake' },
    { path: 'status' },
    { path: 'field_estimates[0].sourc', did_you_mean: 'source' },
  ])
})

test('a shared key drafts too, and each key sees only its own', async () => {
  const mine = await draft({ intake: completeHousehold() })
  const shared = await umbrellaCall(at(SHARED), 'draft', { intake: completeHousehold() })
  expect(shared.body.status).toBe('ready_for_review')
  for (const [as, uid] of [
    [SHARED, mine.body.uid],
    [key, shared.body.uid],
  ] as const) {
    expect((await umbrellaCall(at(as), 'draft', { uid, intake: {} })).status).toBe(404)
    expect((await umbrellaCall(at(as), 'status', { uid })).status).toBe(404)
  }
  expect((await draft({ uid: 'umb_never', intake: {} })).status).toBe(404)
})

/** As if the buyer had chosen: the rest of the way is tested elsewhere. */
const chosen = async (uid: unknown, to = 'chosen') => {
  await query(service.databaseUrl, 'update intakes set status = $2 where uid = $1', [uid, to])
  await sealAsService(service.databaseUrl, 'intakes')
}

test('a buyer who is buying already is not drafted again by the same operator: 409 with the other uid', async () => {
  const intake = completeHousehold()
  const { body: first } = await draft({ intake })
  const { body: twin } = await draft({ intake })
  expect(twin.status).toBe('ready_for_review')
  await chosen(first.uid)
  for (const refused of [await draft({ intake }), await draft({ uid: twin.uid, intake: {} })]) {
    expect(refused).toMatchObject({ status: 409, body: { error: 'conflict', current_status: 'chosen' } })
    expect(refused.body.message).toContain(String(first.uid))
  }
  expect((await draft({ intake, sandbox: true })).status).toBe(200)
  const other = await getKey(service.url, newEmail())
  expect((await umbrellaCall(at(other), 'draft', { intake })).status).toBe(200)
  const [row] = await query<{ email_mac: Buffer }>(
    service.databaseUrl,
    'select email_mac from intakes where uid = $1',
    [first.uid],
  )
  expect(row?.email_mac).toEqual(emailMac(service.app, intake.email))
  await chosen(first.uid, 'blocked')
  expect((await draft({ intake })).status).toBe(200)
})

test('shared keys may draft for the same buyer again', async () => {
  const intake = completeHousehold()
  const { body } = await umbrellaCall(at(SHARED), 'draft', { intake })
  await chosen(body.uid)
  expect((await umbrellaCall(at(SHARED), 'draft', { intake })).status).toBe(200)
})

test('once chosen a draft is a 409 that says what to do', async () => {
  const { body } = await draft({ intake: completeHousehold() })
  await chosen(body.uid, 'documents_needed')
  expect(await draft({ uid: body.uid, intake: {} })).toMatchObject({
    status: 409,
    body: { current_status: 'documents_needed', message: expect.stringContaining('umbrella/attach') },
  })
})

test('answers keep to the published contract, and a repeated Idempotency-Key makes one session', async () => {
  const problemOf = await contractCheck(service.url)
  const body = { intake: completeHousehold() }
  const headers = { 'idempotency-key': 'the-same-draft' }
  const first = await draft(body, headers)
  const again = await draft(body, headers)
  expect(again.text).toBe(first.text)
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect(problemOf('/api/agent/umbrella/draft', 'POST', 200, first.body)).toBeNull()
  expect(problemOf('/api/agent/umbrella/status', 'POST', 200, (await status(first.body.uid)).body)).toBeNull()
})
