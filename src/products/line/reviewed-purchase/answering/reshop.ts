import { expiresOn } from '../../../../agency/policies/life/period.ts'
import type { Policy } from '../../../../agency/policies/policies.ts'
import { dayIn } from '../../../../platform/lib/local-day.ts'
import { plusDays } from '../../../../platform/values/calendar.ts'
import type { Origin } from '../../../../platform/values/sourced.ts'
import { fromEarlier } from '../../aftersale/reshop.ts'
import {
  type Answers,
  type Application,
  emptyApplication,
  LATEST_START_DAYS,
} from '../application/application.ts'
import type { ReviewedLine } from '../reviewed-line.ts'

const CONTACT: readonly string[] = ['email', 'preferred_language']

type EarlierPolicy = Pick<Policy, 'carrier' | 'expiration_date' | 'renewals'>

export const householdFromEarlier = (
  { fields, reshop }: ReviewedLine,
  { household }: Application,
  { policy, now }: { policy: EarlierPolicy; now: Date },
): Application | null => {
  const names = Object.keys(fields).filter(
    name => household[name] !== undefined && name !== 'effective_date' && !reshop.dropped.includes(name),
  )
  if (names.length === 0) return null
  const starts = expiresOn(policy)
  const today = dayIn(household.state ?? '', now)
  const values: Answers = {
    ...Object.fromEntries(names.map(name => [name, household[name]])),
    ...reshop.stated(policy),
    ...(starts >= today && starts <= plusDays(today, LATEST_START_DAYS) && { effective_date: starts }),
  }
  const stated = Object.keys(values)
  const sources: Record<string, Origin> = Object.fromEntries(
    stated.filter(name => CONTACT.includes(name)).map(name => [name, 'staff' as const]),
  )
  return {
    ...emptyApplication(),
    household: {
      ...values,
      field_estimates: stated.filter(name => !CONTACT.includes(name)).map(fromEarlier(today)),
      locked: [],
      sources,
    },
  }
}
