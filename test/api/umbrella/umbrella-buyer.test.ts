import { afterAll, beforeAll, expect, test } from 'vitest'
import { policiesOf } from '../../../src/agency/policies/policies.ts'
import { listEntries } from '../../../src/platform/audit/store.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import type { Failure } from '../../../src/platform/errors.ts'
import { DAY } from '../../../src/platform/lib/clock.ts'
import { issueCode, redeemCode, type Subject, tryCode } from '../../../src/platform/signin/one-time-code.ts'
import { askForPayment } from '../../../src/products/line/reviewed-purchase/buying/ask-for-payment.ts'
import { readIntake } from '../../../src/products/line/reviewed-purchase/intake/intake.ts'
import { reviewUrl } from '../../../src/products/line/reviewed-purchase/intake/review-token.ts'
import { creditCheck } from '../../../src/products/umbrella/consent-words.ts'
import { pngOf } from '../../support/browser/pictures.ts'
import { answersOn } from '../../support/people/answered-alone.ts'
import { mailbox, newEmail } from '../../support/people/client.ts'
import { newOperator, type TestOperator } from '../../support/people/homeowner-intakes.ts'
import { provenBuyer } from '../../support/people/proven-buyer.ts'
import {
  bindAnswers,
  completeHousehold,
  readyToFinalize,
  umbrellaCall,
  untilStatus,
  yes,
} from '../../support/people/umbrella-applications.ts'
import { umbrellaIn } from '../../support/people/umbrella-intakes.ts'
import { hiddenIn, newVisitor, type Seen } from '../../support/people/visitor.ts'
import { evidenceOf } from '../../support/runs/evidence.ts'
import { until } from '../../support/runs/until.ts'
import { serviceForThisTest, startTestService, type TestService } from '../../support/servers/service.ts'

let service: TestService
let operator: TestOperator
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off' } })
  operator = await newOperator(service)
})
afterAll(() => service.stop())

const at = () => ({ url: service.url, key: operator.key })
const statusOf = async (uid: unknown) => (await umbrellaCall(at(), 'status', { uid })).body

const asBuyer = (uid: string, email: string) => provenBuyer(service, { uid, email })

const american = (day: string): string => day.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1')

const answers = () => ({
  'vehicles[0].year': '2020',
  'vehicles[0].make': 'Toyota',
  'vehicles[0].model': 'Camry',
  effective_date: american(bindAnswers().effective_date),
  prior_carrier: 'none',
})

const consentsOf = (uid: string) => evidenceOf(service, uid)

/** Quoted, with no answer to what is asked before the purchase. */
const quoted = async (values: object = {}) => {
  const household = completeHousehold(values)
  const { uid, review_token } = (await umbrellaCall(at(), 'draft', { intake: household, sandbox: true })).body
  await umbrellaCall(at(), 'quotes', { uid, review_token, review_confirmed: true })
  const { offers } = (await untilStatus(at(), uid, ['quoted'])).body
  const own = offers as { carrier: string; selection_token: string }[]
  const tokenOf = (carrier: string) => String(own.find(one => one.carrier.includes(carrier))?.selection_token)
  return { uid: String(uid), email: household.email, tokenOf }
}

const signature = (text: string) => ({
  token: String(/name="token" value="([^"]+)"/.exec(text)?.[1]),
  disclosures_version: String(/name="disclosures_version" value="([^"]+)"/.exec(text)?.[1]),
  electronic_records_version: String(/name="electronic_records_version" value="([^"]+)"/.exec(text)?.[1]),
  disclosures: 'yes',
  electronic_records: 'yes',
  signed_name: 'Ada Buyer',
})

const version = (text: string): string => String(/name="version" value="([^"]+)"/.exec(text)?.[1])

const picture = (name: string) => new File([new Uint8Array(pngOf(400, 400))], name)

test('a buyer chooses, consents, decides how to pay, signs and sends documents on one page, and all of it is on record as theirs', async () => {
  const { uid, email, tokenOf } = await quoted({ jet_skis: 17 })
  const buyer = await asBuyer(uid, email)
  const selection_token = tokenOf('Brindlemoor')
  const [, steps = ''] = /<nav class="path.*?>(.*?)<\/nav>/s.exec((await buyer.open(buyer.path)).text) ?? []
  for (const step of ['Quotes', 'Consent', 'Sign', 'Documents', 'Pay', 'Policy'])
    expect(steps, 'all steps are named before the first choice').toContain(step)
  await buyer.send(`${buyer.path}/choose`, { selection_token })
  expect((await statusOf(uid)).status).toBe('credit_consent_required')

  const asked = await buyer.open(buyer.path)
  const yes = { selection_token, answer: 'Yes', version: version(asked.text) }
  const incomplete = await buyer.send(`${buyer.path}/consent`, yes)
  expect(incomplete.status).toBe(400)
  expect(incomplete.text).toContain('Start date: Enter an answer.')
  expect((await consentsOf(uid)).filter(({ purpose }) => purpose === 'umbrella_credit_check')).toEqual([])
  const unsaid = await buyer.send(`${buyer.path}/consent`, { ...yes, ...answers(), answer: '' })
  expect(unsaid.text).toContain('Soft credit check: Choose Yes or No.')
  expect((await statusOf(uid)).status).toBe('credit_consent_required')
  await buyer.send(`${buyer.path}/consent`, { ...yes, ...answers() })
  expect((await statusOf(uid)).status).toBe('ready_to_finalize')

  expect((await buyer.open(buyer.path)).text).toContain('Choose another quote')
  await buyer.send(`${buyer.path}/choose`, { selection_token: tokenOf('Stonewhistle') })
  expect((await statusOf(uid)).selected_offer).toMatchObject({
    carrier: expect.stringContaining('Stonewhistle'),
  })
  await buyer.send(`${buyer.path}/choose`, { selection_token })
  await buyer.send(`${buyer.path}/consent`, { ...yes, ...answers() })
  const toSign = await buyer.open(buyer.path)
  expect(toSign.text).toMatch(/How you pay[\s\S]*Nothing is due today\. \$[\d,.]+ is due to/)
  expect(toSign.text).not.toContain('is due today, to')
  const ways = [...toSign.text.matchAll(/name="pay" value="([^"]+)"/g)].map(([, way]) => way)
  const pay = 'insured/two_payments'
  expect(ways).toEqual(['insured/full', pay])
  const changed = await buyer.send(`${buyer.path}/sign`, { ...signature(toSign.text), pay })
  expect(changed.text).toContain('You haven’t signed yet. Check the amounts, then sign.')
  expect(changed.text).toMatch(/How you pay[\s\S]*Then \$[\d,.]+ due 180 days after the start date/)
  const total = /(\$[\d,.]+) in all/.exec(changed.text)?.[1]
  expect(changed.text).toContain(`Sign and buy for ${total} in the first year`)
  expect(await statusOf(uid)).toMatchObject({
    status: 'ready_to_finalize',
    purchase_preview: { payment: { plan_id: 'two_payments' } },
  })
  const stale = await buyer.send(`${buyer.path}/sign`, signature(toSign.text))
  expect(stale.status).toBe(409)
  await buyer.send(`${buyer.path}/sign`, { ...signature(changed.text), pay })
  await untilStatus(at(), uid, ['documents_needed'])
  const given = (await consentsOf(uid)).filter(({ purpose }) => purpose !== 'umbrella_application_review')
  expect(new Set(given.map(({ proof, state }) => `${proof} ${state}`))).toEqual(
    new Set(['portal_session effective']),
  )
  expect(given.map(({ purpose }) => purpose)).toContain('umbrella_application_signature')

  const none = await buyer.upload(`${buyer.path}/documents`, {}, {})
  expect(none.text).toContain('Choose at least one file to send.')
  const text = await buyer.upload(
    `${buyer.path}/documents`,
    {},
    { declarations: new File(['hello'], 'a.pdf') },
  )
  expect(text.status).toBe(400)
  expect(text.text).toContain(
    'Home policy: declarations page. We can’t use this file. Send a PDF, or a clear photo (JPEG or PNG), up to 10 MB.',
  )
  const half = await buyer.upload(
    `${buyer.path}/documents`,
    {},
    {
      declarations: [picture('home-1.png'), picture('home-2.png')],
      auto_declarations: new File(['hello'], 'a.pdf'),
    },
  )
  expect(half.status).toBe(400)
  expect(half.text).toContain('We’ve kept the other files. Send only these again.')
  expect(half.text).toContain('home-2.png')
  expect(half.text).toContain('If you choose files here, they replace what you sent.')
  expect((await statusOf(uid)).required_upload_types).toEqual(['auto_declarations'])
  const both = () => ({ declarations: picture('home.png'), auto_declarations: picture('auto.png') })
  expect((await buyer.upload(`${buyer.path}/documents`, {}, both())).location).toBe(
    `${buyer.path}?note=files`,
  )
  await untilStatus(at(), uid, ['documents_needed'])
  expect((await buyer.open(buyer.path)).text).toContain('The sandbox rejects the first documents')
  await buyer.upload(`${buyer.path}/documents`, {}, both())
  const { policy } = (await untilStatus(at(), uid, ['bound'])).body as { policy: object }
  expect(policy).toMatchObject({ signature: { kind: 'person', by: 'Ada Buyer' } })
  expect((await buyer.open(buyer.path)).text).toMatch(/href="[^"]+\/umbrella\/documents\//)
})

test('No is recorded as No, the quotes stay open, and what was typed beside it is kept', async () => {
  const { uid, email, tokenOf } = await quoted()
  const buyer = await asBuyer(uid, email)
  const selection_token = tokenOf('Marrowby')
  await buyer.send(`${buyer.path}/choose`, { selection_token })
  const typed = { ...answers(), 'vehicles[0].vin': 'nonsense', prior_carrier: 'Acme Mutual' }
  await buyer.send(`${buyer.path}/consent`, { selection_token, answer: 'No', ...typed })
  expect((await buyer.open(buyer.path)).text).toContain(
    'You said no to the credit check. Nothing was bought, and no credit check was made.',
  )
  expect((await statusOf(uid)).status).toBe('quoted')
  expect((await consentsOf(uid)).map(({ purpose }) => purpose)).not.toContain('umbrella_credit_check')
  const again = await buyer.send(`${buyer.path}/choose`, { selection_token })
  expect(again.status).toBe(303)
  const { text } = await buyer.open(buyer.path)
  expect(text).toContain('value="Acme Mutual"')
  expect(text).toContain(`value="${answers().effective_date.replace(/\b0/g, '')}"`)
  expect(text).not.toContain('nonsense')
})

test('a No on the page is lifted by the buyer alone: no agent and no new draft overrides it', async () => {
  const { uid, email, tokenOf } = await quoted()
  const buyer = await asBuyer(uid, email)
  const selection_token = tokenOf('Marrowby')
  await buyer.send(`${buyer.path}/choose`, { selection_token })
  await buyer.send(`${buyer.path}/consent`, { selection_token, answer: 'No' })
  const select = (token: unknown) =>
    umbrellaCall(at(), 'select', {
      uid,
      selection_token: token,
      selection_confirmed: true,
      credit_consent: yes,
    })
  const refused = { status: 409, body: { message: expect.stringContaining('only they can change that') } }
  expect(await select(selection_token)).toMatchObject(refused)
  const { review_token } = (await umbrellaCall(at(), 'draft', { uid, intake: {} })).body
  await umbrellaCall(at(), 'quotes', { uid, review_token, review_confirmed: true })
  const { offers, next_action } = (await untilStatus(at(), uid, ['quoted'])).body
  expect(next_action).toMatchObject({ operation: 'none' })
  const [again] = offers as { selection_token: string }[]
  expect(await select(again?.selection_token)).toMatchObject(refused)
  await buyer.send(`${buyer.path}/choose`, { selection_token: String(again?.selection_token) })
  await buyer.send(`${buyer.path}/consent`, {
    selection_token: String(again?.selection_token),
    version: creditCheck.version,
    answer: 'Yes',
    ...answers(),
  })
  expect((await statusOf(uid)).status).toBe('ready_to_finalize')
})

test('one address has five wrong codes for an email in all, and the sandbox neither adds to them nor ends them', async () => {
  const { app } = service
  const email = completeHousehold().email
  const of = (about: string, sandbox = false) => ({ purpose: 'buyer' as const, email, about, sandbox })
  const enter = (subject: Subject, code: string, from: string) =>
    tryCode(app, subject, { code, from }).then(tried =>
      transact(app, inside => redeemCode(inside, tried)).then(() => 'entered'),
    )
  const failed = (subject: Subject, from: string) =>
    enter(subject, 'wrong', from).catch((error: Failure) => error.code)
  const five = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(about => failed(of(about), '203.0.113.1')))
  expect(new Set(five)).toEqual(new Set(['invalid_otp']))
  expect(await failed(of('f'), '203.0.113.1')).toBe('too_many_attempts')
  expect(await failed(of('f', true), '203.0.113.1')).toBe('invalid_otp')
  for (let address = 2; address <= 6; address++)
    for (let tries = 0; tries < 5; tries++) await failed(of('a'), `203.0.113.${address}`)
  const { code } = await issueCode(app, of('g', true))
  expect(await enter(of('g', true), code, '203.0.113.7')).toBe('entered')
  expect(await failed(of('a'), '203.0.113.7')).toBe('too_many_attempts')
})

test('an agent replaces the email address only until the buyer signs in with it', async () => {
  const { email } = completeHousehold()
  const { uid } = (
    await umbrellaCall(at(), 'draft', { intake: completeHousehold({ email: `x.${email}` }), sandbox: true })
  ).body
  const change = (to: string) => umbrellaCall(at(), 'draft', { uid, intake: { email: to } })
  expect((await change(email)).status).toBe(200)
  await asBuyer(String(uid), email)
  expect(await change(`y.${email}`)).toMatchObject({
    status: 409,
    body: {
      message: expect.stringContaining('start a new application with the right address'),
      fields: [{ path: 'intake.email', code: 'email_locked' }],
    },
  })
})

test('a quote that a later draft replaced cannot be chosen', async () => {
  const { uid, email, tokenOf } = await quoted()
  const buyer = await asBuyer(uid, email)
  await umbrellaCall(at(), 'draft', { uid, intake: { motorcycles: 2 } })
  const late = await buyer.send(`${buyer.path}/choose`, { selection_token: tokenOf('Marrowby') })
  expect(late.status).toBe(409)
  expect(late.text).toContain('Your application has changed since you opened this page')
})

test('what an agent changed while the page was open stays, and so does what the buyer typed into it', async () => {
  const { email, ...household } = completeHousehold({ vehicle_count: 1, property_count: 1 })
  const { uid } = (await umbrellaCall(at(), 'draft', { intake: { ...household, email }, sandbox: true })).body
  const buyer = await asBuyer(String(uid), email)
  const page = await buyer.open(buyer.path)
  const fields = (text: string) =>
    Object.fromEntries(
      ['vehicle_count', 'property_count'].flatMap(name =>
        [`${name}.shown`, name].map(at => [
          at,
          new RegExp(`name="${at}"[^>]* value="(\\d+)"`).exec(text)?.[1],
        ]),
      ),
    ) as Record<string, string>
  await umbrellaCall(at(), 'draft', { uid, intake: { vehicle_count: 2 } })
  const sent = { ...hiddenIn(page.text), ...fields(page.text), property_count: '3' }
  const refused = await buyer.send(`${buyer.path}/correct`, sent)
  expect(refused.status).toBe(409)
  expect(refused.text).toContain('Your application has changed since you opened this page.')
  const again = fields(refused.text)
  expect(again).toEqual({
    'vehicle_count.shown': '2',
    vehicle_count: '2',
    'property_count.shown': '1',
    property_count: '3',
  })
  const saved = await buyer.send(`${buyer.path}/correct`, {
    ...again,
    ...hiddenIn(refused.text),
  })
  expect(saved.location).toBe(`${buyer.path}?saved=property_count`)
  const intake = await readIntake(service.app, String(uid))
  expect(intake?.application.household).toMatchObject({ vehicle_count: 2, property_count: 3 })
})

test('where an operator stated everything, the page does not tell the buyer that they confirmed, agreed or signed', async () => {
  const { uid, email } = await readyToFinalize(at(), { carrier: 'Marrowby' })
  await umbrellaCall(at(), 'bind', { uid, bind_confirmed: true })
  await untilStatus(at(), uid, ['bound'])
  const buyer = await asBuyer(uid, email)
  const { text } = await buyer.open(buyer.path)
  expect([...text.matchAll(/<li class="done"><span>(\w+)/g)].map(([, name]) => name)).toEqual([
    'Quotes',
    'Order',
  ])
  expect(text).not.toMatch(/What you confirmed|What you agreed to|You agreed|You signed/)
  expect(text).toContain('stated that you confirmed these answers.')
  expect(text).toContain('stated that it showed you this.')
  expect(text).toContain('We were told on your behalf that you agree to this.')
  expect(text).toContain('the business that applied for you')
  const [policy] = await policiesOf(service.app, uid)
  expect(policy?.signature).toMatchObject({ attested_by: 'the business that applied for the insured' })
  const ownConsents = async () =>
    (await consentsOf(uid)).filter(
      ({ purpose, proof }) => `${purpose} ${proof}` === 'electronic_records portal_session',
    )
  expect((await buyer.send(`${buyer.path}/electronic`, {})).status).toBe(400)
  expect(await ownConsents()).toEqual([])
  const electronic_records_version = /name="electronic_records_version" value="([^"]*)"/.exec(text)?.[1] ?? ''
  const agreed = { electronic_records: 'yes', electronic_records_version }
  for (const _ of [1, 2])
    expect((await buyer.send(`${buyer.path}/electronic`, agreed)).location).toBe(`${buyer.path}?note=agreed`)
  expect(await ownConsents()).toHaveLength(1)
  const onPaper = await buyer.send(`${buyer.path}/paper`, {})
  const { text: after } = await buyer.open(String(onPaper.location))
  expect(after).toMatch(
    /role="status"[^>]*autofocus.*From now on, we’ll send your documents by postal mail\./,
  )
  expect(after).toContain('You withdrew your consent to electronic delivery.')
  expect((await listEntries(service.app.db, uid)).at(-1)).toMatchObject({
    event: 'delivery_withdrawn',
    actor: 'buyer',
    facts: { received_how: 'website' },
  })
})

test('the page shows what to pay and where', async () => {
  const { intake } = await umbrellaIn(service, {
    owner: operator.uid,
    status: 'documents_pending_review',
    answers: { jet_skis: 16 },
  })
  await transact(service.app, inside =>
    askForPayment(inside, intake, { actor: 'test', event: 'documents_accepted' }),
  )
  const { email = '' } = intake.application.household
  const buyer = await asBuyer(intake.uid, email)
  // The first payment fails in this test household, and another one takes its place.
  const shown = await until(async () => {
    const { text } = await buyer.open(buyer.path)
    const { payment_url } = await statusOf(intake.uid)
    return text.includes(`href="${payment_url}"`) ? text : null
  })
  expect(shown).toContain('<span class="figure">$400</span>')
  expect(shown).toMatch(/Reference number<\/dt><dd>\w/)
  expect(shown).toContain('Your payment did not go through.')
  expect(shown).not.toContain('Your documents are approved.')
})

test('the buyer ends a purchase that is not ordered, and the agent is told not to buy again unasked', async () => {
  const { intake } = await umbrellaIn(service, { owner: operator.uid, status: 'documents_needed' })
  const { email = '' } = intake.application.household
  const buyer = await asBuyer(intake.uid, email)
  expect((await buyer.open(buyer.path)).text).toContain(
    'You can end it until the insurance company has the order.',
  )
  await buyer.send(`${buyer.path}/end`)
  expect(await statusOf(intake.uid)).toMatchObject({
    status: 'quoted',
    response_summary: expect.stringContaining('The buyer ended the purchase'),
    next_action: { operation: 'none' },
  })
  expect((await buyer.open(buyer.path)).text).toContain('You ended the purchase.')
  expect((await buyer.send(`${buyer.path}/end`)).status).toBe(409)
})

test('the buyer answers what the carrier asks', async () => {
  const { intake } = await umbrellaIn(service, { owner: operator.uid, status: 'info_requested' })
  const { email = '' } = intake.application.household
  const buyer = await asBuyer(intake.uid, email)
  const empty = await buyer.send(`${buyer.path}/answer`, { effective_date: '' })
  expect(empty.text).toContain('Start date: Enter an answer.')
  expect((await statusOf(intake.uid)).status).toBe('info_requested')
  const given = { effective_date: answers().effective_date }
  const late = await buyer.send(`${buyer.path}/answer`, { ...given, asked: 'earlier' })
  expect(late.status, 'an answer to an earlier question').toBe(409)
  expect((await statusOf(intake.uid)).status).toBe('info_requested')
  const { asked = '' } = hiddenIn(late.text)
  await buyer.send(`${buyer.path}/answer`, { ...given, asked })
  expect((await statusOf(intake.uid)).status).not.toBe('info_requested')
})

test('what the buyer typed is saved by the button that confirms, and all errors are told at once', async () => {
  const household = completeHousehold()
  const { body } = await umbrellaCall(at(), 'draft', { intake: household, sandbox: true })
  const uid = String(body.uid)
  const buyer = await asBuyer(uid, household.email)
  const tokenIn = (text: string) => String(/name="review_token" value="([^"]+)"/.exec(text)?.[1])
  const review_token = tokenIn((await buyer.open(buyer.path)).text)
  const wrong = await buyer.send(`${buyer.path}/confirm`, { review_token, full_name: '', birthday: 'x' })
  expect(wrong.status).toBe(400)
  expect(wrong.text).toContain('Your full name: Enter an answer.')
  expect(wrong.text).toContain('Your date of birth: Enter a day that exists, with the month first')

  const switched = await buyer.send(`${buyer.path}/confirm`, {
    _switch: 'es',
    review_token,
    preferred_language: 'en',
    motorcycles: '2',
  })
  expect(switched.text).toMatch(/name="preferred_language" value="es"[^>]* checked|value="es" selected/)
  expect(switched.text).toMatch(/name="motorcycles"[^>]* value="2"/)
  await buyer.send('/language', { language: 'en' })

  const typed = { vehicle_count: '3', motorcycles: '2' }
  const saved = await buyer.send(`${buyer.path}/confirm`, { review_token, ...typed })
  expect(saved.location).toBe(`${buyer.path}?saved=vehicle_count,motorcycles&check=again`)
  const shown = await buyer.open(String(saved.location))
  expect(shown.text).toContain('Cars, vans and pickups: 3. Motorcycles: 2. Check once more, then confirm.')
  expect((await statusOf(uid)).status).toBe('ready_for_review')
  await buyer.send(`${buyer.path}/confirm`, { review_token: tokenIn(shown.text), ...answersOn(shown.text) })
  expect((await statusOf(uid)).status).not.toBe('ready_for_review')
})

test('what is wrong with each car is told with what is missing, by its number', async () => {
  const { uid, email, tokenOf } = await quoted({ vehicle_count: 2 })
  const buyer = await asBuyer(uid, email)
  const selection_token = tokenOf('Marrowby')
  await buyer.send(`${buyer.path}/choose`, { selection_token })
  const { text } = await buyer.open(buyer.path)
  const refused = await buyer.send(`${buyer.path}/consent`, {
    ...answers(),
    selection_token,
    version: version(text),
    'vehicles[0].year': '1850',
    effective_date: 'soon',
  })
  expect(refused.text).toContain('Car 1, Model year: Enter a year from 1900 to 2200.')
  expect(refused.text).toContain('Car 2, Make: Enter an answer.')
  expect(refused.text).toContain('Start date: Enter a day that exists, with the month first')
  expect(refused.text).toContain('Soft credit check: Choose Yes or No.')
})

test('before they sign, buyers correct what they confirmed, and confirm it again', async () => {
  const { uid, email } = await readyToFinalize(at(), { carrier: 'Marrowby' })
  const buyer = await asBuyer(uid, email)
  const { text } = await buyer.open(buyer.path)
  expect(text).toContain('If you don’t want this policy')
  const [, review_token = ''] = /name="review_token" value="([^"]*)"/.exec(text) ?? []
  const saved = await buyer.send(`${buyer.path}/correct`, { review_token, motorcycles: '2' })
  expect(saved.status).toBe(303)
  expect((await statusOf(uid)).status).toBe('ready_for_review')
  expect((await buyer.open(buyer.path)).text).toContain('Review your application')
})

test('an expired link emails a new one to the buyer’s address only, and answers every address alike', async () => {
  const own = await serviceForThisTest({ env: { RATE_LIMITS: 'off' } })
  const household = completeHousehold()
  const { body } = await umbrellaCall({ url: own.url, key: (await newOperator(own)).key }, 'draft', {
    intake: household,
    sandbox: false,
  })
  const path = new URL(reviewUrl(own.app, String(body.uid))).pathname
  own.pass(8 * DAY)
  const visitor = newVisitor(own.url)
  const dead = await visitor.open(path)
  expect(dead.status).toBe(410)
  expect(dead.text).toContain('Email me a new link')
  const bare = (seen: Seen, email: string) =>
    seen.text.replaceAll(email, 'EMAIL').replaceAll(/value="[\w-]+"/g, '')
  const other = newEmail()
  const [wrong, right] = [
    await visitor.send(`${path}/link`, { email: other }),
    await visitor.send(`${path}/link`, { email: household.email }),
  ]
  expect(bare(wrong, other)).toBe(bare(right, household.email))
  const mail = await until(async () =>
    (await mailbox(own.url, household.email)).find(({ subject }) => subject.startsWith('Your new link')),
  )
  expect((await visitor.open(new URL(String(mail?.links[0])).pathname)).text).toContain('Email me a code')
  expect(await mailbox(own.url, other)).toEqual([])
  expect((await visitor.open('/umbrella/review/never')).text).not.toContain('Email me a new link')
})
