import { expect, test } from 'vitest'
import { addressKey } from '../application/application.ts'
import { effectsOf } from './patch-homes.ts'

test('a rated value moves the price; who, where and how many homes also need a fresh authorization', () => {
  const effects = effectsOf([
    'phone_number',
    'full_name',
    'home[0].roof_date',
    'home[0].zip',
    'home[0].street',
    'home[1]',
    'home[0].has_basement',
  ])
  expect(effects.rated).toEqual(['home[0].roof_date', 'home[0].zip', 'home[1]'])
  expect(effects.renewsConsent).toEqual(['full_name', 'home[0].zip', 'home[0].street', 'home[1]'])
})

test('estimates, locks and unknown keys move neither', () => {
  const paths = [
    'home[0].field_estimates.roof_date',
    'home[0].locked.zip',
    'home[0].odd',
    'toString',
    'home[0].toString',
  ]
  expect(effectsOf(paths)).toEqual({ rated: [], renewsConsent: [] })
})

const place = { city: 'St. Louis', state: 'MO', zip: '63101' }

test('one place is one address, however it is written', () => {
  const keys = [
    '12 North Oak Street, Apt 4',
    '12 N. Oak St #4',
    '12 n oak st unit 4',
    '12  N Oak St., Apt. #4',
  ].map(street => addressKey({ ...place, street }))
  expect(new Set(keys).size).toBe(1)
})

test('two units are two addresses, and an incomplete address is none', () => {
  expect(addressKey({ ...place, street: '12 Oak St #4' })).not.toBe(
    addressKey({ ...place, street: '12 Oak St #5' }),
  )
  expect(addressKey(place)).toBeNull()
})
