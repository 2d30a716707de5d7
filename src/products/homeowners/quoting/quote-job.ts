import type { HomeAnswer, HomeQuoteRequest } from '../../../agency/carriers/homeowners/carrier.ts'
import { readHomeAnswer } from '../../../agency/carriers/homeowners/parse-answer.ts'
import { rankHomeOffers } from '../../../agency/carriers/homeowners/rank.ts'
import type { App } from '../../../platform/app.ts'
import { quotingOf } from '../../line/offers/quoting.ts'
import type { Publication } from '../../line/offers/quoting-line.ts'
import { markAnnounced } from '../../line/offers/store.ts'
import { type Application, isInsured } from '../application/application.ts'
import { softCreditCheck } from '../application/consent-words.ts'
import type { HomeownersEvent, HomeownersStatus } from '../application/lifecycle.ts'
import { isBinding } from '../intake/editable.ts'
import type { HomeownersIntakeRecord } from '../intake/intake.ts'
import { homeownersIntakes } from '../intake/writer.ts'
import { creditNoticesOf } from './credit-notices.ts'
import {
  tellHomeownerOfReports,
  tellNoOffers,
  tellOfferChanged,
  tellOffersAdded,
  tellOffersReady,
} from './notify.ts'
import { type HomeOfferRow, homeCarriers, homeOffers, homePlace } from './offers.ts'
import { homeQuestions } from './questions.ts'

const priceOf = ({ offer }: Pick<HomeOfferRow, 'offer'>): number => offer.annual_price

/** An offer is announced once: with the first ones, when it is the cheapest so far, or when all are in. */
const tellOfOffers = async (
  app: App,
  intake: HomeownersIntakeRecord,
  { offers, published, isFirst, isComplete }: Publication<HomeAnswer>,
): Promise<void> => {
  if (isFirst) {
    const isNew = offers.length > 0 && (await homeOffers.before(app.db, intake)).length === 0
    if (isNew) await tellOffersReady(app, intake)
    if (offers.length === 0 && isComplete) await tellNoOffers(app, intake)
    if (!isComplete) await markAnnounced(app.db, intake, app.clock.now())
    return
  }
  const lowest = Math.min(...published.map(priceOf))
  const cheaper = offers.filter(offer => priceOf(offer) < lowest)
  const isCheaper = cheaper.length > 0
  const isSurplus = isCheaper && cheaper.every(({ offer }) => offer.admitted === false)
  if (!isCheaper && !isComplete) return
  const added = await markAnnounced(app.db, intake, app.clock.now())
  if (added > 0) await tellOffersAdded(app, intake, { added, isCheaper, isSurplus, isComplete })
}

const onPublished = async (app: App, intake: HomeownersIntakeRecord, published: Publication<HomeAnswer>) => {
  await tellOfOffers(app, intake, published)
  const nameOf = homeCarriers.names(app, intake)
  const said = published.replies.map(({ carrier_id, reply }) => ({ carrier: nameOf(carrier_id), reply }))
  await tellHomeownerOfReports(app, intake, creditNoticesOf(said))
}

const isBought = async (app: App, intake: HomeownersIntakeRecord, item: string): Promise<boolean> => {
  const home = intake.application.homes.find(({ property_id }) => property_id === item)
  return intake.status === 'bound' || (home && isInsured(home)) || isBinding(app, intake)
}

type Kinds = {
  status: HomeownersStatus
  event: HomeownersEvent
  application: Application
  request: HomeQuoteRequest
  reply: HomeAnswer
}

export const {
  job: quoteHomeowners,
  pollJob: pollHomeQuotes,
  takeLateAnswer: takeLateHomeAnswer,
  askAgain: askHomeCarrierAgain,
  awaited: awaitedHomeAnswers,
  changeOffer: changeHomeOffer,
  refuseOffer: refuseHomeOffer,
  repriceOffer: repriceHomeOffer,
  noteEvent: noteHomeEvent,
} = quotingOf<Kinds>({
  intakes: homeownersIntakes,
  jobName: 'quote_homeowners',
  carriers: homeCarriers,
  questions: homeQuestions,
  placeOf: homePlace,
  usesCredit: ({ risk }) => risk.insurance_score_allowed,
  consentPurpose: softCreditCheck.purpose,
  read: readHomeAnswer,
  rank: rankHomeOffers,
  event: () => 'offers_arrived',
  lateEvent: 'late_answer',
  isBought,
  isChosen: (_intake, { selected_at }) => selected_at !== null,
  unchosenEvent: 'offer_withdrawn',
  unchosen: () => ({}),
  onUnchosen: (app, intake, { offer }) => tellOfferChanged(app, intake, offer.carrier),
  onPublished,
})
