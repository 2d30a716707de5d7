import { expect, test } from 'vitest'
import { autoState } from './auto-states.ts'
import { readTable } from './figures.ts'
import { states } from './state-rules.ts'
import { surchargeFor } from './surcharge.ts'

const claim = (state: string, violationPoints = 0) =>
  surchargeFor({ state, deductible: 500, violationPoints })

test('an at-fault claim raises the premium for three years in most states', () => {
  expect(claim('TX')).toEqual({ rate: 0.58, decay: [1, 1, 1], freeUpTo: 0 })
  expect(states.filter(state => claim(state).decay.length === 3)).toHaveLength(48)
})

test('it lasts longer in Virginia, New York and Massachusetts, and fades', () => {
  expect(claim('VA').decay).toEqual([1, 1, 1, 0.5, 0.25])
  expect(claim('NY').decay).toEqual([1, 1, 1, 0.5])
  expect(claim('MA').decay).toHaveLength(6)
})

test('in California the good-driver discount is part of the rise, until it is gone', () => {
  expect(claim('CA').rate).toBe(0.65)
  expect(claim('CA', 1).rate).toBe(0.65)
  expect((1 + claim('CA', 2).rate) * 1.25).toBeCloseTo(1.65, 9)
})

test('small damage carries no surcharge where the state says so', () => {
  expect(['CA', 'MA', 'NC', 'NY', 'OH'].map(state => claim(state).freeUpTo)).toEqual([
    1000, 1500, 2300, 2000, 0,
  ])
})

const NATIONAL = 45
const STUDIES = [
  'insurance_com_2022',
  'quadrant_2021',
  'bankrate_2021',
  'insurance_com_2019',
  'lendingtree_2026',
]

test('the increase after an accident is the mean of the studies, the nation counting as one', () => {
  for (const row of readTable('figures/at-fault.csv')) {
    const known = STUDIES.flatMap(study => row.published(study) ?? [])
    const mean = (known.reduce((sum, percent) => sum + percent, 0) + NATIONAL) / (known.length + 1)
    expect(Math.abs(row.number('used') - mean), row.text('state')).toBeLessThanOrEqual(0.5)
    expect(autoState(row.text('state')).atFault, row.text('state')).toBe(row.number('used') / 100)
  }
})

test('no state stands alone: none is far from what a second study or the nation says', () => {
  const rates = states.map(state => claim(state).rate)
  expect(Math.min(...rates)).toBeGreaterThanOrEqual(0.35)
  expect(Math.max(...rates)).toBeLessThanOrEqual(0.7)
})
