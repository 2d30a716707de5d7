import { usd } from '../../../platform/values/money.ts'

type Amounts = {
  unit: 'dollars' | 'percent'
  least: number
  most: number
  menu?: readonly number[]
  shares?: readonly number[]
}

type Choice = (Amounts | { unit: 'words'; menu: readonly string[] }) & { label: string; says: string }

export const COVERAGES = {
  dwelling_coverage: {
    label: 'Dwelling (A)',
    says: 'The cost of rebuilding your home. If it is too low, you pay the rest yourself after a total loss. Correct our estimate if you know better.',
    unit: 'dollars',
    least: 25_000,
    most: 20_000_000,
  },
  personal_property: {
    label: 'Personal property (C)',
    says: 'The most that is paid for your belongings. What they are worth above it is your own loss.',
    unit: 'dollars',
    least: 0,
    most: 20_000_000,
    shares: [0.25, 0.5, 0.7, 1],
  },
  loss_of_use: {
    label: 'Loss of use (D)',
    says: 'The most that is paid for living elsewhere while a covered loss keeps you out.',
    unit: 'dollars',
    least: 0,
    most: 20_000_000,
    shares: [0.1, 0.2, 0.3],
  },
  personal_liability: {
    label: 'Personal liability (E)',
    says: 'Above this limit, a judgment against you is yours to pay. Umbrella policies often ask for at least $300,000.',
    unit: 'dollars',
    least: 100_000,
    most: 1_000_000,
    menu: [100_000, 300_000, 500_000, 1_000_000],
  },
  medical_payments: {
    label: 'Medical payments to others (F)',
    says: 'The most for each guest who is hurt at your home, no matter whose fault it is.',
    unit: 'dollars',
    least: 1_000,
    most: 25_000,
    menu: [1_000, 5_000, 10_000],
  },
  deductible_percent: {
    label: 'Deductible, as a share of dwelling (A)',
    says: 'You pay this share of the dwelling limit of each loss, instead of a fixed amount: 2% of $400,000 is $8,000.',
    unit: 'percent',
    least: 1,
    most: 10,
    menu: [1, 2, 5],
  },
  wind_hail_percent: {
    label: 'Deductible for wind, hail or hurricanes, as a share of dwelling (A)',
    says: 'You pay this share of the dwelling limit after such a storm. A higher one costs less each year, and more after a storm.',
    unit: 'percent',
    least: 1,
    most: 10,
    menu: [1, 2, 5],
  },
  water_backup: {
    label: 'Water backup',
    says: 'Pays when a drain or sump backs up into your home, up to this limit. Without it, the policy doesn’t pay for that. It is not flood insurance.',
    unit: 'dollars',
    least: 0,
    most: 100_000,
    menu: [0, 5_000, 10_000, 25_000],
  },
  ordinance_or_law: {
    label: 'Ordinance or law',
    says: 'Pays what building rules of today add to a covered repair, up to this share of the dwelling limit. Older homes need more of it.',
    unit: 'percent',
    least: 0,
    most: 100,
    menu: [0, 10, 25, 50],
  },
  service_line: {
    label: 'Service line',
    says: 'Pays to repair the pipes and wires between the street and your home, up to this limit. Without it, they are yours to repair.',
    unit: 'dollars',
    least: 0,
    most: 50_000,
    menu: [0, 10_000],
  },
  roof_settlement: {
    label: 'Roof losses are settled at',
    says: 'Actual cash value takes off for the roof’s age, so you pay much of a new roof yourself.',
    unit: 'words',
    menu: ['replacement_cost', 'actual_cash_value'],
  },
} as const satisfies Record<string, Choice>

export type CoverageCode = keyof typeof COVERAGES
export type RoofSettlement = (typeof COVERAGES)['roof_settlement']['menu'][number]

export type WantedCoverages = {
  readonly [K in Exclude<CoverageCode, 'roof_settlement'>]?: number
} & { readonly roof_settlement?: RoofSettlement }

export type Endorsements = Pick<
  WantedCoverages,
  'water_backup' | 'ordinance_or_law' | 'service_line' | 'roof_settlement'
>

export const endorsementCodes = [
  'water_backup',
  'ordinance_or_law',
  'service_line',
  'roof_settlement',
] as const satisfies readonly (keyof Endorsements)[]

/** Florida's statutory hurricane deductibles are $500, 2%, 5% and 10% (Fla. Stat. 627.701(3)). */
const FLORIDA_STORM = [2, 5, 10]

const upToThousand = (amount: number): number => Math.ceil(Math.round(amount) / 1000) * 1000

type Place = { state: string | undefined; dwelling: number }

export const menuOf = (code: CoverageCode, { state, dwelling }: Place): readonly (number | string)[] => {
  const choice: Choice = COVERAGES[code]
  if (code === 'wind_hail_percent' && state === 'FL') return FLORIDA_STORM
  if (choice.unit === 'words') return choice.menu
  return choice.shares?.map(share => upToThousand(dwelling * share)) ?? choice.menu ?? []
}

const ROOF_WORDS: Readonly<Record<RoofSettlement, string>> = {
  replacement_cost: 'Replacement cost',
  actual_cash_value: 'Actual cash value',
}

/** In English. Pages translate the few that are words. */
export const coverageAmountWords = (code: CoverageCode, value: number | string): string => {
  if (code === 'roof_settlement') return ROOF_WORDS[value as RoofSettlement]
  if (value === 0) return 'Not included'
  return COVERAGES[code].unit === 'percent' ? `${value}%` : usd(Number(value))
}

type Offered = Partial<Readonly<Record<Exclude<CoverageCode, 'roof_settlement'>, number>>> &
  Endorsements & { deductible: number; wind_hail_deductible?: number; dwelling_coverage: number }

export type CoverageDifference = { coverage: CoverageCode; asked: string; offered: string }

const percentOf = (amount: number, { dwelling_coverage }: Offered): number =>
  Math.round((amount / dwelling_coverage) * 100)

const offeredOf = (code: CoverageCode, offer: Offered): number | string => {
  if (code === 'deductible_percent') return percentOf(offer.deductible, offer)
  if (code === 'wind_hail_percent') return percentOf(offer.wind_hail_deductible ?? offer.deductible, offer)
  return offer[code] ?? (code === 'roof_settlement' ? '' : 0)
}

/** Where an offer is not what was asked for. A carrier that does not state an endorsement does not include it. */
export const coverageDifferences = (wanted: WantedCoverages, offer: Offered): CoverageDifference[] =>
  (Object.keys(COVERAGES) as CoverageCode[]).flatMap(coverage => {
    const asked = wanted[coverage]
    const offered = offeredOf(coverage, offer)
    if (asked === undefined || asked === offered) return []
    const words = offered === '' ? 'Not stated' : coverageAmountWords(coverage, offered)
    return [{ coverage, asked: coverageAmountWords(coverage, asked), offered: words }]
  })
