import type { Budget } from '../http/budgets/budget.ts'
import { HOUR_SECONDS, MINUTE_SECONDS } from '../lib/clock.ts'
import { typedEmail } from '../lib/email-address.ts'

export const keyRequests: Budget = { name: 'key_request', points: 20, seconds: HOUR_SECONDS, by: 'address' }

export const keyRequestsByEmail: Budget = {
  name: 'key_request_email',
  points: 5,
  seconds: HOUR_SECONDS,
  by: ({ email }: { email: string }) => typedEmail(email),
}

export const keyConfirms: Budget = { name: 'key_confirm', points: 20, seconds: HOUR_SECONDS, by: 'address' }

export const operatorCalls: Budget = {
  name: 'operator',
  points: 600,
  seconds: MINUTE_SECONDS,
  by: 'caller',
  leased: true,
}
