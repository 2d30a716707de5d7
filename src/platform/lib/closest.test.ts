import { expect, test } from 'vitest'
import { closest } from './closest.ts'

const known = ['email', 'otp', 'organization_name', 'contact_name']

test('a longer name that ends in a known one means that one', () => {
  const types = ['declarations', 'auto_declarations']
  expect(closest('cancel', ['cancellation', 'coverage'])).toBe('cancellation')
  expect(closest('home_declarations', types)).toBe('declarations')
  expect(closest('aut_declarations', types)).toBe('auto_declarations')
})

test.each([
  ['emial', 'email'],
  ['e_mail', 'email'],
  ['Organization_Name', 'organization_name'],
  ['organisation_name', 'organization_name'],
  ['opt', 'otp'],
  ['company_name', 'organization_name'],
  ['business_name', 'organization_name'],
  ['zebra', undefined],
])('for %s the nearest known name is %s', (name, meant) => {
  expect(closest(name, known)).toBe(meant)
})
