import { usd } from '../../../line/fields/money.ts'
import type { HomeOffer, HomeRisk } from '../../homeowners/carrier.ts'
import { homeState, type Storm } from './states.ts'

export type PolicyForm = HomeOffer['policy_form']

/** Limits as shares of the cost to rebuild, liability and medical payments in dollars. */
export type Form = {
  policy_form: PolicyForm
  dwelling: number
  other_structures: number
  personal_property: number
  loss_of_use: number
  personal_liability: number
  medical_payments: number
  /** What the form does to the price, HO-3 being 1. */
  effect: number
}

const ho3: Form = {
  policy_form: 'HO-3',
  dwelling: 1,
  other_structures: 0.1,
  personal_property: 0.5,
  loss_of_use: 0.2,
  personal_liability: 300_000,
  medical_payments: 5_000,
  effect: 1,
}

/** HO-5 covers belongings against everything not excluded; HO-6 covers a unit from the walls in. */
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
} as const satisfies Record<PolicyForm, Form>

/** Percent of the dwelling limit that a wind or hail claim costs the owner. */
export type StormShares = Readonly<Record<Exclude<Storm, 'none'>, number>>

export type Coverage = Omit<
  HomeOffer,
  'kind' | 'annual_price' | 'quote_number' | 'insurance_score' | 'price_factors'
>

const upToThousand = (amount: number): number => Math.ceil(Math.round(amount) / 1000) * 1000

const windHailDeductible = (
  storm: Storm,
  shares: StormShares,
  { dwelling, deductible }: { dwelling: number; deductible: number },
): number | undefined =>
  storm === 'none' ? undefined : Math.max(deductible, Math.round((dwelling * shares[storm]) / 100))

const summary = (cover: Omit<Coverage, 'coverage_summary'>): string => {
  const rented = cover.policy_form === 'DP-3'
  const wind = cover.wind_hail_deductible
  return [
    `${cover.policy_form}: ${usd(cover.dwelling_coverage)} dwelling`,
    `${usd(cover.personal_property)} ${rented ? "landlord's furnishings" : 'belongings'}`,
    `${usd(cover.loss_of_use)} ${rented ? 'lost rent' : 'loss of use'}`,
    `${usd(cover.personal_liability)} liability`,
    `${usd(cover.deductible)} deductible${wind === undefined ? '' : ` (${usd(wind)} for wind and hail)`}`,
  ].join(', ')
}

export const coverageOf = (
  form: Form,
  risk: Pick<HomeRisk, 'replacement_cost' | 'state'>,
  { deductible, storm }: { deductible: number; storm: StormShares },
): Coverage => {
  const rebuild = upToThousand(risk.replacement_cost)
  const dwelling_coverage = upToThousand(rebuild * form.dwelling)
  const wind_hail_deductible = windHailDeductible(homeState(risk.state).storm, storm, {
    dwelling: dwelling_coverage,
    deductible,
  })
  const cover = {
    policy_form: form.policy_form,
    dwelling_coverage,
    other_structures: upToThousand(rebuild * form.other_structures),
    personal_property: upToThousand(rebuild * form.personal_property),
    loss_of_use: upToThousand(rebuild * form.loss_of_use),
    personal_liability: form.personal_liability,
    medical_payments: form.medical_payments,
    deductible,
    ...(wind_hail_deductible === undefined ? {} : { wind_hail_deductible }),
  }
  return { ...cover, coverage_summary: summary(cover) }
}
