import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, MINUTE, SECOND } from '../../../src/platform/lib/clock.ts'
import { query } from '../../support/database/database.ts'
import { call, mailbox, newEmail } from '../../support/people/client.ts'
import { completeIntake, quotesCall } from '../../support/people/homeowner-applications.ts'
import { anIntake, changed, newOperator } from '../../support/people/homeowner-intakes.ts'
import { newVisitor } from '../../support/people/visitor.ts'
import { onceAnswered } from '../../support/runs/once-answered.ts'
import { serviceForThisTest, startTestService, type TestService } from '../../support/servers/service.ts'

const SHARED = 'shared-key-of-the-environment'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off', SHARED_KEYS: SHARED }, work: false })
})
afterAll(() => service.stop())

const send = (
  key: string | undefined,
  body: unknown,
  { headers = {}, from = service }: { headers?: Record<string, string>; from?: TestService } = {},
) =>
  call(`${from.url}/api/agent/homeowners/fix-issues-email`, {
    body,
    headers,
    ...(key !== undefined && { key }),
  })

const waiting = (owner: string, from = service) =>
  anIntake(from, { owner, applicant: { email: newEmail(), full_name: 'Ann Canary Smith' } })

const emailsTo = (intake: Awaited<ReturnType<typeof waiting>>, from = service) =>
  mailbox(from.url, intake.application.applicant.email)

describe('POST /api/agent/homeowners/fix-issues-email', () => {
  test('emails the homeowner the request-login link, in the name of who sent them', async () => {
    const operator = await newOperator(service)
    await query(
      service.databaseUrl,
      'update operators set referral_source_name = $1, organization_name = $2 where operator_uid = $3',
      ['Maple <b>Realty', 'Not this one', operator.uid],
    )
    const intake = await waiting(operator.uid)
    const { status, body } = await send(operator.key, { uid: intake.uid })
    expect(status).toBe(200)
    expect(body).toEqual({
      uid: intake.uid,
      status: 'email_queued',
      response_summary: expect.any(String),
      homeowner_fix_issues_request_login_url: expect.stringContaining(`${service.url}/portal/login?ref=`),
      agent_instructions: expect.arrayContaining([expect.any(String)]),
    })
    const [mail, ...others] = await emailsTo(intake)
    expect(others).toEqual([])
    expect(mail?.text).toContain('Hello Ann,')
    expect(mail?.text).toContain('Maple <b>Realty')
    expect(mail?.text).not.toContain('Canary')
    const reference = new URL(String(body.homeowner_fix_issues_request_login_url)).search
    expect(mail?.links).toEqual([
      expect.stringMatching(new RegExp(`^${service.url}/portal/enter/\\w{32}\\${reference}$`)),
      expect.stringContaining(`${service.url}/emails/stop/`),
      `${service.url}/privacy`,
    ])
    const [row] = await query<{ audit_seq: number; status: string }>(
      service.databaseUrl,
      'select audit_seq, status from intakes where uid = $1',
      [intake.uid],
    )
    expect(row).toEqual({ audit_seq: 2, status: 'needs_more_info' })
  })

  test('who did not ask can stop such emails, in any letter of any operator, and start them again', async () => {
    const [one, other] = [await newOperator(service), await newOperator(service)]
    const email = newEmail()
    const begun = async (key: string) =>
      String(
        (await quotesCall(service.url, key, { intake: completeIntake({ roof_date: null }, { email }) })).body
          .uid,
      )
    expect((await send(one.key, { uid: await begun(one.key) })).status).toBe(200)
    const [mail] = await mailbox(service.url, email)
    const path = new URL(String(mail?.links.find(link => link.includes('/emails/stop/')))).pathname
    const reader = newVisitor(service.url)
    expect((await reader.open(path)).text).toContain(
      'Stop emails about applications that others start for you?',
    )
    const uid = await begun(other.key)
    expect((await send(other.key, { uid })).status).toBe(200)
    await reader.send(path, { act: 'stop' })
    expect((await reader.open(path)).text).toContain('We no longer email you about applications')
    service.pass(10 * MINUTE)
    const before = await mailbox(service.url, email)
    expect(await send(other.key, { uid })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('asked us not to email them') },
    })
    expect(await mailbox(service.url, email)).toHaveLength(before.length)
    await reader.open(path)
    await reader.send(path, { act: 'again' })
    expect((await send(other.key, { uid })).status).toBe(200)
    expect((await reader.open(`${path}x`)).status).toBe(404)
  })

  test('asks for answers while some are missing, and then only for the authorization', async () => {
    const { key } = await newOperator(service)
    const email = newEmail()
    const intake = completeIntake({ roof_date: null }, { email })
    const uid = String((await quotesCall(service.url, key, { intake })).body.uid)
    const sent = async () => {
      await send(key, { uid })
      const [mail] = await mailbox(service.url, email)
      return [mail?.subject, /Left to do: (.*)/.exec(mail?.text ?? '')?.[1]]
    }
    expect(await sent()).toEqual([
      'A few answers are missing for your home insurance quotes',
      'A few answers',
    ])
    service.pass(10 * MINUTE)
    await quotesCall(service.url, key, { uid, intake: { home: [{ roof_date: '2015-06-01' }] } })
    expect(await sent()).toEqual(['One step left for your home insurance quotes', 'Your authorization'])
  })

  test('the emailed link signs the homeowner in once, within 24 hours; after that its page offers a new one', async () => {
    const { key, uid: owner } = await newOperator(service)
    const [first, second] = [await waiting(owner, service), await waiting(owner, service)]
    const linkOf = async (intake: typeof first) => {
      await send(key, { uid: intake.uid }, { from: service })
      return String((await emailsTo(intake, service))[0]?.links[0])
    }
    const [used, late] = [await linkOf(first), await linkOf(second)]
    service.pass(DAY - MINUTE)
    const homeowner = newVisitor(service.url)
    expect((await homeowner.open(used)).text).toContain('Continue to your application')
    expect(await homeowner.send(used)).toMatchObject({ status: 303, location: '/portal' })
    expect(await homeowner.open('/portal')).toMatchObject({ status: 303, location: '/portal/answers' })
    expect((await newVisitor(service.url).open(used)).status).toBe(410)
    service.pass(MINUTE)
    const expired = await newVisitor(service.url).open(late)
    expect(expired).toMatchObject({ status: 410, text: expect.stringContaining('Email me a new link') })
  })

  test('a sandbox request, another state and no email are 400, each with its sentence', async () => {
    const { key, uid: owner } = await newOperator(service)
    const applicant = { email: newEmail() }
    const sandbox = await anIntake(service, { owner, sandbox: true, applicant })
    const nameless = await anIntake(service, { owner })
    const submitted = await changed(service, await anIntake(service, { owner, applicant }), {
      status: 'pending_quotes',
    })
    const rehearsed = await changed(service, await anIntake(service, { owner, sandbox: true, applicant }), {
      status: 'pending_quotes',
    })
    const bound = await changed(service, await anIntake(service, { owner, applicant }), { status: 'bound' })
    const answers = [sandbox, nameless, submitted, rehearsed, bound].map(({ uid }) => send(key, { uid }))
    expect(await Promise.all(answers)).toMatchObject([
      {
        status: 400,
        body: { error: 'sandbox_unsupported', message: expect.stringContaining('shows the sign-in link') },
      },
      { status: 400, body: { error: 'invalid_request', message: expect.stringContaining('intake.email') } },
      { status: 400, body: { error: 'invalid_request', current_status: 'pending_quotes' } },
      { status: 400, body: { error: 'invalid_request', current_status: 'pending_quotes' } },
      {
        status: 400,
        body: {
          error: 'invalid_request',
          current_status: 'quoted',
          message: expect.stringMatching(/^No email was sent\. The policy is bound.*policies\/requests/),
        },
      },
    ])
    expect(await mailbox(service.url, applicant.email)).toEqual([])
  })

  test("another operator's request is 404, the same as one that never was", async () => {
    const owner = await newOperator(service)
    const stranger = await newOperator(service)
    const intake = await waiting(owner.uid)
    const [foreign, unknown] = [
      await send(stranger.key, { uid: intake.uid }),
      await send(stranger.key, { uid: 'hom_nobody' }),
    ]
    const shape = ({ status, body }: typeof foreign) => ({ status, body: { ...body, request_id: '' } })
    expect(foreign.status).toBe(404)
    expect(shape(foreign)).toEqual(shape(unknown))
    expect(await emailsTo(intake)).toEqual([])
    expect((await send(owner.key, { uid: intake.uid })).status).toBe(200)
  })

  test('no key is 401, a shared key 403, before the body is read', async () => {
    expect((await send(undefined, '{ not json')).status).toBe(401)
    expect(await send(SHARED, '{ not json')).toMatchObject({ status: 403, body: { error: 'forbidden' } })
  })

  test.each([
    [{}, 'uid'],
    [{ uid: 7 }, 'uid'],
    [{ uid: '' }, 'uid'],
    [{ uid: '\u0000' }, 'uid'],
    [{ uid: 'hom_x', email: 'a@b.co' }, 'email'],
    [[], 'body'],
  ])('refuses %j with 400 and names the field', async (body, path) => {
    const { key } = await newOperator(service)
    expect(await send(key, body)).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', fields: [{ path }] },
    })
  })

  test('a repeated Idempotency-Key gets the same answer and sends nothing more', async () => {
    const { key, uid: owner } = await newOperator(service)
    const intake = await waiting(owner)
    const headers = { 'idempotency-key': randomUUID() }
    const first = await send(key, { uid: intake.uid }, { headers })
    const again = await send(key, { uid: intake.uid }, { headers })
    expect(again.text).toBe(first.text)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(await emailsTo(intake)).toHaveLength(1)
  })
})

describe('one mail in ten minutes', () => {
  test('of twelve calls at once, at two replicas, one sends and the others are 429', async () => {
    const replica = await serviceForThisTest({
      env: { RATE_LIMITS: 'off' },
      databaseUrl: service.databaseUrl,
      work: false,
    })
    const { key, uid: owner } = await newOperator(service)
    const intake = await waiting(owner)
    const calls = Array.from({ length: 12 }, (_, at) =>
      onceAnswered(() => send(key, { uid: intake.uid }, { from: at % 2 ? replica : service })),
    )
    const answers = await Promise.all(calls)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(11)
    expect(await emailsTo(intake)).toHaveLength(1)
  })

  test('says when the next may go, and then it goes; another request has its own', async () => {
    const { key, uid: owner } = await newOperator(service)
    const [intake, other] = [await waiting(owner, service), await waiting(owner, service)]
    const sendFor = ({ uid }: { uid: string }) => send(key, { uid }, { from: service })
    const began = performance.now()
    expect((await sendFor(intake)).status).toBe(200)
    const available = async () => {
      const { body } = await call(`${service.url}/api/agent/homeowners/dashboard`, { key })
      return (body.properties as { fix_issues_email_available: boolean }[]).map(
        row => row.fix_issues_email_available,
      )
    }
    expect(await available()).toEqual([true, false])
    service.pass(4 * MINUTE)
    const refused = await sendFor(intake)
    expect(refused).toMatchObject({
      status: 429,
      body: { error: 'rate_limited', message: expect.stringContaining('less than 10 minutes ago') },
    })
    const wait = Number(refused.headers.get('retry-after'))
    const tookSeconds = (performance.now() - began) / SECOND
    expect(wait).toBeGreaterThanOrEqual(Math.floor(360 - tookSeconds))
    expect(wait).toBeLessThanOrEqual(360)
    expect(refused.headers.get('ratelimit-policy')).toBe('1;w=600')
    expect(refused.headers.get('ratelimit-reset')).toBe(String(wait))
    expect((await sendFor(other)).status).toBe(200)
    service.pass(wait * SECOND)
    expect(await available()).toEqual([false, true])
    expect((await sendFor(intake)).status).toBe(200)
    expect(await emailsTo(intake, service)).toHaveLength(2)
  })
})
