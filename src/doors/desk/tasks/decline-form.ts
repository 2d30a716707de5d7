import { isAboutCredit } from '../../../agency/carriers/contract/answers.ts'
import { choice, line } from '../../../platform/forms/field-kinds.ts'
import { form } from '../../../platform/forms/form.ts'
import type { FieldError } from '../../../platform/pages/fields.ts'
import { creditFields, creditPartOf, creditProblems } from './credit-entries.ts'

const CREDIT = { value: 'credit_history', label: 'Credit history' }

const REASONS = [
  { value: 'roof', label: 'Roof' },
  { value: 'property_condition', label: 'Condition of the property' },
  { value: 'property_type', label: 'Type or use of the property' },
  { value: 'location', label: 'Location' },
  { value: 'claims_history', label: 'Claims history' },
  { value: 'driving_record', label: 'Driving record' },
  { value: 'underlying_limits', label: 'Underlying limits' },
  { value: 'not_writing', label: 'The carrier is not writing new business' },
  { value: 'other', label: 'Another reason' },
]

const reason = line('Reason', { hint: 'In the carrier’s words. The applicant reads it.', most: 500 })

const plainForm = form({ reason_code: choice('Kind of reason', REASONS), reason })

const creditForm = form({
  reason_code: choice('Kind of reason', [...REASONS, CREDIT]),
  reason,
  ...creditFields,
})

export const declineForm = (creditAllowed: boolean): typeof plainForm | typeof creditForm =>
  creditAllowed ? creditForm : plainForm

type Read = { answer: Record<string, unknown>; errors: FieldError[] }

export const readRefusal = (
  kind: 'decline' | 'blocked',
  sent: URLSearchParams,
  { creditAllowed }: { creditAllowed: boolean },
): Read => {
  const { values, errors }: ReturnType<typeof creditForm.read> = declineForm(creditAllowed).read(sent)
  const { reason_code = '', reason, bureau } = values
  const names = isAboutCredit(reason_code) || bureau !== undefined
  return {
    answer: { kind, reason_code, reason, ...(names && creditPartOf(values)) },
    errors: [...errors, ...(names ? creditProblems(values) : [])],
  }
}
