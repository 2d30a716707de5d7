import { describe, expect, test } from 'vitest'
import { plainCity, propertyKey } from './address-key.ts'

const key = (street: string, zip = '62704') => propertyKey({ street, zip })

describe('one property, however it is written', () => {
  test.each([
    ['12 Elm Street', ['12 elm st', '12 ELM STR.', ' 12  Elm  St. ', '12 Elm, Street']],
    ['5 North Oak Avenue', ['5 N Oak Ave', '5 N. Oak Av', '5 north oak avenu']],
    ['7 NE First Blvd', ['7 Northeast 1st Boulevard', '7 N.E. First Boul.']],
    ['9 Saint John’s Parkway', ["9 St. John's Pkwy", '9 St Johns Pky']],
    [
      '12 Oak Street Apt 4B',
      ['12 Oak St #4B', '12 Oak St., Unit 4-b', '12 Oak St,Apt.4 B', '12 oak st suite 04b', '12 Oak St 4B'],
    ],
    ['12 Oak Street Bldg 3 Apt 4', ['12 Oak St., Building 3, #4', '12 oak st.bldg3 apt4']],
    ['12 Oak Street Unit C', ['12 Oak St C', '12 Oak St # C']],
    ['1 Highway 50', ['1 Hwy 50', '1 Hiway 50']],
  ])('%s', (street, others) => {
    for (const other of others) expect(key(other)).toBe(key(street))
  })

  test('with a long ZIP code', () => {
    expect(key('12 Elm Street', '62704-1234')).toBe(key('12 Elm Street'))
  })
})

test.each([
  ['12 Elm Street', '13 Elm Street'],
  ['12 Elm Street', '12 Elm Avenue'],
  ['12 N Elm Street', '12 S Elm Street'],
  ['12 Elm Street N', '12 Elm Street S'],
  ['12 Elm Street Apt 4', '12 Elm Street Apt 5'],
  ['12 Elm Street Apt 4', '12 Elm Street'],
  ['12 Elm Street Apt 41', '12 Elm Street Apt 14'],
  ['12 Elm Street Bldg 3 Apt 4', '12 Elm Street Apt 34'],
  ['112 Elm Street', '1 12 Elm Street'],
])('%s and %s are two', (one, other) => {
  expect(key(one)).not.toBe(key(other))
})

test('another ZIP code is another property, and an incomplete address is none', () => {
  expect(key('12 Elm Street', '62703')).not.toBe(key('12 Elm Street'))
  expect(propertyKey({ street: '12 Elm Street' })).toBeNull()
  expect(propertyKey({ zip: '62704' })).toBeNull()
})

test('a city has one spelling', () => {
  expect(plainCity('St. Louis')).toBe(plainCity('SAINT LOUIS'))
})
