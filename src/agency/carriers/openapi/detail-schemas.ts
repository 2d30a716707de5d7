import Type, { type TSchema } from 'typebox'
import { keysOf } from '../../../platform/lib/keys-of.ts'
import type { PostalAddress } from '../contract/bind.ts'
import { COVERAGES, type CoverageCode } from '../contract/coverages.ts'
import {
  type Driver,
  type InsuredVehicle,
  type Interest,
  type LiabilityLosses,
  type NamedApplicant,
  type OrderDetails,
  type PriorPolicy,
  permittedPurposes,
  type QuoteDetails,
  type QuoteEvidence,
  type RecordedConsent,
  type WantedCoverage,
} from '../contract/details.ts'
import { momentSchema } from '../contract/parse-later.ts'

export type FieldsOf<T> = Required<{ [K in keyof T]: TSchema }>

const { Optional: optional } = Type

export const anyText = Type.String()
export const flag = Type.Boolean()
export const count = Type.Integer({ minimum: 0 })
export const wholeDollars = Type.Integer({ minimum: 0, description: 'Whole dollars.' })
export const DAY_PATTERN = '^\\d{4}-\\d\\d-\\d\\d$'
export const day = Type.String({ pattern: DAY_PATTERN })

export const postalAddress: FieldsOf<PostalAddress> = {
  street: anyText,
  city: anyText,
  state: anyText,
  zip: anyText,
}

const applicant: FieldsOf<NamedApplicant> = {
  role: Type.Enum(['applicant', 'co_applicant', 'spouse']),
  full_name: anyText,
  birthday: optional(day),
  email: optional(anyText),
  phone_number: optional(anyText),
  marital_status: optional(anyText),
}

const interest: FieldsOf<Interest> = {
  kind: Type.Enum(['mortgagee', 'title_holder']),
  name: anyText,
  rank: optional(Type.Integer({ minimum: 1, description: '1 for the first mortgage.' })),
  clause: optional(Type.String({ description: 'How the lender must be named in the policy.' })),
  loan_number: optional(anyText),
  address: optional(Type.String({ description: 'On one line.' })),
  escrow: optional(Type.Boolean({ description: 'The lender pays the premium from escrow.' })),
}

const priorPolicy: FieldsOf<PriorPolicy> = {
  carrier: optional(anyText),
  expires: optional(day),
  lapse_days: optional(count),
  insured_years: optional(count),
}

/** As a carrier is asked for it, and as it states it. */
const coverageValue = (code: CoverageCode): TSchema => {
  const { unit, says, ...choice } = COVERAGES[code]
  if (unit === 'words')
    return Type.Enum([...(choice as { menu: readonly string[] }).menu], { description: says })
  const { least, most } = choice as { least: number; most: number }
  const what = unit === 'percent' ? 'Percent of the dwelling limit.' : 'Whole dollars.'
  return Type.Integer({ minimum: least, maximum: most, description: `${what} ${says}` })
}

const wanted: FieldsOf<WantedCoverage> = {
  start_date: optional(day),
  deductible: optional(wholeDollars),
  coverage_limit: optional(wholeDollars),
  coverages: optional(
    Type.Object(Object.fromEntries(keysOf(COVERAGES).map(code => [code, optional(coverageValue(code))])), {
      description: 'Homeowners. What the person chose. Leave the rest at your standard.',
    }),
  ),
  scheduled_items: optional(
    Type.Array(Type.Object({ description: optional(anyText), value: optional(wholeDollars) }), {
      description: 'Homeowners. Each to be insured for its own value.',
    }),
  ),
}

const losses: FieldsOf<LiabilityLosses> = {
  in_last_5_years: optional(flag),
  over_50k: optional(flag),
  four_or_more_over_25k: optional(flag),
  open_claim: optional(flag),
}

const consent: FieldsOf<RecordedConsent> = {
  purpose: anyText,
  version: Type.String({ description: 'Of the text that the person agreed to.' }),
  given_at: momentSchema,
  proof: Type.Enum(['portal_session', 'operator_attestation', 'assistant_attestation', 'link_holder']),
}

const purposes = Type.Array(Type.Enum([...permittedPurposes]), {
  description:
    'What you may use the data for. consumer_reports: the person authorized them. insurance_score: the state allows one, too.',
})

const applicants = Type.Array(Type.Object(applicant), { description: 'The applicant first.' })
const interests = Type.Array(Type.Object(interest))

const NAMED = 'Left out if your entry says identified: false.'

const quoteDetails: FieldsOf<QuoteDetails & QuoteEvidence> = {
  prior_policy: Type.Object(priorPolicy),
  wanted: Type.Object(wanted),
  losses: optional(Type.Object(losses, { description: 'Umbrella. Losses of a home are in risk.' })),
  applicants: optional(Type.Array(Type.Object(applicant), { description: `The applicant first. ${NAMED}` })),
  property: optional(
    Type.Object(postalAddress, { description: `The home to insure, or the buyer’s home. ${NAMED}` }),
  ),
  mailing_address: optional(Type.String({ description: `On one line, if it is another. ${NAMED}` })),
  interests: optional(Type.Array(Type.Object(interest), { description: NAMED })),
  consents: optional(
    Type.Array(Type.Object(consent), {
      description: `What the person agreed to before this request. ${NAMED}`,
    }),
  ),
  permitted_purposes: optional(purposes),
}

const contract = Type.Literal(2, { description: 'The contract in your entry of CARRIERS_FILE.' })

export const quoteDetailSchemas = { contract, ...quoteDetails }

const driver: FieldsOf<Driver> = {
  role: Type.Enum(['applicant', 'spouse', 'other']),
  full_name: anyText,
  birthday: optional(day),
  license_state: optional(anyText),
  license_number: optional(anyText),
}

const vehicle: FieldsOf<InsuredVehicle> = {
  year: optional(count),
  make: optional(anyText),
  model: optional(anyText),
  vin: optional(anyText),
}

const orderDetails: FieldsOf<OrderDetails> = {
  applicants,
  interests,
  drivers: optional(Type.Array(Type.Object(driver), { description: 'Umbrella.' })),
  vehicles: optional(Type.Array(Type.Object(vehicle), { description: 'Umbrella.' })),
}

export const namedInOrder = { applicants: optional(applicants), interests: optional(interests) }

export const orderDetailSchemas = { contract, permitted_purposes: purposes, ...orderDetails }
