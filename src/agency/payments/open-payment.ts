import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/db/transact.ts'
import { base62, digits, timeOrderedId } from '../../platform/lib/random.ts'
import type { PaymentDescription } from '../emails/rules/payment-description.ts'
import {
  hashOf,
  invoice,
  openPaymentRow,
  owedFor,
  type Payment,
  type PaymentFactsSealed,
  type PaymentPart,
  sealFacts,
  voidPayment,
} from './payments.ts'
import { findStanding, insertPayment, type PaymentRow } from './store.ts'
import { stripe } from './stripe/provider.ts'

export type PaymentOrder = {
  uid: string
  purpose: string
  sandbox: boolean
  amount_cents: number
  description: PaymentDescription
  due_on?: string
  return_url?: string
  parts?: readonly PaymentPart[]
  then_job?: string
  illustrative?: boolean
}

/** Stripe charges no less in US dollars: docs.stripe.com/currencies#minimum-and-maximum-charge-amounts. */
const LEAST_CHARGED_CENTS = 50

type Holdable = Pick<PaymentOrder, 'sandbox' | 'illustrative'> & { amount_cents?: number }

/** Only a provider that hosts a page for it can place holds. Amounts below its minimum are paid by invoice. */
export const takesHolds = (
  { config }: App,
  { sandbox, illustrative = false, amount_cents = LEAST_CHARGED_CENTS }: Holdable,
): boolean => config.stripe !== null && !sandbox && !illustrative && amount_cents >= LEAST_CHARGED_CENTS

/** Without funds behind it, an order would be the agency's credit. */
export const asksForFunds = (
  { config }: App,
  { sandbox, illustrative = false }: Omit<Holdable, 'amount_cents'>,
): boolean => config.credit === 'ask' && !sandbox && !illustrative

const prepare = (app: App, order: PaymentOrder): PaymentRow => {
  const now = app.clock.now()
  const payment_id = timeOrderedId(app.random, 'pay', now)
  const token = base62(app.random, 32)
  const { description, return_url, parts, then_job = null, due_on = null, illustrative: _, ...plain } = order
  const page_url = `${app.config.publicUrl}/pay/${token}`
  const facts: PaymentFactsSealed = {
    description,
    reference: `INV-${digits(app.random, 4)}-${digits(app.random, 4)}`,
    url: page_url,
    page_url,
    ...(return_url !== undefined && { return_url }),
    ...(parts && { parts }),
  }
  return {
    ...plain,
    payment_id,
    amount: Math.max(1, Math.round(order.amount_cents / 100)),
    currency: 'USD',
    status: 'open',
    provider: (takesHolds(app, order) ? stripe : invoice).name,
    token_hash: hashOf(token),
    facts: sealFacts(app, payment_id, facts),
    then_job,
    created_at: now,
    settled_at: null,
    settled_by: null,
    settled_note: null,
    charged_cents: null,
    due_on,
    method: null,
    authorized_until: null,
    committed_at: null,
    provider_ref: null,
    received_cents: null,
  }
}

const isFinal = ({ status, received_cents }: PaymentRow): boolean =>
  status === 'paid' || status === 'capturing' || (received_cents ?? 0) > 0

/** At most one payment per intake and purpose stands. One for a different amount is voided and replaced. */
export const openPayment = (app: App, order: PaymentOrder): Promise<Payment> =>
  inTransaction(app, async inside => {
    const known = await findStanding(inside.db, order.uid, order.purpose)
    const opened = known && openPaymentRow(app, known)
    if (opened && (isFinal(known) || opened.amount_cents === order.amount_cents)) return opened
    if (known) await voidPayment(inside, known.payment_id, 'service')
    const row = prepare(inside, order)
    if (await insertPayment(inside.db, row)) return openPaymentRow(app, row)
    const first = await findStanding(inside.db, order.uid, order.purpose)
    if (!first) throw new TypeError('a payment was settled while another one was opened')
    return openPaymentRow(app, first)
  })

/** What is left of an invoice that ended. */
export const restOf = (
  { payment_id, uid, sandbox, description, due_on, then_job, parts }: Payment,
  amount_cents: number,
): PaymentOrder => ({
  uid,
  sandbox,
  purpose: owedFor(payment_id),
  amount_cents,
  description,
  ...(parts && { parts }),
  ...(due_on !== null && { due_on }),
  ...(then_job !== null && { then_job }),
})
