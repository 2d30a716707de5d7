import { expect, test } from 'vitest'
import { applyPatch } from '../answering/patch.ts'
import { emptyApplication } from './application.ts'
import { exampleIntake } from './examples.ts'
import { missingFields } from './missing.ts'
import { classify, requiredFor } from './required.ts'

const context = { now: new Date('2025-10-02T12:00:00Z'), submitted: false }
const [row] = exampleIntake.home
const known = (intake: Record<string, unknown>) => applyPatch(emptyApplication(), intake, context).application
const namesOf = (intake: Record<string, unknown>, creditAuthorized = false) =>
  missingFields(known(intake), { creditAuthorized }).map(({ field }) => field)

test('an empty application is missing everything, in the order of the tables, the authorization last', () => {
  expect(namesOf({})).toEqual([
    'full_name',
    'email',
    'birthday',
    ...'street city state zip home_ownership property_type home_sqft build_date roof_date roof_type new_purchase siding_type heating_type'
      .split(' ')
      .map(name => `home[0].${name}`),
    'credit_check_authorized',
  ])
})

test('a complete application is missing only the authorization, and then nothing', () => {
  expect(namesOf(exampleIntake)).toEqual(['credit_check_authorized'])
  expect(namesOf(exampleIntake, true)).toEqual([])
})

test('false is an answer', () => {
  expect(namesOf({ ...exampleIntake, home: [{ ...row, new_purchase: false }] }, true)).toEqual([])
})

test('a condo is not asked for its walls and heating, and nobody for policy_expire', () => {
  const { siding_type: _siding, heating_type: _heating, ...bare } = row as NonNullable<typeof row>
  expect(namesOf({ ...exampleIntake, home: [{ ...bare, property_type: 'condo' }] }, true)).toEqual([])
  expect(namesOf({ ...exampleIntake, home: [bare] }, true)).toEqual([
    'home[0].siding_type',
    'home[0].heating_type',
  ])
  expect(namesOf({}).join()).not.toContain('policy_expire')
})

test('each home is asked for what is missing', () => {
  expect(namesOf({ ...exampleIntake, home: [row, { ...row, street: '9 Elm St', zip: null }] }, true)).toEqual(
    ['home[1].zip'],
  )
})

test('a question tells its path, label, type and choices', () => {
  const details = missingFields(known({}), { creditAuthorized: false })
  expect(details.find(({ field }) => field === 'home[0].roof_type')).toMatchObject({
    path: ['home', 0, 'roof_type'],
    label: 'Roof material',
    type: 'string',
    enum: expect.arrayContaining(['tile']),
  })
  expect(details.find(({ field }) => field === 'birthday')).toMatchObject({ type: 'string', format: 'date' })
  expect(details.at(-1)).toMatchObject({ type: 'boolean' })
})

test('a state can ask for more than the country', () => {
  const home = { state: 'FL', property_type: 'single_family', home_ownership: 'owned_primary' } as const
  const florida = { FL: { standard: ['roof_shape'] } } as const
  expect(requiredFor(home, florida)).toContain('roof_shape')
  expect(requiredFor({ ...home, state: 'GA' }, florida)).not.toContain('roof_shape')
})

test.each([
  [{ property_type: 'condo' }, 'condo'],
  [{ property_type: 'co_op', home_ownership: 'owned_rental' }, 'condo'],
  [{ property_type: 'single_family', home_ownership: 'owned_rental' }, 'landlord'],
  [{ property_type: 'townhouse', home_ownership: 'owned_primary', rental_status: 'short_term' }, 'landlord'],
  [{ property_type: 'townhouse', home_ownership: 'owned_seasonal', rental_status: 'not_rented' }, 'standard'],
  [{ property_type: 'townhouse' }, 'unknown'],
  [{ home_ownership: 'owned_primary' }, 'unknown'],
] as const)('%j is classified as %s', (home, product) => {
  expect(classify(home)).toBe(product)
})
