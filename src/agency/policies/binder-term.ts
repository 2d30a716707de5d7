import { createHash } from 'node:crypto'
import { plusDays } from '../../platform/values/calendar.ts'
import { numberFor, type RulePlace } from '../rules/rulebook.ts'

export const binderEnds = (place: RulePlace, starts: string, policyEnds: string): string => {
  const latest = plusDays(starts, numberFor(place, 'binder_days'))
  return latest < policyEnds ? latest : policyEnds
}

export const binderNumber = (order_id: string): string => {
  const digits = createHash('sha256').update(order_id).digest().readUIntBE(0, 6) % 10_000_000_000
  return `BND-${String(digits).padStart(10, '0')}`
}
