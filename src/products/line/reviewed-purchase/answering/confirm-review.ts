import type { App } from '../../../../platform/app.ts'
import type { Origin } from '../../../../platform/values/sourced.ts'
import { originOf } from '../../acts/actor.ts'
import { agree, evidenceFacts, noteRoleAndPay } from '../../acts/agree.ts'
import { unconfirmed } from '../../fields/estimates.ts'
import { enqueueQuoting } from '../../offers/quoting.ts'
import type { Application } from '../application/application.ts'
import type { ConsentingActor, ReviewedIntake } from '../intake/intake.ts'
import { movePurchase, noteOnPurchase } from '../intake/writer.ts'
import { lineOf } from '../reviewed-line.ts'

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

const recordReview = async (app: App, actor: ConsentingActor, intake: ReviewedIntake) => {
  const { household: about } = intake.application
  await noteRoleAndPay(app, actor, intake, { line: intake.line, states: [about.state ?? ''], about })
  return agree(app, actor, intake, { to: lineOf(intake).consents.review, about })
}

const submit = async (app: App, actor: ConsentingActor, intake: ReviewedIntake): Promise<ReviewedIntake> => {
  const { revision, application } = intake
  const pending = await movePurchase(
    app,
    intake,
    { application: confirmed(application, originOf(actor)), submittedAt: app.clock.now() },
    {
      actor: actor.name,
      event: 'review_confirmed',
      facts: { revision, ...evidenceFacts(actor, lineOf(intake).consents.review) },
    },
  )
  await enqueueQuoting(app, `quote_${lineOf(intake).name}`, pending)
  return pending
}

export const submitReview = async (
  app: App,
  actor: ConsentingActor,
  intake: ReviewedIntake,
): Promise<ReviewedIntake> => {
  await recordReview(app, actor, intake)
  return submit(app, actor, intake)
}

/** Any later draft is a new revision, so it is no longer held. */
export const isHeld = ({ status, revision, application }: ReviewedIntake): boolean =>
  status === 'ready_for_review' && application.held_revision === revision

/** Records the same as `submitReview`, but asks no carrier until the shopper has proven the email address. */
export const holdReview = async (
  app: App,
  actor: ConsentingActor,
  intake: ReviewedIntake,
): Promise<ReviewedIntake> => {
  if (isHeld(intake)) return intake
  const { revision, application } = intake
  await recordReview(app, actor, intake)
  return noteOnPurchase(
    app,
    intake,
    { application: { ...application, held_revision: revision } },
    {
      actor: actor.name,
      event: 'review_held',
      facts: { revision, ...evidenceFacts(actor, lineOf(intake).consents.review) },
    },
  )
}

export const releaseReview = (
  app: App,
  { name }: ConsentingActor,
  intake: ReviewedIntake,
): Promise<ReviewedIntake> => {
  const { held_revision: revision, ...application } = intake.application
  const why = { actor: name, event: 'review_released', facts: { revision } }
  return noteOnPurchase(app, intake, { application }, why)
}

export const submitHeldReview = async (
  app: App,
  actor: ConsentingActor,
  intake: ReviewedIntake,
): Promise<void> => {
  if (isHeld(intake)) await submit(app, actor, intake)
}
