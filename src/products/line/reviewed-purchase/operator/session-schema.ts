import Type, { type Static } from 'typebox'
import { carrierInfoField } from '../../../../agency/carriers/contract/carrier-info.ts'
import { policyLifeFields, policyPrice } from '../../../../agency/policies/policy-life.ts'
import { policyRequestsField } from '../../../../agency/policies/policy-request.ts'
import { dollars } from '../../../../platform/values/schema-parts.ts'
import { answered, PriceFactors, receiptProperty, Statement } from '../../wire/answer-schema.ts'
import { illustrativeField, surplusField } from '../../wire/illustrative.ts'
import { wireTermsPart } from '../../wire/payment-schema.ts'
import { endedOnField } from '../../wire/policy-words.ts'
import { previousPriceField } from '../../wire/previous-price.ts'
import { StageField } from '../../wire/waiting-on.ts'
import { fieldEstimateSchema, knownSummarySchema } from '../application/known-summary.ts'
import { reviewedLifecycle } from '../application/lifecycle.ts'
import { questionSchema } from '../application/next-question.ts'
import { reviewSchema } from '../application/review.ts'
import { detailStatuses } from '../application/statuses.ts'
import { purchasePreviewSchema } from '../buying/purchase-preview.ts'
import { perLine, schemaId } from '../reviewed-line.ts'

const closed = { additionalProperties: false } as const

const offerSchema = perLine(line =>
  Type.Object(
    {
      selection_token: Type.String({
        description: 'Send it to select to choose this offer. The next draft makes it invalid.',
      }),
      carrier: Type.String(),
      illustrative: illustrativeField,
      admitted: surplusField,
      carrier_info: carrierInfoField,
      annual_price: dollars('Whole dollars a year.'),
      previous_price: previousPriceField,
      coverage_limit: dollars(line.words.coverageLimit),
      is_estimate: Type.Boolean({
        description: 'True when the carrier may still change the price within price_range.',
      }),
      price_range: Type.Object(
        { low: dollars('Lowest possible price.'), high: dollars('Highest possible price.') },
        closed,
      ),
      recommended: Type.Optional(
        Type.Boolean({ description: 'Absent on a single offer, which has nothing to be compared with.' }),
      ),
      rank: Type.Integer({ minimum: 1 }),
      display_notes: Type.Array(Type.String(), { description: 'Show these with the offer.' }),
      choice_guidance: Type.String({ description: 'How the offer compares with the others.' }),
      ...(line.offerFields as object),
      price_factors: PriceFactors,
      ...wireTermsPart,
      expires_at: Type.String({
        format: 'date-time',
        description: 'Set by the carrier, or 30 days after the offer was published.',
      }),
    },
    { $id: schemaId(line, 'Offer'), ...closed },
  ),
)
export type WireOffer = Static<ReturnType<typeof offerSchema>>

const PendingField = Type.Object(
  {
    number: Type.Integer({ minimum: 1 }),
    field: Type.String(),
    label: Type.String(),
    estimated: Type.Boolean({
      description: 'True when the field has a value that the buyer has not confirmed.',
    }),
  },
  closed,
)

const StoredFile = Type.Object(
  { type: Type.String(), filename: Type.String(), stored_as: Type.String() },
  closed,
)

const operations = ['draft', 'quotes', 'select', 'bind', 'attach', 'status', 'none'] as const

const DETAILS =
  'The status, and what it leaves out. canceled: the bound policy was. expired: its policy, or the answers, which were erased.'

const words = (description: string) => Type.String({ description })

export const sessionProperties = perLine(line => ({
  uid: answered.uid,
  sandbox: Type.Boolean(),
  status: Type.Enum([...reviewedLifecycle.states]),
  detail_status: Type.Enum([...detailStatuses], { description: DETAILS }),
  stage: StageField,
  response_summary: answered.response_summary,
  next_action: Type.Object(
    { operation: Type.Enum([...operations]), description: Type.String() },
    { ...closed, description: 'The next operation to call, and what to do before it.' },
  ),
  known_summary: knownSummarySchema(line),
  pending_fields: Type.Array(PendingField, { description: 'Missing fields, followed by estimated ones.' }),
  suggested_values: Type.Record(
    Type.String(),
    Type.Object({ value: Type.Unknown(), reason: Type.String() }, closed),
    { description: 'Likely answers. Always ask the buyer.' },
  ),
  next_question: Type.Optional(questionSchema(line)),
  review: Type.Optional(reviewSchema(line)),
  review_token: Type.Optional(words('Identifies this review. The next draft makes it invalid.')),
  review_url: Type.Optional(
    Type.String({
      format: 'uri',
      description: 'The page where the buyer corrects and confirms the application. Expires after 7 days.',
    }),
  ),
  compensation_disclosure: answered.compensation_disclosure,
  person_acts: answered.person_acts,
  field_estimates: Type.Array(fieldEstimateSchema(line)),
  ineligible_reasons: Type.Optional(Type.Array(Type.String())),
  unrecognized_fields: answered.unrecognized_fields,
  field_hints: answered.field_hints,
  quoting: answered.quoting,
  offers: Type.Optional(Type.Array(offerSchema(line))),
  declines: answered.declines,
  selection_guidance: Type.Optional(
    Type.Object(
      {
        default_selection_token: Type.String({
          description:
            'The selected offer or, before that, the one the agency recommends. Send it only if the buyer chose it.',
        }),
        summary: Type.String(),
        same_reply_requirements: Type.Array(Type.String(), {
          description: 'What the buyer’s reply must include.',
        }),
      },
      closed,
    ),
  ),
  selected_offer: Type.Optional(offerSchema(line)),
  credit_consent_question: Type.Optional(
    Type.Object(
      { version: Type.String(), text: Type.String() },
      { ...closed, description: 'The exact text to show the buyer before they answer.' },
    ),
  ),
  purchase_preview: Type.Optional(purchasePreviewSchema(line)),
  statement: Type.Optional(Statement),
  sign_url: Type.Optional(
    Type.String({ format: 'uri', description: 'Where the buyer proves their email address and signs.' }),
  ),
  required_upload_types: Type.Optional(Type.Array(Type.String(), { description: 'Documents to attach.' })),
  documents: Type.Optional(
    Type.Array(
      Type.Object(
        {
          type: Type.String(),
          filename: Type.String(),
          stored_as: Type.String(),
          status: Type.Enum(['in_review', 'accepted', 'rejected']),
          reason: Type.Optional(Type.String({ description: 'Why it was rejected.' })),
        },
        closed,
      ),
      { description: 'Attached documents and their status.' },
    ),
  ),
  received: Type.Optional(
    Type.Array(StoredFile, { description: 'After attach: the files of this call and their stored names.' }),
  ),
  replaced: Type.Optional(
    Type.Array(StoredFile, {
      description: 'Earlier files of the same type, which no longer count. Send all pages in one call.',
    }),
  ),
  ...receiptProperty,
  payment_url: Type.Optional(Type.String({ format: 'uri', description: 'Where the buyer pays.' })),
  policy: Type.Optional(
    Type.Object(
      {
        policy_number: Type.String(),
        carrier: Type.String(),
        carrier_info: carrierInfoField,
        coverage_limit: Type.Integer({
          description: 'If that of a renewed period is not on record, that of the first.',
        }),
        effective_date: Type.String({ format: 'date' }),
        effective_at: Type.String({
          format: 'date-time',
          description:
            'When coverage starts: 12:01 a.m. on effective_date where the household is, or the minute of issue if it was bought for the same day.',
        }),
        expiration_date: Type.String({ format: 'date' }),
        ended_on: endedOnField,
        ...policyLifeFields,
        requests: policyRequestsField,
        ...policyPrice,
        signature: Type.Optional(
          Type.Object(
            {
              kind: Type.Enum(['person', 'operator_attestation', 'assistant_attestation']),
              by: Type.String({ description: 'The name that was signed, or who stated the confirmation.' }),
              at: Type.String({ format: 'date-time' }),
              statement_version: Type.String(),
            },
            { ...closed, description: 'Who signed, or who ordered the policy for the buyer.' },
          ),
        ),
        documents: Type.Array(
          Type.Object({ name: Type.String(), url: Type.String({ format: 'uri' }) }, closed),
        ),
      },
      closed,
    ),
  ),
  ...answered.poll,
  agent_instructions: answered.agent_instructions,
}))

export const sessionSchema = perLine(line =>
  Type.Object(sessionProperties(line), { $id: schemaId(line, 'Session'), ...closed }),
)
export type Session = Static<ReturnType<typeof sessionSchema>>
