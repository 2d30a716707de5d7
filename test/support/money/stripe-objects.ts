export type Json = Record<string, unknown>

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
