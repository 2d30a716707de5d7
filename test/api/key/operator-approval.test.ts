import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../../src/platform/config.ts'
import { query } from '../../support/database/database.ts'
import { sealAsService } from '../../support/database/seals.ts'
import { claimed, furtherKey } from '../../support/people/agent-identity.ts'
import { call, getKey, latestCode, mailbox, newEmail, requestCode } from '../../support/people/client.ts'
import { STAFF, signIn } from '../../support/people/desk.ts'
import { completeIntake, quotesCall } from '../../support/people/homeowner-applications.ts'
import { connectAgent } from '../../support/people/mcp-agent.ts'
import { calculate, newTokens, refresh, sendForm } from '../../support/people/oauth.ts'
import { completeHousehold, umbrellaCall } from '../../support/people/umbrella-applications.ts'
import { hiddenIn, newVisitor, type Visitor } from '../../support/people/visitor.ts'
import { DEMONSTRATION } from '../../support/servers/production.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

let service: TestService
let ann: Visitor
beforeAll(async () => {
  service = await startTestService({
    env: { STAFF_EMAILS: STAFF, OPERATOR_APPROVAL: 'desk', RATE_LIMITS: 'off', EMAIL_LIMITS: 'off' },
  })
  ann = await signIn(service, service.url)
})
afterAll(() => service.stop())

const uidOf = async (email: string): Promise<string> => {
  const [row] = await query<{ operator_uid: string }>(
    service.databaseUrl,
    'select operator_uid from operators where email = $1',
    [email],
  )
  return String(row?.operator_uid)
}

const decide = async (email: string, act: string, note = 'We know them.') => {
  const path = `/desk/operators/${await uidOf(email)}`
  await ann.open(path)
  const { location } = await ann.send(path, { act, note })
  return location
}

const drafts = (key: string, more: object = {}) =>
  umbrellaCall({ url: service.url, key }, 'draft', { intake: completeHousehold(), ...more })
const quotes = (key: string, body: object = { intake: completeIntake() }) =>
  quotesCall(service.url, key, body)

const cancels = (uid: string) => ({
  uid,
  kind: 'cancellation',
  wanted_on: '2999-01-01',
  request_confirmed: true,
})

const NOT_APPROVED = { status: 403, body: { error: 'operator_not_approved' } }

const anApproved = async () => {
  const email = newEmail()
  const key = await getKey(service.url, email)
  await decide(email, 'approved')
  return { email, key }
}

describe('an operator who waits for approval', () => {
  test('gets a key that says what happens next, has the sandbox and the calculators, and no live write', async () => {
    const email = newEmail()
    const otp = await requestCode(service.url, email)
    const { status, body } = await call(`${service.url}/api/agent/key/confirm`, { body: { email, otp } })
    expect(status).toBe(200)
    expect(body.message).toContain('has approved your account. We’ll email you then.')
    const key = String(body.api_key)
    for (const refused of [await quotes(key), await drafts(key)]) {
      expect(refused).toMatchObject(NOT_APPROVED)
      expect(refused.body.message).toContain('Live applications open once')
    }
    expect((await quotes(key, { intake: completeIntake(), sandbox: true })).status).toBe(200)
    expect((await drafts(key, { sandbox: true })).status).toBe(200)
    const tests = await call(`${service.url}/api/agent/keys`, { key, body: { name: 'Tests', mode: 'test' } })
    expect(await drafts(String(tests.body.api_key))).toMatchObject({ status: 200, body: { sandbox: true } })
    expect((await calculate(service, key)).status).toBe(200)
    const [{ live } = { live: '' }] = await query<{ live: string }>(
      service.databaseUrl,
      'select count(*) as live from intakes where owner = $1 and not sandbox',
      [await uidOf(email)],
    )
    expect(Number(live)).toBe(0)
  })

  test('is refused at every other door: OAuth, an agent’s own token and key, and MCP', async () => {
    const email = newEmail()
    const { access: oauth } = await newTokens(service, { email })
    expect(await drafts(oauth)).toMatchObject(NOT_APPROVED)
    const assertion = String((await claimed(service, email)).body.identity_assertion)
    const { body } = await sendForm(`${service.url}/oauth2/token`, {
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion,
    })
    expect(await quotes(String(body.access_token))).toMatchObject(NOT_APPROVED)
    const key = await furtherKey(service, email)
    expect(await quotes(key)).toMatchObject(NOT_APPROVED)
    const agent = await connectAgent(`${service.url}/api/agent/mcp`, { authorization: `Bearer ${key}` })
    expect(await agent.attempt('umbrella_draft', { intake: completeHousehold() })).toMatchObject({
      isError: true,
      content: { error: 'operator_not_approved' },
    })
    await agent.close()
  })

  test('is listed first at the desk, and approval opens live writes, emails them, and is on record', async () => {
    const email = newEmail()
    const key = await getKey(service.url, email)
    service.stopClock()
    expect((await ann.open('/desk')).text).toMatch(/operators? (is|are) waiting for approval/)
    expect((await ann.open('/desk/operators')).text).toContain(email)
    expect(await decide(email, 'approved')).toContain('done=approved')
    expect((await quotes(key)).status).toBe(200)
    expect((await drafts(key)).status).toBe(200)
    const [mail] = await mailbox(service.url, email)
    expect(mail?.subject).toContain('approved your account')
    expect(mail?.text).toContain('Leave out sandbox: true')
    const uid = await uidOf(email)
    const { text } = await ann.open(`/desk/operators/${uid}`)
    expect(text).toContain(`${key.slice(0, 14)}…`)
    expect(text).not.toContain(key)
    expect(text).toContain('We know them.')
    expect(text).toContain('Live applications: 2 in 30 days, 2 today (UTC)')
    const [, applications = ''] = /<a href="([^"]+)">Its live applications/.exec(text) ?? []
    expect((await ann.open(applications)).text.match(/href="\/desk\/book\/(hom|umb)_/g)).toHaveLength(2)
    expect(text).not.toContain('only the last')
    const acts = await query<{ act: string; actor: string; note: Buffer }>(
      service.databaseUrl,
      'select act, actor, note from staff_acts where about = $1',
      [uid],
    )
    expect(acts).toMatchObject([{ act: 'approved', actor: expect.stringMatching(/^staff:stf_/) }])
    expect(String(acts[0]?.note)).not.toContain('We know them')
    expect(await decide(email, 'approved')).toContain('done=late')
  })

  test('with a thousand applications a day is counted that far on its page, which says so', async () => {
    service.stopClock()
    const email = newEmail()
    const key = await getKey(service.url, email)
    await decide(email, 'approved')
    const { body } = await quotes(key)
    await query(
      service.databaseUrl,
      `insert into intakes select copy.* from generate_series(1, 1200) one, intakes as first,
         jsonb_populate_record(first, jsonb_build_object('uid', first.uid || one)) as copy where first.uid = $1`,
      [body.uid],
    )
    const { text } = await ann.open(`/desk/operators/${await uidOf(email)}`)
    expect(text).toContain('Live applications: 1000 in 30 days, 1000 today')
    expect(text).toContain('Of a day with more applications, only the last 1000 are counted.')
  })
})

test('a suspended operator can read but not write, until approved again', async () => {
  const { email, key } = await anApproved()
  const uid = String((await quotes(key)).body.uid)
  const umbrella = String((await drafts(key)).body.uid)
  await decide(email, 'suspended')
  for (const refused of [
    await quotes(key, { uid, intake: { phone_number: '217-555-0199' } }),
    await quotes(key),
    await drafts(key, { uid: umbrella }),
    await call(`${service.url}/api/agent/homeowners/fix-issues-email`, { key, body: { uid } }),
    await call(`${service.url}/api/agent/policies/requests`, { key, body: cancels(uid) }),
    await call(`${service.url}/api/agent/policies/requests`, { key, body: cancels(umbrella) }),
  ]) {
    expect(refused).toMatchObject(NOT_APPROVED)
    expect(refused.body.message).toContain('suspended live applications')
  }
  expect((await quotes(key, { uid })).status).toBe(200)
  expect((await umbrellaCall({ url: service.url, key }, 'status', { uid: umbrella })).status).toBe(200)
  const [mail] = await mailbox(service.url, email)
  expect(mail?.subject).toContain('suspended your live applications')
  await decide(email, 'approved')
  expect((await quotes(key, { uid, intake: { phone_number: '217-555-0199' } })).status).toBe(200)
})

test('a revoked operator’s keys and tokens stop at once, and a new key has no live write', async () => {
  const { email, key } = await anApproved()
  const further = await furtherKey(service, email)
  const tokens = await newTokens(service, { email })
  for (const credential of [key, further, tokens.access])
    expect((await calculate(service, credential)).status).toBe(200)
  await decide(email, 'revoked')
  for (const credential of [key, further, tokens.access])
    expect((await calculate(service, credential)).status).toBe(401)
  expect((await refresh(service, tokens.refresh, tokens.clientId)).status).toBe(400)
  const again = await getKey(service.url, email)
  expect((await calculate(service, again)).status).toBe(200)
  expect(await quotes(again)).toMatchObject(NOT_APPROVED)
})

const dashboardVisit = async (email: string): Promise<Visitor> => {
  const visit = newVisitor(service.url)
  await visit.open('/dashboard')
  await visit.send('/dashboard/sign-in', { email })
  await visit.send('/dashboard/sign-in/code', { email, code: await latestCode(service.url, email) })
  return visit
}

test('an operator’s page counts what it left behind however old it is, but nothing that was erased', async () => {
  const { email, key } = await anApproved()
  const [old, erased] = [String((await drafts(key)).body.uid), String((await quotes(key)).body.uid)]
  const aged = "update intakes set created_at = created_at - interval '40 days' where uid = $1"
  await query(service.databaseUrl, aged, [old])
  await ann.open(`/desk/records/${erased}`)
  await ann.send(`/desk/records/${erased}`, { act: 'erase', note: 'The customer asked us.' })
  await decide(email, 'revoked')
  expect((await ann.open(`/desk/operators/${await uidOf(email)}`)).text).toContain(
    '1 live application was not submitted.',
  )
  await query(service.databaseUrl, aged.replace('- interval', '+ interval'), [old])
  await ann.open(`/desk/records/${old}`)
  await ann.send(`/desk/records/${old}`, { act: 'erase', note: 'The customer asked us.' })
  expect((await ann.open(`/desk/operators/${await uidOf(email)}`)).text).not.toContain('not submitted.')
})

test('of more than a thousand applications left behind, an operator’s page says so', async () => {
  const { email, key } = await anApproved()
  const { uid } = (await drafts(key)).body
  await query(
    service.databaseUrl,
    `insert into intakes select copied.* from intakes, generate_series(1, 1000) as copy,
      jsonb_populate_record(intakes, jsonb_build_object('uid', intakes.uid || copy)) as copied
      where intakes.uid = $1`,
    [uid],
  )
  await decide(email, 'revoked')
  expect((await ann.open(`/desk/operators/${await uidOf(email)}`)).text).toContain(
    'More than 1000 live applications were not submitted.',
  )
})

test('a revoked operator reads no live request with a new credential, at any door, until it is taken back; staff see what it left behind', async () => {
  const { email, key } = await anApproved()
  const headers = { 'idempotency-key': 'before-the-end' }
  const live = { intake: completeIntake() }
  const first = await quotesCall(service.url, key, live, headers)
  const uid = String(first.body.uid)
  const umbrella = String((await drafts(key)).body.uid)
  const at = (path: string, credential: string, options = {}) =>
    call(`${service.url}/api/agent/${path}`, { key: credential, ...options })
  const told = (await at('changes', key)).body
  const leftBehind = async () =>
    (await ann.open(`/desk/operators/${await uidOf(email)}`)).text.includes(
      '2 live applications were not submitted.',
    )
  expect(await leftBehind()).toBe(false)
  await decide(email, 'revoked')
  expect(await leftBehind()).toBe(true)

  const visit = await dashboardVisit(email)
  for (const path of ['', `/requests/${uid}`, `/requests/${umbrella}`, '/requests.csv', '/search?q=hom']) {
    const { status, text } = await visit.open(`/dashboard${path}`)
    expect([path, status]).toEqual([path, 403])
    expect(text).toContain('Your access has ended')
    expect(text).not.toContain(uid)
  }
  expect((await visit.open('/dashboard/key')).status).toBe(200)

  const again = await getKey(service.url, email)
  const { access } = await newTokens(service, { email })
  for (const credential of [again, access]) {
    for (const refused of [
      await quotes(credential, { uid }),
      await quotes(credential),
      await umbrellaCall({ url: service.url, key: credential }, 'status', { uid: umbrella }),
      await at('homeowners/dashboard', credential),
      await at('umbrella/dashboard', credential),
      await at('changes', credential),
      await at('homeowners/dashboard/session', credential, { method: 'POST' }),
    ]) {
      expect(refused).toMatchObject(NOT_APPROVED)
      expect(refused.body.message).toContain('ended live applications')
    }
    expect((await at('changes?sandbox=true', credential)).body.changes).toEqual([])
  }
  expect((await quotesCall(service.url, again, live, headers)).text).not.toContain(uid)
  expect((await quotes(again, { ...live, sandbox: true })).status).toBe(200)
  const agent = await connectAgent(`${service.url}/api/agent/mcp`, { authorization: `Bearer ${again}` })
  expect(await agent.attempt('umbrella_status', { uid: umbrella })).toMatchObject({
    isError: true,
    content: { error: 'operator_not_approved' },
  })
  await agent.close()

  await decide(email, 'approved')
  expect((await quotes(again, { uid })).status).toBe(200)
  expect((await at('changes?sandbox=false', again)).body.changes).toEqual(told.changes)
  expect((await (await dashboardVisit(email)).open(`/dashboard/requests/${uid}`)).status).toBe(200)
})

test('an operator from before there was approval counts as approved, and a forged standing is not believed', async () => {
  const email = newEmail()
  const key = await getKey(service.url, email)
  const set = (standing: string) =>
    query(
      service.databaseUrl,
      `update operators set standing = ${standing}, standing_at = null, standing_by = null where email = $1`,
      [email],
    )
  await set("'approved'")
  expect((await quotes(key)).status).toBe(500)
  await set('null')
  await sealAsService(service.databaseUrl, 'operators')
  expect((await quotes(key)).status).toBe(200)
})

test('a decision from a page that is older than a colleague’s decision changes nothing', async () => {
  const { email } = await anApproved()
  const path = `/desk/operators/${await uidOf(email)}`
  await decide(email, 'suspended')
  const { from = '' } = hiddenIn((await ann.open(path)).text)
  await decide(email, 'revoked')
  const late = await ann.send(path, { act: 'approved', from })
  expect(late.location).toBe(`${path}?done=late`)
  expect((await ann.open(String(late.location))).text).toContain('This was already decided.')
  expect(hiddenIn((await ann.open(path)).text).from).toBe('revoked')
})

test('staff must say why they suspend or revoke, and strangers decide nothing', async () => {
  const { email } = await anApproved()
  const path = `/desk/operators/${await uidOf(email)}`
  await ann.open(path)
  expect((await ann.send(path, { act: 'suspended', note: ' ' })).status).toBe(400)
  expect((await ann.send(path, { act: 'crowned', note: 'x' })).status).toBe(400)
  ann.jar.delete('desk')
  expect((await ann.send(path, { act: 'suspended', note: 'x' })).location).toBe('/desk/sign-in')
  ann = await signIn(service, service.url)
  const [row] = await query<{ standing: string }>(
    service.databaseUrl,
    'select standing from operators where email = $1',
    [email],
  )
  expect(row?.standing).toBe('approved')
})

test('production waits for the desk, unless the setting says otherwise', () => {
  expect(readConfig({}).operatorApproval).toBe('auto')
  expect(readConfig(DEMONSTRATION).operatorApproval).toBe('desk')
  expect(readConfig({ ...DEMONSTRATION, OPERATOR_APPROVAL: 'auto' }).operatorApproval).toBe('auto')
  expect(() => readConfig({ OPERATOR_APPROVAL: 'yes' })).toThrow('OPERATOR_APPROVAL must be auto or desk')
})
