import type { Renewal } from '../../../agency/policies/life/renewals.ts'
import { type Policy, policyOf } from '../../../agency/policies/policies.ts'
import type { App } from '../../../platform/app.ts'
import { listEntries } from '../../../platform/audit/store.ts'
import { assertTransaction } from '../../../platform/db/transact.ts'
import { fail } from '../../../platform/errors.ts'
import { dayWords } from '../../../platform/values/calendar.ts'
import type { FieldEstimate, Origin } from '../../../platform/values/sourced.ts'
import type { Intake } from '../record/intakes.ts'
import { writeNote } from '../record/notes.ts'
import type { Intakes, NewIntake } from '../record/writer.ts'
import type { RenewalResult } from './after-sale.ts'

const EARLIER = 'earlier_application'

/** The person must confirm it. Its confidence is the lowest, because nobody stated one. */
export const fromEarlier =
  (day: string) =>
  (field: string): FieldEstimate => ({
    field,
    source: EARLIER,
    confidence: 'low',
    confirmed_by_user: false,
    estimated_at: day,
  })

type Answered = {
  sources?: Readonly<Record<string, Origin>> | undefined
  field_estimates: readonly Pick<FieldEstimate, 'source'>[]
}

/** True if the agency started it. Others can name any source, but only staff's answers are recorded as staff's. */
export const isReshopped = ({ sources = {}, field_estimates }: Answered): boolean =>
  Object.values(sources).includes('staff') && field_estimates.some(({ source }) => source === EARLIER)

type Starting = { actor: string; from: string }

type Reshopped<S extends string, E extends string, A> = {
  intakes: Pick<Intakes<S, E, A>, 'lock' | 'note'>
  /** Without consents and signatures. Null: the answers are gone. */
  draftFrom(application: A, policy: Policy, now: Date): A | null
  start(app: App, draft: NewIntake<A>, starting: Starting): Promise<Intake<S, A>>
  invite(app: App, started: Intake<S, A>, told: { actor: string; policy: Policy }): Promise<void>
}

export type Reshop = (
  app: App,
  renewal: Pick<Renewal, 'uid' | 'policy_id' | 'renewal_id' | 'due_on'>,
  actor: string,
) => Promise<RenewalResult>

export const reshopOf =
  <S extends string, E extends string, A>({
    intakes,
    draftFrom,
    start,
    invite,
  }: Reshopped<S, E, A>): Reshop =>
  async (app, { uid, policy_id, renewal_id, due_on }, actor) => {
    assertTransaction(app)
    const before = (await intakes.lock(app, uid)) ?? fail('not_found')
    const isDone = (await listEntries(app.db, uid)).some(
      ({ event, facts }) => event === 'renewal_reshopped' && facts.renewal_id === renewal_id,
    )
    const policy = await policyOf(app, { uid, policy_id })
    if (!policy || isDone) return 'too_late'
    const application = draftFrom(before.application, policy, app.clock.now())
    if (!application) return 'too_late'
    const { owner, sandbox } = before
    const started = await start(app, { owner, sandbox, application }, { actor, from: uid })
    const facts = { renewal_id, policy_id, to: started.uid }
    await intakes.note(app, before, {}, { actor, event: 'renewal_reshopped', facts })
    await invite(app, started, { actor, policy })
    await writeNote(app, {
      uid,
      by: actor,
      words: `New application ${started.uid}, from the earlier answers, for the renewal due ${dayWords(due_on)}. The customer must confirm every answer and authorize the credit check again.`,
    })
    return 'recorded'
  }
