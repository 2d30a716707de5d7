import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../../src/platform/config.ts'
import { query } from '../../support/database/database.ts'
import { sealAsService } from '../../support/database/seals.ts'
import { call, getKey, newEmail } from '../../support/people/client.ts'
import { STAFF, signIn } from '../../support/people/desk.ts'
import { completeIntake, quotesCall, untilQuoted } from '../../support/people/homeowner-applications.ts'
import { connectAgent } from '../../support/people/mcp-agent.ts'
import {
  bindAnswers,
  completeHousehold,
  readyToFinalize,
  umbrellaCall,
  untilStatus,
  yes,
} from '../../support/people/umbrella-applications.ts'
import type { Visitor } from '../../support/people/visitor.ts'
import { DEMONSTRATION } from '../../support/servers/production.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

let service: TestService
let ann: Visitor
beforeAll(async () => {
  service = await startTestService({
    env: { STAFF_EMAILS: STAFF, OPERATOR_ACTS: 'by_standing', RATE_LIMITS: 'off', EMAIL_LIMITS: 'off' },
  })
  ann = await signIn(service, service.url)
})
afterAll(() => service.stop())

const anOperator = async () => {
  const email = newEmail()
  const key = await getKey(service.url, email)
  const [row] = await query<{ operator_uid: string }>(
    service.databaseUrl,
    'select operator_uid from operators where email = $1',
    [email],
  )
  return { email, key, at: { url: service.url, key }, uid: String(row?.operator_uid) }
}

const record = async (uid: string, part: 'terms' | 'licenses', form: object) => {
  const path = `/desk/operators/${uid}`
  await ann.open(path)
  return ann.send(`${path}/${part}`, form as Record<string, string>)
}

const LICENSED = { agreement: '3', signed_on: '2026-01-05', pay: 'commission', respa: 'not_settlement' }
const EVERY = { ...LICENSED, acts: 'refer,collect_facts,present_offers,collect_choice,attest' }
const ILLINOIS = { act: 'add', kind: 'license', state: 'IL', number: 'IL-1', expires: '2099-01-01' }

test('without a license an operator refers and collects, and every other step names the buyer’s page', async () => {
  const { at, key, uid: operator } = await anOperator()
  const { status, body } = await umbrellaCall(at, 'draft', { intake: completeHousehold(bindAnswers()) })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    status: 'ready_for_review',
    next_action: { operation: 'status', description: expect.stringContaining('review_url') },
    person_acts: { acts: ['present_offers', 'collect_choice', 'attest'] },
  })
  const { uid, review_token, review_url } = body
  const confirmed = { uid, review_token, review_confirmed: true }
  const refused = await umbrellaCall(at, 'quotes', confirmed)
  expect(refused).toMatchObject({ status: 403, body: { error: 'act_not_permitted' } })
  expect(refused.body.message).toContain(refused.body.person_acts_at)
  const page = String(refused.body.person_acts_at)
  expect((await fetch(page)).status).toBe(200)
  expect(String(review_url).split('.')[0]).toBe(page.split('.')[0])
  const agent = await connectAgent(`${service.url}/api/agent/mcp`, { authorization: `Bearer ${key}` })
  expect(await agent.attempt('umbrella_quotes', confirmed)).toMatchObject({
    isError: true,
    content: { error: 'act_not_permitted' },
  })
  await agent.close()

  await record(operator, 'terms', EVERY)
  await record(operator, 'licenses', ILLINOIS)
  expect((await umbrellaCall(at, 'quotes', confirmed)).status).toBe(202)
  await record(operator, 'licenses', { ...ILLINOIS, act: 'remove' })
  const quoted = (await untilStatus(at, uid, ['quoted'])).body
  expect(quoted.offers).toBeUndefined()
  expect(quoted.selection_guidance).toBeUndefined()
  expect(quoted.next_action).toMatchObject({ operation: 'status' })
  expect(JSON.stringify(quoted)).not.toMatch(/annual_price|\$\d/)
  for (const choice of [
    { uid, selection_token: 'off_0000000000000000000000', selection_confirmed: true },
    { uid, selection_token: 'off_0000000000000000000000', selection_confirmed: true, credit_consent: yes },
  ])
    expect(await umbrellaCall(at, 'select', choice)).toMatchObject({ body: { error: 'act_not_permitted' } })
  expect(await umbrellaCall(at, 'bind', { uid, bind_confirmed: true })).toMatchObject({
    body: { error: 'act_not_permitted' },
  })
})

test('relaying the homeowner’s own credit authorization is permitted, and offers wait on the homeowner’s page', async () => {
  const { at, key } = await anOperator()
  const created = await quotesCall(at.url, key, { intake: completeIntake(), credit_check_authorized: true })
  expect(created.status).toBe(202)
  const { body } = await untilQuoted(at.url, key, created.body.uid)
  expect(body.offers).toBeUndefined()
  expect(body.person_acts).toMatchObject({ url: body.homeowner_quotes_request_login_url })
  expect(JSON.stringify(body)).not.toContain('annual_price')
})

test('the sandbox is open to all acts', async () => {
  const { at } = await anOperator()
  const { uid } = await readyToFinalize(at)
  const bought = await umbrellaCall(at, 'bind', { uid, bind_confirmed: true })
  expect(bought.status).toBe(200)
  expect(bought.body.person_acts).toBeUndefined()
})

test('what staff record counts from the next call on, in the licensed state alone, also for a poll that was stored', async () => {
  const { at, key, uid: operator } = await anOperator()
  const created = await quotesCall(at.url, key, { intake: completeIntake(), credit_check_authorized: true })
  const { uid } = (await untilQuoted(at.url, key, created.body.uid)).body
  const path = `/desk/operators/${operator}`
  expect(await record(operator, 'terms', EVERY)).toMatchObject({ location: `${path}?done=recorded` })
  expect((await quotesCall(at.url, key, { uid })).body.offers).toBeUndefined()
  await record(operator, 'licenses', ILLINOIS)
  const open = (await quotesCall(at.url, key, { uid })).body
  expect(open.person_acts).toBeUndefined()
  expect(open.offers).not.toHaveLength(0)
  expect((await readyToFinalize(at, { sandbox: false })).uid).toMatch(/^umb_/)
  const text = (await ann.open(path)).text
  expect(text).toContain('IL-1')
  expect(text).toContain('A share of the commission')
  await record(operator, 'licenses', { act: 'remove', state: 'IL', number: 'IL-1' })
  expect((await quotesCall(at.url, key, { uid })).body.offers).toBeUndefined()
  const paid = { ...LICENSED, respa: 'unpaid' }
  expect(await record(operator, 'terms', paid)).toMatchObject({ status: 400 })
})

test('a referrer sends who the person is, and the person answers on our page', async () => {
  const { at, key, uid: operator } = await anOperator()
  await record(operator, 'terms', { acts: 'refer', pay: 'none', respa: 'undecided' })
  expect(await quotesCall(at.url, key, { intake: completeIntake() })).toMatchObject({
    status: 403,
    body: { error: 'act_not_permitted', message: expect.stringContaining('name, email') },
  })
  const home = [{ street: '9 Oak Lane', city: 'Springfield', state: 'IL', zip: '62704' }]
  const referred = await quotesCall(at.url, key, {
    intake: { full_name: 'Ada Park', email: newEmail(), home },
  })
  expect(referred).toMatchObject({ status: 200, body: { status: 'needs_more_info' } })
  const { uid, person_acts } = referred.body
  const more = await quotesCall(at.url, key, { uid, intake: { birthday: '1980-04-12' } })
  expect(more).toMatchObject({
    status: 403,
    body: { person_acts_at: (person_acts as { url: string }).url },
  })
  const household = completeHousehold()
  expect(await umbrellaCall(at, 'draft', { intake: household })).toMatchObject({ status: 403 })
  const { full_name, email, address } = household
  const draft = await umbrellaCall(at, 'draft', { intake: { full_name, email, address } })
  expect(draft).toMatchObject({ status: 200, body: { next_action: { operation: 'status' } } })
})

test('an operator from before there were standings keeps every act until staff record one', async () => {
  const { at, email, uid } = await anOperator()
  await query(service.databaseUrl, 'update operators set terms = null where email = $1', [email])
  await sealAsService(service.databaseUrl, 'operators')
  expect((await readyToFinalize(at, { sandbox: false })).uid).toMatch(/^umb_/)
  expect(await record(uid, 'licenses', ILLINOIS)).toMatchObject({ status: 409 })
  await record(uid, 'terms', { acts: 'refer', pay: 'none', respa: 'undecided' })
  expect(
    await call(`${at.url}/api/agent/umbrella/draft`, { key: at.key, body: { intake: completeHousehold() } }),
  ).toMatchObject({ status: 403 })
})

test('production asks for a standing, unless the agency opens every act', () => {
  expect(readConfig({}).operatorActs).toBe('all')
  expect(readConfig(DEMONSTRATION).operatorActs).toBe('by_standing')
  expect(readConfig({ ...DEMONSTRATION, OPERATOR_ACTS: 'all' }).operatorActs).toBe('all')
  expect(() => readConfig({ OPERATOR_ACTS: 'some' })).toThrow('OPERATOR_ACTS must be all or by_standing')
})
