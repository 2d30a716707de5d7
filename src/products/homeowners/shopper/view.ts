import { policiesOf } from '../../../agency/policies/policies.ts'
import type { App } from '../../../platform/app.ts'
import { confirmedPreview } from '../../../platform/key/shopper/shopper.ts'
import { withUnrecognizedAdvice } from '../../line/fields/field-hints.ts'
import { isOnlyOffered } from '../../line/record/consent.ts'
import { type PersonToVerify, personOf, verificationOf } from '../../line/verification.ts'
import { statementOf } from '../../line/wire/answer-schema.ts'
import { heldForProof, pollPart, type Verification } from '../../line/wire/follow-up.ts'
import { isOver, lifeInstructions } from '../../line/wire/policy-words.ts'
import { repricedInstructions } from '../../line/wire/previous-price.ts'
import { offerChoice, purchaseAgreement, softCreditCheck } from '../application/consent-words.ts'
import type { MissingField } from '../application/missing.ts'
import type { Placing } from '../buying/placing.ts'
import { purchasePreview } from '../buying/purchase-preview.ts'
import { type HomeownersIntakeRecord, isHeld } from '../intake/intake.ts'
import { turnOf } from '../intake/turn.ts'
import { withOffersThatFit } from '../operator/offers-that-fit.ts'
import { readQuotes, wirePolicy } from '../operator/quotes-view.ts'
import { speaksOfConsent } from '../operator/quotes-words.ts'
import { homePlaces, loginUrl } from '../quoting/email-facts.ts'
import type { HomeownersFollowUp } from './schema.ts'
import { shopperInstructions, shopperSummary } from './words.ts'

type Quotes = Awaited<ReturnType<typeof readQuotes>>
type Part = Partial<HomeownersFollowUp> & Pick<HomeownersFollowUp, 'status'>

const policiesPart = async (app: App, uid: string) => {
  const url = loginUrl(app, uid)
  const policies = await policiesOf(app, uid)
  return policies.map(policy => ({
    ...wirePolicy(policy, app.clock.now()),
    documents: policy.documents.map(({ filename }) => ({
      name: filename,
      url,
      requires_sign_in: true as const,
    })),
  }))
}

const selectedPart = async (app: App, intake: HomeownersIntakeRecord, placing: Placing): Promise<Part> => {
  if (placing.open.length > 0) return { status: 'waiting_on_carrier' }
  const preview = await purchasePreview(app, intake)
  if (!preview) return { status: 'quoted' }
  if (placing.asked.length > 0)
    return {
      status: 'info_requested',
      ...preview,
      statement: statementOf(purchaseAgreement),
      ...(!intake.sandbox && { signature_url: loginUrl(app, intake.uid) }),
    }
  return (await confirmedPreview(app, intake.uid)) === preview.preview_token
    ? { status: 'signature_needed', ...preview, signature_url: loginUrl(app, intake.uid) }
    : { status: 'ready_to_finalize', ...preview, statement: statementOf(purchaseAgreement) }
}

const partOf = async (
  app: App,
  intake: HomeownersIntakeRecord,
  { body: { status, detail_status, offers = [] }, facts }: Quotes,
): Promise<Part> => {
  if (intake.status === 'selected') return selectedPart(app, intake, facts.placing)
  if (intake.status === 'bound') return { status: 'bound' }
  if (detail_status) return { status }
  return speaksOfConsent(facts)
    ? { status, credit_consent_question: statementOf(softCreditCheck) }
    : { status, ...(offers.length > 0 && { statement: statementOf(offerChoice) }) }
}

const submission: MissingField = {
  field: 'confirm_submission',
  path: ['confirm_submission'],
  label: 'Confirmation',
  description:
    'True once the person has read the whole application and wants quotes for it. Send it last, together with credit_check_authorized.',
  type: 'boolean',
}

const AUTHORIZATION =
  'True once the person has read the whole application and authorized a soft credit check in the words of credit_consent_question. Send it last, together with confirm_submission.'

const withSubmission = ({
  missing_field_details: asked,
}: Pick<HomeownersFollowUp, 'missing_field_details'>) => {
  const missing_field_details = asked.flatMap(each =>
    each.field === 'credit_check_authorized' ? [submission, { ...each, description: AUTHORIZATION }] : [each],
  )
  return { missing_fields: missing_field_details.map(({ field }) => field), missing_field_details }
}

export const homeownerOf = (intake: HomeownersIntakeRecord): PersonToVerify => ({
  ...personOf(intake, intake.application.applicant, {
    product: 'home insurance',
    places: homePlaces(intake.application),
  }),
  submits: isHeld(intake),
})

const factsOf = async (
  app: App,
  { uid, sandbox }: HomeownersIntakeRecord,
  { quotes, part, missing_fields }: { quotes: Quotes; part: Part; missing_fields: string[] },
) => {
  const { body: seen, facts } = quotes
  const { policies: bound, detail_status, offers = [] } = seen
  return {
    uid,
    status: part.status,
    startDate: part.purchase_preview?.effective_date ?? null,
    hasStartWarning: part.purchase_preview?.start_warning !== undefined,
    ...(detail_status && { detail_status }),
    missing_fields,
    consentOffered: seen.status === 'needs_more_info' && (await isOnlyOffered(app, uid, softCreditCheck)),
    creditRefusedBy: facts.creditRefusedBy,
    wasQuoted: facts.wasQuoted,
    offers: offers.length,
    waiting: facts.waiting,
    notIssuedBy: facts.notIssuedBy,
    hadOffers: facts.hadOffers,
    placing: facts.placing,
    isCanceled: bound?.some(({ ended_on }) => ended_on !== undefined) ?? false,
    isOver: bound?.every(isOver) ?? false,
    sandbox,
    illustrative: facts.illustrative,
  }
}

const doorOf = (uid: string) => ({
  person: 'person',
  requests: `POST /api/intake/${uid}/policy/requests`,
  again: 'start a new prefill',
})

export const shopperView = async (
  app: App,
  intake: HomeownersIntakeRecord,
  asked?: Verification,
): Promise<HomeownersFollowUp> => {
  const { uid } = intake
  const quotes = await readQuotes(app, intake)
  const { policies: bound, ...seen } = quotes.body
  const part = await partOf(app, intake, quotes)
  const asking = withSubmission(seen)
  const facts = await factsOf(app, intake, { quotes, part, missing_fields: asking.missing_fields })
  const verification =
    asked ?? (intake.status === 'bound' ? null : await verificationOf(app, homeownerOf(intake)))
  const needsProof = verification !== null && isHeld(intake)
  return withOffersThatFit({
    ...seen,
    ...asking,
    ...part,
    ...(bound && { policies: await policiesPart(app, uid) }),
    response_summary: shopperSummary(facts) ?? seen.response_summary,
    ...(verification && { verification }),
    ...pollPart(app, uid),
    agent_instructions: withUnrecognizedAdvice(
      [
        ...lifeInstructions(doorOf(uid), bound ?? []),
        ...repricedInstructions({ ...seen, ...part }),
        ...shopperInstructions(facts),
      ],
      seen,
    ),
    ...(verification && isHeld(intake) && heldForProof(verification)),
    ...(await turnOf(app, intake, { needsProof })),
  })
}
