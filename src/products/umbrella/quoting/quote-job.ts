import type { UmbrellaAnswer, UmbrellaQuoteRequest } from '../../../agency/carriers/umbrella/carrier.ts'
import { readUmbrellaAnswer } from '../../../agency/carriers/umbrella/parse-answer.ts'
import { rankUmbrellaOffers } from '../../../agency/carriers/umbrella/rank.ts'
import { quotingOf } from '../../line/offers/quoting.ts'
import type { Application } from '../application/application.ts'
import { applicationReview } from '../application/consent-words.ts'
import {
  isOpenToDrafts,
  type UmbrellaEvent,
  type UmbrellaStatus,
  umbrellaLifecycle,
} from '../application/lifecycle.ts'
import { umbrellaIntakes } from '../intake/writer.ts'
import { householdPlace, umbrellaCarriers } from './carriers.ts'
import { tellOffersReady } from './notify.ts'
import { umbrellaQuestions } from './questions.ts'
import { umbrellaOffers } from './selected-offer.ts'

type Kinds = {
  status: UmbrellaStatus
  event: UmbrellaEvent
  application: Application
  request: UmbrellaQuoteRequest
  reply: UmbrellaAnswer
}

export const {
  job: quoteUmbrella,
  pollJob: pollUmbrellaQuotes,
  takeLateAnswer: takeLateUmbrellaAnswer,
  askAgain: askUmbrellaCarrierAgain,
  awaited: awaitedUmbrellaAnswers,
  changeOffer: changeUmbrellaOffer,
  repriceOffer: repriceUmbrellaOffer,
  noteEvent: noteUmbrellaEvent,
} = quotingOf<Kinds>({
  intakes: umbrellaIntakes,
  jobName: 'quote_umbrella',
  carriers: umbrellaCarriers,
  questions: umbrellaQuestions,
  placeOf: householdPlace,
  usesCredit: () => false,
  consentPurpose: applicationReview.purpose,
  read: readUmbrellaAnswer,
  rank: rankUmbrellaOffers,
  event: offers => (offers.length > 0 ? 'offers_arrived' : 'nobody_offered'),
  lateEvent: 'late_answer',
  isBought: async (_app, { status }) => !isOpenToDrafts(status) && status !== 'blocked',
  isChosen: ({ application: { purchase } }, { offer_id }) => purchase?.offer_id === offer_id,
  stopsPurchase: ({ status }) => umbrellaLifecycle.allows(status, 'offer_withdrawn'),
  unchosenEvent: 'offer_withdrawn',
  unchosen: ({ application }) => ({ application: { ...application, purchase: null }, consentId: null }),
  async onPublished(app, intake, { isFirst, offers }) {
    const isNew = isFirst && offers.length > 0 && (await umbrellaOffers.before(app.db, intake)).length === 0
    if (isNew) await tellOffersReady(app, intake)
  },
})
