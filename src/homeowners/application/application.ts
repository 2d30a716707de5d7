import type { FieldEstimate } from '../../line/fields/estimates.ts'
import type { ValueOf, ValuesOf } from '../../line/fields/field.ts'
import type { applicantFields, homeFields } from './fields.ts'

export type Applicant = ValuesOf<typeof applicantFields>
export type HomeValues = ValuesOf<typeof homeFields>
export type Loan = ValueOf<typeof homeFields.loans>[number]

/** A value without an entry in `field_estimates` was confirmed by the homeowner when it arrived. */
export type Home = HomeValues & {
  property_id: string | null
  field_estimates: FieldEstimate[]
  /** Fields the homeowner confirmed in the portal, which an operator can no longer change. */
  locked: string[]
  /** Once a policy is issued, the home never changes and is not quoted again. */
  policy_id?: string
}

export const isInsured = ({ policy_id }: Home): boolean => policy_id !== undefined

export type Application = {
  applicant: Applicant
  homes: Home[]
  unrecognized: Record<string, unknown>
}

export const emptyApplication = (): Application => ({ applicant: {}, homes: [], unrecognized: {} })

export const emptyHome = (): Home => ({ property_id: null, field_estimates: [], locked: [] })
