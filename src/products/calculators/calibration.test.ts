import { describe, expect, test } from 'vitest'
import { stateStudies as studies } from '../../../test/support/rating/published-figures.ts'
import { marketPremium, recordEffect } from '../../agency/rating/auto-carriers.ts'
import { type AutoFacts, cleanPremiums, referenceRisk, totalPremium } from '../../agency/rating/auto-plan.ts'
import { californiaHome } from '../../agency/rating/california-home.ts'
import { readTable } from '../../agency/rating/figures.ts'
import { californiaHomePlan } from '../../agency/rating/home-plan.ts'
import { price, states } from '../../agency/rating/plan.ts'
import { lossBelow, type PhysicalDamage, severityOf } from './ownership-year.ts'
import { estimateUmbrella } from './umbrella.ts'

type Comparison = readonly [figure: string, published: number, ours: number]

const TOLERANCE = 0.15

const distance = ([, published, ours]: Comparison): number => Math.abs(ours / published - 1)

const print = (title: string, rows: readonly Comparison[]): void => {
  const lines = rows.map(([figure, published, ours]) => {
    const off = `${((ours / published - 1) * 100).toFixed(1)}%`
    return `${figure.padEnd(44)}${published.toFixed(2).padStart(10)}${ours.toFixed(2).padStart(10)}${off.padStart(10)}`
  })
  console.log(`${title.padEnd(44)} published      ours       off\n${lines.join('\n')}\n`)
}

const compare = (title: string, rows: readonly Comparison[]): void => {
  print(title, rows)
  for (const row of rows) expect(distance(row), row[0]).toBeLessThan(TOLERANCE)
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
const overStates = (value: (state: string) => number): number => mean(states.map(value))

/** The driver and car of both rate studies. */
const studied: AutoFacts = {
  age: 40,
  gender: 'N',
  ...referenceRisk,
  collision_deductible: 500,
  comprehensive_deductible: 500,
}
const full = (state: string, facts: Partial<AutoFacts> = {}): number => {
  const clean_premium = totalPremium(cleanPremiums(state, { ...studied, ...facts }))
  return marketPremium(state, { clean_premium, at_fault_accidents: 0, moving_violations: 0 }).price
}

// These figures were used for fitting, so the rows prove the wiring. backtest.test.ts holds figures out.
describe('prices are within 15% of the published figures', () => {
  test('car insurance in the nation and in every state', () => {
    const byState = studies.map(
      ({ state, bankrate, insuranceCom }): Comparison => [
        `${state}, mean of Bankrate and Insurance.com`,
        (bankrate + insuranceCom) / 2,
        full(state),
      ],
    )
    expect(byState).toHaveLength(51)
    const national = overStates(state => full(state))
    compare('Full coverage, a year', [
      ['US, Bankrate', 2671, national],
      ['US, Insurance.com', 2513, national],
      ...byState,
    ])
  })

  test('the effect of the driver’s age matches published ratios', () => {
    const published: Readonly<Record<number, number>> = {
      16: 4.04,
      17: 3.34,
      18: 2.91,
      19: 2.28,
      20: 2.04,
      21: 1.65,
      22: 1.54,
      23: 1.43,
      24: 1.35,
      25: 1.19,
      30: 1.06,
      35: 1.03,
      45: 0.98,
      50: 0.94,
      55: 0.9,
      60: 0.89,
      65: 0.91,
      70: 0.96,
      75: 1.05,
      80: 1.17,
      85: 1.3,
    }
    compare(
      'Age against 40, median of states',
      Object.entries(published).map(([age, effect]) => [
        `at ${age}`,
        effect,
        median(states.map(state => full(state, { age: Number(age) }) / full(state))),
      ]),
    )
  })

  test('accidents and tickets raise the price as published', () => {
    const withRecord = (at_fault_accidents: number, moving_violations: number): number =>
      overStates(state => recordEffect(state, { at_fault_accidents, moving_violations }))
    compare('Record against clean', [
      ['one at-fault accident, Bankrate', 1.44, withRecord(1, 0)],
      ['one at-fault accident, NerdWallet', 1.48, withRecord(1, 0)],
      ['two at-fault accidents, CarInsurance.com', 2.23, withRecord(2, 0)],
      ['one ticket, Bankrate', 1.22, withRecord(0, 1)],
      ['one ticket, NerdWallet', 1.27, withRecord(0, 1)],
    ])
  })

  test('collision and comprehensive match published prices, and what carriers paid', () => {
    const monthly = (damage: PhysicalDamage, deductible: number): number =>
      overStates(
        state =>
          cleanPremiums(state, { ...studied, [`${damage}_deductible`]: deductible })[damage].price / 12,
      )
    const paidForOldCar = (damage: PhysicalDamage): number =>
      overStates(state => cleanPremiums(state, { ...studied, vehicle_age: 12 })[damage].price) *
      (lossBelow(Number.POSITIVE_INFINITY, severityOf(damage, 1)) - lossBelow(500, severityOf(damage, 1)))
    const prices = { 250: [79, 38], 500: [67, 31], 1000: [53, 24], 1500: [47, 21] } as const
    compare('Damage to the own car', [
      ...Object.entries(prices).flatMap(([deductible, [collision, comprehensive]]): Comparison[] => [
        [
          `collision, $${deductible}, a month, ValuePenguin`,
          collision,
          monthly('collision', Number(deductible)),
        ],
        [
          `comprehensive, $${deductible}, a month`,
          comprehensive,
          monthly('comprehensive', Number(deductible)),
        ],
      ]),
      ['collision paid, a year, average car, ISO 2023', 248, paidForOldCar('collision')],
      ['comprehensive paid, a year, ISO 2023', 94, paidForOldCar('comprehensive')],
    ])
  })

  // Quote studies price homes that carriers write, so the wildfire load is left out.
  test('homes in California match quote studies', () => {
    const homes = readTable('figures/california-zips.csv').map(row => ({
      place: californiaHome(row.text('zip')),
      count: row.number('voluntary_homes_2022') + row.number('fair_homes_2022'),
    }))
    const insured = homes.reduce((sum, { count }) => sum + count, 0)
    const average = (dwelling: number): number =>
      homes.reduce((sum, { place, count }) => {
        if (!place) return sum
        const { countyLevel: county_level } = place
        const facts = { dwelling, wildfire_load: 1, county_level, risk_factors: [] }
        return sum + count * price(californiaHomePlan, facts).price
      }, 0) / insured
    const thousand = (dwelling: number): number => average(dwelling * 1000)
    compare('California homes, a year', [
      ['$300,000, Bankrate 2026', 1641, thousand(300)],
      ['$250,000, MoneyGeek 2026', 1543, thousand(250)],
      ['$500,000, State Farm average 2025', 2627, thousand(500)],
      ['$150,000 against $300,000, Bankrate', 0.6, thousand(150) / thousand(300)],
      ['$450,000 against $300,000, Bankrate', 1.39, thousand(450) / thousand(300)],
      ['$750,000 against $300,000, Bankrate', 2.17, thousand(750) / thousand(300)],
    ])
  })

  test('an umbrella costs what published prices and curves say', () => {
    const two = estimateUmbrella({ zip: '97045', auto_count: 2, desired_coverage_limit: 4_000_000 })
    const mid = (millions: number): number =>
      two.result.bands.find(({ coverage_limit }) => coverage_limit === millions * 1_000_000)?.annual.mid ?? 0
    compare('Umbrella, a year, one home and two cars', [
      ['$1,000,000, mean of four published prices', (225 + 264 + 383 + 390) / 4, mid(1)],
      ['$5,000,000 against $1,000,000, middle of two curves', (2.44 + 1.59) / 2, mid(5) / mid(1)],
      ['$10,000,000 against $1,000,000, middle of two curves', (4 + 2.4) / 2, mid(10) / mid(1)],
    ])
  })
})

test('what our prices do not match is printed: other products, and studies that contradict each other', () => {
  const single = studies.flatMap(({ state, bankrate, insuranceCom }): Comparison[] => [
    [`${state}, Bankrate alone`, bankrate, full(state)],
    [`${state}, Insurance.com alone`, insuranceCom, full(state)],
  ])
  const missed = single.filter(row => distance(row) >= TOLERANCE)
  const liability = overStates(state => cleanPremiums(state, studied).liability.price)
  print('Not held to 15%', [
    ['NAIC 2022, any coverage, any car (we: full, new)', 1258, overStates(state => full(state))],
    ['Liability only 50/100/50 (we: 100/300/100 + UM)', 801, liability],
    ['California, $300,000, Insurify about 2025', 2160, californiaHomePlan.base],
    ...missed,
  ])
  expect(missed.map(([figure]) => figure.slice(0, 2)).toSorted()).toEqual(['IL', 'MD', 'NC', 'NY'])
})
