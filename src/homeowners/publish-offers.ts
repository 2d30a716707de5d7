import type { App } from '../app.ts'
import type { HomeAnswer, HomeOffer } from '../carriers/carrier.ts'
import { rankOffers } from '../carriers/rank.ts'
import { offersReadyEmail } from '../emails/offers-ready.ts'
import { queueEmail } from '../emails/outbox.ts'
import { DAY, later } from '../lib/clock.ts'
import { randomId } from '../lib/ids.ts'
import { lockIntake } from '../line/intakes.ts'
import { type AnswerRow, insertOffers, keepAnswer, type OfferRow, offersBefore } from '../line/offer-store.ts'
import type { HomeownersIntakeRecord } from './intake.ts'
import { homeownersLifecycle } from './lifecycle.ts'
import { mailFacts } from './mail-facts.ts'
import { OFFERS_MAILED } from './offers-mailed-job.ts'
import type { Question } from './questions.ts'
import { changeHomeowners } from './writer.ts'

const OFFERS_LIVE = 30 * DAY

const NO_RESPONSE: HomeAnswer = {
  kind: 'decline',
  reason_code: 'no_response',
  reason: 'The carrier did not answer in time.',
}

/** What is stored of an offer: the carrier's words, its name, and why it is the recommended one. */
export type StoredOffer = Omit<HomeOffer, 'kind'> & { carrier: string; recommended_because?: string }

const offersOf = (answers: readonly AnswerRow[], nameOf: (carrierId: string) => string) =>
  answers.flatMap(({ item, carrier_id, answer }) => {
    const given = answer as HomeAnswer
    if (given.kind !== 'offer') return []
    const { kind: _, ...offer } = given
    return [{ item, carrier_id, ...offer, carrier: nameOf(carrier_id) }]
  })

type Published = Omit<OfferRow, 'superseded_at'>

const rowsOf = (
  app: App,
  intake: HomeownersIntakeRecord,
  offers: ReturnType<typeof offersOf>,
): Published[] => {
  const now = app.clock.now()
  const items = [...new Set(offers.map(({ item }) => item))]
  return items.flatMap(item =>
    rankOffers(offers.filter(offer => offer.item === item)).map(({ offer, rank, recommended }) => {
      const { item: property, carrier_id, ...stored } = offer
      return {
        offer_id: randomId(app.random, 'off'),
        uid: intake.uid,
        revision: intake.revision,
        item: property,
        rank,
        recommended: recommended !== false,
        carrier_id,
        offer: { ...stored, ...(recommended && { recommended_because: recommended.reason }) },
        published_at: now,
        expires_at: later(now, OFFERS_LIVE),
      }
    }),
  )
}

const tellHomeowner = async (app: App, intake: HomeownersIntakeRecord): Promise<void> => {
  const { email } = intake.application.applicant
  if (intake.sandbox || email === undefined) return
  await queueEmail(app, offersReadyEmail(email, await mailFacts(app, intake)), {
    intake_uid: intake.uid,
    purpose: 'offers_ready',
    then_job: OFFERS_MAILED,
  })
}

type Outcome = { answers: readonly AnswerRow[]; silent: readonly Question[]; questions: readonly Question[] }

/** The first offers are told by mail; later ones replace them on the same page. */
const tellOnce = async (app: App, intake: HomeownersIntakeRecord): Promise<void> => {
  if ((await offersBefore(app.db, intake)).length === 0) await tellHomeowner(app, intake)
}

/** All offers appear together, in one transaction with the state, the audit entry and the mail. */
export const publishOffers = (
  app: App,
  { uid, revision }: HomeownersIntakeRecord,
  outcome: Outcome,
): Promise<void> =>
  app.db.transaction().execute(async db => {
    const inside = { ...app, db }
    const intake: HomeownersIntakeRecord | null = await lockIntake(inside, { uid, line: 'homeowners' })
    // A change or a withdrawal came in between: what was quoted is no longer asked for.
    if (intake?.status !== 'pending_quotes' || intake.revision !== revision) return
    for (const { item, carrier } of outcome.silent)
      await keepAnswer(db, {
        uid,
        revision,
        item,
        carrier_id: carrier.id,
        answer: NO_RESPONSE,
        answered_at: app.clock.now(),
      })
    const names = new Map(outcome.questions.map(({ carrier }) => [carrier.id, carrier.name]))
    const rows = rowsOf(
      inside,
      intake,
      offersOf(outcome.answers, id => names.get(id) ?? id),
    )
    await insertOffers(db, rows)
    const quoted = await changeHomeowners(
      inside,
      intake,
      { status: homeownersLifecycle.next(intake.status, 'offers_arrived') },
      {
        actor: 'service',
        event: 'offers_arrived',
        facts: { revision, offers: rows.length, silent: outcome.silent.length },
      },
    )
    if (rows.length > 0) await tellOnce(inside, quoted)
  })
