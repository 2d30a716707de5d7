import { LIMIT_NAMES } from '../../agency/carriers/contract/limit-names.ts'
import { expiresOn } from '../../agency/policies/life/policy-end.ts'
import { stateOf } from '../../agency/policies/terms.ts'
import type { App } from '../../platform/app.ts'
import { operatorCalls, operatorKey } from '../../platform/key/guard.ts'
import { get, post } from '../../platform/route.ts'
import { reshopOf } from '../line/aftersale/reshop.ts'
import { ageOf } from '../line/age.ts'
import { renewPropertyMacs } from '../line/buying/one-purchase-per-property.ts'
import { retentionOf } from '../line/erase.ts'
import type { Line } from '../line/line.ts'
import { homeAdoption } from './answering/adopt.ts'
import { renewHomeMacs } from './answering/property-ids.ts'
import { properties } from './answering/property-store.ts'
import { homeFromEarlier, startFromEarlier } from './answering/reshop.ts'
import { applicantFields, homeFields } from './application/fields.ts'
import { homeownersBook } from './buying/book.ts'
import { limitLabels } from './buying/coverage-rows.ts'
import { homeMarketDesk } from './buying/market-desk.ts'
import { homeownersPaymentSettled, tellInsured } from './buying/payment.ts'
import {
  bindHomeowners,
  homeOrderFiled,
  openHomeOrderFor,
  takeLateHomeBindAnswer,
  watchHomeOrders,
} from './buying/settle-orders.ts'
import { closingPack } from './closing-pack.ts'
import { homeownersRequests } from './dashboard/requests.ts'
import { propertyDays } from './dashboard/store.ts'
import { homeownersDashboard } from './dashboard.ts'
import { dashboardSession } from './dashboard-session.ts'
import { fixIssuesEmail, queueFixIssues } from './fix-issues-email.ts'
import { isBinding } from './intake/editable.ts'
import type { HomeownersIntakeRecord } from './intake/intake.ts'
import { propertyCounts, propertyRows } from './intake/property-row-store.ts'
import { restateHomes } from './intake/property-rows.ts'
import { chooseHomeownersLanguage, homeownersIntakes } from './intake/writer.ts'
import { shortenQuotes } from './operator/offers-that-fit.ts'
import { homeownersQuotes } from './quotes.ts'
import { loginUrl } from './quoting/email-facts.ts'
import { offersEmailed } from './quoting/notify.ts'
import { homeCarriers } from './quoting/offers.ts'
import {
  askHomeCarrierAgain,
  awaitedHomeAnswers,
  changeHomeOffer,
  noteHomeEvent,
  pollHomeQuotes,
  quoteHomeowners,
  takeLateHomeAnswer,
} from './quoting/quote-job.ts'
import { homeownersShopper } from './shopper/shopper.ts'

const homeownersRetention = retentionOf({
  intakes: homeownersIntakes,
  keep: ['bound'],
  isHeld: isBinding,
})

export const homeowners: Line = {
  ...homeownersIntakes.record,
  carriers: homeCarriers,
  markets: {
    takeLateAnswer: takeLateHomeAnswer,
    askAgain: askHomeCarrierAgain,
    awaited: awaitedHomeAnswers,
    takeLateBindAnswer: takeLateHomeBindAnswer,
    changeOffer: changeHomeOffer,
    openOrderFor: openHomeOrderFor,
    orderFiled: homeOrderFiled,
    noteEvent: noteHomeEvent,
  },
  rows: [
    post('/api/agent/homeowners/quotes', operatorKey, homeownersQuotes, operatorCalls),
    get('/api/agent/homeowners/dashboard', operatorKey, homeownersDashboard, operatorCalls),
    post('/api/agent/homeowners/dashboard/session', operatorKey, dashboardSession, operatorCalls),
    post('/api/agent/homeowners/fix-issues-email', operatorKey, fixIssuesEmail, operatorCalls),
    post('/api/agent/homeowners/closing-pack', operatorKey, closingPack, operatorCalls),
  ],
  documents: [],
  tables: [properties, propertyDays, propertyRows, propertyCounts],
  fields: [
    { place: 'intake', fields: applicantFields },
    { place: 'intake.home[]', fields: homeFields },
  ],
  ownErrors: ['sandbox_unsupported', 'email_limit'],
  jobs: [
    quoteHomeowners,
    pollHomeQuotes,
    offersEmailed,
    bindHomeowners,
    watchHomeOrders,
    homeownersPaymentSettled,
  ],
  paymentJob: homeownersPaymentSettled.name,
  shopper: homeownersShopper,
  requests: homeownersRequests,
  desk: null,
  book: homeownersBook,
  marketDesk: homeMarketDesk,
  retention: homeownersRetention,
  tell: tellInsured,
  restate: restateHomes,
  page: loginUrl,
  chooseLanguage: chooseHomeownersLanguage,
  hasLender: true,
  reshop: reshopOf({
    intakes: homeownersIntakes,
    draftFrom: homeFromEarlier,
    start: startFromEarlier,
    invite: (app, started, { actor, policy }) =>
      queueFixIssues(app, started, {
        actor,
        renewal: { carrier: policy.carrier, due_on: expiresOn(policy) },
      }),
  }),
  adoption: homeAdoption,
  limits: {
    names: LIMIT_NAMES.homeowners,
    canDrop: true,
    labels: policy => limitLabels(policy.form, stateOf(policy)),
    underlying: () => null,
  },
  shorten: shortenQuotes,
  age: ageOf(homeownersIntakes),
  async renewMacs(app: App, { uid, owner, sandbox, application }: HomeownersIntakeRecord) {
    await renewPropertyMacs(app, uid, application.homes)
    if (owner !== null) await renewHomeMacs(app, { owner, sandbox }, application)
  },
}
