import type { App } from '../../app.ts'
import type { UmbrellaAnswer, UmbrellaOffer } from '../../carriers/umbrella/carrier.ts'
import { rankUmbrellaOffers } from '../../carriers/umbrella/rank.ts'
import { transact } from '../../http/transact.ts'
import { NO_RESPONSE, newOffer } from '../../line/offers/new-offer.ts'
import { type AnswerRow, insertOffers, keepAnswer, type NewOffer } from '../../line/offers/store.ts'
import { lockIntake } from '../../line/record/intakes.ts'
import type { UmbrellaIntake } from '../intake/intake.ts'
import { moveUmbrella } from '../intake/writer.ts'
import { HOUSEHOLD, type Question } from './questions.ts'

/** What is stored of an offer: the carrier's words, its name, and why it is the recommended one. */
export type StoredOffer = Omit<UmbrellaOffer, 'kind'> & { carrier: string; recommended_because?: string }

type Outcome = { answers: readonly AnswerRow[]; silent: readonly Question[]; questions: readonly Question[] }

const offersOf = ({ answers, questions }: Outcome) => {
  const names = new Map(questions.map(({ carrier }) => [carrier.id, carrier.name]))
  return answers.flatMap(({ carrier_id, answer }) => {
    const given = answer as UmbrellaAnswer
    if (given.kind !== 'offer') return []
    const { kind: _, ...offer } = given
    return [{ carrier_id, ...offer, carrier: names.get(carrier_id) ?? carrier_id }]
  })
}

const rowsOf = (app: App, intake: UmbrellaIntake, outcome: Outcome): NewOffer[] =>
  rankUmbrellaOffers(offersOf(outcome)).map(({ offer, rank, recommended }) => {
    const { carrier_id, ...stored } = offer
    return newOffer(app, intake, { item: HOUSEHOLD, carrier_id, offer: stored, rank, recommended })
  })

/** All offers appear together, in one transaction with the state and the audit entry. */
export const publishOffers = (app: App, { uid, revision }: UmbrellaIntake, outcome: Outcome): Promise<void> =>
  transact(app, async inside => {
    const intake: UmbrellaIntake | null = await lockIntake(inside, { uid, line: 'umbrella' })
    // A draft came in between: what was quoted is no longer asked for.
    if (intake?.status !== 'pending_quotes' || intake.revision !== revision) return
    const answered_at = app.clock.now()
    for (const { item, carrier } of outcome.silent)
      await keepAnswer(inside.db, {
        uid,
        revision,
        item,
        carrier_id: carrier.id,
        answer: NO_RESPONSE,
        answered_at,
      })
    const rows = rowsOf(inside, intake, outcome)
    await insertOffers(inside.db, rows)
    await moveUmbrella(
      inside,
      intake,
      {},
      {
        actor: 'service',
        event: rows.length > 0 ? 'offers_arrived' : 'nobody_offered',
        facts: { revision, offers: rows.length, silent: outcome.silent.length },
      },
    )
  })
