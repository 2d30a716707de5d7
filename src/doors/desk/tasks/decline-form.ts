import { isAboutCredit } from '../../../agency/carriers/contract/answers.ts'
import type { FieldError } from '../../../platform/pages/fields.ts'
import { creditEntries, creditPartOf, creditProblems } from './credit-entries.ts'
import { type DeskEntry, type EntryValues, readEntries } from './entries.ts'

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

const reasonEntry: DeskEntry = {
  name: 'reason',
  label: 'Reason',
  hint: 'In the carrier’s words. The applicant reads it.',
  kind: 'text',
  most: 500,
}

export const declineEntries = (creditAllowed: boolean): readonly DeskEntry[] => [
  {
    name: 'reason_code',
    label: 'Kind of reason',
    kind: 'choice',
    options: creditAllowed ? [...REASONS, CREDIT] : REASONS,
  },
  reasonEntry,
  ...(creditAllowed ? creditEntries : []),
]

type Read = { answer: Record<string, unknown>; errors: FieldError[] }

const isCredit = ({ reason_code }: EntryValues): boolean => isAboutCredit(String(reason_code ?? ''))

const readRefusal = (
  kind: 'decline' | 'blocked',
  form: URLSearchParams,
  { creditAllowed }: { creditAllowed: boolean },
): Read => {
  const { values, errors } = readEntries(declineEntries(creditAllowed), form)
  const { reason_code, reason, bureau } = values
  const names = isCredit(values) || bureau !== undefined
  return {
    answer: { kind, reason_code, reason, ...(names && creditPartOf(values)) },
    errors: [...errors, ...(names ? creditProblems(values) : [])],
  }
}

export const readDecline = (form: URLSearchParams, context: { creditAllowed: boolean }): Read =>
  readRefusal('decline', form, context)

export const readBlocked = (form: URLSearchParams, context: { creditAllowed: boolean }): Read =>
  readRefusal('blocked', form, context)
