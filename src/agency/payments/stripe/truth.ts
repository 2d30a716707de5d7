import type Stripe from 'stripe'
import type { ProviderDispute, ProviderInquiry, ProviderRefs, ProviderRefund, Truth } from '../provider.ts'

const idOf = (value: string | { id: string } | null | undefined): string | undefined =>
  typeof value === 'string' ? value : value?.id

const chargeOf = ({ latest_charge }: Stripe.PaymentIntent): Stripe.Charge | null =>
  typeof latest_charge === 'object' ? latest_charge : null

const feeOf = (charge: Stripe.Charge | null): number => {
  const moved = charge?.balance_transaction
  return typeof moved === 'object' && moved !== null ? moved.fee : 0
}

const seconds = (at: number | undefined): Date | null => (at === undefined ? null : new Date(at * 1000))

const stateOf = (intent: Stripe.PaymentIntent): Truth['state'] => {
  switch (intent.status) {
    case 'requires_capture':
      return 'authorized'
    case 'succeeded':
      return 'captured'
    case 'processing':
      return 'processing'
    case 'canceled':
      return 'canceled'
    case 'requires_payment_method':
      return intent.last_payment_error ? 'failed' : 'waiting'
    default:
      return 'waiting'
  }
}

const NOTHING = {
  authorized_until: null,
  captured_cents: 0,
  fee_cents: 0,
  refunds: [],
  disputes: [],
  inquiries: [],
}

export const bare = (state: Truth['state'], refs: ProviderRefs): Truth => ({ state, refs, ...NOTHING })

export const withSession = (refs: ProviderRefs, session: Stripe.Checkout.Session): ProviderRefs => {
  const intent = refs.intent ?? idOf(session.payment_intent)
  const setup = idOf(session.setup_intent)
  const customer = idOf(session.customer)
  return {
    ...refs,
    session: session.id,
    ...(intent !== undefined && { intent }),
    ...(setup !== undefined && { setup }),
    ...(customer !== undefined && { customer }),
  }
}

/** A card that is refused on the hosted page can be tried again there, so it only fails once the page is closed. */
export const ofIntent = (
  intent: Stripe.PaymentIntent,
  refs: ProviderRefs,
  { isPageOpen }: { isPageOpen: boolean },
): Truth => {
  const charge = chargeOf(intent)
  const payment_method = idOf(intent.payment_method)
  const customer = idOf(intent.customer)
  const state = stateOf(intent)
  return {
    ...NOTHING,
    state: state === 'failed' && isPageOpen ? 'waiting' : state,
    refs: {
      ...refs,
      intent: intent.id,
      ...(payment_method !== undefined && { payment_method }),
      ...(customer !== undefined && { customer }),
    },
    authorized_until: seconds(charge?.payment_method_details?.card?.capture_before),
    captured_cents: intent.status === 'succeeded' ? intent.amount_received : 0,
    fee_cents: feeOf(charge),
  }
}

/** requires_action: Stripe verifies the account with small deposits, which takes days. It is not attached until then. */
const SETUPS: Partial<Record<Stripe.SetupIntent.Status, Truth['state']>> = {
  succeeded: 'authorized',
  processing: 'processing',
  requires_action: 'processing',
  requires_payment_method: 'failed',
  canceled: 'canceled',
}

export const ofSetup = (setup: Stripe.SetupIntent, refs: ProviderRefs): Truth => {
  const payment_method = idOf(setup.payment_method)
  const customer = idOf(setup.customer)
  const known = {
    ...refs,
    setup: setup.id,
    ...(payment_method !== undefined && { payment_method }),
    ...(customer !== undefined && { customer }),
  }
  return bare(SETUPS[setup.status] ?? 'waiting', known)
}

const REFUNDS: Readonly<Record<string, ProviderRefund['status']>> = {
  succeeded: 'sent',
  failed: 'failed',
  canceled: 'failed',
}

export const refundOf = ({ id, status, amount, metadata }: Stripe.Refund): ProviderRefund => ({
  ref: id,
  status: REFUNDS[status ?? ''] ?? 'pending',
  cents: amount,
  refund_id: metadata?.refund_id ?? null,
})

export const disputeFees = (disputes: readonly Stripe.Dispute[]): number =>
  disputes.flatMap(({ balance_transactions }) => balance_transactions).reduce((sum, { fee }) => sum + fee, 0)

/** A lost dispute that is appealed stays lost until the appeal is won. */
const DISPUTES: Partial<Record<Stripe.Dispute.Status, ProviderDispute['status']>> = {
  won: 'won',
  lost: 'lost',
  appeal_needs_response: 'lost',
  appeal_under_review: 'lost',
}

const isWarning = ({ status }: Stripe.Dispute): boolean =>
  status.startsWith('warning_') || status === 'prevented'

const answerBy = ({ evidence_details }: Stripe.Dispute): Date | null =>
  seconds(evidence_details?.due_by ?? undefined)

export const disputesIn = (disputes: readonly Stripe.Dispute[]): ProviderDispute[] =>
  disputes
    .filter(dispute => !isWarning(dispute))
    .map(dispute => ({
      id: dispute.id,
      status: DISPUTES[dispute.status] ?? 'open',
      cents: dispute.amount,
      reason: dispute.reason,
      opened_at: new Date(dispute.created * 1000),
      answer_by: answerBy(dispute),
    }))

export const inquiriesIn = (disputes: readonly Stripe.Dispute[]): ProviderInquiry[] =>
  disputes
    .filter(({ status }) => status === 'warning_needs_response')
    .map(inquiry => ({ id: inquiry.id, cents: inquiry.amount, answer_by: answerBy(inquiry) }))
