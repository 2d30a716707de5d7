import { lifeOf } from '../../../agency/policies/life/life.ts'
import { hasEnded } from '../../../agency/policies/life/policy-end.ts'
import { type Policy, policiesOf } from '../../../agency/policies/policies.ts'
import type { PolicyLife } from '../../../agency/policies/policy-life.ts'
import type { App } from '../../../platform/app.ts'
import type { OperatorCaller } from '../../../platform/key/guard.ts'
import { actsOfPerson } from '../../../platform/key/standing.ts'
import { roleAndPay } from '../../line/acts/agree.ts'
import { shownLife, shownRequests } from '../../line/aftersale/shown-life.ts'
import { list } from '../../line/fields/field.ts'
import { fieldHints, hintsPart, withUnrecognizedAdvice } from '../../line/fields/field-hints.ts'
import { progressOf } from '../../line/offers/progress.ts'
import { wasQuoted } from '../../line/offers/store.ts'
import { isOnlyOffered } from '../../line/record/consent.ts'
import { statementOf } from '../../line/wire/answer-schema.ts'
import { boundStatus, lifeInstructions } from '../../line/wire/policy-words.ts'
import { repricedInstructions, withPriceChange } from '../../line/wire/previous-price.ts'
import { MOST_HOMES } from '../answering/match-rows.ts'
import { type Home, isInsured } from '../application/application.ts'
import { softCreditCheck } from '../application/consent-words.ts'
import { applicantFields, homeFields } from '../application/fields.ts'
import { knownSummary } from '../application/known-summary.ts'
import type { HomeownersStatus } from '../application/lifecycle.ts'
import { missingFields } from '../application/missing.ts'
import {
  homeStatus,
  isChoosing,
  isQuoting,
  type PropertyStatus,
  publicStatus,
} from '../application/statuses.ts'
import { placingOf } from '../buying/placing.ts'
import { claimsAsked } from '../buying/review.ts'
import { creditRefusal } from '../intake/credit-refusal.ts'
import { isBinding } from '../intake/editable.ts'
import { type HomeownersIntakeRecord, shownToTeller } from '../intake/intake.ts'
import { turnOf } from '../intake/turn.ts'
import { loginUrl } from '../quoting/email-facts.ts'
import { type HomeOfferRow, offersOf } from '../quoting/offers.ts'
import { homesAsked } from '../quoting/questions.ts'
import { isWithdrawn, refusalsOf } from './declines-view.ts'
import { withOffersThatFit } from './offers-that-fit.ts'
import { quotedPart } from './quoted-part.ts'
import type { HomeownersQuotesResponse } from './quotes-response.ts'
import { CARRIER_ASKED, instructions, type QuotesFacts, speaksOfConsent, summary } from './quotes-words.ts'

export const wirePolicy = (policy: Policy, now: Date) => ({
  policy_number: policy.policy_number,
  carrier: policy.carrier,
  property_id: policy.item,
  effective_date: policy.effective_date,
  effective_at: policy.effective_at,
  ...(policy.end && { ended_on: policy.end.ended_on }),
  ...shownRequests(policy),
  ...shownLife(policy, now),
  annual_price_cents: policy.terms.price_cents,
})

type Request = {
  status: HomeownersStatus
  isBinding: boolean
  offers: readonly HomeOfferRow[]
  lives: ReadonlyMap<string | null, PolicyLife>
}

const amongOffers = (home: Home, { status, isBinding, offers }: Request): PropertyStatus => {
  const own = offers.filter(
    ({ item, superseded_at, refused_at }) =>
      item === home.property_id && superseded_at === null && refused_at === null,
  )
  if (own.length === 0) return 'no_offers'
  if (status === 'quoted' || !own.some(({ selected_at }) => selected_at !== null)) return 'quoted'
  return isBinding ? 'waiting_on_carrier' : 'selected'
}

export const propertyStatus = (home: Home, request: Request): PropertyStatus => {
  if (isInsured(home)) return boundStatus(request.lives.get(home.property_id))
  if (request.status === 'bound') return 'not_insured'
  if (isChoosing(request.status)) return amongOffers(home, request)
  return request.status
}

const DOOR = {
  person: 'homeowner',
  requests: 'POST /api/agent/policies/requests',
  again: 'create a new request',
}

const intakeFields = {
  ...applicantFields,
  home: list('Homes', 'The homes to insure.', { item: homeFields, itemLabel: 'Home', maxItems: MOST_HOMES }),
}

const homesPart = async (app: App, intake: HomeownersIntakeRecord, offers: readonly HomeOfferRow[]) => {
  const { uid, status, application } = intake
  const hasPolicies = application.homes.some(isInsured)
  const policies = hasPolicies ? await policiesOf(app, uid) : []
  const now = app.clock.now()
  const lives = new Map(policies.map(policy => [policy.item, lifeOf(policy, now)]))
  const request = { status, offers, isBinding: await isBinding(app, intake), lives }
  const properties = application.homes.map(home => ({
    property_id: home.property_id,
    status: propertyStatus(home, request),
  }))
  if (!hasPolicies) return { properties, policies: undefined, ended: [] as string[], isDemonstration: false }
  return {
    properties,
    policies: policies.map(policy => wirePolicy(policy, now)),
    ended: policies.filter(policy => hasEnded(policy, now)).map(({ item }) => item),
    isDemonstration: policies.some(({ illustrative }) => illustrative === true),
  }
}

const progressPart = async (app: App, intake: HomeownersIntakeRecord, offers: number) => {
  if (!isQuoting(intake.status)) return null
  const quoting = await progressOf(app, intake, homesAsked(app, intake))
  if (intake.status === 'quoted' && quoting.waiting_on.length === 0) return null
  const { expected_by } = quoting
  return { quoting, ...(offers === 0 && expected_by && { expected_by }) }
}

const gather = async (app: App, intake: HomeownersIntakeRecord, known?: readonly HomeOfferRow[]) => {
  const { uid, status: state, application, consentId, version } = intake
  const { status, detail_status } = publicStatus(state)
  const offers = known ?? (await offersOf(app, intake))
  const refusals = status === 'quoted' ? await refusalsOf(app, intake, offers) : []
  const quoted = status === 'quoted' ? await quotedPart(app, intake, { offers, refusals }) : null
  const homes = await homesPart(app, intake, offers)
  const [progress, turn, placing, consentOffered, creditRefusedBy] = await Promise.all([
    progressPart(app, intake, quoted?.offers.length ?? 0),
    turnOf(app, intake),
    placingOf(app, intake),
    // A consent is recorded with a change, so a first version has none.
    status === 'needs_more_info' && version > 1 && isOnlyOffered(app, uid, softCreditCheck),
    status === 'needs_more_info' && version > 1 ? creditRefusal(app, intake) : null,
  ])
  return {
    status,
    ...(detail_status && { detail_status }),
    missing:
      status === 'needs_more_info'
        ? missingFields(application, { creditAuthorized: consentId !== null })
        : [],
    refusals,
    quoted,
    ...homes,
    progress,
    turn,
    placing,
    consentOffered,
    creditRefusedBy,
    wasQuoted: creditRefusedBy !== null && (await wasQuoted(app.db, uid)),
  }
}

type Gathered = Awaited<ReturnType<typeof gather>>

const factsIn = ({ application, sandbox }: HomeownersIntakeRecord, seen: Gathered): QuotesFacts => {
  const { status, detail_status, missing, quoted, refusals, progress, turn } = seen
  const homes = application.homes.length
  const insured = application.homes.filter(isInsured).map(({ property_id }) => property_id)
  const policies = (seen.policies ?? []).map(policy => ({
    ...policy,
    hasEnded: seen.ended.includes(policy.property_id),
  }))
  return {
    status,
    ...(detail_status && { detail_status }),
    missing: missing.map(({ field }) => field),
    offers: quoted?.offers.length ?? 0,
    homes,
    insured: insured.length,
    notIssuedBy: refusals.filter(refusal => !isWithdrawn(refusal) && !insured.includes(refusal.property_id)),
    hadOffers: refusals.length > 0,
    placing: {
      ...seen.placing,
      isAtDesk: turn.waiting_on === 'staff',
      homes,
      insured: insured.length - seen.ended.length,
    },
    policies,
    hasLender: application.homes.some(home => isInsured(home) && (home.loans ?? []).length > 0),
    sandbox,
    waiting: progress?.quoting ?? null,
    illustrative: seen.isDemonstration || quoted?.offers.some(({ illustrative }) => illustrative) === true,
    consentOffered: seen.consentOffered,
    creditRefusedBy: seen.creditRefusedBy,
    wasQuoted: seen.wasQuoted,
    undescribed: claimsAsked(application).reduce((sum, { undescribed }) => sum + undescribed, 0),
  }
}

const payPart = (intake: HomeownersIntakeRecord) => {
  const words = roleAndPay({ line: intake.line, ...homesPlace(intake) })
  return words && { compensation_disclosure: statementOf(words) }
}

const bodyOf = (
  app: App,
  intake: HomeownersIntakeRecord,
  { seen, facts }: { seen: Gathered; facts: QuotesFacts },
): HomeownersQuotesResponse => {
  const { uid, sandbox, application } = intake
  const { publicUrl } = app.config
  const { status, detail_status, missing, quoted, properties, policies, progress, turn } = seen
  const choosing = { ...facts, offers: quoted?.offers ?? [] }
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
    stage: homeStatus(intake.status).stage,
    response_summary: withPriceChange(choosing, summary(facts)),
    known_summary: knownSummary(shownToTeller(intake)),
    missing_fields: [...facts.missing],
    missing_field_details: missing,
    ...(speaksOfConsent(facts) && { ...payPart(intake), statement: statementOf(softCreditCheck) }),
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
      [
        ...asked,
        ...lifeInstructions(DOOR, policies ?? []),
        ...repricedInstructions(choosing),
        ...instructions(facts),
      ],
      unknown,
    ),
  }
}

type Seen = { body: HomeownersQuotesResponse; facts: QuotesFacts }

export const readQuotes = async (
  app: App,
  intake: HomeownersIntakeRecord,
  known?: readonly HomeOfferRow[],
): Promise<Seen> => {
  const seen = await gather(app, intake, known)
  const facts = factsIn(intake, seen)
  return { body: bodyOf(app, intake, { seen, facts }), facts }
}

const quotesView = async (
  app: App,
  intake: HomeownersIntakeRecord,
  known?: readonly HomeOfferRow[],
): Promise<HomeownersQuotesResponse> => withOffersThatFit((await readQuotes(app, intake, known)).body)

export const homesPlace = ({ sandbox, application }: HomeownersIntakeRecord) => ({
  sandbox,
  states: [...new Set(application.homes.flatMap(({ state }) => state ?? []))],
})

const OFFERS_ELSEWHERE = 'The offers and their prices are shown to the homeowner on our page.'
const ON_OUR_PAGE =
  'The homeowner reads and chooses the offers on our page. Give them homeowner_quotes_request_login_url. Never choose for them.'

/** Without what the operator's standing does not permit it to show, and with where the homeowner does the rest. */
export const quotesFor = async (
  app: App,
  caller: OperatorCaller,
  intake: HomeownersIntakeRecord,
  known?: readonly HomeOfferRow[],
): Promise<HomeownersQuotesResponse> => {
  const body = await quotesView(app, intake, known)
  const theirs = actsOfPerson(app, caller, homesPlace(intake))
  if (theirs.length === 0) return body
  const told = { ...body, person_acts: { url: loginUrl(app, intake.uid), acts: theirs } }
  if (!theirs.includes('present_offers') || body.offers === undefined) return told
  const { offers: _, declines: __, price_change: ___, ...rest } = told
  return { ...rest, response_summary: OFFERS_ELSEWHERE, agent_instructions: [ON_OUR_PAGE] }
}
