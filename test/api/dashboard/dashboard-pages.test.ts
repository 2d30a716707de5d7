import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, MINUTE, SECOND } from '../../../src/platform/lib/clock.ts'
import { query } from '../../support/database/database.ts'
import { call, getKey, mailbox, newEmail } from '../../support/people/client.ts'
import { aHome, anIntake, changed, newOperator } from '../../support/people/homeowner-intakes.ts'
import { newTokens } from '../../support/people/oauth.ts'
import { dashboardLink, signedInOperator } from '../../support/people/signed-in-operator.ts'
import { newVisitor, type Seen } from '../../support/people/visitor.ts'
import { onceAnswered } from '../../support/runs/once-answered.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off' }, work: false })
})
afterAll(() => service.stop())

const springfield = aHome({ city: 'Springfield', state: 'IL', zip: '62704' })

const waiting = (owner: string, from = service) =>
  anIntake(from, { owner, applicant: { email: newEmail(), full_name: 'Ann Canary' }, homes: [springfield] })

const sessions = () => query(service.databaseUrl, 'select from browser_sessions')

/** All that a page says, but for what differs from one request to the next. */
const said = ({ status, text }: Seen) => ({ status, text: text.replaceAll(/nonce="[^"]+"/g, '') })

describe('the link to the dashboard', () => {
  test('is not spent by looking, opens a session once, and then no more', async () => {
    const { key } = await newOperator(service)
    const link = await dashboardLink(service.url, key)
    const visit = newVisitor(service.url)
    for (let times = 0; times < 3; times++)
      expect(await visit.open(link)).toMatchObject({ status: 200, text: expect.stringContaining('Continue') })
    expect(visit.jar.has('dashboard')).toBe(false)
    const entered = await visit.send(link)
    expect(entered.status).toBe(303)
    expect(entered.headers.get('location')).toBe('/dashboard')
    expect((await visit.open('/dashboard')).status).toBe(200)
    const other = newVisitor(service.url)
    expect(await other.open(link)).toMatchObject({
      status: 404,
      text: expect.stringContaining('This link doesn’t work'),
    })
    await other.open(await dashboardLink(service.url, key))
    expect((await other.send(link)).status).toBe(404)
    expect(other.jar.has('dashboard')).toBe(false)
  })

  test('of fifty who spend it at once one gets a session', async () => {
    const { key } = await newOperator(service)
    const link = await dashboardLink(service.url, key)
    const before = (await sessions()).length
    const visits = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const visit = newVisitor(service.url)
        await visit.open(link)
        return visit
      }),
    )
    const answers = await Promise.all(visits.map(visit => onceAnswered(() => visit.send(link))))
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(49)
    expect(await sessions()).toHaveLength(before + 1)
  })

  test('leads to the list with the filters it was asked for with', async () => {
    const operator = await newOperator(service)
    for (let count = 0; count < 3; count++) await waiting(operator.uid)
    const search = '?status=needs_more_info&limit=2'
    const first = await call(`${service.url}/api/agent/homeowners/dashboard${search}`, { key: operator.key })
    const link = await dashboardLink(service.url, operator.key, `${search}&cursor=${first.body.next_cursor}`)
    const visit = newVisitor(service.url)
    await visit.open(link)
    const { headers } = await visit.send(link)
    const place = String(headers.get('location'))
    expect(place).toBe(`/dashboard${search}&cursor=${first.body.next_cursor}`)
    const { status, text } = await visit.open(place)
    expect(status).toBe(200)
    expect(text.match(/<tr id=/g)).toHaveLength(1)
  })

  test('without the token of its page, or from another site, it is refused and stays good', async () => {
    const { key } = await newOperator(service)
    const link = await dashboardLink(service.url, key)
    const visit = newVisitor(service.url)
    await visit.open(link)
    expect((await visit.send(link, { _csrf: 'x' })).status).toBe(403)
    const body = new URLSearchParams()
    const foreign = await fetch(link, { method: 'POST', headers: { origin: 'https://evil.example' }, body })
    expect(foreign.status).toBe(403)
    expect((await visit.send(link)).status).toBe(303)
  })
})

describe('a session', () => {
  test('lasts thirty minutes, whatever is done with it; then every page says how to come in', async () => {
    const { key, uid: owner } = await newOperator(service)
    const intake = await waiting(owner, service)
    service.stopClock()
    const visit = await signedInOperator(service.url, key)
    service.pass(30 * MINUTE - 5 * SECOND)
    expect((await visit.open('/dashboard')).status).toBe(200)
    service.pass(6 * SECOND)
    for (const path of [
      '/dashboard',
      `/dashboard/requests/${intake.uid}`,
      '/dashboard/key',
      '/dashboard/key/rotate',
    ])
      expect(await visit.open(path)).toMatchObject({
        status: 401,
        text: expect.stringContaining('/api/agent/homeowners/dashboard/session'),
      })
    expect((await visit.send(`/dashboard/requests/${intake.uid}`)).status).toBe(401)
    expect((await visit.send('/dashboard/key/rotate')).status).toBe(401)
    expect(await mailbox(service.url, intake.application.applicant.email)).toEqual([])
    expect((await call(`${service.url}/api/agent/homeowners/dashboard`, { key })).status).toBe(200)
  })

  test('ends with the key that it was opened with', async () => {
    const { key } = await newOperator(service)
    const visit = await signedInOperator(service.url, key)
    const { body } = await call(`${service.url}/api/agent/key/rotate`, { key, body: {} })
    expect((await visit.open('/dashboard')).status).toBe(401)
    expect((await visit.send('/dashboard/key/rotate')).status).toBe(401)
    const dashboard = await call(`${service.url}/api/agent/homeowners/dashboard`, {
      key: String(body.api_key),
    })
    expect(dashboard.status).toBe(200)
  })

  test('ends when signed out, also for a copy of the cookie', async () => {
    const { key } = await newOperator(service)
    const visit = await signedInOperator(service.url, key)
    const kept = new Map(visit.jar)
    await visit.open('/dashboard')
    expect((await visit.send('/dashboard/sign-out')).status).toBe(303)
    expect(visit.jar.has('dashboard')).toBe(false)
    for (const [name, value] of kept) visit.jar.set(name, value)
    expect((await visit.open('/dashboard')).status).toBe(401)
  })

  test('takes the place of the one that the browser had', async () => {
    const { key } = await newOperator(service)
    const visit = await signedInOperator(service.url, key)
    const before = String(visit.jar.get('dashboard'))
    const link = await dashboardLink(service.url, key)
    await visit.open(link)
    await visit.send(link)
    expect((await visit.open('/dashboard')).status).toBe(200)
    visit.jar.set('dashboard', before)
    expect((await visit.open('/dashboard')).status).toBe(401)
  })

  test('sees nothing of another operator: its requests are as if they never were', async () => {
    const [ours, theirs] = [await newOperator(service), await newOperator(service)]
    const foreign = await waiting(theirs.uid)
    const visit = await signedInOperator(service.url, ours.key)
    const list = await visit.open('/dashboard')
    expect(list.text).toContain('Make your first sandbox quote')
    await waiting(ours.uid)
    expect((await visit.open(`/dashboard?uid=${foreign.uid}`)).text).toContain('No matching requests')
    for (const unknown of ['hom_nobody', '%F0%9F%92%A9', 'a'.repeat(150)]) {
      const nobody = said(await visit.open(`/dashboard/requests/${unknown}`))
      expect(nobody.status).toBe(404)
      expect(said(await visit.open(`/dashboard/requests/${foreign.uid}`))).toEqual(nobody)
    }
    const sent = said(await visit.send(`/dashboard/requests/${foreign.uid}`))
    expect(sent).toEqual(said(await visit.send('/dashboard/requests/hom_nobody')))
    expect(sent.status).toBe(404)
    expect(await mailbox(service.url, foreign.application.applicant.email)).toEqual([])
  })
})

describe('the list', () => {
  test('names nobody, and is not kept by the browser', async () => {
    const { key, uid: owner } = await newOperator(service)
    const intake = await anIntake(service, {
      owner,
      applicant: { email: newEmail(), full_name: 'Ann Canary' },
      homes: [{ ...springfield, street: '7 Canary Lane' }],
    })
    const visit = await signedInOperator(service.url, key)
    for (const path of ['/dashboard', `/dashboard/requests/${intake.uid}`]) {
      const { headers, text } = await visit.open(path)
      expect(text).toContain('Springfield')
      expect(text).not.toContain('Canary')
      expect(text).not.toContain(intake.application.applicant.email)
      expect(headers.get('cache-control')).toBe('no-store')
    }
  })

  test('a filter that cannot be, or a place of another list, is told and leads back', async () => {
    const { key, uid: owner } = await newOperator(service)
    await waiting(owner)
    const visit = await signedInOperator(service.url, key)
    const wrong = ['?status=x', '?uid=a%20b', '?property_id=%01', '?limit=0', '?limit=x', '?cursor=abc']
    for (const search of wrong)
      expect(await visit.open(`/dashboard${search}`)).toMatchObject({
        status: 400,
        text: expect.stringMatching(
          /<title>Please correct: Requests .*role="alert"[^>]* autofocus.*Check your filters/s,
        ),
      })
    expect((await visit.open('/dashboard?status=&uid=&property_id=&utm=x')).status).toBe(200)
  })

  test('counts how many came into each status, day by day', async () => {
    service.stopClock()
    const { key, uid: owner } = await newOperator(service)
    const [first, second] = [await waiting(owner, service), await waiting(owner, service)]
    service.pass(DAY)
    const pending = await changed(service, first, { status: 'pending_quotes' })
    await changed(service, second, {})
    service.pass(DAY)
    await changed(service, pending, { status: 'quoted', homes: [springfield, springfield] })
    await waiting((await newOperator(service)).uid, service)
    const { text } = await (await signedInOperator(service.url, key)).open('/dashboard')
    const labels = [...text.matchAll(/aria-label="New in ([^"]+)"/g)].map(([, label]) => label)
    expect(labels).toEqual([
      'Needs more info: 0 today, 2 in 30 days',
      'Pending quotes: 0 today, 1 in 30 days',
      'Quoted: 2 today, 2 in 30 days',
      'Quotes published: 0 today, 0 in 30 days',
    ])
    service.pass(29 * DAY)
    const later = await (await signedInOperator(service.url, key)).open('/dashboard')
    expect(later.text).toContain('Needs more info: 0 today, 0 in 30 days')
    expect(later.text).toContain('Quoted: 0 today, 2 in 30 days')
  })
})

describe('the button that emails the homeowner', () => {
  const path = ({ uid }: { uid: string }) => `/dashboard/requests/${uid}`

  test('sends what fix-issues-email sends, once however often it is pressed, and again after ten minutes', async () => {
    const { key, uid: owner } = await newOperator(service)
    const intake = await waiting(owner, service)
    const emails = () => mailbox(service.url, intake.application.applicant.email)
    const visit = await signedInOperator(service.url, key)
    expect((await visit.open(path(intake))).text).toContain('Email the homeowner')
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => onceAnswered(() => visit.send(path(intake)))),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([303, ...Array(11).fill(429)])
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.text).toContain('less than 10 minutes ago')
    const [mail, ...others] = await emails()
    expect(others).toEqual([])
    expect(mail?.links[0]).toContain('/portal/enter/')
    const after = await visit.open(path(intake))
    expect(after.text).toContain('We emailed the link')
    expect(after.text).not.toContain('<button>Email the homeowner')
    expect(after.text).toContain('Email sent: missing answers')
    service.pass(10 * MINUTE)
    await visit.open(path(intake))
    expect((await visit.send(path(intake))).status).toBe(303)
    expect(await emails()).toHaveLength(2)
  })

  test('is not there when no email can go, and a form that was kept is told why', async () => {
    const { key, uid: owner } = await newOperator(service)
    const applicant = { email: newEmail() }
    const visit = await signedInOperator(service.url, key)
    const cases: [intake: { uid: string }, page: string, refusal: string][] = [
      [
        await anIntake(service, { owner }),
        'We don’t have the homeowner’s email address yet',
        'Send intake.email',
      ],
      [
        await anIntake(service, { owner, sandbox: true, applicant }),
        'This is a sandbox request',
        'which never sends email',
      ],
      [
        await changed(service, await anIntake(service, { owner, applicant }), { status: 'quoted' }),
        'compares quotes',
        'Nothing is missing',
      ],
    ]
    for (const [intake, words, refusal] of cases) {
      const { text } = await visit.open(path(intake))
      expect(text).toContain(words)
      expect(text).not.toContain('<button>Email the homeowner')
      expect(await visit.send(path(intake))).toMatchObject({
        status: 400,
        text: expect.stringContaining(refusal),
      })
    }
    expect(await mailbox(service.url, applicant.email)).toEqual([])
  })
})

test('the link for the homeowner says what is there, and is not offered once the application has ended', async () => {
  const { key, uid: owner } = await newOperator(service)
  const visit = await signedInOperator(service.url, key)
  const cases = [
    ['quoted', 'compares quotes and buys'],
    ['bound', 'sees the policy and its documents'],
    ['withdrawn', null],
    ['expired', null],
  ] as const
  for (const [status, words] of cases) {
    const { uid } = await changed(service, await waiting(owner), { status })
    const { text } = await visit.open(`/dashboard/requests/${uid}`)
    if (words) expect(text).toContain(words)
    expect(text.includes('/portal/login')).toBe(words !== null)
  }
})

describe('the key page', () => {
  const works = async (key: string) =>
    (await call(`${service.url}/api/agent/homeowners/dashboard`, { key })).status === 200

  test('shows the beginning of the key alone, and rotates it: the new one once, the old one dead', async () => {
    const { key } = await newOperator(service)
    const visit = await signedInOperator(service.url, key)
    const page = await visit.open('/dashboard/key')
    expect(page.text).toContain(`<code>${key.slice(0, 14)}</code>`)
    expect(page.text).not.toContain(key)
    const asked = await visit.open('/dashboard/key/rotate')
    expect(asked.text).toContain('The old key stops working immediately')
    expect(await works(key)).toBe(true)
    const shown = await visit.send('/dashboard/key/rotate')
    const fresh = /bind_live_[0-9A-Za-z]{38}/.exec(shown.text)?.[0] ?? ''
    expect(shown.status).toBe(200)
    expect(shown.headers.get('cache-control')).toBe('no-store')
    expect([await works(key), await works(fresh)]).toEqual([false, true])
    const after = await visit.open('/dashboard/key')
    expect(after.text).toContain(`<code>${fresh.slice(0, 14)}</code>`)
    expect(after.text).not.toContain(fresh)
  })

  test('of two tabs that rotate at once one gets the key, and no third key comes to be', async () => {
    const { key, uid } = await newOperator(service)
    const visit = await signedInOperator(service.url, key)
    await visit.open('/dashboard/key/rotate')
    const answers = await Promise.all([1, 2].map(() => visit.send('/dashboard/key/rotate')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
    const live = await query(
      service.databaseUrl,
      'select from credentials where operator_uid = $1 and revoked_at is null',
      [uid],
    )
    expect(live).toHaveLength(1)
  })
})

describe('a visitor with an access token', () => {
  test('sees the requests, cannot touch the key, and is out when the access ends', async () => {
    const email = newEmail()
    const key = await getKey(service.url, email)
    const { access } = await newTokens(service, { email, scope: 'homeowners' })
    const visit = await signedInOperator(service.url, access)
    expect((await visit.open('/dashboard')).status).toBe(200)
    const page = await visit.open('/dashboard/key')
    expect(page.text).toContain('You signed in with an access token')
    expect(page.text).not.toMatch(/Rotate the key|Revoke access/)
    expect((await visit.send('/dashboard/key/rotate')).headers.get('location')).toBe('/dashboard/key')
    const owner = await signedInOperator(service.url, key)
    const { text } = await owner.open('/dashboard/key')
    expect(text).toContain('Quote Desk')
    const grant_id = /name="grant_id" value="([^"]+)"/.exec(text)?.[1] ?? ''
    const stranger = await signedInOperator(service.url, (await newOperator(service)).key)
    await stranger.open('/dashboard/key')
    for (const powerless of [visit, stranger])
      expect((await powerless.send('/dashboard/key', { grant_id })).status).toBe(303)
    expect((await visit.open('/dashboard')).status).toBe(200)
    expect((await owner.send('/dashboard/key', { grant_id })).status).toBe(303)
    expect((await visit.open('/dashboard')).status).toBe(401)
    expect((await owner.open('/dashboard/key')).text).not.toContain('Quote Desk')
    expect((await call(`${service.url}/api/agent/homeowners/dashboard`, { key })).status).toBe(200)
  })
})
