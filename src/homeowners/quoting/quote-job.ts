import { type App, job } from '../../app.ts'
import { addJob } from '../../jobs/store.ts'
import { askAll } from '../../line/offers/ask-all.ts'
import { useConsent } from '../../line/record/consent.ts'
import { findIntake } from '../../line/record/intakes.ts'
import type { HomeownersIntakeRecord } from '../intake/intake.ts'
import { homeAnswers, keepHomeAnswer } from './carrier-answers.ts'
import { publishOffers } from './publish-offers.ts'
import { type Question, questionsOf } from './questions.ts'

const QUOTE_HOMEOWNERS = 'quote_homeowners'
const ATTEMPTS = 25

/** Part of the transaction that submits: the intake is pending exactly when a job will quote it. */
export const enqueueQuoting = (app: App, { uid, revision }: HomeownersIntakeRecord): Promise<void> =>
  addJob(app.db, QUOTE_HOMEOWNERS, { uid, revision }, ATTEMPTS)

/** No carrier is told that credit may be used before the use is on record under its consent. */
const noteCreditUse = async (
  app: App,
  intake: HomeownersIntakeRecord,
  { carrier, request }: Question,
): Promise<void> => {
  if (intake.consentId === null || !request.risk.insurance_score_allowed) return
  await useConsent(app, intake.consentId, `${intake.uid}/${intake.revision}/${carrier.id}`)
}

const ask = async (app: App, intake: HomeownersIntakeRecord, question: Question): Promise<void> => {
  const { uid, revision } = intake
  const { carrier, item, request } = question
  await noteCreditUse(app, intake, question)
  const answer = await carrier.quote(request)
  await keepHomeAnswer(app, {
    uid,
    revision,
    item,
    carrier_id: carrier.id,
    answer,
    answered_at: app.clock.now(),
  })
}

/** The offers appear together once all have answered or their ten minutes are over. */
export const quoteHomeowners = job<{ uid: string; revision: number }>({
  name: QUOTE_HOMEOWNERS,
  async run(app, { uid, revision }, { signal }) {
    const intake: HomeownersIntakeRecord | null = await findIntake(app, { uid, line: 'homeowners' })
    if (intake?.status !== 'pending_quotes' || intake.revision !== revision) return
    const questions = questionsOf(app, intake)
    const outcome = await askAll(app, intake, {
      questions,
      ask: question => ask(app, intake, question),
      answers: () => homeAnswers(app, intake),
      signal,
    })
    await publishOffers(app, intake, outcome)
  },
})
