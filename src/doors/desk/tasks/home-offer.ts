import { usd } from '../../../platform/values/money.ts'
import { creditEntries, creditPartOf, creditProblems } from './credit-entries.ts'
import type { DeskEntry, EntryValues } from './entries.ts'
import type { OfferForm } from './offer-form.ts'

const MOST = 100_000_000

const limit = (name: string, label: string, least = 0): DeskEntry => ({
  name,
  label,
  kind: 'dollars',
  least,
  most: MOST,
})

const coverage: readonly DeskEntry[] = [
  {
    name: 'policy_form',
    label: 'Policy form',
    kind: 'choice',
    options: [
      { value: 'HO-3', label: 'HO-3, homeowners' },
      { value: 'HO-5', label: 'HO-5, homeowners, broader' },
      { value: 'HO-6', label: 'HO-6, condo' },
      { value: 'DP-3', label: 'DP-3, rented out' },
    ],
  },
  limit('dwelling_coverage', 'Dwelling (A)', 1),
  limit('other_structures', 'Other structures (B)'),
  limit('personal_property', 'Personal property (C)'),
  limit('loss_of_use', 'Loss of use (D)'),
  limit('personal_liability', 'Personal liability (E)'),
  limit('medical_payments', 'Medical payments (F)'),
  limit('deductible', 'Deductible, each loss'),
  {
    ...limit('wind_hail_deductible', 'Wind, hail or hurricane deductible'),
    hint: 'In dollars, if the policy has one.',
    optional: true,
  },
]

const summary: DeskEntry = {
  name: 'coverage_summary',
  label: 'What sets this offer apart',
  hint: 'The homeowner reads it. Leave it empty to list the main coverages.',
  kind: 'text',
  most: 500,
  optional: true,
}

const USED = 'used'

const score: DeskEntry = {
  name: 'insurance_score',
  label: 'Credit report',
  kind: 'choice',
  options: [
    { value: 'not_used', label: 'The carrier did not use one' },
    { value: USED, label: 'The carrier used one' },
  ],
}

const summaryOf = ({ policy_form, dwelling_coverage, personal_liability, deductible }: EntryValues): string =>
  `${policy_form}: ${usd(Number(dwelling_coverage))} dwelling, ${usd(Number(personal_liability))} liability, ${usd(Number(deductible))} deductible`

export const homeOfferForm: OfferForm = {
  sections: ({ creditAllowed }) => [
    { title: 'Coverage', entries: [...coverage, summary] },
    ...(creditAllowed ? [{ title: 'Credit report', entries: [score, ...creditEntries] }] : []),
  ],
  problems: (values, prefix) => (values.insurance_score === USED ? creditProblems(values, prefix) : []),
  offerOf: values => ({
    ...Object.fromEntries(
      coverage.flatMap(({ name }) => (values[name] === undefined ? [] : [[name, values[name]]])),
    ),
    coverage_summary: values.coverage_summary ?? summaryOf(values),
    insurance_score: values.insurance_score ?? 'not_used',
    price_factors: [],
    ...(values.insurance_score === USED && creditPartOf(values)),
  }),
}
