import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY } from '../../src/platform/lib/clock.ts'
import { dayWords, plusDays } from '../../src/platform/values/calendar.ts'
import { pngOf } from '../support/browser/pictures.ts'
import { contractCheck } from '../support/contract/contract.ts'
import { query } from '../support/database/database.ts'
import { type Answer, call, mailbox } from '../support/people/client.ts'
import { completeIntake } from '../support/people/homeowner-applications.ts'
import { type Shopping, startShopping } from '../support/people/shopper.ts'
import { bindAnswers, completeHousehold, yes } from '../support/people/umbrella-applications.ts'
import { serviceForThisTest, startTestService, type TestService } from '../support/servers/service.ts'

let service: TestService
let problemOf: Awaited<ReturnType<typeof contractCheck>>
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off' } })
  problemOf = await contractCheck(service.url)
})
afterAll(() => service.stop())

const shopping = (line: 'homeowners' | 'umbrella', prefill: object) =>
  startShopping(service.url, line, prefill)
const asPublished = (method: string, path: string, { status, body }: Answer) =>
  expect(problemOf(path, method, status, body)).toBeNull()
const offersOf = ({ body }: Answer) => body.offers as Record<string, string>[]
const both = { confirm_submission: true, credit_check_authorized: true }
const consentsOf = (uid: string) =>
  query(service.databaseUrl, 'select purpose, channel, given_by from consents where uid = $1', [uid])

const FROM_THE_START = 'The policy was canceled from the start and never took effect.'
const cancel = async ({ policyRequest }: Shopping, wanted_on: string) =>
  expect(await policyRequest({ kind: 'cancellation', wanted_on, request_confirmed: true })).toMatchObject({
    status: 200,
    body: { requests: [{ status: 'done' }] },
  })

describe('homeowners', () => {
  test('from prefill to bound in the sandbox, over REST alone, and nothing is emailed', async () => {
    const policy_expire = new Date(Date.now() + 60 * DAY).toISOString().slice(0, 10)
    const intake = completeIntake({ roof_date: undefined, home_sqft: undefined, policy_expire })
    const shopper = await shopping('homeowners', {
      intake,
      field_estimates: [{ field: 'home[0].home_sqft', value: 1900, source: 'listing', confidence: 'medium' }],
      credit_consent_pending: true,
      sandbox: true,
    })
    asPublished('POST', '/api/consumer/homeowners/prefill', shopper.started)
    expect(shopper.started.body).toMatchObject({
      line: 'homeowners',
      status: 'needs_more_info',
      missing_fields: ['home[0].roof_date', 'confirm_submission', 'credit_check_authorized'],
      missing_field_details: [
        { field: 'home[0].roof_date', path: ['home', 0, 'roof_date'], format: 'date' },
        { path: ['confirm_submission'] },
        { path: ['credit_check_authorized'] },
      ],
      review_summary: { homes: [{ home_sqft: 1900, field_estimates: expect.any(Array) }] },
    })
    expect((await shopper.coarse()).body.status).toBe('in_review')

    const completed = await shopper.patch({ intake: { home: [{ roof_date: '2018' }] } })
    asPublished('PATCH', '/api/intake/{uid}', completed)
    expect(completed.body).toMatchObject({
      missing_fields: ['confirm_submission', 'credit_check_authorized'],
      credit_consent_question: { text: expect.stringContaining('soft credit check') },
    })
    expect((await shopper.coarse()).body.status).toBe('credit_consent_pending')
    await shopper.patch({ credit_check_authorized: false })
    expect((await shopper.coarse()).body.response_summary).toBe(
      'The person’s No to a soft credit check was recorded.',
    )

    const submitted = await shopper.patch(both)
    expect(submitted.status).toBe(202)
    asPublished('PATCH', '/api/intake/{uid}', submitted)
    expect(submitted.headers.get('location')).toBe(`${service.url}/api/intake/${shopper.uid}/issues`)
    expect((await shopper.patch({ intake: { full_name: 'Else' } })).status).toBe(409)

    const quoted = await shopper.untilAt('quoted')
    asPublished('GET', '/api/intake/{uid}/issues', quoted)
    const [offer] = offersOf(quoted)
    const coarse = await shopper.coarse()
    asPublished('GET', '/api/consumer/status', coarse)
    expect(coarse.body).toMatchObject({
      status: 'quoted',
      offer_summary: { quote_count: offersOf(quoted).length, recommended_carrier: offer?.carrier },
    })

    const selected = await shopper.select({ offer_id: offer?.offer_id })
    asPublished('POST', '/api/intake/{uid}/select', selected)
    expect(selected.body).toMatchObject({
      status: 'ready_to_finalize',
      preview_token: expect.stringMatching(/^prv_/),
      purchase_preview: {
        purchases: [
          {
            carrier: offer?.carrier,
            payment: { summary: expect.stringContaining('sandbox purchase: nobody is charged') },
          },
        ],
        effective_date: policy_expire,
        estimates_to_confirm: expect.arrayContaining([
          expect.objectContaining({ field: 'home[0].home_sqft' }),
        ]),
      },
    })
    const bound = await shopper.bind({ preview_token: selected.body.preview_token, bind_confirmed: true })
    expect(bound.status).toBe(202)
    asPublished('POST', '/api/intake/{uid}/bind', bound)
    await shopper.untilAt('bound')
    const policy = await shopper.policy()
    asPublished('GET', '/api/intake/{uid}/policy', policy)
    expect(policy.body).toMatchObject({
      policies: [
        {
          carrier: offer?.carrier,
          policy_number: expect.any(String),
          effective_date: policy_expire,
          documents: [{ url: expect.stringContaining('/portal/login'), requires_sign_in: true }],
        },
      ],
      agent_instructions: expect.arrayContaining([
        expect.stringContaining(`GET /api/intake/${shopper.uid}/policy`),
        expect.stringContaining('The sandbox played the person’s confirmation'),
      ]),
    })
    expect((await shopper.coarse()).body).toMatchObject({
      status: 'bound',
      detail_status: 'bound',
      agent_instructions: [expect.stringContaining('/policy')],
    })
    expect(await shopper.patch({ intake: { full_name: 'Else' } })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('POST /api/intake/{uid}/policy/requests') },
    })
    expect(await mailbox(service.url, String(intake.email))).toEqual([])
    expect(await consentsOf(shopper.uid)).toEqual(
      expect.arrayContaining([
        { purpose: 'homeowners_soft_credit_check', channel: 'assistant_attestation', given_by: 'shopper' },
      ]),
    )
    expect(
      await query(service.databaseUrl, 'select from property_rows where uid = $1', [shopper.uid]),
    ).toEqual([])
    await cancel(shopper, policy_expire)
    expect(await shopper.patch({ intake: { full_name: 'Else' } })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('The policy was canceled or has expired') },
    })
  })

  test('a preview that was overtaken is stale, a bind without a choice a conflict, and so is what is asked about a policy before there is one, in the status of the polls', async () => {
    const shopper = await shopping('homeowners', { intake: completeIntake(), sandbox: true })
    await shopper.patch(both)
    const [first, second] = offersOf(await shopper.untilAt('quoted'))
    const confirmed = { preview_token: `prv_${'x'.repeat(22)}`, bind_confirmed: true }
    for (const early of [confirmed, { bind_confirmed: true }])
      expect(await shopper.bind(early)).toMatchObject({ status: 409, body: { current_status: 'quoted' } })
    expect((await shopper.select({ offer_id: 'off_none' })).body.fields).toMatchObject([
      { path: 'offer_id', code: 'unknown_offer' },
    ])
    const twice = { offer_id: first?.offer_id, offer_ids: [first?.offer_id] }
    expect((await shopper.select(twice)).body.fields).toMatchObject([
      { path: 'offer_ids', code: 'sent_with', expected: expect.stringContaining('not both') },
    ])
    const { preview_token: old, status } = (await shopper.select({ offer_id: first?.offer_id })).body
    const changed = await shopper.policyRequest({ kind: 'documents', details: 'A copy of all of them' })
    for (const early of [await shopper.policy(), changed])
      expect(early).toMatchObject({ status: 409, body: { current_status: status } })
    const current = (await shopper.select({ offer_ids: [second?.offer_id] })).body.preview_token
    expect(await shopper.bind({ preview_token: old, bind_confirmed: true })).toMatchObject({
      status: 409,
      body: { error: 'stale_token' },
    })
    expect((await shopper.bind({ preview_token: current, bind_confirmed: false })).status).toBe(400)
    const agreed = { preview_token: current, bind_confirmed: true }
    expect((await shopper.bind(agreed)).body).toMatchObject({
      error: 'invalid_request',
      fields: [{ path: 'effective_date', code: 'required' }],
    })
    const { effective_date } = bindAnswers()
    expect((await shopper.bind({ ...agreed, effective_date: '2020-01-01' })).body).toMatchObject({
      fields: [{ path: 'effective_date', code: 'in_the_past' }],
    })
    expect((await shopper.bind({ ...agreed, effective_date })).status).toBe(202)
    await shopper.untilAt('bound')
    expect((await shopper.policy()).body).toMatchObject({ policies: [{ effective_date }] })
  })

  test('with one of two homes bought, the next choice and the coarse status are about the other; a policy that was canceled is not said to be bound', async () => {
    const policy_expire = new Date(Date.now() + 200 * DAY).toISOString().slice(0, 10)
    const own = completeIntake({ policy_expire })
    const larger = completeIntake().home.map(row => ({ ...row, home_sqft: 3000 }))
    const intake = { ...own, home: [...own.home, ...larger] }
    const shopper = await shopping('homeowners', { intake, sandbox: true })
    await shopper.patch(both)
    const { offers, properties } = (await shopper.untilAt('quoted')).body as {
      offers: { offer_id: string; property_id: string; annual_price: number }[]
      properties: { property_id: string }[]
    }
    const first = offers.find(({ property_id }) => property_id === properties[0]?.property_id)
    const { offer_summary } = (await shopper.coarse()).body as { offer_summary: object }
    const summaries = properties.map(({ property_id }) => {
      const prices = offers.filter(one => one.property_id === property_id).map(one => one.annual_price)
      const cheapest = Math.min(...prices)
      return [prices.length, cheapest, cheapest]
    })
    const { quote_count, cheapest_annual_premium, recommended_annual_premium } = offer_summary as {
      quote_count: number
      cheapest_annual_premium: number
      recommended_annual_premium: number
    }
    expect(summaries).toContainEqual([quote_count, cheapest_annual_premium, recommended_annual_premium])
    const chosen = (await shopper.select({ offer_ids: [first?.offer_id] })).body
    const { preview_token } = chosen
    expect(chosen).toMatchObject({
      purchase_preview: {
        effective_date: null,
        start_warning: expect.stringContaining(`The current policy expires on ${policy_expire}.`),
      },
      agent_instructions: expect.arrayContaining([
        expect.stringContaining('do not suggest an earlier one'),
        expect.stringContaining('start_warning'),
      ]),
    })
    expect(String(chosen.agent_instructions)).not.toContain('No start date is known')
    const { effective_date } = bindAnswers()
    await shopper.bind({ preview_token, bind_confirmed: true, effective_date })
    const { body } = await shopper.untilAt('quoted')
    expect(body).toMatchObject({
      policies: [{ property_id: first?.property_id }],
      statement: { text: expect.stringContaining('This choice buys nothing') },
    })
    expect((await shopper.coarse()).body).toMatchObject({
      response_summary: expect.stringMatching(/^Some homes are insured already\./),
      offer_summary: { quote_count: offers.filter(one => one.property_id !== first?.property_id).length },
    })
    const states = async () => {
      const { properties } = (await shopper.issues()).body
      return (properties as { status: string }[]).map(({ status }) => status)
    }
    expect(await states()).toEqual(['bound', 'quoted'])
    await cancel(shopper, effective_date)
    expect(await states()).toEqual(['canceled', 'quoted'])
    expect((await shopper.issues()).body).toMatchObject({
      policies: [{ requests: [{ answer: FROM_THE_START }] }],
      response_summary: expect.stringMatching(
        /^Policies are bound for 0 of 2 homes\. The policy for prop_\w+ was canceled from the start/,
      ),
    })
    const coarse = await shopper.coarse()
    asPublished('GET', '/api/consumer/status', coarse)
    expect(coarse.body).toMatchObject({
      response_summary: expect.stringMatching(`^${FROM_THE_START} Quotes are ready for the rest`),
      agent_instructions: [expect.stringContaining('Never say'), expect.stringContaining('/issues')],
    })
  })

  test('an authorization without the confirmed application is a 400, and neither counts before all is there', async () => {
    const shopper = await shopping('homeowners', {
      intake: completeIntake({ roof_date: undefined }),
      sandbox: true,
    })
    expect(await shopper.patch({ credit_check_authorized: true })).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'confirm_submission' }] },
    })
    expect(await shopper.patch({ confirm_submission: true, intake: { birthday: 'old' } })).toMatchObject({
      status: 400,
      body: {
        fields: [
          { path: 'credit_check_authorized', code: 'required_with' },
          { path: 'intake.birthday', code: 'bad_date' },
        ],
      },
    })
    const early = await shopper.patch(both)
    expect(early.body).toMatchObject({
      status: 'needs_more_info',
      missing_fields: expect.arrayContaining(['home[0].roof_date', 'credit_check_authorized']),
      agent_instructions: expect.arrayContaining([
        expect.stringContaining('does not count, because the application was not complete'),
      ]),
    })
    expect(
      await query(service.databaseUrl, 'select purpose, proof, state from consents where uid = $1', [
        shopper.uid,
      ]),
    ).toEqual([{ purpose: 'homeowners_soft_credit_check', proof: 'assistant_attestation', state: 'offered' }])
    const complete = await shopper.patch({ intake: { home: [{ roof_date: '2018' }] } })
    expect(complete.body).toMatchObject({
      status: 'needs_more_info',
      missing_fields: ['confirm_submission', 'credit_check_authorized'],
    })
    expect((await shopper.patch(both)).status).toBe(202)
  })
})

describe('umbrella', () => {
  test('from prefill to bound in the sandbox, over REST alone', async () => {
    const household = completeHousehold()
    const shopper = await shopping('umbrella', {
      intake: { full_name: household.full_name, email: household.email, address: household.address },
      sandbox: true,
    })
    asPublished('POST', '/api/consumer/umbrella/prefill', shopper.started)
    expect(shopper.started.body).toMatchObject({
      line: 'umbrella',
      next_question: { fields: expect.any(Array) },
    })

    const complete = await shopper.patch({ intake: household })
    asPublished('PATCH', '/api/intake/{uid}', complete)
    expect(complete.body).toMatchObject({ status: 'ready_for_review', next_action: { operation: 'patch' } })
    expect((await shopper.coarse()).body.status).toBe('review_pending')
    const { review_token } = complete.body
    expect((await shopper.patch({ confirm_submission: true, review_token: 'rvw_1_x' })).status).toBe(400)
    expect((await shopper.patch({ confirm_submission: true, review_token })).status).toBe(202)

    const quoted = await shopper.untilAt('quoted')
    asPublished('GET', '/api/intake/{uid}/issues', quoted)
    const offer = offersOf(quoted).find(({ carrier }) => carrier?.includes('Brindlemoor'))
    const choice = { selection_token: offer?.selection_token, selection_confirmed: true }
    expect((await shopper.select(choice)).body.status).toBe('credit_consent_required')
    expect((await shopper.coarse()).body.status).toBe('credit_consent_pending')
    const consented = await shopper.select({ ...choice, credit_consent: yes })
    expect(consented.body).toMatchObject({
      status: 'needs_more_info_to_bind',
      next_action: {
        operation: 'select',
        description: expect.stringContaining('credit_consent_question once for the complete application'),
      },
      agent_instructions: expect.arrayContaining([
        expect.stringContaining('Show credit_consent_question word for word'),
      ]),
    })
    const answered = await shopper.bind({ intake: bindAnswers() })
    expect(answered.body.status).toBe('credit_consent_required')
    const again = await shopper.select({ ...choice, credit_consent: yes })
    expect(again.body.status).toBe('ready_to_finalize')
    const preview = await shopper.bind()
    asPublished('POST', '/api/intake/{uid}/bind', preview)
    expect(preview.body).toMatchObject({
      status: 'ready_to_finalize',
      purchase_preview: { carrier: offer?.carrier, effective_date: bindAnswers().effective_date },
      statement: { version: expect.any(String), text: expect.stringContaining('on their behalf') },
    })
    asPublished('POST', '/api/intake/{uid}/bind', await shopper.bind({ bind_confirmed: true }))

    await shopper.untilAt('documents_needed')
    const content = pngOf(800, 600).toString('base64')
    const attached = await shopper.attach({
      attachments: ['declarations', 'auto_declarations'].map(type => ({
        type,
        filename: 'page.png',
        content,
      })),
    })
    asPublished('POST', '/api/intake/{uid}/attach', attached)
    expect(attached.body.received).toHaveLength(2)
    await shopper.untilAt('bound')
    expect((await shopper.policy()).body).toMatchObject({ policy: { policy_number: expect.any(String) } })
    expect((await shopper.coarse()).body).toMatchObject({
      status: 'bound',
      response_summary: 'The policy is bound.',
      agent_instructions: [expect.stringMatching(/^The purchase is complete\./)],
    })
    expect(await mailbox(service.url, household.email)).toEqual([])
    const ended_on = plusDays(bindAnswers().effective_date, 30)
    await cancel(shopper, ended_on)
    expect((await shopper.coarse()).body).toMatchObject({
      response_summary: expect.stringMatching(
        `^The policy ends at 12:01 a.m. local time on ${dayWords(ended_on)}, `,
      ),
      agent_instructions: [
        expect.stringContaining('Never say'),
        expect.stringMatching(/^To read the policy again/),
      ],
    })
    expect((await shopper.patch({ intake: { full_name: 'Else' } })).body.message).toContain(
      `The policy was canceled and covers nothing from ${dayWords(ended_on)} on.`,
    )
  })

  test('is submitted only with the token of the review that was read, and not with answers that changed it', async () => {
    const { felony, ...intake } = completeHousehold()
    const shopper = await shopping('umbrella', { intake, sandbox: true })
    const needsToken = {
      status: 400,
      body: { fields: [{ path: 'review_token', code: 'required_with' }] },
    }
    expect(await shopper.patch({ intake: { felony }, confirm_submission: true })).toMatchObject(needsToken)
    const { review_token } = (await shopper.patch({ intake: { felony } })).body
    expect(await shopper.patch({ confirm_submission: true })).toMatchObject(needsToken)
    const unreadable = await shopper.patch({ confirm_submission: true, intake: { vehicle_count: 'two' } })
    expect(unreadable.body.fields).toMatchObject([
      { path: 'review_token' },
      { path: 'intake.vehicle_count', code: 'wrong_type' },
    ])
    const changed = await shopper.patch({
      intake: { motorcycles: 1 },
      confirm_submission: true,
      review_token,
    })
    expect(changed).toMatchObject({
      status: 200,
      body: {
        status: 'ready_for_review',
        response_summary: expect.stringContaining('nothing was submitted'),
      },
    })
    expect((await shopper.confirmReview()).status).toBe(202)
  })

  test('what the other line takes is refused by name', async () => {
    const shopper = await shopping('umbrella', { intake: completeHousehold(), sandbox: true })
    expect(await shopper.patch({ credit_check_authorized: true, confirm_submission: true })).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'credit_check_authorized' }] },
    })
    expect((await shopper.select({ offer_id: 'off_x' })).status).toBe(400)
    const home = await shopping('homeowners', { intake: completeIntake(), sandbox: true })
    expect(await home.bind({ payment: { plan_id: 'two_payments' } })).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'payment', expected: expect.stringContaining('umbrella') }] },
    })
    expect((await shopper.bind()).body).toMatchObject({
      error: 'conflict',
      message: expect.stringContaining('PATCH /api/intake/{uid}'),
    })
  })

  test('what a carrier asks for decides the next step', async () => {
    const intake = completeHousehold({ ...bindAnswers(), jet_skis: 18 })
    const shopper = await shopping('umbrella', { intake, sandbox: true })
    await shopper.confirmReview()
    const offer = offersOf(await shopper.untilAt('quoted')).find(({ carrier }) =>
      carrier?.includes('Marrowby'),
    )
    const choice = { selection_token: offer?.selection_token, selection_confirmed: true }
    await shopper.select({ ...choice, credit_consent: yes })
    await shopper.bind({ bind_confirmed: true })
    const asked = (await shopper.untilAt('info_requested')).body
    expect(asked).toMatchObject({
      required_upload_types: ['declarations'],
      next_action: { operation: 'attach' },
    })
    expect(asked.agent_instructions).not.toContainEqual(expect.stringContaining('next_question'))
    const content = pngOf(300, 300).toString('base64')
    await shopper.attach({ type: 'declarations', filename: 'page.png', content })
    await shopper.untilAt('bound')
  })

  test('what is too late to change is refused with what a shopper can do, never with what an operator can', async () => {
    const late = await serviceForThisTest({ env: { RATE_LIMITS: 'off' } })
    const effective_date = new Date(Date.now() + 3 * DAY).toISOString().slice(0, 10)
    const intake = completeHousehold({ ...bindAnswers(), effective_date })
    const shopper = await startShopping(late.url, 'umbrella', { intake, sandbox: true })
    await shopper.confirmReview()
    const [offer, other] = offersOf(await shopper.untilAt('quoted'))
    const choice = {
      selection_token: offer?.selection_token,
      selection_confirmed: true,
      credit_consent: yes,
    }
    const unasked = await shopper.select({ ...choice, intake: { jet_skis: 2 } })
    await shopper.select({ ...choice, credit_consent: { ...yes, answer: 'No' } })
    const refused = await shopper.bind()
    expect(refused.body.message).toMatch(/^There is nothing to bind now\. The person said No to the credit/)
    expect((await shopper.coarse()).body).toMatchObject({
      status: 'quoted',
      response_summary: expect.stringMatching(
        /^The person said No to the credit check, and we recorded it\./,
      ),
    })
    const tooLate = await shopper.patch({ intake: { jet_skis: 2 } })
    expect((await shopper.select(choice)).body.status).toBe('ready_to_finalize')
    const again = await shopper.select({ ...choice, selection_token: other?.selection_token })
    expect(again.body).toMatchObject({
      status: 'ready_to_finalize',
      selected_offer: { selection_token: other?.selection_token },
    })
    late.pass(6 * DAY)
    const passed = await shopper.bind()
    for (let week = 0; week < 5; week++) {
      late.pass(6 * DAY)
      await shopper.issues()
    }
    const expired = await shopper.bind()
    expect((await shopper.issues()).body).toMatchObject({
      response_summary: expect.stringContaining('expired'),
      next_action: { operation: 'none', description: expect.stringContaining('start a new prefill') },
    })
    expect([unasked, tooLate, passed, expired].map(({ status }) => status)).toEqual([400, 409, 409, 409])
    for (const { text } of [unasked, tooLate, expired])
      expect(text).toContain('POST /api/consumer/umbrella/prefill')
    for (const { text } of [unasked, refused, tooLate, passed, expired])
      expect(text).not.toMatch(/draft|api\/agent/)
    expect(passed.text).toContain('POST /api/intake/{uid}/select')
    expect(tooLate.text).not.toMatch(/selection_token|offer/)
    expect(passed.text).toContain('start date has passed')
    expect(expired.text).toContain('offer has expired')
  })
})

test('the status of an application without a carrier says why, and that no quotes are ready', async () => {
  const household = await shopping('umbrella', { intake: completeHousehold({ felony: true }), sandbox: true })
  expect((await household.coarse()).body).toMatchObject({
    status: 'abandoned',
    detail_status: 'ineligible',
    response_summary: 'None of our carriers can insure this household.',
  })
  const home = await shopping('homeowners', { intake: completeIntake({ home_sqft: 2222 }), sandbox: true })
  await home.patch(both)
  await home.untilAt('quoted')
  expect((await home.coarse()).body).toMatchObject({
    status: 'quoted',
    response_summary: 'No carrier made an offer for this application.',
  })
})

test('the surface is mapped, and a polling token opens nothing else', async () => {
  const { body } = await call(`${service.url}/api/consumer`)
  expect(body).toMatchObject({
    surface: 'consumer',
    preferred_openapi_url: `${service.url}/api/consumer/openapi.yaml`,
  })
  expect(body.operations).toHaveLength(11)
  const shopper = await shopping('umbrella', { intake: { full_name: 'Ada' }, sandbox: true })
  const token = String(shopper.started.body.polling_token)
  expect(await shopper.issues({ token })).toMatchObject({ status: 401, body: { error: 'unauthorized' } })
  expect((await call(`${service.url}/api/consumer/status?token=plt_nobody`)).status).toBe(404)
})
