import { html } from 'hono/html'
import type { PolicyRequestInput } from '../../../agency/policies/policy-request.ts'
import type { DocumentRequest } from '../../../platform/http/pages/document.ts'
import { type FieldError, fieldView, type Option } from '../../../platform/pages/fields.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { queryText } from './frame.ts'
import { say, sayKnown } from './say.ts'
import { errorOf } from './screen.ts'

type Part = {
  name: string
  label: string
  inEnglish: string
  hint?: string
  required?: true
  options?: readonly Option[]
}

export const MORE = 'more'

const LENDER: readonly Part[] = [
  {
    name: 'lender_name',
    label: 'Lender’s name',
    inEnglish: 'Lender',
    hint: 'Copy it from your lender’s letter. It may end in letters such as ISAOA/ATIMA.',
    required: true,
  },
  {
    name: 'lender_address',
    label: 'Lender’s address for insurance documents',
    inEnglish: 'Address for insurance documents',
    hint: 'Your lender’s letter or website lists it. Leave it empty if you don’t know it.',
  },
  {
    name: 'loan_number',
    label: 'Loan number',
    inEnglish: 'Loan number',
    hint: 'It’s on your loan statement. Leave it empty if you don’t have it yet.',
  },
  {
    name: MORE,
    label: 'Anything else',
    inEnglish: 'In the person’s words',
    hint: 'For example, a lender that should no longer be named because you paid off its loan.',
  },
]

const OWNER: readonly Part[] = [
  {
    name: 'owner_act',
    label: 'What should change',
    inEnglish: 'Change',
    required: true,
    options: [
      { value: 'add', label: 'Add an owner' },
      { value: 'remove', label: 'Remove an owner' },
      { value: 'correct', label: 'Correct an owner’s name' },
    ],
  },
  {
    name: 'owner_name',
    label: 'The owner’s full name',
    inEnglish: 'Owner',
    hint: 'First and last name, as on the deed.',
    required: true,
  },
  {
    name: MORE,
    label: 'Anything else',
    inEnglish: 'In the person’s words',
    hint: 'For example, that you married or sold a share of the home.',
  },
]

const FORMS: Partial<Record<PolicyRequestInput['kind'], readonly Part[]>> = {
  lender: LENDER,
  named_insured: OWNER,
}

export const hasParts = (kind: PolicyRequestInput['kind']): boolean => FORMS[kind] !== undefined

export const partsIn = (typed: URLSearchParams): readonly Part[] | null =>
  typed.get('form') === 'parts'
    ? (Object.entries(FORMS).find(([kind]) => kind === typed.get('kind'))?.[1] ?? null)
    : null

export const typedOrMeant = (request: DocumentRequest): URLSearchParams => {
  const meant = new URLSearchParams({ kind: queryText(request, 'kind'), form: 'parts' })
  return request.form.size === 0 && partsIn(meant) ? meant : request.form
}

const textOf = (typed: URLSearchParams, { name, options }: Part): string => {
  const text = (typed.get(name) ?? '').replaceAll(/\s+/g, ' ').trim()
  return options && !options.some(({ value }) => value === text) ? '' : text
}

const labelOf = ({ options }: Part, text: string): string =>
  options?.find(({ value }) => value === text)?.label ?? text

export const changeWords = (typed: URLSearchParams, parts: readonly Part[]): string =>
  parts
    .map(part => ({ part, text: textOf(typed, part) }))
    .filter(({ text }) => text !== '')
    .map(({ part, text }) => `${part.inEnglish}: ${labelOf(part, text)}`)
    .join('\n')

export const missingParts = (typed: URLSearchParams, parts: readonly Part[]): FieldError[] =>
  parts
    .filter(part => part.required && textOf(typed, part) === '')
    .map(({ name, label, options }) =>
      errorOf(name, sayKnown(label), options ? say('Choose one.') : say('Enter an answer.')),
    )

const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`

export const partFields = (
  typed: URLSearchParams,
  parts: readonly Part[],
  errorAt: (name: string) => string | undefined,
): Html => html`${hidden('kind', typed.get('kind') ?? '')}${hidden('form', 'parts')}
${parts.map(({ name, label, hint, options }) =>
  fieldView({
    name,
    label: sayKnown(label),
    hint: hint && sayKnown(hint),
    error: errorAt(name),
    texts: [typed.get(name) ?? ''],
    wide: true,
    control: options
      ? { kind: 'radios', options: options.map(one => ({ ...one, label: sayKnown(one.label) })) }
      : { kind: 'line' },
  }),
)}`

/** Sent back with the confirmation, so the filed request is the one that was shown. */
export const partsKept = (typed: URLSearchParams, parts: readonly Part[]): Html =>
  html`${hidden('form', 'parts')}${parts.map(part => hidden(part.name, textOf(typed, part)))}`

export const partFacts = (typed: URLSearchParams, parts: readonly Part[]): Html =>
  html`${parts
    .map(part => ({ part, text: textOf(typed, part) }))
    .filter(({ text }) => text !== '')
    .map(
      ({ part, text }) =>
        html`<dt>${sayKnown(part.label)}</dt><dd>${part.options ? sayKnown(labelOf(part, text)) : text}</dd>`,
    )}`
