import { html } from 'hono/html'
import { type Installment, installmentsOf } from '../../../agency/payments/installment-store.ts'
import { invoicedFor, invoiceRenewal } from '../../../agency/payments/installments.ts'
import type { Renewal } from '../../../agency/policies/life/renewals.ts'
import { orderOf } from '../../../agency/policies/orders.ts'
import { type Policy, policiesOf } from '../../../agency/policies/policies.ts'
import { stateOf } from '../../../agency/policies/terms.ts'
import type { App } from '../../../platform/app.ts'
import { recordAct } from '../../../platform/audit/acts.ts'
import { transact } from '../../../platform/db/transact.ts'
import { fail } from '../../../platform/errors.ts'
import { cents, day } from '../../../platform/forms/field-kinds.ts'
import { form } from '../../../platform/forms/form.ts'
import { redirect } from '../../../platform/http/pages/document.ts'
import { lineOf } from '../../../platform/lines.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { dayWords } from '../../../platform/values/calendar.ts'
import { usdCents } from '../../../platform/values/money.ts'
import { policyToday } from '../../../products/line/aftersale/shown-life.ts'
import { paidForIn } from '../../../products/line/buying/settle-money.ts'
import { lockIntake, noteOnIntake } from '../../../products/line/record/intakes.ts'
import { lines } from '../../../products/lines.ts'
import { hidden, postForm } from '../parts/form.ts'
import { staffForm } from '../sign-in/door.ts'
import { refundPath } from './refund-plan.ts'

const invoiceForm = form({
  invoice_amount: cents('Amount in dollars', {
    hint: 'The whole price, or one payment of the carrier’s plan.',
  }),
  invoice_fee: cents('Installment fee in it (optional)', {
    hint: 'In dollars. Only what the carrier charges for this payment.',
    optional: true,
  }),
  due_on: day('Due on'),
})

type Period = { policy: Policy; renewal: Renewal; price_cents: number; invoiced_cents: number }

const periodsToInvoice = (policies: readonly Policy[], installments: readonly Installment[]): Period[] =>
  policies
    .filter(({ end, sandbox }) => end === null && !sandbox)
    .flatMap(policy =>
      policy.renewals.flatMap(renewal => {
        const { status, bill_to, annual_price, due_on: from } = renewal
        if (status !== 'renewed' || bill_to !== 'insured' || annual_price === null) return []
        const { policy_id } = policy
        const invoiced_cents = invoicedFor(installments, { policy_id, from }).reduce(
          (sum, { amount_cents, fee_cents }) => sum + amount_cents - fee_cents,
          0,
        )
        return [{ policy, renewal, price_cents: annual_price * 100, invoiced_cents }]
      }),
    )
    .filter(({ price_cents, invoiced_cents }) => invoiced_cents < price_cents)

const invoiceOf = (token: Html, { policy, renewal, price_cents, invoiced_cents }: Period): Html =>
  postForm({
    token,
    path: `${refundPath(policy.uid)}/renewal`,
    label: `Invoice ${renewal.renewal_id}`,
    body: html`<p>Policy ${policy.policy_number}, ${policy.carrier}, from ${dayWords(renewal.due_on)}: ${usdCents(price_cents)} a year. Invoiced: ${usdCents(invoiced_cents)}. ${renewal.payment === undefined ? 'The carrier stated no plan.' : `The carrier stated: ${renewal.payment}`}</p>
${hidden('renewal', renewal.renewal_id)}${hidden('invoiced', invoiced_cents)}
${invoiceForm.draw({ within: renewal.renewal_id })}
<button class="secondary">Send the invoice</button>
<p class="soft small">The customer is emailed the invoice 14 days before it is due, or now if that is sooner.</p>`,
  })

export const renewalInvoices = async (app: App, uid: string, token: Html): Promise<Html> => {
  const periods = periodsToInvoice(await policiesOf(app, uid), await installmentsOf(app.db, uid))
  return periods.length === 0
    ? html``
    : html`<section aria-labelledby="renewal-invoice"><h2 id="renewal-invoice">Invoice for a renewed period</h2>
${periods.map(one => invoiceOf(token, one))}</section>`
}

/** False: something was invoiced since the page was opened, perhaps by the same form. */
const sendInvoice = (
  app: App,
  { uid, actor, sent }: { uid: string; actor: string; sent: URLSearchParams },
): Promise<boolean> => {
  const line = lineOf(uid) ?? fail('not_found')
  const { invoice_amount: amount_cents, invoice_fee: fee_cents = 0, due_on } = invoiceForm.take(sent)
  return transact(app, async inside => {
    if (!(await lockIntake(inside, { uid, line }))) fail('not_found')
    const periods = periodsToInvoice(await policiesOf(inside, uid), await installmentsOf(inside.db, uid))
    const period = periods.find(({ renewal }) => renewal.renewal_id === sent.get('renewal'))
    if (!period || sent.get('invoiced') !== String(period.invoiced_cents)) return false
    const { policy, renewal, price_cents, invoiced_cents } = period
    if (due_on < policyToday(policy, inside.clock.now()))
      throw invoiceForm.refusal({ due_on: 'Due on must be today or later.' })
    const left = price_cents - invoiced_cents
    if (amount_cents - fee_cents <= 0 || amount_cents - fee_cents > left)
      throw invoiceForm.refusal({
        invoice_amount: `Enter an amount of at most ${usdCents(left)}, without the fee.`,
      })
    const order = (await orderOf(inside, policy)) ?? fail('not_found')
    const { terms, carrier_id } = order
    const { policy_id } = policy
    const installment_id = await invoiceRenewal(
      inside,
      {
        uid,
        policy_id,
        carrier_id,
        from: renewal.due_on,
        state: stateOf(terms),
        paidFor: paidForIn(order),
        illustrative: terms.illustrative ?? true,
        then_job: lines[line].paymentJob,
      },
      { due_on, amount_cents, fee_cents },
    )
    const note = `${usdCents(amount_cents)}, due ${dayWords(due_on)}`
    await recordAct(inside, { about: uid, act: 'renewal_invoiced', actor, note })
    const facts = { installment_id, cents: amount_cents, due_on }
    await noteOnIntake(inside, uid, { actor, event: 'renewal_invoiced', facts })
    return true
  })
}

export const renewalInvoiceRow = staffForm(
  '/desk/money/customers/{uid}/renewal',
  'move_money',
  async (app, { params, form: sent }, { actor }) => {
    const isSent = await sendInvoice(app, { uid: params.uid ?? '', actor, sent })
    return redirect(`/desk/money?done=${isSent ? 'renewal_invoiced' : 'late'}`)
  },
)
