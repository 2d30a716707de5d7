import type { App } from '../app.ts'

export type PaymentStatus = 'open' | 'paid' | 'failed' | 'void'

/** Whole dollars; `reference` is what a person writes on a check. Never any card data: that stays with the provider. */
export type PaymentFacts = {
  payment_id: string
  amount: number
  currency: 'USD'
  description: string
  reference: string
  sandbox: boolean
  /** Our own page about this payment: what to show, or where to come back to. */
  page_url: string
}

/**
 * Somebody who takes money for us. Nobody calls us back: `status` is asked while a payment is open, and whoever learns
 * of an outcome tells it to `settlePayment`.
 */
export type PaymentProvider = {
  name: string
  /** May be called twice for one payment_id, and for one that is never shown: it prepares and charges nothing. */
  createPayment(app: App, facts: PaymentFacts): Promise<{ payment_id: string; url: string }>
  status(app: App, facts: PaymentFacts): Promise<Exclude<PaymentStatus, 'void'>>
}
