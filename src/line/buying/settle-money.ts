import type { App } from '../../app.ts'
import { post } from '../../ledger/ledger.ts'
import { commissionOf } from '../../ledger/postings.ts'
import { firstPremiumCents } from '../../ledger/premium-part.ts'
import { keepHeld, takeHeld, uncommitHold } from '../../payments/holds.ts'
import { commissionPercent, scheduleInstallments } from '../../payments/installments.ts'
import { invoiceDueOn } from '../../payments/invoice.ts'
import { openPayment } from '../../payments/open-payment.ts'
import { lockPayment, owedFor, type Payment, voidPayment } from '../../payments/payments.ts'
import { refundDue } from '../../payments/refunds.ts'
import { isOpen, lastForEachItem, type Order } from '../../policies/orders.ts'
import { stateOf } from '../../policies/terms.ts'
import type { AnsweredOrder, Settled } from './binding-line.ts'

export type MoneyOutcome = {
  released_cents: number
  refund_cents: number
  invoice: Payment | null
}

const NOTHING: MoneyOutcome = { released_cents: 0, refund_cents: 0, invoice: null }

type Buying = { uid: string; sandbox: boolean }

type MoneyOf = {
  then_job: string
  /** An order that waits for information keeps its hold. Otherwise the buyer signs again, and the hold may end. */
  keepsHold: boolean
}

type BilledOrders = Pick<MoneyOf, 'keepsHold'> & {
  intake: Buying
  settled: Settled
  billed: readonly [AnsweredOrder, ...AnsweredOrder[]]
}

const dueCents = ({ terms: { billing } }: Pick<Order, 'terms'>): number =>
  billing?.bill_to === 'insured' ? billing.due_cents : 0

const sumDue = (orders: readonly Pick<Order, 'terms'>[]): number =>
  orders.reduce((sum, order) => sum + dueCents(order), 0)

type Described = { terms: Pick<Order['terms'], 'product' | 'carrier'> }

/** Names several homes with one carrier once. */
export const descriptionOf = (orders: readonly Described[]): string =>
  [...new Set(orders.map(({ terms: { product, carrier } }) => `${product} from ${carrier}`))].join('; ')

const lastDueOn = (app: App, bound: readonly AnsweredOrder[]): string | undefined =>
  bound
    .map(({ terms, answered_at }) =>
      invoiceDueOn(app, { state: stateOf(terms), issued: answered_at ?? app.clock.now() }),
    )
    .toSorted()
    .at(-1)

/** A policy that is bound without a hold, or after the hold ended, is billed. */
const billLater = (
  app: App,
  { uid, sandbox }: Buying,
  { bound, then_job }: { bound: readonly AnsweredOrder[]; then_job: string },
): Promise<Payment> => {
  const due_on = lastDueOn(app, bound)
  return openPayment(app, {
    uid,
    sandbox,
    purpose: owedFor(bound.map(({ order_id }) => order_id).join('+')),
    amount_cents: sumDue(bound),
    description: descriptionOf(bound),
    ...(due_on !== undefined && { due_on }),
    parts: bound.map(order => ({
      offer_id: order.offer_id,
      carrier_id: order.carrier_id,
      cents: dueCents(order),
    })),
    illustrative: bound.some(({ terms }) => terms.illustrative ?? true),
    then_job,
  })
}

const premiumIn = (order: Pick<Order, 'terms'>, annual_price: number): number => {
  const { charges = [], billing } = order.terms
  const price_cents = annual_price * 100
  const { installments = [] } = billing ?? {}
  return firstPremiumCents({ price_cents, due_cents: dueCents(order), installments, charges })
}

const postBound = async (
  app: App,
  intake: Buying,
  { issued }: Settled,
  payment_id: string,
): Promise<void> => {
  for (const { order, facts } of issued) {
    const cents = dueCents(order)
    if (cents === 0) continue
    const percent = commissionPercent(app, { ...order, period: null })
    const commission_cents = commissionOf(premiumIn(order, facts.annual_price), percent)
    await post(
      app,
      { event: 'policy_bound', cents, commission_cents },
      { ...intake, payment_id, cause: facts.policy_id },
    )
  }
}

const planInstallments = async (app: App, { issued }: Settled, then_job: string): Promise<void> => {
  for (const { order, facts } of issued) {
    const { uid, carrier_id, terms } = order
    const { bill_to, installments = [] } = terms.billing ?? {}
    if (bill_to !== 'insured') continue
    const { policy_id, effective_date } = facts
    const description = descriptionOf([order])
    const illustrative = terms.illustrative ?? true
    const bought = { uid, carrier_id, policy_id, effective_date, description, illustrative, then_job }
    await scheduleInstallments(app, bought, installments)
  }
}

const isBound = ({ answer }: Pick<Order, 'answer'>): boolean => answer?.kind === 'bound'

type Standing = { dueCents: number; isWaiting: boolean; isAsked: boolean }

/** All that was ordered on the payment. An answer that arrived meanwhile counts when its own order is settled. */
const standingOf = (payment_id: string, all: Settled['all']): Standing => {
  const ordered = all.filter(order => order.terms.billing?.payment_id === payment_id && dueCents(order) > 0)
  const last = lastForEachItem(ordered)
  return {
    dueCents: sumDue(last.filter(order => isBound(order) && !isOpen(order))),
    isWaiting: last.some(isOpen),
    isAsked: last.some(({ answer }) => answer?.kind === 'info_requested'),
  }
}

/** A partial charge gives up the rest of a hold, so it waits until every carrier has answered. */
const settleHold = async (
  app: App,
  payment: Payment,
  { dueCents: cents, isWaiting, isAsked, keepsHold }: Standing & Pick<MoneyOf, 'keepsHold'>,
): Promise<MoneyOutcome> => {
  if (isWaiting) {
    if (cents > 0) await keepHeld(app, payment, cents)
    return NOTHING
  }
  if (cents > 0) {
    await takeHeld(app, payment, cents)
    return { ...NOTHING, released_cents: isAsked ? 0 : payment.amount_cents - cents }
  }
  if (isAsked) {
    if (!keepsHold) await uncommitHold(app, payment)
    return NOTHING
  }
  await voidPayment(app, payment.payment_id, 'service')
  return { ...NOTHING, released_cents: payment.amount_cents }
}

const chargedCents = ({ charged_cents, amount_cents }: Payment): number => charged_cents ?? amount_cents

/** Part of a charge is refunded only once every carrier on it has answered. */
const refundRest = async (
  app: App,
  payment: Payment,
  { dueCents: owed, isWaiting, isAsked, order_id }: Standing & Pick<Order, 'order_id'>,
): Promise<MoneyOutcome> => {
  const cents = isWaiting || isAsked ? 0 : chargedCents(payment) - owed
  const due = { cents, cause: `blocked/${order_id}`, reason: 'blocked' } as const
  const refund = cents > 0 ? await refundDue(app, payment, due) : null
  return { ...NOTHING, refund_cents: refund?.amount_cents ?? 0 }
}

type Funding = 'hold' | 'charge' | 'none'

/** A charge that earlier policies used up pays for nothing more. */
const fundingIn = (payment: Payment, boundBeforeCents: number): Funding => {
  if (payment.status === 'authorized') return 'hold'
  return payment.status === 'paid' && chargedCents(payment) > boundBeforeCents ? 'charge' : 'none'
}

const paymentOf = async (app: App, { terms: { billing } }: Order): Promise<Payment | null> => {
  const payment_id = billing?.payment_id ?? null
  return payment_id === null ? null : lockPayment(app, payment_id)
}

/** Null if the payment does not cover these orders. */
const settleFromPayment = async (
  app: App,
  payment: Payment,
  { intake, settled, billed, keepsHold }: BilledOrders,
): Promise<MoneyOutcome | null> => {
  const standing = standingOf(payment.payment_id, settled.all)
  const funding = fundingIn(payment, standing.dueCents - sumDue(billed.filter(isBound)))
  if (funding === 'none') return null
  await postBound(app, intake, settled, payment.payment_id)
  return funding === 'hold'
    ? settleHold(app, payment, { ...standing, keepsHold })
    : refundRest(app, payment, { ...standing, order_id: billed[0].order_id })
}

/** Call it in the transaction that settles the orders, so money and policies always agree. */
export const settleMoney = async (
  app: App,
  intake: Buying,
  settled: Settled,
  { then_job, keepsHold }: MoneyOf,
): Promise<MoneyOutcome> => {
  if (intake.sandbox) return NOTHING
  await planInstallments(app, settled, then_job)
  const [first, ...others] = settled.orders.filter(order => dueCents(order) > 0)
  if (!first) return NOTHING
  const billed = [first, ...others] as const
  const payment = await paymentOf(app, first)
  const paid = payment && (await settleFromPayment(app, payment, { intake, settled, billed, keepsHold }))
  if (paid) return paid
  const bound = billed.filter(isBound)
  if (bound.length === 0) return NOTHING
  const invoice = await billLater(app, intake, { bound, then_job })
  await postBound(app, intake, settled, invoice.payment_id)
  return { ...NOTHING, invoice }
}
