import { expect, test } from 'vitest'
import { emptyApplication, emptyHome } from '../application/application.ts'
import { reviewOf } from './review.ts'

const homeWith = (property_id: string) => ({
  ...emptyHome(),
  property_id,
  build_date: '1994-01-01',
  field_estimates: [
    { field: 'build_date', source: 'assessor', confidence: 'high' as const, confirmed_by_user: false },
  ],
})

const tokenFor = (...ids: string[]): string =>
  reviewOf({ ...emptyApplication(), homes: ids.map(homeWith) }).token

test('a review of one home does not fit another that takes its place with the same estimates', () => {
  expect(tokenFor('prp_a')).toBe(tokenFor('prp_a'))
  expect(tokenFor('prp_b')).not.toBe(tokenFor('prp_a'))
})
