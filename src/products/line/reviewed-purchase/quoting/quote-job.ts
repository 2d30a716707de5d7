import { quotingOf } from '../../offers/quoting.ts'
import type { Application } from '../application/application.ts'
import {
  isOpenToDrafts,
  type ReviewedEvent,
  type ReviewedStatus,
  reviewedLifecycle,
} from '../application/lifecycle.ts'
import { intakesIn } from '../intake/writer.ts'
import { perLine, type ReviewedAnswer, type ReviewedQuoteRequest } from '../reviewed-line.ts'
import { tellOffersReady } from './notify.ts'
import { carriersIn, householdPlace, offersIn } from './offers.ts'
import { questionsOf } from './questions.ts'

type Kinds = {
  status: ReviewedStatus
  event: ReviewedEvent
  application: Application
  request: ReviewedQuoteRequest
  reply: ReviewedAnswer
}

export const quotingIn = perLine(line =>
  quotingOf<Kinds>({
    intakes: intakesIn(line),
    jobName: `quote_${line.name}`,
    carriers: carriersIn(line),
    questions: questionsOf,
    placeOf: householdPlace,
    usesCredit: () => false,
    consentPurpose: line.consents.review.purpose,
    read: line.readAnswer,
    rank: line.rank,
    event: offers => (offers.length > 0 ? 'offers_arrived' : 'nobody_offered'),
    lateEvent: 'late_answer',
    isBought: async (_app, { status }) => !isOpenToDrafts(status) && status !== 'blocked',
    isChosen: ({ application: { purchase } }, { offer_id }) => purchase?.offer_id === offer_id,
    stopsPurchase: ({ status }) => reviewedLifecycle.allows(status, 'offer_withdrawn'),
    unchosenEvent: 'offer_withdrawn',
    unchosen: ({ application }) => ({ application: { ...application, purchase: null }, consentId: null }),
    async onPublished(app, intake, { isFirst, offers }) {
      const isNew = isFirst && offers.length > 0 && (await offersIn.before(app.db, intake)).length === 0
      if (isNew) await tellOffersReady(app, intake)
    },
  }),
)
