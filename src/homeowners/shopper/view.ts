import type { App } from '../../app.ts'
import { confirmedPreview } from '../../key/shopper/shopper.ts'
import { type PersonToVerify, personOf, verificationOf } from '../../key/shopper/verification.ts'
import { withUnrecognizedAdvice } from '../../line/fields/field-hints.ts'
import { isOnlyOffered } from '../../line/record/consent.ts'
import { statementOf } from '../../line/wire/answer-schema.ts'
import { heldForProof, pollPart, type Verification } from '../../line/wire/follow-up.ts'
import { isOver, lifeInstructions } from '../../line/wire/policy-words.ts'
import { repricedInstructions } from '../../line/wire/previous-price.ts'
import { policiesOf } from '../../policies/policies.ts'
import { offerChoice, purchaseAgreement, softCreditCheck } from '../application/consent-words.ts'
import type { MissingField } from '../application/missing.ts'
import type { Placing } from '../buying/placing.ts'
import { purchasePreview } from '../buying/purchase-preview.ts'
import { type HomeownersIntakeRecord, isHeld } from '../intake/intake.ts'
import { turnOf } from '../intake/turn.ts'
import { readQuotes } from '../operator/quotes-view.ts'
import { wirePolicy } from '../operator/wire-policy.ts'
import { homePlaces } from '../quoting/email-facts.ts'
import { loginUrl } from '../quoting/portal-links.ts'
import type { HomeownersFollowUp } from './schema.ts'
import { shopperInstructions, shopperSummary } from './words.ts'

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
  {
    body: { status, missing_fields, detail_status, offers = [] },
    facts: { placing },
  }: Awaited<ReturnType<typeof readQuotes>>,
): Promise<Part> => {
  if (intake.status === 'selected') return selectedPart(app, intake, placing)
  if (intake.status === 'bound') return { status: 'bound' }
  if (detail_status) return { status }
  return missing_fields.join() === 'credit_check_authorized'
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

export const shopperView = async (
  app: App,
  intake: HomeownersIntakeRecord,
  asked?: Verification,
): Promise<HomeownersFollowUp> => {
  const { uid, sandbox } = intake
  const quotes = await readQuotes(app, intake)
  const { body: seen } = quotes
  const part = await partOf(app, intake, quotes)
  const { refusedBy, hasEnded, placing } = quotes.facts
  const { policies: bound, ...rest } = seen
  const { detail_status, offers = [] } = seen
  const asking = withSubmission(seen)
  const { missing_fields } = asking
  const facts = {
    uid,
    status: part.status,
    startDate: part.purchase_preview?.effective_date ?? null,
    startsLate: part.purchase_preview?.start_warning !== undefined,
    ...(detail_status && { detail_status }),
    missing_fields,
    consentOffered: seen.status === 'needs_more_info' && (await isOnlyOffered(app, uid, softCreditCheck)),
    refusal: quotes.facts.refusal,
    offers: offers.length,
    refusedBy,
    hasEnded,
    placing,
    isCanceled: bound?.some(({ ended_on }) => ended_on !== undefined) ?? false,
    isOver: bound?.every(isOver) ?? false,
    sandbox,
    illustrative: quotes.facts.illustrative,
  }
  const verification =
    asked ?? (intake.status === 'bound' ? null : await verificationOf(app, homeownerOf(intake)))
  const needsProof = verification !== null && isHeld(intake)
  return {
    ...rest,
    ...asking,
    ...part,
    ...(bound && { policies: await policiesPart(app, uid) }),
    response_summary: shopperSummary(facts) ?? seen.response_summary,
    ...(verification && { verification }),
    ...pollPart(app, uid),
    agent_instructions: withUnrecognizedAdvice(
      [
        ...lifeInstructions(
          {
            person: 'person',
            requests: `POST /api/intake/${uid}/policy/requests`,
            again: 'start a new prefill',
          },
          bound ?? [],
        ),
        ...repricedInstructions({ ...seen, ...part }),
        ...shopperInstructions(facts),
      ],
      seen,
    ),
    ...(verification && isHeld(intake) && heldForProof(verification)),
    ...(await turnOf(app, intake, { needsProof })),
  }
}
