import type { FieldProblem } from '../../platform/errors.ts'
import { choice, dollars, line, paragraph } from '../../platform/forms/field-kinds.ts'
import { type Fields, type Form, form } from '../../platform/forms/form.ts'
import { keysOf } from '../../platform/lib/keys-of.ts'
import { usd } from '../../platform/values/money.ts'
import { LIMIT_NAMES, type LimitName } from '../carriers/contract/limit-names.ts'
import { type ChangeKind, MOST_DOLLARS, type PolicyChange } from '../carriers/contract/policy-change.ts'
import { limitLabel } from './life/limits.ts'
import { type PolicyFacts, stateOf } from './terms.ts'
import { type IssuedTerms, withLender, withLimits, withStated } from './versions.ts'

const limitNames = Object.values(LIMIT_NAMES).flat()

const FIELDS: Readonly<Record<ChangeKind, readonly (keyof PolicyChange)[]>> = {
  lender: ['lender_name', 'lender_address', 'loan_number', 'replaces_lender'],
  mailing_address: ['mailing_address'],
  coverage: ['limits'],
  named_insured: ['named_insureds'],
  correction: ['incorrect', 'correct'],
}

type Changed = Pick<PolicyFacts, 'form' | 'state' | 'insured'> & { terms: IssuedTerms }

const labelOf = (policy: Changed, name: LimitName): string =>
  limitLabel(name, { form: policy.form, state: stateOf(policy) }).label

const lendersOf = ({ terms }: Pick<Changed, 'terms'>): string[] =>
  terms.interests.flatMap(({ kind, name }) => (kind === 'mortgagee' ? [name] : []))

const limitsOf = ({ terms }: Pick<Changed, 'terms'>): LimitName[] =>
  limitNames.filter(limit => terms.coverages.some(({ name }) => name === limit))

const optional = { optional: true } as const
const NONE = 'none'

const partsOf = (kind: ChangeKind, policy: Changed): Fields => {
  switch (kind) {
    case 'lender':
      return {
        lender_name: line('Lender’s name', {
          hint: 'Copy it from the lender’s letter. It may end in letters such as ISAOA/ATIMA.',
          ...optional,
        }),
        lender_address: line('Lender’s address for insurance documents', {
          hint: 'The lender’s letter or website lists it. Leave it empty if you don’t know it.',
          ...optional,
        }),
        loan_number: line('Loan number', {
          hint: 'It’s on the loan statement. Leave it empty if there is none yet.',
          ...optional,
        }),
        replaces_lender: choice(
          'In place of',
          [
            { value: NONE, label: 'None: it is added' },
            ...lendersOf(policy).map(value => ({ value, label: value })),
          ],
          optional,
        ),
      }
    case 'mailing_address':
      return { mailing_address: line('New mailing address', optional) }
    case 'coverage':
      return Object.fromEntries(
        limitsOf(policy).map(name => [
          name,
          dollars(labelOf(policy, name), { hint: 'Empty: as before.', most: MOST_DOLLARS, ...optional }),
        ]),
      )
    case 'named_insured':
      return {
        named_insureds: paragraph('Everyone the policy should name', {
          most: 1000,
          hint: 'First and last names as on the deed, one on each line.',
          ...optional,
        }),
      }
    case 'correction':
      return {
        incorrect: line('What the policy says', optional),
        correct: line('What it should say', optional),
      }
  }
}

/** Its fields are those of the change, or the limits by name. */
export const changeForm = (kind: ChangeKind, policy: Changed): Form => form(partsOf(kind, policy))

export const changeOf = (kind: ChangeKind, values: Readonly<Record<string, unknown>>): PolicyChange => {
  if (kind === 'coverage') return Object.keys(values).length === 0 ? {} : { limits: values }
  const { named_insureds = '', replaces_lender, ...said } = values
  const names = String(named_insureds)
    .split('\n')
    .map(name => name.trim())
    .filter(Boolean)
  return {
    ...said,
    ...(typeof replaces_lender === 'string' && replaces_lender !== NONE && { replaces_lender }),
    ...(names.length > 0 && { named_insureds: names }),
  }
}

const missingIn = (kind: ChangeKind, change: PolicyChange): readonly (keyof PolicyChange)[] => {
  if (kind !== 'lender') return FIELDS[kind].filter(name => change[name] === undefined)
  const { lender_name, lender_address, loan_number, replaces_lender } = change
  const isOnlyRemoved = replaces_lender !== undefined && (lender_address ?? loan_number) === undefined
  return lender_name !== undefined || isOnlyRemoved ? [] : ['lender_name']
}

export const changeProblems = (kind: ChangeKind, change: PolicyChange, policy: Changed): FieldProblem[] => {
  const at = (name: string) => `change.${name}`
  const { replaces_lender, limits = {} } = change
  const oneOf = (names: readonly string[]): string =>
    names.length === 0 ? 'nothing: the policy has none' : `one of ${names.join(', ')}`
  return [
    ...keysOf(change)
      .filter(name => !FIELDS[kind].includes(name))
      .map(name => ({
        path: at(name),
        code: 'not_accepted_here' as const,
        expected: `with kind ${kind}, only ${FIELDS[kind].join(', ')}`,
      })),
    ...missingIn(kind, change).map(name => ({
      path: at(name),
      code: 'required' as const,
      expected: 'what the policy should say',
    })),
    ...(replaces_lender === undefined || lendersOf(policy).includes(replaces_lender)
      ? []
      : [{ path: at('replaces_lender'), code: 'not_in_enum' as const, expected: oneOf(lendersOf(policy)) }]),
    ...keysOf(limits)
      .filter(name => !limitsOf(policy).includes(name))
      .map(name => ({
        path: at(`limits.${name}`),
        code: 'not_in_enum' as const,
        expected: oneOf(limitsOf(policy)),
      })),
  ]
}

export type ChangeRow = { name: string; label: string; value: string }

const rowLabel = (policy: Changed, kind: ChangeKind, name: string): string =>
  partsOf(kind, policy)[name]?.label ?? name

/** In English, as staff and the carrier read it. */
export const changeRows = (
  kind: ChangeKind,
  { limits = {}, ...said }: PolicyChange,
  policy: Changed,
): ChangeRow[] => [
  ...FIELDS[kind].flatMap(name => {
    const value = name === 'limits' ? undefined : said[name]
    return value === undefined
      ? []
      : [{ name, label: rowLabel(policy, kind, name), value: [value].flat().join(', ') }]
  }),
  ...keysOf(limits).map(name => ({
    name,
    label: labelOf(policy, name),
    value: usd(limits[name] ?? 0),
  })),
]

/** Null: a correction, whose place in the terms only the carrier's page shows. */
export const changing = (
  kind: ChangeKind,
  { lender_name, lender_address, loan_number, replaces_lender, ...change }: PolicyChange,
): ((terms: IssuedTerms) => IssuedTerms) | null => {
  switch (kind) {
    case 'lender': {
      const lender =
        lender_name === undefined
          ? null
          : {
              kind: 'mortgagee' as const,
              name: lender_name,
              ...(lender_address && { address: lender_address }),
              ...(loan_number && { loan_number }),
            }
      return terms => withLender(terms, { lender, replaces: replaces_lender ?? null })
    }
    case 'mailing_address':
      return terms => withStated(terms, 'mailing_address', change.mailing_address ?? terms.mailing_address)
    case 'named_insured':
      return terms => withStated(terms, 'named_insureds', change.named_insureds ?? terms.named_insureds)
    case 'coverage':
      return terms => withLimits(terms, change.limits ?? {})
    case 'correction':
      return null
  }
}
