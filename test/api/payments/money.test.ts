import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { BindRequest } from '../../../src/agency/carriers/contract/bind.ts'
import type { PaymentPlan } from '../../../src/agency/carriers/contract/payment-terms.ts'
import { descriptionWords } from '../../../src/agency/emails/rules/payment-description.ts'
import { ledgerBalances, linesOfPolicy, paymentBalances } from '../../../src/agency/ledger/store.ts'
import { refundsOf } from '../../../src/agency/payments/money-store.ts'
import { openPayment } from '../../../src/agency/payments/open-payment.ts'
import { type Payment, paymentsOf } from '../../../src/agency/payments/payments.ts'
import { settlePayment } from '../../../src/agency/payments/receipts.ts'
import { reconcile } from '../../../src/agency/payments/reconcile.ts'
import { returnPayment } from '../../../src/agency/payments/returned.ts'
import { watchHolds } from '../../../src/agency/payments/sync.ts'
import { paymentTitle } from '../../../src/agency/policies/closing/pack.ts'
import { midnightIn } from '../../../src/agency/policies/coverage-start.ts'
import { isOpen, type Order, ordersOf } from '../../../src/agency/policies/orders.ts'
import { policiesOf } from '../../../src/agency/policies/policies.ts'
import type { Staff } from '../../../src/doors/desk/staff/staff.ts'
import { readTask } from '../../../src/doors/desk/tasks/read-task.ts'
import { actsAbout } from '../../../src/platform/audit/acts.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import { DAY, dayOf, MINUTE } from '../../../src/platform/lib/clock.ts'
import { zoneOf } from '../../../src/platform/lib/local-day.ts'
import { dayWords, plusDays } from '../../../src/platform/values/calendar.ts'
import { signatureDisclosures } from '../../../src/products/homeowners/application/consent-words.ts'
import { evidenceOf } from '../../../src/products/homeowners/buying/evidence.ts'
import { watchHomeOrders } from '../../../src/products/homeowners/buying/settle-orders.ts'
import { readOwnIntake } from '../../../src/products/homeowners/intake/intake.ts'
import { turnOf } from '../../../src/products/homeowners/intake/turn.ts'
import type { PortalHome } from '../../../src/products/homeowners/portal/homes.ts'
import { electronicRecords } from '../../../src/products/line/record/consent.ts'
import { reviewUrl } from '../../../src/products/line/reviewed-purchase/intake/review-token.ts'
import { umbrella as umbrellaProduct } from '../../../src/products/umbrella/line.ts'
import { textOfPdf } from '../../support/browser/pdf.ts'
import { sendEvent } from '../../support/carriers/carrier-event.ts'
import {
  answers,
  answersWith,
  type Behaviour,
  type CarrierServer,
  homeOffer,
  startCarrier,
  umbrellaOffer,
} from '../../support/carriers/carrier-server.ts'
import { carriersFile } from '../../support/carriers/carriers-file.ts'
import { dumpOf, openedDump, readableIn } from '../../support/database/canaries.ts'
import { query } from '../../support/database/database.ts'
import { choosing, payAt, paymentAt, subjects, textOf, twoHomesHeld } from '../../support/money/paying.ts'
import { type StripeServer, startStripe } from '../../support/money/stripe-server.ts'
import { getKey, newEmail } from '../../support/people/client.ts'
import { aCheckFor, STAFF, signIn } from '../../support/people/desk.ts'
import { completeIntake, quotesCall, untilQuoted } from '../../support/people/homeowner-applications.ts'
import { asHomeowner, offersIn, refusal } from '../../support/people/homeowner-in-portal.ts'
import {
  bindAnswers,
  completeHousehold,
  readyToFinalize,
  umbrellaCall,
  untilStatus,
  yes,
} from '../../support/people/umbrella-applications.ts'
import { hiddenIn, newVisitor } from '../../support/people/visitor.ts'
import { jobFacts } from '../../support/runs/model.ts'
import { until } from '../../support/runs/until.ts'
import { jsonFile, license } from '../../support/servers/production.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

const QUARTERLY: PaymentPlan = {
  plan_id: 'quarterly',
  label: 'Four payments',
  due_now_cents: 37_525,
  installments: [90, 180, 270].map(due_in_days => ({ due_in_days, amount_cents: 37_525, fee_cents: 525 })),
  total_cents: 150_100,
}

const TERMS = {
  payment_plans: [
    { plan_id: 'full', label: 'Pay in full', due_now_cents: 148_000, installments: [], total_cents: 148_000 },
    QUARTERLY,
  ],
  fees: [{ label: 'Policy fee', amount_cents: 5_000 }],
  taxes: [{ label: 'State tax', amount_cents: 1_250 }],
  bill_to: ['insured' as const, 'mortgagee_escrow' as const],
}

const BLOCKED = { kind: 'blocked', reason_code: 'inspection', reason: 'The roof did not pass.' }

let home: CarrierServer
let umbrella: CarrierServer
let stripe: StripeServer
let service: TestService
let invoicing: TestService

beforeAll(async () => {
  home = await startCarrier(0, quote_number => homeOffer({ quote_number, ...TERMS }))
  umbrella = await startCarrier(0, quote_number =>
    umbrellaOffer({ quote_number, coverage_limit: 2_000_000, bill_to: ['insured'] }),
  )
  stripe = await startStripe(() => service?.app.clock.now() ?? new Date())
  const env = {
    RATE_LIMITS: 'off',
    AGENCY_NAME: 'Elm Agency',
    AGENCY_PHONE: '217-555-0100',
    CARRIERS_FILE: carriersFile(
      [
        { id: 'far', url: home.url, homeowners_states: ['IL', 'OR'] },
        { id: 'over', umbrella_url: umbrella.url, umbrella_states: ['IL'], workflow: 'carrier_direct' },
      ],
      afterAll,
    ),
  }
  service = await startTestService({ env: { ...env, ...stripe.env } })
  invoicing = await startTestService({
    env: {
      ...env,
      PAYMENT_INSTRUCTIONS: 'By check to 1 Elm Street.',
      STAFF_EMAILS: STAFF,
      LICENSES_FILE: jsonFile([license(), license({ state: 'OR', number: '900800' })], afterAll),
    },
  })
})
afterAll(async () => {
  await Promise.all([service.stop(), invoicing.stop()])
  await Promise.all([home.close(), umbrella.close(), stripe.close()])
})
beforeEach(() => {
  home.bindBehaviour = answers
  home.nextBinds = []
  umbrella.nextBinds = []
})

const ordersGet =
  (answer: object): Behaviour =>
  (response, policy, request) =>
    answersWith(answer)(response, { request_id: (policy as { request_id: string }).request_id }, request)
const refuses = ordersGet(BLOCKED)

const balances = async (at: TestService, { payment_id }: Payment) =>
  Object.fromEntries(
    Object.entries(await paymentBalances(at.app.db, payment_id)).filter(([, cents]) => cents !== 0),
  )

/** It is the next day in the East and in UTC already. Returns the day in Illinois, where people live here. */
const passToEvening = (): string => {
  const { clock } = invoicing.app
  const day = plusDays(dayOf(clock.now()), 1)
  const midnight = midnightIn(zoneOf('IL'), plusDays(day, 1))
  invoicing.pass(+midnight - 30 * MINUTE - +clock.now())
  return day
}

describe('a home that the agency bills', () => {
  test('is shown with the carrier’s plans before the signature, without escrow while no lender is named, and is not ordered without an authorization', async () => {
    const { homeowner, choose, uid, intake } = await choosing(service)
    const { signing } = await homeowner.view()
    expect(signing?.payment).toMatchObject({ due_cents: 148_000, needsHold: true, isAuthorized: false })
    expect(signing?.payment.billings[0]?.choices.map(({ value }) => value)).toEqual([
      'insured/full',
      'insured/quarterly',
    ])
    expect(await refusal(homeowner.sign())).toMatchObject({
      status: 409,
      message: expect.stringContaining('before the payment is set up'),
    })
    await choose({ bill_to: 'insured', plan_id: 'quarterly' })
    const due = (await homeowner.view()).signing?.payment
    expect(due).toMatchObject({ due_cents: 37_525, isAuthorized: false })
    expect(due?.billings[0]?.words.join(' ')).toContain('$375.25 is due today, to Elm Agency.')
    expect(await refusal(choose({ bill_to: 'at_closing' }))).toMatchObject({ status: 400 })
    expect(due?.billings[0]?.lacksLender).toBe(true)
    expect(await refusal(choose({ bill_to: 'mortgagee_escrow' }))).toMatchObject({ status: 400 })
    expect((await paymentsOf(service.app, uid)).map(({ status }) => status)).toEqual(['open'])
    expect(home.orders.filter(({ request }) => request.insured.email === intake.email)).toEqual([])
  })

  test('is authorized, ordered, bound and only then charged, once, the homeowner gets one receipt, and a lender reads what is due later', async () => {
    const { homeowner, choose, uid, intake } = await choosing(service)
    const payment = await choose({ bill_to: 'insured', plan_id: 'quarterly' })
    const page = await payAt(service, payment as Payment)
    expect(page.text).toContain('/portal/sign')
    await homeowner.sign()
    await homeowner.untilAt('bound')
    const paid = await paymentAt(service, uid, 'paid')
    expect(paid).toMatchObject({ charged_cents: 37_525, method: 'card' })
    expect(home.orders.at(-1)?.request.billing).toEqual({ bill_to: 'insured', plan_id: 'quarterly' })
    const fee = Math.round(37_525 * 0.029) + 30
    expect(await balances(service, paid)).toEqual({
      received: 37_525 - fee,
      fees: fee,
      payable_to_carrier: -37_525,
    })
    const [policy] = await policiesOf(service.app, uid)
    if (!policy) throw new Error('there is no policy')
    const evidence = await evidenceOf(service.app, policy)
    expect(evidence.payment).toMatchObject({ paid_cents: 37_525, unpaid: [] })
    expect(evidence.payment.scheduled.map(({ cents }) => cents)).toEqual([37_525, 37_525, 37_525])
    expect(paymentTitle(evidence)).toBe('Premium statement')
    await until(async () => (await subjects(service, intake.email)).includes('We received your payment'))
    const told = await subjects(service, intake.email)
    expect(told.filter(subject => subject === 'We received your payment')).toHaveLength(1)
    expect((await homeowner.view()).payments).toMatchObject([{ label: 'Paid', amount: '$375.25' }])
    const receipt = await fetch(`${paid.page_url}/receipt.pdf`)
    expect([receipt.status, receipt.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  })

  test('is released when the carrier blocks it, nothing is charged, and the email says so', async () => {
    const { homeowner, choose, uid, intake } = await choosing(service)
    await payAt(service, (await choose({ bill_to: 'insured', plan_id: 'full' })) as Payment)
    home.nextBinds = [refuses]
    await homeowner.sign()
    await homeowner.untilAt('offers')
    const released = await paymentAt(service, uid, 'void')
    await until(async () => stripe.books.intent(released.refs.intent ?? '').status === 'canceled')
    expect(await balances(service, released)).toEqual({})
    const text = await textOf(service, intake.email, 'Your home insurance policy was not issued')
    expect(text).toContain('You were not charged. We released the authorization of $1,480')
    const page = await (await fetch(released.page_url)).text()
    expect(page).toContain('It’s no longer needed.')
    expect(page).not.toContain('newer one')
  })

  test('is released when the credit authorization is withdrawn', async () => {
    const { homeowner, choose, uid } = await choosing(service)
    await payAt(service, (await choose({ bill_to: 'insured', plan_id: 'full' })) as Payment)
    await homeowner.withdrawConsent()
    const released = await paymentAt(service, uid, 'void')
    await until(async () => stripe.books.intent(released.refs.intent ?? '').status === 'canceled')
  })

  test('whose price changes after the signature is released, and needs a new signature and a new hold', async () => {
    const { homeowner, choose, uid, intake } = await choosing(service)
    await payAt(service, (await choose({ bill_to: 'insured', plan_id: 'full' })) as Payment)
    home.nextBinds = [ordersGet({ kind: 'price_changed', annual_price: 1600 })]
    await homeowner.sign()
    await homeowner.untilAt('offers')
    const released = await paymentAt(service, uid, 'void')
    await until(async () => stripe.books.intent(released.refs.intent ?? '').status === 'canceled')
    const text = await textOf(service, intake.email, 'The price changed, and nothing was bought')
    expect(text).toContain('$1,600 a year instead of $1,480')
    expect(text).toContain('You were not charged. We released the authorization of $1,480')
    const offer = offersIn(await homeowner.view()).find(({ annual_price }) => annual_price === 1600)
    const offer_id = String(offer?.offer_id)
    await homeowner.select([offer_id])
    expect((await homeowner.view()).signing?.payment).toMatchObject({
      due_cents: 160_000,
      isAuthorized: false,
    })
    expect(await refusal(homeowner.sign())).toMatchObject({ status: 409 })
    await payAt(service, (await choose({ offer_id, bill_to: 'insured' })) as Payment)
    await homeowner.sign()
    await homeowner.untilAt('bound')
    expect(await paymentAt(service, uid, 'paid')).toMatchObject({ charged_cents: 160_000 })
  })

  test('billed to the mortgage company that the application names takes no money', async () => {
    const { homeowner, choose, uid } = await choosing(service, { loans: [{ lender_name: 'First Bank' }] })
    expect(await choose({ bill_to: 'mortgagee_escrow' })).toBeNull()
    const { signing } = await homeowner.view()
    expect(signing?.payment).toMatchObject({ due_cents: 0, needsHold: false })
    await homeowner.sign()
    await homeowner.untilAt('bound')
    expect(await paymentsOf(service.app, uid)).toEqual([])
    expect(home.orders.at(-1)?.request.billing).toEqual({ bill_to: 'mortgagee_escrow', plan_id: 'full' })
  })

  test('without a provider is billed by an invoice once the policy is bound, with the license and the days of its state', async () => {
    const day = passToEvening()
    const { homeowner, uid, intake } = await choosing(invoicing)
    const agreed = '$1,480 is due 10 days after the policy is issued, to Elm Agency.'
    expect((await homeowner.view()).signing?.payment.billings[0]?.words).toEqual([agreed])
    const { offers = [] } = (await homeowner.view()).homes[0] ?? {}
    await homeowner.sign()
    const copy = await textOf(invoicing, intake.email, 'Your copy of what you signed')
    expect(copy).toContain(`You signed as ${intake.full_name} on `)
    for (const { words } of [electronicRecords, signatureDisclosures])
      expect(copy).toContain(words.replaceAll(/\s+/g, ' '))
    for (const { carrier } of offers)
      expect(copy).toContain(
        `You ${carrier === 'The far carrier' ? 'chose' : 'did not choose'} ${carrier}, $`,
      )
    expect(copy).toContain('Living area: 1,800 square feet')
    await homeowner.untilAt('bound')
    const owed = await paymentAt(invoicing, uid, 'open')
    expect(owed).toMatchObject({ amount_cents: 148_000, provider: 'invoice', due_on: plusDays(day, 10) })
    expect(await balances(invoicing, owed)).toEqual({ receivable: 148_000, payable_to_carrier: -148_000 })
    expect(await textOf(invoicing, intake.email, 'Payment due for your policy')).toContain('$1,480 is due by')
    const [policy] = await policiesOf(invoicing.app, uid)
    expect(policy?.billing).toMatchObject({ words: [agreed], due_on: owed.due_on })
    expect(policy?.charges).toEqual([...TERMS.fees, ...TERMS.taxes])
    const { text } = await newVisitor(invoicing.url).open(new URL(owed.page_url).pathname)
    for (const words of [
      '$1,480',
      'By check to 1 Elm Street.',
      'call Elm Agency at 217-555-0100',
      `<dt>Invoice date</dt><dd>${dayWords(day)}</dd>`,
      '<dt>Due date</dt>',
      '<dt>Payable to</dt><dd>Elm Agency · 217-555-0100 · license IL 100200300</dd>',
      'Pay by <strong>',
    ])
      expect(text).toContain(words)
    const next = `$1,480, due by ${dayWords(String(owed.due_on))}`
    const [home] = (await homeowner.view()).homes
    expect(home?.policy?.paid).toEqual([
      { label: 'How you pay', words: 'You pay Elm Agency. It sends you an invoice.' },
      { label: 'Next payment', words: next },
    ])
    expect(await textOf(invoicing, intake.email, 'Your policy is bound')).toContain(next)
  })

  test('and is in another state than the first home has an invoice and a receipt with the license of its own state', async () => {
    const { url, app } = invoicing
    const key = await getKey(url, newEmail())
    const far = completeIntake({ state: 'OR', city: 'Portland', zip: '97201' })
    const near = completeIntake()
    const intake = { ...near, home: [...near.home, ...far.home] }
    const { uid } = (await quotesCall(url, key, { intake, credit_check_authorized: true })).body
    await untilQuoted(url, key, uid)
    const homeowner = asHomeowner(invoicing, String(uid))
    const offers = offersIn(await homeowner.view()).filter(({ carrier }) => carrier === 'The far carrier')
    const licenses: string[] = []
    const keep = (text: string) => licenses.push(...(text.match(/license \w\w \d+(, \w\w \d+)*/g) ?? []))
    for (const [bought, { offer_id }] of offers.entries()) {
      await homeowner.select([offer_id])
      await homeowner.confirmAll()
      await homeowner.sign()
      const open = await paymentAt(invoicing, String(uid), 'open')
      const { text } = await newVisitor(url).open(new URL(open.page_url).pathname)
      keep(/<dt>Payable to<\/dt><dd>[^<]*/.exec(text)?.[0] ?? '')
      await settlePayment(app, open.payment_id, { by: 'staff:x', outcome: 'paid' })
      await homeowner.untilAt(bought === 0 ? 'offers' : 'bound')
      const receipt = await (await fetch(`${open.page_url}/receipt.pdf`)).arrayBuffer()
      keep(await textOfPdf(Buffer.from(receipt)))
    }
    const [il, or] = ['license IL 100200300', 'license OR 900800']
    expect(licenses).toEqual([il, il, or, or])
  })

  test('paid by check: the payment to the carrier is posted once, and a check that comes back is owed and asked for again, due that day where the home is', async () => {
    const day = passToEvening()
    const { homeowner, uid, intake } = await choosing(invoicing)
    await homeowner.sign()
    await homeowner.untilAt('bound')
    const owed = await paymentAt(invoicing, uid, 'open')
    const ann = await signIn(invoicing, invoicing.url)
    await ann.send(`/desk/payments/${owed.payment_id}`, aCheckFor(owed.amount_cents, 'chk 1001'))
    const receipt = await (await fetch(`${owed.page_url}/receipt.pdf`)).arrayBuffer()
    expect(await textOfPdf(Buffer.from(receipt))).toContain('license IL 100200300')

    const account = '/desk/money/carriers/far'
    const [policy] = await policiesOf(invoicing.app, uid)
    const named = `${policy?.policy_number}, ${policy?.insured.full_name}: $`
    const page = (await ann.open(account)).text
    expect(page).toContain(`${named}1,480`)
    const { owed: owedThen = '' } = hiddenIn(page)
    const paid_on = dayOf(new Date())
    const remitted = {
      owed: owedThen,
      policies: String(policy?.policy_id),
      amount: '1000',
      paid_on,
      reference: 'wire 7',
    }
    expect((await ann.send(account, { ...remitted, amount: '1480.01' })).status).toBe(400)
    const twice = await Promise.all([1, 2].map(() => ann.send(account, remitted)))
    expect(twice.map(({ location }) => location?.split('=').at(-1)).toSorted()).toEqual(['late', 'paid'])
    expect((await ann.open(account)).text).toContain(`${named}480`)
    const csv = (await ann.open('/desk/money/ledger.csv')).text.split('\r\n')
    expect(csv.filter(row => row.includes(`carrier_paid,`) && row.includes('wire 7'))).toHaveLength(2)

    const shown = (await ann.open('/desk/money')).text
    expect(shown).toMatch(/<dt>Owed to carriers<\/dt><dd>\$/)
    const path = `/desk/money/payments/${owed.payment_id}`
    expect((await ann.send(path)).status).toBe(400)
    const note = { note: 'No funds.' }
    expect((await ann.send(path, note)).location).toBe('/desk/money?done=returned')
    expect((await ann.send(path, note)).location).toBe('/desk/money?done=late')
    expect(await textOf(invoicing, intake.email, 'Your payment did not go through')).toContain(
      'so the amount is still due',
    )
    const again = await paymentAt(invoicing, uid, 'open')
    expect(again).toMatchObject({ amount_cents: 148_000, due_on: day })
    const closing = await ann.send(`/desk/payments/${again.payment_id}`, { act: 'failed' })
    expect(closing.status).toBe(400)
    expect(closing.text).toContain('The policy is issued, so this amount stays owed.')
    expect((await paymentAt(invoicing, uid, 'open')).payment_id).toBe(again.payment_id)
    expect(await balances(invoicing, owed)).toEqual({ receivable: 148_000, payable_to_carrier: -148_000 })
    await settlePayment(invoicing.app, again.payment_id, { by: 'staff:x', outcome: 'paid' })
    expect((await reconcile(invoicing.app)).filter(one => one.uid === uid)).toEqual([])
  })

  test('and that never takes effect owes nothing, though its first invoice was not paid, until it continues after all', async () => {
    const { homeowner, uid } = await choosing(invoicing)
    await homeowner.sign()
    await homeowner.untilAt('bound')
    const owed = await paymentAt(invoicing, uid, 'open')
    const [policy] = await policiesOf(invoicing.app, uid)
    const ann = await signIn(invoicing, invoicing.url)
    const path = `/desk/money/customers/${uid}`
    const record = async (fields: Record<string, string>) => {
      await ann.open(path)
      const asked = { kind: 'policy', policy: String(policy?.policy_id), note: 'As asked.', ...fields }
      const review = await ann.send(path, asked)
      return (await ann.send(path, hiddenIn(review.text))).location
    }
    const ended = { ended_by: 'carrier', ends_on: String(policy?.effective_date) }
    expect(await record(ended)).toBe('/desk/money?done=ended')
    expect(await balances(invoicing, owed)).toEqual({})
    expect((await paymentsOf(invoicing.app, uid)).map(({ status }) => status)).toEqual(['void'])
    expect(await record({ ended_by: 'kept' })).toBe('/desk/money?done=kept')
    const again = await paymentAt(invoicing, uid, 'open')
    expect(again.amount_cents).toBe(148_000)
    expect(await balances(invoicing, again)).toEqual({ receivable: 148_000, payable_to_carrier: -148_000 })
  })
})

test('a policy that ends while its first invoice is open owes only what it earned, until it continues after all', async () => {
  const { homeowner, uid } = await choosing(invoicing)
  await homeowner.sign()
  await homeowner.untilAt('bound')
  const owed = await paymentAt(invoicing, uid, 'open')
  const [policy] = await policiesOf(invoicing.app, uid)
  const ann = await signIn(invoicing, invoicing.url)
  const path = `/desk/money/customers/${uid}`
  const record = async (fields: Record<string, string>) => {
    await ann.open(path)
    const asked = { kind: 'policy', policy: String(policy?.policy_id), note: 'As asked.', ...fields }
    const review = await ann.send(path, asked)
    const done = await ann.send(path, { ...hiddenIn(review.text), carrier_stated: 'yes' })
    return { review: review.text, location: done.location }
  }
  const ends_on = plusDays(String(policy?.effective_date), 100)
  const ended = await record({ ended_by: 'carrier', ends_on, policy_amount: '1000' })
  expect(ended.review).toContain('<dt>Taken off the open invoice</dt><dd>$1,000</dd>')
  expect(ended.location).toBe('/desk/money?done=ended')
  const rest = await paymentAt(invoicing, uid, 'open')
  expect(rest.amount_cents).toBe(48_000)
  const books = async () =>
    (await linesOfPolicy(invoicing.app.db, String(policy?.policy_id))).reduce(
      (sum, { account, amount_cents }) => (account === 'receivable' ? sum + amount_cents : sum),
      0,
    )
  expect([owed.amount_cents, await books()]).toEqual([148_000, 48_000])
  expect((await record({ ended_by: 'kept' })).location).toBe('/desk/money?done=kept')
  expect(await books()).toBe(148_000)
  for (const { payment_id, status } of await paymentsOf(invoicing.app, uid))
    if (status === 'open') await settlePayment(invoicing.app, payment_id, { by: 'staff:x', outcome: 'paid' })
  expect((await reconcile(invoicing.app)).filter(one => one.uid === uid)).toEqual([])
})

describe('a home that the agency bills, where it gives no credit,', () => {
  beforeEach(() => {
    Object.assign(invoicing.app.config, { credit: 'ask' })
    return () => Object.assign(invoicing.app.config, { credit: 'allow' })
  })

  const signed = async () => {
    const ada = await choosing(invoicing)
    const words = '$1,480 is due before we order the policy, to Elm Agency.'
    expect((await ada.homeowner.view()).signing?.payment.billings[0]?.words).toEqual([words])
    await ada.homeowner.sign()
    const asked = await paymentAt(invoicing, ada.uid, 'open')
    expect(await textOf(invoicing, ada.intake.email, 'Payment due for your policy')).toContain(
      '$1,480 is due by',
    )
    await until(async () => (await ordersOf(invoicing.app, ada.uid))[0]?.expected_by)
    return { ...ada, asked }
  }

  test('is ordered once its first payment came, and not before', async () => {
    const before = home.orders.length
    const { uid, homeowner, asked } = await signed()
    const intake = await readOwnIntake(invoicing.app, homeowner.caller, uid)
    expect(await turnOf(invoicing.app, intake)).toMatchObject({ waiting_on: 'payment' })
    expect(home.orders.length).toBe(before)
    await settlePayment(invoicing.app, asked.payment_id, { by: 'staff:x', outcome: 'paid' })
    await homeowner.untilAt('bound')
    expect(await balances(invoicing, asked)).toEqual({ received: 148_000, payable_to_carrier: -148_000 })
    expect((await paymentsOf(invoicing.app, uid)).map(({ status }) => status)).toEqual(['paid'])
  })

  test('is ordered before that only if an admin accepts the credit for this policy, and then owes the same invoice', async () => {
    const { uid, homeowner, asked } = await signed()
    const ann = await signIn(invoicing, invoicing.url)
    const { text } = await ann.open(`/desk/book/${uid}`)
    expect(text).toContain('An order waits for its first payment')
    const [order] = await ordersOf(invoicing.app, uid)
    const sent = { order_id: String(order?.order_id), note: 'Known customer.' }
    const { location } = await ann.send(`/desk/book/${uid}/credit`, sent)
    expect(location).toBe(`/desk/book/${uid}?done=credit`)
    await homeowner.untilAt('bound')
    expect(await balances(invoicing, asked)).toEqual({ receivable: 148_000, payable_to_carrier: -148_000 })
    expect((await paymentsOf(invoicing.app, uid)).map(({ status }) => status)).toEqual(['open'])
    const acts = await actsAbout(invoicing.app, sent.order_id)
    expect(acts).toMatchObject([{ act: 'credit_accepted', note: 'Known customer.' }])
    const again = await ann.send(`/desk/book/${uid}/credit`, sent)
    expect(again.location).toBe(`/desk/book/${uid}?done=funded`)
  })

  test('ends unbought if the payment does not come, and nothing is owed', async () => {
    const { uid, homeowner, intake, asked } = await signed()
    await settlePayment(invoicing.app, asked.payment_id, { by: 'staff:x', outcome: 'failed' })
    expect(await textOf(invoicing, intake.email, 'Your home insurance policy was not issued')).toContain(
      'The first payment was not made.',
    )
    const offers = offersIn(await homeowner.untilAt('offers'))
    expect(await balances(invoicing, asked)).toEqual({})
    await homeowner.select([String(offers.find(({ carrier }) => carrier === 'The far carrier')?.offer_id)])
    await homeowner.sign()
    const second = await paymentAt(invoicing, uid, 'open')
    invoicing.pass(12 * DAY)
    await settlePayment(invoicing.app, second.payment_id, { by: 'staff:x', outcome: 'paid' })
    expect(await until(async () => (await refundsOf(invoicing.app.db, second.payment_id))[0])).toMatchObject({
      amount_cents: 148_000,
      reason: 'blocked',
    })
    expect(await policiesOf(invoicing.app, uid)).toEqual([])
  })
})

describe('two homes on one hold, of which a carrier answers one later', () => {
  const QUARTER = 37_525
  const FULL = 148_000
  const ASKED = { kind: 'info_requested', reason: 'Send the inspection report.', fields: [] }

  const signed = async (first: Behaviour) => {
    home.bindBehaviour = (response, policy, request) => {
      const { billing, request_id } = request as unknown as BindRequest
      const expected_by = new Date(+service.app.clock.now() + 4 * DAY).toISOString()
      if (billing?.plan_id === 'quarterly') first(response, policy, request)
      else answersWith({ kind: 'pending', expected_by })(response, { request_id }, request)
    }
    const { uid, homeowner } = await twoHomesHeld(service)
    await homeowner.sign()
    const order = (await until(async () => {
      const orders = await ordersOf(service.app, uid)
      return orders.filter(isOpen).length === 1 && orders.find(isOpen)
    })) as Order
    const late = async (type: string, data: object) => {
      const event = { type, data: { request_id: order.order_id, ...data } }
      expect(await sendEvent(service, event)).toMatchObject({ body: { status: 'taken' } })
    }
    const { kind: _, ...policy } = home.policies.get(order.order_id) as Record<string, unknown>
    const [held] = await paymentsOf(service.app, uid)
    return { uid, homeowner, late, policy, held: held as Payment }
  }
  const asks: Behaviour = (response, _, request) =>
    answersWith(ASKED)(response, { request_id: request.request_id }, request)

  const all = async (uid: string) =>
    (await paymentsOf(service.app, uid)).map(({ status, amount_cents, charged_cents }) => ({
      status,
      amount_cents,
      charged_cents,
    }))

  test('is charged when both are answered: the bound policy stays paid though the other is blocked', async () => {
    const { uid, homeowner, late, held } = await signed(answers)
    expect(held).toMatchObject({
      status: 'authorized',
      charged_cents: QUARTER,
    })
    expect(descriptionWords(held.description)).toBe('Homeowners insurance from The far carrier')
    expect(stripe.books.intent(held.refs.intent ?? '').status).toBe('requires_capture')
    await late('policy.blocked', { reason_code: 'inspection', reason: 'The roof did not pass.' })
    const paid = await paymentAt(service, uid, 'paid')
    await homeowner.untilAt('offers')
    expect(await all(uid)).toEqual([{ status: 'paid', amount_cents: QUARTER + FULL, charged_cents: QUARTER }])
    expect(await refundsOf(service.app.db, paid.payment_id)).toEqual([])
    expect((await balances(service, paid)).payable_to_carrier).toBe(-QUARTER)
  })

  test('is charged for both when both are bound', async () => {
    const { uid, homeowner, late, policy } = await signed(answers)
    await late('policy.bound', policy)
    await homeowner.untilAt('bound')
    await paymentAt(service, uid, 'paid')
    expect(await all(uid)).toEqual([
      { status: 'paid', amount_cents: QUARTER + FULL, charged_cents: QUARTER + FULL },
    ])
  })

  test('keeps the question of the first carrier when the second is bound', async () => {
    const { uid, homeowner, late, policy } = await signed(asks)
    await late('policy.bound', policy)
    expect(await paymentAt(service, uid, 'paid')).toMatchObject({ charged_cents: FULL })
    expect((await homeowner.untilAt('sign')).refusals).toMatchObject([{ kind: 'info_requested' }])
  })

  test('quoted under one number: a new price for one of them ends the order of that home alone', async () => {
    const sameNumber = answersWith({ quote_number: 'FAR-BOTH' })
    home.next = [sameNumber, sameNumber]
    home.bindBehaviour = (response, _, { request_id }) => {
      const expected_by = new Date(+service.app.clock.now() + 4 * DAY).toISOString()
      answersWith({ kind: 'pending', expected_by })(response, { request_id }, {} as never)
    }
    const { uid, homeowner } = await twoHomesHeld(service)
    await homeowner.sign()
    const [first, second] = (await until(async () => {
      const orders = await ordersOf(service.app, uid)
      return orders.filter(({ expected_by }) => expected_by !== null).length === 2 && orders
    })) as [Order, Order]
    const [asked] = await query<{ request_id: string }>(
      service.databaseUrl,
      "select request_id from carrier_questions where uid = $1 and item = $2 and carrier_id = 'far'",
      [uid, second.item],
    )
    const data = { request_id: asked?.request_id, quote_number: 'FAR-BOTH', annual_price: 1600 }
    expect(await sendEvent(service, { type: 'price.changed', data })).toMatchObject({
      body: { status: 'taken' },
    })
    const answered = async () =>
      (await ordersOf(service.app, uid)).map(({ order_id, answer }) => [order_id, answer?.kind])
    expect(await answered()).toEqual([
      [first.order_id, undefined],
      [second.order_id, 'price_changed'],
    ])
  })

  test('is charged for the bound one before a hold that cannot be renewed ends; the other is billed when it is bound', async () => {
    const { uid, homeowner, late, policy } = await signed(answers)
    stripe.books.declines = true
    onTestFinished(() => {
      stripe.books.declines = false
    })
    service.pass(6.5 * DAY)
    await watchHolds.run(service.app, undefined as never, jobFacts)
    await paymentAt(service, uid, 'paid')
    const order_id = String(policy.request_id)
    await watchHomeOrders.run(service.app, { uid, order_id }, jobFacts)
    const { payment } = await readTask(service.app, order_id, { actor: 'staff:x' } as Staff)
    expect(payment).toContain('Ask the buyer for payment before you buy the policy')
    await late('policy.bound', policy)
    await homeowner.untilAt('bound')
    await paymentAt(service, uid, 'open')
    expect(await all(uid)).toEqual([
      { status: 'paid', amount_cents: QUARTER + FULL, charged_cents: QUARTER },
      { status: 'open', amount_cents: FULL, charged_cents: null },
    ])
    const billed = (await policiesOf(service.app, uid)).map(({ billing }) => billing?.paid_on)
    expect(billed).toEqual([undefined, undefined])
    const nextOf = ({ policy: one }: PortalHome) =>
      one?.paid.find(({ label }) => label === 'Next payment')?.words.replace(/, due.*/, '')
    expect((await homeowner.view()).homes.map(nextOf).toSorted()).toEqual(['$1,480', '$375.25'])
  })
})

const committed = async (at: TestService) => {
  const own = { url: at.url, key: await getKey(at.url, newEmail()) }
  const values = bindAnswers(at.app.clock.now())
  const { uid, email } = await readyToFinalize(own, { sandbox: false, carrier: 'The over carrier', values })
  const preview = await umbrellaCall(own, 'bind', { uid })
  expect(preview.body.purchase_preview).toMatchObject({
    payment: { bill_to: 'insured', due_now_cents: 38_000, due_to: 'agency' },
  })
  const refused = await umbrellaCall(own, 'bind', { uid, payment: { bill_to: 'at_closing' } })
  expect(refused.status).toBe(400)
  await umbrellaCall(own, 'bind', { uid, bind_confirmed: true })
  const { body } = await untilStatus(own, uid, ['payment_needed'])
  return { own, uid, email, page_url: String(body.payment_url) }
}

describe('an umbrella that the agency bills', () => {
  test('is ordered on the authorization and charged when it is bound', async () => {
    const { own, uid, page_url } = await committed(service)
    await payAt(service, { page_url })
    await untilStatus(own, uid, ['bound'])
    expect(await paymentAt(service, uid, 'paid')).toMatchObject({ charged_cents: 38_000 })
  })

  test('whose price changes before it is paid goes back to the choice, and its invoice is void', async () => {
    const { own, uid, email } = await committed(invoicing)
    const [asked] = await query<{ request_id: string }>(
      invoicing.databaseUrl,
      'select request_id from carrier_questions where uid = $1',
      [uid],
    )
    const request_id = String(asked?.request_id)
    const { quote_number } = umbrella.ledger.get(request_id) as { quote_number: string }
    const data = { request_id, quote_number, annual_price: 450 }
    expect(await sendEvent(invoicing, { type: 'price.changed', data }, { carrier: 'over' })).toMatchObject({
      body: { status: 'taken' },
    })
    expect((await untilStatus(own, uid, ['quoted'])).body.offers).toContainEqual(
      expect.objectContaining({ carrier: 'The over carrier', annual_price: 450, previous_price: 380 }),
    )
    expect((await paymentsOf(invoicing.app, uid)).map(({ status }) => status)).toEqual(['void'])
    expect(await textOf(invoicing, email, 'The price changed, and nothing was bought')).toContain(
      '$450 a year instead of $380',
    )
  })

  test('that was paid by check and then blocked: the money goes back, and the buyer is told', async () => {
    const { own, uid, email } = await committed(invoicing)
    umbrella.nextBinds = [refuses]
    const [invoice] = await paymentsOf(invoicing.app, uid)
    await settlePayment(invoicing.app, String(invoice?.payment_id), { by: 'staff:x', outcome: 'paid' })
    await untilStatus(own, uid, ['blocked'])
    const paid = await paymentAt(invoicing, uid, 'paid')
    expect(await balances(invoicing, paid)).toEqual({ received: 38_000, refunds: -38_000 })
    expect(await textOf(invoicing, email, 'Your umbrella policy was not issued')).toContain(
      'we’re refunding $380',
    )
  })

  test('that was paid by a check that comes back before the policy is issued: the buyer is told', async () => {
    const { own, uid, email } = await committed(invoicing)
    const expected_by = new Date(+invoicing.app.clock.now() + 4 * DAY).toISOString()
    umbrella.nextBinds = [ordersGet({ kind: 'pending', expected_by })]
    const [invoice] = await paymentsOf(invoicing.app, uid)
    await settlePayment(invoicing.app, String(invoice?.payment_id), { by: 'staff:x', outcome: 'paid' })
    await untilStatus(own, uid, ['waiting_on_carrier'])
    await transact(invoicing.app, inside =>
      returnPayment(inside, String(invoice?.payment_id), { by: 'staff:x' }),
    )
    expect(await textOf(invoicing, email, 'Your payment came back')).toContain('Your payment of $380')
  })

  test('that was paid by check before its price changed: the money goes back, and the new price has its own invoice', async () => {
    const { own, uid, email } = await committed(invoicing)
    umbrella.nextBinds = [ordersGet({ kind: 'price_changed', annual_price: 450 })]
    const payLast = async () => {
      const invoice = (await paymentsOf(invoicing.app, uid)).at(-1)
      await settlePayment(invoicing.app, String(invoice?.payment_id), { by: 'staff:x', outcome: 'paid' })
      return String(invoice?.payment_id)
    }
    const before = await payLast()
    const { offers } = (await untilStatus(own, uid, ['quoted'])).body
    expect(await textOf(invoicing, email, 'The price changed, and nothing was bought')).toContain(
      'we’re refunding $380',
    )
    const { selection_token } = (offers as { annual_price: number; selection_token: string }[]).find(
      ({ annual_price }) => annual_price === 450,
    ) ?? { selection_token: '' }
    await umbrellaCall(own, 'select', {
      uid,
      selection_token,
      selection_confirmed: true,
      credit_consent: yes,
    })
    await umbrellaCall(own, 'bind', { uid, bind_confirmed: true })
    await untilStatus(own, uid, ['payment_needed'])
    const after = await payLast()
    expect(after).not.toBe(before)
    await untilStatus(own, uid, ['bound'])
    const paid = await paymentsOf(invoicing.app, uid)
    expect(paid.map(({ status, amount_cents }) => [status, amount_cents])).toEqual([
      ['paid', 38_000],
      ['paid', 45_000],
    ])
    const [first, second] = await Promise.all(paid.map(one => balances(invoicing, one)))
    expect(first).toEqual({ received: 38_000, refunds: -38_000 })
    expect(second).toMatchObject({ received: 45_000 })
  })
})

describe('an umbrella purchase that is not ordered yet', () => {
  test('whose payment failed says so, and ends at the desk: nothing bought, nothing owed', async () => {
    const { own, uid, email } = await committed(invoicing)
    const ann = await signIn(invoicing, invoicing.url)
    const [invoice] = await paymentsOf(invoicing.app, uid)
    expect((await ann.open(`/desk/work/${uid}`)).text).toContain(
      'We email the payer that the payment did not go through',
    )
    await ann.send(`/desk/payments/${invoice?.payment_id}`, { act: 'failed' })
    const failed = await textOf(invoicing, email, 'Your payment did not go through')
    expect(failed).toContain('did not go through, so your policy is not ordered')
    expect(failed).not.toContain('documents are approved')

    expect((await ann.open(`/desk/book/${uid}`)).text).toContain('The carrier does not have the order yet.')
    const unsaid = await ann.send(`/desk/book/${uid}/purchase`)
    expect(unsaid.status).toBe(400)
    await ann.send(`/desk/book/${uid}/purchase`, { note: 'She never ordered it.' })
    expect((await umbrellaCall(own, 'status', { uid })).body).toMatchObject({
      status: 'quoted',
      response_summary: expect.stringContaining('The agency ended the purchase'),
      next_action: { operation: 'none' },
    })
    expect((await paymentsOf(invoicing.app, uid)).map(({ status }) => status)).toEqual(['failed', 'void'])
    expect(await textOf(invoicing, email, 'Your umbrella purchase was ended')).toContain(
      'you have no coverage from it, and you owe nothing for it',
    )
    expect((await actsAbout(invoicing.app, uid)).map(({ act, note }) => [act, note])).toEqual([
      ['purchase_ended', 'She never ordered it.'],
    ])
    expect((await ann.open(`/desk/book/${uid}`)).text).not.toContain(
      'The carrier does not have the order yet.',
    )
  })

  test('and was paid in the evening has a receipt of that day where the buyer lives, for them and at the desk', async () => {
    const { uid } = await committed(invoicing)
    const day = passToEvening()
    const purchase = { uid, purpose: 'rest', sandbox: false, amount_cents: 100, description: 'The rest' }
    const { payment_id, page_url } = await openPayment(invoicing.app, purchase)
    await settlePayment(invoicing.app, payment_id, { by: 'staff:x', outcome: 'paid' })
    const ann = await signIn(invoicing, invoicing.url)
    for (const [path, cookie] of [
      [`${page_url}/receipt.pdf`, ''],
      [
        `${invoicing.url}/desk/money/receipts/${payment_id}`,
        [...ann.jar].map(one => one.join('=')).join('; '),
      ],
    ] as const) {
      const receipt = await (await fetch(path, { headers: { cookie } })).arrayBuffer()
      expect(await textOfPdf(Buffer.from(receipt))).toContain(`Paid on: ${dayWords(day)}`)
    }
  })

  test('and was paid is refunded when it ends, and the same offer bought again has its own invoice', async () => {
    const { own, uid, email } = await committed(invoicing)
    umbrella.nextBinds = [ordersGet({ kind: 'info_requested', reason: 'Which dog?', fields: [] })]
    const payLast = async () => {
      const invoice = (await paymentsOf(invoicing.app, uid)).at(-1)
      await settlePayment(invoicing.app, String(invoice?.payment_id), { by: 'staff:x', outcome: 'paid' })
    }
    await payLast()
    await untilStatus(own, uid, ['info_requested'])
    const { selected_offer } = (await umbrellaCall(own, 'status', { uid, expand: 'selected_offer' })).body
    await transact(invoicing.app, inside => umbrellaProduct.desk.purchaseEnded(inside, uid, 'staff:x'))
    expect(await textOf(invoicing, email, 'Your umbrella purchase was ended')).toContain('refunding $380')
    const { selection_token } = selected_offer as { selection_token: string }
    await umbrellaCall(own, 'select', {
      uid,
      selection_token,
      selection_confirmed: true,
      credit_consent: yes,
    })
    await umbrellaCall(own, 'bind', { uid, bind_confirmed: true })
    await untilStatus(own, uid, ['payment_needed'])
    await payLast()
    await untilStatus(own, uid, ['bound'])
    const [first, second] = await Promise.all(
      (await paymentsOf(invoicing.app, uid)).map(one => balances(invoicing, one)),
    )
    expect(first).toEqual({ received: 38_000, refunds: -38_000 })
    expect(second).toMatchObject({ received: 38_000 })
    await expect(
      transact(invoicing.app, inside => umbrellaProduct.desk.purchaseEnded(inside, uid, 'staff:x')),
    ).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('a card or bank number that somebody sends to us', () => {
  const CARD = '5555555555554444'

  test('is refused or ignored by both lines and all pages, and is in no table, no encrypted value and no log', async () => {
    const own = { url: service.url, key: await getKey(service.url, newEmail()) }
    const fields = [
      { card_number: CARD },
      { bank_account_number: CARD },
      { payment: { card: { number: CARD } } },
    ]
    for (const field of fields) {
      const drafted = await umbrellaCall(own, 'draft', { intake: { ...completeHousehold(), ...field } })
      expect([drafted.status, drafted.text.includes(CARD)]).toEqual([400, false])
      const { home, ...person } = completeIntake()
      for (const intake of [
        { ...person, home, ...field },
        { ...person, home: [{ ...home[0], ...field }] },
      ]) {
        const asked = await quotesCall(own.url, own.key, { intake, credit_check_authorized: true })
        expect([asked.status, asked.text.includes(CARD)]).toEqual([400, false])
      }
    }
    const { uid, email } = await readyToFinalize(own, { sandbox: false, carrier: 'The over carrier' })
    for (const payment of fields) expect((await umbrellaCall(own, 'bind', { uid, payment })).status).toBe(400)
    const { choose } = await choosing(service)
    const visitor = newVisitor(service.url)
    for (const path of [
      new URL(((await choose({ plan_id: 'full' })) as Payment).page_url).pathname,
      new URL(reviewUrl(service.app, uid)).pathname,
      '/portal/login',
    ]) {
      await visitor.open(path)
      const sent = await visitor.send(path, { method: 'card', email, number: CARD, card_number: CARD })
      expect(sent.status, path).toBeLessThan(500)
    }
    const opened = await openedDump(service)
    for (const [table, rows] of [...(await dumpOf(service.databaseUrl)), ...opened])
      expect(readableIn(rows, [CARD]), table).toEqual([])
    expect(readableIn(service.log.join('\n'), [CARD])).toEqual([])
    expect(readableIn(opened.get('intakes.application') ?? '', [email]), 'it sees what is encrypted').toEqual(
      [email],
    )
  })
})

test('all books sum to zero', async () => {
  for (const { app } of [service, invoicing]) {
    const all = Object.values(await ledgerBalances(app.db))
    expect(all.length).toBeGreaterThan(0)
    expect(all.reduce((sum, cents) => sum + cents, 0)).toBe(0)
  }
})
