import type { App } from '../../app.ts'
import { listEntries } from '../../audit/store.ts'
import { assertTransaction } from '../../db/transact.ts'
import { fail } from '../../errors.ts'
import type { FieldEstimate, Origin } from '../../line/fields/estimates.ts'
import { findIntake } from '../../line/record/intakes.ts'
import { lockIntakeRow } from '../../line/record/store.ts'
import { expiresOn } from '../../policies/life/period.ts'
import { type Policy, policiesOf } from '../../policies/policies.ts'
import {
  type Applicant,
  type Application,
  emptyApplication,
  emptyHome,
  type Home,
  type HomeValues,
} from '../application/application.ts'
import { applicantFieldNames, homeFieldNames } from '../application/fields.ts'
import type { HomeownersIntakeRecord } from '../intake/intake.ts'
import { createHomeowners, noteOnHomeowners } from '../intake/writer.ts'
import { todayOf, withIdsAndEstimates } from './revise.ts'

const EARLIER = 'earlier_application'

/** A consent is given anew, and what was about the purchase of the home is over. */
const NOT_COPIED: readonly string[] = ['sms_consent', 'policy_expire', 'closing_date']

const copied = <T extends object>(values: T, names: readonly string[]): Partial<T> =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => names.includes(name) && !NOT_COPIED.includes(name) && value !== undefined,
    ),
  ) as Partial<T>

const estimated =
  (day: string) =>
  (field: string): FieldEstimate => ({
    field,
    source: EARLIER,
    confidence: 'low',
    confirmed_by_user: false,
    estimated_at: day,
  })

/** Every value waits for the person's yes, and none of their consents or signatures comes along. */
const draftFrom = (
  { applicant, homes }: Application,
  policy: Pick<Policy, 'item' | 'carrier' | 'expiration_date' | 'renewals'>,
  today: string,
): Application | null => {
  const insured = homes.find(({ property_id }) => property_id === policy.item)
  if (!insured) return null
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
    homes: [{ ...emptyHome(), ...values, field_estimates: Object.keys(values).map(estimated(today)) }],
  }
}

/** The agency started it itself. Others can name a source as they like, but no answer of theirs is from staff. */
export const isReshopped = ({ homes, sources = {} }: Application): boolean =>
  Object.values(sources).includes('staff') &&
  homes.some(({ field_estimates }) => field_estimates.some(({ source }) => source === EARLIER))

type Reshopping = { renewal_id: string; actor: string }

/** Null: it was done before for this renewal, or the answers are gone. */
export const reshop = async (
  app: App,
  { uid, policy_id }: Pick<Policy, 'uid' | 'policy_id'>,
  { renewal_id, actor }: Reshopping,
): Promise<HomeownersIntakeRecord | null> => {
  assertTransaction(app)
  await lockIntakeRow(app.db, uid)
  const before: HomeownersIntakeRecord =
    (await findIntake(app, { uid, line: 'homeowners' })) ?? fail('not_found')
  const isDone = (await listEntries(app.db, uid)).some(
    ({ event, facts }) => event === 'renewal_reshopped' && facts.renewal_id === renewal_id,
  )
  const policy = (await policiesOf(app, uid)).find(one => one.policy_id === policy_id)
  const draft = policy && !isDone ? draftFrom(before.application, policy, todayOf(app)) : null
  if (!draft) return null
  const { owner, sandbox } = before
  const empty = { owner, sandbox, application: emptyApplication() }
  const created = await createHomeowners(app, empty, { actor, event: 'created', facts: { from: uid } })
  const application = await withIdsAndEstimates(app, { owner: owner ?? created.uid, sandbox }, draft)
  const changed = Object.keys(draft.homes[0] ?? {})
  const event = { actor, event: 'updated', facts: { changed } }
  const started = await noteOnHomeowners(app, created, { application }, event)
  const facts = { renewal_id, policy_id, to: started.uid }
  await noteOnHomeowners(app, before, {}, { actor, event: 'renewal_reshopped', facts })
  return started
}
