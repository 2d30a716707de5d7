import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../src/platform/lib/clock.ts'
import { call, getKey, mailbox, newEmail } from '../../support/people/client.ts'
import { completeIntake, quotesCall, untilQuoted } from '../../support/people/homeowner-applications.ts'
import { aHome, anIntake, changed, newOperator } from '../../support/people/homeowner-intakes.ts'
import { newTokens } from '../../support/people/oauth.ts'
import { signedInOperator } from '../../support/people/signed-in-operator.ts'
import { umbrellaIn } from '../../support/people/umbrella-intakes.ts'
import type { Visitor } from '../../support/people/visitor.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off' } })
})
afterAll(() => service.stop())

const home = (owner: string, city: string, { sandbox = false } = {}) =>
  anIntake(service, {
    owner,
    sandbox,
    applicant: { email: newEmail(), full_name: 'Ann Canary' },
    homes: [aHome({ city, state: 'IL', zip: '62704' })],
  })

/** The rows of the whole list, without those that are shown first. */
const rowsIn = (text: string): string[] =>
  [...text.matchAll(/<tr id="(?!first-)([^"]+)">/g)].map(([, id]) => String(id).replace(/-0$/, ''))

const list = async (visit: Visitor, search = '') => rowsIn((await visit.open(`/dashboard${search}`)).text)

const enter = async () => {
  const operator = await newOperator(service)
  return { ...operator, owner: operator.uid, visit: await signedInOperator(service.url, operator.key) }
}

describe('the list', () => {
  test('has both lines, newest first, page by page, with no row twice and none skipped', async () => {
    const { owner, visit } = await enter()
    const made: string[] = []
    for (const name of ['a', 'b', 'c']) {
      made.unshift((await home(owner, name)).uid)
      service.pass(MINUTE)
      const { intake } = await umbrellaIn(service, { owner, status: 'quoted', sandbox: false })
      made.unshift(intake.uid)
      service.pass(MINUTE)
    }
    expect(await list(visit)).toEqual(made)
    const seen: string[] = []
    for (let next: string | undefined = '/dashboard?limit=2'; next; ) {
      const { text } = await visit.open(next)
      seen.push(...rowsIn(text))
      next = /href="([^"]+)">Older/.exec(text)?.[1]?.replaceAll('&amp;', '&')
    }
    expect(seen).toEqual(made)
    expect(await list(visit, '?line=umbrella')).toEqual(made.filter(uid => uid.startsWith('umb_')))
    expect(await list(visit, '?line=homeowners')).toEqual(made.filter(uid => uid.startsWith('hom_')))
  })

  test('keeps live and sandbox apart, and finds a request by its name in either', async () => {
    const { owner, visit } = await enter()
    const rehearsal = await home(owner, 'Peoria', { sandbox: true })
    expect(await list(visit)).toEqual([rehearsal.uid])
    const real = await home(owner, 'Aurora')
    expect(await list(visit)).toEqual([real.uid])
    expect(await list(visit, '?mode=sandbox')).toEqual([rehearsal.uid])
    expect(await list(visit, `?uid=${rehearsal.uid}`)).toEqual([rehearsal.uid])
    expect((await visit.open('/dashboard?mode=test')).status).toBe(400)
  })

  test('puts first what is the operator’s turn, and what nobody answered for three days', async () => {
    const { key, owner, visit } = await enter()
    const { body } = await quotesCall(service.url, key, {
      intake: completeIntake(),
      credit_check_authorized: true,
    })
    await untilQuoted(service.url, key, body.uid)
    const mine = await home(owner, 'Peoria')
    expect(await list(visit, '?view=attention')).toEqual([mine.uid])
    const first = await visit.open('/dashboard')
    expect(first.text.indexOf('id="attention"')).toBeLessThan(first.text.indexOf('id="list"'))
    expect(first.text).toContain(`<tr id="first-${mine.uid}-0">`)
    service.pass(3 * DAY + HOUR)
    const later = await signedInOperator(service.url, key)
    expect(await list(later, '?view=attention')).toEqual([mine.uid, body.uid])
    expect((await later.open('/dashboard')).text).toContain('no answer for 3 days')
  })

  test('tells the outcome and the premium, each in its view', async () => {
    const { owner, visit } = await enter()
    const withdrawn = await changed(service, await home(owner, 'Peoria'), { status: 'withdrawn' })
    const expired = await changed(service, await home(owner, 'Joliet'), { status: 'expired' })
    const { intake: bound } = await umbrellaIn(service, { owner, status: 'bound', sandbox: false })
    const { intake: blocked } = await umbrellaIn(service, { owner, status: 'blocked', sandbox: false })
    const { intake: quoted } = await umbrellaIn(service, { owner, status: 'quoted', sandbox: false })
    expect(await list(visit, '?view=bound')).toEqual([bound.uid])
    expect((await list(visit, '?view=ended')).sort()).toEqual(
      [withdrawn.uid, expired.uid, blocked.uid].sort(),
    )
    const { intake: chosen } = await umbrellaIn(service, {
      owner,
      status: 'documents_needed',
      sandbox: false,
    })
    expect(await list(visit, '?view=open')).toEqual([chosen.uid, quoted.uid])
    const { text } = await visit.open('/dashboard')
    for (const words of ['Withdrawn', 'Expired', 'Bound', 'Blocked', 'From $400'])
      expect(text).toContain(words)
    const premiums = [...text.matchAll(/class="number" data-label="Premium a year">([^<]+)</g)].map(
      ([, premium]) => premium,
    )
    expect(premiums).toContain('$400')
  })

  test('shows an access token only the lines of its scopes', async () => {
    const email = newEmail()
    const key = await getKey(service.url, email)
    const { access } = await newTokens(service, { email, scope: 'homeowners' })
    const caller = await signedInOperator(service.url, access)
    const owner = await signedInOperator(service.url, key)
    const uid = String((await quotesCall(service.url, key, { intake: completeIntake() })).body.uid)
    const { body } = await call(`${service.url}/api/agent/homeowners/dashboard`, { key })
    const { intake } = await umbrellaIn(service, {
      owner: String(body.operator_uid),
      status: 'quoted',
      sandbox: false,
    })
    expect(await list(owner)).toEqual([intake.uid, uid])
    expect(await list(caller)).toEqual([uid])
    expect((await owner.open(`/dashboard/requests/${intake.uid}`)).status).toBe(200)
    expect((await caller.open(`/dashboard/requests/${intake.uid}`)).status).toBe(404)
    expect((await caller.open(`/dashboard/search?q=${intake.uid}`)).text).not.toContain(
      `/dashboard/requests/${intake.uid}`,
    )
  })
})

test('the file has the rows of the list, names nobody, and holds no formula', async () => {
  const { owner, visit } = await enter()
  const { uid } = await home(owner, '=HYPERLINK("http://evil.example")')
  const { headers, text } = await visit.open('/dashboard/requests.csv')
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="requests-\d{4}-\d\d-\d\d\.csv"$/)
  expect(headers.get('cache-control')).toBe('no-store')
  const [heading, row, ...rest] = text.split('\r\n')
  expect(heading).toContain('request_id,line,mode')
  expect(row).toContain(`${uid},homeowners,live,,,"'=HYPERLINK(""http://evil.example"")",IL,62704`)
  expect(rest).toEqual([''])
  expect(text).not.toContain('Canary')
  expect((await visit.open('/dashboard/requests.csv?mode=x')).status).toBe(400)
})

test('a search finds requests by ID and place, pages by name, and nothing of another operator', async () => {
  const [ours, theirs] = [await enter(), await enter()]
  const { uid } = await home(ours.owner, 'Springfield')
  const { intake } = await umbrellaIn(service, { owner: ours.owner, status: 'quoted' })
  const foreign = await home(theirs.owner, 'Springfield')
  const found = async (q: string) => {
    const { text } = await ours.visit.open(`/dashboard/search?q=${encodeURIComponent(q)}`)
    return [...text.matchAll(/href="\/dashboard\/requests\/([^"]+)"/g)].map(([, each]) => each)
  }
  expect(await found('springf')).toEqual([uid])
  expect(await found('62704')).toEqual([uid])
  expect(await found(uid.slice(4, 20))).toEqual([uid])
  expect(await found(intake.uid)).toEqual([intake.uid])
  for (const nothing of [foreign.uid, '%', 'hom%', '\\', 'Canary']) expect(await found(nothing)).toEqual([])
  expect((await ours.visit.open('/dashboard/search?q=rotate')).text).toContain('/dashboard/key/rotate')
})

describe('one request', () => {
  test('says what is missing in categories, whose turn it is, and how far it is', async () => {
    const { owner, visit } = await enter()
    const { uid } = await home(owner, 'Peoria')
    const { text } = await visit.open(`/dashboard/requests/${uid}`)
    for (const words of [
      'About the homeowner',
      'About the home',
      'Credit check authorization',
      'It’s your turn',
    ])
      expect(text).toContain(words)
    expect(text).toMatch(/aria-current="step">Answers/)
    expect(text).not.toMatch(/roof_type|Roof|Date of birth|Canary/)
  })

  test('of an umbrella: the same, with the buyer’s link when it is their turn', async () => {
    const { owner, visit } = await enter()
    const { intake } = await umbrellaIn(service, { owner, status: 'needs_more_info', sandbox: false })
    const waiting = await visit.open(`/dashboard/requests/${intake.uid}`)
    expect(waiting.text).toContain('Family and license')
    expect(waiting.text).not.toContain('/umbrella/review/')
    const { intake: complete } = await umbrellaIn(service, {
      owner,
      status: 'ready_for_review',
      sandbox: false,
    })
    const ready = await visit.open(`/dashboard/requests/${complete.uid}`)
    expect(ready.text).toContain('/umbrella/review/')
    expect(ready.text).toMatch(/aria-current="step">Review/)
    expect(ready.text).toContain('Request created')
    expect(ready.text).not.toContain(String(complete.application.household.email))
  })

  test('the link to the quotes can be sent again, once in ten minutes, and is told in the history', async () => {
    const { key, visit } = await enter()
    const intake = completeIntake()
    const { body } = await quotesCall(service.url, key, { intake, credit_check_authorized: true })
    await untilQuoted(service.url, key, body.uid)
    const path = `/dashboard/requests/${body.uid}`
    const emails = async () =>
      (await mailbox(service.url, intake.email)).filter(({ subject }) => subject.includes('quotes are ready'))
    expect(await emails()).toHaveLength(1)
    expect((await visit.open(path)).text).toContain('We emailed the link')
    expect((await visit.send(path, { email: 'offers_ready' })).status).toBe(429)
    service.pass(11 * MINUTE)
    expect((await visit.open(path)).text).toContain('Email the link again')
    const sent = await Promise.all([1, 2, 3].map(() => visit.send(path, { email: 'offers_ready' })))
    expect(sent.map(({ status }) => status).sort()).toEqual([303, 429, 429])
    expect(await emails()).toHaveLength(2)
    expect((await visit.open(path)).text).toContain('Email sent again: link to offers')
  })
})

test('the sandbox quote of the page is a request like any other, and never live', async () => {
  const { key, visit } = await enter()
  expect((await visit.open('/dashboard')).text).toContain('Make your first sandbox quote')
  const { status, location } = await visit.send('/dashboard/sandbox-quote')
  expect(status).toBe(303)
  const uid = String(location).split('/').at(-1)
  const { body } = await untilQuoted(service.url, key, uid)
  expect(body).toMatchObject({ sandbox: true, status: 'quoted' })
  expect(await mailbox(service.url, 'ada@example.com')).toEqual([])
  expect(await list(visit)).toEqual([uid])
})
