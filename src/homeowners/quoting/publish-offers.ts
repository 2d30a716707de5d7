import type { App } from '../../app.ts'
import type { CreditPart } from '../../carriers/contract/answers.ts'
import type { HomeOffer } from '../../carriers/homeowners/carrier.ts'
import { rankHomeOffers } from '../../carriers/homeowners/rank.ts'
import { transact } from '../../http/transact.ts'
import { NO_RESPONSE, newOffer } from '../../line/offers/new-offer.ts'
import { insertOffers, type NewOffer, offersBefore } from '../../line/offers/store.ts'
import { lockIntake } from '../../line/record/intakes.ts'
import type { HomeownersIntakeRecord } from '../intake/intake.ts'
import { moveHomeowners } from '../intake/writer.ts'
import { type KeptAnswer, keepHomeAnswer } from './carrier-answers.ts'
import { carrierNames } from './carriers.ts'
import { creditNoticesOf } from './credit-notices.ts'
import { tellOffersReady, tellOfReports } from './notify.ts'
import type { Question } from './questions.ts'

/** What is stored of an offer: the carrier's words, its name, and why it is the recommended one. */
export type StoredOffer = Omit<HomeOffer, 'kind' | keyof CreditPart> & {
  carrier: string
  recommended_because?: string
}

const offersOf = (answers: readonly KeptAnswer[], nameOf: (carrierId: string) => string) =>
  answers.flatMap(({ item, carrier_id, answer }) => {
    if (answer.kind !== 'offer') return []
    const { kind: _, consumer_report: _report, score_reasons: _reasons, ...offer } = answer
    return [{ item, carrier_id, ...offer, carrier: nameOf(carrier_id) }]
  })

const rowsOf = (
  app: App,
  intake: HomeownersIntakeRecord,
  offers: ReturnType<typeof offersOf>,
): NewOffer[] => {
  const items = [...new Set(offers.map(({ item }) => item))]
  return items.flatMap(item =>
    rankHomeOffers(offers.filter(offer => offer.item === item)).map(({ offer, rank, recommended }) => {
      const { item: property, carrier_id, ...stored } = offer
      return newOffer(app, intake, { item: property, carrier_id, offer: stored, rank, recommended })
    }),
  )
}

type Outcome = { answers: readonly KeptAnswer[]; silent: readonly Question[] }

/** All offers appear together, in one transaction with the state, the audit entry and the mail. */
export const publishOffers = (
  app: App,
  { uid, revision }: HomeownersIntakeRecord,
  outcome: Outcome,
): Promise<void> =>
  transact(app, async inside => {
    const intake: HomeownersIntakeRecord | null = await lockIntake(inside, { uid, line: 'homeowners' })
    // A change or a withdrawal came in between: what was quoted is no longer asked for.
    if (intake?.status !== 'pending_quotes' || intake.revision !== revision) return
    for (const { item, carrier } of outcome.silent)
      await keepHomeAnswer(inside, {
        uid,
        revision,
        item,
        carrier_id: carrier.id,
        answer: NO_RESPONSE,
        answered_at: app.clock.now(),
      })
    const nameOf = carrierNames(app, intake)
    const rows = rowsOf(inside, intake, offersOf(outcome.answers, nameOf))
    await insertOffers(inside.db, rows)
    const quoted = await moveHomeowners(
      inside,
      intake,
      {},
      {
        actor: 'service',
        event: 'offers_arrived',
        facts: { revision, offers: rows.length, silent: outcome.silent.length },
      },
    )
    const isFirst = (await offersBefore(inside.db, intake)).length === 0
    // The first offers are told by mail; later ones replace them on the same page.
    if (rows.length > 0 && isFirst) await tellOffersReady(inside, quoted)
    const said = outcome.answers.map(({ carrier_id, answer }) => ({ carrier: nameOf(carrier_id), answer }))
    await tellOfReports(inside, quoted, creditNoticesOf(said))
  })
