import { expect, test } from 'vitest'
import { atFaultStudies, FITTED, riseFrom } from '../../../test/support/rating/at-fault-studies.ts'
import { autoState } from './auto-states.ts'
import { states } from './plan.ts'
import { surchargeFor } from './surcharge.ts'

const claim = (state: string, violationPoints = 0) =>
  surchargeFor({ state, deductible: 500, violationPoints })

test('an at-fault claim raises the premium for three years in most states', () => {
  expect(claim('TX')).toEqual({ rate: 0.5, decay: [1, 1, 1], freeUpTo: 0 })
  expect(states.filter(state => claim(state).decay.length === 3)).toHaveLength(48)
})

test('it lasts longer in Virginia, New York and Massachusetts, and fades', () => {
  expect(claim('VA').decay).toEqual([1, 1, 1, 0.5, 0.25])
  expect(claim('NY').decay).toEqual([1, 1, 1, 0.5])
  expect(claim('MA').decay).toHaveLength(6)
})

test('in California the good-driver discount is part of the rise, until it is gone', () => {
  expect(claim('CA').rate).toBe(0.64)
  expect(claim('CA', 1).rate).toBe(0.64)
  expect((1 + claim('CA', 2).rate) * 1.25).toBeCloseTo(1.64, 9)
})

test('small damage carries no surcharge where the state says so', () => {
  expect(['CA', 'MA', 'NC', 'NY', 'OH'].map(state => claim(state).freeUpTo)).toEqual([
    1000, 1500, 2300, 2000, 0,
  ])
})

test('the increase after an accident is the mean of the studies at the national level, the nation counting as one', () => {
  const rise = riseFrom(FITTED)
  for (const row of atFaultStudies()) {
    expect(Math.abs(row.number('used') - rise(row)), row.text('state')).toBeLessThanOrEqual(0.5)
    expect(autoState(row.text('state')).atFault, row.text('state')).toBe(row.number('used') / 100)
  }
})

test('every state has a figure of its own, and two studies but for DC and Rhode Island', () => {
  const studies = atFaultStudies().map(row => FITTED.filter(study => row.published(study) !== undefined))
  expect(studies).toHaveLength(states.length)
  expect(studies.filter(({ length }) => length === 1)).toHaveLength(2)
  expect(studies.filter(({ length }) => length === 0)).toEqual([])
})

test('no state stands alone: none is far from what a second study or the nation says', () => {
  const rates = states.map(state => claim(state).rate)
  expect(Math.min(...rates)).toBeGreaterThanOrEqual(0.35)
  expect(Math.max(...rates)).toBeLessThanOrEqual(0.7)
})
