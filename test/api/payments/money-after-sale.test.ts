import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { descriptionWords } from '../../../src/agency/emails/rules/payment-description.ts'
import { ledgerBalances, paymentBalances } from '../../../src/agency/ledger/store.ts'
import { cancelInstallments } from '../../../src/agency/payments/cancel-installments.ts'
import { installmentsOf } from '../../../src/agency/payments/installment-store.ts'
import { billInstallments, invoiceRenewal } from '../../../src/agency/payments/installments.ts'
import { disputesOf, refundsOf } from '../../../src/agency/payments/money-store.ts'
import { latePayments, type Payment, paymentsOf } from '../../../src/agency/payments/payments.ts'
import { reconcile } from '../../../src/agency/payments/reconcile.ts'
import { syncPayment } from '../../../src/agency/payments/sync.ts'
import { midnightIn } from '../../../src/agency/policies/coverage-start.ts'
import type { OfferedTerms } from '../../../src/agency/policies/life/renewals.ts'
import { openCurrentDocument, type Policy, policiesOf } from '../../../src/agency/policies/policies.ts'
import { openPolicyDocument } from '../../../src/agency/policies/policy-documents.ts'
import { planRefund } from '../../../src/doors/desk/money/end-plan.ts'
import { actsAbout } from '../../../src/platform/audit/acts.ts'
import { listEntries } from '../../../src/platform/audit/store.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import { speaking } from '../../../src/platform/language/language.ts'
import { DAY, dayOf, daysBetween, HOUR } from '../../../src/platform/lib/clock.ts'
import { zoneOf } from '../../../src/platform/lib/local-day.ts'
import { dayWords, plusDays, plusYears } from '../../../src/platform/values/calendar.ts'
import { evidenceOf as lendersEvidence } from '../../../src/products/homeowners/buying/evidence.ts'
import { sendEvidence } from '../../../src/products/homeowners/portal/lender-evidence.ts'
import { renewPolicy } from '../../../src/products/line/aftersale/renewals.ts'
import { holdIntake } from '../../../src/products/line/record/intakes.ts'
import { notesOf } from '../../../src/products/line/record/notes.ts'
import { lines } from '../../../src/products/lines.ts'
import { textOfPdf } from '../../support/browser/pdf.ts'
import { type CarrierServer, homeOffer, startCarrier } from '../../support/carriers/carrier-server.ts'
import { carriersFile } from '../../support/carriers/carriers-file.ts'
import { query } from '../../support/database/database.ts'
import { choosing, paidHome, payAt, paymentAt, subjects, textOf } from '../../support/money/paying.ts'
import { type StripeServer, startStripe } from '../../support/money/stripe-server.ts'
import { mailbox, newEmail } from '../../support/people/client.ts'
import { STAFF, signIn } from '../../support/people/desk.ts'
import { signedInHomeowner } from '../../support/people/signed-in-homeowner.ts'
import { hiddenIn, newVisitor, type Visitor } from '../../support/people/visitor.ts'
import { runJob } from '../../support/runs/run-job.ts'
import { until } from '../../support/runs/until.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

const AGENT = 'agnes@agency.example'
const PREMIUM = 148_000

let carrier: CarrierServer
let stripe: StripeServer
let service: TestService
let ann: Visitor

beforeAll(async () => {
  const full = { plan_id: 'full', label: 'Pay in full', due_now_cents: PREMIUM, installments: [] }
  const quarterly = {
    plan_id: 'quarterly',
    label: 'Four payments',
    due_now_cents: 37_525,
    installments: [90, 180, 270].map(due_in_days => ({ due_in_days, amount_cents: 37_525, fee_cents: 525 })),
    total_cents: 150_100,
  }
  carrier = await startCarrier(0, quote_number =>
    homeOffer({
      quote_number,
      bill_to: ['insured', 'carrier_direct'],
      payment_plans: [{ ...full, total_cents: PREMIUM }, quarterly],
      taxes: [{ label: 'State tax', amount_cents: 1_250 }],
    }),
  )
  stripe = await startStripe(() => service?.app.clock.now() ?? new Date())
  const env = {
    ...stripe.env,
    RATE_LIMITS: 'off',
    EMAIL_LIMITS: 'off',
    DEMO_CARRIERS: 'off',
    AGENCY_NAME: 'Elm Agency',
    STAFF_EMAILS: `${STAFF},${AGENT}:agent`,
    CARRIERS_FILE: carriersFile(
      [{ id: 'far', url: carrier.url, commission_pct: 10, renewal_commission_pct: 6 }],
      afterAll,
    ),
  }
  service = await startTestService({ env })
})
// A test that moves the clock ends the session.
beforeEach(async () => {
  ann = await signIn(service, service.url)
})
afterAll(async () => {
  await service.stop()
  await Promise.all([carrier.close(), stripe.close()])
})

const balances = async ({ payment_id }: Payment) =>
  Object.fromEntries(
    Object.entries(await paymentBalances(service.app.db, payment_id)).filter(([, cents]) => cents !== 0),
  )

/** What a lender reads that the agency received. */
const shownAsPaid = async (uid: string): Promise<number[]> => {
  const policies = await policiesOf(service.app, uid)
  const evidence = await Promise.all(policies.map(policy => lendersEvidence(service.app, policy)))
  return evidence.map(({ payment }) => payment.paid_cents)
}

const openJobs = (payment_id: string) =>
  query(
    service.databaseUrl,
    "select from graphile_worker._private_jobs where payload ->> 'payment_id' = $1",
    [payment_id],
  )

const refundPage = (uid: string) => `/desk/money/customers/${uid}`

/** Fills in the form, reads what it would do, and confirms. */
const refund = async (uid: string, fields: Record<string, string>) => {
  const { text } = await ann.open(refundPage(uid))
  const nonce = hiddenIn(text).nonce ?? ''
  const review = await ann.send(refundPage(uid), { nonce, note: 'The customer asked.', ...fields })
  const confirm = () => ann.send(refundPage(uid), { ...hiddenIn(review.text), carrier_stated: 'yes' })
  const withoutTheCarrier = () => ann.send(refundPage(uid), hiddenIn(review.text))
  return { review, confirm, withoutTheCarrier }
}

const refundSent = (email: string, payment: Payment) =>
  until(async () => {
    const refunds = await refundsOf(service.app.db, payment.payment_id)
    const told = (await subjects(service, email)).filter(one => one === 'Your refund is on its way')
    const isSent = refunds.length > 0 && refunds.every(({ status }) => status === 'sent')
    return isSent && told.length === refunds.length ? refunds : null
  })

describe('a refund that staff start', () => {
  test('of a part of a payment is shown first, done once, borne by the agency, recorded with its reason and emailed', async () => {
    const { uid, email, homeowner, paid } = await paidHome(service, 'full')
    const [shown] = (await homeowner.view()).homes
    expect(shown?.policy?.paid[0]?.words).toBe('You pay Elm Agency by card.')
    expect((await ann.open(`/desk/book/${uid}`)).text).toContain(`href="${refundPage(uid)}"`)
    expect((await ann.open('/desk/money')).text).toContain(`href="${refundPage(uid)}"`)
    const before = await balances(paid)
    expect(await shownAsPaid(uid)).toEqual([PREMIUM])
    const fields = { kind: 'payment', payment: paid.payment_id, amount: '25.50', why: 'agency' }
    const { review, confirm } = await refund(uid, fields)
    expect(review.text).toContain('Refund $25.50?')
    expect(await refundsOf(service.app.db, paid.payment_id)).toEqual([])
    const pressedTwice = await Promise.all([confirm(), confirm()])
    expect(pressedTwice.map(({ location }) => location).toSorted()).toEqual([
      '/desk/money?done=late',
      '/desk/money?done=refunding',
    ])
    expect((await confirm()).location).toBe('/desk/money?done=late')
    expect(await refundSent(email, paid)).toMatchObject([{ amount_cents: 2_550, reason: 'agency' }])
    expect(await balances(paid)).toEqual({
      ...before,
      received: (before.received ?? 0) - 2_550,
      commission: (before.commission ?? 0) + 2_550,
    })
    expect(await shownAsPaid(uid)).toEqual([PREMIUM - 2_550])
    expect(await actsAbout(service.app, uid)).toMatchObject([
      { act: 'refund_started', note: 'The customer asked.' },
    ])
    const events = (await listEntries(service.app.db, uid)).map(({ event }) => event)
    expect(events.filter(event => event === 'refund_started')).toHaveLength(1)
  })

  test('for a policy that ends leaves out fees unless the carrier’s figure is confirmed, takes the commission back, and cancels later installments', async () => {
    const { uid, email, paid } = await paidHome(service, 'quarterly')
    expect((await balances(paid)).commission).toBe(-3_575)
    const [policy] = await policiesOf(service.app, uid)
    const policyFields = { kind: 'policy', policy: String(policy?.policy_id), ended_by: 'insured' }
    const ends_on = plusDays(String(policy?.effective_date), 0)
    const estimated = await refund(uid, { ...policyFields, ends_on })
    expect(estimated.review.text).toContain('Refund $370?')
    expect(estimated.review.text).toContain('our estimate: the premium of the remaining days, without fees')
    expect(estimated.review.text).toContain(
      '$5.25 of fees is left out. The policy never takes effect: ask the carrier whether it returns them too.',
    )
    const { review, confirm, withoutTheCarrier } = await refund(uid, {
      ...policyFields,
      ends_on,
      policy_amount: '375.25',
    })
    expect(review.text).toContain('Refund $375.25?')
    expect(review.text).toContain('This is the return premium as the carrier stated it.')
    expect((await withoutTheCarrier()).status).toBe(400)
    await confirm()
    expect(await refundSent(email, paid)).toMatchObject([{ amount_cents: 37_525, reason: 'canceled' }])
    expect(await textOf(service, email, 'Your refund is on its way')).toContain(
      'because the policy never took effect.',
    )
    expect(await textOf(service, email, 'Your policy was canceled')).toContain('We’re refunding $375.25.')
    const { received = 0, fees = 0, ...rest } = await balances(paid)
    expect([received + fees, rest]).toEqual([0, {}])
    const later = await installmentsOf(service.app.db, uid)
    expect(later.map(({ status }) => status)).toEqual(['canceled', 'canceled', 'canceled'])
    await (await refund(uid, { ...policyFields, ended_by: 'kept' })).confirm()
    const again = (await paymentsOf(service.app, uid)).find(({ status }) => status === 'open')
    expect(await balances(again as Payment)).toEqual({
      receivable: 37_525,
      payable_to_carrier: -33_950,
      commission: -3_575,
    })
    await (await refund(uid, { ...policyFields, ends_on, refund: 'none' })).confirm()
    expect(await balances(again as Payment)).toEqual({})
  })

  test('needs a reason, an admin, and no more than was paid', async () => {
    const { uid, paid } = await paidHome(service, 'full')
    const fields = { kind: 'payment', payment: paid.payment_id, why: 'agency' }
    expect((await refund(uid, { ...fields, note: ' ' })).review.status).toBe(400)
    const tooMuch = (await refund(uid, { ...fields, amount: '1,480.01' })).review
    expect([tooMuch.status, tooMuch.text.includes('At most $1,480 of this payment')]).toEqual([400, true])
    const agnes = await signIn(service, service.url, AGENT)
    expect((await agnes.open(refundPage(uid))).status).toBe(403)
    expect((await agnes.send(refundPage(uid), { ...fields, note: 'x', cents: '148000' })).status).toBe(403)
    expect((await agnes.open('/desk/money')).text).not.toContain(refundPage(uid))
    expect(await refundsOf(service.app.db, paid.payment_id)).toEqual([])
  })
})

describe('a policy that continues after its premium was refunded', () => {
  test('is billed for the refund in the ledger and by email, with its installments, and can be refunded again', async () => {
    const { uid, email, paid } = await paidHome(service, 'quarterly')
    const [policy] = await policiesOf(service.app, uid)
    const fields = { kind: 'policy', policy: String(policy?.policy_id) }
    const end = { ...fields, ended_by: 'insured', ends_on: String(policy?.effective_date) }
    await (await refund(uid, { ...end, policy_amount: '300' })).confirm()
    await refundSent(email, paid)
    const later = async () =>
      (await installmentsOf(service.app.db, uid)).map(({ status, amount_cents }) => [status, amount_cents])
    expect(await later()).toEqual([37_525, 37_525, 37_525].map(cents => ['canceled', cents]))

    const { review, confirm } = await refund(uid, { ...fields, ended_by: 'kept' })
    expect(review.text).toContain('$300 of the premium was refunded. The customer gets an invoice')
    expect((await confirm()).location).toBe('/desk/money?done=kept')
    expect(await textOf(service, email, 'Your policy continues')).toContain(
      'We refunded $300 of your premium when it was canceled. This amount is due again by',
    )
    await until(async () => (await subjects(service, email)).includes('Payment due for your policy'))
    expect((await later()).toSorted()).toEqual([
      ['billed', 30_000],
      ...[37_525, 37_525, 37_525].map(cents => ['scheduled', cents]),
    ])
    const again = (await paymentsOf(service.app, uid)).find(({ status }) => status === 'open')
    expect(await balances(again as Payment)).toEqual({
      receivable: 30_000,
      payable_to_carrier: -27_000,
      commission: -3_000,
    })

    await payAt(service, again as Payment)
    await until(async () => (await paymentsOf(service.app, uid)).every(({ status }) => status === 'paid'))
    const second = await refund(uid, { ...end, policy_amount: '375.25' })
    expect(second.review.text).toContain('Refund $375.25?')
    await second.confirm()
    await until(async () => (await refundsOf(service.app.db, paid.payment_id)).length === 2)
  })

  test('in a renewed period is billed for that period, at the carrier’s commission for renewals, and can be refunded again', async () => {
    const { uid, email } = await paidHome(service, 'full')
    const policyOf = async () => (await policiesOf(service.app, uid))[0] as Policy
    const { policy_id, expiration_date: due_on } = await policyOf()
    const terms: OfferedTerms = {
      annual_price: 1600,
      period_to: plusYears(due_on, 1),
      valid_until: null,
      reasons: [],
      bill_to: 'insured',
    }
    const renewing = { terms, line: lines.homeowners, actor: 'stf_test' }
    await transact(service.app, inside => renewPolicy(inside, { uid, policy_id }, renewing))
    const [renewal] = (await policyOf()).renewals
    const asked = {
      renewal: String(renewal?.renewal_id),
      invoiced: '0',
      invoice_amount: '1600',
      due_on: plusDays(dayOf(service.app.clock.now()), 5),
    }
    await ann.open(refundPage(uid))
    await ann.send(`${refundPage(uid)}/renewal`, asked)
    const invoice = await paymentAt(service, uid, 'open')
    expect(await balances(invoice)).toEqual({
      receivable: 160_000,
      payable_to_carrier: -150_400,
      commission: -9_600,
    })
    expect((await ann.open('/desk/money/carriers/far')).text).toContain(
      'Commission: 10% of the first period, 6% of renewed ones.',
    )
    await payAt(service, invoice)

    const fields = { kind: 'policy', policy: policy_id }
    const end = {
      ...fields,
      note: 'The customer asked.',
      ended_by: 'insured',
      ends_on: plusDays(due_on, 73),
    }
    const estimated = async () => (await planRefund(service.app, uid, new URLSearchParams(end))).cents
    const before = await estimated()
    await (await refund(uid, { ...end, policy_amount: '1000' })).confirm()
    await refundSent(email, invoice)
    expect((await balances(invoice)).commission).toBe(-3_600)
    await (await refund(uid, { ...fields, ended_by: 'kept' })).confirm()
    const again = await paymentAt(service, uid, 'open')
    expect(descriptionWords(again.description)).toContain(
      `, refunded premium, renewal from ${dayWords(due_on)}`,
    )
    expect(await balances(again)).toEqual({
      receivable: 100_000,
      payable_to_carrier: -94_000,
      commission: -6_000,
    })
    expect((await ann.open(refundPage(uid))).text).not.toContain('Invoice for a renewed period')
    await payAt(service, again)
    expect(await estimated()).toBe(before)
  })

  test('is not recorded while the refund is not sent, and the page says what to do first', async () => {
    const { uid, paid } = await paidHome(service, 'full')
    const [policy] = await policiesOf(service.app, uid)
    const fields = { kind: 'policy', policy: String(policy?.policy_id) }
    stripe.books.refundOutcome = 'pending'
    onTestFinished(() => {
      stripe.books.refundOutcome = 'succeeded'
    })
    await (
      await refund(uid, { ...fields, ended_by: 'insured', ends_on: String(policy?.effective_date) })
    ).confirm()
    const { review } = await refund(uid, { ...fields, ended_by: 'kept' })
    expect([review.status, review.text]).toEqual([400, expect.stringContaining('is not sent yet')])
    expect(await refundsOf(service.app.db, paid.payment_id)).toHaveLength(1)
  })
})

describe('a dispute', () => {
  const disputed = async () => {
    const bought = await paidHome(service, 'full')
    const { id } = stripe.books.dispute(bought.paid.refs.intent ?? '', PREMIUM)
    await syncPayment(service.app, bought.paid.payment_id)
    return { ...bought, id, path: `/desk/money/disputes/${id}` }
  }
  const there = (id: string) => stripe.books.disputes.find(one => one.id === id)

  test('is answered with the signature, the policy, the binder and the receipt, as staff saw them', async () => {
    const { uid, email, paid, id, path } = await disputed()
    const [policy] = await policiesOf(service.app, uid)
    const { text } = await ann.open(path)
    const shown = [
      'Ada Homeowner signed the application electronically',
      String(policy?.policy_number),
      'binder-',
    ]
    for (const words of shown) expect(text).toContain(words)
    const [dispute] = await disputesOf(service.app.db, paid.payment_id)
    expect(text).toContain(`Since</dt><dd><time datetime="${dispute?.opened_at.toISOString()}">`)
    expect((await ann.send(path, { act: 'evidence', note: '' })).status).toBe(400)
    const answer = { act: 'evidence', note: 'They signed it.' }
    expect((await ann.send(path, answer)).location).toBe('/desk/money?done=answered')
    expect((await ann.send(path, answer)).location).toBe('/desk/money?done=late')
    await until(() => there(id)?.status === 'under_review')
    expect(there(id)?.evidence).toMatchObject({
      customer_name: 'Ada Homeowner',
      customer_email_address: email,
      customer_purchase_ip: '203.0.113.7',
      service_documentation: expect.stringMatching(/^file_/),
      receipt: expect.stringMatching(/^file_/),
      uncategorized_text: expect.stringContaining(`number ${policy?.policy_number}`),
    })
    await until(async () => (await ann.open('/desk/money')).text.includes('Evidence sent'))
    expect(await disputesOf(service.app.db, paid.payment_id)).toMatchObject([{ answer: 'evidence' }])
  })

  test('that staff accept is lost, and the amount is owed again', async () => {
    const { paid, id, path } = await disputed()
    expect(await shownAsPaid(paid.uid)).toEqual([0])
    await ann.open(path)
    await ann.send(path, { act: 'accepted', note: 'It was our mistake.' })
    await until(async () => (await disputesOf(service.app.db, paid.payment_id))[0]?.status === 'lost')
    expect(there(id)?.status).toBe('lost')
    expect((await balances(paid)).receivable).toBe(PREMIUM)
    expect(await shownAsPaid(paid.uid)).toEqual([0])
  })
})

describe('a policy that staff say was canceled', () => {
  const boughtDirect = async () => {
    const { homeowner, choose, uid, intake } = await choosing(service)
    await choose({ bill_to: 'carrier_direct', plan_id: 'quarterly' })
    await homeowner.sign()
    await homeowner.untilAt('bound')
    const [policy] = await policiesOf(service.app, uid)
    if (!policy) throw new Error('There is no policy.')
    return { homeowner, uid, email: intake.email, policy }
  }
  const evidenceOf = ({ homeowner, policy }: Awaited<ReturnType<typeof boughtDirect>>, to: string) =>
    transact(service.app, inside =>
      sendEvidence(inside, homeowner.caller, { policy_id: policy.policy_id, to }),
    )

  test('though it was not paid through us, ends on its day: on the page, in the binder, at the desk and in an email', async () => {
    const bought = await boughtDirect()
    const { homeowner, uid, email, policy } = bought
    const ends_on = plusDays(policy.effective_date, 10)
    const day = dayWords(ends_on)
    expect((await ann.open(`/desk/book/${uid}`)).text).toContain(`href="${refundPage(uid)}"`)
    const fields = { kind: 'policy', policy: policy.policy_id, ended_by: 'insured' }
    expect((await refund(uid, { ...fields, ends_on: policy.expiration_date })).review.status).toBe(400)
    expect((await refund(uid, { ...fields, ended_by: 'kept' })).review.status).toBe(400)
    const { review, confirm } = await refund(uid, { ...fields, ends_on })
    expect(review.text).toContain(`coverage ends at 12:01 a.m. on ${day}`)
    expect((await confirm()).location).toBe('/desk/money?done=ended')
    expect((await confirm()).location).toBe('/desk/money?done=late')
    const text = await textOf(service, email, `Your policy ends on ${day}`)
    expect(text).toContain(`Coverage ends on ${day} at 12:01 a.m. You have no coverage from then on`)
    expect((await subjects(service, email)).filter(one => one === `Your policy ends on ${day}`)).toHaveLength(
      1,
    )

    const person = await signedInHomeowner(service, homeowner)
    expect((await person.open('/portal/policy')).text).toContain(
      `<h1>Your coverage ends on ${day} at 12:01 a.m.</h1>`,
    )
    const binder = policy.documents.find(({ kind }) => kind === 'binder')
    const document = { uid, document_id: String(binder?.document_id) }
    const shown = await speaking('es', () => openCurrentDocument(service.app, document))
    const words = (await textOfPdf(shown?.content ?? Buffer.alloc(0))).replaceAll(/\s+/g, ' ')
    expect(words).toContain(`THIS POLICY ENDS ${day} at 12:01 a.m.`)
    expect(words).toContain(`to ${dayWords(policy.expiration_date)}, 12:01 a.m.`)
    const issued = await openPolicyDocument(service.app, document)
    expect(await textOfPdf(issued?.content ?? Buffer.alloc(0))).not.toMatch(/cancel/i)
    const book = (await ann.open(`/desk/book/${uid}`)).text
    expect(book).toContain(`${day}, canceled by the customer`)
    expect(book).toContain(`href="/desk/book/${uid}/policies/${document.document_id}?issued=yes"`)
    const events = (await listEntries(service.app.db, uid)).map(({ event }) => event)
    expect(events.filter(event => event === 'policy_ended')).toHaveLength(1)
  })

  test('from the start never took effect: on the page, in the binder, at the desk, in an email and for a lender, and continues once that is taken back', async () => {
    const bought = await boughtDirect()
    const { homeowner, uid, email, policy } = bought
    const fields = { kind: 'policy', policy: policy.policy_id, ends_on: policy.effective_date }
    const flat = await refund(uid, { ...fields, ended_by: 'carrier' })
    expect(flat.review.text).toContain('canceled from the start. It never takes effect')
    await flat.confirm()
    const told = await textOf(service, email, 'Your policy was canceled')
    expect(told).toContain('It was canceled from the start and never took effect.')
    expect(told).not.toContain('12:01 a.m.')
    const page = (await (await signedInHomeowner(service, homeowner)).open('/portal/policy')).text
    expect(page).toContain('<h1>Your policy never took effect</h1>')
    expect(page).not.toMatch(/Effective from|Send to my lender/)
    const binder = policy.documents.find(({ kind }) => kind === 'binder')
    const document = await openCurrentDocument(service.app, { uid, document_id: String(binder?.document_id) })
    expect(await textOfPdf(document?.content ?? Buffer.alloc(0))).toContain('CANCELED FROM THE START')
    expect((await ann.open(`/desk/book/${uid}`)).text).toContain('Never took effect, canceled by the carrier')
    await expect(evidenceOf(bought, newEmail())).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('It never took effect'),
    })
    const { review, confirm } = await refund(uid, { ...fields, ended_by: 'kept' })
    expect(review.text).toContain(`Keep policy ${policy.policy_number}?`)
    expect((await confirm()).location).toBe('/desk/money?done=kept')
    await until(async () => (await subjects(service, email)).includes('Your policy continues'))
    expect(await policiesOf(service.app, uid)).toMatchObject([{ end: null }])
    const changes = await query<{ detail_status: string }>(
      service.databaseUrl,
      'select detail_status from changes where uid = $1 order by change_id desc limit 3',
      [uid],
    )
    expect(changes.map(({ detail_status }) => detail_status)).toEqual(['bound', 'canceled', 'bound'])
    const person = await signedInHomeowner(service, homeowner)
    expect((await person.open('/portal/policy')).text).toContain('<h1>You’re covered from')
  })

  test('to be refunded later is listed at the desk until it is refunded or there is nothing to refund, and the email says so', async () => {
    const { uid, email, paid } = await paidHome(service, 'full')
    const [policy] = await policiesOf(service.app, uid)
    const fields = {
      kind: 'policy',
      policy: String(policy?.policy_id),
      ended_by: 'insured',
      ends_on: String(policy?.effective_date),
    }
    const todo = 'Refund the return premium</td>'
    const { review, confirm } = await refund(uid, { ...fields, refund: 'later' })
    expect(review.text).toContain('The desk lists it until you refund it here')
    expect((await confirm()).location).toBe('/desk/money?done=ended')
    expect(await textOf(service, email, 'Your policy was canceled')).toContain(
      'Once it does, we’ll refund that amount.',
    )
    const desk = await ann.open('/desk')
    expect(desk.text).toContain(todo)
    expect(desk.text).toContain(`${policy?.policy_number}, The far carrier</span></td>`)
    await (await refund(uid, { ...fields, policy_amount: '100' })).confirm()
    expect(await refundSent(email, paid)).toMatchObject([{ amount_cents: 10_000 }])
    expect((await ann.open('/desk')).text).not.toContain(todo)
    expect((await subjects(service, email)).filter(one => one.includes('canceled'))).toHaveLength(1)

    const other = await paidHome(service, 'full')
    const [second] = await policiesOf(service.app, other.uid)
    const ending = { ...fields, policy: String(second?.policy_id), ends_on: String(second?.effective_date) }
    await (await refund(other.uid, { ...ending, refund: 'later' })).confirm()
    expect((await ann.open('/desk')).text).toContain(todo)
    const none = await refund(other.uid, { ...ending, refund: 'none' })
    expect((await none.confirm()).location).toBe('/desk/money?done=ended')
    expect((await ann.open('/desk')).text).not.toContain(todo)
  })

  test('because the insured died is never told to them, but to the estate, in neutral words, or to nobody', async () => {
    const { uid, email } = await paidHome(service, 'full')
    const [policy] = await policiesOf(service.app, uid)
    const fields = {
      kind: 'policy',
      policy: String(policy?.policy_id),
      ended_by: 'insured_died',
      ends_on: String(policy?.effective_date),
      policy_amount: '100',
    }
    const refused = (await refund(uid, fields)).review
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining('Choose to email someone else'),
    ])
    expect((await refund(uid, { ...fields, tell: 'other', tell_email: 'estate' })).review.status).toBe(400)
    const estate = newEmail()
    const before = await subjects(service, email)
    const { review, confirm } = await refund(uid, { ...fields, tell: 'other', tell_email: estate })
    expect(review.text).toContain(
      `${estate} gets an email that the policy was canceled; the customer does not.`,
    )
    await confirm()
    const text = await textOf(service, estate, `Policy ${policy?.policy_number} was canceled`)
    expect(text).toContain(`Policy ${policy?.policy_number} from The far carrier was canceled.`)
    expect(text).not.toMatch(/as you asked|You have no coverage|Your policy/)
    expect(await actsAbout(service.app, uid)).toMatchObject([
      { act: 'refund_started', note: `The customer asked. (Emailed: ${estate})` },
    ])
    const ended = (await listEntries(service.app.db, uid)).find(({ event }) => event === 'policy_ended')
    expect(ended?.facts).toMatchObject({ end_reason: 'insured_died', told: 'other' })
    await until(async () => {
      const told = await query<{ notice: string }>(
        service.databaseUrl,
        'select notice from payment_notices join payments using (payment_id) where uid = $1',
        [uid],
      )
      return told.some(({ notice }) => notice.startsWith('refund_sent/'))
    })
    expect(await subjects(service, email)).toEqual(before)
    expect((await ann.open(`/desk/book/${uid}`)).text).toContain('canceled: the insured died')
  })

  test('is evidence for a lender until that day, with the day, and not after it', async () => {
    const bought = await boughtDirect()
    const { homeowner, uid, policy } = bought
    const ends_on = plusDays(policy.effective_date, 10)
    const fields = { kind: 'policy', policy: policy.policy_id, ended_by: 'carrier', ends_on }
    await (await refund(uid, fields)).confirm()
    const lender = newEmail()
    expect(await evidenceOf(bought, lender)).toBe(true)
    const sent = await until(async () => (await mailbox(service.url, lender))[0])
    expect(sent?.text).toContain(dayWords(ends_on))
    expect(sent?.text).not.toContain(dayWords(policy.expiration_date))
    const path = new URL(String(sent?.links[0])).pathname
    const far = daysBetween(dayOf(service.app.clock.now()), ends_on) + 1
    expect((await newVisitor(service.url).open(path)).status).toBe(200)
    service.pass(far * DAY)
    const late = await newVisitor(service.url).open(path)
    expect([late.status, late.text.includes('This policy has ended')]).toEqual([409, true])
    await expect(evidenceOf(bought, newEmail())).rejects.toMatchObject({ status: 409 })
    const person = await signedInHomeowner(service, homeowner)
    const { text } = await person.open('/portal/policy')
    expect(text).toContain(`<h1>Your coverage ended on ${dayWords(ends_on)}</h1>`)
    expect(text).not.toContain('Send to my lender')
  })
})

describe('an installment that the agency bills', () => {
  test('is shown as an invoice that follows, gets one and one email before it is due, is charged only when it is paid, and then is late', async () => {
    const { uid, email, homeowner } = await paidHome(service, 'quarterly')
    const [policy] = await policiesOf(service.app, uid)
    const binder = policy?.documents.find(({ kind }) => kind === 'binder')
    const document_id = String(binder?.document_id)
    const pdf = await openPolicyDocument(service.app, { uid, document_id })
    const words = (await textOfPdf(pdf?.content ?? Buffer.alloc(0))).replaceAll(/\s+/g, ' ')
    expect(words).toContain('$375.25 is due at purchase, to Elm Agency. Then $375.25 due 90 days after')
    expect(await textOf(service, email, 'Your home insurance quotes are ready')).toContain(
      'The far carrier: $1,480 is due when you buy it, to Elm Agency. You authorize a card or a bank account on Stripe’s page.',
    )
    const scheduled = await installmentsOf(service.app.db, uid)
    expect(scheduled.map(({ due_on }) => due_on)).toEqual(
      [90, 180, 270].map(days => plusDays(String(policy?.effective_date), days)),
    )
    const [shown] = (await homeowner.view()).homes
    expect(shown?.policy?.paid).toEqual([
      { label: 'How you pay', words: 'You pay Elm Agency. It sends you an invoice.' },
      { label: 'Next payment', words: `$375.25, due by ${dayWords(String(scheduled[0]?.due_on))}` },
    ])
    await runJob(service, billInstallments)
    expect(await paymentsOf(service.app, uid)).toHaveLength(1)

    service.pass(90 * DAY)
    await runJob(service, billInstallments)
    await runJob(service, billInstallments)
    const due = await paymentAt(service, uid, 'open')
    expect(due).toMatchObject({ amount_cents: 37_525, due_on: scheduled[0]?.due_on })
    await until(async () => (await subjects(service, email)).includes('Payment due for your policy'))
    const told = (await subjects(service, email)).filter(one => one === 'Payment due for your policy')
    expect(told).toHaveLength(1)
    expect(await textOf(service, email, 'Payment due for your policy')).toContain(
      'Homeowners insurance from The far carrier, payment 2 of 4',
    )
    const charges = () =>
      [...stripe.books.intents.values()].filter(({ metadata }) => metadata.payment_id === due.payment_id)
    expect(charges()).toEqual([])
    expect((await homeowner.view()).payments.map(({ label }) => label)).toContain('Payment due')

    expect((await payAt(service, due)).text).toContain('This invoice is paid')
    expect(charges()).toMatchObject([{ status: 'succeeded', amount_received: 37_525 }])
    const fee = Math.round(37_525 * 0.029) + 30
    expect(await balances(due)).toEqual({
      received: 37_525 - fee,
      fees: fee,
      commission: -3_700,
      payable_to_carrier: 3_700 - 37_525,
    })

    service.pass(90 * DAY)
    await runJob(service, billInstallments)
    const late = async () =>
      (await latePayments(service.app, { after: null, limit: 100 })).filter(one => one.uid === uid)
    expect(await late()).toEqual([])
    service.pass(14 * DAY)
    expect(await late()).toMatchObject([{ amount_cents: 37_525 }])
  })

  test('that is being debited when the policy is canceled is not asked for again if the bank refuses it, and is a follow-up if the bank pays', async () => {
    stripe.books.bankOutcome = 'processing'
    onTestFinished(() => {
      stripe.books.bankOutcome = 'succeeded'
    })
    const debited = async () => {
      const bought = await paidHome(service, 'quarterly')
      const { uid } = bought
      const [policy] = await policiesOf(service.app, uid)
      const { policy_id = '', effective_date = '' } = policy ?? {}
      service.pass(90 * DAY)
      await runJob(service, billInstallments)
      const due = await paymentAt(service, uid, 'open')
      await payAt(service, due, 'bank')
      ann = await signIn(service, service.url)
      const charging = await paymentAt(service, uid, 'capturing')
      const ending = { kind: 'policy', policy: policy_id, ended_by: 'insured', refund: 'none' }
      await (await refund(uid, { ...ending, ends_on: plusDays(effective_date, 40) })).confirm()
      return { ...bought, due, intent: stripe.books.intent(charging.refs.intent ?? '') }
    }

    const refused = await debited()
    stripe.books.refuse(refused.intent, 'insufficient_funds')
    await syncPayment(service.app, refused.due.payment_id)
    await until(async () => (await openJobs(refused.due.payment_id)).length === 0)
    expect((await paymentsOf(service.app, refused.uid)).map(({ status }) => status)).toEqual([
      'paid',
      'failed',
    ])
    expect(await balances(refused.due)).toEqual({})
    const [first] = await installmentsOf(service.app.db, refused.uid)
    expect(first).toMatchObject({ status: 'canceled', payment_id: refused.due.payment_id })

    const paid = await debited()
    const before = await notesOf(service.app, paid.uid)
    stripe.books.receive(paid.intent, paid.due.amount_cents)
    await syncPayment(service.app, paid.due.payment_id)
    await until(async () => (await openJobs(paid.due.payment_id)).length === 0)
    const told = (await notesOf(service.app, paid.uid)).slice(before.length)
    expect(told.map(({ words }) => words)).toEqual([
      expect.stringContaining(`Payment ${paid.due.reference}, $375.25, arrived after policy `),
    ])
  })

  test('that is billed while the policy is canceled is canceled with its invoice', async () => {
    const { uid } = await paidHome(service, 'full')
    const [policy] = await policiesOf(service.app, uid)
    const { policy_id = '', effective_date: endsOn = '' } = policy ?? {}
    const due_on = plusDays(dayOf(service.app.clock.now()), 20)
    const renewed = {
      uid,
      policy_id,
      carrier_id: 'far',
      from: String(policy?.expiration_date),
      state: 'IL',
      paidFor: { product: 'Homeowners insurance', carrier: 'The far carrier' },
      illustrative: true,
      then_job: lines.homeowners.paymentJob,
    }
    await transact(service.app, inside =>
      invoiceRenewal(inside, renewed, { due_on, amount_cents: 1_000, fee_cents: 0 }),
    )
    service.pass(10 * DAY)
    const waiting = (count: number) =>
      until(async () => {
        const found = await query(
          service.databaseUrl,
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
        return found.length >= count
      })
    const both = await transact(service.app, async inside => {
      await holdIntake(inside, uid)
      const billing = runJob(service, billInstallments)
      await waiting(1)
      const canceling = transact(service.app, other => cancelInstallments(other, { uid, policy_id, endsOn }))
      await waiting(2)
      return { billing, canceling }
    })
    await both.billing
    expect(await both.canceling).toBe(1)
    const invoice = await paymentAt(service, uid, 'void')
    expect(await balances(invoice)).toEqual({})
    expect(await installmentsOf(service.app.db, uid)).toMatchObject([{ status: 'canceled' }])
  })

  test('does not differ from a first payment that is being debited when its policy is canceled from the start: it is not asked for again, and staff hear of either outcome', async () => {
    stripe.books.bankOutcome = 'processing'
    onTestFinished(() => {
      stripe.books.bankOutcome = 'succeeded'
    })
    const outcomes = {
      failed: (id: string) => stripe.books.refuse(stripe.books.intent(id), 'insufficient_funds'),
      paid: (id: string) => stripe.books.receive(stripe.books.intent(id), PREMIUM),
    }
    for (const [status, decide] of Object.entries(outcomes)) {
      const { homeowner, choose, uid } = await choosing(service)
      await payAt(service, (await choose({ bill_to: 'insured', plan_id: 'full' })) as Payment, 'bank')
      await homeowner.sign()
      await homeowner.untilAt('bound')
      const { payment_id, reference, refs } = await paymentAt(service, uid, 'capturing')
      const [policy] = await policiesOf(service.app, uid)
      const { policy_id = '', policy_number, effective_date: ends_on = '' } = policy ?? {}
      const ending = { kind: 'policy', policy: policy_id, ended_by: 'insured', refund: 'none', ends_on }
      await (await refund(uid, ending)).confirm()
      decide(refs.intent ?? '')
      await syncPayment(service.app, payment_id)
      await until(async () => (await openJobs(payment_id)).length === 0)
      expect((await paymentsOf(service.app, uid)).map(one => one.status)).toEqual([status])
      const what = status === 'paid' ? 'arrived' : status
      expect((await notesOf(service.app, uid)).map(({ words }) => words)).toContainEqual(
        expect.stringContaining(`Payment ${reference}, $1,480, ${what} after policy ${policy_number} was`),
      )
    }
  })

  test('is not billed where the carrier bills', async () => {
    const { homeowner, choose, uid } = await choosing(service)
    expect(await choose({ bill_to: 'carrier_direct', plan_id: 'quarterly' })).toBeNull()
    await homeowner.sign()
    await homeowner.untilAt('bound')
    expect(await installmentsOf(service.app.db, uid)).toEqual([])
    expect(await paymentsOf(service.app, uid)).toEqual([])
  })

  test('for a renewed period goes out 14 days ahead where the home is, not in the evening before', async () => {
    const { uid } = await paidHome(service, 'full')
    const [policy] = await policiesOf(service.app, uid)
    const today = plusDays(dayOf(service.app.clock.now()), 1)
    const midnight = midnightIn(zoneOf('IL'), plusDays(today, 1))
    service.pass(+midnight - HOUR - +service.app.clock.now())
    const renewed = {
      uid,
      policy_id: String(policy?.policy_id),
      carrier_id: 'far',
      from: String(policy?.expiration_date),
      state: 'IL',
      paidFor: { product: 'Homeowners insurance', carrier: 'The far carrier' },
      illustrative: true,
      then_job: lines.homeowners.paymentJob,
    }
    for (const days of [14, 15]) {
      const asked = { due_on: plusDays(today, days), amount_cents: 1_000, fee_cents: 0 }
      await transact(service.app, inside => invoiceRenewal(inside, renewed, asked))
    }
    const invoices = await installmentsOf(service.app.db, uid)
    expect(invoices.map(({ status }) => status)).toEqual(['billed', 'scheduled'])
  })
})

test('the nightly comparison finds nothing, and all books sum to zero', async () => {
  expect((await reconcile(service.app)).map(({ difference_id }) => difference_id)).toEqual([])
  const all = Object.values(await ledgerBalances(service.app.db))
  expect(all.reduce((sum, cents) => sum + cents, 0)).toBe(0)
})
