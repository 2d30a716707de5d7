import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../../src/platform/app.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import { MINUTE } from '../../../src/platform/lib/clock.ts'
import { signatureDisclosures } from '../../../src/products/homeowners/application/consent-words.ts'
import { correct } from '../../../src/products/homeowners/buying/correct.ts'
import { portalSignIn } from '../../../src/products/homeowners/portal/sign-in.ts'
import { portalReference } from '../../../src/products/homeowners/quoting/email-facts.ts'
import { query } from '../../support/database/database.ts'
import { sealAsService } from '../../support/database/seals.ts'
import { getKey, mailbox, newEmail } from '../../support/people/client.ts'
import { completeIntake, quotesCall } from '../../support/people/homeowner-applications.ts'
import { selectedHomeowner } from '../../support/people/homeowner-in-portal.ts'
import { newVisitor, type Seen, type Visitor } from '../../support/people/visitor.ts'
import { onceAnswered } from '../../support/runs/once-answered.ts'
import { until } from '../../support/runs/until.ts'
import { serviceForThisTest, startTestService, type TestService } from '../../support/servers/service.ts'

const SUBJECT = 'Your link to sign in'

describe('signing in to the portal', () => {
  let service: TestService
  let key: string
  beforeAll(async () => {
    service = await startTestService({ env: { RATE_LIMITS: 'off' } })
    key = await getKey(service.url, newEmail())
  })
  afterAll(() => service.stop())

  /** An application, and the page where its homeowner signs in. */
  const anApplication = async (more: object = {}, on: TestService = service, operator = key) => {
    const intake = completeIntake()
    const { body } = await quotesCall(on.url, operator, { intake, ...more })
    const login = new URL(String(body.homeowner_fix_issues_request_login_url))
    return {
      uid: String(body.uid),
      email: intake.email,
      login: login.pathname + login.search,
      ref: login.searchParams.get('ref') ?? '',
    }
  }

  type Application = Awaited<ReturnType<typeof anApplication>>

  const ask = async (visitor: Visitor, { login, ref }: Application, email: string): Promise<Seen> => {
    await visitor.open(login)
    const sent = await visitor.send('/portal/login', { ref, email })
    return sent.location === null ? sent : visitor.open(sent.location)
  }

  const emails = async (email: string) =>
    (await mailbox(service.url, email)).filter(({ subject }) => subject === SUBJECT)

  const emailedLink = async ({ email }: Application): Promise<string> => {
    const mail = await until(async () => (await emails(email))[0])
    const link = new URL(String(mail?.links[0]))
    return link.pathname + link.search
  }

  /** Asked for and emailed, but not opened yet. */
  const aLink = async () => {
    const application = await anApplication()
    await ask(newVisitor(service.url), application, application.email)
    return { application, link: await emailedLink(application) }
  }

  const enter = async (visitor: Visitor, link: string): Promise<Seen> => {
    await visitor.open(link)
    return visitor.send(link)
  }

  const signedIn = async (uid: string, email: string): Promise<Visitor> => {
    const ref = portalReference(service.app, uid)
    const application = { uid, email, ref, login: `/portal/login?ref=${ref}` }
    const visitor = newVisitor(service.url)
    await ask(visitor, application, email)
    await enter(visitor, await emailedLink(application))
    return visitor
  }

  /** Answers are compared without what differs in every one of them. */
  const bare = ({ status, text }: Seen, email: string) => ({
    status,
    text: text.replaceAll(email, 'EMAIL').replaceAll(/name="_csrf" value="[\w-]+"/g, ''),
  })

  test('a browser that loads the address of a form again gets to its page, not to an error', async () => {
    const visitor = newVisitor(service.url)
    expect(await visitor.open('/portal/payment')).toMatchObject({ status: 303, location: '/portal' })
    expect(await visitor.open('/portal/review/confirm')).toMatchObject({
      status: 303,
      location: '/portal/review',
    })
    expect(await visitor.open('/umbrella/review/a%2Fb/documents')).toMatchObject({
      status: 303,
      location: '/umbrella/review/a%2Fb',
    })
  })

  test('the answer is the same for the right address and any other, and only the right one gets an email', async () => {
    const application = await anApplication()
    const other = newEmail()
    const right = await ask(newVisitor(service.url), application, application.email)
    const wrong = await ask(newVisitor(service.url), application, other)
    expect(bare(wrong, other)).toEqual(bare(right, application.email))
    expect(right).toMatchObject({ status: 200, text: expect.stringContaining('Check your email') })
    await emailedLink(application)
    const jobs = () =>
      query(
        service.databaseUrl,
        `select 1 from graphile_worker.jobs where task_identifier = 'portal_sign_in'`,
      )
    await until(async () => (await jobs()).length === 0)
    expect(await emails(other)).toEqual([])
  })

  test('a request leaves neither the address nor the link readable in the queue', async () => {
    const idle = await serviceForThisTest({ work: false })
    const operator = await getKey(idle.url, newEmail())
    const application = await anApplication({}, idle, operator)
    await ask(newVisitor(idle.url), application, application.email)
    const rows = await query(idle.databaseUrl, 'select payload from graphile_worker._private_jobs')
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(application.email)
  })

  test('capitals and spaces around the address do not matter; what is none is said at its field', async () => {
    const application = await anApplication()
    const visitor = newVisitor(service.url)
    await ask(visitor, application, `  ${application.email.toUpperCase()} `)
    await emailedLink(application)
    const refused = await ask(visitor, application, 'not an address')
    expect(refused.status).toBe(400)
    expect(refused.text).toMatch(/href="#email".*value="not an address"/s)
  })

  test('opening a link spends nothing, the button spends it, and the session is for this application', async () => {
    const { link } = await aLink()
    const visitor = newVisitor(service.url)
    for (let look = 0; look < 3; look++) expect((await visitor.open(link)).status).toBe(200)
    expect(await visitor.send(link)).toMatchObject({ status: 303, location: '/portal' })
    expect(await visitor.open('/portal')).toMatchObject({ status: 303, location: '/portal/answers' })
    const again = await newVisitor(service.url).open(link)
    expect(again).toMatchObject({ status: 410, text: expect.stringContaining('This link no longer works') })
    expect(again.text).toContain('/portal/login?ref=')
  })

  test('of fifty who press the button at once, one is let in', async () => {
    const { link } = await aLink()
    const visitors = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const visitor = newVisitor(service.url)
        await visitor.open(link)
        return visitor
      }),
    )
    const answers = await Promise.all(visitors.map(visitor => onceAnswered(() => visitor.send(link))))
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(49)
  })

  test('a link is good for 15 minutes, and the page of a dead one leads to a new one', async () => {
    service.stopClock()
    const late = await aLink()
    const just = await aLink()
    service.pass(15 * MINUTE - 2000)
    expect((await enter(newVisitor(service.url), just.link)).status).toBe(303)
    service.pass(2000)
    const visitor = newVisitor(service.url)
    expect((await visitor.open(late.link)).status).toBe(410)
    expect((await visitor.send(late.link, {}, { token: '' })).status).toBe(403)
    expect((await visitor.open(late.application.login)).status).toBe(200)
  })

  test('a wrong link, also one with another reference, says what to do', async () => {
    const { application } = await aLink()
    for (const link of ['/portal/enter/nonsense', `/portal/enter/nonsense?ref=${application.ref}`])
      expect(await newVisitor(service.url).open(link)).toMatchObject({ status: 410 })
  })

  test.each(['', 'abc', Buffer.from('hom_1.AAAAAAAAAAAAAAAA').toString('base64url')])(
    'the reference "%s" is refused with what to do, by GET and by POST',
    async ref => {
      const visitor = newVisitor(service.url)
      const opened = await visitor.open(`/portal/login?ref=${ref}`)
      expect(opened).toMatchObject({
        status: 404,
        text: expect.stringContaining('This link is incomplete'),
      })
      await visitor.open((await anApplication()).login)
      expect((await visitor.send('/portal/login', { ref, email: newEmail() })).status).toBe(404)
    },
  )

  test('an email is sent once, however often its job runs', async () => {
    const application = await anApplication()
    const request = { uid: application.uid, email: application.email, token: 'a'.repeat(32) }
    const payload = {
      sealed: service.app.sealer.seal('portal_sign_in', JSON.stringify(request)).toString('base64url'),
    }
    const run = portalSignIn.run as (app: App, given: typeof payload, facts: object) => Promise<void>
    await run(service.app, payload, {})
    await run(service.app, payload, {})
    expect(await emails(application.email)).toHaveLength(1)
  })

  test('an address that was replaced opens nothing: neither its link nor its session', async () => {
    const inside = await aLink()
    const visitor = newVisitor(service.url)
    await enter(visitor, inside.link)
    const { application } = inside
    await ask(newVisitor(service.url), application, application.email)
    await until(async () => (await emails(application.email)).length === 2)
    const unspent = await emailedLink(application)
    const { uid } = application
    await transact(service.app, app => correct(app, { uid, name: 'email', text: newEmail(), actor: 'staff' }))
    expect((await visitor.open('/portal/answers')).status).toBe(403)
    expect((await newVisitor(service.url).open(unspent)).status).toBe(410)
  })

  test('the operator replaces the address until the homeowner signed in with it, and never after a submission', async () => {
    const before = await anApplication()
    await ask(newVisitor(service.url), before, before.email)
    await emailedLink(before)
    const email = newEmail()
    const change = (uid: string, to = newEmail()) =>
      quotesCall(service.url, key, { uid, intake: { email: to } })
    expect((await change(before.uid, email)).status).toBe(200)
    const subjects = (await mailbox(service.url, before.email)).map(({ subject }) => subject)
    expect(subjects).toContain('Your email address was changed')
    const inside = { ...before, email }
    await ask(newVisitor(service.url), inside, email)
    await enter(newVisitor(service.url), await emailedLink(inside))
    const refused = {
      status: 409,
      body: {
        message: expect.stringContaining('start a new application with the right address'),
        fields: [{ path: 'intake.email', code: 'email_locked' }],
      },
    }
    expect(await change(before.uid)).toMatchObject(refused)

    const authorized = { intake: completeIntake(), credit_check_authorized: true, sandbox: true }
    const uid = String((await quotesCall(service.url, key, authorized)).body.uid)
    const no = await quotesCall(service.url, key, { uid, credit_check_authorized: false })
    expect(no.body.status).toBe('needs_more_info')
    expect(await change(uid)).toMatchObject(refused)
  })

  test('half an hour without a click ends the session, and its page leads back', async () => {
    const { link } = await aLink()
    const visitor = newVisitor(service.url)
    await enter(visitor, link)
    service.pass(20 * MINUTE)
    expect((await visitor.open('/portal/answers')).status).toBe(200)
    service.pass(20 * MINUTE)
    expect((await visitor.open('/portal/answers')).status).toBe(200)
    service.pass(31 * MINUTE)
    const out = await visitor.open('/portal/answers')
    expect(out).toMatchObject({ status: 403, text: expect.stringContaining('You’ve been signed out') })
    expect(out.text).toContain('/portal/login?ref=')
    expect(out.text).toContain('Anything you were still typing is lost.')
  })

  test('what was sent after the session ended is in the form again for the same person only, without consents', async () => {
    const { application, link } = await aLink()
    const visitor = newVisitor(service.url)
    await enter(visitor, link)
    await visitor.open('/portal/answers')
    service.pass(31 * MINUTE)
    const typed = { 'home[0].roof_date': '6/2', credit_check_authorized: 'yes' }
    const out = await visitor.send('/portal/answers', typed)
    expect(out.status).toBe(403)
    expect(out.text).toContain('What you just sent isn’t saved yet.')
    expect((await visitor.open('/portal')).text).toContain('what you typed will be in the form again')
    const stranger = newVisitor(service.url)
    await enter(stranger, (await aLink()).link)
    stranger.jar.set('unsent', String(visitor.jar.get('unsent')))
    expect((await stranger.open('/portal/answers')).text).not.toContain('value="6/2"')
    await ask(visitor, application, application.email)
    await until(async () => (await emails(application.email)).length === 2)
    await enter(visitor, String((await emails(application.email))[0]?.links[0]))
    const back = await visitor.open('/portal/answers')
    expect(back.text).toContain('value="6/2"')
    expect(back.text).not.toMatch(/name="credit_check_authorized"[^>]* checked/)
    const sent = await visitor.send('/portal/answers', { 'home[0].roof_date': '2015-06-01', later: 'yes' })
    expect(sent.status).toBe(303)
    expect(visitor.jar.has('unsent')).toBe(false)
  })

  test('signing out ends the session for every tab, and a new sign-in has a new name', async () => {
    const { application, link } = await aLink()
    const visitor = newVisitor(service.url)
    await enter(visitor, link)
    const before = visitor.jar.get('portal')
    const tab = newVisitor(service.url)
    for (const [name, value] of visitor.jar) tab.jar.set(name, value)
    await visitor.open('/portal/answers')
    const out = await visitor.send('/portal/sign-out')
    expect(out.location).toContain('/portal/login?ref=')
    expect((await visitor.open(String(out.location))).text).toContain('You’re signed out.')
    expect((await tab.open('/portal/answers')).status).toBe(403)
    await ask(visitor, application, application.email)
    await until(async () => (await emails(application.email)).length === 2)
    await enter(visitor, await emailedLink(application))
    expect(visitor.jar.get('portal')).not.toBe(before)
  })

  test('a binder is downloaded by its own person, and is not there for anybody else', async () => {
    const { uid, intake, homeowner } = await selectedHomeowner(service, key)
    await homeowner.sign()
    const { homes } = await homeowner.untilAt('bound')
    const document = homes[0]?.policy?.documents[0]
    const path = `/portal/policy/${document?.document_id}/binder.pdf`
    const visitor = await signedIn(uid, intake.email)
    const { status, headers } = await visitor.open(path)
    expect(status).toBe(200)
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${document?.filename}"`)
    expect(headers.get('cache-control')).toBe('no-store')
    expect((await visitor.open('/portal/policy/%01/binder.pdf')).status).toBe(404)
    const stranger = newVisitor(service.url)
    expect((await stranger.open(path)).status).toBe(403)
    await enter(stranger, (await aLink()).link)
    expect((await stranger.open(path)).status).toBe(404)
  })

  test('people can read what they agreed to, in the version that they saw', async () => {
    const { uid, intake, homeowner } = await selectedHomeowner(service, key)
    await homeowner.sign()
    await homeowner.untilAt('bound')
    const earlier = 'I authorize this in the words of an earlier version.'
    await query(
      service.databaseUrl,
      `update consents set words = $2, version = '2026-11-01'
       where uid = $1 and purpose = 'homeowners_soft_credit_check'`,
      [uid, earlier],
    )
    await sealAsService(service.databaseUrl, 'consents')
    const visitor = await signedIn(uid, intake.email)
    const { text } = await visitor.open('/portal/policy')
    expect(text).toContain(earlier)
    expect(text).toContain('version November 1, 2026')
    expect(text).toContain(signatureDisclosures.words)
  })

  test('while a policy is issued no page shows half of it', async () => {
    for (let round = 0; round < 3; round++) {
      const { uid, intake, homeowner } = await selectedHomeowner(service, key)
      const visitor = await signedIn(uid, intake.email)
      await homeowner.sign()
      const pages = await Promise.all(Array.from({ length: 40 }, () => visitor.open('/portal/sign')))
      expect(pages.filter(({ text }) => text.includes('What you’re buying'))).toEqual([])
      await homeowner.untilAt('bound')
    }
  })

  test('in the sandbox the link is shown instead of emailed, to the right address only', async () => {
    const application = await anApplication({ sandbox: true })
    const visitor = newVisitor(service.url)
    const wrong = await ask(visitor, application, newEmail())
    expect(wrong.text).toContain('SANDBOX')
    expect(wrong.text).not.toContain('/portal/enter/')
    const shown = await ask(visitor, application, application.email)
    const [, link = ''] = /href="[^"]*(\/portal\/enter\/[^"]+)"/.exec(shown.text) ?? []
    expect((await enter(visitor, link)).location).toBe('/portal')
    expect((await visitor.open('/portal/answers')).text).toContain('SANDBOX')
    expect(await emails(application.email)).toEqual([])
  })

  test('five requests in 15 minutes for one address, and thirty from one place', async () => {
    const small = await serviceForThisTest()
    const operator = await getKey(small.url, newEmail())
    const application = await anApplication({}, small, operator)
    const visitor = newVisitor(small.url)
    const statuses = async (emails: string[]) => {
      const seen: number[] = []
      for (const email of emails) seen.push((await ask(visitor, application, email)).status)
      return seen
    }
    const other = newEmail()
    expect(await statuses(Array.from({ length: 6 }, () => other))).toEqual([200, 200, 200, 200, 200, 429])
    expect(await statuses([application.email])).toEqual([200])
    expect(await statuses(Array.from({ length: 24 }, newEmail))).toEqual([...Array(23).fill(200), 429])
    const refused = await ask(visitor, application, newEmail())
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(refused.text).toContain('Too many attempts')
  })
})
