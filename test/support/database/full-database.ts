import { randomBytes } from 'node:crypto'
import { exchangeRecorder } from '../../../src/agency/carriers/endpoint/exchange-record.ts'
import { keepLegalNotice } from '../../../src/agency/emails/rules/legal-notices.ts'
import { closeBooks } from '../../../src/agency/ledger/ledger.ts'
import { takeInDisputes } from '../../../src/agency/payments/disputes.ts'
import { scheduleInstallments } from '../../../src/agency/payments/installments.ts'
import { findPayment, type Payment } from '../../../src/agency/payments/payments.ts'
import type { Truth } from '../../../src/agency/payments/provider.ts'
import { receiptsOf } from '../../../src/agency/payments/receipt-store.ts'
import { recordDeposit, recordReceipt, settlePayment } from '../../../src/agency/payments/receipts.ts'
import { markRefundSent, refundDue } from '../../../src/agency/payments/refunds.ts'
import { policiesOf, recordPolicyEnd } from '../../../src/agency/policies/policies.ts'
import { recordReads } from '../../../src/doors/desk/book/reads.ts'
import { ACTIONS, actOnRecord } from '../../../src/doors/desk/records/actions.ts'
import { inviteMember } from '../../../src/doors/desk/staff/members.ts'
import { takeRecoveryCode } from '../../../src/doors/desk/staff/recovery.ts'
import { newSecret, removeFactor, takeFactorCode } from '../../../src/doors/desk/staff/second-factor.ts'
import { startStaffSession } from '../../../src/doors/desk/staff/staff.ts'
import { codeAt, stepAt } from '../../../src/doors/desk/staff/totp.ts'
import { startStop } from '../../../src/doors/desk/stops/pages.ts'
import { useAssertion } from '../../../src/doors/oauth/tokens/registration-store.ts'
import { eraseNotes } from '../../../src/platform/audit/acts.ts'
import { liftHold } from '../../../src/platform/audit/hold-store.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import { proveEmail } from '../../../src/platform/key/shopper/shopper.ts'
import { currentSigningKey } from '../../../src/platform/key/signing-key.ts'
import { later, MINUTE } from '../../../src/platform/lib/clock.ts'
import { issueLink, spendLink } from '../../../src/platform/signin/one-time-link.ts'
import { withdrawDelivery } from '../../../src/products/line/record/delivery.ts'
import { findIntake } from '../../../src/products/line/record/intakes.ts'
import { writeDone } from '../../../src/products/line/record/note-store.ts'
import { writeNote } from '../../../src/products/line/record/notes.ts'
import { listOpenStops, markLifted } from '../../../src/products/line/stops/store.ts'
import { sealedTables } from '../../../src/tables.ts'
import { aDeskTask, aSurplusFiling, twoDeclarationsPages } from '../carriers/desk-markets.ts'
import { aLateCarrier } from '../carriers/late-carrier.ts'
import { claimed } from '../people/agent-identity.ts'
import { call, getKey, newEmail } from '../people/client.ts'
import { aDoubtfulDocument, anInvoice, STAFF } from '../people/desk.ts'
import { completeIntake } from '../people/homeowner-applications.ts'
import { quotedHomeowner, selectedHomeowner } from '../people/homeowner-in-portal.ts'
import { aLenderLink } from '../people/lender-link.ts'
import { newTokens, refresh } from '../people/oauth.ts'
import { anAnsweredRequest, anOfferedRenewal } from '../people/policy-request.ts'
import { startShopping } from '../people/shopper.ts'
import type { TestService } from '../servers/service.ts'
import { query } from './database.ts'
import { TRAILS } from './tampering.ts'

/** The tables as they are now, for somebody who puts old rows back later. */
const keepEarlier = async (databaseUrl: string): Promise<void> => {
  await query(databaseUrl, 'create schema earlier')
  for (const table of [...sealedTables.map(sealed => sealed.table), ...TRAILS])
    await query(databaseUrl, `create table earlier.${table} as table public.${table}`)
}

const oneOfEach = async (service: TestService) => {
  const { app, url } = service
  const email = newEmail()
  const key = await getKey(url, email)
  const bought = await selectedHomeowner(service, key, { sandbox: true })
  const withdrawn = await quotedHomeowner(service, key)
  await withdrawn.homeowner.withdrawConsent()
  await transact(app, async inside => {
    const { uid } = withdrawn
    const told = { received_how: 'phone', received_on: '2026-01-01', by: 'staff', mail: null } as const
    await withdrawDelivery(inside, uid, told)
    const notice = {
      uid,
      kind: 'declination',
      at: app.clock.now(),
      to: null,
      subject: 'No',
      text: 'No',
    } as const
    await keepLegalNotice(inside, notice)
  })
  const shopping = await startShopping(url, 'homeowners', { intake: completeIntake(), sandbox: false })
  const tokens = await newTokens(service, { email })
  await claimed(service)
  const link = await issueLink(app, {
    purpose: 'portal_sign_in',
    subject: bought.uid,
    data: { email: 'test' },
  })
  await startStaffSession(app, STAFF)
  await currentSigningKey(app)
  await useAssertion(app.db, randomBytes(32), later(app.clock.now(), 10 * MINUTE))
  const ended = await exchangeRecorder(app)({ carrier_id: 'a', request_id: 'r', attempt: 1, request: '{}' })
  await aDeskTask(service, { uid: bought.uid, id: `req_${bought.uid}` })
  await aLateCarrier(app, bought.uid)
  await aDoubtfulDocument(service)
  const note = await writeNote(app, { uid: bought.uid, words: 'Call', by: 'staff', due_on: '2026-01-01' })
  await recordReads(app, [bought.uid], { what: 'customer', by: 'staff' })
  const secret = (await newSecret(app, { email, setUp: 'x' })) as Buffer
  const factor = await takeFactorCode(app, { email, setUp: 'x' }, codeAt(secret, stepAt(app.clock.now())))
  const invoice = await anInvoice(service)
  await recordReceipt(app, invoice.payment_id, { ...A_CHECK, cents: 100 })
  await closeMonth(service)
  await inviteMember(app, { email: newEmail(), role: 'viewer', by: 'staff:test' })
  await startStop(app, 'staff:test', new URLSearchParams({ state: 'HI', reason: 'A test.' }))
  const hold = new URLSearchParams({ act: 'hold', note: 'A test.' })
  await actOnRecord(app, ACTIONS, { actor: 'staff:test', uid: bought.uid, form: hold })
  const recovery = String(factor?.recoveryCodes[0])
  return { email, key, bought, shopping, tokens, link, ended, invoice, note, recovery }
}

const A_CHECK = { received_on: '2026-01-02', means: 'check', reference: 'chk 1', by: 'staff' } as const
const A_DEPOSIT = { account: 'trust', deposited_on: '2026-01-02', reference: '1', actor: 'staff' } as const

let closedMonths = 0

const closeMonth = ({ app }: TestService): Promise<void> => {
  closedMonths += 1
  const month = `${1900 + closedMonths}-01`
  return transact(app, inside =>
    closeBooks(inside, async () => ({ month, trust_cents: 0, owed_cents: 0, closed_by: 'staff' })),
  )
}

/** A refund and a dispute of a paid invoice. */
const movedMoney = async ({ app }: TestService, payment_id: string): Promise<void> => {
  const payment = (await findPayment(app, payment_id)) as Payment
  const disputes = [
    {
      id: `dp_${payment_id}`,
      status: 'open' as const,
      cents: 10,
      reason: 'general',
      opened_at: app.clock.now(),
      answer_by: null,
    },
  ]
  await transact(app, async inside => {
    const due = { cents: 100, cause: `test/${payment_id}`, reason: 'agency' } as const
    const refund = await refundDue(inside, payment, due)
    await markRefundSent(inside, String(refund?.refund_id), { by: 'staff:x', reference: 'chk 1' })
    await takeInDisputes(inside, payment, { disputes } as Truth)
    await scheduleInstallments(
      inside,
      {
        uid: payment.uid,
        policy_id: `pol_${payment_id}`,
        carrier_id: 'far',
        paidFor: { product: 'Homeowners insurance', carrier: 'Far' },
        illustrative: true,
        then_job: 'homeowners_payment_settled',
        effective_date: '2999-01-01',
      },
      [{ due_in_days: 90, amount_cents: 100 }],
    )
  })
}

/** The cancellation of a policy. */
const aCancellation = ({ app }: TestService, uid: string): Promise<void> =>
  transact(app, async inside => {
    const [policy] = await policiesOf(inside, uid)
    if (!policy) throw new Error(`${uid} has no policy.`)
    const { effective_date: ended_on } = policy
    await recordPolicyEnd(inside, policy, { kind: 'ended', ended_on, end_reason: 'carrier', by: 'carrier:a' })
  })

/** Two of everything that is sealed, and an earlier version of much of it in the schema `earlier`. */
export const fillDatabase = async (service: TestService): Promise<void> => {
  const { app, url, databaseUrl } = service
  const first = await oneOfEach(service)
  await first.bought.homeowner.sign()
  await first.bought.homeowner.untilAt('bound')
  await twoDeclarationsPages(service, first.bought.uid)
  await aSurplusFiling(service, first.bought.uid)
  await anAnsweredRequest(service, first.bought.uid)
  await aLenderLink(service, first.bought.uid)
  await anOfferedRenewal(service, first.bought.uid)
  await aCancellation(service, first.bought.uid)
  const { bought, shopping, tokens, link, ended, invoice, note, email, key, recovery } =
    await oneOfEach(service)
  await keepEarlier(databaseUrl)
  await bought.homeowner.sign()
  await bought.homeowner.untilAt('bound')
  await twoDeclarationsPages(service, bought.uid)
  await aSurplusFiling(service, bought.uid)
  await anAnsweredRequest(service, bought.uid)
  await aLenderLink(service, bought.uid)
  await anOfferedRenewal(service, bought.uid)
  await aCancellation(service, bought.uid)
  await shopping.patch({ intake: { full_name: 'Ada Changed' } })
  const intake = await findIntake(app, { uid: shopping.uid, line: 'homeowners' })
  await proveEmail(app, intake as never)
  await refresh(service, tokens.refresh, tokens.clientId)
  await spendLink(app, { purpose: 'portal_sign_in', token: link.token })
  await ended({ outcome: 'offer', http_status: 200, took_ms: 5, response: '{}' })
  await writeDone(app.db, note, { done_at: app.clock.now(), done_by: 'staff' })
  await takeRecoveryCode(app, email, recovery)
  await removeFactor(app, email, { by: 'staff', change: 'removed' })
  await settlePayment(app, invoice.payment_id, { by: 'staff', outcome: 'paid' })
  const [receipt] = await receiptsOf(app.db, invoice.payment_id)
  await transact(app, inside =>
    recordDeposit(inside, { ...A_DEPOSIT, receipt_ids: [String(receipt?.receipt_id)] }),
  )
  await closeMonth(service)
  await movedMoney(service, invoice.payment_id)
  const lifted = { lifted_at: app.clock.now(), lifted_by: 'staff:test' }
  await liftHold(app.db, bought.uid, lifted)
  for (const { stop_id } of await listOpenStops(app.db, app.clock.now()))
    await markLifted(app.db, stop_id, lifted)
  await transact(app, inside => eraseNotes(inside, bought.uid))
  await call(`${url}/api/agent/key/rotate`, { key, body: {} })
  await getKey(url, email)
}
