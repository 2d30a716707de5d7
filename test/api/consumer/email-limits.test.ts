import { afterAll, beforeAll, expect, test } from 'vitest'
import { queueEmail } from '../../../src/agency/emails/outbox.ts'
import { LIMITS, recipientMac } from '../../../src/agency/emails/rules/limits.ts'
import type { App } from '../../../src/platform/app.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import { type SealedPayload, sealPayload } from '../../../src/platform/jobs/store.ts'
import { DAY } from '../../../src/platform/lib/clock.ts'
import { BUYER_CODE, buyerCode } from '../../../src/products/line/reviewed-purchase/portal/proven-buyer.ts'
import { purge } from '../../../src/purge-job.ts'
import { query } from '../../support/database/database.ts'
import { call, mailbox, newEmail } from '../../support/people/client.ts'
import { anIntake, newOperator } from '../../support/people/homeowner-intakes.ts'
import { umbrellaIn } from '../../support/people/umbrella-intakes.ts'
import { runJob } from '../../support/runs/run-job.ts'
import { serviceForThisTest, startTestService, type TestService } from '../../support/servers/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off' }, work: false })
})
afterAll(() => service.stop())

const requestCode = (email: string, { url } = service) =>
  call(`${url}/api/agent/key/request`, { body: { email } })

const suppressedFor = async (email: string, from = service): Promise<number> =>
  (
    await query(
      from.databaseUrl,
      `select from emails where recipient_mac = $1 and status = 'suppressed' and content is null and recipient = ''`,
      [recipientMac(from.app, email)],
    )
  ).length

const words = { subject: 'About your policy', paragraphs: ['Hello,'], reason: 'You bought it.' }

test('a person gets a code as often as the limit says; after that the answer is the same and no email goes out', async () => {
  const email = newEmail()
  const { aDay } = LIMITS.key_code
  const before = service.log.length
  const answers = await Promise.all(Array.from({ length: aDay + 5 }, () => requestCode(email)))
  const shapes = new Set(
    answers.map(({ status, body }) => JSON.stringify([status, body.status, body.message, Object.keys(body)])),
  )
  expect(shapes.size).toBe(1)
  expect(await mailbox(service.url, email)).toHaveLength(aDay)
  expect(await suppressedFor(email)).toBe(5)
  const told = service.log.slice(before)
  expect(told.filter(line => line.includes('"security_event":"email_suppressed"'))).toHaveLength(5)
  expect(service.log.some(line => line.includes(email))).toBe(false)
})

test('the database does not show to whom an email goes', async () => {
  const email = newEmail()
  await requestCode(email)
  const rows = await query<{ text: string }>(service.databaseUrl, 'select emails::text as text from emails')
  expect(rows.filter(({ text }) => text.includes(email))).toEqual([])
  expect(await mailbox(service.url, email)).toMatchObject([{ to: email }])
})

test('a suppressed email leaves the codes that were emailed before it valid', async () => {
  const limited = await serviceForThisTest({
    env: { RATE_LIMITS: 'off', EMAIL_LIMITS: 'key_code=1' },
    work: false,
  })
  const email = newEmail()
  await requestCode(email, limited)
  const [mail] = await mailbox(limited.url, email)
  for (let more = 0; more < 4; more++) await requestCode(email, limited)
  const otp = /\d{6}/.exec(mail?.text ?? '')?.[0]
  const body = { email, otp, organization_name: 'Maple Realty', contact_name: 'Ann' }
  expect((await call(`${limited.url}/api/agent/key/confirm`, { body })).status).toBe(200)
})

test('a suppressed code of a buyer is not issued, so it does not replace the ones that were emailed', async () => {
  const limited = await serviceForThisTest({
    env: { RATE_LIMITS: 'off', EMAIL_LIMITS: 'buyer_code=1' },
    work: false,
  })
  const { intake } = await umbrellaIn(limited, { owner: 'opr_test', status: 'quoted', sandbox: false })
  const asked = { uid: intake.uid, email: String(intake.application.household.email) }
  const sealed = sealPayload(limited.app.sealer, BUYER_CODE, asked)
  const send = buyerCode.run as (app: App, payload: SealedPayload, facts: object) => Promise<void>
  for (let times = 0; times < 4; times++) await send(limited.app, sealed, {})
  expect(await suppressedFor(asked.email, limited)).toBe(3)
  expect(await query(limited.databaseUrl, 'select from one_time_codes')).toHaveLength(1)
})

test('all purposes together have a limit for one person, and the next day starts over', async () => {
  const limited = await serviceForThisTest({
    env: { RATE_LIMITS: 'off', EMAIL_LIMITS: 'recipient=3,key_code=2' },
    work: false,
  })
  const email = newEmail()
  const send = (purpose: 'key_code' | 'sign_in_code' | 'desk_code') =>
    transact(limited.app, inside => queueEmail(inside, { to: email, ...words }, { purpose }))
  for (const purpose of ['key_code', 'key_code', 'key_code', 'sign_in_code', 'desk_code'] as const)
    await send(purpose)
  expect(await mailbox(limited.url, email)).toHaveLength(3)
  expect(await suppressedFor(email, limited)).toBe(2)
  limited.pass(DAY)
  expect(await send('key_code')).toEqual({ retryAt: null })
  await runJob(limited, purge)
  limited.pass(2 * DAY)
  await runJob(limited, purge)
  expect(await query(limited.databaseUrl, 'select from email_counts')).toEqual([])
})

test('emails about a purchase, the law and a replaced key are sent although the person got every other email of the day', async () => {
  const limited = await serviceForThisTest({ env: { EMAIL_LIMITS: 'recipient=1' }, work: false })
  const email = newEmail()
  const purposes = [
    'key_code',
    'policy_bound',
    'bind_held',
    'price_changed',
    'order_late',
    'payment_needed',
    'adverse_action',
    'key_expiring',
    'key_issued',
  ] as const
  for (const purpose of purposes)
    expect(
      await transact(limited.app, inside => queueEmail(inside, { to: email, ...words }, { purpose })),
    ).toEqual({ retryAt: null })
  expect(await mailbox(limited.url, email)).toHaveLength(purposes.length)
})

test('an operator with many applications for one victim sends five emails, then 429 email_limit until the next day', async () => {
  const operator = await newOperator(service)
  const email = newEmail()
  const intakes = await Promise.all(
    Array.from({ length: 8 }, () => anIntake(service, { owner: operator.uid, applicant: { email } })),
  )
  const answers = await Promise.all(
    intakes.map(({ uid }) =>
      call(`${service.url}/api/agent/homeowners/fix-issues-email`, { key: operator.key, body: { uid } }),
    ),
  )
  const refused = answers.filter(({ status }) => status === 429)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  expect(refused).toHaveLength(3)
  for (const { body, headers } of refused) {
    expect(body.error).toBe('email_limit')
    expect(Number(headers.get('retry-after'))).toBe(body.retry_after)
    expect(body.retry_after).toBeLessThanOrEqual(DAY / 1000)
  }
  expect(await mailbox(service.url, email)).toHaveLength(5)
})

test('an operator cannot email more people in a day than the limit says', async () => {
  const limited = await serviceForThisTest({ env: { EMAIL_LIMITS: 'operator=2' }, work: false })
  const operator = await newOperator(limited)
  const fix = async () => {
    const { uid } = await anIntake(limited, { owner: operator.uid, applicant: { email: newEmail() } })
    return call(`${limited.url}/api/agent/homeowners/fix-issues-email`, { key: operator.key, body: { uid } })
  }
  expect([(await fix()).status, (await fix()).status]).toEqual([200, 200])
  expect((await fix()).body.error).toBe('email_limit')
})

test('the table of counts names no one', async () => {
  const email = newEmail()
  await requestCode(email)
  const rows = await query<{ all: string }>(
    service.databaseUrl,
    'select email_counts::text as all from email_counts',
  )
  const hex = Buffer.from(email).toString('hex')
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.some(({ all }) => all.includes(email) || all.includes(hex))).toBe(false)
})
