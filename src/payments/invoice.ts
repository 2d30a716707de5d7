import type { App } from '../app.ts'
import { DAY, dayOf, later } from '../lib/clock.ts'
import type { PaymentProvider } from './provider.ts'

export const invoice: PaymentProvider = { name: 'invoice', hosted: null }

export const invoiceDueOn = ({ config }: App, issued: Date): string =>
  dayOf(later(issued, config.paymentDueDays * DAY))
