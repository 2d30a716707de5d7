import { StripeIntents } from './stripe-intents.ts'
import { type Dispute, type Json, type Refund, type Session, StripeError } from './stripe-objects.ts'

export const DISPUTE_FEE = 1_500

/** What a provider of payments keeps, as Stripe's API describes it. */
export class StripeBooks extends StripeIntents {
  readonly sessions = new Map<string, Session>()
  readonly setups = new Map<string, Json & { id: string; status: string }>()
  readonly detached = new Set<string>()
  readonly refunds: Refund[] = []
  readonly disputes: Dispute[] = []
  /** Bank accounts that cannot be verified at once get small deposits, and are attached to the customer days later. */
  verifiesLater = false
  refundOutcome: 'succeeded' | 'pending' | 'failed' = 'succeeded'

  session(id: string): Session {
    const found = this.sessions.get(id)
    if (!found) throw new StripeError(404, 'invalid_request_error', 'resource_missing')
    return found
  }

  /** What the payer does on the hosted page. */
  complete(id: string, outcome: 'pay' | 'decline'): Session {
    const session = this.session(id)
    if (session.status !== 'open') return session
    const customer = this.id('cus')
    const payment_method = this.id('pm')
    const { metadata, amount } = session
    if (session.mode === 'setup') {
      const setup = {
        id: this.id('seti'),
        object: 'setup_intent',
        status: this.verifiesLater ? 'requires_action' : 'succeeded',
        customer,
        payment_method,
        metadata,
      }
      this.setups.set(setup.id, setup)
      Object.assign(session, { status: 'complete', setup_intent: setup.id, customer })
    } else {
      const known = session.payment_intent === null ? null : this.intent(session.payment_intent)
      const intent =
        known ?? this.makeIntent({ amount, customer, payment_method, metadata, capture_method: 'manual' })
      session.payment_intent = intent.id
      if (outcome === 'decline') {
        this.refuse(intent, 'card_declined')
        return session
      }
      intent.last_payment_error = null
      this.hold(intent)
      Object.assign(session, { status: 'complete', customer })
    }
    this.tell('checkout.session.completed', session)
    return session
  }

  isAttached(payment_method: string): boolean {
    const setup = [...this.setups.values()].find(one => one.payment_method === payment_method)
    return setup?.status === 'succeeded' && !this.detached.has(payment_method)
  }

  detach(payment_method: string): void {
    if (!this.isAttached(payment_method))
      throw new StripeError(400, 'invalid_request_error', 'payment_method_unexpected_state')
    this.detached.add(payment_method)
  }

  refund(payment_intent: string, amount: number, metadata: Record<string, string>): Refund {
    const { amount_received } = this.intent(payment_intent)
    const back = this.refunds.filter(one => one.payment_intent === payment_intent && one.status !== 'failed')
    if (back.reduce((sum, one) => sum + one.amount, 0) + amount > amount_received)
      throw new StripeError(400, 'invalid_request_error', 'charge_already_refunded')
    const status = this.refundOutcome
    const made: Refund = {
      id: this.id('re'),
      object: 'refund',
      amount,
      status,
      payment_intent,
      metadata,
      created: this.seconds(),
    }
    this.refunds.push(made)
    this.tell('refund.created', made)
    return made
  }

  dispute(payment_intent: string, amount: number, status = 'needs_response'): Dispute {
    const made: Dispute = {
      id: this.id('dp'),
      object: 'dispute',
      amount,
      status,
      reason: 'fraudulent',
      payment_intent,
      balance_transactions: status.startsWith('warning_') ? [] : [{ amount: -amount, fee: DISPUTE_FEE }],
      created: this.seconds(),
      evidence_details: { due_by: this.seconds() + 14 * 86_400, submission_count: 0 },
      evidence: {},
    }
    this.disputes.push(made)
    this.tell('charge.dispute.created', made)
    return made
  }

  answerDispute(id: string, answer: 'accepted' | Record<string, string>): Dispute {
    const found = this.disputes.find(one => one.id === id)
    if (!found) throw new StripeError(404, 'invalid_request_error', 'resource_missing')
    if (found.status !== 'needs_response')
      throw new StripeError(400, 'invalid_request_error', 'dispute_already_submitted')
    if (answer === 'accepted') found.status = 'lost'
    else {
      found.status = 'under_review'
      found.evidence = answer
      found.evidence_details.submission_count++
    }
    this.tell('charge.dispute.updated', found)
    return found
  }
}
