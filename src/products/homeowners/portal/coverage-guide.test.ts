import { expect, test } from 'vitest'
import { coverageRows } from '../buying/coverage-rows.ts'
import type { StoredOffer } from '../quoting/offers.ts'
import { coverageGuide } from './coverage-guide.ts'

const offer = (changed: Partial<StoredOffer> = {}): StoredOffer => ({
  carrier: 'Far',
  illustrative: false,
  annual_price: 1480,
  policy_form: 'HO-3',
  coverage_summary: '',
  dwelling_coverage: 400_000,
  other_structures: 40_000,
  personal_property: 200_000,
  loss_of_use: 80_000,
  personal_liability: 300_000,
  medical_payments: 5_000,
  deductible: 1_000,
  wind_hail_deductible: 8_000,
  quote_number: 'FAR-1',
  insurance_score: 'not_used',
  price_factors: [],
  ...changed,
})

const labels = (row: StoredOffer, state: string) => coverageRows(row, state).map(({ label }) => label)

test('the storm deductible is Florida’s hurricane deductible there, and for wind and hail elsewhere', () => {
  expect(labels(offer(), 'FL')).toContain('Hurricane deductible')
  expect(labels(offer(), 'FL').join()).not.toMatch(/wind|hail/i)
  expect(labels(offer(), 'OK')).toContain('Wind and hail deductible')
})

test('a landlord policy has coverages L and M, and its guide explains those, not E and F', async () => {
  expect(labels(offer({ policy_form: 'DP-3' }), 'IL').join()).toMatch(/\(L\).*\(M\)/)
  const guide = String(await coverageGuide([offer({ policy_form: 'DP-3' })]))
  expect(guide).toMatch(/\(L\)[\s\S]*\(M\)/)
  expect(guide).not.toMatch(/\(E\)|\(F\)/)
  expect(String(await coverageGuide([offer()]))).toMatch(/\(E\)[\s\S]*\(F\)/)
})
