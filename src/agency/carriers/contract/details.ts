import Type, { type Static, type TObject, type TSchema } from 'typebox'
import { keysOf } from '../../../platform/lib/keys-of.ts'
import type { Source } from '../../../platform/values/sourced.ts'
import { COVERAGES, type CoverageCode, type WantedCoverages } from './coverages.ts'
import { momentSchema } from './parse-answer.ts'

type Fixed<T> = T extends readonly (infer Item)[]
  ? readonly Fixed<Item>[]
  : T extends object
    ? { [K in keyof T]: Fixed<T[K]> }
    : T

/** What we write to carriers, and never change after that. */
export type Message<S extends TSchema> = Fixed<Static<S>>
type Part<P extends Record<string, TSchema>> = Message<TObject<P>>

const { Optional: optional } = Type

export const anyText = Type.String()
export const flag = Type.Boolean()
export const count = Type.Integer({ minimum: 0 })
export const wholeDollars = Type.Integer({ minimum: 0, description: 'Whole dollars.' })
const DAY_PATTERN = '^\\d{4}-\\d\\d-\\d\\d$'
export const day = Type.String({ pattern: DAY_PATTERN })

export const requestId = Type.String({ description: 'The same for every attempt. The answer repeats it.' })
export const today = Type.String({
  pattern: DAY_PATTERN,
  description: 'The day of the request in the state of the risk.',
})
export const sources = Type.Unsafe<Readonly<Record<string, Source>>>(
  Type.Record(
    Type.String(),
    Type.Object({
      kind: Type.Enum([
        'person',
        'operator',
        'assistant',
        'staff',
        'estimate',
        'service_estimate',
        'derived',
      ]),
    }),
    { description: 'For each value, who stated it, or the rule that produced it.' },
  ),
)

export const postalAddress = {
  street: anyText,
  city: anyText,
  state: anyText,
  zip: anyText,
}
export type PostalAddress = Part<typeof postalAddress>

const applicant = {
  role: Type.Enum(['applicant', 'co_applicant', 'spouse']),
  full_name: anyText,
  birthday: optional(day),
  email: optional(anyText),
  phone_number: optional(anyText),
  marital_status: optional(anyText),
}
export type NamedApplicant = Part<typeof applicant>

const interest = {
  kind: Type.Enum(['mortgagee', 'title_holder']),
  name: anyText,
  rank: optional(Type.Integer({ minimum: 1, description: '1 for the first mortgage.' })),
  clause: optional(Type.String({ description: 'How the lender must be named in the policy.' })),
  loan_number: optional(anyText),
  address: optional(Type.String({ description: 'On one line.' })),
  escrow: optional(Type.Boolean({ description: 'The lender pays the premium from escrow.' })),
}
export type Interest = Part<typeof interest>

const priorPolicy = {
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

const wanted = {
  start_date: optional(day),
  deductible: optional(wholeDollars),
  coverage_limit: optional(wholeDollars),
  coverages: optional(
    Type.Unsafe<WantedCoverages>(
      Type.Object(Object.fromEntries(keysOf(COVERAGES).map(code => [code, optional(coverageValue(code))])), {
        description: 'Homeowners. What the person chose. Leave the rest at your standard.',
      }),
    ),
  ),
  scheduled_items: optional(
    Type.Array(Type.Object({ description: optional(anyText), value: optional(wholeDollars) }), {
      description: 'Homeowners. Each to be insured for its own value.',
    }),
  ),
}

const liabilityLosses = {
  in_last_5_years: optional(flag),
  over_50k: optional(flag),
  four_or_more_over_25k: optional(flag),
  open_claim: optional(flag),
}

const consent = {
  purpose: anyText,
  version: Type.String({ description: 'Of the text that the person agreed to.' }),
  given_at: momentSchema,
  proof: Type.Enum(['portal_session', 'operator_attestation', 'assistant_attestation', 'link_holder']),
}

const purposes = Type.Array(Type.Enum(['underwriting', 'consumer_reports', 'insurance_score']), {
  description:
    'What you may use the data for. consumer_reports: the person authorized them. insurance_score: the state allows one, too.',
})
export type PermittedPurpose = Static<typeof purposes>[number]

const applicants = Type.Array(Type.Object(applicant), { description: 'The applicant first.' })
const interests = Type.Array(Type.Object(interest))

const NAMED = 'Left out if your entry says identified: false.'

const quoteDetails = {
  prior_policy: Type.Object(priorPolicy),
  wanted: Type.Object(wanted),
  losses: optional(Type.Object(liabilityLosses, { description: 'Umbrella. Losses of a home are in risk.' })),
  applicants: optional(Type.Array(Type.Object(applicant), { description: `The applicant first. ${NAMED}` })),
  property: optional(
    Type.Object(postalAddress, { description: `The home to insure, or the buyer’s home. ${NAMED}` }),
  ),
  mailing_address: optional(Type.String({ description: `On one line, if it is another. ${NAMED}` })),
  interests: optional(Type.Array(Type.Object(interest), { description: NAMED })),
}
export type QuoteDetails = Part<typeof quoteDetails>

const evidence = {
  consents: optional(
    Type.Array(Type.Object(consent), {
      description: `What the person agreed to before this request. ${NAMED}`,
    }),
  ),
  permitted_purposes: optional(purposes),
}
export type QuoteEvidence = Required<Part<typeof evidence>>

export type Contract2<Details> = Details & Partial<QuoteEvidence> & { contract: 2 }

const contract = Type.Literal(2, { description: 'The contract in your entry of CARRIERS_FILE.' })

export const quoteDetailSchemas = { contract, ...quoteDetails, ...evidence }

const driver = {
  role: Type.Enum(['applicant', 'spouse', 'other']),
  full_name: anyText,
  birthday: optional(day),
  license_state: optional(anyText),
  license_number: optional(anyText),
}
export type Driver = Part<typeof driver>

const vehicle = {
  year: optional(count),
  make: optional(anyText),
  model: optional(anyText),
  vin: optional(anyText),
}
export type InsuredVehicle = Part<typeof vehicle>

const orderDetails = {
  applicants,
  interests,
  drivers: optional(Type.Array(Type.Object(driver), { description: 'Umbrella.' })),
  vehicles: optional(Type.Array(Type.Object(vehicle), { description: 'Umbrella.' })),
}
export type OrderDetails = Part<typeof orderDetails>

export const namedInOrder = { applicants: optional(applicants), interests: optional(interests) }

export const orderDetailSchemas = { contract, permitted_purposes: purposes, ...orderDetails }
