import { type App, job } from '../../app.ts'
import { addJob } from '../../jobs/store.ts'
import { askAll } from '../../line/offers/ask-all.ts'
import { keepAnswer, listAnswers } from '../../line/offers/store.ts'
import { findIntake } from '../../line/record/intakes.ts'
import type { UmbrellaIntake } from '../intake/intake.ts'
import { publishOffers } from './publish-offers.ts'
import { type Question, questionsOf } from './questions.ts'

const QUOTE_UMBRELLA = 'quote_umbrella'
const ATTEMPTS = 25

/** Part of the transaction that submits: the intake is pending exactly when a job will quote it. */
export const enqueueQuoting = (app: App, { uid, revision }: UmbrellaIntake): Promise<void> =>
  addJob(app.db, QUOTE_UMBRELLA, { uid, revision }, ATTEMPTS)

const ask = async (
  app: App,
  { uid, revision }: UmbrellaIntake,
  { carrier, item, request }: Question,
): Promise<void> => {
  const answer = await carrier.quote(request)
  const answered_at = app.clock.now()
  await keepAnswer(app.db, { uid, revision, item, carrier_id: carrier.id, answer, answered_at })
}

/** The offers appear together once all have answered or their ten minutes are over. */
export const quoteUmbrella = job<{ uid: string; revision: number }>({
  name: QUOTE_UMBRELLA,
  async run(app, { uid, revision }, { signal }) {
    const intake: UmbrellaIntake | null = await findIntake(app, { uid, line: 'umbrella' })
    if (intake?.status !== 'pending_quotes' || intake.revision !== revision) return
    const questions = questionsOf(app, intake)
    const outcome = await askAll(app, intake, {
      questions,
      ask: question => ask(app, intake, question),
      answers: () => listAnswers(app.db, intake),
      signal,
    })
    await publishOffers(app, intake, { ...outcome, questions })
  },
})
