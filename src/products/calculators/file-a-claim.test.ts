import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scaled } from '../../../test/support/runs/scale.ts'
import { states } from '../../agency/rating/plan.ts'
import { Failure } from '../../platform/errors.ts'
import type { AutoCalculatorRequest } from './auto-request.ts'
import { weighClaim } from './file-a-claim.ts'

const requests: fc.Arbitrary<AutoCalculatorRequest & { repair_estimate: number }> = fc.record(
  {
    driver: fc.record({ age: fc.integer({ min: 16, max: 99 }), state: fc.constantFrom(...states) }),
    vehicle: fc.record({
      year: fc.integer({ min: 1999, max: 2027 }),
      make: fc.constantFrom('Toyota', 'BMW', 'Kia'),
      model: fc.constantFrom('Camry', 'X5', 'Knows'),
    }),
    coverage: fc.record({ collision_deductible: fc.integer({ min: 0, max: 10_000 }) }),
    history: fc.record({
      at_fault_accidents: fc.integer({ min: 0, max: 4 }),
      moving_violations: fc.integer({ min: 0, max: 4 }),
    }),
    repair_estimate: fc.integer({ min: 1, max: 30_000 }),
  },
  { requiredKeys: ['driver', 'repair_estimate'] },
)

const RUNS = scaled(1000, 20_000)

const advice = (request: AutoCalculatorRequest, repair_estimate?: number) =>
  weighClaim(repair_estimate === undefined ? request : { ...request, repair_estimate }).result

test('the recommendation flips at the break-even, a dollar below and a dollar above', () => {
  fc.assert(
    fc.property(requests, request => {
      const { breakeven_repair_cost } = advice(request)
      if (breakeven_repair_cost === null) return
      expect(advice(request, breakeven_repair_cost + 1).recommendation).toBe('file')
      if (breakeven_repair_cost <= 1) return
      expect(advice(request, breakeven_repair_cost - 1).recommendation).toBe('pay_out_of_pocket')
    }),
    { numRuns: RUNS },
  )
})

test('without a break-even, no repair is worth a claim, however expensive', () => {
  fc.assert(
    fc.property(requests, fc.integer({ min: 0, max: 100_000 }), (request, more) => {
      const { breakeven_repair_cost, recommendation } = advice(request)
      if (breakeven_repair_cost !== null) return
      expect(recommendation).toBe('pay_out_of_pocket')
      expect(advice(request, request.repair_estimate + more).recommendation).toBe('pay_out_of_pocket')
    }),
    { numRuns: RUNS },
  )
})

test('filing is never recommended at or below the deductible, nor when the insurer pays nothing', () => {
  fc.assert(
    fc.property(requests, request => {
      const { recommendation, file } = advice(request)
      if (recommendation !== 'file') return
      expect(request.repair_estimate).toBeGreaterThan(request.coverage?.collision_deductible ?? 1000)
      expect(file.insurer_pays).toBeGreaterThan(0)
    }),
    { numRuns: RUNS },
  )
})

test('the recommended way is the cheaper one in the long run, give or take a dollar', () => {
  fc.assert(
    fc.property(requests, request => {
      const { recommendation, file, pay_out_of_pocket } = advice(request)
      const saved = pay_out_of_pocket.long_run_cost - file.long_run_cost
      if (recommendation === 'file') expect(saved).toBeGreaterThanOrEqual(-1)
      else expect(saved).toBeLessThanOrEqual(0)
      expect(file.premium_impact.total).toBe(file.premium_impact.by_year.reduce((sum, part) => sum + part, 0))
      expect(file.premium_impact.by_year).toHaveLength(file.premium_impact.years)
      expect(file.long_run_cost).toBe(file.deductible + file.premium_impact.total)
    }),
    { numRuns: RUNS },
  )
})

test('in California the lost good-driver discount makes filing more expensive; with two points it is already lost', () => {
  const claim = (moving_violations: number) =>
    weighClaim({ driver: { state: 'CA' }, history: { moving_violations }, repair_estimate: 4000 })
  expect(claim(0).result.file.premium_impact).toMatchObject({ surcharge_pct: 64, years: 3 })
  expect(claim(2).result.file.premium_impact.surcharge_pct).toBeCloseTo(31.2, 1)
  expect(claim(0).assumptions.join(' ')).toContain('good-driver discount of at least 20%')
  expect(claim(2).assumptions.join(' ')).toContain('already gone')
})

test('small damage in New York is worth filing, because it may not be surcharged', () => {
  const claim = (repair: number) =>
    advice({ driver: { state: 'NY' }, coverage: { collision_deductible: 500 } }, repair)
  expect(claim(1900)).toMatchObject({ recommendation: 'file', breakeven_repair_cost: 500 })
  expect(claim(1900).file.premium_impact.total).toBe(0)
  expect(claim(2100).recommendation).toBe('pay_out_of_pocket')
})

test('a claim stays on the premium for as long as the state allows', () => {
  const years = (state: string) => advice({ driver: { state } }, 9000).file.premium_impact.years
  expect(['TX', 'NY', 'VA', 'MA'].map(years)).toEqual([3, 4, 5, 6])
})

test('a repair that costs more than the car is settled at the value of the car', () => {
  const { file, pay_out_of_pocket } = advice(
    { driver: { state: 'OH' }, vehicle: { year: 2020, make: 'Toyota', model: 'Camry' } },
    60_000,
  )
  expect(pay_out_of_pocket.long_run_cost).toBeLessThan(20_000)
  expect(file.insurer_pays).toBe(pay_out_of_pocket.long_run_cost - 1000)
})

test('without a repair estimate the field is named', () => {
  expect(() => weighClaim({ driver: { state: 'OH' } })).toThrow(Failure)
  try {
    weighClaim({ driver: { state: 'OH' } })
  } catch (error) {
    expect((error as Failure).details.fields?.[0]).toMatchObject({
      path: 'repair_estimate',
      code: 'required',
    })
  }
})

test('without a vehicle the deductible still counts for what the person pays', () => {
  const [small, large] = [250, 2000].map(collision_deductible =>
    weighClaim({ driver: { state: 'TX' }, coverage: { collision_deductible }, repair_estimate: 4000 }),
  )
  const paid = [small, large].map(answer => answer?.result.file.insurer_pays)
  expect(paid).toEqual([3750, 2000])
})
