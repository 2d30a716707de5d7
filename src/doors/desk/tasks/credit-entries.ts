import type { CreditPart } from '../../../agency/carriers/contract/answers.ts'
import type { FieldError } from '../../../platform/pages/fields.ts'
import type { DeskEntry, EntryValues } from './entries.ts'

/** The agency that the adverse action notice must name (FCRA 615(a)), and at most four reasons. */
export const creditEntries: readonly DeskEntry[] = [
  { name: 'bureau', label: 'Credit reporting agency', kind: 'text', most: 120, optional: true },
  { name: 'bureau_address', label: 'Its address', kind: 'text', most: 200, optional: true },
  { name: 'bureau_phone', label: 'Its phone number', kind: 'text', most: 25, optional: true },
  {
    name: 'score_reasons',
    label: 'Reasons the carrier gave',
    hint: 'Up to four, separated by semicolons.',
    kind: 'text',
    most: 800,
    optional: true,
  },
]

const NEEDED = ['bureau', 'bureau_address', 'bureau_phone'] as const

const PHONE = /^[+0-9(][0-9 ().-]{6,24}$/

/** The person must be told who made the report, so the carrier's answer is entered with it. */
export const creditProblems = (values: EntryValues, prefix = ''): FieldError[] => [
  ...NEEDED.filter(name => values[name] === undefined).map(name => ({
    name: prefix + name,
    message: `Enter the credit reporting agency’s ${name === 'bureau' ? 'name' : name.replace('bureau_', '')}. The law requires us to tell the applicant.`,
  })),
  ...(values.bureau_phone !== undefined && !PHONE.test(String(values.bureau_phone))
    ? [{ name: `${prefix}bureau_phone`, message: 'Enter a phone number, such as 1-800-555-0111.' }]
    : []),
]

export const creditPartOf = ({
  bureau,
  bureau_address,
  bureau_phone,
  score_reasons,
}: EntryValues): CreditPart => {
  const reasons = String(score_reasons ?? '')
    .split(';')
    .map(reason => reason.trim())
    .filter(reason => reason !== '')
    .slice(0, 4)
  return {
    consumer_report: {
      agency: String(bureau),
      address: String(bureau_address),
      phone: String(bureau_phone),
    },
    ...(reasons.length > 0 && { score_reasons: reasons }),
  }
}
