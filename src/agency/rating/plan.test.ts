import fc from 'fast-check'
import { expect, test } from 'vitest'
import { along, curve, effectIn, type Plan, price } from './plan.ts'

type Facts = { size: number; place: string; extras: readonly string[]; load: number }

const plan: Plan<Facts> = {
  base: 1000,
  factors: [
    { id: 'size', label: 'Size', kind: 'power', by: 'size', reference: 100, below: 0.5, above: 0.9 },
    { id: 'step', label: 'Step', kind: 'curve', by: 'size', points: curve({ 0: 2, 100: 1, 300: 0.7 }) },
    {
      id: 'trend',
      label: 'Trend',
      kind: 'curves',
      by: 'size',
      per: 'place',
      curves: { hill: curve({ 0: 1.1, 500: 1.7 }) },
    },
    { id: 'place', label: 'Place', kind: 'choice', by: 'place', effects: { hill: 1.3, coast: 0.8 } },
    { id: 'load', label: 'Load', kind: 'given', by: 'load' },
    {
      id: 'extras',
      label: 'Extras',
      kind: 'each',
      by: 'extras',
      effects: { pool: { label: 'Pool', effect: 1.04 }, shake: { label: 'Shake roof', effect: 1.9 } },
    },
  ],
  caps: [{ id: 'cap', label: 'Cap', over: ['pool', 'shake', 'load'], maximum: 2.5 }],
  minimum: 400,
}

const plain: Facts = { size: 100, place: 'plain', extras: [], load: 1 }

test('base times every effect of the ledger is the price to the last bit', () => {
  const facts = fc.record({
    size: fc.double({ min: 1, max: 600, noNaN: true }),
    place: fc.constantFrom('hill', 'coast', 'plain'),
    extras: fc.uniqueArray(fc.constantFrom('pool', 'shake', 'unknown')),
    load: fc.double({ min: 0.1, max: 3, noNaN: true }),
  })
  fc.assert(
    fc.property(facts, risk => {
      const priced = price(plan, risk)
      expect(priced.ledger.reduce((product, { effect }) => product * effect, priced.base)).toBe(priced.price)
    }),
    { numRuns: 2000 },
  )
})

test('the reference risk costs the base and leaves an empty ledger', () => {
  expect(price(plan, plain)).toEqual({ base: 1000, price: 1000, ledger: [] })
})

test('each factor that moves the price is in the ledger under its own name', () => {
  const { ledger } = price(plan, { size: 300, place: 'hill', extras: ['pool'], load: 1.5 })
  expect(ledger.map(({ id }) => id)).toEqual(['size', 'step', 'trend', 'place', 'load', 'pool'])
  expect(ledger.every(({ label, effect }) => label.length > 0 && effect > 0)).toBe(true)
})

test('a group of factors stops at its cap', () => {
  const priced = price(plan, { ...plain, extras: ['pool', 'shake'], load: 2 })
  expect(priced.price).toBeCloseTo(2500, 9)
  expect(effectIn(priced, 'cap')).toBeLessThan(1)
})

test('no price falls below the minimum premium', () => {
  const priced = price(plan, { ...plain, load: 0.1 })
  expect(priced.price).toBeCloseTo(400, 9)
  expect(effectIn(priced, 'minimum_premium')).toBeCloseTo(4, 9)
})

test('a curve is straight between its points and flat beyond them', () => {
  const points = curve({ 10: 1, 20: 2, 40: 1 })
  expect([0, 10, 15, 20, 30, 40, 99].map(x => along(points, x))).toEqual([1, 1, 1.5, 2, 1.5, 1, 1])
})
