import { type DocumentRecord, listDocuments } from '../../../../agency/documents/documents.ts'
import { findPayment } from '../../../../agency/payments/payments.ts'
import { policiesOf } from '../../../../agency/policies/policies.ts'
import type { RecordedSignature } from '../../../../agency/policies/terms.ts'
import { limitIn } from '../../../../agency/policies/versions.ts'
import type { App } from '../../../../platform/app.ts'
import { nameTitle } from '../../../../platform/lib/name-words.ts'
import { shownLife, shownRequests } from '../../aftersale/shown-life.ts'
import { statementOf } from '../../wire/answer-schema.ts'
import { requestedKeyOf } from '../application/application.ts'
import { missingAnswer } from '../application/missing.ts'
import type { NextQuestion } from '../application/next-question.ts'
import { linkedDocuments } from '../buying/policy-links.ts'
import { purchasePreview } from '../buying/purchase-preview.ts'
import { inForce, isUploadType, uploadsMissing } from '../buying/uploads.ts'
import type { ReviewedIntake } from '../intake/intake.ts'
import { reviewUrl } from '../intake/review-token.ts'
import { selectedOffer } from '../quoting/selected-offer.ts'
import { lineOf, type ReviewedLine } from '../reviewed-line.ts'
import type { Session } from './session-schema.ts'

const SHOWN = {
  received: 'in_review',
  needs_person: 'in_review',
  accepted: 'accepted',
  rejected: 'rejected',
} as const

const shownDocument = ({ type, filename, status, reason, document_id }: DocumentRecord) => ({
  type,
  filename,
  stored_as: document_id,
  status: SHOWN[status as keyof typeof SHOWN],
  ...(status === 'rejected' && reason !== null && { reason }),
})

const previewOf = async (app: App, intake: ReviewedIntake) => {
  const purchase_preview = await purchasePreview(app, intake)
  return purchase_preview ? { purchase_preview } : {}
}

export const previewPart = async (app: App, intake: ReviewedIntake) => ({
  ...(await previewOf(app, intake)),
  statement: statementOf(lineOf(intake).consents.attestation),
})

export const signingPart = async (app: App, intake: ReviewedIntake) => ({
  ...(await previewOf(app, intake)),
  sign_url: reviewUrl(app, intake.uid),
})

/** The buyer can send another document only once all are judged. Until then, none is shown as refused. */
const beforeVerdict = (document: DocumentRecord): DocumentRecord =>
  document.status === 'rejected' ? { ...document, status: 'received', reason: null } : document

export const documentsPart = async (app: App, intake: ReviewedIntake) => {
  const { uid, status } = intake
  const judged = inForce(await listDocuments(app, uid))
  const documents = status === 'documents_pending_review' ? judged.map(beforeVerdict) : judged
  const reasons = documents.flatMap(({ status: verdict, reason }) =>
    verdict === 'rejected' && reason ? [reason] : [],
  )
  return {
    documents: documents.map(shownDocument),
    ...(status === 'documents_needed' && {
      required_upload_types: uploadsMissing(intake, documents),
    }),
    ...(reasons.length > 0 && {
      response_summary: `A document was not accepted. ${[...new Set(reasons)].join(' ')}`,
    }),
  }
}

export const paymentPart = async (app: App, { application: { purchase } }: ReviewedIntake) => {
  const payment = purchase?.payment_id ? await findPayment(app, purchase.payment_id) : null
  return payment ? { payment_url: payment.url } : {}
}

const asked = (line: ReviewedLine, field: string): NextQuestion['fields'][number] => {
  const name = requestedKeyOf(line, field)
  if (Object.hasOwn(line.fields, name)) {
    const { field: _, ...shown } = missingAnswer(line, name)
    return shown
  }
  return {
    path: [name],
    label: nameTitle(name),
    type: 'string',
    description: 'The requested information.',
  }
}

export const infoPart = (intake: ReviewedIntake): Partial<Session> => {
  const line = lineOf(intake)
  const { from, reason = '', fields = [] } = intake.application.purchase?.info_request ?? {}
  const uploads = fields.filter(field => isUploadType(line, field))
  const questions = fields.filter(field => !isUploadType(line, field))
  return {
    response_summary: `More information is required to issue the policy. ${reason}`,
    ...(uploads.length > 0 && { required_upload_types: uploads }),
    ...(questions.length > 0 && {
      next_question: {
        title: from === 'documents' ? 'Requested by the agency' : 'Requested by the carrier',
        prompt: reason,
        fields: questions.map(field => asked(line, field)),
        scope: 'application',
        item_index: null,
        display_note: null,
      },
    }),
  }
}

export const blockedPart = ({ application: { purchase } }: ReviewedIntake) =>
  purchase?.blocked_because === undefined
    ? {}
    : { response_summary: `The carrier will not issue this policy. ${purchase.blocked_because}` }

const shownSignature = (signature: RecordedSignature | undefined) => {
  if (signature?.kind === undefined) return {}
  const { kind, statement_version } = signature
  const [by, at] =
    kind === 'person'
      ? [signature.signed_name, signature.signed_at]
      : [signature.attested_by, signature.attested_at]
  return { signature: { kind, by, at, statement_version } }
}

export const policyPart = async (app: App, intake: ReviewedIntake): Promise<Partial<Session>> => {
  const { uid } = intake
  const [policy] = await policiesOf(app, uid)
  const row = await selectedOffer(app, intake)
  if (!policy || !row) return {}
  const { policy_number, carrier, effective_date, effective_at } = policy
  return {
    policy: {
      policy_number,
      carrier,
      ...(policy.carrier_info && { carrier_info: policy.carrier_info }),
      coverage_limit: limitIn(policy.terms, 'coverage_limit') ?? row.offer.coverage_limit,
      effective_date,
      effective_at,
      ...shownLife(policy, app.clock.now()),
      annual_price_cents: policy.terms.price_cents,
      ...(policy.end && { ended_on: policy.end.ended_on }),
      ...shownRequests(policy),
      ...shownSignature(policy.signature),
      documents: linkedDocuments(app, policy),
    },
  }
}
