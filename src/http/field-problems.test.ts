import { expect, test } from 'vitest'
import { closest } from './field-problems.ts'

const known = ['email', 'otp', 'organization_name', 'contact_name']

test.each([
  ['emial', 'email'],
  ['e_mail', 'email'],
  ['Organization_Name', 'organization_name'],
  ['organisation_name', 'organization_name'],
  ['opt', 'otp'],
  ['zebra', undefined],
])('for %s the nearest known name is %s', (name, meant) => {
  expect(closest(name, known)).toBe(meant)
})
