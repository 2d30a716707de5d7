import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayWords, plusDays } from '../../../src/platform/values/calendar.ts'
import type { Session } from '../../../src/products/line/reviewed-purchase/operator/session-schema.ts'
import { pngOf } from '../../support/browser/pictures.ts'
import { call } from '../../support/people/client.ts'
import { completeIntake, quotesCall, untilQuoted } from '../../support/people/homeowner-applications.ts'
import { asHomeowner } from '../../support/people/homeowner-in-portal.ts'
import { newOperator } from '../../support/people/homeowner-intakes.ts'
import {
  completeHousehold,
  readyToFinalize,
  umbrellaCall,
  untilStatus,
} from '../../support/people/umbrella-applications.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off' } })
})
afterAll(() => service.stop())

const move = (key: string, uid: unknown, days: number) =>
  call(`${service.url}/api/agent/sandbox/clock`, { key, body: { uid, advance_hours: days * 24 } })

const quoted = async (key: string) => {
  const body = { intake: completeIntake(), sandbox: true, credit_check_authorized: true }
  const { uid } = (await quotesCall(service.url, key, body)).body
  return (await untilQuoted(service.url, key, uid)).body as { uid: string; offers: { expires_at: string }[] }
}

test('homeowners offers expire that much sooner and are renewed by a poll; another request does not notice', async () => {
  const { key } = await newOperator(service)
  const [moved, other] = [await quoted(key), await quoted(key)]
  expect((await move(key, moved.uid, 29)).body).toMatchObject({ erased: false, advanced_hours: 29 * 24 })
  const day = 86_400_000
  const soon = (await quotesCall(service.url, key, { uid: moved.uid })).body as typeof moved
  expect(Date.parse(soon.offers[0]?.expires_at ?? '')).toBe(
    Date.parse(moved.offers[0]?.expires_at ?? '') - 29 * day,
  )
  const { body } = await move(key, moved.uid, 2)
  expect(Date.parse(String(body.offers_expire_at))).toBeLessThan(Date.now())
  expect(await quotesCall(service.url, key, { uid: moved.uid })).toMatchObject({
    status: 202,
    body: {
      status: 'pending_quotes',
      response_summary: expect.stringMatching(
        /^The offers had expired, so we asked the carriers for new ones\./,
      ),
    },
  })
  expect((await untilQuoted(service.url, key, moved.uid)).body.offers).not.toEqual([])
  expect((await quotesCall(service.url, key, { uid: other.uid })).body.offers).toEqual(other.offers)
})

test('a call that changes something renews expired offers as a poll does, and shows none of them as ready', async () => {
  const { key } = await newOperator(service)
  const { uid } = await quoted(key)
  await move(key, uid, 31)
  expect(await quotesCall(service.url, key, { uid, intake: { phone_number: '217-555-0199' } })).toMatchObject(
    {
      status: 202,
      body: {
        status: 'pending_quotes',
        response_summary: expect.stringMatching(/^The offers had expired, so we asked/),
      },
    },
  )
})

test('an umbrella offer that has expired is not offered, cannot be selected, and asks for nothing', async () => {
  const { key } = await newOperator(service)
  const at = { url: service.url, key }
  const draft = { intake: completeHousehold(), sandbox: true }
  const { uid, review_token } = (await umbrellaCall(at, 'draft', draft)).body
  await umbrellaCall(at, 'quotes', { uid, review_token, review_confirmed: true })
  const { body } = await untilStatus(at, uid, ['quoted'])
  const { selection_token } = (body.offers as { selection_token: string }[])[0] ?? {}
  await move(key, uid, 31)
  expect(await umbrellaCall(at, 'select', { uid, selection_token, selection_confirmed: true })).toMatchObject(
    { status: 409 },
  )
  expect((await umbrellaCall(at, 'bind', { uid })).body.message).toMatch(
    /^There is nothing to bind now\. The offers have expired\. .* an empty intake with draft\./,
  )
  const after = await umbrellaCall(at, 'status', { uid })
  expect(after.body).toMatchObject({
    offers: [],
    response_summary: expect.stringContaining('have expired'),
    next_action: { operation: 'draft', description: expect.not.stringContaining('vehicles') },
  })
  expect(body).toHaveProperty('next_question')
  expect(after.body).not.toHaveProperty('next_question')
  const { uid: chosen } = await readyToFinalize(at)
  expect((await umbrellaCall(at, 'status', { uid: chosen })).body).toHaveProperty('purchase_preview')
  await move(key, chosen, 31)
  const late = (await umbrellaCall(at, 'status', { uid: chosen })).body
  expect(late).toMatchObject({ offers: [], next_action: { operation: 'draft' } })
  for (const asked of ['purchase_preview', 'statement', 'credit_consent_question'])
    expect(late).not.toHaveProperty(asked)
})

test('a request left alone for 30 days is erased at once, stays so, and takes nothing more', async () => {
  const { key } = await newOperator(service)
  const body = { intake: { full_name: 'Ada Park' }, sandbox: true }
  const { uid } = (await quotesCall(service.url, key, body)).body
  expect((await move(key, uid, 29)).body.erased).toBe(false)
  expect((await move(key, uid, 1)).body.erased).toBe(true)
  const after = await quotesCall(service.url, key, { uid })
  expect(after.body.detail_status).toBe('expired')
  expect(after.text).not.toContain('Ada Park')
  const at = { url: service.url, key }
  const drafted = String((await umbrellaCall(at, 'draft', body)).body.uid)
  await move(key, drafted, 30)
  const umbrella = (await umbrellaCall(at, 'status', { uid: drafted })).body
  expect(umbrella).toMatchObject({
    response_summary: expect.stringContaining('has expired'),
    pending_fields: [],
    suggested_values: {},
  })
  expect(umbrella).not.toHaveProperty('next_question')
  for (const [line, erased] of [
    ['homeowners', uid],
    ['umbrella', drafted],
  ] as const) {
    const { body: again } = await move(key, erased, 1)
    expect([line, again]).toMatchObject([
      line,
      { erased: true, response_summary: expect.stringContaining('were erased before') },
    ])
  }
  const page = { type: 'declarations', filename: 'page.png', content: pngOf(300, 300).toString('base64') }
  for (const [operation, sent] of [
    ['bind', {}],
    ['quotes', {}],
    ['draft', { intake: { full_name: 'Ada Park' } }],
    ['attach', page],
  ] as const)
    expect(await umbrellaCall(at, operation, { uid: drafted, ...sent })).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/erased.*draft without a uid/) },
    })
})

test('the row of an erased umbrella application is counted, found and reported as one that has ended', async () => {
  const { key } = await newOperator(service)
  const at = { url: service.url, key }
  const body = { intake: { full_name: 'Ada Park' }, sandbox: true }
  const [erased, open] = [await umbrellaCall(at, 'draft', body), await umbrellaCall(at, 'draft', body)]
  await move(key, erased.body.uid, 30)
  const ended = { uid: erased.body.uid, status: 'abandoned', detail_status: 'expired', waiting_on: 'nobody' }
  const look = async (status: string) =>
    (await call(`${service.url}/api/agent/umbrella/dashboard?status=${status}`, { key })).body
  expect(await look('abandoned')).toMatchObject({
    status_counts: { in_review: 1, abandoned: 1 },
    purchase_count: 1,
    purchases: [ended],
  })
  expect(await look('in_review')).toMatchObject({ purchase_count: 1, purchases: [{ uid: open.body.uid }] })
  const feed = await call(`${service.url}/api/agent/changes`, { key })
  expect((feed.body.changes as object[]).at(-1)).toMatchObject(ended)
})

test('a live request, or one of another operator, keeps its time', async () => {
  const { key } = await newOperator(service)
  const eve = await newOperator(service)
  const live = (await quotesCall(service.url, key, { intake: completeIntake() })).body
  expect(await move(key, live.uid, 31)).toMatchObject({ status: 400, body: { fields: [{ path: 'uid' }] } })
  const { uid } = (await quotesCall(service.url, key, { intake: completeIntake(), sandbox: true })).body
  expect(await move(eve.key, uid, 31)).toMatchObject({ status: 404 })
  expect(await move(key, 'nonsense', 31)).toMatchObject({ status: 404 })
  const kept = await quotesCall(service.url, key, { uid })
  expect(kept.body.status).toBe('needs_more_info')
  expect(kept.text).toContain('Ada Homeowner')
})

test('a policy that comes near its end gets an invented renewal offer, which renews it once it is accepted in its own words', async () => {
  const { key } = await newOperator(service)
  const at = { url: service.url, key }
  const { uid } = await readyToFinalize(at, { carrier: 'Marrowby' })
  await umbrellaCall(at, 'bind', { uid, bind_confirmed: true })
  await untilStatus(at, uid, ['bound'])
  const look = async () => (await umbrellaCall(at, 'status', { uid })).body as Session
  const before = (await look()).policy
  expect(before).toMatchObject({ life: 'active' })
  const moved = await move(key, uid, 350)
  expect(moved.body.response_summary).toContain('its policy can be renewed')
  const offered = await look()
  expect(offered).toMatchObject({
    waiting_on: 'buyer',
    response_summary: 'The policy is bound. Its insurance company offers to renew it.',
    next_action: {
      description: expect.stringContaining('POST /api/agent/policies/requests with kind: renewal'),
    },
    policy: {
      life: 'renewal_offered',
      annual_price: before?.annual_price,
      renewal: { status: 'offered', reasons: [expect.stringContaining('Sandbox, invented')] },
    },
  })
  const feed = await call(`${service.url}/api/agent/changes`, { key })
  expect((feed.body.changes as object[]).at(-1)).toMatchObject({ uid, waiting_on: 'buyer' })
  const ask = (body: object) =>
    call(`${service.url}/api/agent/policies/requests`, { key, body: { uid, kind: 'renewal', ...body } })
  const { details } = (await ask({})).body.preview as { details: string }
  const unread = { status: 400, body: { fields: [{ path: 'details', code: 'required' }] } }
  expect(await ask({ request_confirmed: true })).toMatchObject(unread)
  const another = { request_confirmed: true, details: details.replace('$', '$1') }
  expect(await ask(another)).toMatchObject({
    status: 409,
    body: {
      current_status: 'renewal_offered',
      message: expect.stringContaining('Send the call without request_confirmed'),
    },
  })
  const accepted = await ask({ request_confirmed: true, details })
  expect(accepted.body).toMatchObject({
    requests: [{ kind: 'renewal', status: 'done' }],
    response_summary: expect.stringContaining('agreed at once'),
  })
  expect(await ask({ request_confirmed: true, details })).toMatchObject({
    status: 409,
    body: { current_status: 'renewed', message: expect.stringMatching(/^The policy is already renewed\./) },
  })
  expect((await look()).policy).toMatchObject({
    life: 'renewed',
    expiration_date: offered.policy?.renewal?.expiration_date,
    requests: [{ kind: 'renewal', status: 'done' }],
  })
  await move(key, uid, 370)
  expect((await look()).policy).toMatchObject({ life: 'renewal_offered' })
  expect((await move(key, uid, 80)).body.response_summary).toContain('its policy has expired')
  const expired = await look()
  expect(expired).toMatchObject({
    waiting_on: 'nobody',
    response_summary: 'The policy has expired.',
    next_action: { operation: 'none', description: expect.stringContaining('send draft without a uid') },
    policy: { life: 'expired' },
  })
  expect(expired.agent_instructions.join()).not.toMatch(/policy number|cancel or change/)
})

test('a rehearsed carrier agrees to a change, and to a later cancellation that has not ended the policy yet; nobody is said to be emailed', async () => {
  const { key } = await newOperator(service)
  const at = { url: service.url, key }
  const { uid } = await readyToFinalize(at, { carrier: 'Marrowby' })
  const ask = async (asked: object) =>
    await call(`${service.url}/api/agent/policies/requests`, {
      key,
      body: { uid, request_confirmed: true, ...asked },
    })
  const early = await ask({ kind: 'documents', details: 'A copy, please.' })
  expect(early).toMatchObject({ status: 409, body: { current_status: 'ready_to_finalize' } })
  await umbrellaCall(at, 'bind', { uid, bind_confirmed: true })
  await untilStatus(at, uid, ['bound'])
  const look = async () => (await umbrellaCall(at, 'status', { uid })).body as Session
  expect((await look()).agent_instructions.join()).toContain('POST /api/agent/policies/requests')
  expect(await ask({ kind: 'renewal' })).toMatchObject({
    status: 409,
    body: { current_status: 'active', message: expect.stringContaining('90 days before the policy ends') },
  })
  const changed = await ask({ kind: 'coverage', details: 'Limit of $2 million.' })
  expect(changed.text).not.toContain('emailed them')
  const now = await look()
  expect(now).toMatchObject({
    response_summary: expect.stringContaining('the figures here may not show that'),
    policy: { life: 'changed', requests: [{ status: 'done' }] },
  })
  expect(now.agent_instructions).toContainEqual(expect.stringContaining('with kind: documents'))
  const ended_on = plusDays((await look()).policy?.effective_date ?? '', 30)
  await ask({ kind: 'cancellation', wanted_on: ended_on })
  const after = await look()
  expect(after).toMatchObject({
    response_summary: expect.stringContaining('canceled'),
    next_action: { description: expect.stringMatching(`covers nothing from ${dayWords(ended_on)} on`) },
    policy: { life: 'canceled', ended_on, requests: [{}, { kind: 'cancellation', status: 'done' }] },
  })
  expect(await ask({ kind: 'mailing_address', details: 'PO Box 1' })).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/ask only for copies, with kind: documents.*contact /) },
  })
  expect(await ask({ kind: 'cancellation', wanted_on: '2026-02-30' })).toMatchObject({
    status: 400,
    body: { fields: [{ path: 'wanted_on', code: 'bad_date' }] },
  })
  const feed = await call(`${service.url}/api/agent/changes`, { key })
  expect((feed.body.changes as object[]).at(-1)).toMatchObject({ uid, detail_status: 'canceled' })
})

test('of two homes it is said which policy was canceled, from which day, and which has expired; one that still runs counts as bound', async () => {
  const { key } = await newOperator(service)
  const first = completeIntake()
  const intake = { ...first, home: [...first.home, ...completeIntake({ home_sqft: 1500 }).home] }
  const body = { intake, sandbox: true, credit_check_authorized: true }
  const uid = String((await quotesCall(service.url, key, body)).body.uid)
  await untilQuoted(service.url, key, uid)
  const ada = asHomeowner(service, uid)
  await ada.selectBest()
  await ada.confirmAll()
  await ada.sign()
  await ada.untilAt('bound')
  type Bound = { policy_number: string; property_id: string; effective_date: string; expiration_date: string }
  const look = async () => {
    const { body: seen } = await quotesCall(service.url, key, { uid })
    const rows = await call(`${service.url}/api/agent/homeowners/dashboard?uid=${uid}`, { key })
    const feed = await call(`${service.url}/api/agent/changes`, { key })
    const details = (all: unknown) => (all as { detail_status: string }[]).map(one => one.detail_status)
    return {
      ...seen,
      said: String(seen.response_summary),
      told: String(seen.agent_instructions),
      bound: seen.policies as (Bound & { renewal?: object })[],
      homes: (seen.properties as { status: string }[]).map(({ status }) => status),
      rows: details(rows.body.properties),
      feed: details(feed.body.changes).slice(-2),
    }
  }
  const [one, two] = (await look()).bound
  if (!one || !two) throw new Error('two homes were insured')
  const ask = ({ policy_number }: Bound, asked: object) =>
    call(`${service.url}/api/agent/policies/requests`, {
      key,
      body: { uid, policy_number, request_confirmed: true, ...asked },
    })
  const ended_on = plusDays(one.effective_date, 300)
  await ask(one, { kind: 'coverage', details: 'A deductible of $2,500.' })
  await ask(one, { kind: 'cancellation', wanted_on: ended_on })
  const canceled = await look()
  expect(canceled).toMatchObject({ homes: ['canceled', 'bound'], rows: ['bound', 'canceled'] })
  const caution = 'the figures here may not show that.'
  const gone = `The policy for ${one.property_id} ends at 12:01 a.m. local time on ${dayWords(ended_on)}`
  expect(canceled.said).toMatch(new RegExp(`^Policies are bound for 2 of 2 homes\\. ${gone}.*${caution}$`))
  expect(canceled.told).toContain('The insurance company agreed to a change: see requests.')
  expect(await ask(one, { kind: 'coverage', details: 'More.' })).toMatchObject({
    status: 409,
    body: {
      message: expect.stringMatching(`ends on ${dayWords(ended_on)}, .* To change it before that day`),
    },
  })
  const days = (Date.parse(two.expiration_date) - Date.now()) / 86_400_000
  await move(key, uid, Math.ceil(days) - 20)
  expect((await look()).said).toMatch(/^Policies are bound for 1 of 2 homes\..* offers to renew it\.$/)
  await move(key, uid, 30)
  const over = await look()
  expect(over).toMatchObject({ homes: ['canceled', 'expired'], rows: ['expired', 'canceled'] })
  expect(over.feed.at(-1)).toBe('expired')
  expect(over.said).toMatch(
    new RegExp(`^Policies are bound for 0 of 2 homes\\..* The policy for ${two.property_id} has expired\\.$`),
  )
  expect(over.bound[1]).not.toHaveProperty('renewal')
})
