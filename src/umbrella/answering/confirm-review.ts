import type { App } from '../../app.ts'
import { type Origin, unconfirmed } from '../../line/fields/estimates.ts'
import { recordConsent } from '../../line/record/consent.ts'
import type { Application } from '../application/application.ts'
import { applicationReview } from '../application/consent-words.ts'
import { type Actor, originOf, type UmbrellaIntakeRecord } from '../intake/intake.ts'
import { moveUmbrella } from '../intake/writer.ts'
import { enqueueUmbrellaQuoting } from '../quoting/quote-job.ts'

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

/** The only way from review to quotes. It records who stated that the buyer reviewed the application. */
export const submitReview = async (
  app: App,
  { witness }: Actor,
  intake: UmbrellaIntakeRecord,
): Promise<UmbrellaIntakeRecord> => {
  const { uid, revision, application } = intake
  await recordConsent(app, applicationReview, { uid, application: application.household, witness })
  const pending = await moveUmbrella(
    app,
    intake,
    { application: confirmed(application, originOf(witness)), submittedAt: app.clock.now() },
    {
      actor: witness.givenBy,
      event: 'review_confirmed',
      facts: { revision, channel: witness.channel, version: applicationReview.version },
    },
  )
  await enqueueUmbrellaQuoting(app, pending)
  return pending
}
