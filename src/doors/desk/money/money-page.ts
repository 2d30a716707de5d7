import { html } from 'hono/html'
import { ledgerBalances } from '../../../agency/ledger/store.ts'
import { countDifferences, listDifferences } from '../../../agency/payments/difference-store.ts'
import {
  countOpenDisputes,
  countOpenRefunds,
  findRefund,
  listOpenDisputes,
  listOpenRefunds,
} from '../../../agency/payments/money-store.ts'
import {
  countInvoices,
  duePayments,
  findPayment,
  latePayments,
  type Payment,
  paidPayments,
} from '../../../agency/payments/payments.ts'
import { closeDifferenceAs, enqueueRecheck } from '../../../agency/payments/reconcile.ts'
import { markRefundSent } from '../../../agency/payments/refunds.ts'
import { returnPayment } from '../../../agency/payments/returned.ts'
import { receiptDocument } from '../../../agency/policies/receipt.ts'
import type { App } from '../../../platform/app.ts'
import { recordAct } from '../../../platform/audit/acts.ts'
import { readCounted, readPage } from '../../../platform/db/after-row.ts'
import { transact } from '../../../platform/db/transact.ts'
import { fail } from '../../../platform/errors.ts'
import { type DocumentRequest, type DocumentRow, redirect } from '../../../platform/http/pages/document.ts'
import { tokenField } from '../../../platform/pages/html.ts'
import { holdPayer } from '../../../products/line/buying/payment-job.ts'
import { noteOnIntake } from '../../../products/line/record/intakes.ts'
import { customerName, payerOf } from '../../../products/lines.ts'
import { customersNamed, recordReads } from '../book/reads.ts'
import { deskFrame, toldResult } from '../parts/frame.ts'
import { pageAsked } from '../parts/table.ts'
import { staffForm, staffPage } from '../sign-in/door.ts'
import { mayDo } from '../staff/roles.ts'
import { carrierRows } from './carrier-pages.ts'
import { depositRows } from './deposit-page.ts'
import { disputeRows } from './dispute-page.ts'
import { ledgerRows } from './ledger-csv.ts'
import { differenceForm, type Money, moneyView, returnedForm, sentForm } from './money-view.ts'
import { monthRows } from './month-page.ts'
import { refundRows } from './refund-page.ts'
import { surplusPage } from './surplus-csv.ts'

const RESULTS: Readonly<Record<string, string>> = {
  refunding: 'Refund started. The customer gets an email when it is sent.',
  ended: 'Cancellation recorded. We’ve emailed the customer.',
  kept: 'The policy continues. If the customer was told that it was canceled, we’ve emailed them.',
  answered: 'Answer recorded. We’re sending it to the payment provider.',
  sent: 'Refund marked as sent. We’ve emailed the customer.',
  renewal_invoiced:
    'Invoice recorded. The customer is emailed 14 days before it is due, or now if that is sooner.',
  returned:
    'Payment recorded as returned. If the policy is issued, the payer gets an email with a new invoice.',
  closed: 'Difference closed.',
  compared: 'Comparing again. It disappears if the amounts agree now.',
  late: 'This was already handled, or has changed since. Nothing was saved.',
}

const readMoney = async (app: App, request: DocumentRequest): Promise<Money> => {
  const { db } = app
  const asked = (list: keyof Money) => pageAsked(request, list)
  const idOf = ({ payment_id }: Payment): string => payment_id
  const counts = await countInvoices(app)
  return {
    late: { count: counts.late, ...(await readPage(at => latePayments(app, at), asked('late'), idOf)) },
    due: { count: counts.due, ...(await readPage(at => duePayments(app, at), asked('due'), idOf)) },
    paid: await readPage(at => paidPayments(app, at), asked('paid'), idOf),
    refunds: await readCounted(
      countOpenRefunds(db),
      at => listOpenRefunds(db, at),
      asked('refunds'),
      ({ refund_id }) => refund_id,
    ),
    disputes: await readCounted(
      countOpenDisputes(db),
      at => listOpenDisputes(db, at),
      asked('disputes'),
      ({ dispute_id }) => dispute_id,
    ),
    differences: await readCounted(
      countDifferences(db),
      at => listDifferences(db, at),
      asked('differences'),
      ({ difference_id }) => difference_id,
    ),
    balances: await ledgerBalances(db),
  }
}

const receipt = staffPage('/desk/money/receipts/{id}', 'see_money', async (app, { params }, { actor }) => {
  const payment = await findPayment(app, params.id ?? '')
  if (payment?.status !== 'paid') return fail('not_found')
  await recordReads(app, [payment.uid], { what: 'document', by: actor })
  const { places = [] } = (await payerOf(app, payment)) ?? {}
  const customer = await customerName(app, payment.uid)
  return receiptDocument(app, payment, { customer, state: places[0]?.state ?? '' })
})

const refundSent = staffForm(
  '/desk/money/refunds/{id}',
  'handle_money',
  async (app, { params, form }, { actor: by }) => {
    const refund_id = params.id ?? ''
    const { reference } = sentForm.take(form)
    const sent = await transact(app, async inside => {
      const known = await findRefund(inside.db, refund_id)
      if (known) await holdPayer(inside, known.payment_id)
      const refund = await markRefundSent(inside, refund_id, { by, reference })
      if (refund)
        await noteOnIntake(inside, refund.uid, { actor: by, event: 'refund_sent', facts: { refund_id } })
      return refund
    })
    return redirect(`/desk/money?done=${sent ? 'sent' : 'late'}`)
  },
)

const paymentReturned = staffForm(
  '/desk/money/payments/{id}',
  'handle_money',
  async (app, { params, form }, { actor }) => {
    const payment_id = params.id ?? ''
    const { note, amount } = returnedForm.take(form)
    const returned = await transact(app, async inside => {
      await holdPayer(inside, payment_id)
      const payment = await returnPayment(inside, payment_id, {
        by: actor,
        ...(amount !== undefined && { cents: amount }),
      })
      if (!payment) return false
      const { uid } = payment
      await noteOnIntake(inside, uid, { actor, event: 'payment_returned', facts: { payment_id } })
      await recordAct(inside, { about: uid, act: 'payment_returned', actor, note })
      return true
    })
    return redirect(`/desk/money?done=${returned ? 'returned' : 'late'}`)
  },
)

const differenceClosed = staffForm(
  '/desk/money/differences',
  'handle_money',
  async (app, { form }, { actor }) => {
    const { note } = differenceForm.take(form)
    const closed = await closeDifferenceAs(app, form.get('difference_id') ?? '', { note, by: actor })
    return redirect(`/desk/money?done=${closed ? 'closed' : 'late'}`)
  },
)

const differenceCompared = staffForm(
  '/desk/money/differences/again',
  'retry',
  async (app, { form }, { actor }) => {
    const difference_id = form.get('difference_id') ?? ''
    const found = await enqueueRecheck(app, difference_id)
    if (found) app.log.info({ actor, difference_id }, 'compared again by staff')
    return redirect(`/desk/money?done=${found ? 'compared' : 'late'}`)
  },
)

export const moneyRows: readonly DocumentRow<App>[] = [
  staffPage('/desk/money', 'see_money', async (app, request, staff) => {
    const token = tokenField(request)
    const mayMove = mayDo(staff.role, 'move_money')
    const money = await readMoney(app, request)
    const { late, due, paid, refunds, disputes, differences } = money
    const lists = [late, due, paid, refunds, disputes, differences]
    const uids = lists.flatMap(({ shown }) => shown.flatMap(({ uid }) => uid ?? []))
    const view = moneyView(money, {
      names: await customersNamed(app, uids, staff),
      token,
      mayMove,
      timeZone: app.config.timeZone,
    })
    return deskFrame(request, staff, {
      title: 'Money',
      at: '/desk/money',
      body: html`${toldResult(RESULTS, request.query.done)}${view}`,
    })
  }),
  ...ledgerRows,
  surplusPage,
  receipt,
  refundSent,
  paymentReturned,
  differenceClosed,
  differenceCompared,
  ...refundRows,
  ...depositRows,
  ...carrierRows,
  ...monthRows,
  ...disputeRows,
]
