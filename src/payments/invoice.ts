import type { PaymentProvider } from './provider.ts'

/** Our page is the invoice. Staff record the outcome when the money arrives. */
export const invoice: PaymentProvider = {
  name: 'invoice',
  createPayment: async (_app, { payment_id, page_url }) => ({ payment_id, url: page_url }),
  status: async () => 'open',
}
