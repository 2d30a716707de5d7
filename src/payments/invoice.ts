import type { App } from '../app.ts'
import { dayIn } from '../lib/local-day.ts'
import { plusDays } from '../line/fields/calendar.ts'
import type { PaymentProvider } from './provider.ts'

export const invoice: PaymentProvider = { name: 'invoice', hosted: null }

type Issue = { state: string; issued: Date }

/** Days count from the day of the issue where the property is, as people were told before they signed. */
export const invoiceDueOn = ({ config }: App, { state, issued }: Issue): string =>
  plusDays(dayIn(state, issued), config.paymentDueDays)
