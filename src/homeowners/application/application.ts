import type { FieldEstimate } from '../../line/fields/estimates.ts'
import type { ValueOf, ValuesOf } from '../../line/fields/field.ts'
import type { applicantFields, homeFields } from './fields.ts'

export type Applicant = ValuesOf<typeof applicantFields>
export type HomeValues = ValuesOf<typeof homeFields>
export type Loan = ValueOf<typeof homeFields.loans>[number]

/** A value without an entry in `field_estimates` was confirmed by the homeowner when it arrived. */
export type Home = HomeValues & {
  /** Null while the address is incomplete. */
  property_id: string | null
  field_estimates: FieldEstimate[]
  /** Fields that the homeowner confirmed in the portal: an operator cannot change them any more. */
  locked: string[]
  /** The policy that was issued for it: from then on it stays as it is and is not quoted again. */
  policy_id?: string
}

export const isInsured = ({ policy_id }: Home): boolean => policy_id !== undefined

/** Plain JSON: it is stored sealed, in one column. */
export type Application = {
  applicant: Applicant
  homes: Home[]
  /** What was sent under keys that nobody knows: path in the intake → value. */
  unrecognized: Record<string, unknown>
}

export const emptyApplication = (): Application => ({ applicant: {}, homes: [], unrecognized: {} })

export const emptyHome = (): Home => ({ property_id: null, field_estimates: [], locked: [] })
