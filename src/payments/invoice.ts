import type { PaymentProvider } from './provider.ts'

/** The agency sends an invoice and sees the money arrive: our page is the invoice, staff tell the outcome. */
export const invoice: PaymentProvider = {
  name: 'invoice',
  createPayment: async (_app, { payment_id, page_url }) => ({ payment_id, url: page_url }),
  status: async () => 'open',
}
