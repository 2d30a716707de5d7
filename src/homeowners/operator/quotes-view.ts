import type { App } from '../../app.ts'
import { type Decline, isAboutCredit } from '../../carriers/contract/answers.ts'
import { fieldHints, hintsPart, withHintAdvice } from '../../line/fields/field-hints.ts'
import { countReplies, listDeclines, type OfferRow, offersBefore } from '../../line/offers/store.ts'
import { isInsured } from '../application/application.ts'
import { applicantFields, homeFields } from '../application/fields.ts'
import { knownSummary } from '../application/known-summary.ts'
import { publicStatus } from '../application/lifecycle.ts'
import { missingFields } from '../application/missing.ts'
import type { HomeownersIntakeRecord } from '../intake/intake.ts'
import { homeCarriers } from '../quoting/carriers.ts'
import { offersOf } from '../quoting/offers.ts'
import { loginUrl } from '../quoting/portal-links.ts'
import { priceMove, toOperator } from '../quoting/price-change.ts'
import { homeQuestions } from '../quoting/questions.ts'
import { isEstimate } from '../quoting/risk.ts'
import type { HomeownersQuotesResponse, WireOffer } from './quotes-response.ts'
import { instructions, summary } from './quotes-words.ts'

const POLL_AFTER_SECONDS = 2

const estimatedHomes = ({ application }: HomeownersIntakeRecord): Set<string | null> =>
  new Set(application.homes.filter(isEstimate).map(({ property_id }) => property_id))

const shownReason = ({ reason_code, reason }: Pick<Decline, 'reason_code' | 'reason'>) =>
  isAboutCredit(reason_code)
    ? { reason_code: 'told_to_homeowner', reason: 'The carrier gives its reason only to the homeowner.' }
    : { reason_code, reason }

const wireOffer = (row: OfferRow, estimated: Set<string | null>): WireOffer => {
  const offer = toOperator(row)
  return {
    ...offer,
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
  return declines.map(({ carrier_id, ...reason }) => ({
    carrier: nameOf(carrier_id),
    ...shownReason(reason),
  }))
}

const changeOf = async (app: App, intake: HomeownersIntakeRecord, offers: readonly OfferRow[]) => {
  const now = offers.find(({ recommended }) => recommended)
  if (!now || intake.revision === 1) return {}
  const price_change = priceMove(now, await offersBefore(app.db, intake), toOperator)
  return price_change ? { price_change } : {}
}

const quotedPart = async (app: App, intake: HomeownersIntakeRecord, offers: readonly OfferRow[]) => {
  const rows = offers.filter(({ superseded_at }) => superseded_at === null)
  const estimated = estimatedHomes(intake)
  return {
    offers: rows.map(row => wireOffer(row, estimated)),
    declines: await declinesOf(app, intake),
    ...(await changeOf(app, intake, rows)),
  }
}

const pendingPart = async (app: App, intake: HomeownersIntakeRecord) => ({
  quoting: { asked: homeQuestions(app, intake).length, answered: await countReplies(app.db, intake) },
})

export const quotesView = async (
  app: App,
  intake: HomeownersIntakeRecord,
  offers?: readonly OfferRow[],
): Promise<HomeownersQuotesResponse> => {
  const { uid, sandbox, status: state, application, consentId } = intake
  const { publicUrl } = app.config
  const { status, detail_status } = publicStatus(state)
  const missing =
    status === 'needs_more_info' ? missingFields(application, { creditAuthorized: consentId !== null }) : []
  const quoted =
    status === 'quoted' ? await quotedPart(app, intake, offers ?? (await offersOf(app, intake))) : null
  const pending = status === 'pending_quotes' ? await pendingPart(app, intake) : null
  const facts = {
    status,
    ...(detail_status && { detail_status }),
    missing: missing.map(({ field }) => field),
    offers: quoted?.offers.length ?? 0,
    homes: application.homes.length,
    insured: application.homes.filter(isInsured).length,
    sandbox,
  }
  const url = loginUrl(app, uid)
  const hints = hintsPart(fieldHints(application.unrecognized, applicantFields, homeFields))
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
    unrecognized_fields: Object.keys(application.unrecognized),
    ...hints,
    ...pending,
    ...quoted,
    status_url: `${publicUrl}/api/agent/homeowners/dashboard?uid=${uid}`,
    poll_request: { method: 'POST', url: `${publicUrl}/api/agent/homeowners/quotes`, body: { uid } },
    poll_after_seconds: POLL_AFTER_SECONDS,
    ...(status === 'needs_more_info' &&
      application.applicant.email && { homeowner_fix_issues_request_login_url: url }),
    ...(status !== 'needs_more_info' && { homeowner_quotes_request_login_url: url }),
    agent_instructions: withHintAdvice(instructions(facts), hints),
  }
}
