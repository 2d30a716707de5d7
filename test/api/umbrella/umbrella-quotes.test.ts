import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transact } from '../../../src/platform/db/transact.ts'
import { DAY, MINUTE } from '../../../src/platform/lib/clock.ts'
import { findGivenConsent } from '../../../src/products/line/record/consent.ts'
import { readIntake } from '../../../src/products/line/reviewed-purchase/intake/intake.ts'
import { readReviewLink } from '../../../src/products/line/reviewed-purchase/intake/review-token.ts'
import {
  confirmReview,
  correctReview,
  reviewFor,
} from '../../../src/products/line/reviewed-purchase/portal/buyers-review.ts'
import { contractCheck } from '../../support/contract/contract.ts'
import { query } from '../../support/database/database.ts'
import { ownAnswers } from '../../support/people/answered-alone.ts'
import { call as follow, getKey, mailbox, newEmail } from '../../support/people/client.ts'
import {
  buyer,
  completeHousehold,
  type UmbrellaOperation,
  umbrellaCall,
  untilStatus,
} from '../../support/people/umbrella-applications.ts'
import { until } from '../../support/runs/until.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

type Offer = {
  selection_token: string
  carrier: string
  annual_price: number
  recommended: boolean
  rank: number
  choice_guidance: string
}

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off' } })
  key = await getKey(service.url, newEmail())
})
afterAll(() => service.stop())

const at = () => ({ url: service.url, key })
const call = (operation: UmbrellaOperation, body: unknown, headers?: Record<string, string>) =>
  umbrellaCall(at(), operation, body, headers)

const reviewed = async (values: object = {}, more: object = {}) => {
  const { body } = await call('draft', { intake: completeHousehold(values), ...more })
  return {
    uid: String(body.uid),
    review_token: String(body.review_token),
    review_url: String(body.review_url),
  }
}

const confirmed = (review: { uid: string; review_token: string }) =>
  call('quotes', { uid: review.uid, review_token: review.review_token, review_confirmed: true })

describe('quotes', () => {
  test('a confirmed review is submitted: 202, where and when to look, and all offers at once', async () => {
    const review = await reviewed()
    const { status, headers, body } = await confirmed(review)
    expect(status).toBe(202)
    expect(body).toMatchObject({ status: 'pending_quotes', quoting: { asked: 4 } })
    expect(headers.get('location')).toBe(body.status_url)
    const followed = await follow(String(body.status_url), { key })
    expect(followed).toMatchObject({ status: 200, body: { uid: body.uid } })
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    const quoted = (await untilStatus(at(), review.uid, ['quoted'])).body
    const offers = quoted.offers as Offer[]
    expect(offers.length).toBeGreaterThanOrEqual(2)
    expect(offers.filter(({ recommended }) => recommended)).toHaveLength(1)
    expect(offers.map(({ rank }) => rank)).toEqual(offers.map((_, place) => place + 1))
    expect(quoted).toMatchObject({
      selection_guidance: {
        default_selection_token: offers[0]?.selection_token,
        summary: expect.stringContaining(String(offers[0]?.carrier)),
      },
      credit_consent_question: { version: expect.any(String), text: expect.stringContaining('authorize') },
      next_action: { operation: 'select' },
    })
    expect(offers.every(({ choice_guidance }) => choice_guidance.length > 10)).toBe(true)
  })

  test('a later call answers 200 with the current state, with the token or without', async () => {
    const review = await reviewed({}, { sandbox: true })
    expect((await confirmed(review)).status).toBe(202)
    await untilStatus(at(), review.uid, ['quoted'])
    expect(await confirmed(review)).toMatchObject({ status: 200, body: { status: 'quoted' } })
    expect(await call('quotes', { uid: review.uid })).toMatchObject({
      status: 200,
      body: { status: 'quoted' },
    })
    const [count] = await query<{ count: number }>(
      service.databaseUrl,
      "select count(*) from audit_entries where uid = $1 and event = 'review_confirmed'",
      [review.uid],
    )
    expect(count?.count).toBe(1)
  })

  test('a token that was never issued for this uid is a 400, one of an earlier draft a 409', async () => {
    const [mine, other] = [await reviewed(), await reviewed()]
    for (const review_token of [other.review_token, 'rvw_1_x', 'nonsense', `${mine.review_token}x`])
      expect(await confirmed({ ...mine, review_token })).toMatchObject({
        status: 400,
        body: { error: 'invalid_request', fields: [{ path: 'review_token' }] },
      })
    await call('draft', { uid: mine.uid, intake: { vehicle_count: 2 } })
    expect(await confirmed(mine)).toMatchObject({
      status: 409,
      body: {
        error: 'stale_token',
        current_status: 'ready_for_review',
        message: expect.stringContaining('use its review_token'),
      },
    })
    await call('draft', { uid: mine.uid, intake: { phone_number: null } })
    expect(await confirmed(mine)).toMatchObject({
      status: 409,
      body: {
        error: 'stale_token',
        current_status: 'needs_more_info',
        message: expect.stringContaining('POST /api/agent/umbrella/draft'),
      },
    })
  })

  test('nothing is quoted without review_confirmed: true and its token', async () => {
    const { uid, review_token } = await reviewed()
    for (const body of [
      { uid },
      { uid, review_token },
      { uid, review_confirmed: true },
      { uid, review_token, review_confirmed: false },
    ])
      expect((await call('quotes', body)).status).toBe(400)
    expect((await call('status', { uid })).body.status).toBe('ready_for_review')
  })

  test.each([
    ['needs_more_info', { full_name: null }],
    ['ineligible', { felony: true }],
  ])('in %s there is nothing to quote: 409 that says what to do', async (status, values) => {
    const { uid } = await reviewed(values)
    expect(await call('quotes', { uid })).toMatchObject({
      status: 409,
      body: { current_status: status, message: expect.stringContaining('umbrella/draft') },
    })
  })

  test('the review is evidence of who says that it was read, and its estimates are confirmed by it', async () => {
    const { body } = await call('draft', {
      intake: completeHousehold(),
      field_estimates: [{ field: 'vehicle_count', source: 'crm', confidence: 'low' }],
    })
    await confirmed({ uid: String(body.uid), review_token: String(body.review_token) })
    await untilStatus(at(), body.uid, ['quoted'])
    const seen = (await call('status', { uid: body.uid, expand: 'field_estimates,pending_fields' })).body
    expect(seen.field_estimates).toMatchObject([
      { field: 'additional_drivers', confirmed_by_user: true },
      { field: 'vehicle_count', confirmed_by_user: true },
    ])
    const toBind = [
      'vehicles[0].year',
      'vehicles[0].make',
      'vehicles[0].model',
      'effective_date',
      'prior_carrier',
    ]
    expect((seen.pending_fields as { field: string }[]).map(({ field }) => field)).toEqual(toBind)
    expect(
      await query(service.databaseUrl, 'select * from consents where uid = $1', [body.uid]),
    ).toMatchObject([{ purpose: 'umbrella_application_review', proof: 'operator_attestation', address: '' }])
  })

  test('a draft while quoting or after it makes the offers void and leads to a new review', async () => {
    const review = await reviewed()
    await confirmed(review)
    const { body } = await untilStatus(at(), review.uid, ['quoted'])
    const again = await call('draft', { uid: review.uid, intake: { desired_coverage_limit: '5M' } })
    expect(again.body.status).toBe('ready_for_review')
    expect(again.body).not.toHaveProperty('offers')
    await confirmed({ uid: review.uid, review_token: String(again.body.review_token) })
    const requoted = (await untilStatus(at(), review.uid, ['quoted'])).body
    const tokens = (seen: typeof body) => (seen.offers as Offer[]).map(token => token.selection_token)
    expect(tokens(requoted).some(token => tokens(body).includes(token))).toBe(false)
  })

  test('in the sandbox carriers answer by the documented inputs, and nothing is emailed', async () => {
    const email = newEmail()
    const outcome = async (jet_skis: number) => {
      const review = await reviewed({ jet_skis, email }, { sandbox: true })
      await confirmed(review)
      return (await untilStatus(at(), review.uid, ['quoted', 'no_quotes'])).body
    }
    const all = await outcome(0)
    expect((all.offers as Offer[]).every(({ carrier }) => carrier.includes('(sandbox)'))).toBe(true)
    expect(all.declines).toEqual([])
    expect((await outcome(11)).declines).toMatchObject([{ reason_code: 'sandbox_decline' }])
    const none = await outcome(12)
    expect(none).toMatchObject({ status: 'no_quotes', offers: [], next_action: { operation: 'draft' } })
    expect(none.response_summary).toContain('No carrier made an offer')
    expect(await mailbox(service.url, email)).toEqual([])
  })

  test('Prefer: wait holds status until the offers are there', async () => {
    // On a busy machine a poll may come after the last carrier’s answer. Then another application is polled.
    const held = await until(async () => {
      const review = await reviewed({ jet_skis: 13 }, { sandbox: true })
      await confirmed(review)
      const answer = await call('status', { uid: review.uid }, { prefer: 'wait=20' })
      return answer.headers.has('preference-applied') ? answer : null
    })
    expect(held?.body.status).toBe('quoted')
    expect(held?.headers.get('preference-applied')).toBe('wait=20')
  })

  test('answers keep to the published contract', async () => {
    const problemOf = await contractCheck(service.url)
    const review = await reviewed()
    const submitted = await confirmed(review)
    expect(problemOf('/api/agent/umbrella/quotes', 'POST', 202, submitted.body)).toBeNull()
    const quoted = await untilStatus(at(), review.uid, ['quoted'])
    expect(problemOf('/api/agent/umbrella/status', 'POST', 200, quoted.body)).toBeNull()
  })
})

describe('the review page', () => {
  const linkOf = (url: string) => url.split('/').at(-1) ?? ''
  const findReview = async (app: TestService['app'], token: string) => {
    const intake = await readIntake(app, readReviewLink(app, token) ?? '')
    return intake && reviewFor(app, intake, 'en')
  }
  const inside = <T>(act: (app: TestService['app']) => Promise<T>) => transact(service.app, act)

  test('shows the buyer everything, for seven days and not by a changed link', async () => {
    const review = await reviewed({ license_number: 'WHOLE-4711' })
    const token = linkOf(review.review_url)
    const seen = await findReview(service.app, token)
    expect(seen).toMatchObject({
      uid: review.uid,
      status: 'ready_for_review',
      review_token: review.review_token,
    })
    expect(JSON.stringify(seen?.household)).toContain('WHOLE-4711')
    const [uid, expires, mac] = token.split('.')
    expect(await findReview(service.app, `${uid}.zzzzzzz.${mac}`)).toBeNull()
    expect(await findReview(service.app, `${(await reviewed()).uid}.${expires}.${mac}`)).toBeNull()
    service.pass(7 * DAY - MINUTE)
    expect(await findReview(service.app, token)).not.toBeNull()
    service.pass(2 * MINUTE)
    expect(await findReview(service.app, token)).toBeNull()
  })

  test('a buyer who confirms there submits; the agent sees it, and a second click changes nothing', async () => {
    const { uid, review_token, review_url } = await reviewed()
    await inside(app =>
      confirmReview(app, buyer(uid), { review_token, answered: ownAnswers(completeHousehold()) }),
    )
    await inside(app =>
      confirmReview(app, buyer(uid), { review_token, answered: ownAnswers(completeHousehold()) }),
    )
    await untilStatus(at(), uid, ['quoted'])
    expect(await findReview(service.app, linkOf(review_url))).toMatchObject({ status: 'quoted' })
    const [row, ...others] = await query<{ consent_id: string; text: string }>(
      service.databaseUrl,
      'select consent_id, consents::text as text from consents where uid = $1',
      [uid],
    )
    expect(others).toEqual([])
    expect(row?.text).not.toContain('203.0.113.9')
    expect(await findGivenConsent(service.app, String(row?.consent_id))).toMatchObject({
      proof: 'portal_session',
      given_by: 'buyer',
      address: '203.0.113.9',
      user_agent: 'a browser',
    })
  })

  test('a correction makes a new review, which the agent sees, and is not overwritten by the agent', async () => {
    const { uid, review_token, review_url } = await reviewed()
    await inside(app => correctReview(app, buyer(uid), { review_token, intake: { vehicle_count: 3 } }))
    const seen = await findReview(service.app, linkOf(review_url))
    expect(seen?.review_token).not.toBe(review_token)
    expect((await call('status', { uid })).body).toMatchObject({
      review_token: seen?.review_token,
      known_summary: { vehicle_count: 3 },
    })
    await expect(
      inside(app =>
        confirmReview(app, buyer(uid), { review_token, answered: ownAnswers(completeHousehold()) }),
      ),
    ).rejects.toMatchObject({
      code: 'stale_token',
    })
    expect(await call('draft', { uid, intake: { vehicle_count: 1 } })).toMatchObject({
      status: 409,
      body: { fields: [{ path: 'intake.vehicle_count' }] },
    })
  })

  test('a correction that asks for more is answered on the page, and what was confirmed is not corrected', async () => {
    const { uid, review_token, review_url } = await reviewed()
    await inside(app =>
      correctReview(app, buyer(uid), { review_token, intake: { marital_status: 'married' } }),
    )
    const seen = await findReview(service.app, linkOf(review_url))
    expect(seen).toMatchObject({ status: 'needs_more_info', missing: [{ section: { title: 'Spouse' } }] })
    const answers = { spouse_full_name: 'Bo Buyer', spouse_birthday: '1981-01-01' }
    const complete = await inside(app =>
      correctReview(app, buyer(uid), { review_token: String(seen?.review_token), intake: answers }),
    )
    expect(complete.status).toBe('ready_for_review')
    const last = String((await findReview(service.app, linkOf(review_url)))?.review_token)
    await inside(app =>
      confirmReview(app, buyer(uid), { review_token: last, answered: ownAnswers(completeHousehold()) }),
    )
    await expect(
      inside(app => correctReview(app, buyer(uid), { review_token: last, intake: { jet_skis: 1 } })),
    ).rejects.toMatchObject({ code: 'conflict' })
  })
})
