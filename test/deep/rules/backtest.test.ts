import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { countyLevels } from '../../../scripts/territory/california-homes.ts'
import { fairPlanByZip } from '../../../scripts/territory/fair-plan.ts'
import { places } from '../../../scripts/territory/places.ts'
import { marketSigma } from '../../../src/agency/rating/auto-carriers.ts'
import { PRICE_EFFECTS } from '../../../src/agency/rating/auto-plan.ts'
import { californiaHome } from '../../../src/agency/rating/california-home.ts'
import { readTable } from '../../../src/agency/rating/figures.ts'
import { californiaHomePlan, homeRange } from '../../../src/agency/rating/home-plan.ts'
import { along, price } from '../../../src/agency/rating/plan.ts'
import { umbrellaSigma } from '../../../src/agency/rating/umbrella-plan.ts'
import { findVehicle } from '../../../src/agency/rating/vehicle.ts'
import { projectFile } from '../../../src/platform/project-file.ts'
import { atFaultStudies, FITTED, riseFrom } from '../../support/rating/at-fault-studies.ts'
import {
  banded,
  type Floors,
  mean,
  type Row,
  relative,
  startBacktest,
} from '../../support/rating/backtest.ts'
import { holdPlaces } from '../../support/rating/place-backtest.ts'
import {
  californiaQuotes2021,
  sanDiegoCounty,
  stateStudies,
  vehicleStudies,
} from '../../support/rating/published-figures.ts'
import { sharedServer } from '../../support/servers/shared-server.ts'

await sharedServer('tools')
const everywhere = places()
const fairPlan = fairPlanByZip(everywhere.filter(({ state }) => state === 'CA'))
const { hold, lines, missed } = startBacktest()

test('figures held out of the fit are met as well as docs/calculators.md says', () => {
  autoLevelBySource()
  atFaultBySource()
  californiaCities('without the city study', false, { band: 0.95, within: 0.95 })
  californiaCities('with it (as shipped)', true, { band: 1, within: 1, rank: 0.7 })
  californiaQuotes()
  vehicles()
  holdPlaces(hold, everywhere)
  umbrellaBySource()
  console.log(lines.join('\n'))
  expect(missed).toEqual([])
  const docs = readFileSync(projectFile('docs/calculators.md'), 'utf8')
  expect(lines.filter(line => !docs.includes(line))).toEqual([])
})

const autoLevelBySource = (): void => {
  const rows = (from: 'bankrate' | 'insuranceCom', to: 'bankrate' | 'insuranceCom'): Row[] =>
    stateStudies.map(study => banded(study[to], study[from], marketSigma(study.state)))
  const floors = { band: 1, within: 0.9, rank: 0.84, slope: [0.7, 1.1] } as const
  hold('auto by state: Bankrate, from Insurance.com alone', rows('insuranceCom', 'bankrate'), floors)
  hold('auto by state: Insurance.com, from Bankrate alone', rows('bankrate', 'insuranceCom'), floors)
}

/** Floors of the increase itself, and of the premium it leads to. NerdWallet and InsuranceQuotes were seen in part, chosen by size. */
const AT_FAULT: readonly [study: string, name: string, increase: Floors, premium: Floors][] = [
  ['quadrant_2021', 'Quadrant 2021', { band: 0.9, within: 0.78, rank: 0.45 }, { band: 1, within: 1 }],
  [
    'insurance_com_2022',
    'Insurance.com 2022',
    { band: 0.85, within: 0.75, rank: 0.5 },
    { band: 0.89, within: 1 },
  ],
  ['bankrate_2021', 'Bankrate 2021', { band: 0.85, within: 0.7, rank: 0.3 }, { band: 0.9, within: 1 }],
  [
    'nerdwallet_2020',
    'NerdWallet 2020, 16 highest',
    { band: 0.9, within: 0.8, rank: 0.55 },
    { band: 0.9, within: 1 },
  ],
  ['nerdwallet_2019', 'NerdWallet 2019, 24 highest', {}, {}],
  ['insurancequotes_2015_18', 'InsuranceQuotes 2015-18, highest and lowest', {}, {}],
]

const atFaultBySource = (): void => {
  for (const [held, name, increase, premium] of AT_FAULT) {
    const rise = riseFrom(FITTED.filter(study => study !== held))
    const rows = atFaultStudies().flatMap(row => {
      const published = row.published(held)
      return published === undefined ? [] : [banded(published, rise(row), 0.25)]
    })
    hold(`increase after an accident: ${name}, from the other studies and the nation`, rows, increase)
    hold(
      `premium after an accident: ${name}, the same as 1 + increase`,
      rows.map(({ published, ours }) => banded(1 + published / 100, 1 + ours / 100, 0.1)),
      premium,
    )
  }
}

/**
 * From 2024 to 2026: renewals rose 11% a year (Policygenius), and MoneyGeek's average went from $1,148 in November
 * 2024 to $1,543 in January 2026. We use the geometric mean.
 */
const TWO_YEARS = Math.sqrt(1.11 ** 2 * (1543 / 1148))

const californiaCities = (name: string, useCityStudy: boolean, floors: Floors): void => {
  const levels = countyLevels(fairPlan, useCityStudy)
  const rows = readTable('figures/california-cities.csv').map((row): Row => {
    const home = californiaHome(row.text('zip'))
    const wildfire_load = home?.wildfireLoad ?? 1
    const county_level = (useCityStudy ? home?.countyLevel : levels.get(row.text('county'))?.level) ?? 1
    const ours = price(californiaHomePlan, {
      dwelling: 300_000,
      wildfire_load,
      county_level,
      risk_factors: [],
    }).price
    return {
      published: row.number('premium') * TWO_YEARS,
      ours,
      low: ours * homeRange.low,
      high: ours * homeRange.high,
    }
  })
  hold(`California homes: 20 cities, index ${name}`, rows, floors)
  const off = mean(rows.map(({ published, ours }) => ours / published)) - 1
  expect(Math.abs(off), 'mean error of the level').toBeLessThan(0.1)
}

const californiaQuotes = (): void => {
  for (const [study, quotes, floors] of [
    ['5 ZIPs, LoansCalc 2021', californiaQuotes2021, { band: 1, within: 1, rank: 0.6 }],
    ['7 places of San Diego County, QuoteWizard 2021', sanDiegoCounty, { band: 0.85, within: 0.85 }],
  ] as const) {
    const ours = quotes.map(({ zip }) => {
      const home = californiaHome(zip)
      const place = { wildfire_load: home?.wildfireLoad ?? 1, county_level: home?.countyLevel ?? 1 }
      return price(californiaHomePlan, { dwelling: 300_000, ...place, risk_factors: [] }).price
    })
    const published = quotes.map(({ premium }) => premium)
    hold(`California homes: ${study}, differences only`, relative(published, ours, 0.15), floors)
  }
}

const bill = (liability: number, damage: number, listPrice: number): number =>
  0.485 * liability + 0.515 * damage * along(PRICE_EFFECTS, listPrice)

const vehicles = (): void => {
  const classes = new Map<string, { liability: number[]; damage: number[] }>()
  for (const row of readTable('vehicles.csv')) {
    const known = classes.get(row.text('segment')) ?? { liability: [], damage: [] }
    known.liability.push(row.number('liability'))
    known.damage.push(row.number('damage'))
    classes.set(row.text('segment'), known)
  }
  for (const { study, models, fitted } of vehicleStudies) {
    const found = models.map(([make, model, premium]) => ({
      premium,
      vehicle: findVehicle({ year: 2025, make, model }),
    }))
    const published = found.map(({ premium }) => premium)
    hold(
      `vehicles, ${study}: class and list price only`,
      relative(
        published,
        found.map(({ vehicle }) => {
          const own = classes.get(vehicle?.segment ?? '')
          return bill(mean(own?.liability ?? [1]), mean(own?.damage ?? [1]), vehicle?.listPrice ?? 30_000)
        }),
        0.15,
      ),
      { band: 0.9, within: 0.9, rank: fitted ? 0.75 : 0.35 },
    )
    hold(
      `vehicles, ${study}: by model${fitted ? ' (relativities made knowing it)' : ''}`,
      relative(
        published,
        found.map(({ vehicle }) =>
          bill(vehicle?.liability ?? 1, vehicle?.damage ?? 1, vehicle?.listPrice ?? 0),
        ),
        0.15,
      ),
      { band: 1, within: 1, rank: fitted ? 0.85 : 0.75, slope: [0.75, 1.25] },
    )
  }
}

const umbrellaBySource = (): void => {
  const published = [225, 264, 383, 390]
  const rows = published.map((figure, at) =>
    banded(figure, mean(published.filter((_, other) => other !== at)), umbrellaSigma),
  )
  hold('umbrella, first million: each of four prices from the other three', rows, { band: 0.75 })
}
