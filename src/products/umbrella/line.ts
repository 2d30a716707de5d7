import { LIMIT_NAMES } from '../../agency/carriers/contract/limit-names.ts'
import type { App } from '../../platform/app.ts'
import { reshopOf } from '../line/aftersale/reshop.ts'
import { ageOf } from '../line/age.ts'
import { renewPropertyMacs } from '../line/buying/one-purchase-per-property.ts'
import { retentionOf } from '../line/erase.ts'
import type { Line } from '../line/line.ts'
import { householdFromEarlier } from './answering/reshop.ts'
import { startFromEarlier } from './answering/save-draft.ts'
import {
  bindUmbrella,
  openUmbrellaOrderFor,
  takeLateUmbrellaBindAnswer,
  umbrellaOrderFiled,
  watchUmbrellaOrders,
} from './buying/bind-job.ts'
import { umbrellaBook } from './buying/book.ts'
import { changeUmbrellaPurchase } from './buying/change-purchase.ts'
import { umbrellaLimitLabels, underlyingIn } from './buying/coverage-rows.ts'
import { umbrellaDesk } from './buying/desk.ts'
import { umbrellaMarketDesk } from './buying/market-desk.ts'
import { tellBuyer, umbrellaPaymentSettled } from './buying/payment-job.ts'
import { placeUmbrella } from './buying/place-job.ts'
import { reviewUmbrellaDocuments } from './buying/review-documents-job.ts'
import { umbrellaRequests } from './dashboard/requests.ts'
import type { UmbrellaIntakeRecord } from './intake/intake.ts'
import { purchasing } from './intake/one-purchase.ts'
import { reviewUrl } from './intake/review-token.ts'
import { restateUmbrella } from './intake/standing.ts'
import { chooseBuyersLanguage, umbrellaIntakes } from './intake/writer.ts'
import { umbrellaCarriers } from './quoting/carriers.ts'
import { tellReshopped } from './quoting/notify.ts'
import {
  askUmbrellaCarrierAgain,
  awaitedUmbrellaAnswers,
  noteUmbrellaEvent,
  pollUmbrellaQuotes,
  quoteUmbrella,
  takeLateUmbrellaAnswer,
} from './quoting/quote-job.ts'
import { umbrellaShopper } from './shopper/shopper.ts'

const umbrellaRetention = retentionOf({ intakes: umbrellaIntakes, keep: purchasing })

export const umbrella: Line = {
  ...umbrellaIntakes.record,
  carriers: umbrellaCarriers,
  markets: {
    takeLateAnswer: takeLateUmbrellaAnswer,
    askAgain: askUmbrellaCarrierAgain,
    awaited: awaitedUmbrellaAnswers,
    takeLateBindAnswer: takeLateUmbrellaBindAnswer,
    changeOffer: changeUmbrellaPurchase,
    openOrderFor: openUmbrellaOrderFor,
    orderFiled: umbrellaOrderFiled,
    noteEvent: noteUmbrellaEvent,
  },
  jobs: [
    quoteUmbrella,
    pollUmbrellaQuotes,
    placeUmbrella,
    reviewUmbrellaDocuments,
    umbrellaPaymentSettled,
    bindUmbrella,
    watchUmbrellaOrders,
  ],
  paymentJob: umbrellaPaymentSettled.name,
  shopper: umbrellaShopper,
  requests: umbrellaRequests,
  desk: umbrellaDesk,
  book: umbrellaBook,
  marketDesk: umbrellaMarketDesk,
  retention: umbrellaRetention,
  tell: tellBuyer,
  restate: restateUmbrella,
  page: reviewUrl,
  chooseLanguage: chooseBuyersLanguage,
  hasLender: false,
  reshop: reshopOf({
    intakes: umbrellaIntakes,
    draftFrom: householdFromEarlier,
    start: startFromEarlier,
    invite: tellReshopped,
  }),
  limits: {
    names: LIMIT_NAMES.umbrella,
    canDrop: false,
    labels: () => umbrellaLimitLabels,
    underlying: underlyingIn,
  },
  age: ageOf(umbrellaIntakes),
  renewMacs: (app: App, { uid, application }: UmbrellaIntakeRecord) =>
    renewPropertyMacs(app, uid, [application.household]),
}
