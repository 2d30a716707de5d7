import { expect, test } from 'vitest'
import type { App } from '../../../platform/app.ts'
import type { DocumentRequest, DocumentRow } from '../../../platform/http/pages/document.ts'
import { usd } from '../../../platform/values/money.ts'
import { estimateAuto } from '../auto-estimates.ts'
import { autoProfile } from '../auto-profile.ts'
import type { AutoCalculatorRequest } from '../auto-request.ts'
import { claimCase, filing, outOfPocket } from '../claim-case.ts'
import { autoEstimatesPage } from './auto-estimates-page.ts'
import { collisionAndComprehensiveCoveragePage } from './collision-and-comprehensive-coverage-page.ts'
import { filingCostsLess } from './file-a-claim-page.ts'
import { homePage } from './home-page.ts'
import { umbrellaPage } from './umbrella-page.ts'

const app = { config: { publicUrl: 'https://service.example' } } as App

const open = async ({ respond }: DocumentRow<App>, query: Record<string, string>): Promise<string> =>
  String((await respond(app, { query, nonce: 'x' } as DocumentRequest)).body)

const camry = {
  'driver.zip': '94110',
  'driver.age': '34',
  'vehicle.year': '2019',
  'vehicle.make': 'Toyota',
  'vehicle.model': 'Camry',
}

const dollars = (text: string): number => Number(text.replaceAll(/[$,]/g, ''))

test('the advice to keep a coverage that costs more on average comes with the loss it protects from', async () => {
  const text = await open(collisionAndComprehensiveCoveragePage, camry)
  expect(text).toContain('Keep both coverages')
  expect(text).toMatch(
    /On average, going without costs the least, .* a totaled car this year would cost you \$[\d,]+/,
  )
  const totals = text.slice(text.indexOf('id="totals-title"'))
  const rows = [...totals.matchAll(/<tr><th scope="row">Year \d+<\/th>(.*?)<\/tr>/gs)].map(([, cells]) =>
    [...String(cells).matchAll(/>(\$[\d,]+)</g)].map(([, cell]) => dollars(String(cell))),
  )
  expect(rows).toHaveLength(10)
  for (const [none = 0, collision = 0, both = 0, lost = 0] of rows) {
    expect(none).toBeLessThan(Math.min(collision, both))
    expect(lost).toBeGreaterThan(Math.max(collision, both))
  }
})

test('the mark of the break-even stands in the year that the words name', async () => {
  const text = await open(collisionAndComprehensiveCoveragePage, camry)
  const [, year] = /By the end of year (\d+), the coverages will have cost more/.exec(text) ?? []
  expect(text).toContain(`Break-even: in year ${year}`)
  const [, at] = /<line class="mark" x1="([\d.]+)%"/.exec(text) ?? []
  const ticks = [...text.matchAll(/<text class="soft" x="([\d.]+)%" [^>]*>(\d+)<\/text>/g)]
  const place = (tick: number) => Number(ticks.find(([, , name]) => Number(name) === tick)?.[1])
  expect(Number(at)).toBeGreaterThan(place(Number(year) - 1))
  expect(Number(at)).toBeLessThanOrEqual(place(Number(year)))
})

const cars = [
  { year: '2024', make: 'Tesla', model: 'Model Y' },
  { year: '2019', make: 'Toyota', model: 'Camry' },
  { year: '2012', make: 'Ford', model: 'F-150' },
  { year: '2004', make: 'Honda', model: 'Civic' },
]

const drivers = ['CA', 'MA', 'MI', 'NC', 'OH', 'TX'].flatMap(state =>
  ['18', '45', '80'].flatMap(age =>
    cars.flatMap(({ year, make, model }) =>
      ['250', '1000'].map(deductible => ({
        'driver.state': state,
        'driver.age': age,
        'vehicle.year': year,
        'vehicle.make': make,
        'vehicle.model': model,
        'coverage.collision_deductible': deductible,
      })),
    ),
  ),
)

const VERDICT_COLUMNS = ['Consider dropping both', 'Keep collision, drop', 'Keep both']

test('whatever the driver and the car, the coverage that is advised is the lowest line, or the page says why not', async () => {
  for (const driver of drivers) {
    const text = await open(collisionAndComprehensiveCoveragePage, driver)
    const advised = VERDICT_COLUMNS.findIndex(words => text.includes(`autofocus>${words}`))
    const totals = text.slice(text.indexOf('id="totals-title"'))
    const [, cells = ''] = /<th scope="row">Year 10<\/th>(.*?)<\/tr>/s.exec(totals) ?? []
    const costs = [...cells.matchAll(/>(\$[\d,]+)</g)].slice(0, 3).map(([, cell]) => dollars(String(cell)))
    const lowest = costs.indexOf(Math.min(...costs))
    const where = JSON.stringify({ driver, costs, advised })
    expect(advised, where).toBeGreaterThanOrEqual(0)
    if (lowest !== advised) {
      expect(lowest, where).toBe(0)
      expect(text, where).toContain('On average, going without costs the least')
    }
    const [, year = ''] = /Break-even: in year (\d+)/.exec(text) ?? []
    const said = /By the end of year (\d+), the coverages will have cost more/.exec(text)?.[1] ?? ''
    expect(said, where).toBe(year)
  }
})

test('filing costs less exactly where the claim page says so, also where a state spares small damage', () => {
  for (const driver of drivers) {
    const profile = autoProfile({
      driver: { state: driver['driver.state'], age: Number(driver['driver.age']) },
      vehicle: {
        year: Number(driver['vehicle.year']),
        make: driver['vehicle.make'],
        model: driver['vehicle.model'],
      },
      coverage: { collision_deductible: Number(driver['coverage.collision_deductible']) },
    } as AutoCalculatorRequest)
    for (let repair = 50; repair < 20_000; repair += 350) {
      const found = claimCase(profile, repair)
      const isSaid = filingCostsLess(found).some(({ above, upTo }) => repair > above && repair <= upTo)
      const where = JSON.stringify({ driver, repair, ranges: filingCostsLess(found) })
      expect(filing(found).long_run_cost < outOfPocket(found), where).toBe(isSaid)
    }
  }
})

test('every result is drawn from the number that its headline names', async () => {
  for (const zip of ['94110', '95969', '92037']) {
    const text = await open(homePage, { zip, home_sqft: '1800', risk_factors: 'pool' })
    const [, said = ''] = /autofocus>About (\$[\d,]+) a year/.exec(text) ?? []
    expect(text.match(/<g class="strong">.*?<tspan class="value">(\$[\d,]+)/s)?.[1]).toBe(said)
  }
  for (const desired_coverage_limit of ['1000000', '5000000']) {
    const text = await open(umbrellaPage, { zip: '60601', desired_coverage_limit })
    const [, said = ''] = /autofocus>About (\$[\d,]+) a year/.exec(text) ?? []
    expect(text.match(/<g class="strong">.*?<tspan class="value">(\$[\d,]+)/s)?.[1]).toBe(said)
  }
  for (const state of ['CA', 'MI', 'OH']) {
    const text = await open(autoEstimatesPage, { 'driver.state': state, 'driver.age': '30' })
    const [, said = ''] = /autofocus>About (\$[\d,]+) a month/.exec(text) ?? []
    const values = [...text.matchAll(/<tspan class="value">(\$[\d,]+)/g)].map(([, one]) =>
      dollars(String(one)),
    )
    const [market, ...carriers] = values
    expect(market).toBe(dollars(said))
    expect(carriers).toEqual(carriers.toSorted((a, b) => a - b))
    expect(text).toContain(`cheapest at ${usd(carriers[0] ?? 0)}`)
    expect(text).toContain(`most expensive at ${usd(carriers.at(-1) ?? 0)}`)
  }
})

test('a result says how to get real quotes, and leads on with what was entered', async () => {
  const car = await open(collisionAndComprehensiveCoveragePage, camry)
  expect(car).toContain('Want real quotes?')
  const carried = new URLSearchParams(camry).toString().replaceAll('&', '&amp;')
  expect(car).toContain(`href="/calculators/auto-estimates?${carried}"`)
  const umbrella = await open(umbrellaPage, { zip: '60601' })
  expect(umbrella).toContain('href="/calculators/auto-estimates?driver.zip=60601"')
  expect(umbrella).toContain('href="/calculators/home"')
})

test('where carriers are named, the page and the API say that we do not represent them', async () => {
  const words = 'naming a carrier does not mean that we represent it'
  const text = await open(autoEstimatesPage, { 'driver.state': 'OH' })
  expect(text.split('to its 90th. ')[1]).toContain(words)
  expect(estimateAuto({ driver: { state: 'OH' } }).assumptions.join(' ')).toContain(words)
})
