import { setTimeout } from 'node:timers/promises'
import { type App, job } from '../app.ts'
import { addJob } from '../jobs/store.ts'
import { MINUTE } from '../lib/clock.ts'
import { useConsent } from '../line/consent.ts'
import { findIntake } from '../line/intakes.ts'
import { type AnswerRow, keepAnswer, listAnswers } from '../line/offer-store.ts'
import type { HomeownersIntakeRecord } from './intake.ts'
import { publishOffers } from './publish-offers.ts'
import { type Question, questionsOf } from './questions.ts'

const QUOTE_HOMEOWNERS = 'quote_homeowners'
const ATTEMPTS = 25

const CARRIERS_HAVE = 10 * MINUTE

/** Part of the transaction that submits: the intake is pending exactly when a job will quote it. */
export const enqueueQuoting = (app: App, { uid, revision }: HomeownersIntakeRecord): Promise<void> =>
  addJob(app.db, QUOTE_HOMEOWNERS, { uid, revision }, ATTEMPTS)

const timeLeft = (app: App, { submittedAt, updatedAt }: HomeownersIntakeRecord): number =>
  (submittedAt ?? updatedAt).getTime() + CARRIERS_HAVE - app.clock.now().getTime()

const isAnswered = ({ item, carrier }: Question, answers: readonly AnswerRow[]): boolean =>
  answers.some(answer => answer.item === item && answer.carrier_id === carrier.id)

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
  const answer = await carrier.quoteHome(request)
  await keepAnswer(app.db, {
    uid,
    revision,
    item,
    carrier_id: carrier.id,
    answer,
    answered_at: app.clock.now(),
  })
}

/** All side by side. One that fails is asked again by the next attempt; one that is silent is given up in time. */
const askAll = async (
  app: App,
  intake: HomeownersIntakeRecord,
  questions: Question[],
  signal: AbortSignal,
) => {
  const late = new AbortController()
  const patience = setTimeout(Math.max(0, timeLeft(app, intake)), undefined, {
    signal: AbortSignal.any([late.signal, signal]),
  }).catch(() => undefined)
  const asked = Promise.allSettled(questions.map(question => ask(app, intake, question)))
  await Promise.race([asked, patience])
  late.abort()
}

/**
 * Answers are kept as they come, so that a crash never asks a carrier twice for what it has said; the offers
 * appear together once all have answered or their ten minutes are over.
 */
export const quoteHomeowners = job<{ uid: string; revision: number }>({
  name: QUOTE_HOMEOWNERS,
  async run(app, { uid, revision }, { signal }) {
    const intake: HomeownersIntakeRecord | null = await findIntake(app, { uid, line: 'homeowners' })
    if (intake?.status !== 'pending_quotes' || intake.revision !== revision) return
    const questions = questionsOf(app, intake)
    const kept = await listAnswers(app.db, intake)
    await askAll(
      app,
      intake,
      questions.filter(question => !isAnswered(question, kept)),
      signal,
    )
    const answers = await listAnswers(app.db, intake)
    const silent = questions.filter(question => !isAnswered(question, answers))
    if (silent.length > 0 && timeLeft(app, intake) > 0)
      throw new Error(`${silent.length} of ${questions.length} carriers have not answered yet.`)
    await publishOffers(app, intake, { answers, silent, questions })
  },
})
