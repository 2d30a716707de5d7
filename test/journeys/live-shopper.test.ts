import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY } from '../../src/lib/clock.ts'
import { mailbox, newEmail } from '../support/client.ts'
import { query } from '../support/database.ts'
import { asHomeowner } from '../support/homeowner.ts'
import { completeIntake } from '../support/homeowners.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { type Shopping, startShopping } from '../support/shopper.ts'
import { bindAnswers, completeHousehold, yes } from '../support/umbrella.ts'
import { until } from '../support/until.ts'
import { newVisitor } from '../support/visitor.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off' } })
})
afterAll(() => service.stop())

const both = { confirm_submission: true, credit_check_authorized: true }
const consentsOf = (uid: string) =>
  query<{ purpose: string }>(service.databaseUrl, 'select purpose from consents where uid = $1', [uid])
const linksTo = async (email: unknown) =>
  (await mailbox(service.url, String(email)))
    .flatMap(({ links }) => links)
    .filter(link => link.includes('/resume/'))
    .map(link => new URL(link).pathname)

/** As the person would: opens the mail, then clicks the button. */
const proveBy = async (link: string) => {
  const visitor = newVisitor(service.url)
  const opened = await visitor.open(link)
  const entered = await visitor.send(link)
  return { visitor, opened, entered }
}

const homeShopper = async () => {
  const intake = completeIntake()
  return { email: intake.email, shopper: await startShopping(service.url, 'homeowners', { intake }) }
}

describe('a live homeowners application', () => {
  test('is submitted once the address is proven by the mailed link, and signed by the person', async () => {
    const { email, shopper } = await homeShopper()
    const held = await shopper.patch(both)
    expect(held).toMatchObject({
      status: 200,
      body: { status: 'needs_more_info', verification: { required: true, sent: true } },
    })
    expect(await consentsOf(shopper.uid)).toEqual([])
    const [link = ''] = await linksTo(email)
    const { opened, entered } = await proveBy(link)
    expect(opened.text).not.toContain(String(email))
    expect(entered).toMatchObject({ status: 303 })
    const submitted = await shopper.patch(both)
    expect(submitted.status).toBe(202)
    expect(submitted.body).not.toHaveProperty('verification')
    const { body } = await shopper.untilAt('quoted')
    const [offer] = body.offers as { offer_id: string }[]
    const { preview_token } = (await shopper.select({ offer_id: offer?.offer_id })).body
    const confirmed = await shopper.bind({ preview_token, bind_confirmed: true })
    expect(confirmed).toMatchObject({
      status: 200,
      body: { status: 'signature_needed', signature_url: expect.stringContaining('/portal/login?ref=') },
    })
    expect((await shopper.issues()).body.status).toBe('signature_needed')
    const homeowner = asHomeowner(service, shopper.uid)
    await homeowner.confirmAll()
    expect((await shopper.issues()).body.status).toBe('ready_to_finalize')
    await homeowner.sign()
    await shopper.untilAt('bound')
    expect((await mailbox(service.url, String(email))).at(0)?.subject).toContain('bound')
  })

  test('signing in to the portal proves the address too', async () => {
    const { email, shopper } = await homeShopper()
    const { homeowner_fix_issues_request_login_url: url } = (await shopper.issues()).body
    const visitor = newVisitor(service.url)
    const login = new URL(String(url))
    await visitor.open(login.href)
    await visitor.send('/portal/login', { email: String(email), ref: login.searchParams.get('ref') ?? '' })
    const link = (await until(async () =>
      (
        await mailbox(service.url, String(email))
      )
        .flatMap(({ links }) => links)
        .find(one => one.includes('/portal/enter/')),
    )) as string
    await visitor.open(link)
    await visitor.send(link)
    expect((await shopper.patch(both)).status).toBe(202)
  })

  test('another address needs a proof of its own, and an old link proves only the old one', async () => {
    const { email, shopper } = await homeShopper()
    await shopper.patch(both)
    const [link = ''] = await linksTo(email)
    const other = completeIntake().email
    await shopper.patch({ intake: { email: other } })
    expect((await proveBy(link)).opened.status).toBe(410)
    expect((await shopper.patch(both)).body.verification).toEqual({ required: true, sent: true })
    expect(await linksTo(other)).toHaveLength(1)
  })

  test('at most three links a day', async () => {
    const { email, shopper } = await homeShopper()
    const sent: unknown[] = []
    for (let n = 0; n < 4; n++)
      sent.push(((await shopper.patch(both)).body.verification as { sent: boolean }).sent)
    expect(sent).toEqual([true, true, true, false])
    expect(await linksTo(email)).toHaveLength(3)
    service.pass(DAY)
    expect((await shopper.patch(both)).body.verification).toEqual({ required: true, sent: true })
  })
})

describe('a live umbrella purchase', () => {
  test('is quoted without a proof; a yes on credit counts once the address is proven', async () => {
    const intake = completeHousehold(bindAnswers())
    const shopper = await startShopping(service.url, 'umbrella', { intake })
    expect((await shopper.patch({ confirm_submission: true })).status).toBe(202)
    const { body } = await shopper.untilAt('quoted')
    const offer = (body.offers as { carrier: string; selection_token: string }[]).find(({ carrier }) =>
      carrier.includes('Marrowby'),
    )
    const choice = { selection_token: offer?.selection_token, selection_confirmed: true, credit_consent: yes }
    expect((await shopper.select(choice)).body).toMatchObject({
      status: 'credit_consent_required',
      verification: { required: true, sent: true },
    })
    expect(await consentsOf(shopper.uid)).toEqual([{ purpose: 'umbrella_application_review' }])
    const [link = ''] = await linksTo(intake.email)
    await proveBy(link)
    expect((await shopper.select(choice)).body.status).toBe('ready_to_finalize')
    expect((await shopper.bind({ bind_confirmed: true })).body).toMatchObject({ status: 'chosen' })
    await shopper.untilAt('bound')
  })
})

describe('resume_url', () => {
  const resume = (shopper: Shopping) => {
    const { pathname, search } = new URL(String(shopper.started.body.resume_url))
    return pathname + search
  }

  test('shows nothing personal, and says the same for every address', async () => {
    const { email, shopper } = await homeShopper()
    const visitor = newVisitor(service.url)
    const page = resume(shopper)
    const ref = new URL(service.url + page).searchParams.get('ref') ?? ''
    await visitor.open(page)
    const ask = (to: string) => visitor.send('/resume', { ref, email: to })
    const [right, wrong] = [await ask(String(email)), await ask('other@example.com')]
    expect(right.text.replaceAll(String(email), 'X')).toBe(wrong.text.replaceAll('other@example.com', 'X'))
    expect((await visitor.open(page)).text).not.toContain('Ada')
    await until(async () => (await linksTo(email)).length === 1)
    expect(await linksTo('other@example.com')).toEqual([])
    expect((await visitor.open('/resume?ref=bm9ib2R5')).status).toBe(404)
  })

  test('opens nothing for an address that was replaced', async () => {
    const { email, shopper } = await homeShopper()
    await shopper.patch(both)
    const [link = ''] = await linksTo(email)
    const { visitor } = await proveBy(link)
    expect((await visitor.open('/resume')).text).toContain('Your email is confirmed')
    expect((await shopper.patch({ intake: { email: newEmail() } })).status).toBe(200)
    expect((await visitor.open(resume(shopper))).text).not.toContain('Your email is confirmed')
    expect((await visitor.send('/resume/assistant')).status).toBe(410)
  })

  test('gives the assistant a new token after the mailed link, once, and the old one stops', async () => {
    const { email, shopper } = await homeShopper()
    await shopper.patch(both)
    const [link = ''] = await linksTo(email)
    const { visitor } = await proveBy(link)
    expect((await proveBy(link)).opened.status).toBe(410)
    await visitor.open('/resume')
    const shown = await visitor.send('/resume/assistant')
    const token = /iat_\w{32}/.exec(shown.text)?.[0] ?? ''
    expect(shown.headers.get('cache-control')).toContain('no-store')
    expect(await shopper.issues()).toMatchObject({ status: 401, body: { error: 'stale_access_token' } })
    shopper.take(token)
    expect((await shopper.patch(both)).status).toBe(202)
    expect((await newVisitor(service.url).send('/resume/assistant')).status).toBe(403)
  })
})
