import { expiresOn } from '../../../agency/policies/life/policy-end.ts'
import type { Policy } from '../../../agency/policies/policies.ts'
import type { App } from '../../../platform/app.ts'
import type { Origin } from '../../../platform/values/sourced.ts'
import { fromEarlier } from '../../line/aftersale/reshop.ts'
import type { NewIntake } from '../../line/record/writer.ts'
import {
  type Applicant,
  type Application,
  dayAtHome,
  emptyApplication,
  emptyHome,
  type Home,
  type HomeValues,
} from '../application/application.ts'
import { applicantFieldNames, homeFieldNames } from '../application/fields.ts'
import type { HomeownersIntakeRecord } from '../intake/intake.ts'
import { createHomeowners, noteOnHomeowners } from '../intake/writer.ts'
import { withIdsAndEstimates } from './revise.ts'

/** Consent must be given again, and dates of the earlier purchase no longer apply. */
const NOT_COPIED: readonly string[] = ['policy_expire', 'closing_date']

const copied = <T extends object>(values: T, names: readonly string[]): Partial<T> =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => names.includes(name) && !NOT_COPIED.includes(name) && value !== undefined,
    ),
  ) as Partial<T>

export const homeFromEarlier = (
  { applicant, homes }: Application,
  policy: Pick<Policy, 'item' | 'carrier' | 'versions'>,
  now: Date,
): Application | null => {
  const insured = homes.find(({ property_id }) => property_id === policy.item)
  if (!insured) return null
  const today = dayAtHome(insured, now)
  const values: Partial<HomeValues> = {
    ...copied<Home>(
      insured,
      homeFieldNames.filter(name => name !== 'new_purchase' || !insured.new_purchase),
    ),
    prior_carrier: policy.carrier,
    policy_expire: expiresOn(policy),
  }
  const person: Partial<Applicant> = copied(applicant, applicantFieldNames)
  const sources: Record<string, Origin> = Object.fromEntries(
    Object.keys(person).map(name => [name, 'staff' as const]),
  )
  return {
    ...emptyApplication(),
    applicant: person,
    sources,
    homes: [{ ...emptyHome(), ...values, field_estimates: Object.keys(values).map(fromEarlier(today)) }],
  }
}

export const startFromEarlier = async (
  app: App,
  { owner, sandbox, application: draft }: NewIntake<Application>,
  { actor, from }: { actor: string; from: string },
): Promise<HomeownersIntakeRecord> => {
  const empty = { owner, sandbox, application: emptyApplication() }
  const created = await createHomeowners(app, empty, { actor, event: 'created', facts: { from } })
  const application = await withIdsAndEstimates(app, { owner: owner ?? created.uid, sandbox }, draft)
  const changed = Object.keys(draft.homes[0] ?? {})
  return noteOnHomeowners(app, created, { application }, { actor, event: 'updated', facts: { changed } })
}
