import type { App } from '../../app.ts'
import type { HomeAnswer } from '../../carriers/homeowners/carrier.ts'
import { rankHomeOffers } from '../../carriers/homeowners/rank.ts'
import { quotingOf } from '../../line/offers/quoting.ts'
import type { KeptReply } from '../../line/offers/replies.ts'
import { type NewOffer, offersBefore } from '../../line/offers/store.ts'
import type { HomeownersIntakeRecord } from '../intake/intake.ts'
import { homeownersIntakes } from '../intake/writer.ts'
import { homeCarriers } from './carriers.ts'
import { creditNoticesOf } from './credit-notices.ts'
import { homePlace } from './home-place.ts'
import { tellOffersReady, tellOfReports } from './notify.ts'
import { homeQuestions } from './questions.ts'

type Published = { offers: readonly NewOffer[]; replies: readonly KeptReply<HomeAnswer>[] }

const onPublished = async (app: App, intake: HomeownersIntakeRecord, { offers, replies }: Published) => {
  const isFirst = (await offersBefore(app.db, intake)).length === 0
  if (offers.length > 0 && isFirst) await tellOffersReady(app, intake)
  const nameOf = homeCarriers.names(app, intake)
  const said = replies.map(({ carrier_id, reply }) => ({ carrier: nameOf(carrier_id), reply }))
  await tellOfReports(app, intake, creditNoticesOf(said))
}

export const { enqueue: enqueueHomeQuoting, job: quoteHomeowners } = quotingOf({
  intakes: homeownersIntakes,
  jobName: 'quote_homeowners',
  carriers: homeCarriers,
  questions: homeQuestions,
  placeOf: homePlace,
  usesCredit: ({ risk }) => risk.insurance_score_allowed,
  rank: rankHomeOffers,
  event: () => 'offers_arrived',
  onPublished,
})
