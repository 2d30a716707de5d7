import type { HomeAnswer } from '../../../agency/carriers/homeowners/carrier.ts'
import type { PriceChange } from '../../../agency/carriers/homeowners/price-change.ts'
import { endOfBusinessDay, momentIn } from '../../../agency/policies/coverage-start.ts'
import { isOpen, type Order, ordersOf } from '../../../agency/policies/orders.ts'
import { policiesOf } from '../../../agency/policies/policies.ts'
import { stateOf } from '../../../agency/policies/terms.ts'
import { compensationNotices } from '../../../agency/rules/notices.ts'
import type { App } from '../../../platform/app.ts'
import type { Language } from '../../../platform/language/language.ts'
import { later, MINUTE } from '../../../platform/lib/clock.ts'
import { usd } from '../../../platform/values/money.ts'
import { shownPolicy } from '../../line/aftersale/shown-policy.ts'
import { mayNameOneOnly } from '../../line/buying/order-facts.ts'
import { blockedNotices } from '../../line/buying/tell-of-reports.ts'
import { say } from '../../line/fields/say.ts'
import { longerAnswers, openProgressOf } from '../../line/offers/progress.ts'
import { answersDue } from '../../line/offers/questions.ts'
import { repliesOf } from '../../line/offers/replies.ts'
import { asRead, electronicRecords } from '../../line/record/consent.ts'
import { whyAnyStopped } from '../../line/stops/stops.ts'
import { questionsAsked } from '../../line/tasks/tasks.ts'
import { type Application, addressOf, isInsured } from '../application/application.ts'
import { signatureDisclosures, softCreditCheck } from '../application/consent-words.ts'
import { applicantFields, homeFields } from '../application/fields.ts'
import { isSubmitted } from '../application/lifecycle.ts'
import { missingFields } from '../application/missing.ts'
import { isQuoting, stepOf } from '../application/statuses.ts'
import { otherInsureds } from '../buying/interest-facts.ts'
import { staffPlaces } from '../buying/placing.ts'
import { reviewOf } from '../buying/review.ts'
import {
  closingOf,
  homeNotices,
  homeOffered,
  homesIn,
  knownExpiry,
  selectedOffers,
  signTokenOf,
  startDateOf,
  startDates,
} from '../buying/signing.ts'
import type { HomeownersIntakeRecord } from '../intake/intake.ts'
import { creditNoticesOf } from '../quoting/credit-notices.ts'
import { homePlaces, requesterOf } from '../quoting/email-facts.ts'
import { type HomeOfferRow, homeCarriers, homeOffers, homePlace, toHomeowner } from '../quoting/offers.ts'
import { homesAsked } from '../quoting/questions.ts'
import { type PortalHome, portalHomes, type QuotedHomes } from './homes.ts'
import { portalPayments, signingPayment } from './payment.ts'

const fieldAt = (path: readonly (string | number)[]) =>
  Object.entries(path.length === 1 ? applicantFields : homeFields).find(([name]) => name === path.at(-1))?.[1]

const questionsFor = ({ application, status }: HomeownersIntakeRecord) =>
  status !== 'needs_more_info'
    ? []
    : missingFields(application, { creditAuthorized: true }).flatMap(missing => {
        const { field: name, path, label, description } = missing
        const definition = fieldAt(path)
        return definition ? [{ name, path, label, description, definition }] : []
      })

const reasonOf = ({ answer, request }: Order): string => {
  if (answer?.kind === 'price_changed')
    return say('You signed for {before} a year. The new price is {after}. {reason}', {
      before: usd(request.annual_price),
      after: usd(answer.annual_price),
      reason: answer.reason ?? '',
    }).trim()
  return answer && answer.kind !== 'bound' ? answer.reason : ''
}

const refusalsOf = ({ homes }: Application, orders: readonly Order[], offers: readonly HomeOfferRow[]) =>
  homes
    .filter(home => !isInsured(home))
    .flatMap(({ property_id }) => {
      const last = orders.findLast(({ item, settled_at }) => item === property_id && settled_at !== null)
      if (!last?.answer || last.answer.kind === 'bound') return []
      if (!offers.some(({ offer_id }) => offer_id === last.offer_id)) return []
      const { item, terms, answer } = last
      const { carrier, location } = terms
      const address = location.lines.join(', ')
      return [{ property_id: item, address, carrier, kind: answer.kind, reason: reasonOf(last) }]
    })

const mainChange = (homes: readonly PortalHome[], before: readonly HomeOfferRow[]): PriceChange | null => {
  const offers = homes.flatMap(home => home.offers)
  const chosenBefore = before.filter(({ selected_at }) => selected_at !== null)
  const again = offers.find(({ carrier, property_id }) =>
    chosenBefore.some(row => row.item === property_id && toHomeowner(row).carrier === carrier),
  )
  return (again ?? offers.find(({ recommended }) => recommended))?.change ?? null
}

const signingOf = async (
  app: App,
  intake: HomeownersIntakeRecord,
  { offers, now, language }: Pick<QuotedHomes, 'offers' | 'now'> & { language: Language },
) => {
  const { application } = intake
  const selected = selectedOffers(application, offers)
  const homes = homesIn(application, selected)
  const dates = startDates(homes, now)
  return {
    /** Sent back with the signature, so the person signs exactly what they saw. */
    token: signTokenOf(application, selected),
    annual_price: selected.reduce((sum, row) => sum + toHomeowner(row).annual_price, 0),
    earliest_date: dates.earliest,
    latest_date: dates.latest,
    suggested_date: startDateOf(application, homes, dates),
    closing_date: closingOf(homes),
    /** When current policies are known to expire. An assumed day is not known. */
    expiries: application.homes.flatMap((home, index) => {
      const expires = homes.includes(home) ? knownExpiry(home) : undefined
      return expires === undefined ? [] : [{ address: addressOf(home, index), expires }]
    }),
    payment: await signingPayment(app, intake, selected),
    full_name: application.applicant.full_name ?? '',
    co_owners: otherInsureds(application.applicant),
    mayLeaveOutOwners: [
      ...new Set(selected.flatMap(row => (mayNameOneOnly(app, row.carrier_id) ? row.offer.carrier : []))),
    ],
    notices: homeNotices(application, selected),
    offered: homeOffered(application, selected),
    isOfferedRequired: app.config.production && !intake.sandbox,
    disclosures: asRead(signatureDisclosures, language),
    electronicRecords: asRead(electronicRecords, language),
  }
}

const quotingOf = async (app: App, intake: HomeownersIntakeRecord) => {
  if (!isQuoting(intake.status)) return null
  const { progress, open } = await openProgressOf(app, intake, homesAsked(app, intake))
  if (intake.status === 'quoted' && progress.waiting_on.length === 0) return null
  const { asked, answered, waiting_on } = progress
  const longer = longerAnswers(open, { due: answersDue(intake), now: app.clock.now() })
  const { state = '' } = intake.application.homes[0] ?? {}
  return {
    asked,
    answered,
    waiting_on,
    longer: longer && { by: longer.by && momentIn(state, endOfBusinessDay(state, longer.by)) },
  }
}

const stopsOn = async (app: App, intake: HomeownersIntakeRecord, offers: readonly HomeOfferRow[]) => {
  const risks = offers.map(({ item, carrier_id }) => ({
    line: intake.line,
    carrier_id,
    ...homePlace(intake, item),
  }))
  return whyAnyStopped(app, intake, risks)
}

const shownPolicies = async (app: App, uid: string): Promise<QuotedHomes['policies']> =>
  Promise.all(
    (await policiesOf(app, uid)).map(async policy => ({
      ...policy,
      shown: await shownPolicy(app, policy),
    })),
  )

const readQuoted = async (app: App, intake: HomeownersIntakeRecord): Promise<QuotedHomes> => {
  const isAsked = isSubmitted(intake.status)
  const rows = isAsked ? await homeOffers.list(app.db, intake) : []
  return {
    offers: rows.filter(({ superseded_at }) => superseded_at === null),
    before: isAsked && intake.revision > 1 ? await homeOffers.before(app.db, intake) : [],
    replies: isAsked ? await repliesOf<HomeAnswer>(app, intake) : [],
    policies: await shownPolicies(app, intake.uid),
    nameOf: homeCarriers.names(app, intake),
    now: app.clock.now(),
  }
}

const SOON = 5 * MINUTE

const bindingPart = (app: App, intake: HomeownersIntakeRecord, open: Order | undefined) => {
  const state = open ? stateOf(open.terms) : ''
  const by = open?.expected_by ? endOfBusinessDay(state, open.expected_by) : null
  return {
    bindingSince: open?.ordered_at.toISOString() ?? null,
    bindingBy: by && momentIn(state, by),
    isBindingSoon: open?.expected_by === null && app.clock.now() < later(open.ordered_at, SOON),
    isBindingLate: by !== null && by < app.clock.now(),
    placedByStaff: open && staffPlaces(app, intake)(open.carrier_id) ? open.terms.carrier : null,
  }
}

const noticesIn = ({ replies, nameOf }: QuotedHomes, orders: readonly Order[]) => [
  ...creditNoticesOf(replies.map(({ carrier_id, reply }) => ({ carrier: nameOf(carrier_id), reply }))),
  ...blockedNotices(orders),
]

export type PortalView = Awaited<ReturnType<typeof portalView>>
export type PortalSigning = Awaited<ReturnType<typeof signingOf>>
export type PortalBilling = PortalSigning['payment']['billings'][number]

export const portalView = async (app: App, intake: HomeownersIntakeRecord, language: Language) => {
  const { uid, sandbox, status, application, consentId } = intake
  const quoted = await readQuoted(app, intake)
  const orders = await ordersOf(app, uid)
  const open = orders.find(isOpen)
  const homes = portalHomes(application.homes, quoted)
  const offers = homes.flatMap(home => home.offers)
  const selected = selectedOffers(application, quoted.offers)
  const review =
    status === 'selected' ? reviewOf(application, homesIn(application, selected)) : reviewOf(application)
  const step = stepOf({
    status,
    isBinding: open !== undefined,
    hasOffers: offers.some(({ unavailable }) => unavailable !== 'refused'),
    hasEstimates: review.homes.length > 0,
  })
  const isSigning = step === 'sign' || step === 'review'
  return {
    uid,
    sandbox,
    status,
    step,
    full_name: application.applicant.full_name ?? null,
    ...(await requesterOf(app, intake)),
    places: homePlaces(application),
    homes,
    questions: questionsFor(intake),
    carrierQuestions: await questionsAsked(app, uid, quoted.nameOf),
    compensation: [...new Set(intake.application.homes.flatMap(({ state }) => state ?? []))].flatMap(state =>
      compensationNotices({ line: intake.line, state }),
    ),
    creditAuthorization: { ...asRead(softCreditCheck, language), given: consentId !== null },
    quoting: await quotingOf(app, intake),
    offersExpired:
      offers.length > 0 && offers.every(({ expires_at }) => expires_at <= quoted.now.toISOString()),
    priceChange: mainChange(homes, quoted.before),
    review,
    signing: isSigning ? await signingOf(app, intake, { ...quoted, language }) : null,
    stops: await stopsOn(app, intake, isSigning ? selected : quoted.offers),
    payments: step === 'bound' || homes.some(({ policy }) => policy) ? await portalPayments(app, uid) : [],
    ...bindingPart(app, intake, open),
    refusals: refusalsOf(application, orders, quoted.offers),
    creditNotices: noticesIn(quoted, orders),
  }
}
