import { type App, job } from '../../platform/app.ts'
import { statedCarrier } from '../../platform/config/desk-carriers.ts'
import { assertTransaction, transact } from '../../platform/db/transact.ts'
import { dayOf } from '../../platform/lib/clock.ts'
import { dayIn } from '../../platform/lib/local-day.ts'
import { plusDays } from '../../platform/values/calendar.ts'
import type { PaidFor, PaymentDescription } from '../emails/rules/payment-description.ts'
import { post } from '../ledger/ledger.ts'
import { commissionOf } from '../ledger/postings.ts'
import {
  changeInstallment,
  type Installment,
  insertInstallments,
  installmentsOf,
  listInstallmentsToBill,
  lockInstallment,
} from './installment-store.ts'
import { openPayment } from './open-payment.ts'
import { invoiceDueOn, owedFor } from './payments.ts'
import { tellLine } from './tell-line.ts'

const BILLED_DAYS_AHEAD = 14
const AT_ONCE = 500

export type Planned = { due_in_days: number; amount_cents: number; fee_cents?: number }

type Billed = Pick<Installment, 'uid' | 'policy_id' | 'carrier_id' | 'illustrative' | 'then_job'> & {
  paidFor: PaidFor
}

type Bought = Billed & { effective_date: string }

const keptDescription = (paidFor: PaidFor): string => JSON.stringify([paidFor])

const readDescription = (kept: string): PaymentDescription =>
  kept.startsWith('[') ? (JSON.parse(kept) as PaidFor[]) : kept

/** `period`: the first day of a renewed one, in which a carrier may pay another rate. Null: the first period. */
export const commissionPercent = (
  { config }: App,
  { carrier_id, period }: { carrier_id: string; period: string | null },
): number => {
  const { facts = {} } = statedCarrier(config, carrier_id) ?? {}
  const { commission_pct = 0, renewal_commission_pct = commission_pct } = facts
  return period === null ? commission_pct : renewal_commission_pct
}

export const scheduleInstallments = async (
  app: App,
  { effective_date, paidFor, ...bought }: Bought,
  planned: readonly Planned[],
): Promise<void> => {
  assertTransaction(app)
  if (planned.length === 0) return
  await insertInstallments(
    app.db,
    planned.map(({ due_in_days, amount_cents, fee_cents = 0 }, at) => ({
      ...bought,
      installment_id: `${bought.policy_id}/${at + 2}`,
      description: keptDescription({ ...paidFor, payment: { at: at + 2, of: planned.length + 1 } }),
      due_on: plusDays(effective_date, due_in_days),
      amount_cents,
      fee_cents,
      status: 'scheduled',
      payment_id: null,
    })),
  )
}

export const moneyOf = (app: App, installment: Installment) => {
  const { carrier_id, amount_cents, fee_cents } = installment
  const percent = commissionPercent(app, { carrier_id, period: periodOf(installment) })
  return { cents: amount_cents, commission_cents: commissionOf(amount_cents - fee_cents, percent) }
}

export const aboutOf = ({ uid, policy_id, carrier_id }: Installment) => ({
  uid,
  policy_id,
  carrier_id,
  sandbox: false,
})

const bill = async (app: App, installment_id: string): Promise<void> => {
  const installment = await lockInstallment(app.db, installment_id)
  if (installment?.status !== 'scheduled') return
  const { uid, amount_cents, due_on, illustrative, then_job } = installment
  const description = readDescription(installment.description)
  const purpose = owedFor(`installment/${installment_id}`)
  const order = { uid, sandbox: false, purpose, amount_cents, description, due_on, illustrative, then_job }
  const payment = await openPayment(app, order)
  const { payment_id } = payment
  await changeInstallment(app.db, installment_id, { status: 'billed', payment_id })
  // If a policy continues after all, an installment that was billed before is billed again.
  const about = { ...aboutOf(installment), payment_id, cause: `${installment_id}/${payment_id}` }
  await post(app, { event: 'installment_billed', ...moneyOf(app, installment) }, about)
  await tellLine(app, payment, 'due')
}

export const billInstallments = job({
  name: 'bill_installments',
  cron: '7 15 * * *',
  async run(app) {
    const until = plusDays(dayOf(app.clock.now()), BILLED_DAYS_AHEAD)
    let failed = 0
    for (const { installment_id } of await listInstallmentsToBill(app.db, { until, limit: AT_ONCE }))
      await transact(app, inside => bill(inside, installment_id)).catch((error: unknown) => {
        failed++
        app.log.warn({ installment_id, err: error }, 'installment not billed')
      })
    if (failed > 0) throw new Error(`${failed} installments could not be billed.`)
  },
})

const PERIOD = /\/(?:renewal|again|change)\/(\d{4}-\d\d-\d\d)\/\d+$/

export const periodOf = ({ installment_id }: Installment): string | null =>
  PERIOD.exec(installment_id)?.[1] ?? null

export const isAgain = ({ installment_id, policy_id }: Installment): boolean =>
  installment_id.startsWith(`${policy_id}/again/`)

type OfPeriod = { policy_id: string; from: string }

const renewalInvoices = (installments: readonly Installment[], { policy_id, from }: OfPeriod) =>
  installments.filter(({ installment_id }) => installment_id.startsWith(`${policy_id}/renewal/${from}/`))

export const invoicedFor = (installments: readonly Installment[], period: OfPeriod): Installment[] =>
  renewalInvoices(installments, period).filter(({ status }) => status !== 'canceled')

type Renewed = Billed & { from: string; state: string }

export const invoiceRenewal = async (
  app: App,
  { from, state, paidFor, ...policy }: Renewed,
  asked: Pick<Installment, 'due_on' | 'amount_cents' | 'fee_cents'>,
): Promise<string> => {
  assertTransaction(app)
  const { uid, policy_id } = policy
  const known = renewalInvoices(await installmentsOf(app.db, uid), { policy_id, from })
  const installment_id = `${policy_id}/renewal/${from}/${known.length + 1}`
  await insertInstallments(app.db, [
    {
      ...policy,
      ...asked,
      installment_id,
      description: keptDescription({ ...paidFor, renewal_from: from }),
      status: 'scheduled',
      payment_id: null,
    },
  ])
  const today = dayIn(state, app.clock.now())
  if (asked.due_on <= plusDays(today, BILLED_DAYS_AHEAD)) await bill(app, installment_id)
  return installment_id
}

type Changed = Billed & { period: string | null; version: number; state: string }

/** What a change within the period adds. Its version names the invoice, so there is one. */
export const invoiceChange = async (
  app: App,
  { period, version, state, paidFor, ...policy }: Changed,
  amount_cents: number,
): Promise<void> => {
  assertTransaction(app)
  const { policy_id } = policy
  const installment_id = [policy_id, 'change', ...(period === null ? [] : [period]), version].join('/')
  await insertInstallments(app.db, [
    {
      ...policy,
      installment_id,
      description: keptDescription(paidFor),
      due_on: invoiceDueOn(app, { state, issued: app.clock.now() }),
      amount_cents,
      fee_cents: 0,
      status: 'scheduled',
      payment_id: null,
    },
  ])
  await bill(app, installment_id)
}

export type Refunded = { period: string | null; cents: number; fee_cents: number }

/** What is not invoiced again yet, latest period first: refunds of earlier periods were asked for before. */
export const leftToBillAgain = (
  installments: readonly Installment[],
  { policy_id, refunded }: { policy_id: string; refunded: readonly Refunded[] },
): Refunded[] => {
  const again = installments.filter(
    one => one.policy_id === policy_id && isAgain(one) && one.status !== 'canceled',
  )
  const sum = (all: readonly number[]): number => all.reduce((total, cents) => total + cents, 0)
  let left = sum(refunded.map(({ cents }) => cents)) - sum(again.map(({ amount_cents }) => amount_cents))
  return refunded
    .toSorted((a, b) => (b.period ?? '').localeCompare(a.period ?? ''))
    .map(({ period, cents, fee_cents }) => {
      const part = Math.min(cents, left)
      left -= part
      const billed = sum(again.filter(one => periodOf(one) === period).map(one => one.fee_cents))
      return { period, cents: part, fee_cents: Math.min(part, fee_cents - billed) }
    })
    .filter(({ cents }) => cents > 0)
}

const resumeCanceled = async (app: App, known: readonly Installment[], earliest: string): Promise<void> => {
  for (const one of known)
    if (one.status === 'canceled' && !isAgain(one))
      await changeInstallment(app.db, one.installment_id, {
        status: 'scheduled',
        payment_id: null,
        due_on: one.due_on < earliest ? earliest : one.due_on,
      })
}

const againOf = (
  { paidFor, ...policy }: Billed,
  { period, cents, fee_cents }: Refunded,
  { number, due_on }: { number: number; due_on: string },
): Installment => {
  const refunded = { ...paidFor, isRefunded: true as const, ...(period !== null && { renewal_from: period }) }
  return {
    ...policy,
    installment_id: [policy.policy_id, 'again', ...(period === null ? [] : [period]), number].join('/'),
    description: keptDescription(refunded),
    due_on,
    amount_cents: cents,
    fee_cents,
    status: 'scheduled',
    payment_id: null,
  }
}

export const billAgain = async (
  app: App,
  { refunded, state, ...policy }: Billed & { refunded: readonly Refunded[]; state: string },
): Promise<{ cents: number; due_on: string }> => {
  assertTransaction(app)
  const { uid, policy_id } = policy
  const due_on = invoiceDueOn(app, { state, issued: app.clock.now() })
  const known = (await installmentsOf(app.db, uid)).filter(one => one.policy_id === policy_id)
  await resumeCanceled(app, known, due_on)
  let number = known.filter(isAgain).length
  let billed = 0
  for (const part of leftToBillAgain(known, { policy_id, refunded })) {
    const installment = againOf(policy, part, { number: ++number, due_on })
    await insertInstallments(app.db, [installment])
    await bill(app, installment.installment_id)
    billed += part.cents
  }
  return { cents: billed, due_on }
}
