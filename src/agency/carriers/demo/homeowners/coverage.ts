import { keysOf } from '../../../../platform/lib/keys-of.ts'
import { usd } from '../../../../platform/values/money.ts'
import type { PriceFactor } from '../../contract/answers.ts'
import type { WantedCoverages } from '../../contract/coverages.ts'
import type { HomeOffer, HomeQuoteRequest, HomeRisk } from '../../homeowners/carrier.ts'
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

/** What the person chose beside the dollars of the deductible. `scheduled`: the value of their items together. */
export type Chosen = { coverages?: WantedCoverages; scheduled?: number }

export const chosenIn = ({ wanted }: HomeQuoteRequest): Chosen => {
  const { coverages, scheduled_items = [] } = wanted ?? {}
  const scheduled = scheduled_items.reduce((sum, { value = 0 }) => sum + value, 0)
  return { ...(coverages && { coverages }), ...(scheduled > 0 && { scheduled }) }
}

type Deductibles = { deductible: number; storm: StormDeductibles; chosen?: Chosen }

const shareOf = (dwelling: number, percent: number): number => Math.round((dwelling * percent) / 100)

const stormDeductible = (
  risk: Pick<HomeRisk, 'state' | 'zip'>,
  dwelling: number,
  { deductible, storm: percents, chosen = {} }: Deductibles,
): number | undefined => {
  const asked = chosen.coverages?.wind_hail_percent
  const wanted = (percent: number) => Math.max(deductible, Math.round((dwelling * percent) / 100))
  if (risk.state === 'FL') {
    const menu = hurricaneMenu(dwelling)
    const least = wanted(asked ?? percents.florida)
    return menu.find(amount => amount >= least) ?? menu.at(-1)
  }
  const storm = stormAt(risk)
  if (asked !== undefined) return wanted(asked)
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
  const { coverages = {}, scheduled } = deductibles.chosen ?? {}
  const { deductible_percent, water_backup, ordinance_or_law, service_line, roof_settlement } = coverages
  const deductible =
    deductible_percent === undefined
      ? deductibles.deductible
      : Math.max(deductibles.deductible, shareOf(dwelling_coverage, deductible_percent))
  const wind_hail_deductible = stormDeductible(risk, dwelling_coverage, { ...deductibles, deductible })
  const coverage = {
    policy_form: form.policy_form,
    dwelling_coverage,
    other_structures: upToThousand(rebuild * form.other_structures),
    personal_property: coverages.personal_property ?? upToThousand(rebuild * form.personal_property),
    loss_of_use: coverages.loss_of_use ?? upToThousand(rebuild * form.loss_of_use),
    personal_liability: coverages.personal_liability ?? form.personal_liability,
    medical_payments: coverages.medical_payments ?? form.medical_payments,
    deductible,
    ...(water_backup && { water_backup }),
    ...(ordinance_or_law && { ordinance_or_law }),
    ...(service_line && { service_line }),
    ...(roof_settlement && { roof_settlement }),
    ...(scheduled && { scheduled_property: scheduled }),
    ...(wind_hail_deductible !== undefined && { wind_hail_deductible }),
  }
  return { ...coverage, coverage_summary: summary(coverage, risk.state) }
}

/** What a dollar, or a percent, more than the standard adds to the price, as a share of it. By judgment, for invented carriers. */
const WORTH = {
  personal_property: 4e-7,
  loss_of_use: 2e-7,
  personal_liability: 6e-8,
  medical_payments: 1e-6,
  water_backup: 2e-6,
  ordinance_or_law: 0.0012,
  service_line: 1.5e-6,
} as const satisfies Partial<Record<keyof HomeCoverage, number>>

const ACTUAL_CASH_VALUE = -0.08
const A_PERCENT_OF_DEDUCTIBLE = -0.02
const A_SCHEDULED_DOLLAR = 0.012

export const choicesFactor = (
  { coverages = {}, scheduled = 0 }: Chosen,
  { offered, standard, price }: Record<'offered' | 'standard', HomeCoverage> & { price: number },
): PriceFactor | null => {
  const { deductible_percent = 0, wind_hail_percent = 0, roof_settlement } = coverages
  const added = keysOf(WORTH).reduce(
    (sum, code) => sum + WORTH[code] * ((offered[code] ?? 0) - (standard[code] ?? 0)),
    (deductible_percent + wind_hail_percent) * A_PERCENT_OF_DEDUCTIBLE +
      (roof_settlement === 'actual_cash_value' ? ACTUAL_CASH_VALUE : 0) +
      (scheduled * A_SCHEDULED_DOLLAR) / price,
  )
  const effect = Math.max(0.5, Math.round((1 + added) * 1000) / 1000)
  return effect === 1 ? null : { factor: 'coverage_choices', label: 'Coverage you chose', effect }
}
