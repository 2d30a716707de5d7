import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noticesBefore, noticesShown } from '../../../src/agency/rules/notices.ts'
import * as homeownersWords from '../../../src/products/homeowners/application/consent-words.ts'
import * as umbrellaWords from '../../../src/products/umbrella/consent-words.ts'
import { query } from '../../support/database/database.ts'
import { answersOn } from '../../support/people/answered-alone.ts'
import { getKey, latestCode, mailbox, newEmail } from '../../support/people/client.ts'
import { completeIntake, quotesCall, untilQuoted } from '../../support/people/homeowner-applications.ts'
import { connectAgent } from '../../support/people/mcp-agent.ts'
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
import { until } from '../../support/runs/until.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off' } })
  key = await getKey(service.url, newEmail())
})
afterAll(() => service.stop())

const at = () => ({ url: service.url, key })
const { softCreditCheck } = homeownersWords
const ILLINOIS = { state: 'IL', surplus: false, windDeductible: false }
const CURRENT = Object.fromEntries(
  [
    ...Object.values(homeownersWords),
    ...Object.values(umbrellaWords),
    noticesShown(noticesBefore({ ...ILLINOIS, line: 'umbrella' })),
  ].map(words => [words.purpose, words]),
)

/** Kind, proof, time and statement version of everything on record, which must all be well formed. */
const kept = async (uid: string): Promise<[string, string | null][]> => {
  const rows = await evidenceOf(service, uid)
  for (const { purpose, version, given_at, hashed, state, address } of rows) {
    expect({ purpose, version, hashed, state }).toEqual({
      purpose,
      version: CURRENT[purpose]?.version,
      hashed: true,
      state: 'effective',
    })
    expect(Math.abs(given_at.getTime() - service.app.clock.now().getTime())).toBeLessThan(120_000)
    expect(address).toBe('127.0.0.1')
  }
  return rows.map(({ purpose, proof }) => [purpose, proof])
}
const all = (proof: string, ...purposes: string[]) => purposes.map(purpose => [purpose, proof])

const UMBRELLA = [
  'umbrella_application_review',
  'umbrella_offer_choice',
  'umbrella_credit_check',
  'state_notices',
  'umbrella_purchase_attestation',
]

type Offers = { carrier: string; selection_token: string; offer_id: string; property_id: string }[]
const marrowby = (body: Record<string, unknown>): string =>
  (body.offers as Offers).find(({ carrier }) => carrier.includes('Marrowby'))?.selection_token ?? ''
const choice = (body: Record<string, unknown>) => ({
  selection_token: marrowby(body),
  selection_confirmed: true,
  credit_consent: yes,
})

describe('every consent and confirmation is on record with its kind, proof, time and statement version', () => {
  test('from an operator', async () => {
    const intake = completeHousehold(bindAnswers())
    const { uid, review_token } = (await umbrellaCall(at(), 'draft', { intake })).body
    await umbrellaCall(at(), 'quotes', { uid, review_token, review_confirmed: true })
    const { body } = await untilStatus(at(), uid, ['quoted'])
    await umbrellaCall(at(), 'select', { uid, ...choice(body) })
    await umbrellaCall(at(), 'bind', { uid, bind_confirmed: true })
    expect(await kept(String(uid))).toEqual(all('operator_attestation', ...UMBRELLA))

    const home = await quotesCall(service.url, key, {
      intake: completeIntake(),
      credit_check_authorized: true,
    })
    expect(home.status).toBe(202)
    expect(await kept(String(home.body.uid))).toEqual(
      all('operator_attestation', 'homeowners_soft_credit_check'),
    )
  })

  test('from a shopper’s assistant', async () => {
    const umbrella = await startShopping(service.url, 'umbrella', {
      intake: completeHousehold(bindAnswers()),
      sandbox: true,
    })
    await umbrella.confirmReview()
    await umbrella.select(choice((await umbrella.untilAt('quoted')).body))
    await umbrella.bind({ bind_confirmed: true })
    expect(await kept(umbrella.uid)).toEqual(all('assistant_attestation', ...UMBRELLA))

    const home = await startShopping(service.url, 'homeowners', { intake: completeIntake(), sandbox: true })
    await home.patch({ confirm_submission: true, credit_check_authorized: true })
    const [offer] = (await home.untilAt('quoted')).body.offers as Offers
    const { preview_token } = (await home.select({ offer_id: offer?.offer_id })).body
    const { effective_date } = bindAnswers()
    expect((await home.bind({ preview_token, bind_confirmed: true, effective_date })).status).toBe(202)
    const rows = await kept(home.uid)
    expect(rows.map(([, proof]) => proof)).not.toContain('portal_session')
    expect(rows.slice(0, 3)).toEqual(
      all(
        'assistant_attestation',
        'homeowners_soft_credit_check',
        'homeowners_offer_choice',
        'homeowners_purchase_agreement',
      ),
    )
  })

  test('from a homeowner in the portal', async () => {
    const intake = completeIntake({
      field_estimates: [{ field: 'roof_date', source: 'public_records', confidence: 'low' }],
    })
    const { uid } = (await quotesCall(service.url, key, { intake, credit_check_authorized: true })).body
    const { body } = await untilQuoted(service.url, key, uid)
    const login = new URL(String(body.homeowner_quotes_request_login_url))
    const visitor = newVisitor(service.url)
    await visitor.open(login.href)
    await visitor.send('/portal/login', { email: intake.email, ref: login.searchParams.get('ref') ?? '' })
    const link = (await until(async () =>
      (
        await mailbox(service.url, intake.email)
      )
        .flatMap(({ links }) => links)
        .find(one => one.includes('/portal/enter/')),
    )) as string
    await visitor.open(link)
    await visitor.send(link)
    const offers = await visitor.open('/portal/quotes')
    expect(offers.text).toContain(CURRENT.homeowners_offer_choice?.words)
    const [offer] = body.offers as Offers
    await visitor.send('/portal/quotes', { [`offer:${offer?.property_id}`]: offer?.offer_id ?? '' })
    const review = await visitor.open('/portal/review')
    expect(review.text).toContain(CURRENT.homeowners_estimates_review?.words)
    const token = /name="token" value="([\w-]+)"/.exec(review.text)?.[1] ?? ''
    await visitor.send('/portal/review/confirm', { token, ...answersOn(review.text) })
    expect(await kept(String(uid))).toEqual([
      ['homeowners_soft_credit_check', 'operator_attestation'],
      ['homeowners_offer_choice', 'portal_session'],
      ['homeowners_estimates_review', 'portal_session'],
    ])
    const seen = await visitor.open('/portal/quotes')
    expect(seen.status).toBe(200)
  })

  test('from a buyer on the review page', async () => {
    const intake = completeHousehold()
    const { uid, review_url } = (await umbrellaCall(at(), 'draft', { intake })).body
    const path = new URL(String(review_url)).pathname
    const visitor = newVisitor(service.url)
    await visitor.open(path)
    await visitor.send(`${path}/code`, { email: intake.email })
    const code = (await until(() => latestCode(service.url, intake.email).catch(() => null))) as string
    expect(await visitor.send(`${path}/enter`, { email: intake.email, code })).toMatchObject({ status: 303 })
    const page = await visitor.open(path)
    expect(page.text).toContain(CURRENT.umbrella_application_review?.words)
    const review_token = /name="review_token" value="([\w-]+)"/.exec(page.text)?.[1] ?? ''
    expect(await visitor.send(`${path}/confirm`, { review_token, ...answersOn(page.text) })).toMatchObject({
      status: 303,
    })
    expect(await kept(String(uid))).toEqual(all('portal_session', 'umbrella_application_review'))
    const entries = await query(
      service.databaseUrl,
      "select facts from audit_entries where uid = $1 and event = 'review_confirmed'",
      [uid],
    )
    expect(entries).toMatchObject([{ facts: { proof: 'portal_session' } }])
    await untilStatus(at(), uid, ['quoted'])
    expect((await visitor.open(path)).text).toContain(
      'You agreed on this website, after you confirmed your email address.',
    )
  })

  test('from MCP tools of operators and of shoppers', async () => {
    const operator = await connectAgent(`${service.url}/api/agent/mcp`, { authorization: `Bearer ${key}` })
    const shopper = await connectAgent(`${service.url}/api/consumer/mcp`)
    try {
      const intake = completeHousehold(bindAnswers())
      const { uid, review_token } = await operator.use('umbrella_draft', { intake })
      await operator.use('umbrella_quotes', { uid, review_token, review_confirmed: true })
      const quoted = await operator.untilAt('quoted', () => operator.use('umbrella_status', { uid }))
      await operator.use('umbrella_select', { uid, ...choice(quoted) })
      await operator.use('umbrella_bind', { uid, bind_confirmed: true })
      expect(await kept(String(uid))).toEqual(all('operator_attestation', ...UMBRELLA))

      const names = (await shopper.list()).map(({ name }) => name)
      const started = await shopper.use(names.find(name => name.includes('homeowners')) ?? '', {
        intake: completeIntake(),
        sandbox: true,
      })
      await shopper.use('intake_patch', {
        uid: started.uid,
        intake_access_token: started.intake_access_token,
        confirm_submission: true,
        credit_check_authorized: true,
      })
      expect(await kept(String(started.uid))).toEqual(
        all('assistant_attestation', 'homeowners_soft_credit_check'),
      )
    } finally {
      await Promise.all([operator.close(), shopper.close()])
    }
  })
})

describe('a credit authorization', () => {
  test('sent before the application is complete is only offered, and the answer says so and asks again in its words', async () => {
    const statement = { version: softCreditCheck.version, text: softCreditCheck.words }
    const { home, ...applicant } = completeIntake()
    const first = await quotesCall(service.url, key, { intake: applicant, credit_check_authorized: true })
    expect(first.body).toMatchObject({
      status: 'needs_more_info',
      missing_fields: expect.arrayContaining(['credit_check_authorized']),
      response_summary: expect.stringContaining('kept as offered and does not count'),
      agent_instructions: expect.arrayContaining([
        expect.stringContaining('Send credit_check_authorized: true again'),
      ]),
      statement,
    })
    const shopper = await startShopping(service.url, 'homeowners', { intake: applicant })
    const both = { confirm_submission: true, credit_check_authorized: true }
    expect((await shopper.patch(both)).body).toMatchObject({ statement, credit_consent_question: statement })
    const { uid } = first.body
    expect(await evidenceOf(service, String(uid))).toMatchObject([
      { purpose: 'homeowners_soft_credit_check', proof: 'operator_attestation', state: 'offered' },
    ])
    const complete = await quotesCall(service.url, key, { uid, intake: { home } })
    expect(complete).toMatchObject({
      status: 200,
      body: {
        missing_fields: ['credit_check_authorized'],
        response_summary: expect.stringContaining('kept as offered'),
      },
    })
    const again = await quotesCall(service.url, key, { uid, credit_check_authorized: true })
    expect(again.status).toBe(202)
    expect((await evidenceOf(service, String(uid))).map(({ state }) => state)).toEqual([
      'offered',
      'effective',
    ])
  })

  test('counts when the same call completes the application', async () => {
    const { home, ...applicant } = completeIntake()
    const { uid } = (await quotesCall(service.url, key, { intake: applicant })).body
    const sent = { uid, intake: { home }, credit_check_authorized: true }
    expect((await quotesCall(service.url, key, sent)).status).toBe(202)
    expect(await kept(String(uid))).toEqual(all('operator_attestation', 'homeowners_soft_credit_check'))
  })
})
