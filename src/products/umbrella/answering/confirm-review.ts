import type { App } from '../../../platform/app.ts'
import type { Origin } from '../../../platform/values/sourced.ts'
import { unconfirmed } from '../../line/fields/estimates.ts'
import { enqueueQuoting } from '../../line/offers/enqueue-quoting.ts'
import { asRead, recordConsent } from '../../line/record/consent.ts'
import type { Application } from '../application/application.ts'
import { applicationReview } from '../application/consent-words.ts'
import { type ConsentingActor, originOf, type UmbrellaIntakeRecord } from '../intake/intake.ts'
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

const recordReview = (app: App, { witness }: ConsentingActor, { uid, application }: UmbrellaIntakeRecord) =>
  recordConsent(app, asRead(applicationReview, witness.language), {
    uid,
    application: application.household,
    witness,
  })

const submit = async (
  app: App,
  actor: ConsentingActor,
  intake: UmbrellaIntakeRecord,
): Promise<UmbrellaIntakeRecord> => {
  const { revision, application } = intake
  const { witness } = actor
  const pending = await moveUmbrella(
    app,
    intake,
    { application: confirmed(application, originOf(actor)), submittedAt: app.clock.now() },
    {
      actor: witness.givenBy,
      event: 'review_confirmed',
      facts: { revision, proof: witness.proof, version: asRead(applicationReview, witness.language).version },
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
      actor: actor.witness.givenBy,
      event: 'review_held',
      facts: {
        revision,
        proof: actor.witness.proof,
        version: asRead(applicationReview, actor.witness.language).version,
      },
    },
  )
}

export const releaseReview = (
  app: App,
  { witness }: ConsentingActor,
  intake: UmbrellaIntakeRecord,
): Promise<UmbrellaIntakeRecord> => {
  const { held_revision: revision, ...application } = intake.application
  const why = { actor: witness.givenBy, event: 'review_released', facts: { revision } }
  return noteOnUmbrella(app, intake, { application }, why)
}

export const submitHeldReview = async (
  app: App,
  actor: ConsentingActor,
  intake: UmbrellaIntakeRecord,
): Promise<void> => {
  if (isHeld(intake)) await submit(app, actor, intake)
}
