import { html } from 'hono/html'
import { post } from '../../../agency/ledger/ledger.ts'
import { customerBalances } from '../../../agency/ledger/store.ts'
import { ordersOf } from '../../../agency/policies/orders.ts'
import type { App } from '../../../platform/app.ts'
import { recordAct } from '../../../platform/audit/acts.ts'
import type { CarrierFacts } from '../../../platform/config/carrier-facts.ts'
import { statedCarrier } from '../../../platform/config/stated-carrier.ts'
import { transact } from '../../../platform/db/transact.ts'
import { fail } from '../../../platform/errors.ts'
import { cents, day, line } from '../../../platform/forms/field-kinds.ts'
import { form } from '../../../platform/forms/form.ts'
import { redirect } from '../../../platform/http/pages/document.ts'
import { lineOf } from '../../../platform/lines.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { dayWords } from '../../../platform/values/calendar.ts'
import { usdCents } from '../../../platform/values/money.ts'
import { lockIntake, noteOnIntake } from '../../../products/line/record/intakes.ts'
import { hidden, postForm } from '../parts/form.ts'
import { staffForm } from '../sign-in/door.ts'
import { refundPath } from './refund-plan.ts'

const paidForm = form({
  carrier_amount: cents('Amount in dollars (optional)', {
    hint: 'Leave it empty for all that is owed.',
    optional: true,
  }),
  paid_on: day('Paid on'),
  reference: line('Check or transfer number', { hint: 'It is shown in the ledger.' }),
})

const owedToCarrier = async ({ db }: App, uid: string): Promise<number> =>
  0 - ((await customerBalances(db, uid)).payable_to_carrier ?? 0)

const rateWords = ({
  carrier,
  commission_pct,
  renewal_commission_pct,
}: CarrierFacts & { carrier: string }) => {
  if (commission_pct === undefined && renewal_commission_pct === undefined)
    return `${carrier} has no commission in CARRIERS_FILE, so none was taken off.`
  const first = commission_pct ?? 0
  return `Commission from ${carrier}: ${first}% of the first period${renewal_commission_pct === undefined ? ' and of renewed ones, for which CARRIERS_FILE has no other rate' : `, ${renewal_commission_pct}% of renewed ones`}.`
}

const ratesOf = async (app: App, uid: string): Promise<string[]> => {
  const bound = (await ordersOf(app, uid)).filter(({ outcome }) => outcome === 'bound')
  const words = bound.map(({ carrier_id, terms: { carrier } }) =>
    rateWords({ ...statedCarrier(app.config, carrier_id)?.facts, carrier }),
  )
  return [...new Set(words)]
}

export const carrierPaidSection = async (app: App, uid: string, token: Html): Promise<Html> => {
  const owed = await owedToCarrier(app, uid)
  if (owed <= 0) return html``
  return html`<section aria-labelledby="carrier-paid"><h2 id="carrier-paid">Paid to the carrier</h2>
<p>${usdCents(owed)} is owed to the carrier for this customer, after your commission. Record it when you have paid.</p>
<p class="soft small">${(await ratesOf(app, uid)).join(' ')}</p>
${postForm({
  token,
  path: `${refundPath(uid)}/carrier`,
  label: 'Paid to the carrier',
  body: html`${hidden('owed', owed)}${paidForm.draw()}
<button class="secondary">Record the payment</button>`,
})}</section>`
}

/** False: something was paid or billed since the page was opened, perhaps by the same form. */
const recordPaid = (
  app: App,
  { uid, actor, sent }: { uid: string; actor: string; sent: URLSearchParams },
) => {
  const { carrier_amount, paid_on, reference } = paidForm.take(sent)
  const line = lineOf(uid) ?? fail('not_found')
  return transact(app, async inside => {
    if (!(await lockIntake(inside, { uid, line }))) fail('not_found')
    const owed = await owedToCarrier(inside, uid)
    if (sent.get('owed') !== String(owed)) return false
    const paid = carrier_amount ?? owed
    if (paid <= 0 || paid > owed)
      throw paidForm.refusal({
        carrier_amount: `${usdCents(Math.max(0, owed))} is owed to the carrier for this customer.`,
      })
    const note = `${reference}, ${dayWords(paid_on)}`
    const cause = await recordAct(inside, { about: uid, act: 'carrier_paid', actor, note })
    await post(
      inside,
      {
        event: 'carrier_paid',
        cents: paid,
        parts: [{ uid, policy_id: null, carrier_id: null, cents: paid }],
      },
      { uid, payment_id: null, sandbox: false, cause, on: paid_on },
    )
    await noteOnIntake(inside, uid, { actor, event: 'carrier_paid', facts: { cents: paid, paid_on } })
    return true
  })
}

export const carrierPaidRow = staffForm(
  '/desk/money/customers/{uid}/carrier',
  'move_money',
  async (app, { params, form: sent }, { actor }) => {
    const isRecorded = await recordPaid(app, { uid: params.uid ?? '', actor, sent })
    return redirect(`/desk/money?done=${isRecorded ? 'carrier_paid' : 'late'}`)
  },
)
