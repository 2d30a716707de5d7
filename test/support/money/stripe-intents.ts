import { type Intent, type Json, StripeError } from './stripe-objects.ts'

const HOLD_SECONDS = 7 * 86_400

/** Payment intents as Stripe's API describes them. Time comes from the service under test. */
export class StripeIntents {
  readonly intents = new Map<string, Intent>()
  readonly events: Json[] = []
  /** The cards that are refused when they are charged again. */
  declines = false
  /** Captures are asynchronous, so a balance transaction with the fee can come seconds after the charge. */
  booksLater = false
  /** Bank debits settle later. */
  bankOutcome: 'processing' | 'succeeded' | 'failed' | 'revoked' = 'succeeded'
  /** For one payment, by its id. */
  readonly bankOutcomes = new Map<string, StripeIntents['bankOutcome']>()
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

  heldCents(): number {
    return [...this.intents.keys()]
      .map(id => this.intent(id))
      .reduce((sum, { status, amount }) => sum + (status === 'requires_capture' ? amount : 0), 0)
  }
}
