import { expect, test } from 'vitest'
import { emptyHome } from '../application/application.ts'
import { matchRows } from './match-rows.ts'

const HOMES = [
  { ...emptyHome(), property_id: 'prop_a', street: '1 A St', zip: '89501' },
  { ...emptyHome(), property_id: 'prop_b', street: '2 B Ave', zip: '89801' },
]

const indexes = (...rows: object[]) => matchRows(HOMES, rows).targets.map(({ index }) => index)

test('a row with the street of another home is refused unless it says which home it means', () => {
  expect(matchRows(HOMES, [{ street: '2 b avenue', home_sqft: 900 }])).toMatchObject({
    targets: [],
    problems: [{ path: 'home[0].street', code: 'duplicate_address' }],
  })
  expect(indexes({ property_id: 'prop_b', street: '2 b avenue' })).toEqual([1])
  expect(indexes({ property_id: 'prop_a', street: '2 B Ave' })).toEqual([0])
})

test('a row keeps its place with its own street, a new one, or the same street in another ZIP code', () => {
  expect(indexes({ street: '1 A Street' }, { street: '2 B Ave' })).toEqual([0, 1])
  expect(indexes({ street: '3 C Ln' })).toEqual([0])
  expect(indexes({ street: '2 B Ave', zip: '89501' })).toEqual([0])
})
