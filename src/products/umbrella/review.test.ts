import { expect, test } from 'vitest'
import type { Household } from '../line/reviewed-purchase/application/application.ts'
import { reviewOf } from '../line/reviewed-purchase/application/review.ts'
import { umbrellaLine } from './line.ts'

const household: Household = {
  full_name: 'Ada Buyer',
  license_number: 'B12345678901',
  net_worth_numeric: 1_800_000,
  marital_status: 'domestic_partner',
  felony: false,
  current_auto_coverages: '250_500_100',
  additional_drivers: [{ full_name: 'Bo', license_number: 'X1' }],
  field_estimates: [
    {
      field: 'net_worth_numeric',
      source: 'crm',
      confidence: 'low',
      confirmed_by_user: false,
      reason: 'From the file.',
    },
    { field: 'felony', source: 'crm', confidence: 'low', confirmed_by_user: true },
  ],
  locked: [],
}

const items = (masks: boolean) =>
  new Map(
    reviewOf(umbrellaLine, household, { masks }).flatMap(section =>
      section.items.map(item => [item.field, item] as const),
    ),
  )

test('every answer is shown as a person reads it, estimates marked with their source', () => {
  const shown = items(true)
  expect([...shown.keys()]).toEqual([
    'full_name',
    'marital_status',
    'license_number',
    'net_worth_numeric',
    'current_auto_coverages',
    'additional_drivers',
    'felony',
  ])
  expect(shown.get('net_worth_numeric')).toMatchObject({
    value: 1_800_000,
    display: '$1,800,000',
    mark: 'estimated',
    source: 'crm',
    reason: 'From the file.',
  })
  expect(shown.get('felony')).toMatchObject({ display: 'No', mark: 'confirmed' })
  expect(shown.get('marital_status')?.display).toBe('Domestic partner')
  expect(shown.get('current_auto_coverages')?.display).toBe('250 / 500 / 100')
})

test('an agent sees masks of license numbers, the buyer sees the numbers', () => {
  expect(items(true).get('license_number')).toMatchObject({
    value: '••••••••8901',
    display: '••••••••8901',
  })
  expect(items(true).get('additional_drivers')).toMatchObject({ display: 'Bo, ••' })
  expect(items(false).get('license_number')).toMatchObject({ value: 'B12345678901' })
  expect(items(false).get('additional_drivers')).toMatchObject({ display: 'Bo, X1' })
})
