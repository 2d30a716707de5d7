import type { PaymentProvider } from './provider.ts'

/** The payer sends a check or a transfer, and staff record it. */
export const invoice: PaymentProvider = { name: 'invoice', hosted: null }
