import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, dayOf } from '../../../src/platform/lib/clock.ts'
import { readIntake } from '../../../src/products/line/reviewed-purchase/intake/intake.ts'
import { purchaseAttestation } from '../../../src/products/umbrella/consent-words.ts'
import { query } from '../../support/database/database.ts'
import { newOperator, type TestOperator } from '../../support/people/homeowner-intakes.ts'
import {
  bindAnswers,
  completeHousehold,
  readyToFinalize,
  type UmbrellaOperation,
  umbrellaCall,
  untilStatus,
  yes,
} from '../../support/people/umbrella-applications.ts'
import { umbrellaIn } from '../../support/people/umbrella-intakes.ts'
import { onceNotBusy } from '../../support/runs/once-answered.ts'
import { serviceForThisTest, startTestService, type TestService } from '../../support/servers/service.ts'

let service: TestService
let operator: TestOperator
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off' } })
  operator = await newOperator(service)
})
afterAll(() => service.stop())

const at = () => ({ url: service.url, key: operator.key })
const call = (operation: UmbrellaOperation, body: unknown) => umbrellaCall(at(), operation, body)
const quoted = async (answers: object = {}) => {
  const { intake, selection_token } = await umbrellaIn(service, {
    owner: operator.uid,
    status: 'quoted',
    answers: { vehicles: null, effective_date: null, prior_carrier: null, ...answers },
  })
  return { uid: intake.uid, selection_token, selection_confirmed: true }
}
const no = { answer: 'No', collected_from_user: true }
const evidenceOf = (uid: string) =>
  query<{ purpose: string }>(
    service.databaseUrl,
    'select * from consents where uid = $1 order by given_at, ctid',
    [uid],
  )
const consentsOf = async (uid: string) =>
  (await evidenceOf(uid)).filter(({ purpose }) => purpose !== 'umbrella_offer_choice')

describe('select', () => {
  test('without an answer on credit the purchase waits for it, with the exact words to show', async () => {
    const choice = await quoted()
    const { body } = await call('select', choice)
    expect(body).toMatchObject({
      status: 'credit_consent_required',
      credit_consent_question: { version: expect.any(String), text: expect.stringContaining('soft credit') },
      selected_offer: { selection_token: choice.selection_token },
      next_action: { operation: 'select' },
    })
    expect(await consentsOf(choice.uid)).toEqual([])
    expect(await evidenceOf(choice.uid)).toMatchObject([
      { purpose: 'umbrella_offer_choice', proof: 'operator_attestation', state: 'effective' },
    ])
    const consented = await call('select', { ...choice, credit_consent: yes, intake: bindAnswers() })
    expect(consented.body.status).toBe('ready_to_finalize')
  })

  test('after a Yes with answers missing, next_action is the call that succeeds, with all of it asked once', async () => {
    const choice = await quoted()
    const early = await call('select', { ...choice, credit_consent: yes })
    const { next_action, selected_offer } = early.body as {
      next_action: { operation: UmbrellaOperation }
      selected_offer: { selection_token: string }
    }
    const complete = await call(next_action.operation, {
      uid: choice.uid,
      selection_token: selected_offer.selection_token,
      selection_confirmed: true,
      credit_consent: yes,
      intake: bindAnswers(),
    })
    expect(complete).toMatchObject({ status: 200, body: { status: 'ready_to_finalize' } })
  })

  test('Yes before the application is complete is kept as offered, and counts only when it comes again', async () => {
    const choice = await quoted()
    const early = await call('select', { ...choice, credit_consent: yes })
    expect(early.body).toMatchObject({
      status: 'needs_more_info_to_bind',
      next_question: {
        scope: 'application',
        fields: expect.arrayContaining([
          expect.objectContaining({ path: ['vehicles', 0, 'year'] }),
          expect.objectContaining({ path: ['effective_date'], format: 'date' }),
        ]),
      },
      selected_offer: { annual_price: 400 },
      response_summary: expect.stringContaining('kept as offered and does not count'),
      next_action: { operation: 'select' },
      credit_consent_question: { text: expect.any(String) },
    })
    expect(await consentsOf(choice.uid)).toMatchObject([
      { purpose: 'umbrella_credit_check', state: 'offered' },
    ])
    const consentId = async () =>
      (await query(service.databaseUrl, 'select consent_id from intakes where uid = $1', [choice.uid]))[0]
    expect(await consentId()).toEqual({ consent_id: null })
    const complete = await call('bind', { uid: choice.uid, intake: bindAnswers() })
    expect(complete.body).toMatchObject({
      status: 'credit_consent_required',
      response_summary: expect.stringContaining('kept as offered and does not count'),
      next_action: { operation: 'select' },
    })
    expect((await call('bind', { uid: choice.uid })).status).toBe(409)
    const again = await call('select', { ...choice, credit_consent: yes })
    expect(again.body).toMatchObject({ status: 'ready_to_finalize' })
    expect(again.body.response_summary).not.toContain('offered')
    const [offered, effective] = await consentsOf(choice.uid)
    expect([offered, effective]).toMatchObject([{ state: 'offered' }, { state: 'effective' }])
    expect(await consentId()).toEqual({
      consent_id: (effective as unknown as { consent_id: string }).consent_id,
    })
  })

  test('Yes on the complete application is evidence of the words, who attests them and for what', async () => {
    const choice = await quoted()
    const { body } = await call('select', { ...choice, credit_consent: yes, intake: bindAnswers() })
    expect(body).toMatchObject({ status: 'ready_to_finalize', selected_offer: { annual_price: 400 } })
    const question = (await call('status', await uidOf(quoted()))).body.credit_consent_question as {
      version: string
      text: string
    }
    expect(await consentsOf(choice.uid)).toMatchObject([
      {
        purpose: 'umbrella_credit_check',
        version: question.version,
        words: question.text,
        channel: 'operator_attestation',
        proof: 'operator_attestation',
        state: 'effective',
        given_by: operator.uid,
      },
    ])
  })

  test('No is put on record, and the offers stay open', async () => {
    const choice = await quoted()
    await call('select', choice)
    const { body } = await call('select', { ...choice, credit_consent: no })
    const refusal = {
      status: 'quoted',
      response_summary: expect.stringMatching(/said No to the credit check, and we recorded it/),
      next_action: { operation: 'none', description: expect.stringContaining('change their mind') },
      waiting_on: 'buyer',
    }
    expect(body).toMatchObject(refusal)
    expect(String(body.agent_instructions)).toMatch(/none of these offers can be bought without/)
    expect(String(body.agent_instructions)).not.toContain('Show all offers')
    expect(body).not.toHaveProperty('selected_offer')
    expect((await call('status', { uid: choice.uid })).body).toMatchObject(refusal)
    expect((await call('bind', { uid: choice.uid })).body.message).toMatch(
      /^There is nothing to bind now\. The buyer said No to the credit check\./,
    )
    expect(await consentsOf(choice.uid)).toEqual([])
    const entries = await query(
      service.databaseUrl,
      "select facts from audit_entries where uid = $1 and event = 'consent_refused'",
      [choice.uid],
    )
    expect(entries).toMatchObject([{ facts: { offer_id: choice.selection_token } }])
    const changed = await call('select', { ...choice, credit_consent: yes })
    expect(changed.body).toMatchObject({
      status: 'needs_more_info_to_bind',
      next_action: {
        operation: 'select',
        description: expect.stringContaining('once for the complete application'),
      },
    })
    expect(changed.body.response_summary).not.toContain('said No')
  })

  test('answers of the bind stage may come along; it never goes further than ready_to_finalize', async () => {
    const choice = await quoted()
    const { body } = await call('select', { ...choice, credit_consent: yes, intake: bindAnswers() })
    expect(body).toMatchObject({ status: 'ready_to_finalize', next_action: { operation: 'bind' } })
  })

  test('until it is bought, the buyer chooses again: another start date, another offer, which the guidance then names, or No', async () => {
    const { uid } = await readyToFinalize(at())
    const { body: ready } = await call('status', { uid, expand: 'offers' })
    const [first, second] = ready.offers as { selection_token: string; carrier: string }[]
    expect(ready.credit_consent_question).toMatchObject({ text: expect.stringContaining('soft credit') })
    const refused = await call('bind', { uid, intake: { prior_carrier: 'Acme' } })
    expect(refused).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('send select (POST /api/agent/umbrella/select)') },
    })
    expect(refused.body.message).not.toContain('bind_confirmed')
    const choose = (token: string | undefined, more: object) =>
      call('select', { uid, selection_token: token, selection_confirmed: true, ...more })
    const effective_date = dayOf(new Date(service.app.clock.now().getTime() + 20 * DAY))
    const moved = { credit_consent: yes, intake: { effective_date } }
    expect((await choose(first?.selection_token, moved)).body).toMatchObject({
      status: 'ready_to_finalize',
      purchase_preview: { carrier: first?.carrier, effective_date },
    })
    expect((await choose(second?.selection_token, {})).body.selection_guidance).toMatchObject({
      default_selection_token: second?.selection_token,
      summary: expect.stringContaining(second?.carrier ?? 'none'),
    })
    expect((await choose(second?.selection_token, { credit_consent: yes })).body).toMatchObject({
      status: 'ready_to_finalize',
      purchase_preview: { carrier: second?.carrier, effective_date },
      statement: { version: purchaseAttestation.version },
    })
    const last = await choose(second?.selection_token, { credit_consent: no })
    expect(last.body).toMatchObject({ status: 'quoted', next_action: { operation: 'none' } })
    expect((await call('bind', { uid, bind_confirmed: true })).status).toBe(409)
  })

  test('only answers of the bind stage: what the offers rest on is a 400', async () => {
    const choice = await quoted()
    const refused = await call('select', { ...choice, intake: { vehicle_count: 2, boat: 'Bo' } })
    expect(refused.body.fields).toMatchObject([
      { path: 'intake.vehicle_count', code: 'not_requested' },
      { path: 'intake.boat' },
    ])
  })

  test('a token never issued for this uid is a 400, one of superseded offers a 409, and any where nothing is offered', async () => {
    const [choice, other] = [await quoted(), await quoted()]
    for (const selection_token of [other.selection_token, 'off_never'])
      expect(await call('select', { ...choice, selection_token })).toMatchObject({
        status: 400,
        body: { fields: [{ path: 'selection_token' }] },
      })
    await call('draft', { uid: choice.uid, intake: { vehicle_count: 2 } })
    expect(await call('select', choice)).toMatchObject({
      status: 409,
      body: {
        error: 'stale_token',
        current_status: 'ready_for_review',
        message: expect.stringContaining('POST /api/agent/umbrella/quotes'),
      },
    })
    expect(await call('select', { ...choice, selection_token: 'off_never' })).toMatchObject({
      status: 409,
      body: { error: 'conflict', current_status: 'ready_for_review' },
    })
  })

  test.each([
    ['selection_confirmed false', { selection_confirmed: false }],
    ['no selection_confirmed', { selection_confirmed: undefined }],
    ['a consent not collected', { credit_consent: { answer: 'Yes', collected_from_user: false } }],
    ['a consent that is no answer', { credit_consent: { answer: 'yes', collected_from_user: true } }],
  ])('%s is a 400, and nothing changes', async (_what, wrong) => {
    const choice = await quoted()
    expect((await call('select', { ...choice, ...wrong })).status).toBe(400)
    expect((await call('status', { uid: choice.uid })).body.status).toBe('quoted')
  })
})

const uidOf = async (choice: Promise<{ uid: string }>) => ({ uid: (await choice).uid })

describe('bind', () => {
  const selected = async (answers: object = {}) => {
    const choice = await quoted(answers)
    await call('select', { ...choice, credit_consent: yes })
    return choice.uid
  }
  const consented = async () => {
    const choice = await quoted()
    await call('select', { ...choice, credit_consent: yes, intake: bindAnswers() })
    return choice.uid
  }

  test('takes the asked answers one by one, and buys nothing by it', async () => {
    const uid = await selected()
    const { vehicles, effective_date, prior_carrier } = bindAnswers()
    const first = await call('bind', { uid, intake: { vehicles } })
    expect(first.body).toMatchObject({
      status: 'needs_more_info_to_bind',
      next_question: { fields: [{ path: ['effective_date'] }, { path: ['prior_carrier'] }] },
    })
    const last = await call('bind', { uid, intake: { effective_date, prior_carrier } })
    expect(last.body.status).toBe('credit_consent_required')
    expect(await consentsOf(uid)).toHaveLength(1)
  })

  test('other fields than those asked are a 400, and so is a wrong answer', async () => {
    const uid = await selected()
    for (const intake of [{ jet_skis: 1 }, { color: 'red' }, { effective_date: '2020-01-01' }])
      expect((await call('bind', { uid, intake })).status).toBe(400)
  })

  test('the uid alone buys nothing: it shows what would be bought and what a confirmation states', async () => {
    const uid = await consented()
    const preview = await call('bind', { uid })
    expect(preview).toMatchObject({
      status: 200,
      body: {
        status: 'ready_to_finalize',
        purchase_preview: {
          annual_price: expect.any(Number),
          coverage_limit: 2_000_000,
          coverages: expect.arrayContaining([
            { label: 'Personal umbrella, each occurrence', amount: '$2,000,000' },
          ]),
          effective_date: bindAnswers().effective_date,
          signature_required: false,
        },
        statement: { version: purchaseAttestation.version, text: purchaseAttestation.words },
      },
    })
    const { body: polled } = await call('status', { uid })
    expect(polled.purchase_preview).toEqual(preview.body.purchase_preview)
    expect(await consentsOf(uid)).toHaveLength(1)
    for (const bind_confirmed of [false, 'yes', null])
      expect((await call('bind', { uid, bind_confirmed })).status).toBe(400)
  })

  test('bind_confirmed commits: evidence, chosen, and the carrier’s way goes on', async () => {
    const uid = await consented()
    const { body } = await call('bind', { uid, bind_confirmed: true })
    expect(body).toMatchObject({ status: 'chosen', next_action: { operation: 'status' } })
    expect(await consentsOf(uid)).toMatchObject([
      { purpose: 'umbrella_credit_check' },
      { purpose: 'state_notices', channel: 'operator_attestation' },
      {
        purpose: 'umbrella_purchase_attestation',
        channel: 'operator_attestation',
        given_by: operator.uid,
        words: purchaseAttestation.words,
      },
    ])
    await untilStatus(at(), uid, ['documents_needed'])
  })

  test('buys on the plan of the last preview, and a plan that is not offered is answered with those that are', async () => {
    const { uid } = await readyToFinalize(at(), { carrier: 'Brindlemoor' })
    const ways = ['full', 'two_payments'].map(plan_id => JSON.stringify({ bill_to: 'insured', plan_id }))
    expect((await call('bind', { uid, payment: { plan_id: 'weekly' } })).body.fields).toMatchObject([
      { path: 'payment', code: 'way_to_pay_not_offered', expected: `one of ${ways.join(', ')}` },
    ])
    const preview = await call('bind', { uid, payment: { plan_id: 'two_payments' } })
    expect(preview.body.purchase_preview).toMatchObject({ payment: { plan_id: 'two_payments' } })
    await call('bind', { uid, bind_confirmed: true })
    const { application } = (await readIntake(service.app, uid)) ?? {}
    expect(application?.purchase?.billing).toMatchObject({ plan_id: 'two_payments' })
  })

  test('of two racing binds one buys, and a call with answers never does', async () => {
    const uid = await consented()
    const withAnswers = { uid, intake: { prior_carrier: 'Acme' }, bind_confirmed: true }
    expect((await call('bind', withAnswers)).status).toBe(409)
    const buy = () => onceNotBusy(() => call('bind', { uid, bind_confirmed: true }))
    const answers = await Promise.all([buy(), buy(), buy()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect((await consentsOf(uid)).map(({ purpose }) => purpose).toSorted()).toEqual([
      'state_notices',
      'umbrella_credit_check',
      'umbrella_purchase_attestation',
    ])
  })

  test('an expired offer and a start date that has passed are 409s that say what to do', async () => {
    const late = await serviceForThisTest({ env: { RATE_LIMITS: 'off' }, work: false })
    const owner = await newOperator(late)
    const [first, second] = [
      await umbrellaIn(late, { owner: owner.uid, status: 'ready_to_finalize' }),
      await umbrellaIn(late, { owner: owner.uid, status: 'quoted' }),
    ]
    const lateCall = (operation: UmbrellaOperation, body: unknown) =>
      umbrellaCall({ url: late.url, key: owner.key }, operation, body)
    const seen = () => lateCall('status', { uid: second.intake.uid })
    expect((await seen()).body.offers).toEqual([expect.not.objectContaining({ recommended: true })])
    late.pass(20 * DAY)
    expect(await lateCall('bind', { uid: first.intake.uid })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('start date has passed') },
    })
    late.pass(11 * DAY)
    expect(await lateCall('bind', { uid: first.intake.uid })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('expired') },
    })
    const choice = {
      uid: second.intake.uid,
      selection_token: second.selection_token,
      selection_confirmed: true,
    }
    expect(await lateCall('select', choice)).toMatchObject({ status: 409, body: { error: 'stale_token' } })
    const { body } = await seen()
    expect(body).toMatchObject({
      status: 'quoted',
      offers: [],
      response_summary: expect.stringContaining('The offers have expired'),
      next_action: { operation: 'draft' },
    })
    expect(body).not.toHaveProperty('selection_guidance')
    const renewed = await lateCall('draft', { uid: second.intake.uid, intake: {} })
    expect(renewed.body.status).toBe('ready_for_review')
  })
})

test('of two sessions for one buyer only one is bought, however they race', async () => {
  const key = operator.key
  const email = 'one-buyer@example.com'
  const sessions = await Promise.all(
    [1, 2].map(async () => {
      const { body } = await umbrellaCall({ url: service.url, key }, 'draft', {
        intake: completeHousehold({ email, ...bindAnswers() }),
      })
      const uid = String(body.uid)
      await call('quotes', { uid, review_token: body.review_token, review_confirmed: true })
      const ready = (await untilStatus(at(), uid, ['quoted'])).body
      const [offer] = ready.offers as { selection_token: string }[]
      await call('select', {
        uid,
        selection_token: offer?.selection_token,
        selection_confirmed: true,
        credit_consent: yes,
      })
      return uid
    }),
  )
  const bought = await Promise.all(sessions.map(uid => call('bind', { uid, bind_confirmed: true })))
  expect(bought.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const winner = bought.find(({ status }) => status === 200)?.body.uid
  expect(bought.find(({ status }) => status === 409)?.body.message).toContain(String(winner))
})
