import Type, { type Static } from 'typebox'
import { answered } from '../../line/wire/answer-schema.ts'
import { KnownSummarySchema } from '../application/known-summary.ts'
import { MissingFieldDetail } from '../application/missing.ts'

const closed = { additionalProperties: false } as const
const dollars = (description: string) => Type.Integer({ minimum: 0, description })
const moment = (description: string) => Type.String({ format: 'date-time', description })
const link = (description: string) => Type.Optional(Type.String({ format: 'uri', description }))

const HomeownersOffer = Type.Object(
  {
    offer_id: Type.String(),
    carrier: Type.String(),
    annual_price: dollars('Whole dollars a year.'),
    monthly_price: dollars('One twelfth of annual_price, rounded up.'),
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
    quote_number: Type.String(),
    recommended: Type.Boolean(),
    recommended_because: Type.Optional(Type.String()),
    rank: Type.Integer({ minimum: 1 }),
    is_estimate: Type.Boolean({ description: 'True while a rated home value is an unconfirmed estimate.' }),
    expires_at: moment('30 days after the offer was published.'),
    insurance_score: Type.Enum(['used', 'not_used']),
    price_factors: Type.Array(
      Type.Object({ factor: Type.String(), label: Type.String(), effect: Type.Number() }, closed),
      { description: 'Factors that multiply to the price.' },
    ),
  },
  { $id: 'HomeownersOffer', ...closed },
)

export const quotesProperties = {
  uid: answered.uid,
  job_id: Type.String({ description: 'Same as uid.' }),
  sandbox: Type.Boolean(),
  status: Type.Enum(['needs_more_info', 'pending_quotes', 'quoted']),
  detail_status: Type.Optional(Type.Enum(['selected', 'bound', 'withdrawn', 'expired'])),
  response_summary: answered.response_summary,
  known_summary: KnownSummarySchema,
  missing_fields: Type.Array(Type.String(), { description: 'Paths of required fields that are missing.' }),
  missing_field_details: Type.Array(MissingFieldDetail),
  unrecognized_fields: answered.unrecognized_fields,
  field_hints: answered.field_hints,
  quoting: answered.quoting,
  offers: Type.Optional(Type.Array(HomeownersOffer)),
  declines: answered.declines,
  price_change: Type.Optional(
    Type.Object({ from: Type.Integer(), to: Type.Integer(), because: Type.Array(Type.String()) }, closed),
  ),
  ...answered.poll,
  homeowner_fix_issues_request_login_url: link(
    'Where the homeowner requests a sign-in link to add missing answers.',
  ),
  homeowner_quotes_request_login_url: link('Where the homeowner requests a sign-in link to review and buy.'),
  agent_instructions: answered.agent_instructions,
}

export const HomeownersQuotesResponse = Type.Object(quotesProperties, {
  $id: 'HomeownersQuotesResponse',
  ...closed,
})
export type HomeownersQuotesResponse = Static<typeof HomeownersQuotesResponse>
export type WireOffer = Static<typeof HomeownersOffer>
