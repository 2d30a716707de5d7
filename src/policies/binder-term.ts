import { createHash } from 'node:crypto'
import { plusDays } from '../line/fields/calendar.ts'

/** For states whose limit we have no source for, which today is every state. */
const LONGEST_DAYS = 90

export const binderEnds = (starts: string, policyEnds: string): string => {
  const latest = plusDays(starts, LONGEST_DAYS)
  return latest < policyEnds ? latest : policyEnds
}

/** The same for every draft of an order's binder. */
export const binderNumber = (order_id: string): string => {
  const digits = createHash('sha256').update(order_id).digest().readUIntBE(0, 6) % 10_000_000_000
  return `BND-${String(digits).padStart(10, '0')}`
}
