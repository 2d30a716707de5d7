import type { Choice, Plan } from './plan.ts'

export type HomeFacts = {
  dwelling: number
  wildfire_load: number
  county_level: number
  risk_factors: readonly string[]
}

export const homeRiskFactors = {
  pool: { label: 'Fenced swimming pool', effect: 1.04 },
  trampoline: { label: 'Trampoline', effect: 1.05 },
  restricted_dog: { label: 'Dog of a restricted breed', effect: 1.07 },
  wood_stove: { label: 'Wood stove', effect: 1.08 },
  knob_and_tube_wiring: { label: 'Knob-and-tube wiring', effect: 1.3 },
  aluminum_wiring: { label: 'Aluminum wiring', effect: 1.15 },
  old_plumbing: { label: 'Galvanized or polybutylene plumbing', effect: 1.15 },
  roof_over_20_years: { label: 'Roof older than 20 years', effect: 1.25 },
  wood_shake_roof: { label: 'Wood shake roof', effect: 1.25 },
  short_term_rental: { label: 'Short-term rental', effect: 1.2 },
  home_business: { label: 'Business in the home', effect: 1.05 },
  one_prior_claim: { label: 'One claim in the last five years', effect: 1.12 },
  several_prior_claims: { label: 'Two or more claims in the last five years', effect: 1.35 },
  coverage_lapse: { label: 'More than 30 days without coverage', effect: 1.1 },
  no_hydrant: { label: 'No hydrant within 1,000 feet', effect: 1.25 },
  solar_panels: { label: 'Solar panels', effect: 1.02 },
  hot_tub: { label: 'Hot tub', effect: 1.01 },
} as const satisfies Record<string, Choice>

export type HomeRiskFactor = keyof typeof homeRiskFactors

/**
 * A $300,000 dwelling, from four figures after the 2023-25 rate increases: Bankrate 2026, $1,641; MoneyGeek
 * 2026, $1,543 for $250,000; Insurify about 2025, $2,160; and State Farm's average policy of 2025, $2,627, which
 * we assume is for a $500,000 dwelling (judgment). The exponents below convert them all to $300,000.
 */
const LEVEL_2026 = (1641 + 1766 + 2160 + 1701) / 4

/** California, HO-3, $1,000 deductible, built around 1992. */
export const californiaHomePlan: Plan<HomeFacts> = {
  base: LEVEL_2026,
  factors: [
    {
      id: 'dwelling',
      label: 'Cost to rebuild',
      kind: 'power',
      by: 'dwelling',
      reference: 300_000,
      below: 0.74,
      above: 0.85,
    },
    { id: 'wildfire', label: 'Wildfire risk of the ZIP code', kind: 'given', by: 'wildfire_load' },
    { id: 'county', label: 'Price level of the county', kind: 'given', by: 'county_level' },
    { id: 'risk_factors', label: 'Risk factors', kind: 'each', by: 'risk_factors', effects: homeRiskFactors },
  ],
  caps: [
    {
      id: 'risk_factor_cap',
      label: 'Cap on risk factors',
      over: Object.keys(homeRiskFactors),
      maximum: 4,
    },
  ],
  minimum: 350,
}

/** The 10th and 90th percentile of ZIP premiums around what place and home value explain (1,126 ZIPs, CDI 2018-21). */
export const homeRange = { low: 0.77, high: 1.58 } as const
