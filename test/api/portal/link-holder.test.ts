import { afterAll, beforeAll, expect, test } from 'vitest'
import { readReviewLink } from '../../../src/products/line/reviewed-purchase/intake/review-token.ts'
import { call, getKey, newEmail, sendThrough } from '../../support/people/client.ts'
import { completeIntake, quotesCall, untilQuoted } from '../../support/people/homeowner-applications.ts'
import { startShopping } from '../../support/people/shopper.ts'
import {
  bindAnswers,
  completeHousehold,
  umbrellaCall,
  untilStatus,
  yes,
} from '../../support/people/umbrella-applications.ts'
import { newVisitor } from '../../support/people/visitor.ts'
import { evidenceOf } from '../../support/runs/evidence.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off' } })
  key = await getKey(service.url, newEmail())
})
afterAll(() => service.stop())

const attribute = (tag: string, name: string): string | null =>
  new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&amp;', '&') ?? null

/** Every field as the page has it; what is empty gets the person's own address, or a guess. */
const filled = (form: string, email: string): Record<string, string> =>
  Object.fromEntries(
    [...form.matchAll(/<(?:input|button|select)\b[^>]*>/g)].flatMap(([tag]) => {
      const name = attribute(tag, 'name')
      if (name === null || name === '_csrf') return []
      const guess = name === 'email' ? email : name === 'code' ? '000000' : 'yes'
      return [[name, attribute(tag, 'value') || guess]]
    }),
  )

const formsIn = (text: string): { action: string | null; inside: string }[] =>
  [...text.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)]
    .filter(([, head = '']) => /method="post"/.test(head))
    .map(([, head = '', inside = '']) => ({ action: attribute(head, 'action'), inside }))

/** Opens the address without cookies and presses every form, and every form that this leads to. */
const press = async (url: string, email: string): Promise<string[]> => {
  const visitor = newVisitor(service.url)
  const first = await visitor.open(url)
  if (!first.headers.get('content-type')?.startsWith('text/html')) return []
  const pages = [first.text]
  const pressed = new Set<string>()
  const walk = async (text: string): Promise<void> => {
    for (const { action, inside } of formsIn(text)) {
      const path = action ?? new URL(url, service.url).pathname
      if (pressed.has(path)) continue
      pressed.add(path)
      const answer = await visitor.send(path, filled(inside, email))
      const next = answer.location ? await visitor.open(answer.location) : answer
      pages.push(answer.text, next.text)
      await walk(next.text)
    }
  }
  await walk(first.text)
  return pages
}

/** Also what a page without a session would not show: the forms that the proven person sees. */
const force = async (url: string): Promise<string[]> => {
  const { pathname } = new URL(url)
  if (!pathname.startsWith('/umbrella/review/')) return []
  const visitor = newVisitor(service.url)
  await visitor.open(pathname)
  const review_token = harvested.find(text => text.startsWith('rvw_')) ?? ''
  const sent = [
    await visitor.send(`${pathname}/confirm`, { review_token }),
    await visitor.send(`${pathname}/correct`, { review_token, group: '0', full_name: 'Mallory' }),
    await visitor.send(`${pathname}/choose`, { selection_token: 'x' }),
    await visitor.send(`${pathname}/consent`, { selection_token: 'x', answer: 'Yes' }),
    await visitor.send(`${pathname}/answer`, { answer: 'Yes.' }),
    await visitor.upload(`${pathname}/documents`, {}, { declarations: new File(['x'], 'x.pdf') }),
  ]
  expect(sent.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403])
  return sent.map(({ text }) => text)
}

const harvested: string[] = []

const harvest = (text: string): void => {
  harvested.push(...(text.match(/rvw_\w+[\w-]*/g) ?? []), ...(text.match(/https?:\/\/[^"\s\\]+/g) ?? []))
}

const urls = (): string[] => [...new Set(harvested.filter(one => one.startsWith(service.url)))]

const secrets = (values: Record<string, unknown>): string[] =>
  ['full_name', 'phone_number', 'birthday', 'license_number'].flatMap(name =>
    typeof values[name] === 'string' ? [String(values[name])] : [],
  )

const PERSON = { full_name: 'Ottoline Quagmirre' }

test('an anonymous holder of every link in every API answer is never recorded as the person, and reads nothing', async () => {
  const restore = sendThrough(async (input, init) => {
    const response = await fetch(input, init)
    harvest(await response.clone().text())
    return response
  })
  const at = { url: service.url, key }
  const household = completeHousehold({ ...PERSON, ...bindAnswers() })
  const shopped = completeHousehold({ ...PERSON, ...bindAnswers() })
  const home = completeIntake({}, PERSON)
  const shoppedHome = completeIntake({}, PERSON)
  const emails = [household.email, shopped.email, home.email, shoppedHome.email]
  const uids: string[] = []

  const attack = async () => {
    const before = await Promise.all(uids.map(uid => evidenceOf(service, uid)))
    const pages: string[] = []
    for (const url of urls()) {
      for (const email of emails) pages.push(...(await press(url, email)))
      pages.push(...(await force(url)))
    }
    // A page repeats the address that the visitor typed.
    const shown = emails.reduce((text, email) => text.replaceAll(email, ''), pages.join('\n'))
    expect(shown).toContain('Confirm it’s you')
    const personal = [household, shopped, home, shoppedHome].flatMap(secrets)
    for (const value of [...personal, 'Ottoline', 'Quagmirre', 'Elm Street', '1,800,000'])
      expect(shown, value).not.toContain(value)
    expect(await Promise.all(uids.map(uid => evidenceOf(service, uid)))).toEqual(before)
    expect(before.flat().map(({ proof }) => proof)).not.toContain('portal_session')
  }

  try {
    const drafted = (await umbrellaCall(at, 'draft', { intake: household })).body
    const uid = String(drafted.uid)
    const shopper = await startShopping(service.url, 'umbrella', { intake: shopped })
    await shopper.confirmReview()
    const homeShopper = await startShopping(service.url, 'homeowners', { intake: shoppedHome })
    await homeShopper.patch({ confirm_submission: true, credit_check_authorized: true })
    const { uid: homeUid } = (await quotesCall(service.url, key, { intake: home })).body
    uids.push(uid, shopper.uid, homeShopper.uid, String(homeUid))
    // One in the operator’s draft, one in the shopper’s answers. Each answer makes its own, with a later end.
    const reviews = urls().flatMap(url => /\/umbrella\/review\/(.+)/.exec(url)?.[1] ?? [])
    expect(new Set(reviews.map(token => readReviewLink(service.app, token)))).toEqual(
      new Set([uid, shopper.uid]),
    )
    expect(urls().some(url => url.includes('/portal/login'))).toBe(true)
    expect(urls().some(url => url.includes('/resume?'))).toBe(true)
    await attack()
    expect((await umbrellaCall(at, 'status', { uid })).body.status).toBe('ready_for_review')
    expect((await shopper.issues()).body.waiting_on).toBe('email_proof')
    expect((await homeShopper.issues()).body.waiting_on).toBe('email_proof')

    const { review_token } = drafted
    await umbrellaCall(at, 'quotes', { uid, review_token, review_confirmed: true })
    const { offers } = (await untilStatus(at, uid, ['quoted'])).body
    const offer = (offers as { carrier: string; selection_token: string }[]).find(({ carrier }) =>
      carrier.includes('Marrowby'),
    )
    const { selection_token } = offer ?? {}
    await umbrellaCall(at, 'select', { uid, selection_token, selection_confirmed: true, credit_consent: yes })
    await umbrellaCall(at, 'bind', { uid, bind_confirmed: true })
    await untilStatus(at, uid, ['bound'])
    await quotesCall(service.url, key, { uid: homeUid, credit_check_authorized: true })
    await untilQuoted(service.url, key, homeUid)
    await call(`${service.url}/api/agent/homeowners/dashboard`, { key })
    await attack()
  } finally {
    restore()
  }
})
