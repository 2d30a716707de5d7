import type Stripe from 'stripe'
import type { App } from '../../../platform/app.ts'
import type {
  HostedPayments,
  PaymentFacts,
  PaymentMethod,
  PaymentProvider,
  ProviderRefs,
  Truth,
} from '../provider.ts'
import { stripeClient } from './client.ts'
import { accept, contest } from './disputes.ts'
import {
  bare,
  disputeFees,
  disputesIn,
  inquiriesIn,
  ofIntent,
  ofSetup,
  refundOf,
  withSession,
} from './truth.ts'

/** Refused by the card or the bank, or too late: repeating it would not help. */
const REFUSALS: readonly unknown[] = [
  'payment_intent_unexpected_state',
  'charge_expired_for_capture',
  'capture_charge_authorization_expired',
  'payment_intent_authentication_failure',
  'payment_intent_mandate_invalid',
  'payment_method_bank_account_blocked',
  'payment_method_unactivated',
]

const isRefused = (error: unknown): boolean => {
  const { type, code } = (error ?? {}) as { type?: unknown; code?: unknown }
  return type === 'StripeCardError' || REFUSALS.includes(code)
}

const unlessRefused = async <T>(act: Promise<T>): Promise<T | null> => {
  try {
    return await act
  } catch (error) {
    if (isRefused(error)) return null
    throw error
  }
}

const CHARGE = { expand: ['latest_charge.balance_transaction'] }

const metadataOf = ({ payment_id, reference }: PaymentFacts) => ({ payment_id, reference })

const once = (...parts: (string | number)[]) => ({ idempotencyKey: parts.join('/') })

const SESSIONS: Record<
  PaymentMethod,
  (payment: PaymentFacts) => Partial<Stripe.Checkout.SessionCreateParams>
> = {
  card: payment => ({
    mode: 'payment',
    allowed_payment_method_types: ['card'],
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: 'usd',
          unit_amount: payment.amount_cents,
          product_data: { name: payment.description },
        },
      },
    ],
    payment_intent_data: {
      capture_method: 'manual',
      setup_future_usage: 'off_session',
      description: payment.reference,
      metadata: metadataOf(payment),
    },
  }),
  bank: payment => ({
    mode: 'setup',
    currency: 'usd',
    allowed_payment_method_types: ['us_bank_account'],
    setup_intent_data: { description: payment.reference, metadata: metadataOf(payment) },
  }),
}

const sessionOf = async (app: App, { refs: { session } }: PaymentFacts) =>
  session === undefined ? null : (await stripeClient(app)).checkout.sessions.retrieve(session)

const begin: HostedPayments['begin'] = async (app, payment, { method, language }) => {
  const client = await stripeClient(app)
  const { refs, payment_id, page_url } = payment
  const last = await sessionOf(app, payment)
  if (last?.status === 'open' && refs.method === method && last.url !== null) return { url: last.url, refs }
  // Two open pages could place two holds.
  if (last?.status === 'open') await client.checkout.sessions.expire(last.id)
  const sessions = (refs.sessions ?? 0) + 1
  const inSpanish = language === 'es' ? { locale: 'es-419' as const } : {}
  const made = await client.checkout.sessions.create(
    {
      ...SESSIONS[method](payment),
      client_reference_id: payment_id,
      customer_creation: 'always',
      metadata: metadataOf(payment),
      success_url: `${page_url}?returned=1`,
      cancel_url: page_url,
      ...inSpanish,
    },
    // If the button is pressed twice, both calls ask for the same page, and the second waits for the first.
    { ...once(payment_id, 'session', method, sessions, ...Object.values(inSpanish)), maxNetworkRetries: 2 },
  )
  if (made.url === null) throw new Error('Stripe made a checkout session without a page.')
  return { url: made.url, refs: { method, sessions, session: made.id } }
}

/** For a bank debit whose number was lost in a crash between the charge and our commit. */
const chargeMadeFor = async (app: App, { payment_id, refs }: PaymentFacts) => {
  if (refs.customer === undefined) return undefined
  const { data } = await (await stripeClient(app)).paymentIntents.list({ customer: refs.customer, limit: 20 })
  return data.find(({ metadata }) => metadata.payment_id === payment_id)?.id
}

const lookAtMoney = async (app: App, truth: Truth): Promise<Truth> => {
  const { intent } = truth.refs
  if (truth.state !== 'captured' || intent === undefined) return truth
  const client = await stripeClient(app)
  const [refunds, disputes] = await Promise.all([
    client.refunds.list({ payment_intent: intent, limit: 100 }),
    client.disputes.list({ payment_intent: intent, limit: 100 }),
  ])
  return {
    ...truth,
    fee_cents: truth.fee_cents + disputeFees(disputes.data),
    refunds: refunds.data.map(refundOf),
    disputes: disputesIn(disputes.data),
    inquiries: inquiriesIn(disputes.data),
  }
}

const lookAtMandate = async (app: App, refs: ProviderRefs, setup: string): Promise<Truth> => {
  const client = await stripeClient(app)
  const truth = ofSetup(await client.setupIntents.retrieve(setup), refs)
  const { payment_method } = truth.refs
  if (truth.state !== 'authorized' || payment_method === undefined) return truth
  const { customer } = await client.paymentMethods.retrieve(payment_method)
  return customer === null ? bare('canceled', truth.refs) : truth
}

const look: HostedPayments['look'] = async (app, payment) => {
  const client = await stripeClient(app)
  const session = await sessionOf(app, payment)
  if (!session) return bare('canceled', payment.refs)
  const isPageOpen = session.status === 'open'
  const refs = withSession(payment.refs, session)
  const intent =
    refs.intent ?? (refs.method === 'bank' ? await chargeMadeFor(app, { ...payment, refs }) : undefined)
  if (intent !== undefined) {
    const found = await client.paymentIntents.retrieve(intent, CHARGE)
    return lookAtMoney(app, ofIntent(found, refs, { isPageOpen }))
  }
  if (refs.setup !== undefined && !isPageOpen) return lookAtMandate(app, refs, refs.setup)
  return bare(isPageOpen ? 'waiting' : 'canceled', refs)
}

const chargeBank = async (app: App, { payment_id, refs, ...payment }: PaymentFacts, cents: number) => {
  const { customer, payment_method } = refs
  if (customer === undefined || payment_method === undefined) return null
  const client = await stripeClient(app)
  const made = await client.paymentIntents.create(
    {
      amount: cents,
      currency: 'usd',
      customer,
      payment_method,
      allowed_payment_method_types: ['us_bank_account'],
      off_session: true,
      confirm: true,
      description: payment.reference,
      metadata: metadataOf({ payment_id, refs, ...payment }),
    },
    once(payment_id, 'charge'),
  )
  return { ...refs, intent: made.id }
}

const take: HostedPayments['take'] = async (app, payment, cents) => {
  const { payment_id, refs } = payment
  const { intent } = refs
  if (refs.method === 'bank') return unlessRefused(chargeBank(app, payment, cents))
  if (intent === undefined) return null
  const client = await stripeClient(app)
  const done = await unlessRefused(
    client.paymentIntents.capture(intent, { amount_to_capture: cents }, once(payment_id, 'capture', intent)),
  )
  return done && refs
}

const renew: HostedPayments['renew'] = async (app, payment) => {
  const { payment_id, amount_cents, refs } = payment
  const { customer, payment_method, intent, renewals = 0, replaced = [] } = refs
  if (customer === undefined || payment_method === undefined || intent === undefined) return null
  const client = await stripeClient(app)
  const made = await unlessRefused(
    client.paymentIntents.create(
      {
        amount: amount_cents,
        currency: 'usd',
        customer,
        payment_method,
        allowed_payment_method_types: ['card'],
        capture_method: 'manual',
        off_session: true,
        confirm: true,
        description: payment.reference,
        metadata: metadataOf(payment),
        expand: ['latest_charge'],
      },
      once(payment_id, 'renew', intent),
    ),
  )
  if (made?.status !== 'requires_capture') return null
  const { authorized_until } = ofIntent(made, refs, { isPageOpen: false })
  return {
    refs: { ...refs, intent: made.id, renewals: renewals + 1, replaced: [...replaced, intent] },
    authorized_until,
  }
}

const release: HostedPayments['release'] = async (app, payment) => {
  const client = await stripeClient(app)
  const { payment_id, refs } = payment
  const session = await sessionOf(app, payment)
  if (session?.status === 'open') await client.checkout.sessions.expire(session.id)
  if (refs.method === 'card' && refs.intent !== undefined)
    await unlessRefused(
      client.paymentIntents.cancel(refs.intent, {}, once(payment_id, 'cancel', refs.intent)),
    )
  if (refs.method === 'bank' && refs.payment_method !== undefined)
    await client.paymentMethods.detach(refs.payment_method, {}, once(payment_id, 'detach'))
}

const refund: HostedPayments['refund'] = async (app, { refs }, { refund_id, cents }) => {
  if (refs.intent === undefined) throw new Error(`${refund_id} has no charge to refund.`)
  const client = await stripeClient(app)
  const { data } = await client.refunds.list({ payment_intent: refs.intent, limit: 100 })
  const before = data.find(({ metadata }) => metadata?.refund_id === refund_id)
  if (before) return refundOf(before)
  const made = await client.refunds.create(
    { payment_intent: refs.intent, amount: cents, metadata: { refund_id } },
    once(refund_id),
  )
  return refundOf(made)
}

/** Two-step payments: docs.stripe.com/payments/place-a-hold-on-a-payment-method. */
export const stripe: PaymentProvider = {
  name: 'stripe',
  hosted: { begin, look, take, renew, release, refund, contest, accept },
}
