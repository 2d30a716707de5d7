import { describe, expect, test } from 'vitest'
import { states } from '../../agency/rating/plan.ts'
import type { Failure } from '../../platform/errors.ts'
import { estimateAuto } from './auto-estimates.ts'
import type { AutoCalculatorRequest } from './auto-request.ts'

const refusal = (request: AutoCalculatorRequest): Failure => {
  try {
    estimateAuto(request)
  } catch (error) {
    return error as Failure
  }
  throw new Error('was not refused')
}
const fieldOf = (request: AutoCalculatorRequest) => refusal(request).details.fields?.[0]

test.each(states)('carriers in %s come cheapest first, with bands in order', state => {
  const { carriers, market } = estimateAuto({ driver: { state } }).result
  const middles = carriers.map(({ monthly }) => monthly.p50)
  expect(middles).toEqual(middles.toSorted((a, b) => a - b))
  for (const { monthly } of [...carriers, market]) {
    const { p10, p25, p50, p75, p90 } = monthly
    expect(p10 < p25 && p25 < p50 && p50 < p75 && p75 < p90).toBe(true)
  }
})

test('the market is less sure of itself than one carrier', () => {
  const { carriers, market } = estimateAuto({ driver: { state: 'OH' } }).result
  const width = ({ p10, p90 }: { p10: number; p90: number }): number => p90 / p10
  for (const { monthly } of carriers) expect(width(market.monthly)).toBeGreaterThan(width(monthly))
})

describe('what a state forbids is neither used nor assumed', () => {
  const said = (state: string): string => estimateAuto({ driver: { state } }).assumptions.join(' ')

  test.each(['CA', 'HI', 'MA', 'MI', 'NC', 'PA'])('no gender in %s', state => {
    expect(said(state)).toContain(`Carriers can't use gender in ${state}.`)
    const price = (gender: 'F' | 'M') => estimateAuto({ driver: { state, gender, age: 19 } }).result
    expect(price('M')).toEqual(price('F'))
  })

  test.each(['CA', 'HI', 'MA'])('no credit in %s', state => {
    expect(said(state)).toContain(`Carriers can't use credit in ${state}.`)
    expect(said(state)).not.toContain('good credit')
    expect(said('TX')).toContain('We assumed good credit.')
  })

  test('no age in Hawaii', () => {
    expect(said('HI')).toContain("Carriers can't use age in HI.")
    const price = (age: number) => estimateAuto({ driver: { state: 'HI', age } }).result
    expect(price(16)).toEqual(price(90))
  })
})

test('every default is said in words, and none when nothing was left out', () => {
  const bare = estimateAuto({ driver: { state: 'TX' } }).assumptions.join(' ')
  for (const word of [
    '35',
    'gender',
    'ZIP',
    'vehicle',
    'collision',
    'comprehensive',
    'accidents',
    'violations',
  ]) {
    expect(bare).toContain(word)
  }
  const full = estimateAuto({
    driver: { age: 42, gender: 'F', zip: '78701', state: 'TX' },
    vehicle: { year: 2021, make: 'Toyota', model: 'Camry' },
    coverage: { collision_deductible: 500, comprehensive_deductible: 500 },
    history: { at_fault_accidents: 0, moving_violations: 1 },
  })
  expect(full.assumptions.filter(text => text.startsWith('No '))).toEqual([])
})

test('without a vehicle the deductibles change no premium, and the answer says so', () => {
  const driver = { state: 'TX' }
  const answer = (collision_deductible: number, vehicle?: AutoCalculatorRequest['vehicle']) =>
    estimateAuto({ driver, coverage: { collision_deductible }, ...(vehicle && { vehicle }) })
  const camry = { year: 2021, make: 'Toyota', model: 'Camry' }
  expect(answer(0).result).toEqual(answer(2000).result)
  expect(answer(0, camry).result).not.toEqual(answer(2000, camry).result)
  const said =
    'Without a vehicle, the deductibles change no premium: every premium is for deductibles of $1,000.'
  expect(answer(0).assumptions).toContain(said)
  expect(answer(0, camry).assumptions).not.toContain(said)
  expect(estimateAuto({ driver }).assumptions).not.toContain(said)
})

test('a car that is not in the table is named, with what stands in for it and a wider range', () => {
  const answer = (vehicle: AutoCalculatorRequest['vehicle']) =>
    estimateAuto({ driver: { state: 'TX' }, ...(vehicle && { vehicle }) })
  const width = (vehicle: AutoCalculatorRequest['vehicle']): number => {
    const { p10, p90 } = answer(vehicle).result.market.monthly
    return p90 / p10
  }
  const known = { year: 2019, make: 'Kia', model: 'Rio' }
  const stinger = { year: 2019, make: 'Kia', model: 'Stinger' }
  expect(answer(stinger).assumptions.join(' ')).toContain("We don't have the Kia Stinger")
  expect(width(stinger)).toBeGreaterThan(width(known))
  expect(width({ year: 2019, make: 'Yugo', model: 'GV', style: 'hatchback' })).toBeGreaterThan(width(stinger))
  expect(width({ year: 2024, make: 'Ferrari', model: 'Roma' })).toBeGreaterThan(width(known) * 1.3)
  expect(answer({ ...known, year: 2027 }).assumptions.join(' ')).toContain('2027 model is priced as new')
})

test.each([
  [{ year: 2019, make: 'Yugo', model: 'GV' }, 'vehicle.make'],
  [{ year: 2021, make: 'Ducati', model: 'Panigale' }, 'vehicle.make'],
  [{ year: 1967, make: 'Chevrolet', model: 'Camaro' }, 'vehicle.year'],
])('%j has no honest price and is refused by field', (vehicle, path) => {
  expect(fieldOf({ driver: { state: 'TX' }, vehicle })).toMatchObject({ path })
})

describe('a request that contradicts itself is refused by field', () => {
  test('neither state nor ZIP', () => {
    expect(fieldOf({ driver: { age: 30 } })).toMatchObject({
      path: 'driver',
      code: 'state_or_zip_required',
    })
  })
  test('a ZIP that does not exist', () => {
    expect(refusal({ driver: { zip: '00000' } })).toMatchObject({ code: 'invalid_request', status: 400 })
    expect(fieldOf({ driver: { zip: '00000' } })).toMatchObject({
      path: 'driver.zip',
      code: 'unknown_zip',
    })
  })
  test('a ZIP of another state', () => {
    expect(fieldOf({ driver: { zip: '94110', state: 'NV' } })).toEqual({
      path: 'driver.zip',
      code: 'zip_not_in_state',
      facts: { actual: 'CA', state: 'NV' },
      expected: 'a ZIP code in NV, or no state',
    })
  })
  test('a state that does not exist', () => {
    expect(fieldOf({ driver: { state: 'Calfornia' } })).toMatchObject({
      path: 'driver.state',
      code: 'not_a_state',
      did_you_mean: 'California',
    })
  })
  test('a ZIP beyond the states', () => {
    expect(fieldOf({ driver: { zip: '00901' } })).toMatchObject({
      code: 'place_not_served',
      facts: { place: 'Puerto Rico' },
    })
  })
})
