import fc from 'fast-check'
import { expect, test } from 'vitest'
import { states } from '../../agency/rating/plan.ts'
import type { AutoCalculatorRequest } from './auto-request.ts'
import { compareCoverage } from './collision-and-comprehensive-coverage.ts'
import { crossingOf } from './pages/collision-and-comprehensive-coverage-page.ts'

const models = [
  ['Toyota', 'Camry'],
  ['Ford', 'F-150'],
  ['Tesla', 'Model 3'],
  ['BMW', 'X5'],
  ['Porsche', '911'],
  ['Kia', 'Rio'],
] as const

const requests: fc.Arbitrary<AutoCalculatorRequest & { vehicle: { year: number } }> = fc.record({
  driver: fc.record({ age: fc.integer({ min: 16, max: 99 }), state: fc.constantFrom(...states) }),
  vehicle: fc
    .tuple(fc.constantFrom(...models), fc.integer({ min: 1999, max: 2027 }))
    .map(([[make, model], year]) => ({ make, model, year })),
  coverage: fc.record({
    collision_deductible: fc.integer({ min: 0, max: 5000 }),
    comprehensive_deductible: fc.integer({ min: 0, max: 5000 }),
  }),
  history: fc.record({ at_fault_accidents: fc.integer({ min: 0, max: 3 }) }),
})

test('ten years add up, the car loses value, and more coverage costs more and leaves less', () => {
  fc.assert(
    fc.property(requests, request => {
      const { scenarios } = compareCoverage(request).result
      expect(scenarios.map(({ scenario }) => scenario)).toEqual([
        'none',
        'collision_only',
        'collision_and_comprehensive',
      ])
      for (const { cumulative } of scenarios) {
        expect(cumulative.map(({ year }) => year)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
        cumulative.forEach((row, at) => {
          const before = cumulative[at - 1]
          expect(row.expected_total_cost).toBe(row.premium + row.expected_retained_loss)
          expect(row.premium).toBeGreaterThan(before?.premium ?? 0)
          expect(row.vehicle_value).toBeLessThanOrEqual(before?.vehicle_value ?? Number.POSITIVE_INFINITY)
        })
      }
      for (const at of [1, 2]) {
        const [less, more] = [scenarios[at - 1], scenarios[at]]
        expect(more?.monthly.p50).toBeGreaterThanOrEqual(less?.monthly.p50 ?? 0)
        less?.cumulative.forEach((row, year) => {
          expect(more?.cumulative[year]?.premium).toBeGreaterThan(row.premium)
          expect(more?.cumulative[year]?.expected_retained_loss).toBeLessThanOrEqual(
            row.expected_retained_loss,
          )
        })
      }
    }),
    { numRuns: 200 },
  )
})

/** At its lowest value a car stays while its premium keeps falling, so its break-even may come later again. */
const stillFalls = ({ scenarios }: ReturnType<typeof compareCoverage>['result']): boolean => {
  const [last, before] = (scenarios[0]?.cumulative ?? []).toReversed()
  return last !== undefined && before !== undefined && last.vehicle_value < before.vehicle_value
}

test('an old car stops paying: coverage dropped for a car is never advised for an older one, and breaks even no later', () => {
  const worth = { none: 0, collision_only: 1, collision_and_comprehensive: 2 }
  fc.assert(
    fc.property(requests, request => {
      const { year } = request.vehicle
      const older = { ...request, vehicle: { ...request.vehicle, year: year - 1 } } as AutoCalculatorRequest
      const [now, then] = [compareCoverage(request).result, compareCoverage(older).result]
      expect(worth[then.recommendation.scenario]).toBeLessThanOrEqual(worth[now.recommendation.scenario])
      if (stillFalls(then)) expect(then.breakeven_year ?? 11).toBeLessThanOrEqual(now.breakeven_year ?? 11)
    }),
    { numRuns: 1000 },
  )
})

test('the break-even year is the first in which premiums paid exceed what the coverage could still pay', () => {
  fc.assert(
    fc.property(requests, request => {
      const { scenarios, breakeven_year } = compareCoverage(request).result
      const [none, , both] = scenarios
      const deductible = request.coverage?.collision_deductible ?? 1000
      both?.cumulative.forEach(({ year, premium, vehicle_value }, at) => {
        const paid = premium - (none?.cumulative[at]?.premium ?? 0)
        const left = vehicle_value - deductible
        if (Math.abs(paid - left) <= 2) return
        expect(paid > left).toBe(breakeven_year !== null && year >= breakeven_year)
      })
    }),
    { numRuns: 500 },
  )
})

test('the verdict names what coverage costs on average, as the chart below it shows', () => {
  fc.assert(
    fc.property(requests, request => {
      const { scenarios, recommendation } = compareCoverage(request).result
      const total = (name: string) =>
        scenarios.find(({ scenario }) => scenario === name)?.cumulative.at(-1)?.expected_total_cost ?? 0
      if (recommendation.scenario === 'none') return
      const more = total(recommendation.scenario) - total('none')
      if (Math.abs(more) < 3) return
      expect(recommendation.reason).toContain(more > 0 ? 'more than it pays back' : 'less over ten years')
    }),
    { numRuns: 300 },
  )
})

test('a new car is worth both coverages, an old one none', () => {
  const advice = (year: number) =>
    compareCoverage({ driver: { state: 'OH', age: 45 }, vehicle: { year, make: 'Honda', model: 'Accord' } })
      .result
  expect(advice(2026).recommendation.scenario).toBe('collision_and_comprehensive')
  expect(advice(2008).recommendation.scenario).toBe('none')
  expect(advice(2008).breakeven_year).toBeLessThan(advice(2026).breakeven_year ?? 11)
})

test('the break-even mark stands where the drawn lines cross, within the break-even year', () => {
  const worth = [5000, 4000, 3000, 2000].map((left, at) => ({
    year: at + 1,
    paid: 1000 * (at + 1),
    worth: left,
  }))
  expect(crossingOf(worth)?.x).toBe(3)
  expect(crossingOf(worth.map(year => ({ ...year, paid: year.paid + 500 })))?.x).toBeCloseTo(2.75, 9)
  expect(crossingOf(worth.slice(0, 2))).toBeNull()
  expect(crossingOf([{ year: 1, paid: 2, worth: 1 }])).toEqual({ year: 1, x: 1 })
})

test('a value that nobody stated is called our estimate, and a car that nobody named our assumption', () => {
  const reason = (vehicle: Pick<AutoCalculatorRequest, 'vehicle'>) =>
    compareCoverage({ driver: { state: 'TX' }, ...vehicle }).result.recommendation.reason
  expect(reason({})).toContain('the value of the new sedan that we assumed, which we estimate at $30,000')
  expect(reason({ vehicle: { make: 'Toyota', model: 'Camry', year: 2024 } })).toMatch(
    /the value of your car, which we estimate at \$2\d,\d{3}/,
  )
})
