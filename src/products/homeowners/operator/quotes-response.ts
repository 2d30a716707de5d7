import Type, { type Static } from 'typebox'
import { carrierInfoField } from '../../../agency/carriers/contract/carrier-info.ts'
import { COVERAGES } from '../../../agency/carriers/contract/coverages.ts'
import { policyLifeFields, policyPrice } from '../../../agency/policies/policy-life.ts'
import { policyRequestsField } from '../../../agency/policies/policy-request.ts'
import { dollars } from '../../../platform/values/schema-parts.ts'
import { textOrNull } from '../../line/fields/intake-schema.ts'
import { answered, PriceFactors, receiptProperty, Statement } from '../../line/wire/answer-schema.ts'
import { illustrativeField, surplusField } from '../../line/wire/illustrative.ts'
import { wireTermsPart } from '../../line/wire/payment-schema.ts'
import { endedOnField } from '../../line/wire/policy-words.ts'
import { previousPriceField } from '../../line/wire/previous-price.ts'
import { StageField } from '../../line/wire/waiting-on.ts'
import { KnownSummarySchema } from '../application/known-summary.ts'
import { MissingFieldDetail } from '../application/missing.ts'
import { propertyStatuses, publicStatuses } from '../application/statuses.ts'

const closed = { additionalProperties: false } as const
const moment = (description: string) => Type.String({ format: 'date-time', description })
const link = (description: string) => Type.Optional(Type.String({ format: 'uri', description }))

const HomeownersOffer = Type.Object(
  {
    offer_id: Type.String(),
    carrier: Type.String(),
    illustrative: illustrativeField,
    admitted: surplusField,
    carrier_info: carrierInfoField,
    annual_price: dollars('Whole dollars a year.'),
    previous_price: previousPriceField,
    monthly_price: Type.Optional(
      dollars('The highest installment of the carrier’s own monthly plan. Absent without one.'),
    ),
    coverage_summary: Type.String(),
    policy_form: Type.Enum(['HO-3', 'HO-5', 'HO-6', 'DP-3']),
    property_id: Type.String(),
    dwelling_coverage: dollars('Coverage A.'),
    other_structures: dollars('Coverage B.'),
    personal_property: dollars('Coverage C.'),
    loss_of_use: dollars('Coverage D.'),
    personal_liability: dollars('Liability limit per occurrence. Coverage E, or Coverage L on a DP-3.'),
    medical_payments: dollars('Medical payments to others, per person. Coverage F, or Coverage M on a DP-3.'),
    deductible: dollars('What the homeowner pays for each loss.'),
    wind_hail_deductible: Type.Optional(
      dollars('Separate deductible for wind and hail; in Florida, for hurricanes.'),
    ),
    replacement_cost: Type.Optional(
      dollars('The carrier’s own cost to rebuild the home, where it states one.'),
    ),
    scheduled_property: Type.Optional(dollars('Scheduled items together.')),
    water_backup: Type.Optional(dollars(COVERAGES.water_backup.says)),
    ordinance_or_law: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 100, description: COVERAGES.ordinance_or_law.says }),
    ),
    service_line: Type.Optional(dollars(COVERAGES.service_line.says)),
    roof_settlement: Type.Optional(
      Type.Enum([...COVERAGES.roof_settlement.menu], { description: COVERAGES.roof_settlement.says }),
    ),
    differs_from_request: Type.Optional(
      Type.Array(
        Type.Object({ coverage: Type.String(), asked: Type.String(), offered: Type.String() }, closed),
        { description: 'Where the offer is not what was asked for in intake.home[]. Tell the homeowner.' },
      ),
    ),
    quote_number: Type.String(),
    ...wireTermsPart,
    recommended: Type.Optional(
      Type.Boolean({ description: 'Absent on a single offer, which has nothing to be compared with.' }),
    ),
    recommended_because: Type.Optional(Type.String()),
    rank: Type.Integer({ minimum: 1 }),
    is_estimate: Type.Boolean({ description: 'True while a rated home value is an unconfirmed estimate.' }),
    expires_at: moment('Set by the carrier, or 30 days after the offer was published.'),
    insurance_score: Type.Enum(['used', 'not_used']),
    price_factors: PriceFactors,
  },
  { $id: 'HomeownersOffer', ...closed },
)

const moments = {
  effective_date: Type.String({ format: 'date' }),
  effective_at: moment(
    'When coverage starts: 12:01 a.m. on effective_date where the home is, or the minute of issue if it was bought for the same day.',
  ),
}

export const policyProperties = {
  policy_number: Type.String(),
  carrier: Type.String(),
  property_id: Type.String(),
  ...moments,
  expiration_date: Type.String({ format: 'date' }),
  ended_on: endedOnField,
  ...policyLifeFields,
  requests: policyRequestsField,
  ...policyPrice,
}

const HomeownersProperty = Type.Object(
  {
    property_id: textOrNull('Null while the address is incomplete.'),
    status: Type.Enum(propertyStatuses, {
      description:
        'Homes can be bought one by one. no_offers: no carrier made an offer, or none is left. waiting_on_carrier: signed, and not issued yet. canceled: from ended_on on. expired: its policy, or the application. not_insured: the request ended without a policy for this home.',
    }),
  },
  closed,
)

export const quotesProperties = {
  uid: answered.uid,
  job_id: Type.String({ description: 'Same as uid.' }),
  sandbox: Type.Boolean(),
  status: Type.Enum([...publicStatuses.status]),
  detail_status: Type.Optional(
    Type.Enum([...publicStatuses.detail_status], { description: 'Once something followed quoted: what.' }),
  ),
  stage: StageField,
  response_summary: answered.response_summary,
  known_summary: KnownSummarySchema,
  missing_fields: Type.Array(Type.String(), { description: 'Paths of required fields that are missing.' }),
  missing_field_details: Type.Array(MissingFieldDetail),
  compensation_disclosure: answered.compensation_disclosure,
  person_acts: answered.person_acts,
  unrecognized_fields: answered.unrecognized_fields,
  field_hints: answered.field_hints,
  properties: Type.Array(HomeownersProperty, { description: 'The state of each home.' }),
  policies: Type.Optional(
    Type.Array(Type.Object(policyProperties, closed), { description: 'Policies bound so far.' }),
  ),
  quoting: answered.quoting,
  offers: Type.Optional(Type.Array(HomeownersOffer)),
  declines: Type.Optional(
    Type.Array(
      Type.Object(
        {
          carrier: Type.String(),
          property_id: Type.String(),
          reason_code: Type.String(),
          reason: Type.String(),
        },
        closed,
      ),
    ),
  ),
  price_change: Type.Optional(
    Type.Object(
      {
        property_id: Type.String(),
        from: Type.Integer(),
        to: Type.Integer(),
        because: Type.Array(Type.String()),
      },
      closed,
    ),
  ),
  statement: Type.Optional(Statement),
  ...answered.poll,
  homeowner_fix_issues_request_login_url: link(
    'Where the homeowner requests a sign-in link to add missing answers.',
  ),
  homeowner_quotes_request_login_url: link('Where the homeowner requests a sign-in link to review and buy.'),
  ...receiptProperty,
  agent_instructions: answered.agent_instructions,
}

export const HomeownersQuotesResponse = Type.Object(quotesProperties, {
  $id: 'HomeownersQuotesResponse',
  ...closed,
})
export type HomeownersQuotesResponse = Static<typeof HomeownersQuotesResponse>
export type WireOffer = Static<typeof HomeownersOffer>
