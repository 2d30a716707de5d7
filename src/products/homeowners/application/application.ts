import { dayIn } from '../../../platform/lib/local-day.ts'
import { plainCity, plainStreet } from '../../../platform/values/address-key.ts'
import { plusYears } from '../../../platform/values/calendar.ts'
import type { FieldEstimate, Origin } from '../../../platform/values/sourced.ts'
import type { Billing } from '../../line/buying/billing.ts'
import type { ValueOf, ValuesOf } from '../../line/fields/field.ts'
import type { applicantFields, homeFields } from './fields.ts'

export type Applicant = ValuesOf<typeof applicantFields>
export type HomeValues = ValuesOf<typeof homeFields>
export type Loss = ValueOf<typeof homeFields.losses>[number]

export type Home = HomeValues & {
  property_id: string | null
  field_estimates: FieldEstimate[]
  /** Fields the homeowner confirmed in the portal, which an operator can no longer change. */
  locked: string[]
  sources?: Readonly<Record<string, Origin>>
  /** Once a policy is issued, the home never changes and is not quoted again. */
  policy_id?: string
}

export const dayAtHome = ({ state = '' }: Home, now: Date): string => dayIn(state, now)

export const isInsured = ({ policy_id }: Home): boolean => policy_id !== undefined

export type CreditRefusal = 'person' | 'agent' | null

export type Application = {
  applicant: Applicant
  sources?: Readonly<Record<string, Origin>>
  homes: Home[]
  unrecognized: Record<string, unknown>
  /** How the homeowner wants to pay, by offer. Absent: the first way that the offer states. */
  billing?: Readonly<Record<string, Billing>>
  /** The start date that the homeowner chose before they sign. Absent: see `startDateOf`. */
  start_date?: string
  /** Homes that staff let this application buy for, though someone else has. By `property_id`. */
  allowed_purchases?: readonly string[]
  /** Who last said No to the credit check. Absent: see `creditRefusal`. */
  credit_refused_by?: CreditRefusal
}

const RECENT_YEARS = 5

export const isRecentLoss = (day: string, today: string): boolean => day > plusYears(today, -RECENT_YEARS)

export const emptyApplication = (): Application => ({
  applicant: {},
  homes: [],
  unrecognized: {},
  credit_refused_by: null,
})

export const emptyHome = (): Home => ({ property_id: null, field_estimates: [], locked: [] })

export const addressKey = ({ street, city, state, zip }: HomeValues): string | null =>
  street && city && state && zip ? [plainStreet(street), plainCity(city), state, zip].join('|') : null

export const addressLines = ({ street, city, state, zip }: HomeValues): string[] =>
  [street, [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')].filter(
    (line): line is string => Boolean(line),
  )

export const addressOf = (home: HomeValues, index: number): string =>
  addressLines(home).join(', ') || `Home ${index + 1}`
