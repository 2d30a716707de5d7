import type { App } from '../../app.ts'
import { type Decline, isAboutCredit } from '../../carriers/contract/answers.ts'
import { wireTerms } from '../../line/buying/billing.ts'
import { list } from '../../line/fields/field.ts'
import { fieldHints, hintsPart, withUnrecognizedAdvice } from '../../line/fields/field-hints.ts'
import { previousPrice } from '../../line/offers/offer.ts'
import { progressOf } from '../../line/offers/progress.ts'
import { listDeclines, type OfferRow, offersBefore } from '../../line/offers/store.ts'
import { isOnlyOffered } from '../../line/record/consent.ts'
import { statementOf } from '../../line/wire/answer-schema.ts'
import { repricedInstructions } from '../../line/wire/previous-price.ts'
import { type Policy, policiesOf } from '../../policies/policies.ts'
import { MOST_HOMES } from '../answering/match-rows.ts'
import { isInsured } from '../application/application.ts'
import { softCreditCheck } from '../application/consent-words.ts'
import { applicantFields, homeFields } from '../application/fields.ts'
import { knownSummary } from '../application/known-summary.ts'
import { publicStatus } from '../application/lifecycle.ts'
import { missingFields } from '../application/missing.ts'
import { claimsAsked } from '../buying/review.ts'
import { isBinding } from '../intake/editable.ts'
import type { HomeownersIntakeRecord } from '../intake/intake.ts'
import { turnOf } from '../intake/turn.ts'
import { homeCarriers } from '../quoting/carriers.ts'
import { offersOf } from '../quoting/offers.ts'
import { loginUrl } from '../quoting/portal-links.ts'
import { priceMove, toOperator } from '../quoting/price-change.ts'
import { homesAsked } from '../quoting/questions.ts'
import { isEstimate } from '../quoting/risk.ts'
import { propertyStatus } from './property-status.ts'
import type { HomeownersQuotesResponse, WireOffer } from './quotes-response.ts'
import { CARRIER_ASKED, instructions, summary } from './quotes-words.ts'

const intakeFields = {
  ...applicantFields,
  home: list('Homes', 'The homes to insure.', { item: homeFields, maxItems: MOST_HOMES }),
}

const estimatedHomes = ({ application }: HomeownersIntakeRecord): Set<string | null> =>
  new Set(application.homes.filter(isEstimate).map(({ property_id }) => property_id))

const shownReason = ({ reason_code, reason }: Pick<Decline, 'reason_code' | 'reason'>) =>
  isAboutCredit(reason_code)
    ? { reason_code: 'told_to_homeowner', reason: 'The carrier gives its reason only to the homeowner.' }
    : { reason_code, reason }

const wireOffer = (
  row: OfferRow,
  { estimated, all }: { estimated: Set<string | null>; all: readonly OfferRow[] },
): WireOffer => {
  const offer = toOperator(row)
  const previous_price = previousPrice(row, all)
  return {
    ...offer,
    ...wireTerms(offer, 'carrier_direct'),
    illustrative: offer.illustrative ?? true,
    ...(previous_price !== null && { previous_price }),
    offer_id: row.offer_id,
    property_id: row.item,
    monthly_price: Math.ceil(offer.annual_price / 12),
    recommended: row.recommended,
    rank: row.rank,
    is_estimate: estimated.has(row.item),
    expires_at: row.expires_at.toISOString(),
  }
}

const declinesOf = async (app: App, intake: HomeownersIntakeRecord) => {
  const nameOf = homeCarriers.names(app, intake)
  const declines = await listDeclines(app.db, intake)
  return declines.map(({ carrier_id, item, ...reason }) => ({
    carrier: nameOf(carrier_id),
    property_id: item,
    ...shownReason(reason),
  }))
}

const changeOf = async (app: App, intake: HomeownersIntakeRecord, offers: readonly OfferRow[]) => {
  const now = offers.find(({ recommended }) => recommended)
  if (!now || intake.revision === 1) return {}
  const price_change = priceMove(now, await offersBefore(app.db, intake), toOperator)
  return price_change ? { price_change: { property_id: now.item, ...price_change } } : {}
}

const quoteOf = (row: OfferRow): string => `${row.item}/${row.carrier_id}/${toOperator(row).quote_number}`

const isReplaced = (row: OfferRow, offers: readonly OfferRow[]): boolean =>
  row.refused_at !== null &&
  offers.some(other => other.refused_at === null && quoteOf(other) === quoteOf(row))

/** Once a home is insured, its offers are history. So is an offer that its carrier made again at another price. */
const isOffered = ({ application }: HomeownersIntakeRecord, offers: readonly OfferRow[]) => {
  const insured = application.homes.filter(isInsured).map(({ property_id }) => property_id)
  return (row: OfferRow) =>
    row.superseded_at === null && !insured.includes(row.item) && !isReplaced(row, offers)
}

const homesPart = async (app: App, intake: HomeownersIntakeRecord, offers: readonly OfferRow[]) => {
  const { uid, status, application } = intake
  const request = { status, offers, isBinding: await isBinding(app, intake) }
  const properties = application.homes.map(home => ({
    property_id: home.property_id,
    status: propertyStatus(home, request),
  }))
  if (!application.homes.some(isInsured)) return { properties, policies: undefined }
  const policies = await policiesOf(app, uid)
  return { properties, policies: policies.map(wirePolicy) }
}

export const wirePolicy = (policy: Policy) => ({
  policy_number: policy.policy_number,
  carrier: policy.carrier,
  property_id: policy.item,
  effective_date: policy.effective_date,
  effective_at: policy.effective_at,
  expiration_date: policy.expiration_date,
  ...(policy.end && { ended_on: policy.end.ended_on }),
  annual_price: policy.annual_price,
})

const quotedPart = async (app: App, intake: HomeownersIntakeRecord, offers: readonly OfferRow[]) => {
  const rows = offers.filter(isOffered(intake, offers))
  const estimated = estimatedHomes(intake)
  return {
    offers: rows.map(row => wireOffer(row, { estimated, all: offers })),
    declines: await declinesOf(app, intake),
    ...(await changeOf(app, intake, rows)),
  }
}

const progressPart = async (app: App, intake: HomeownersIntakeRecord) => {
  if (intake.status !== 'pending_quotes' && intake.status !== 'quoted') return null
  const quoting = await progressOf(app, intake, homesAsked(app, intake))
  const { expected_by } = quoting
  if (intake.status === 'pending_quotes') return { quoting, ...(expected_by && { expected_by }) }
  return quoting.waiting_on.length > 0 ? { quoting } : null
}

export const quotesView = async (
  app: App,
  intake: HomeownersIntakeRecord,
  known?: readonly OfferRow[],
): Promise<HomeownersQuotesResponse> => {
  const { uid, sandbox, status: state, application, consentId, version } = intake
  const { publicUrl } = app.config
  const { status, detail_status } = publicStatus(state)
  const missing =
    status === 'needs_more_info' ? missingFields(application, { creditAuthorized: consentId !== null }) : []
  const offers = known ?? (await offersOf(app, intake))
  const quoted = status === 'quoted' ? await quotedPart(app, intake, offers) : null
  const { properties, policies } = await homesPart(app, intake, offers)
  const [progress, turn, consentOffered] = await Promise.all([
    progressPart(app, intake),
    turnOf(app, intake),
    // A consent is recorded with a change, so a first version has none.
    status === 'needs_more_info' && version > 1 && isOnlyOffered(app, uid, softCreditCheck),
  ])
  const facts = {
    status,
    ...(detail_status && { detail_status }),
    missing: missing.map(({ field }) => field),
    offers: quoted?.offers.length ?? 0,
    homes: application.homes.length,
    insured: application.homes.filter(isInsured).length,
    endings: (policies ?? []).flatMap(({ ended_on }) => ended_on ?? []),
    sandbox,
    waiting: progress?.quoting ?? null,
    illustrative: quoted?.offers.some(({ illustrative }) => illustrative) ?? false,
    consentOffered,
    undescribed: claimsAsked(application).reduce((sum, { undescribed }) => sum + undescribed, 0),
  }
  const url = loginUrl(app, uid)
  const asked = status === 'pending_quotes' && turn.waiting_on === 'homeowner' ? [CARRIER_ASKED] : []
  const unknown = {
    unrecognized_fields: Object.keys(application.unrecognized),
    ...hintsPart(fieldHints(application.unrecognized, intakeFields)),
  }
  return {
    uid,
    job_id: uid,
    sandbox,
    status,
    ...(detail_status && { detail_status }),
    response_summary: summary(facts),
    known_summary: knownSummary(application),
    missing_fields: facts.missing,
    missing_field_details: missing,
    ...(facts.missing.join() === 'credit_check_authorized' && { statement: statementOf(softCreditCheck) }),
    ...unknown,
    properties,
    ...(policies && { policies }),
    ...progress,
    ...quoted,
    status_url: `${publicUrl}/api/agent/homeowners/dashboard?uid=${uid}`,
    poll_request: { method: 'POST', url: `${publicUrl}/api/agent/homeowners/quotes`, body: { uid } },
    ...turn,
    ...(status === 'needs_more_info' &&
      application.applicant.email && { homeowner_fix_issues_request_login_url: url }),
    ...(status !== 'needs_more_info' && { homeowner_quotes_request_login_url: url }),
    agent_instructions: withUnrecognizedAdvice(
      [...asked, ...repricedInstructions({ ...facts, offers: quoted?.offers ?? [] }), ...instructions(facts)],
      unknown,
    ),
  }
}
