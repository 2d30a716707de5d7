import { LIMIT_NAMES } from '../../agency/carriers/contract/limit-names.ts'
import type { App } from '../../platform/app.ts'
import { operatorCalls } from '../../platform/key/budgets.ts'
import { anyKey, operatorKey } from '../../platform/key/guard.ts'
import { get, post } from '../../platform/route.ts'
import { reshopOf } from '../line/aftersale/reshop.ts'
import { ageOf } from '../line/age.ts'
import { renewPropertyMacs } from '../line/buying/one-purchase-per-property.ts'
import { retentionOf } from '../line/erase.ts'
import type { Line } from '../line/line.ts'
import { householdFromEarlier } from './answering/reshop.ts'
import { startFromEarlier } from './answering/save-draft.ts'
import { umbrellaFields } from './application/fields.ts'
import { umbrellaAttach } from './attach.ts'
import { umbrellaBind } from './bind.ts'
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
import { policyDocument } from './buying/policy-links.ts'
import { reviewUmbrellaDocuments } from './buying/review-documents-job.ts'
import { umbrellaRequests } from './dashboard/requests.ts'
import { umbrellaDashboard } from './dashboard.ts'
import { umbrellaDraft } from './draft.ts'
import type { UmbrellaIntakeRecord } from './intake/intake.ts'
import { purchasing } from './intake/one-purchase.ts'
import { reviewUrl } from './intake/review-token.ts'
import { restateUmbrella } from './intake/standing.ts'
import { chooseBuyersLanguage, umbrellaIntakes } from './intake/writer.ts'
import { umbrellaQuotes } from './quotes.ts'
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
import { umbrellaSelect } from './select.ts'
import { umbrellaShopper } from './shopper/shopper.ts'
import { statusByUrl, umbrellaStatus } from './status.ts'

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
  rows: [
    post('/api/agent/umbrella/draft', anyKey, umbrellaDraft, operatorCalls),
    post('/api/agent/umbrella/quotes', anyKey, umbrellaQuotes, operatorCalls),
    post('/api/agent/umbrella/select', anyKey, umbrellaSelect, operatorCalls),
    post('/api/agent/umbrella/bind', anyKey, umbrellaBind, operatorCalls),
    post('/api/agent/umbrella/status', anyKey, umbrellaStatus, operatorCalls),
    get('/api/agent/umbrella/status', anyKey, statusByUrl, operatorCalls),
    post('/api/agent/umbrella/attach', anyKey, umbrellaAttach, operatorCalls),
    get('/api/agent/umbrella/dashboard', operatorKey, umbrellaDashboard, operatorCalls),
  ],
  documents: [policyDocument],
  tables: [],
  fields: [{ place: 'intake', fields: umbrellaFields }],
  ownErrors: ['stale_token'],
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
