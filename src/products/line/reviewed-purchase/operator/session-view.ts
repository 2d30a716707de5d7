import type { App } from '../../../../platform/app.ts'
import { type Act, acts } from '../../../../platform/key/acts.ts'
import { actsOfPerson, refuseAct } from '../../../../platform/key/standing.ts'
import { dayIn } from '../../../../platform/lib/local-day.ts'
import { operatorActor } from '../../acts/actor.ts'
import { roleAndPay } from '../../acts/agree.ts'
import { unconfirmed } from '../../fields/estimates.ts'
import { fieldHints, hintsPart, withUnrecognizedAdvice } from '../../fields/field-hints.ts'
import { isOnlyOffered } from '../../record/consent.ts'
import { statementOf } from '../../wire/answer-schema.ts'
import { anyIllustrative } from '../../wire/illustrative.ts'
import { repricedInstructions, withPriceChange } from '../../wire/previous-price.ts'
import { reasonsAgainst } from '../answering/save-draft.ts'
import { type Application, type Household, wireName } from '../application/application.ts'
import { knownSummary, shownEstimates } from '../application/known-summary.ts'
import { type OpenSection, openForReview, openToBind } from '../application/missing.ts'
import { nextQuestion, wholeQuestion, withWholeLists } from '../application/next-question.ts'
import { reviewOf } from '../application/review.ts'
import { type Part, statuses } from '../application/statuses.ts'
import {
  type AgentCaller,
  type CallerWording,
  type ConsentingActor,
  ownerOf,
  type ReviewedIntake,
} from '../intake/intake.ts'
import { reviewToken, reviewUrl } from '../intake/review-token.ts'
import { standingOf, turnOf } from '../intake/writer.ts'
import { lineOf, type OfLine, perLine, type ReviewedLine, type Suggestion } from '../reviewed-line.ts'
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
import type { Session } from './session-schema.ts'
import { chooseAgain, isNoneLeft, type ReviewedDoor, statusWords } from './status-words.ts'

export const operatorDoor: ReviewedDoor<Session['next_action']['operation']> = {
  calls: {
    answer: 'draft',
    submit: 'quotes',
    choose: 'select',
    buy: 'bind',
    attach: 'attach',
    poll: 'status',
    reopen: 'draft',
    read: 'none',
    none: 'none',
  },
  words: {
    person: 'buyer',
    send: 'send uid and',
    Send: 'Send uid and',
    uid: ', with the same uid',
    confirm: 'review_confirmed',
    answer: 'draft',
    again: 'send draft without a uid',
    reopen: 'If an answer was wrong or has changed, send the new one.',
    quote_again:
      'If the buyer still wants coverage, send uid and an empty intake with draft. Once the buyer confirms the new review, carriers quote again.',
    requests: 'POST /api/agent/policies/requests',
    poll: 'Poll status with the uid after poll_after_seconds, without an Idempotency-Key, or long-poll with Prefer: wait=25.',
  },
}

const openIn = (intake: ReviewedIntake, now: Date): OpenSection[] => {
  const { status, erasedAt, application } = intake
  const { household } = application
  const { asks } = statuses.row(status)
  const line = lineOf(intake)
  if (erasedAt !== null || asks === undefined) return []
  return asks === 'to_review'
    ? openForReview(line, household, dayIn(household.state ?? '', now))
    : openToBind(line, household)
}

const isConsentOffered = async (app: App, intake: ReviewedIntake): Promise<boolean> =>
  (intake.status === 'credit_consent_required' || intake.status === 'needs_more_info_to_bind') &&
  (await isOnlyOffered(app, intake.uid, lineOf(intake).consents.creditCheck)) &&
  !(await areExpired(app, intake))

export const exceptionsIn = async (app: App, intake: ReviewedIntake) => {
  const { status, application, erasedAt } = intake
  return {
    startPassed: (status === 'quoted' && application.start_passed) || null,
    endedBy: (status === 'quoted' && application.purchase_ended_by) || null,
    expired: await areExpired(app, intake),
    paymentFailed: statuses.row(status).page === 'payment' && application.purchase?.payment_failed === true,
    erased: erasedAt !== null,
  }
}

export const isConsentRefused = ({
  status,
  application,
}: Pick<ReviewedIntake, 'status' | 'application'>): boolean =>
  status === 'quoted' && (application.credit_refused === true || application.buyer_refused_credit === true)

const refusalIn = (intake: Pick<ReviewedIntake, 'status' | 'application'>) => ({
  consentRefused: isConsentRefused(intake),
  refusedByBuyer: intake.application.buyer_refused_credit === true,
})

const pendingFields = ({ fields }: ReviewedLine, open: readonly OpenSection[], household: Household) =>
  [
    ...open.flatMap(({ missing }) => missing.map(({ field, label }) => ({ field, label, estimated: false }))),
    ...unconfirmed(household).map(({ field }) => ({
      field: wireName(field),
      label: fields[field]?.label ?? field,
      estimated: true,
    })),
  ].map((pending, at) => ({ number: at + 1, ...pending }))

const payPart = ({ line, application: { household } }: ReviewedIntake) => {
  const words = roleAndPay({ line, states: [household.state ?? ''] })
  return words && { compensation_disclosure: statementOf(words) }
}

const reviewPart = (app: App, intake: ReviewedIntake) => ({
  ...payPart(intake),
  review: reviewOf(lineOf(intake), intake.application.household, { masks: true }),
  statement: statementOf(lineOf(intake).consents.review),
  review_token: reviewToken(app, intake),
  review_url: reviewUrl(app, intake.uid),
})

/** A suggestion is never stored as an answer. */
export const suggestedValues = (
  { suggestions }: ReviewedLine,
  household: Household,
): Record<string, Suggestion> =>
  Object.fromEntries(
    Object.entries(suggestions).flatMap(([name, suggest]) => {
      const suggestion = household[name] === undefined ? suggest?.(household) : null
      return suggestion ? [[name, suggestion]] : []
    }),
  )

type Shown = Partial<Omit<Session, 'next_action'>>

const PARTS: Record<Part, (app: App, intake: ReviewedIntake) => Shown | Promise<Shown>> = {
  review: reviewPart,
  reasons: (app, intake) => ({
    ineligible_reasons: reasonsAgainst(app, intake.application, intake),
  }),
  progress: pendingPart,
  quotes: quotedPart,
  offers: offersPart,
  selected: selectedPart,
  credit_check: (_app, intake) => ({ statement: statementOf(lineOf(intake).consents.creditCheck) }),
  choice: choicePart,
  preview: previewPart,
  signing: signingPart,
  documents: documentsPart,
  payment: paymentPart,
  question: (_app, intake) => infoPart(intake),
  refusal: (_app, intake) => blockedPart(intake),
  policy: policyPart,
}

/** What this status shows of the application. */
const partOf = async (app: App, intake: ReviewedIntake): Promise<Shown> => {
  const parts: Shown[] = []
  for (const part of statuses.row(intake.status).shows) parts.push(await PARTS[part](app, intake))
  return Object.assign({}, ...parts)
}

const FOR_A_YES = new Set<string>([
  'purchase_preview',
  'statement',
  'sign_url',
  'selection_guidance',
  'credit_consent_question',
] satisfies (keyof Session)[])

const withoutPurchase = (part: Partial<Session>): Partial<Session> =>
  Object.fromEntries(Object.entries(part).filter(([name]) => !FOR_A_YES.has(name)))

const unknownPart = ({ fields }: ReviewedLine, { unrecognized }: Application) => ({
  unrecognized_fields: Object.keys(unrecognized),
  ...hintsPart(fieldHints(unrecognized, fields)),
})

const questionIn = (intake: ReviewedIntake, open: readonly OpenSection[]) => {
  const ask = statuses.row(intake.status).asks === 'to_bind' ? wholeQuestion : nextQuestion
  return ask(lineOf(intake), open)
}

type Door<Wire extends string> = { door: ReviewedDoor<Wire>; needsProof?: boolean }

/** The application as one kind of caller sees it. */
export const viewFor = async <Wire extends string>(
  app: App,
  intake: ReviewedIntake,
  { door, needsProof = false }: Door<Wire>,
) => {
  const { uid, sandbox, status } = intake
  const line = lineOf(intake)
  const { household } = intake.application
  const open = openIn(intake, app.clock.now())
  const exceptions = await exceptionsIn(app, intake)
  const part = exceptions.expired ? withoutPurchase(await partOf(app, intake)) : await partOf(app, intake)
  const offers = part.offers?.length ?? 0
  const question = exceptions.expired || isNoneLeft({ status, offers }) ? null : questionIn(intake, open)
  const turn = await turnOf(app, intake)
  const isAskedToQuote = status === 'pending_quotes' && turn.waiting_on === 'buyer'
  const facts = {
    status,
    sandbox,
    missing: open.flatMap(({ missing }) => missing).length,
    estimated: unconfirmed(household).length,
    offers,
    waiting: part.quoting ?? null,
    illustrative: anyIllustrative(part),
    consentOffered: await isConsentOffered(app, intake),
    ...refusalIn(intake),
    isAsked: status === 'info_requested' && part.next_question !== undefined,
    isAskedToQuote,
    needsProof,
    uploads: part.required_upload_types ?? [],
    ...exceptions,
    policy: part.policy,
  }
  const { detail_status, stage } = await standingOf(app, intake)
  const asked = part.next_question ?? question
  const words = withWholeLists(statusWords(line, facts, door), { line, question: asked, given: household })
  const unknown = unknownPart(line, intake.application)
  return {
    uid,
    sandbox,
    status,
    detail_status,
    stage,
    next_action: words.next_action,
    response_summary: withPriceChange({ status, ...part }, words.response_summary),
    known_summary: knownSummary(line, household),
    pending_fields: pendingFields(line, open, household),
    suggested_values:
      status === 'needs_more_info' && !exceptions.erased ? suggestedValues(line, household) : {},
    ...(question && { next_question: question }),
    field_estimates: shownEstimates(line, household),
    ...unknown,
    agent_instructions: withUnrecognizedAdvice(
      [...repricedInstructions({ status, ...part }), ...words.agent_instructions],
      unknown,
    ),
    ...part,
    ...turn,
    ...(isAskedToQuote && { review_url: reviewUrl(app, uid) }),
  }
}

export const sessionView = async (app: App, intake: ReviewedIntake): Promise<Session> => {
  const url = `${app.config.publicUrl}/api/agent/${intake.line}/status`
  return {
    ...(await viewFor(app, intake, { door: operatorDoor })),
    status_url: `${url}?uid=${intake.uid}`,
    poll_request: { method: 'POST', url, body: { uid: intake.uid } },
  }
}

const ACT_OF: Partial<Record<Session['next_action']['operation'], Act>> = {
  draft: 'collect_facts',
  attach: 'collect_facts',
  quotes: 'attest',
  select: 'collect_choice',
}

const nextAct = ({ status, next_action: { operation } }: Session): Act | undefined =>
  operation === 'bind' && statuses.row(status as ReviewedIntake['status']).page === 'sign'
    ? 'attest'
    : (ACT_OF[operation] ?? (operation === 'bind' ? 'collect_facts' : undefined))

const OF_OFFERS = [
  'offers',
  'declines',
  'selected_offer',
  'selection_guidance',
  'credit_consent_question',
  'purchase_preview',
] as const

const OFFERS_ELSEWHERE = 'The offers and their prices are shown to the buyer on our page.'
const ON_OUR_PAGE =
  'The buyer does the next step on our page. Give them review_url, and poll until it is done. Never do it for them.'

/** Without what the operator's standing does not permit it to show, and with where the buyer does the rest. */
const asPermitted = (app: App, intake: ReviewedIntake, view: Session, theirs: readonly Act[]): Session => {
  if (theirs.length === 0) return view
  const url = reviewUrl(app, intake.uid)
  const next = nextAct(view)
  const isTheirs = next !== undefined && theirs.includes(next)
  const hidesOffers = theirs.includes('present_offers')
  const hidden = new Set<string>(hidesOffers ? OF_OFFERS : [])
  const shown = Object.fromEntries(Object.entries(view).filter(([name]) => !hidden.has(name))) as Session
  const hasHidden = Object.keys(shown).length < Object.keys(view).length
  return {
    ...shown,
    review_url: url,
    person_acts: { url, acts: [...theirs] },
    ...(hasHidden && { response_summary: OFFERS_ELSEWHERE }),
    ...(isTheirs && {
      next_action: { operation: 'status', description: ON_OUR_PAGE },
      agent_instructions: [ON_OUR_PAGE],
    }),
  }
}

const placeOf = ({ sandbox, application: { household } }: ReviewedIntake) => ({
  sandbox,
  states: household.state === undefined ? [] : [household.state],
})

/** Each act that the call does must be one that the operator's standing permits. */
export const refuseActs = (
  app: App,
  caller: AgentCaller,
  intake: ReviewedIntake,
  doing: Partial<Record<Act, boolean>>,
): void => {
  for (const act of acts)
    if (doing[act]) refuseAct(app, caller, act, { ...placeOf(intake), page: reviewUrl(app, intake.uid) })
}

export const sessionFor = async (app: App, caller: AgentCaller, intake: ReviewedIntake): Promise<Session> =>
  asPermitted(app, intake, await sessionView(app, intake), actsOfPerson(app, caller, placeOf(intake)))

export const agentWordsIn = perLine(
  ({ name }): CallerWording => ({
    howToChange: `send a draft (POST /api/agent/${name}/draft), which is then reviewed and quoted again`,
    howToChooseAgain: chooseAgain('buyer', `POST /api/agent/${name}/select`),
    howToStartAgain: `send draft without a uid (POST /api/agent/${name}/draft)`,
    async whatNext(app, intake) {
      const { operation, description } = (await sessionView(app, intake)).next_action
      return operation === 'none' ? description : `${description} (POST /api/agent/${name}/${operation})`
    },
  }),
)

export const agentActor = (caller: AgentCaller, of: OfLine): ConsentingActor => ({
  ...operatorActor(ownerOf(caller), caller),
  words: agentWordsIn(of),
})
