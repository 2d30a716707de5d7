import { choice, dollars, line } from '../../../platform/forms/field-kinds.ts'
import type { Values } from '../../../platform/forms/form.ts'
import { usd } from '../../../platform/values/money.ts'
import { type CreditValues, creditFields, creditPartOf, creditProblems } from './credit-entries.ts'
import type { OfferForm } from './offer-form.ts'

const coverage = {
  policy_form: choice('Policy form', [
    { value: 'HO-3', label: 'HO-3, homeowners' },
    { value: 'HO-5', label: 'HO-5, homeowners, broader' },
    { value: 'HO-6', label: 'HO-6, condo' },
    { value: 'DP-3', label: 'DP-3, rented out' },
  ]),
  dwelling_coverage: dollars('Dwelling (A)', { least: 1 }),
  other_structures: dollars('Other structures (B)'),
  personal_property: dollars('Personal property (C)'),
  loss_of_use: dollars('Loss of use (D)'),
  personal_liability: dollars('Personal liability (E)'),
  medical_payments: dollars('Medical payments (F)'),
  deductible: dollars('Deductible, each loss'),
  wind_hail_deductible: dollars('Wind, hail or hurricane deductible', {
    hint: 'In dollars, if the policy has one.',
    optional: true,
  }),
}

const summary = {
  coverage_summary: line('What sets this offer apart', {
    hint: 'The homeowner reads it. Leave it empty to list the main coverages.',
    most: 500,
    optional: true,
  }),
}

const USED = 'used'

const credit = {
  insurance_score: choice('Credit report', [
    { value: '', label: 'Choose…' },
    { value: 'not_used', label: 'The carrier did not use one' },
    { value: USED, label: 'The carrier used one' },
  ]),
  ...creditFields,
}

type HomeValues = Partial<Values<typeof coverage & typeof summary>> &
  CreditValues & { insurance_score?: string }

const summaryOf = ({ policy_form, dwelling_coverage, personal_liability, deductible }: HomeValues): string =>
  `${policy_form}: ${usd(Number(dwelling_coverage))} dwelling, ${usd(Number(personal_liability))} liability, ${usd(Number(deductible))} deductible`

export const homeOfferForm: OfferForm<HomeValues> = {
  sections: ({ creditAllowed }) => [
    { title: 'Coverage', fields: { ...coverage, ...summary } },
    ...(creditAllowed ? [{ title: 'Credit report', fields: credit }] : []),
  ],
  problems: (values, prefix) => (values.insurance_score === USED ? creditProblems(values, prefix) : []),
  offerOf: values => ({
    ...Object.fromEntries(Object.entries(values).filter(([name]) => name in coverage)),
    coverage_summary: values.coverage_summary ?? summaryOf(values),
    insurance_score: values.insurance_score ?? 'not_used',
    price_factors: [],
    ...(values.insurance_score === USED && creditPartOf(values)),
  }),
}
