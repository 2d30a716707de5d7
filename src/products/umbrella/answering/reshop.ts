import { expiresOn } from '../../../agency/policies/life/period.ts'
import type { Policy } from '../../../agency/policies/policies.ts'
import { dayIn } from '../../../platform/lib/local-day.ts'
import { plusDays } from '../../../platform/values/calendar.ts'
import type { Origin } from '../../../platform/values/sourced.ts'
import { fromEarlier } from '../../line/aftersale/reshop.ts'
import { type Answers, type Application, emptyApplication } from '../application/application.ts'
import { LATEST_START_DAYS } from '../application/contradictions.ts'
import { umbrellaFieldNames } from '../application/fields.ts'

/** Ages change, so drivers are counted again. The other fields belong to the earlier purchase. */
const NOT_COPIED: readonly string[] = [
  'drivers_under_22',
  'drivers_over_70',
  'effective_date',
  'prior_carrier',
]

const CONTACT: readonly string[] = ['email', 'preferred_language']

export const householdFromEarlier = (
  { household }: Application,
  policy: Pick<Policy, 'carrier' | 'expiration_date' | 'renewals'>,
  now: Date,
): Application | null => {
  const names = umbrellaFieldNames.filter(name => household[name] !== undefined && !NOT_COPIED.includes(name))
  if (names.length === 0) return null
  const starts = expiresOn(policy)
  const today = dayIn(household.state ?? '', now)
  const values: Answers = {
    ...Object.fromEntries(names.map(name => [name, household[name]])),
    prior_carrier: policy.carrier,
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
