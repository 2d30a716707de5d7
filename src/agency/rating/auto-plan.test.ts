import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { carriersIn, marketPremium } from './auto-carriers.ts'
import { type AutoFacts, cleanPremiums, totalPremium } from './auto-plan.ts'
import { price, states } from './plan.ts'

const state = fc.constantFrom(...states)
const facts: fc.Arbitrary<AutoFacts> = fc.record({
  age: fc.integer({ min: 16, max: 99 }),
  gender: fc.constantFrom('F', 'M', 'N'),
  vehicle_price: fc.integer({ min: 15_000, max: 250_000 }),
  territory: fc.double({ min: 0.7, max: 2.2, noNaN: true }),
  vehicle_liability: fc.double({ min: 0.8, max: 1.2, noNaN: true }),
  vehicle_damage: fc.double({ min: 0.7, max: 1.6, noNaN: true }),
  vehicle_age: fc.integer({ min: 0, max: 60 }),
  collision_deductible: fc.integer({ min: 0, max: 10_000 }),
  comprehensive_deductible: fc.integer({ min: 0, max: 10_000 }),
})
const total = (inState: string, risk: AutoFacts): number => totalPremium(cleanPremiums(inState, risk))

describe('for every driver, car and state', () => {
  test('a driver under 25 costs more than at 25, and the younger the more', () => {
    fc.assert(
      fc.property(state, facts, fc.integer({ min: 16, max: 24 }), (where, risk, age) => {
        const [young, older] = [total(where, { ...risk, age }), total(where, { ...risk, age: age + 1 })]
        if (where === 'HI') expect(young).toBe(older)
        else expect(young).toBeGreaterThan(older)
      }),
      { numRuns: 3000 },
    )
  })

  test('a driver over 75 costs more than at 75', () => {
    fc.assert(
      fc.property(state, facts, fc.integer({ min: 76, max: 99 }), (where, risk, age) => {
        const [old, younger] = [total(where, { ...risk, age }), total(where, { ...risk, age: 75 })]
        if (where === 'HI') expect(old).toBe(younger)
        else expect(old).toBeGreaterThan(younger)
      }),
      { numRuns: 3000 },
    )
  })

  test.each(['collision_deductible', 'comprehensive_deductible'] as const)(
    'a higher %s costs less',
    deductible => {
      const two = fc.uniqueArray(fc.integer({ min: 0, max: 10_000 }), { minLength: 2, maxLength: 2 })
      fc.assert(
        fc.property(state, facts, two, (where, risk, [a = 0, b = 0]) => {
          const low = total(where, { ...risk, [deductible]: Math.min(a, b) })
          expect(total(where, { ...risk, [deductible]: Math.max(a, b) })).toBeLessThan(low)
        }),
        { numRuns: 2000 },
      )
    },
  )

  test.each(['territory', 'vehicle_liability', 'vehicle_damage'] as const)(
    'a higher %s costs more',
    relativity => {
      fc.assert(
        fc.property(state, facts, (where, risk) => {
          const more = { ...risk, [relativity]: risk[relativity] * 1.01 }
          expect(total(where, more)).toBeGreaterThan(total(where, risk))
        }),
      )
    },
  )

  test('a more expensive car costs more and an older one no more', () => {
    fc.assert(
      fc.property(state, facts, (where, risk) => {
        expect(total(where, { ...risk, vehicle_price: risk.vehicle_price + 1000 })).toBeGreaterThan(
          total(where, risk),
        )
        expect(total(where, { ...risk, vehicle_age: risk.vehicle_age + 1 })).toBeLessThanOrEqual(
          total(where, risk),
        )
      }),
      { numRuns: 2000 },
    )
  })
})

const clean = { clean_premium: 2400, at_fault_accidents: 0, moving_violations: 0 }

test.each(states)('in %s every at-fault accident and every violation costs more, up to the cap', where => {
  const premiums = [
    (record: typeof clean) => marketPremium(where, record).price,
    ...carriersIn(where).map(
      ({ plan }) =>
        (record: typeof clean) =>
          price(plan, record).price,
    ),
  ]
  for (const premium of premiums) {
    for (const incident of ['at_fault_accidents', 'moving_violations'] as const) {
      const byCount = [0, 1, 2, 3, 4, 10].map(count => Math.round(premium({ ...clean, [incident]: count })))
      expect(byCount).toEqual(byCount.toSorted((a, b) => a - b))
      expect(byCount[1]).toBeGreaterThan(byCount[0] ?? 0)
    }
  }
})

test('every state has its carriers, and regional ones stay home', () => {
  const names = (where: string): string[] => carriersIn(where).map(({ carrier }) => carrier)
  for (const where of states) expect(names(where).length).toBeGreaterThanOrEqual(4)
  expect(names('CA')).toContain('Mercury')
  expect(names('NV')).not.toContain('Mercury')
  expect(names('CA')).not.toContain('Erie')
  expect(names('MA')).not.toContain('State Farm')
})

test.each(['CA', 'HI', 'MA', 'MI', 'NC', 'PA'])('gender moves nothing in %s', where => {
  fc.assert(
    fc.property(facts, risk => {
      expect(total(where, { ...risk, gender: 'M' })).toBe(total(where, { ...risk, gender: 'F' }))
    }),
    { numRuns: 300 },
  )
})

test('elsewhere a young man costs more than a young woman, and N stands between', () => {
  fc.assert(
    fc.property(facts, fc.integer({ min: 16, max: 25 }), (risk, age) => {
      const [f = 0, n = 0, m = 0] = ['F', 'N', 'M'].map(gender => total('TX', { ...risk, age, gender }))
      expect(f).toBeLessThan(n)
      expect(n).toBeLessThan(m)
    }),
  )
})
