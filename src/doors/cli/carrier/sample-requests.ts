import { createHash } from 'node:crypto'
import type { BindRequest } from '../../../agency/carriers/contract/bind.ts'
import type { DocumentDelivery } from '../../../agency/carriers/contract/documents.ts'
import type { HomeRisk } from '../../../agency/carriers/homeowners/carrier.ts'
import type { AnyQuoteRequest } from '../../../agency/carriers/openapi/lines.ts'
import type { UmbrellaRisk } from '../../../agency/carriers/umbrella/carrier.ts'
import { dayOf } from '../../../platform/lib/clock.ts'
import { keysOf } from '../../../platform/lib/keys-of.ts'
import { requestId } from '../../../platform/lib/random.ts'
import type { LineName } from '../../../platform/lines.ts'
import { plusDays } from '../../../platform/values/calendar.ts'
import { quoteRequest, type SourcedTree, sourcedAnswers } from '../../../platform/values/sourced.ts'

const ZIPS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'AL 36104, AK 99801, AZ 85004, AR 72201, CA 94110, CO 80202, CT 06103, DE 19901, DC 20001, FL 33101, GA 30303, HI 96813',
    'ID 83702, IL 60601, IN 46204, IA 50309, KS 66603, KY 40601, LA 70802, ME 04330, MD 21401, MA 02108, MI 48226, MN 55101',
    'MS 39201, MO 65101, MT 59601, NE 68508, NV 89701, NH 03301, NJ 07102, NM 87501, NY 10001, NC 28202, ND 58501, OH 43215',
    'OK 73102, OR 97201, PA 19103, RI 02903, SC 29201, SD 57501, TN 37219, TX 75201, UT 84111, VT 05602, VA 23219, WA 98101',
    'WV 25301, WI 53202, WY 82001',
  ]
    .flatMap(row => row.split(', '))
    .map(pair => pair.split(' ')),
)

export const sampleStates = Object.keys(ZIPS)

const HOME: HomeRisk = {
  property_id: 'home_1',
  product: 'standard',
  state: 'IL',
  zip: '60601',
  home_ownership: 'owned_primary',
  property_type: 'single_family',
  rental_status: 'not_rented',
  new_purchase: false,
  home_sqft: 2000,
  build_year: 2004,
  roof_year: 2018,
  roof_type: 'asphalt_shingle',
  construction_quality: 'standard',
  swimming_pool: false,
  trampoline: false,
  dog_bite_history: false,
  has_fire_alarm: true,
  has_burglar_alarm: false,
  has_sprinklers: false,
  hurricane_resistant_windows: false,
  claims_last_5_years: 0,
  continuously_insured_years: 5,
  deductible_preference: 1000,
  replacement_cost: 400_000,
  insurance_score_allowed: false,
}

const HOUSEHOLD: UmbrellaRisk = {
  state: 'IL',
  zip: '60601',
  coverage_limit: 1_000_000,
  applicant_age: 45,
  vehicle_count: 2,
  motorcycles: 0,
  antique_vehicles: 0,
  jet_skis: 0,
  large_watercraft: 0,
  property_count: 1,
  non_us_property_count: 0,
  driver_count: 2,
  drivers_under_22: 0,
  drivers_over_70: 0,
  moving_violations: 0,
  at_fault_accidents: 0,
  auto_limits: { per_person: 250_000, per_accident: 500_000, property_damage: 100_000 },
  home_liability_limit: 300_000,
  liability_loss_in_last_5_years: false,
}

const RISKS = {
  homeowners: {
    plain: HOME,
    hard: {
      ...HOME,
      build_year: 1880,
      roof_year: 1975,
      claims_last_5_years: 10,
      continuously_insured_years: 0,
      dog_bite_history: true,
      vacant: true,
    },
  },
  umbrella: {
    plain: HOUSEHOLD,
    hard: {
      ...HOUSEHOLD,
      moving_violations: 12,
      at_fault_accidents: 8,
      drivers_under_22: 4,
      driver_count: 6,
      liability_loss_in_last_5_years: true,
    },
  },
} as const satisfies Record<LineName, Record<'plain' | 'hard', HomeRisk | UmbrellaRisk>>

const NO_ESTIMATES = { field_estimates: [], locked: [] }

const place = (state: string) => ({ state, zip: ZIPS[state] ?? '' })

const said = <Values extends object>(values: Values) =>
  sourcedAnswers<Values>({ ...NO_ESTIMATES, ...values }, keysOf(values), 'operator') as never

export type Contract2Setting = { identified: boolean } | undefined

const APPLICANT = {
  role: 'applicant',
  full_name: 'Conformance Check',
  birthday: '1980-01-01',
  email: 'conformance-check@example.com',
}

const addressIn = (state: string) => ({ street: '1 Example Street', city: 'Example', ...place(state) })

const detailsOf = (state: string, { identified }: { identified: boolean }): SourcedTree<object> => ({
  prior_policy: said({ carrier: 'none' }),
  wanted: said({ deductible: 1000 }),
  ...(identified && {
    applicants: [said(APPLICANT)],
    property: said(addressIn(state)),
    interests: [],
  }),
})

const EVIDENCE = {
  consents: [],
  permitted_purposes: ['underwriting'],
} as const

type Asked = { state: string; today: string; contract2?: Contract2Setting }

const asked = <Risk extends object>(risk: Risk, { state, today, contract2 }: Asked) => {
  const details = contract2 && detailsOf(state, contract2)
  const request = quoteRequest<Risk>({ request_id: requestId(), today }, said(risk), details)
  return contract2?.identified ? { ...request, ...EVIDENCE } : request
}

export const sampleRequest = (line: LineName, kind: 'plain' | 'hard', at: Asked): AnyQuoteRequest =>
  asked<HomeRisk | UmbrellaRisk>({ ...RISKS[line][kind], ...place(at.state) }, at) as AnyQuoteRequest

type Ordered = {
  quote_number: string
  annual_price: number
  state: string
  now: Date
  contract2?: Contract2Setting
}

const SECOND = { contract: 2, permitted_purposes: ['underwriting'] } as const

export const sampleOrder = ({ quote_number, annual_price, state, now, contract2 }: Ordered): BindRequest => {
  const today = dayOf(now)
  const address = addressIn(state)
  return {
    request_id: requestId(),
    today,
    quote_number,
    annual_price,
    effective_date: plusDays(today, 14),
    insured: {
      full_name: APPLICANT.full_name,
      email: APPLICANT.email,
      birthday: APPLICANT.birthday,
      address,
    },
    property: address,
    sources: {},
    signature: {
      kind: 'person',
      signed_name: 'Conformance Check',
      signed_at: now.toISOString(),
      proof: 'portal_session',
      statement_version: 'conformance-check',
      sandbox: true,
    },
    applicants: [{ ...APPLICANT, role: 'applicant' }],
    interests: [],
    ...(contract2 && SECOND),
  }
}

const CONTENT = Buffer.from('%PDF-1.4\n% Conformance check\n')

export const sampleDocument = (quote_number: string): DocumentDelivery => ({
  request_id: requestId(),
  quote_number,
  type: 'declarations',
  filename: 'conformance-check.pdf',
  media_type: 'application/pdf',
  size_bytes: CONTENT.length,
  sha256: createHash('sha256').update(CONTENT).digest('hex'),
  content: CONTENT.toString('base64'),
})
