import type { PaidFor } from '../../../agency/emails/rules/payment-description.ts'
import { post } from '../../../agency/ledger/ledger.ts'
import { commissionOf } from '../../../agency/ledger/postings.ts'
import { firstPremiumCents } from '../../../agency/ledger/premium-part.ts'
import { keepHeld, takeHeld, uncommitHold } from '../../../agency/payments/holds.ts'
import { commissionPercent, scheduleInstallments } from '../../../agency/payments/installments.ts'
import { openPayment, restOf } from '../../../agency/payments/open-payment.ts'
import {
  invoiceDueOn,
  lockPayment,
  owedFor,
  type Payment,
  voidPayment,
} from '../../../agency/payments/payments.ts'
import { refundDue } from '../../../agency/payments/refunds.ts'
import { expectCommission } from '../../../agency/policies/direct-commission.ts'
import { isOpen, lastForEachItem, type Order } from '../../../agency/policies/orders.ts'
import { stateOf } from '../../../agency/policies/terms.ts'
import type { App } from '../../../platform/app.ts'
import type { AnsweredOrder, Settled } from './binding-line.ts'

export type MoneyOutcome = {
  released_cents: number
  refund_cents: number
  invoice: Payment | null
}

const NOTHING: MoneyOutcome = { released_cents: 0, refund_cents: 0, invoice: null }

type Settling = {
  intake: { uid: string; sandbox: boolean }
  settled: Settled
  then_job: string
  /** An order that waits for information keeps its hold. Otherwise the buyer signs again, and the hold may end. */
  keepsHold: boolean
}

type BilledOrders = readonly [AnsweredOrder, ...AnsweredOrder[]]

const dueCents = ({ terms: { billing } }: Pick<Order, 'terms'>): number =>
  billing?.bill_to === 'insured' ? billing.due_cents : 0

const sumDue = (orders: readonly Pick<Order, 'terms'>[]): number =>
  orders.reduce((sum, order) => sum + dueCents(order), 0)

const isBound = ({ answer }: Pick<Order, 'answer'>): boolean => answer?.kind === 'bound'

export const paidForIn = ({
  terms: { product, carrier },
}: {
  terms: Pick<Order['terms'], 'product' | 'carrier'>
}): PaidFor => ({
  product,
  carrier,
})

const planInstallments = async (app: App, { settled, then_job }: Settling): Promise<void> => {
  for (const { order, facts } of settled.issued) {
    const { uid, carrier_id, terms } = order
    const { bill_to, installments = [] } = terms.billing ?? {}
    if (bill_to !== 'insured') continue
    const { policy_id, effective_date } = facts
    const illustrative = terms.illustrative ?? true
    const bought = {
      uid,
      carrier_id,
      policy_id,
      effective_date,
      paidFor: paidForIn(order),
      illustrative,
      then_job,
    }
    await scheduleInstallments(app, bought, installments)
  }
}

const premiumIn = (order: Pick<Order, 'terms'>, annual_price: number): number => {
  const { charges = [], billing } = order.terms
  const price_cents = annual_price * 100
  const { installments = [] } = billing ?? {}
  return firstPremiumCents({ price_cents, due_cents: dueCents(order), installments, charges })
}

const postBound = async (app: App, { intake, settled }: Settling, payment_id: string): Promise<void> => {
  for (const { order, facts } of settled.issued) {
    const cents = dueCents(order)
    if (cents === 0) continue
    const percent = commissionPercent(app, { ...order, period: null })
    const commission_cents = commissionOf(premiumIn(order, facts.annual_price), percent)
    await post(
      app,
      { event: 'policy_bound', cents, commission_cents },
      {
        ...intake,
        payment_id,
        cause: facts.policy_id,
        policy_id: facts.policy_id,
        carrier_id: order.carrier_id,
      },
    )
  }
}

/** A carrier that bills by itself owes us the commission. */
const expectCommissions = async (app: App, { intake, settled }: Settling): Promise<void> => {
  for (const { order, facts } of settled.issued) {
    const { terms, carrier_id } = order
    if (!terms.billing || terms.billing.bill_to === 'insured') continue
    const charged = (terms.charges ?? []).reduce((sum, { amount_cents }) => sum + amount_cents, 0)
    const { policy_id } = facts
    const about = { ...intake, policy_id, carrier_id, period: null, cause: `${policy_id}/first` }
    await expectCommission(app, about, Math.max(0, facts.annual_price * 100 - charged))
  }
}

const lastDueOn = (app: App, bound: readonly AnsweredOrder[]): string | undefined =>
  bound
    .map(({ terms, answered_at }) =>
      invoiceDueOn(app, { state: stateOf(terms), issued: answered_at ?? app.clock.now() }),
    )
    .toSorted()
    .at(-1)

const openInvoice = (
  app: App,
  { intake: { uid, sandbox }, then_job }: Settling,
  bound: readonly AnsweredOrder[],
): Promise<Payment> => {
  const due_on = lastDueOn(app, bound)
  return openPayment(app, {
    uid,
    sandbox,
    purpose: owedFor(bound.map(({ order_id }) => order_id).join('+')),
    amount_cents: sumDue(bound),
    description: bound.map(paidForIn),
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

const invoiceBound = async (app: App, settling: Settling, billed: BilledOrders): Promise<MoneyOutcome> => {
  const bound = billed.filter(isBound)
  if (bound.length === 0) return NOTHING
  const invoice = await openInvoice(app, settling, bound)
  await postBound(app, settling, invoice.payment_id)
  return { ...NOTHING, invoice }
}

type OrderedOn = { boundCents: number; isWaiting: boolean; needsInfo: boolean }

/** An answer that arrived meanwhile counts when its own order is settled. */
const orderedOn = ({ payment_id }: Payment, all: Settled['all']): OrderedOn => {
  const ordered = all.filter(order => order.terms.billing?.payment_id === payment_id && dueCents(order) > 0)
  const last = lastForEachItem(ordered)
  return {
    boundCents: sumDue(last.filter(order => isBound(order) && !isOpen(order))),
    isWaiting: last.some(isOpen),
    needsInfo: last.some(({ answer }) => answer?.kind === 'info_requested'),
  }
}

/** A partial charge gives up the rest of a hold, so it waits until every carrier has answered. */
const settleHold = async (
  app: App,
  payment: Payment,
  { boundCents, isWaiting, needsInfo, keepsHold }: OrderedOn & Pick<Settling, 'keepsHold'>,
): Promise<MoneyOutcome> => {
  if (isWaiting) {
    if (boundCents > 0) await keepHeld(app, payment, boundCents)
    return NOTHING
  }
  if (boundCents > 0) {
    await takeHeld(app, payment, boundCents)
    return { ...NOTHING, released_cents: needsInfo ? 0 : payment.amount_cents - boundCents }
  }
  if (needsInfo) {
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
  { boundCents, isWaiting, needsInfo, order_id }: OrderedOn & Pick<Order, 'order_id'>,
): Promise<MoneyOutcome> => {
  const cents = isWaiting || needsInfo ? 0 : chargedCents(payment) - boundCents
  const due = { cents, cause: `blocked/${order_id}`, reason: 'blocked' } as const
  const refund = cents > 0 ? await refundDue(app, payment, due) : null
  return { ...NOTHING, refund_cents: refund?.amount_cents ?? 0 }
}

/** The order went out on credit, or was blocked before the payer paid. What is not bound is not owed. */
const settleAsked = async (
  app: App,
  payment: Payment,
  of: OrderedOn & Pick<Order, 'order_id'>,
): Promise<MoneyOutcome> => {
  const { amount_cents, received_cents, payment_id } = payment
  const came = received_cents ?? 0
  if (of.isWaiting || of.needsInfo || of.boundCents === amount_cents) return NOTHING
  await voidPayment(app, payment_id, 'service')
  if (of.boundCents <= came) return refundRest(app, { ...payment, charged_cents: came }, of)
  const invoice = await openPayment(app, restOf(payment, of.boundCents - came))
  return { ...NOTHING, invoice }
}

const paymentOf = async (app: App, { terms: { billing } }: Order): Promise<Payment | null> => {
  const payment_id = billing?.payment_id ?? null
  return payment_id === null ? null : lockPayment(app, payment_id)
}

type Funding = { by: 'hold' | 'charge' | 'asked'; payment: Payment; ordered: OrderedOn } | { by: 'invoice' }

/** An invoice is the fallback when the hold has ended or earlier policies used up the charge. */
const fundingOf = async (app: App, { settled }: Settling, billed: BilledOrders): Promise<Funding> => {
  const payment = await paymentOf(app, billed[0])
  if (!payment) return { by: 'invoice' }
  const ordered = orderedOn(payment, settled.all)
  if (payment.status === 'authorized') return { by: 'hold', payment, ordered }
  if (payment.status === 'open') return { by: 'asked', payment, ordered }
  const boundBeforeCents = ordered.boundCents - sumDue(billed.filter(isBound))
  const hasRest = payment.status === 'paid' && chargedCents(payment) > boundBeforeCents
  return hasRest ? { by: 'charge', payment, ordered } : { by: 'invoice' }
}

/** Call it in the transaction that settles the orders, so money and policies always agree. */
export const settleMoney = async (app: App, settling: Settling): Promise<MoneyOutcome> => {
  const { intake, settled, keepsHold } = settling
  if (intake.sandbox) return NOTHING
  await planInstallments(app, settling)
  await expectCommissions(app, settling)
  const [first, ...others] = settled.orders.filter(order => dueCents(order) > 0)
  if (!first) return NOTHING
  const funding = await fundingOf(app, settling, [first, ...others])
  if (funding.by === 'invoice') return invoiceBound(app, settling, [first, ...others])
  const { by, payment, ordered } = funding
  const of = { ...ordered, order_id: first.order_id }
  await postBound(app, settling, payment.payment_id)
  if (by === 'hold') return settleHold(app, payment, { ...ordered, keepsHold })
  return by === 'asked' ? settleAsked(app, payment, of) : refundRest(app, payment, of)
}
