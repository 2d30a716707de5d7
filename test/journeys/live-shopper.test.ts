import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transact } from '../../src/platform/db/transact.ts'
import { DAY } from '../../src/platform/lib/clock.ts'
import { correct } from '../../src/products/homeowners/buying/correct.ts'
import { query } from '../support/database/database.ts'
import { type Answer, mailbox, newEmail } from '../support/people/client.ts'
import { completeIntake } from '../support/people/homeowner-applications.ts'
import { asHomeowner } from '../support/people/homeowner-in-portal.ts'
import { type Shopping, startShopping } from '../support/people/shopper.ts'
import { bindAnswers, completeHousehold, yes } from '../support/people/umbrella-applications.ts'
import { newVisitor, type Seen } from '../support/people/visitor.ts'
import { until } from '../support/runs/until.ts'
import { startTestService, type TestService } from '../support/servers/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off' } })
})
afterAll(() => service.stop())

const both = { confirm_submission: true, credit_check_authorized: true }
const consentsOf = (uid: string) =>
  query(service.databaseUrl, 'select purpose, proof, state from consents where uid = $1', [uid])
const askedOf = async (uid: string) =>
  (await query(service.databaseUrl, 'select from carrier_answers where uid = $1', [uid])).length
const waitsForProof = {
  waiting_on: 'email_proof',
  verification: { required: true, sent: true },
  poll_after_seconds: 60,
  agent_instructions: [
    expect.stringContaining('open the email that we sent'),
    expect.stringContaining('Do not send the submission again.'),
    expect.stringContaining('Poll GET /api/intake/{uid}/issues'),
  ],
}
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
  test('is submitted by the person’s click on the emailed link, and signed by the person', async () => {
    const { email, shopper } = await homeShopper()
    const held = await shopper.patch(both)
    expect(held).toMatchObject({ status: 200, body: { status: 'needs_more_info', ...waitsForProof } })
    const file = { type: 'declarations', filename: 'page.pdf', content: 'JVBERi0=' }
    expect(await shopper.attach(file)).toMatchObject({
      status: 409,
      body: { current_status: 'needs_more_info', message: expect.not.stringContaining('missing') },
    })
    expect((await shopper.coarse()).body).toMatchObject({ status: 'in_review', waiting_on: 'email_proof' })
    expect(await consentsOf(shopper.uid)).toEqual([
      { purpose: 'homeowners_soft_credit_check', proof: 'assistant_attestation', state: 'effective' },
    ])
    expect(await askedOf(shopper.uid)).toBe(0)
    for (const refused of [
      await shopper.select({ offer_id: 'off_none' }),
      await shopper.bind({ bind_confirmed: true }),
    ])
      expect(refused).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('Do not send it again') },
      })
    const [link = ''] = await linksTo(email)
    const { opened, entered } = await proveBy(link)
    expect(opened.text).not.toContain(String(email))
    expect(opened.text).toContain('We then ask insurance companies for quotes.')
    expect(entered).toMatchObject({ status: 303 })
    const { body } = await shopper.untilAt('quoted')
    expect(body.waiting_on).toBe('homeowner')
    expect(body).not.toHaveProperty('verification')
    expect((await shopper.coarse()).body.waiting_on).toBe('homeowner')
    const [offer] = body.offers as { offer_id: string }[]
    const { preview_token, purchase_preview } = (await shopper.select({ offer_id: offer?.offer_id })).body
    expect(purchase_preview).toMatchObject({ effective_date: null })
    const { effective_date } = bindAnswers()
    expect((await shopper.bind({ preview_token, bind_confirmed: true })).body).toMatchObject({
      fields: [{ path: 'effective_date', code: 'required' }],
    })
    const confirmed = await shopper.bind({ preview_token, bind_confirmed: true, effective_date })
    expect(confirmed).toMatchObject({
      status: 200,
      body: {
        status: 'signature_needed',
        signature_url: expect.stringContaining('/portal/login?ref='),
        purchase_preview: { effective_date },
      },
    })
    expect((await shopper.issues()).body.status).toBe('signature_needed')
    const homeowner = asHomeowner(service, shopper.uid)
    await homeowner.confirmAll()
    expect((await shopper.issues()).body.status).toBe('ready_to_finalize')
    expect((await homeowner.view()).signing?.suggested_date).toBe(effective_date)
    await homeowner.sign()
    await shopper.untilAt('bound')
    expect((await mailbox(service.url, String(email))).at(0)?.subject).toContain('bound')
  })

  test('a poll waits for the proof and comes back when the click submitted the application', async () => {
    const { email, shopper } = await homeShopper()
    await shopper.patch(both)
    // A poll that meets the click is not held, and says so. The next one shows what the click did.
    const poll = async (): Promise<Answer> => {
      const answer = await shopper.issues({ headers: { prefer: 'wait=25' } })
      return answer.headers.has('preference-applied') ? answer : shopper.issues()
    }
    const held = poll()
    const [link = ''] = await linksTo(email)
    await proveBy(link)
    expect(['pending_quotes', 'quoted']).toContain((await held).body.status)
  })

  test.each([
    ['an answer that changes', { intake: { home: [{ home_sqft: 2345 }] } }, /are missing\.$/],
    ['a confirmation that is taken back', { confirm_submission: false }, /are missing\.$/],
    [
      'a No to the credit check',
      { credit_check_authorized: false },
      /’s No to a soft credit check was recorded/,
    ],
  ])('%s after the submission voids it, and the click does not submit', async (_, patch, words) => {
    const { email, shopper } = await homeShopper()
    await shopper.patch(both)
    const [link = ''] = await linksTo(email)
    const { body } = await shopper.patch(patch)
    expect(body).toMatchObject({ missing_fields: ['confirm_submission', 'credit_check_authorized'] })
    expect(body.waiting_on).toBe('homeowner')
    expect(body.response_summary).toMatch(/^The submission that waited .+ no longer counts\./)
    expect(body.response_summary).toMatch(words)
    await proveBy(link)
    expect((await shopper.issues()).body.status).toBe('needs_more_info')
    expect((await shopper.patch(both)).status).toBe(202)
  })

  test('signing in to the portal proves the address and submits too', async () => {
    const { email, shopper } = await homeShopper()
    await shopper.patch(both)
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
    await shopper.untilAt('quoted')
  })

  test('another address needs a proof of its own, and an old link proves only the old one', async () => {
    const { email, shopper } = await homeShopper()
    await shopper.patch(both)
    const [link = ''] = await linksTo(email)
    const other = completeIntake().email
    const { body } = await shopper.patch({ intake: { email: other } })
    expect(body).toMatchObject({ missing_fields: ['confirm_submission', 'credit_check_authorized'] })
    expect(String(body.agent_instructions)).not.toContain('Do not send the submission again')
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
  test('asks no carrier before the person’s click, which submits it', async () => {
    const intake = completeHousehold(bindAnswers())
    const shopper = await startShopping(service.url, 'umbrella', { intake })
    const held = await shopper.confirmReview()
    expect(held).toMatchObject({
      status: 200,
      body: { status: 'ready_for_review', next_action: { operation: 'issues' }, ...waitsForProof },
    })
    expect((await shopper.coarse()).body).toMatchObject({ waiting_on: 'email_proof' })
    await shopper.confirmReview()
    const early = { selection_token: 'none', selection_confirmed: true }
    for (const refused of [await shopper.select(early), await shopper.bind({ bind_confirmed: true })])
      expect(refused).toMatchObject({
        status: 409,
        body: {
          current_status: 'ready_for_review',
          message: expect.stringContaining('Do not send it again'),
        },
      })
    expect(await consentsOf(shopper.uid)).toEqual([
      { purpose: 'umbrella_application_review', proof: 'assistant_attestation', state: 'effective' },
    ])
    expect(await askedOf(shopper.uid)).toBe(0)
    await proveBy((await linksTo(intake.email))[0] ?? '')
    const { body } = await shopper.untilAt('quoted')
    const ready = (await mailbox(service.url, intake.email)).filter(({ subject }) =>
      /quotes are ready/.test(subject),
    )
    expect(ready.flatMap(({ links }) => links)).toContainEqual(expect.stringContaining('/umbrella/review/'))
    expect(ready).toHaveLength(1)
    const offer = (body.offers as { carrier: string; selection_token: string }[]).find(({ carrier }) =>
      carrier.includes('Marrowby'),
    )
    const choice = { selection_token: offer?.selection_token, selection_confirmed: true, credit_consent: yes }
    expect((await shopper.select(choice)).body.status).toBe('ready_to_finalize')
    expect((await shopper.bind({ bind_confirmed: true })).body).toMatchObject({ status: 'chosen' })
    await shopper.untilAt('bound')
  })
})

describe('a live umbrella purchase that changes before the click', () => {
  test.each([
    ['by an answer', { intake: { motorcycles: 2 } }],
    ['by taking the confirmation back', { confirm_submission: false }],
  ])('%s is not submitted by it', async (_, patch) => {
    const intake = completeHousehold(bindAnswers())
    const shopper = await startShopping(service.url, 'umbrella', { intake })
    await shopper.confirmReview()
    const changed = await shopper.patch(patch)
    expect(changed.body.waiting_on).toBe('buyer')
    await proveBy((await linksTo(intake.email))[0] ?? '')
    expect((await shopper.issues()).body).toMatchObject({ status: 'ready_for_review' })
    expect((await shopper.confirmReview()).status).toBe(202)
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
    expect((await ask('nonsense')).text).toMatch(/<input id="email"[^>]* aria-invalid="true"[^>]* autofocus>/)
    const [right, wrong] = [await ask(String(email)), await ask('other@example.com')]
    expect(right.text.replaceAll(String(email), 'X')).toBe(wrong.text.replaceAll('other@example.com', 'X'))
    expect((await visitor.open(page)).text).not.toContain('Ada')
    await until(async () => (await linksTo(email)).length === 1)
    expect(await linksTo('other@example.com')).toEqual([])
    expect((await visitor.open('/resume?ref=bm9ib2R5')).status).toBe(404)
  })

  test('opens nothing for an address that was replaced', async () => {
    const { email, shopper } = await homeShopper()
    const asking = newVisitor(service.url)
    await asking.open(resume(shopper))
    const ref = new URL(service.url + resume(shopper)).searchParams.get('ref') ?? ''
    await asking.send('/resume', { ref, email: String(email) })
    const link = (await until(async () => (await linksTo(email))[0])) as string
    const { visitor } = await proveBy(link)
    const inside = await visitor.open('/resume')
    expect(inside.text).toContain('Your email is confirmed')
    expect(await shopper.patch({ intake: { email: newEmail() } })).toMatchObject({
      status: 409,
      body: { fields: [{ path: 'intake.email', code: 'email_locked' }] },
    })
    const { uid } = shopper
    await transact(service.app, app => correct(app, { uid, name: 'email', text: newEmail(), actor: 'staff' }))
    expect((await visitor.open(resume(shopper))).text).not.toContain('Your email is confirmed')
    expect((await visitor.send('/resume/assistant')).status).toBe(410)
    expect((await visitor.open(portalOf(inside))).text).toContain('Email me a link')
  })

  const portalOf = ({ text }: Seen): string => /href="[^"]*(\/portal\/login[^"]*)"/.exec(text)?.[1] ?? ''

  test('leads into the portal without a second email, until the person signs out', async () => {
    const { email, shopper } = await homeShopper()
    await shopper.patch(both)
    const { visitor } = await proveBy((await linksTo(email))[0] ?? '')
    const portal = portalOf(await visitor.open('/resume'))
    expect(await visitor.open(portal)).toMatchObject({ status: 303, location: '/portal' })
    expect((await visitor.open('/portal')).location).toMatch(/^\/portal\/\w+$/)
    expect((await newVisitor(service.url).open(portal)).text).toContain('Email me a link')
    expect((await mailbox(service.url, String(email))).map(({ subject }) => subject)).not.toContain(
      'Your link to sign in',
    )
    await visitor.open('/portal/quotes')
    await visitor.send('/portal/sign-out')
    expect((await visitor.open(portal)).text).toContain('Email me a link')
  })

  test('gives the assistant a new token after the emailed link, once, and the old one stops', async () => {
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
    expect((await shopper.issues()).body).toMatchObject({ uid: shopper.uid })
    expect((await newVisitor(service.url).send('/resume/assistant')).status).toBe(403)
  })
})
