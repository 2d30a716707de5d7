import { anyKey, operatorCalls, operatorKey } from '../../../platform/key/guard.ts'
import { get, post } from '../../../platform/route.ts'
import { reshopOf } from '../aftersale/reshop.ts'
import { ageOf } from '../age.ts'
import { renewPropertyMacs } from '../buying/one-purchase-per-property.ts'
import type { DeskHandlers } from '../desk.ts'
import { retentionOf } from '../erase.ts'
import type { Line } from '../line.ts'
import type { Carriers } from '../offers/carriers.ts'
import { adoptionIn } from './answering/adopt.ts'
import { householdFromEarlier, startFromEarlier } from './answering/save-draft.ts'
import type { Application } from './application/application.ts'
import { attachIn } from './attach.ts'
import { bindIn } from './bind.ts'
import { bindingIn, changePurchaseIn } from './buying/bind-job.ts'
import { bookHandlers } from './buying/book.ts'
import { deskIn, marketDesk } from './buying/desk.ts'
import { paymentJobIn, tellBuyer } from './buying/payment-job.ts'
import { placeJobIn } from './buying/place-job.ts'
import { linkedDocuments, policyDocumentIn } from './buying/policy-links.ts'
import { reviewJobIn } from './buying/review-documents-job.ts'
import { requestsIn } from './dashboard/requests.ts'
import { dashboardIn } from './dashboard.ts'
import { draftIn } from './draft.ts'
import type { ReviewedIntake } from './intake/intake.ts'
import { purchasing } from './intake/one-purchase.ts'
import { reviewUrl } from './intake/review-token.ts'
import { chooseLanguageIn, intakesIn, restatePurchase } from './intake/writer.ts'
import { quotesIn } from './quotes.ts'
import { carriersIn } from './quoting/carriers.ts'
import { tellReshopped } from './quoting/notify.ts'
import { quotingIn } from './quoting/quote-job.ts'
import { declare, type ReviewedCarrier, type ReviewedLine } from './reviewed-line.ts'
import { selectIn } from './select.ts'
import { shopperIn } from './shopper/shopper.ts'
import { statusByUrlIn, statusIn } from './status.ts'

type SoldLine = Omit<Line, 'carriers' | 'desk'> & {
  carriers: Carriers<ReviewedCarrier>
  desk: DeskHandlers
}

/** A line that is sold by the process, and the limits that its renewals can change. */
export type Sale = ReviewedLine & Pick<Line, 'limits'>

const rowsOf = (line: ReviewedLine): Line['rows'] => {
  const at = (step: string): string => `/api/agent/${line.name}/${step}`
  return [
    post(at('draft'), anyKey, draftIn(line), operatorCalls),
    post(at('quotes'), anyKey, quotesIn(line), operatorCalls),
    post(at('select'), anyKey, selectIn(line), operatorCalls),
    post(at('bind'), anyKey, bindIn(line), operatorCalls),
    post(at('status'), anyKey, statusIn(line), operatorCalls),
    get(at('status'), anyKey, statusByUrlIn(line), operatorCalls),
    post(at('attach'), anyKey, attachIn(line), operatorCalls),
    get(at('dashboard'), operatorKey, dashboardIn(line), operatorCalls),
  ]
}

const engineOf = (line: Sale): SoldLine => {
  const intakes = intakesIn(line)
  const { job, pollJob, takeLateAnswer, askAgain, awaited, noteEvent } = quotingIn(line)
  const { job: bindJob, watchJob, takeLateBindAnswer, openOrderFor, orderFiled } = bindingIn(line)
  const paymentJob = paymentJobIn(line)
  const reviewJobs = line.documents ? [reviewJobIn(line)] : []
  return {
    ...intakes.record,
    carriers: carriersIn(line),
    markets: {
      takeLateAnswer,
      askAgain,
      awaited,
      takeLateBindAnswer,
      changeOffer: changePurchaseIn(line),
      openOrderFor,
      orderFiled,
      noteEvent,
    },
    jobs: [job, pollJob, placeJobIn(line), ...reviewJobs, paymentJob, bindJob, watchJob],
    rows: rowsOf(line),
    documents: [policyDocumentIn(line)],
    policyDocuments: linkedDocuments,
    tables: [],
    fields: [{ place: 'intake', fields: line.fields }],
    ownErrors: ['stale_token'],
    paymentJob: paymentJob.name,
    shopper: shopperIn(line),
    requests: requestsIn(line),
    desk: deskIn(line),
    book: bookHandlers,
    marketDesk,
    retention: retentionOf({ intakes, keep: purchasing }),
    tell: tellBuyer,
    restate: restatePurchase,
    page: reviewUrl,
    chooseLanguage: chooseLanguageIn(line),
    hasLender: false,
    reshop: reshopOf({
      intakes,
      draftFrom: (application: Application, policy, now) =>
        householdFromEarlier(line, application, { policy, now }),
      start: (app, draft, starting) => startFromEarlier(app, { line: line.name, ...draft }, starting),
      invite: tellReshopped,
    }),
    adoption: adoptionIn(line),
    limits: line.limits,
    age: ageOf(intakes),
    renewMacs: (app, intake) =>
      renewPropertyMacs(app, intake.uid, [(intake as ReviewedIntake).application.household]),
  }
}

/** A purchase from the first answers to the policy: draft, review, quotes, choice, signature, documents, payment. */
export const reviewedPurchase = (line: Sale): SoldLine => {
  declare(line)
  return engineOf(line)
}
