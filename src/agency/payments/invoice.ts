import type { App } from '../../platform/app.ts'
import { dayIn } from '../../platform/lib/local-day.ts'
import { plusDays } from '../../platform/values/calendar.ts'
import type { PaymentProvider } from './provider.ts'

export const invoice: PaymentProvider = { name: 'invoice', hosted: null }

type Issue = { state: string; issued: Date }

/** Days count from the day of the issue where the property is, as people were told before they signed. */
export const invoiceDueOn = ({ config }: App, { state, issued }: Issue): string =>
  plusDays(dayIn(state, issued), config.paymentDueDays)
