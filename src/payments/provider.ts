import type { App } from '../app.ts'

export type PaymentStatus = 'open' | 'paid' | 'failed' | 'void'

/** `amount` is whole dollars; payers write `reference` on a check. Card data stays with the provider. */
export type PaymentFacts = {
  payment_id: string
  amount: number
  currency: 'USD'
  description: string
  reference: string
  sandbox: boolean
  page_url: string
}

export type PaymentProvider = {
  name: string
  /** Must not charge: it may be called twice for one payment_id, or for a payment that is never shown. */
  createPayment(app: App, facts: PaymentFacts): Promise<{ payment_id: string; url: string }>
  status(app: App, facts: PaymentFacts): Promise<Exclude<PaymentStatus, 'void'>>
}
