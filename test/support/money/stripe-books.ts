type Json = Record<string, unknown>

export type Intent = {
  id: string
  object: 'payment_intent'
  amount: number
  amount_received: number
  status: 'requires_payment_method' | 'requires_capture' | 'processing' | 'succeeded' | 'canceled'
  capture_method: 'manual' | 'automatic'
  customer: string | null
  payment_method: string | null
  metadata: Record<string, string>
  last_payment_error: Json | null
  latest_charge: Json | null
  created: number
}

export type Session = {
  id: string
  object: 'checkout.session'
  mode: 'payment' | 'setup'
  status: 'open' | 'complete' | 'expired'
  url: string | null
  amount: number
  payment_intent: string | null
  setup_intent: string | null
  customer: string | null
  metadata: Record<string, string>
  success_url: string
  cancel_url: string
}

export type Refund = {
  id: string
  object: 'refund'
  amount: number
  status: string
  payment_intent: string
  metadata: Record<string, string>
  created: number
}
export type Dispute = {
  id: string
  object: 'dispute'
  amount: number
  status: string
  reason: string
  payment_intent: string
  balance_transactions: { amount: number; fee: number }[]
  created: number
  evidence_details: { due_by: number | null; submission_count: number }
  evidence: Record<string, string>
}

export class StripeError extends Error {
  readonly status: number
  readonly type: string
  readonly code: string

  constructor(status: number, type: string, code: string) {
    super(code)
    this.status = status
    this.type = type
    this.code = code
  }
}

const HOLD_SECONDS = 7 * 86_400

export const DISPUTE_FEE = 1_500

/** What a provider of payments keeps, as Stripe's API describes it. Time comes from the service under test. */
export class StripeBooks {
  readonly sessions = new Map<string, Session>()
  readonly intents = new Map<string, Intent>()
  readonly setups = new Map<string, Json & { id: string; status: string }>()
  readonly detached = new Set<string>()
  readonly refunds: Refund[] = []
  readonly disputes: Dispute[] = []
  readonly events: Json[] = []
  /** The cards that are refused when they are charged again. */
  declines = false
  /** Captures are asynchronous, so a balance transaction with the fee can come seconds after the charge. */
  booksLater = false
  /** Bank debits settle later. */
  bankOutcome: 'processing' | 'succeeded' | 'failed' | 'revoked' = 'succeeded'
  /** Bank accounts that cannot be verified at once get small deposits, and are attached to the customer days later. */
  verifiesLater = false
  /** For one payment, by its id. */
  readonly bankOutcomes = new Map<string, StripeBooks['bankOutcome']>()
  refundOutcome: 'succeeded' | 'pending' | 'failed' = 'succeeded'
  #count = 0
  readonly #now: () => Date

  constructor(now: () => Date) {
    this.#now = now
  }

  id(prefix: string): string {
    return `${prefix}_${++this.#count}`
  }

  seconds(): number {
    return Math.floor(this.#now().getTime() / 1000)
  }

  tell(type: string, object: object): void {
    this.events.push({ id: this.id('evt'), object: 'event', type, data: { object } })
  }

  intent(id: string): Intent {
    const found = this.intents.get(id)
    if (!found) throw new StripeError(404, 'invalid_request_error', 'resource_missing')
    const charge = found.latest_charge as {
      payment_method_details?: { card?: { capture_before: number } }
    } | null
    const until = charge?.payment_method_details?.card?.capture_before
    if (found.status === 'requires_capture' && until !== undefined && until <= this.seconds()) {
      found.status = 'canceled'
      this.tell('payment_intent.canceled', found)
    }
    return found
  }

  session(id: string): Session {
    const found = this.sessions.get(id)
    if (!found) throw new StripeError(404, 'invalid_request_error', 'resource_missing')
    return found
  }

  makeIntent(
    facts: Pick<Intent, 'amount' | 'customer' | 'payment_method' | 'metadata' | 'capture_method'>,
  ): Intent {
    const intent: Intent = {
      id: this.id('pi'),
      object: 'payment_intent',
      ...facts,
      amount_received: 0,
      status: 'requires_payment_method',
      last_payment_error: null,
      latest_charge: null,
      created: this.seconds(),
    }
    this.intents.set(intent.id, intent)
    return intent
  }

  hold(intent: Intent): void {
    intent.status = 'requires_capture'
    intent.latest_charge = {
      id: this.id('ch'),
      object: 'charge',
      payment_method_details: { card: { capture_before: this.seconds() + HOLD_SECONDS } },
    }
    this.tell('payment_intent.amount_capturable_updated', intent)
  }

  receive(intent: Intent, cents: number): void {
    intent.status = 'succeeded'
    intent.amount_received = cents
    intent.latest_charge = { ...intent.latest_charge, balance_transaction: null }
    if (!this.booksLater) this.book(intent)
    this.tell('payment_intent.succeeded', intent)
  }

  book(intent: Intent): void {
    const fee = Math.round(intent.amount_received * 0.029) + 30
    intent.latest_charge = { ...intent.latest_charge, balance_transaction: { id: this.id('txn'), fee } }
  }

  refuse(intent: Intent, code: string): void {
    intent.status = 'requires_payment_method'
    intent.last_payment_error = { code }
    this.tell('payment_intent.payment_failed', intent)
  }

  capture(id: string, cents: number): Intent {
    const intent = this.intent(id)
    if (intent.status !== 'requires_capture' || cents > intent.amount)
      throw new StripeError(400, 'invalid_request_error', 'payment_intent_unexpected_state')
    this.receive(intent, cents)
    return intent
  }

  cancel(id: string): Intent {
    const intent = this.intent(id)
    if (intent.status === 'succeeded' || intent.status === 'canceled')
      throw new StripeError(400, 'invalid_request_error', 'payment_intent_unexpected_state')
    intent.status = 'canceled'
    this.tell('payment_intent.canceled', intent)
    return intent
  }

  /** A charge without the payer: a renewed hold, or a bank debit. */
  charge(intent: Intent): Intent {
    if (intent.capture_method === 'manual') {
      if (!this.declines) this.hold(intent)
      else {
        this.refuse(intent, 'card_declined')
        throw new StripeError(402, 'card_error', 'card_declined')
      }
      return intent
    }
    const outcome = this.bankOutcomes.get(intent.metadata.payment_id ?? '') ?? this.bankOutcome
    if (outcome === 'revoked') {
      this.intents.delete(intent.id)
      throw new StripeError(400, 'invalid_request_error', 'payment_intent_mandate_invalid')
    }
    if (outcome === 'succeeded') this.receive(intent, intent.amount)
    else {
      intent.status = 'processing'
      if (outcome === 'failed') this.refuse(intent, 'insufficient_funds')
    }
    return intent
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

  heldCents(): number {
    return [...this.intents.keys()]
      .map(id => this.intent(id))
      .reduce((sum, { status, amount }) => sum + (status === 'requires_capture' ? amount : 0), 0)
  }
}
