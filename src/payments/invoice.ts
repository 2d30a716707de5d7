import type { PaymentProvider } from './provider.ts'

export const invoice: PaymentProvider = {
  name: 'invoice',
  createPayment: async (_app, { payment_id, page_url }) => ({ payment_id, url: page_url }),
  status: async () => 'open',
}
