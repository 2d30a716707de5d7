import { expect, test } from 'vitest'
import { coverageDifferences, menuOf } from './coverages.ts'

const offer = {
  dwelling_coverage: 400_000,
  deductible: 8000,
  personal_liability: 300_000,
  water_backup: 5000,
}

test('an offer says where it is not what was asked for, and only there', () => {
  expect(coverageDifferences({}, offer)).toEqual([])
  expect(coverageDifferences({ deductible_percent: 2, water_backup: 5000, service_line: 0 }, offer)).toEqual(
    [],
  )
  expect(
    coverageDifferences(
      { personal_liability: 500_000, ordinance_or_law: 25, roof_settlement: 'replacement_cost' },
      offer,
    ),
  ).toEqual([
    { coverage: 'personal_liability', asked: '$500,000', offered: '$300,000' },
    { coverage: 'ordinance_or_law', asked: '25%', offered: 'Not included' },
    { coverage: 'roof_settlement', asked: 'Replacement cost', offered: 'Not stated' },
  ])
})

test('Florida’s menu of hurricane deductibles is the statute’s, and shares follow the dwelling limit', () => {
  expect(menuOf('wind_hail_percent', { state: 'FL', dwelling: 400_000 })).toEqual([2, 5, 10])
  expect(menuOf('personal_property', { state: 'IL', dwelling: 400_000 })).toEqual([
    100_000, 200_000, 280_000, 400_000,
  ])
})
