import { usd } from '../../../../platform/values/money.ts'
import type { HomeOffer, HomeRisk } from '../../homeowners/carrier.ts'
import { type Storm, stormAt } from './states.ts'

export type PolicyForm = HomeOffer['policy_form']

export type FormTerms = {
  policy_form: PolicyForm
  dwelling: number
  other_structures: number
  personal_property: number
  loss_of_use: number
  personal_liability: number
  medical_payments: number
  effect: number
}

const ho3: FormTerms = {
  policy_form: 'HO-3',
  dwelling: 1,
  other_structures: 0.1,
  personal_property: 0.5,
  loss_of_use: 0.2,
  personal_liability: 300_000,
  medical_payments: 5_000,
  effect: 1,
}

export const forms = {
  'HO-3': ho3,
  'HO-5': {
    ...ho3,
    policy_form: 'HO-5',
    personal_property: 0.7,
    loss_of_use: 0.3,
    personal_liability: 500_000,
    effect: 1.1,
  },
  'HO-6': {
    ...ho3,
    policy_form: 'HO-6',
    dwelling: 0.25,
    other_structures: 0,
    personal_property: 0.25,
    loss_of_use: 0.1,
    effect: 0.4,
  },
  'DP-3': { ...ho3, policy_form: 'DP-3', personal_property: 0.05, loss_of_use: 0.1, effect: 1.2 },
} as const satisfies Record<PolicyForm, FormTerms>

/** Percent of dwelling coverage. */
export type StormDeductibles = Readonly<Record<Exclude<Storm, 'none'>, number>> & {
  readonly florida: 2 | 5 | 10
}

export type HomeCoverage = Omit<
  HomeOffer,
  'kind' | 'annual_price' | 'quote_number' | 'insurance_score' | 'price_factors'
>

/** Florida's statutory menu: $500, or 2%, 5% or 10% of dwelling limits unless that is below $500 (Fla. Stat. 627.701(3)). */
const hurricaneMenu = (dwelling: number): number[] => [
  500,
  ...[2, 5, 10].map(percent => Math.round((dwelling * percent) / 100)).filter(amount => amount > 500),
]

const upToThousand = (amount: number): number => Math.ceil(Math.round(amount) / 1000) * 1000

type Deductibles = { deductible: number; storm: StormDeductibles }

const stormDeductible = (
  risk: Pick<HomeRisk, 'state' | 'zip'>,
  dwelling: number,
  { deductible, storm: percents }: Deductibles,
): number | undefined => {
  const wanted = (percent: number) => Math.max(deductible, Math.round((dwelling * percent) / 100))
  if (risk.state === 'FL') {
    const menu = hurricaneMenu(dwelling)
    return menu.find(amount => amount >= wanted(percents.florida)) ?? menu.at(-1)
  }
  const storm = stormAt(risk)
  return storm === 'none' ? undefined : wanted(percents[storm])
}

const summary = (coverage: Omit<HomeCoverage, 'coverage_summary'>, state: string): string => {
  const rented = coverage.policy_form === 'DP-3'
  const storm = coverage.wind_hail_deductible
  const peril = state === 'FL' ? 'hurricanes' : 'wind and hail'
  return [
    `${coverage.policy_form}: ${usd(coverage.dwelling_coverage)} dwelling`,
    `${usd(coverage.personal_property)} ${rented ? "landlord's furnishings" : 'personal property'}`,
    `${usd(coverage.loss_of_use)} ${rented ? 'lost rent' : 'loss of use'}`,
    `${usd(coverage.personal_liability)} liability`,
    `${usd(coverage.deductible)} deductible${storm === undefined ? '' : ` (${usd(storm)} for ${peril})`}`,
  ].join(', ')
}

export const coverageOf = (
  form: FormTerms,
  risk: Pick<HomeRisk, 'replacement_cost' | 'state' | 'zip'>,
  deductibles: Deductibles,
): HomeCoverage => {
  const rebuild = upToThousand(risk.replacement_cost)
  const dwelling_coverage = upToThousand(rebuild * form.dwelling)
  const wind_hail_deductible = stormDeductible(risk, dwelling_coverage, deductibles)
  const coverage = {
    policy_form: form.policy_form,
    dwelling_coverage,
    other_structures: upToThousand(rebuild * form.other_structures),
    personal_property: upToThousand(rebuild * form.personal_property),
    loss_of_use: upToThousand(rebuild * form.loss_of_use),
    personal_liability: form.personal_liability,
    medical_payments: form.medical_payments,
    deductible: deductibles.deductible,
    ...(wind_hail_deductible !== undefined && { wind_hail_deductible }),
  }
  return { ...coverage, coverage_summary: summary(coverage, risk.state) }
}
