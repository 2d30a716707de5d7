import type { CreditPart } from '../../../agency/carriers/contract/answers.ts'
import { line } from '../../../platform/forms/field-kinds.ts'
import type { Values } from '../../../platform/forms/form.ts'
import type { FieldError } from '../../../platform/pages/fields.ts'

/** The agency that the adverse action notice must name (FCRA 615(a)), and at most four reasons. */
export const creditFields = {
  bureau: line('Credit reporting agency', { most: 120, optional: true }),
  bureau_address: line('Its address', { most: 200, optional: true }),
  bureau_phone: line('Its phone number', { most: 25, optional: true }),
  score_reasons: line('Reasons the carrier gave', {
    hint: 'Up to four, separated by semicolons.',
    most: 800,
    optional: true,
  }),
}

export type CreditValues = Partial<Values<typeof creditFields>>

const NEEDED = ['bureau', 'bureau_address', 'bureau_phone'] as const

const PHONE = /^[+0-9(][0-9 ().-]{6,24}$/

/** The person must be told who made the report, so the carrier's answer is entered with it. */
export const creditProblems = (values: CreditValues, prefix = ''): FieldError[] => [
  ...NEEDED.filter(name => values[name] === undefined).map(name => ({
    name: prefix + name,
    message: `Enter the credit reporting agency’s ${name === 'bureau' ? 'name' : name.replace('bureau_', '')}. The law requires us to tell the applicant.`,
  })),
  ...(values.bureau_phone !== undefined && !PHONE.test(values.bureau_phone)
    ? [{ name: `${prefix}bureau_phone`, message: 'Enter a phone number, such as 1-800-555-0111.' }]
    : []),
]

export const creditPartOf = ({
  bureau,
  bureau_address,
  bureau_phone,
  score_reasons,
}: CreditValues): CreditPart => {
  const reasons = (score_reasons ?? '')
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
