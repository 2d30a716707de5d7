import { expect, test } from 'vitest'
import { states } from './state-rules.ts'
import { surchargeFor } from './surcharge.ts'

const claim = (state: string, violationPoints = 0) =>
  surchargeFor({ state, deductible: 500, violationPoints })

test('an at-fault claim raises the premium for three years in most states', () => {
  expect(claim('TX')).toEqual({ rate: 0.71, decay: [1, 1, 1], freeUpTo: 0 })
  expect(states.filter(state => claim(state).decay.length === 3)).toHaveLength(48)
})

test('it lasts longer in Virginia, New York and Massachusetts, and fades', () => {
  expect(claim('VA').decay).toEqual([1, 1, 1, 0.5, 0.25])
  expect(claim('NY').decay).toEqual([1, 1, 1, 0.5])
  expect(claim('MA').decay).toHaveLength(6)
})

test('in California the good-driver discount is part of the rise, until it is gone', () => {
  expect(claim('CA').rate).toBe(0.68)
  expect(claim('CA', 1).rate).toBe(0.68)
  expect((1 + claim('CA', 2).rate) * 1.25).toBeCloseTo(1.68, 9)
})

test('small damage carries no surcharge where the state says so', () => {
  expect(['CA', 'MA', 'NC', 'NY', 'OH'].map(state => claim(state).freeUpTo)).toEqual([
    1000, 1500, 2300, 2000, 0,
  ])
})

test('the misprint for Rhode Island and the gap for DC are filled', () => {
  expect(claim('RI').rate).toBe(0.48)
  expect(claim('DC').rate).toBe(0.45)
})
