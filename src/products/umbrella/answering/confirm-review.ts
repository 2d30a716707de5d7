import type { App } from '../../../platform/app.ts'
import type { Origin } from '../../../platform/values/sourced.ts'
import { originOf } from '../../line/acts/actor.ts'
import { agree, evidenceFacts } from '../../line/acts/agree.ts'
import { unconfirmed } from '../../line/fields/estimates.ts'
import { enqueueQuoting } from '../../line/offers/enqueue-quoting.ts'
import type { Application } from '../application/application.ts'
import { applicationReview } from '../application/consent-words.ts'
import type { ConsentingActor, UmbrellaIntakeRecord } from '../intake/intake.ts'
import { moveUmbrella, noteOnUmbrella } from '../intake/writer.ts'

const confirmed = ({ household, ...rest }: Application, origin: Origin): Application => ({
  ...rest,
  household: {
    ...household,
    field_estimates: household.field_estimates.map(entry => ({ ...entry, confirmed_by_user: true })),
    sources: {
      ...household.sources,
      ...Object.fromEntries(unconfirmed(household).map(({ field }) => [field, origin])),
    },
  },
})

const recordReview = (app: App, actor: ConsentingActor, intake: UmbrellaIntakeRecord) =>
  agree(app, actor, intake, { to: applicationReview, about: intake.application.household })

const submit = async (
  app: App,
  actor: ConsentingActor,
  intake: UmbrellaIntakeRecord,
): Promise<UmbrellaIntakeRecord> => {
  const { revision, application } = intake
  const pending = await moveUmbrella(
    app,
    intake,
    { application: confirmed(application, originOf(actor)), submittedAt: app.clock.now() },
    {
      actor: actor.name,
      event: 'review_confirmed',
      facts: { revision, ...evidenceFacts(actor, applicationReview) },
    },
  )
  await enqueueQuoting(app, 'quote_umbrella', pending)
  return pending
}

export const submitReview = async (
  app: App,
  actor: ConsentingActor,
  intake: UmbrellaIntakeRecord,
): Promise<UmbrellaIntakeRecord> => {
  await recordReview(app, actor, intake)
  return submit(app, actor, intake)
}

/** Any later draft is a new revision, so it is no longer held. */
export const isHeld = ({ status, revision, application }: UmbrellaIntakeRecord): boolean =>
  status === 'ready_for_review' && application.held_revision === revision

/** Records the same as `submitReview`, but asks no carrier until the shopper has proven the email address. */
export const holdReview = async (
  app: App,
  actor: ConsentingActor,
  intake: UmbrellaIntakeRecord,
): Promise<UmbrellaIntakeRecord> => {
  if (isHeld(intake)) return intake
  const { revision, application } = intake
  await recordReview(app, actor, intake)
  return noteOnUmbrella(
    app,
    intake,
    { application: { ...application, held_revision: revision } },
    {
      actor: actor.name,
      event: 'review_held',
      facts: { revision, ...evidenceFacts(actor, applicationReview) },
    },
  )
}

export const releaseReview = (
  app: App,
  { name }: ConsentingActor,
  intake: UmbrellaIntakeRecord,
): Promise<UmbrellaIntakeRecord> => {
  const { held_revision: revision, ...application } = intake.application
  const why = { actor: name, event: 'review_released', facts: { revision } }
  return noteOnUmbrella(app, intake, { application }, why)
}

export const submitHeldReview = async (
  app: App,
  actor: ConsentingActor,
  intake: UmbrellaIntakeRecord,
): Promise<void> => {
  if (isHeld(intake)) await submit(app, actor, intake)
}
