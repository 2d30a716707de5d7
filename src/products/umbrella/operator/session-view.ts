import type { App } from '../../../platform/app.ts'
import { dayIn } from '../../../platform/lib/local-day.ts'
import { unconfirmed } from '../../line/fields/estimates.ts'
import { fieldHints, hintsPart, withUnrecognizedAdvice } from '../../line/fields/field-hints.ts'
import { isOnlyOffered } from '../../line/record/consent.ts'
import { statementOf } from '../../line/wire/answer-schema.ts'
import { anyIllustrative } from '../../line/wire/illustrative.ts'
import { lifeInstructions } from '../../line/wire/policy-words.ts'
import { repricedInstructions, withPriceChange } from '../../line/wire/previous-price.ts'
import type { Household } from '../application/application.ts'
import { applicationReview, creditCheck } from '../application/consent-words.ts'
import { ineligibleReasons } from '../application/eligibility.ts'
import { umbrellaFields, wireName } from '../application/fields.ts'
import { knownSummary, shownEstimates } from '../application/known-summary.ts'
import type { UmbrellaStatus } from '../application/lifecycle.ts'
import { type OpenSection, openForReview, openToBind } from '../application/missing.ts'
import { nextQuestion, wholeQuestion, withWholeLists } from '../application/next-question.ts'
import { reviewOf } from '../application/review.ts'
import { suggestedValues } from '../application/suggestions.ts'
import type { UmbrellaIntakeRecord } from '../intake/intake.ts'
import { reviewToken, reviewUrl } from '../intake/review-token.ts'
import { turnOf } from '../intake/turn.ts'
import { umbrellaCarriers } from '../quoting/carriers.ts'
import { isNoneLeft } from './exception-words.ts'
import { areExpired, choicePart, offersPart, pendingPart, quotedPart, selectedPart } from './offers-view.ts'
import {
  blockedPart,
  documentsPart,
  infoPart,
  paymentPart,
  policyPart,
  previewPart,
  signingPart,
} from './purchase-view.ts'
import type { UmbrellaSession } from './session-schema.ts'
import { CARRIER_ASKED, POLICY_REQUESTS, sessionWords } from './session-words.ts'

const DOOR = { person: 'buyer', requests: POLICY_REQUESTS, again: 'start a new draft' }

const AFTER_OFFERS: readonly UmbrellaStatus[] = [
  'quoted',
  'credit_consent_required',
  'needs_more_info_to_bind',
]

const SELECTED: readonly UmbrellaStatus[] = ['credit_consent_required', 'needs_more_info_to_bind']

const openIn = (
  { status, erasedAt, application: { household } }: UmbrellaIntakeRecord,
  now: Date,
): OpenSection[] => {
  if (erasedAt !== null) return []
  if (status === 'needs_more_info') return openForReview(household, dayIn(household.state ?? '', now))
  return AFTER_OFFERS.includes(status) ? openToBind(household) : []
}

export const isConsentOffered = async (app: App, intake: UmbrellaIntakeRecord): Promise<boolean> =>
  SELECTED.includes(intake.status) &&
  (await isOnlyOffered(app, intake.uid, creditCheck)) &&
  !(await areExpired(app, intake))

export const exceptionsIn = async (app: App, intake: UmbrellaIntakeRecord) => {
  const { status, application, erasedAt } = intake
  return {
    startPassed: (status === 'quoted' && application.start_passed) || null,
    endedBy: (status === 'quoted' && application.purchase_ended_by) || null,
    expired: await areExpired(app, intake),
    paymentFailed: status === 'payment_needed' && application.purchase?.payment_failed === true,
    erased: erasedAt !== null,
  }
}

export const isConsentRefused = ({
  status,
  application,
}: Pick<UmbrellaIntakeRecord, 'status' | 'application'>): boolean =>
  status === 'quoted' && (application.credit_refused === true || application.buyer_refused_credit === true)

export const refusalIn = (intake: Pick<UmbrellaIntakeRecord, 'status' | 'application'>) => ({
  consentRefused: isConsentRefused(intake),
  refusedByBuyer: intake.application.buyer_refused_credit === true,
})

const pendingFields = (open: readonly OpenSection[], household: Household) =>
  [
    ...open.flatMap(({ missing }) => missing.map(({ field, label }) => ({ field, label, estimated: false }))),
    ...unconfirmed(household).map(({ field }) => ({
      field: wireName(field),
      label: umbrellaFields[field as keyof typeof umbrellaFields].label,
      estimated: true,
    })),
  ].map((pending, at) => ({ number: at + 1, ...pending }))

const reviewPart = (app: App, { uid, revision, application }: UmbrellaIntakeRecord) => ({
  review: reviewOf(application.household, { masks: true }),
  statement: statementOf(applicationReview),
  review_token: reviewToken(app, { uid, revision }),
  review_url: reviewUrl(app, uid),
})

const partOf = async (app: App, intake: UmbrellaIntakeRecord): Promise<Partial<UmbrellaSession>> => {
  const { household } = intake.application
  switch (intake.status) {
    case 'ready_for_review':
      return reviewPart(app, intake)
    case 'ineligible':
      return { ineligible_reasons: ineligibleReasons(household, umbrellaCarriers.statesWritten(app, intake)) }
    case 'pending_quotes':
      return pendingPart(app, intake)
    case 'quoted':
      return quotedPart(app, intake)
    case 'no_quotes':
      return offersPart(app, intake)
    case 'credit_consent_required':
      return {
        ...(await offersPart(app, intake)),
        ...(await selectedPart(app, intake)),
        statement: statementOf(creditCheck),
      }
    case 'needs_more_info_to_bind':
      return choicePart(app, intake)
    case 'ready_to_finalize':
      return { ...(await choicePart(app, intake)), ...(await previewPart(app, intake)) }
    case 'signature_needed':
      return { ...(await choicePart(app, intake)), ...(await signingPart(app, intake)) }
    case 'documents_needed':
    case 'documents_pending_review':
      return { ...(await selectedPart(app, intake)), ...(await documentsPart(app, intake)) }
    case 'payment_needed':
      return { ...(await selectedPart(app, intake)), ...(await paymentPart(app, intake)) }
    case 'info_requested':
      return { ...(await selectedPart(app, intake)), ...infoPart(intake) }
    case 'blocked':
      return { ...(await selectedPart(app, intake)), ...blockedPart(intake) }
    case 'bound':
      return { ...(await selectedPart(app, intake)), ...(await policyPart(app, intake)) }
    default:
      return selectedPart(app, intake)
  }
}

const FOR_A_YES = new Set<string>([
  'purchase_preview',
  'statement',
  'sign_url',
  'selection_guidance',
  'credit_consent_question',
] satisfies (keyof UmbrellaSession)[])

const withoutPurchase = (part: Partial<UmbrellaSession>): Partial<UmbrellaSession> =>
  Object.fromEntries(Object.entries(part).filter(([name]) => !FOR_A_YES.has(name)))

const unknownPart = ({ application: { unrecognized } }: UmbrellaIntakeRecord) => ({
  unrecognized_fields: Object.keys(unrecognized),
  ...hintsPart(fieldHints(unrecognized, umbrellaFields)),
})

type Shown = {
  open: readonly OpenSection[]
  part: Partial<UmbrellaSession>
  exceptions: Awaited<ReturnType<typeof exceptionsIn>>
}

const wordsOf = async (app: App, intake: UmbrellaIntakeRecord, { open, part, exceptions }: Shown) => {
  const { status, sandbox, application } = intake
  return sessionWords({
    status,
    sandbox,
    missing: open.flatMap(({ missing }) => missing).length,
    estimated: unconfirmed(application.household).length,
    offers: part.offers?.length ?? 0,
    waiting: part.quoting ?? null,
    illustrative: anyIllustrative(part),
    consentOffered: await isConsentOffered(app, intake),
    ...refusalIn(intake),
    isAsked: status === 'info_requested' && part.next_question !== undefined,
    uploads: part.required_upload_types ?? [],
    ...exceptions,
    policy: part.policy,
  })
}

const questionIn = (status: UmbrellaStatus, open: readonly OpenSection[]) =>
  AFTER_OFFERS.includes(status) ? wholeQuestion(open) : nextQuestion(open)

export const sessionView = async (app: App, intake: UmbrellaIntakeRecord): Promise<UmbrellaSession> => {
  const { uid, sandbox, status } = intake
  const { household } = intake.application
  const open = openIn(intake, app.clock.now())
  const exceptions = await exceptionsIn(app, intake)
  const part = exceptions.expired ? withoutPurchase(await partOf(app, intake)) : await partOf(app, intake)
  const noneLeft = isNoneLeft({ status, offers: part.offers?.length ?? 0 })
  const question = exceptions.expired || noneLeft ? null : questionIn(status, open)
  const url = `${app.config.publicUrl}/api/agent/umbrella/status`
  const turn = await turnOf(app, intake)
  const isAsked = status === 'pending_quotes' && turn.waiting_on === 'buyer'
  const unknown = unknownPart(intake)
  const words = withWholeLists(await wordsOf(app, intake, { open, part, exceptions }), {
    question,
    given: household,
  })
  return {
    uid,
    sandbox,
    status,
    ...words,
    response_summary: withPriceChange({ status, ...part }, words.response_summary),
    known_summary: knownSummary(household),
    pending_fields: pendingFields(open, household),
    suggested_values: status === 'needs_more_info' && !exceptions.erased ? suggestedValues(household) : {},
    ...(question && { next_question: question }),
    field_estimates: shownEstimates(household),
    ...unknown,
    agent_instructions: withUnrecognizedAdvice(
      [
        ...(isAsked ? [CARRIER_ASKED] : []),
        ...lifeInstructions(DOOR, part.policy ? [part.policy] : []),
        ...repricedInstructions({ status, ...part }),
        ...words.agent_instructions,
      ],
      unknown,
    ),
    ...part,
    status_url: `${url}?uid=${uid}`,
    poll_request: { method: 'POST', url, body: { uid } },
    ...turn,
    ...(isAsked && { review_url: reviewUrl(app, uid) }),
  }
}
