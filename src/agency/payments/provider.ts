import type { App } from '../../platform/app.ts'
import type { Language } from '../../platform/language/language.ts'

/** authorized: a hold on a card, or a mandate for a bank debit. capturing: the policy is bound. */
export type PaymentStatus = 'open' | 'authorized' | 'capturing' | 'paid' | 'failed' | 'void'

export type PaymentMethod = 'card' | 'bank'

/** The provider's numbers for its own objects. Card and bank numbers stay with the provider. */
export type ProviderRefs = {
  method?: PaymentMethod
  sessions?: number
  session?: string
  setup?: string
  customer?: string
  payment_method?: string
  intent?: string
  renewals?: number
  replaced?: string[]
}

export type PaymentFacts = {
  payment_id: string
  amount_cents: number
  charged_cents: number | null
  currency: 'USD'
  description: string
  reference: string
  page_url: string
  refs: ProviderRefs
}

export type ProviderRefund = {
  ref: string
  status: 'pending' | 'sent' | 'failed'
  cents: number
  refund_id: string | null
}

export type ProviderDispute = {
  id: string
  status: 'open' | 'won' | 'lost'
  cents: number
  reason: string
  opened_at: Date
  answer_by: Date | null
}

export type ProviderInquiry = { id: string; cents: number; answer_by: Date | null }

export type DisputeEvidence = {
  customer_name: string
  customer_email: string
  customer_address: string | null
  purchase_address: string | null
  product: string
  starts: string
  text: string
  binder: { filename: string; content: Buffer } | null
  receipt: { filename: string; content: Buffer }
}

/** The provider's answer when we ask. Nothing else is believed, least of all a webhook. */
export type Truth = {
  state: 'waiting' | 'authorized' | 'processing' | 'captured' | 'failed' | 'canceled'
  refs: ProviderRefs
  authorized_until: Date | null
  captured_cents: number
  fee_cents: number
  refunds: ProviderRefund[]
  disputes: ProviderDispute[]
  inquiries: ProviderInquiry[]
}

/** Every call names its purpose, so that a repetition after a crash changes nothing. */
export type HostedPayments = {
  begin(
    app: App,
    payment: PaymentFacts,
    way: { method: PaymentMethod; language: Language },
  ): Promise<{ url: string; refs: ProviderRefs }>
  look(app: App, payment: PaymentFacts): Promise<Truth>
  take(app: App, payment: PaymentFacts, cents: number): Promise<ProviderRefs | null>
  /** Null: the card refused a new hold. The old one stands until it is released, and expires in any case. */
  renew(
    app: App,
    payment: PaymentFacts,
  ): Promise<{ refs: ProviderRefs; authorized_until: Date | null } | null>
  release(app: App, payment: PaymentFacts): Promise<void>
  refund(
    app: App,
    payment: PaymentFacts,
    refund: { refund_id: string; cents: number },
  ): Promise<ProviderRefund>
  contest(app: App, dispute_id: string, evidence: DisputeEvidence): Promise<void>
  accept(app: App, dispute_id: string): Promise<void>
}

export type PaymentProvider = { name: string; hosted: HostedPayments | null }
