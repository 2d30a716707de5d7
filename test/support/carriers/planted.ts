import type { Interest } from '../../../src/agency/carriers/contract/details.ts'
import type { LimitName } from '../../../src/agency/carriers/contract/limit-names.ts'
import { limitLabel } from '../../../src/agency/policies/life/limits.ts'
import { byRank } from '../../../src/agency/policies/mortgagee-label.ts'
import { type Order, ordersOf } from '../../../src/agency/policies/orders.ts'
import { type IssuedAmount, type IssuedTerms, termsAtIssue } from '../../../src/agency/policies/versions.ts'
import type { App } from '../../../src/platform/app.ts'
import { plusYears } from '../../../src/platform/values/calendar.ts'
import { declarationsPage, homeStyles, type PageStyle, type PrintedPolicy } from './declarations-page.ts'

/** The record of a policy that a carrier printed as agreed. */
export const recordOf = (policy: PrintedPolicy): IssuedTerms => {
  const { property, storm, limits, deductible, insureds, policy_number, mortgagees, from, to } = policy
  const isUmbrella = limits.coverage_limit !== undefined
  const stormAmount: IssuedAmount | undefined =
    storm && ('percent' in storm ? storm : { cents: storm.dollars * 100 })
  const amounts: [LimitName, IssuedAmount | undefined][] = [
    ...Object.entries(limits).map(
      ([name, dollars]) => [name as LimitName, { cents: dollars * 100 }] as [LimitName, IssuedAmount],
    ),
    ['deductible', isUmbrella ? undefined : { cents: deductible * 100 }],
    ['wind_hail_deductible', stormAmount],
  ]
  return {
    policy_number,
    carrier: 'Harbor Mutual',
    named_insureds: insureds,
    mailing_address: null,
    place: { kind: isUmbrella ? 'household' : 'property', lines: [], address: property },
    period: { from, to },
    coverages: amounts.flatMap(([name, amount]) =>
      amount ? [{ ...limitLabel(name, { form: 'HO-3', state: property.state }), amount }] : [],
    ),
    ...(policy.roof && { roof_settlement: policy.roof }),
    forms: ['HO-3'],
    interests: mortgagees.map((one, at): Interest => ({ ...one, kind: 'mortgagee', rank: at + 1 })),
    price_cents: Math.round(policy.premium_cents / 100) * 100,
    charges: [],
  }
}

/** What a carrier prints that issued just this. */
export const printedFrom = (terms: IssuedTerms): PrintedPolicy => {
  const { named_insureds, place, policy_number, period, coverages, interests, price_cents } = terms
  if (!place.address) throw new Error('the record has no address')
  const dollarsOf = (wanted: string): number | undefined => {
    const amount = coverages.find(({ name }) => name === wanted)?.amount
    return amount && 'cents' in amount ? amount.cents / 100 : undefined
  }
  const limits = coverages.flatMap(({ name, kind }) => {
    const dollars = name && kind === 'limit' ? dollarsOf(name) : undefined
    return dollars === undefined ? [] : [[name, dollars]]
  })
  const storm = dollarsOf('wind_hail_deductible')
  return {
    insureds: named_insureds,
    mailing: place.address,
    property: place.address,
    policy_number,
    from: period.from,
    to: period.to,
    limits: Object.fromEntries(limits),
    deductible: dollarsOf('deductible') ?? 0,
    ...(storm !== undefined && { storm: { dollars: storm } }),
    mortgagees: interests.filter(({ kind }) => kind === 'mortgagee').toSorted(byRank),
    premium_cents: price_cents,
  }
}

/** The page that a carrier sends with a policy of one year, as it was ordered. */
export const pageOfOrder = (
  order: Order | undefined,
  policy_number: string,
  [style]: readonly PageStyle[] = homeStyles,
): Promise<Buffer> => {
  if (!order || !style) throw new Error('nothing was ordered')
  const { request, terms } = order
  const { annual_price, effective_date } = request
  const facts = {
    ...terms,
    policy_number,
    annual_price,
    effective_date,
    expiration_date: plusYears(effective_date, 1),
    policy_id: '',
    effective_at: '',
    issued_at: '',
  }
  return declarationsPage(style, printedFrom(termsAtIssue(request, facts)))
}

/** What is on record of the last order, as a page. */
export const pageOfLastOrder = async (app: App, uid: string, policy_number: string): Promise<Buffer> =>
  pageOfOrder((await ordersOf(app, uid)).at(-1), policy_number)

type Planted = { label: string; plant: (policy: PrintedPolicy) => PrintedPolicy }

const limit = (name: keyof PrintedPolicy['limits'], label: string, by: number): Planted => ({
  label,
  plant: policy => ({
    ...policy,
    limits: { ...policy.limits, [name]: (policy.limits[name] ?? 0) + by },
  }),
})

const oneDayLater = (day: string): string => day.replace(/\d\d$/, of => (of === '28' ? '27' : '28'))

/** What a carrier got wrong, each with the fact that shows it. */
export const PLANTED: readonly Planted[] = [
  { label: 'Named insured', plant: policy => ({ ...policy, insureds: ['Mary Somerville'] }) },
  {
    label: 'Named insured',
    plant: policy => ({ ...policy, insureds: [...policy.insureds, 'Charles Babbage'] }),
  },
  {
    label: 'Insured property',
    plant: policy => ({ ...policy, property: { ...policy.property, street: '21 Elm Street' } }),
  },
  {
    label: 'Insured property',
    plant: policy => ({ ...policy, property: { ...policy.property, zip: '62711' } }),
  },
  { label: 'Policy number', plant: policy => ({ ...policy, policy_number: `${policy.policy_number}9` }) },
  { label: 'Starts', plant: policy => ({ ...policy, from: oneDayLater(policy.from) }) },
  { label: 'Ends', plant: policy => ({ ...policy, to: oneDayLater(policy.to) }) },
  limit('dwelling_coverage', 'Dwelling (A)', -200_000),
  limit('other_structures', 'Other structures (B)', 1000),
  limit('personal_property', 'Personal property (C)', -10_000),
  limit('loss_of_use', 'Loss of use (D)', 500),
  limit('personal_liability', 'Personal liability (E), each occurrence', -200_000),
  limit('medical_payments', 'Medical payments to others (F), each person', -4000),
  { label: 'Deductible, each loss', plant: policy => ({ ...policy, deductible: policy.deductible * 2 }) },
  { label: 'Wind and hail deductible', plant: policy => ({ ...policy, storm: { percent: 5 } }) },
  { label: 'Roof settlement', plant: policy => ({ ...policy, roof: 'actual_cash_value' }) },
  {
    label: 'First mortgagee',
    plant: policy => ({ ...policy, mortgagees: [{ name: 'Old Harbor Savings', loan_number: '889-1' }] }),
  },
  {
    label: 'First mortgagee, loan number',
    plant: policy => ({
      ...policy,
      mortgagees: policy.mortgagees.map(one => ({ ...one, loan_number: '5550001' })),
    }),
  },
  {
    label: 'Mortgagee',
    plant: policy => ({
      ...policy,
      mortgagees: [...policy.mortgagees, { name: 'Second Chance Lending', loan_number: 'SC-77' }],
    }),
  },
  {
    label: 'Premium of the period',
    plant: policy => ({ ...policy, premium_cents: policy.premium_cents + 18_000 }),
  },
]
