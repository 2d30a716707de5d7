import { estimateAuto } from '../../../src/products/calculators/auto-estimates.ts'
import type { AutoCalculatorRequest } from '../../../src/products/calculators/auto-request.ts'
import { weighClaim } from '../../../src/products/calculators/file-a-claim.ts'
import { estimateHome } from '../../../src/products/calculators/home.ts'
import { estimateUmbrella } from '../../../src/products/calculators/umbrella.ts'

type Place = { state: string; city: string; zip: string }

const PLACES: readonly Place[] = [
  { state: 'CA', city: 'Los Angeles', zip: '90034' },
  { state: 'CO', city: 'Denver', zip: '80202' },
  { state: 'FL', city: 'Miami', zip: '33130' },
  { state: 'GA', city: 'Atlanta', zip: '30303' },
  { state: 'IL', city: 'Chicago', zip: '60629' },
  { state: 'LA', city: 'New Orleans', zip: '70117' },
  { state: 'MI', city: 'Detroit', zip: '48206' },
  { state: 'NC', city: 'Charlotte', zip: '28202' },
  { state: 'NJ', city: 'Newark', zip: '07102' },
  { state: 'NY', city: 'Brooklyn', zip: '11201' },
  { state: 'OH', city: 'Columbus', zip: '43215' },
  { state: 'PA', city: 'Philadelphia', zip: '19121' },
  { state: 'TX', city: 'Houston', zip: '77002' },
  { state: 'VT', city: 'Burlington', zip: '05401' },
  { state: 'WA', city: 'Seattle', zip: '98101' },
]

const coverage = { collision_deductible: 500, comprehensive_deductible: 500 }

const auto = (request: AutoCalculatorRequest): number =>
  estimateAuto({ ...request, coverage }).result.market.monthly.p50 * 12

const camry = { year: 2026, make: 'Toyota', model: 'Camry' }

const PROFILES: readonly (readonly [name: string, price: (place: Place) => number | null])[] = [
  ['40, new Camry', ({ state }) => auto({ driver: { age: 40, state }, vehicle: camry })],
  ['the same in the city', ({ zip }) => auto({ driver: { age: 40, zip }, vehicle: camry })],
  [
    '18, 2015 Civic',
    ({ state }) =>
      auto({ driver: { age: 18, state }, vehicle: { year: 2015, make: 'Honda', model: 'Civic' } }),
  ],
  [
    '30, ticket, 2023 Model 3',
    ({ state }) =>
      auto({
        driver: { age: 30, state },
        vehicle: { year: 2023, make: 'Tesla', model: 'Model 3' },
        history: { moving_violations: 1 },
      }),
  ],
  [
    '45, accident, 2022 F-150',
    ({ state }) =>
      auto({
        driver: { age: 45, state },
        vehicle: { year: 2022, make: 'Ford', model: 'F-150' },
        history: { at_fault_accidents: 1 },
      }),
  ],
  [
    '72, 2018 CR-V',
    ({ state }) =>
      auto({ driver: { age: 72, state }, vehicle: { year: 2018, make: 'Honda', model: 'CR-V' } }),
  ],
  [
    'umbrella, $1 million, city',
    ({ zip }) => estimateUmbrella({ zip, auto_count: 2 }).result.bands[0]?.annual.mid ?? null,
  ],
  [
    'file a claim above',
    ({ state }) =>
      weighClaim({
        driver: { age: 40, state },
        vehicle: { year: 2022, make: 'Toyota', model: 'RAV4' },
        coverage,
        repair_estimate: 3000,
      }).result.breakeven_repair_cost,
  ],
]

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
const dollars = (amount: number | null): string =>
  amount === null ? 'never' : `$${amount.toLocaleString('en-US')}`

const HOMES: readonly (readonly [name: string, zip: string])[] = [
  ['San Francisco, Mission', '94110'],
  ['San Jose', '95125'],
  ['Oakland hills', '94611'],
  ['Santa Rosa', '95403'],
  ['Sacramento', '95818'],
  ['Grass Valley', '95945'],
  ['Paradise', '95969'],
  ['Fresno', '93704'],
  ['Los Angeles, west', '90034'],
  ['Los Angeles, south', '90011'],
  ['Malibu', '90265'],
  ['Riverside', '92506'],
  ['Lake Arrowhead', '92352'],
  ['San Diego', '92103'],
  ['Ramona', '92065'],
]

const home = ([name, zip]: (typeof HOMES)[number]): string => {
  const { estimate, zip_context } = estimateHome({ zip, home_sqft: 1500 }).result
  const prices = [estimate.annual_low, estimate.annual_mid, estimate.annual_high].map(dollars)
  return row([`${name} ${zip}`, zip_context.wildfire_risk.replace('_', ' '), ...prices])
}

/** The tables of example prices in docs/calculators.md. */
export const priceTables = (): string => {
  const head = ['Place', ...PROFILES.map(([name]) => name)]
  return [
    row(head),
    row(head.map(() => '---')),
    ...PLACES.map(place =>
      row([`${place.state}, ${place.city}`, ...PROFILES.map(([, price]) => dollars(price(place)))]),
    ),
    '',
    row(['Home of 1,500 square feet', 'Wildfire risk', 'Low', 'Middle', 'High']),
    row(['---', '---', '---', '---', '---']),
    ...HOMES.map(home),
  ].join('\n')
}
