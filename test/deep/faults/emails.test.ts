import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { ExplainNode, type KyselyPlugin } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import {
  emailsInFull,
  listDead,
  queueEmail,
  retryEmail,
  withoutKeys,
} from '../../../src/agency/emails/outbox.ts'
import { countByStatus } from '../../../src/agency/emails/store.ts'
import { askToResume } from '../../../src/doors/consumer/resume.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import { DAY, MINUTE } from '../../../src/platform/lib/clock.ts'
import { correct } from '../../../src/products/homeowners/buying/correct.ts'
import { purge } from '../../../src/purge-job.ts'
import { logoFile } from '../../support/browser/brand.ts'
import { createDatabase, cuttableDatabase, query } from '../../support/database/database.ts'
import { sealAsService } from '../../support/database/seals.ts'
import { call, newEmail } from '../../support/people/client.ts'
import { completeIntake } from '../../support/people/homeowner-applications.ts'
import { startShopping } from '../../support/people/shopper.ts'
import { runJob } from '../../support/runs/run-job.ts'
import { until } from '../../support/runs/until.ts'
import { runBindery } from '../../support/servers/command.ts'
import { freePort } from '../../support/servers/free-port.ts'
import { DEMONSTRATION } from '../../support/servers/production.ts'
import { SECRET_KEY, serviceForThisTest, type TestService } from '../../support/servers/service.ts'
import { type SmtpInbox, startSmtp } from '../../support/servers/smtp.ts'

const withMailServer = async (port: number): Promise<SmtpInbox> => {
  const smtp = await startSmtp(port)
  onTestFinished(() => smtp.close())
  return smtp
}

const requestCode = ({ url }: TestService, email: string) =>
  call(`${url}/api/agent/key/request`, { body: { email } })

/** The job library waits by the database's clock: bring the next attempt forward. */
const hurry = ({ databaseUrl }: TestService) =>
  query(
    databaseUrl,
    `with moved as (update graphile_worker._private_jobs set run_at = now() where attempts > 0 and locked_at is null)
     select pg_notify('jobs:insert', '{"r":0,"count":1}')`,
  )

/** Of a service that wrote one email. */
const emailRow = async ({ databaseUrl }: TestService) => {
  const [row] = await query<{
    email_id: string
    status: string
    recipient: string
    content: Buffer | null
    last_error: string | null
  }>(databaseUrl, 'select * from emails')
  return row
}

test('email goes out by SMTP with text, HTML and a Message-ID of our own, and neither its content nor its address is kept', async () => {
  const smtp = await withMailServer(await freePort())
  const service = await serviceForThisTest({
    env: { SMTP_URL: smtp.url, MAIL_FROM: 'Agency <mail@agency.example>' },
  })
  const email = newEmail()
  await requestCode(service, email)
  await until(() => smtp.emails.length === 1)
  const [mail] = smtp.emails
  expect(mail).toMatchObject({
    subject: 'Your code for an operator key',
    from: { address: 'mail@agency.example' },
  })
  expect(mail?.text).toMatch(/\d{6}/)
  expect(mail?.html).toContain('<html')
  await until(async () => (await emailRow(service))?.status === 'sent')
  const row = await emailRow(service)
  expect(mail?.messageId).toBe(`<${row?.email_id}@127.0.0.1>`)
  expect(row).toMatchObject({ recipient: '', content: null })
  expect((await call(`${service.url}/dev/mailbox.json`)).body).toEqual([])
})

test('what an email about an application said is kept beyond 30 days, sealed and without its links', async () => {
  const smtp = await withMailServer(await freePort())
  const service = await serviceForThisTest({ env: { SMTP_URL: smtp.url, RATE_LIMITS: 'off' } })
  const intake = completeIntake()
  const { uid } = await startShopping(service.url, 'homeowners', { intake })
  const mail = {
    to: intake.email,
    subject: 'Two answers are missing',
    paragraphs: ['The year of the roof is missing.'],
    link: { label: 'Answer', url: 'https://agency.example/portal/sign-in?token=secret' },
    reason: 'A test.',
  }
  await transact(service.app, inside => queueEmail(inside, mail, { intake_uid: uid, purpose: 'fix_issues' }))
  await until(async () => (await emailRow(service))?.status === 'sent')
  const [sent] = smtp.emails
  expect(sent?.text).toContain('token=secret')
  service.pass(31 * DAY)
  await runJob(service, purge)
  const [kept] = await emailsInFull(service.app, uid)
  expect(kept).toMatchObject({ recipient: intake.email, text: withoutKeys(String(sent?.text).trimEnd()) })
  expect(kept?.text).toContain('The year of the roof is missing.')
  expect(kept?.text).not.toContain('token=secret')
  expect(JSON.stringify(await emailRow(service))).not.toContain(intake.email)
})

test('an address alone goes out under the name of the agency, and the logo goes with the email', async () => {
  const smtp = await withMailServer(await freePort())
  const service = await serviceForThisTest({
    env: {
      SMTP_URL: smtp.url,
      MAIL_FROM: 'mail@agency.example',
      AGENCY_NAME: 'Elm Street Insurance',
      AGENCY_LOGO: logoFile(),
    },
  })
  await requestCode(service, newEmail())
  await until(() => smtp.emails.length === 1)
  const [mail] = smtp.emails
  expect(mail?.from).toMatchObject({ name: 'Elm Street Insurance', address: 'mail@agency.example' })
  expect(mail?.attachments).toMatchObject([
    { mimeType: 'image/png', contentId: '<logo>', disposition: 'inline' },
  ])
  expect(mail?.html).toContain('src="cid:logo"')
})

test('mail survives a mail server that is down, and goes out once when it is back', async () => {
  const port = await freePort()
  const service = await serviceForThisTest({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } })
  expect((await requestCode(service, newEmail())).status).toBe(200)
  await until(async () => (await emailRow(service))?.last_error !== null)
  const smtp = await withMailServer(port)
  await until(async () => {
    await hurry(service)
    return smtp.emails.length > 0
  })
  await until(async () => (await emailRow(service))?.status === 'sent')
  expect(smtp.emails).toHaveLength(1)
})

test('a code that expired while the mail server was down is not sent, and staff have nothing to do about it', async () => {
  const port = await freePort()
  const service = await serviceForThisTest({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } })
  await requestCode(service, newEmail())
  await until(async () => (await emailRow(service))?.last_error !== null)
  service.pass(10 * MINUTE)
  const smtp = await withMailServer(port)
  await until(async () => {
    await hurry(service)
    return (await emailRow(service))?.status !== 'queued'
  })
  expect(await emailRow(service)).toMatchObject({ status: 'closed', recipient: '', content: null })
  expect(smtp.emails).toEqual([])
})

test('an email that was accepted while the database was away is recorded when it is back, and never sent again', async () => {
  const smtp = await withMailServer(await freePort())
  const databaseUrl = await createDatabase()
  const link = await cuttableDatabase(databaseUrl)
  const service = await serviceForThisTest({ databaseUrl: link.url, env: { SMTP_URL: smtp.url } })
  onTestFinished(() => link.cut())
  smtp.behaviour.beforeAccepting = async () => {
    delete smtp.behaviour.beforeAccepting
    await link.cut()
  }
  await requestCode(service, newEmail())
  await until(() => service.log.some(line => line.includes('email sent but not recorded')))
  await link.mend()
  const direct = { ...service, databaseUrl }
  const jobs = () => query(databaseUrl, 'select from graphile_worker.jobs')
  await until(async () => {
    await hurry(direct)
    return (await emailRow(direct))?.status === 'sent' && (await jobs()).length === 0
  })
  expect(smtp.emails).toHaveLength(1)
})

test('an email that the server refuses for good is a dead letter that can be seen and sent again, and one without content is never counted as sent', async () => {
  const smtp = await withMailServer(await freePort())
  const service = await serviceForThisTest({ env: { SMTP_URL: smtp.url } })
  smtp.behaviour.refuse = 550
  const email = newEmail()
  await requestCode(service, email)
  await until(async () => (await emailRow(service))?.status === 'dead')
  const [dead] = await listDead(service.app, { after: null, limit: 1 })
  expect(dead).toMatchObject({
    to: email,
    subject: 'Your code for an operator key',
    last_error: expect.stringContaining('550'),
  })
  const seen = await runBindery(['mail'], { DATABASE_URL: service.databaseUrl, SECRET_KEY })
  expect(seen.output).toContain(dead?.email_id)
  delete smtp.behaviour.refuse
  expect(await retryEmail(service.app, String(dead?.email_id))).toBe(true)
  await until(() => smtp.emails.length === 1)
  await until(async () => (await emailRow(service))?.status === 'sent')
  expect(await retryEmail(service.app, String(dead?.email_id))).toBe(false)

  await query(service.databaseUrl, "update emails set status = 'dead', last_error = null")
  await sealAsService(service.databaseUrl, 'emails')
  expect(await retryEmail(service.app, String(dead?.email_id))).toBe(true)
  await until(async () => (await emailRow(service))?.last_error !== null)
  expect(await emailRow(service)).toMatchObject({ status: 'dead', last_error: 'NO_CONTENT' })
  expect(smtp.emails).toHaveLength(1)
})

test('when staff correct an address, what did not reach it goes to the right one, but no link that signs in', async () => {
  const smtp = await withMailServer(await freePort())
  const service = await serviceForThisTest({ env: { SMTP_URL: smtp.url, RATE_LIMITS: 'off' } })
  const [intake, right] = [completeIntake(), newEmail()]
  const { uid } = await startShopping(service.url, 'homeowners', { intake })
  smtp.behaviour.refuse = 550
  for (const purpose of ['adverse_action', 'portal_sign_in'] as const) {
    const mail = { to: intake.email, subject: purpose, paragraphs: ['Hello.'], reason: 'A test.' }
    await transact(service.app, inside => queueEmail(inside, mail, { intake_uid: uid, purpose }))
  }
  await until(async () => (await countByStatus(service.app.db, 'dead')) === 2)
  await transact(service.app, inside => correct(inside, { uid, name: 'email', text: right, actor: 'staff' }))
  const dead = await listDead(service.app, { after: null, limit: 10 })
  const recipientOf = (subject: string) => dead.find(mail => mail.subject === subject)?.to
  expect(recipientOf('portal_sign_in')).toBe(intake.email)
  expect(recipientOf('adverse_action')).toBe(right)
  await until(async () => (await countByStatus(service.app.db, 'queued')) === 0)
  delete smtp.behaviour.refuse
  await retryEmail(service.app, String(dead.find(mail => mail.subject === 'adverse_action')?.email_id))
  await until(() => smtp.emails.length === 1)
  expect(smtp.emails[0]).toMatchObject({ subject: 'adverse_action', to: [{ address: right }] })
})

test('an email refused for now, or for our sender, is retried until the last attempt; one to an address that the server cannot read is dead at once', async () => {
  const smtp = await withMailServer(await freePort())
  const service = await serviceForThisTest({ env: { SMTP_URL: smtp.url } })
  smtp.behaviour.refuseSender = 550
  await requestCode(service, newEmail())
  await until(async () => (await emailRow(service))?.last_error !== null)
  expect(await emailRow(service)).toMatchObject({ status: 'queued', last_error: 'EENVELOPE 550' })
  delete smtp.behaviour.refuseSender
  smtp.behaviour.refuse = 451
  await until(async () => {
    await hurry(service)
    return (await emailRow(service))?.status === 'dead'
  })
  expect((await emailRow(service))?.last_error).toContain('451')
  smtp.behaviour.refuse = 501
  await retryEmail(service.app, String((await emailRow(service))?.email_id))
  await until(async () => (await emailRow(service))?.last_error?.includes('501') === true)
  expect((await emailRow(service))?.status).toBe('dead')
  expect(smtp.emails).toEqual([])
})

test('an address gets five links a day, whatever applications they are for, though no mail that was sent names it', async () => {
  const smtp = await withMailServer(await freePort())
  const service = await serviceForThisTest({ env: { SMTP_URL: smtp.url, RATE_LIMITS: 'off' } })
  const intake = completeIntake()
  const { email } = intake
  const shoppers = [
    await startShopping(service.url, 'homeowners', { intake }),
    await startShopping(service.url, 'umbrella', { intake: { full_name: 'Ada Homeowner', email } }),
  ]
  const idle = async () => (await query(service.databaseUrl, 'select from graphile_worker.jobs')).length === 0
  for (const { uid } of [...shoppers, ...shoppers, ...shoppers]) {
    await askToResume(service.app, { uid, email })
    await until(idle)
  }
  expect(smtp.emails).toHaveLength(5)
  const rows = await query(service.databaseUrl, 'select * from emails')
  expect(JSON.stringify(rows)).not.toContain(email)
})

/** `fetch` does not let its caller choose the Host header. */
const statusUnder = async (url: string, host: string): Promise<number | undefined> => {
  const [response] = (await once(get(url, { headers: { host } }), 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode
}

test('the mailbox does not exist in production, nor under a foreign host name', async () => {
  const production = await serviceForThisTest({
    env: { ...DEMONSTRATION, SMTP_URL: `smtps://127.0.0.1:${await freePort()}` },
  })
  const development = await serviceForThisTest()
  const { port } = new URL(development.url)
  for (const path of ['/dev/mailbox', '/dev/mailbox.json']) {
    expect((await call(`http://127.0.0.1:${production.app.config.port}${path}`)).status).toBe(404)
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`])
      expect(await statusUnder(`${development.url}${path}`, host)).toBe(200)
    for (const host of ['attacker.example', `attacker.example:${port}`, 'localhost.attacker.example'])
      expect(await statusUnder(`${development.url}${path}`, host)).toBe(404)
  }
})

/** Says how the database would answer, in place of the answer. */
const plansOf = (plans: string[]): KyselyPlugin => ({
  transformQuery: ({ node }) => ({ ...node, explain: ExplainNode.create() }) as typeof node,
  transformResult: async ({ result }) => {
    plans.push(JSON.stringify(result.rows))
    return result
  },
})

test('the emails that wait and those that are dead are counted by an index, however many were sent', async () => {
  const service = await serviceForThisTest({ work: false })
  await query(
    service.databaseUrl,
    `insert into emails (email_id, recipient, subject, status, created_at)
     select 'eml_' || n, 'a@b.co', 's', 'sent', now() from generate_series(1, 5000) n`,
  )
  await query(service.databaseUrl, 'analyze emails')
  const plans: string[] = []
  const asked = service.app.db.withPlugin(plansOf(plans))
  for (const status of ['queued', 'dead'] as const) await countByStatus(asked, status)
  expect(plans).toEqual([expect.stringContaining('emails_queued'), expect.stringContaining('emails_dead')])
})
