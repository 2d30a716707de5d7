import { expect, test } from 'vitest'
import { choice, integer, list, money, text, zip } from './field.ts'
import { fieldHints, hintsPart, withUnrecognizedAdvice } from './field-hints.ts'

const home = {
  street: text('Street', 'The street.'),
  zip: zip('ZIP code', 'The ZIP code.'),
  roof_type: choice('Roof material', 'The roof.', { values: ['metal'] }),
  home_sqft: integer('Size', 'The size.', { minimum: 0, maximum: 10, aliases: ['living_area'] }),
  loans: list('Loans', 'The loans.', {
    item: { lender_name: text('Lender', 'Its name.'), address: text('Address', 'Its address.') },
    maxItems: 2,
  }),
}
const intake = {
  full_name: text('Full name', 'The name.'),
  age: integer('Age', 'The age.', { minimum: 0, maximum: 99 }),
  net_worth_numeric: money('Assets', 'What it owns.', { maximum: 10 }),
  home: list('Homes', 'The homes.', { item: home, maxItems: 2 }),
}

const hinted = (field: string) => fieldHints({ [field]: 1 }, intake)[0]?.did_you_mean

test.each([
  ['home[0].roof_tipe', 'home[0].roof_type'],
  ['home[0].loans[1].lendername', 'home[0].loans[1].lender_name'],
  ['home[1].livingarea', 'home[1].living_area'],
  ['home[0].address.streat', 'home[0].address.street'],
])('the typing mistake %s gets the name that it comes close to, at its place: %s', (field, meant) => {
  expect(hinted(field)).toBe(meant)
})

test.each([
  ['address', 'home[0].address'],
  ['zip', 'home[0].zip'],
  ['roof_type', 'home[0].roof_type'],
  ['home[1].full_name', 'full_name'],
])('%s in the wrong place gets the place of the field, and never its own name: %s', (field, meant) => {
  expect(hinted(field)).toBe(meant)
})

test.each([
  ['home[0].roof_material', 'home[0].roof_type'],
  ['net_worth', 'net_worth_numeric'],
  ['name', 'full_name'],
])('%s means what the label of a field, or a longer name, says: %s', (field, meant) => {
  expect(hinted(field)).toBe(meant)
})

test.each([
  ['first_name', 'full_name'],
  ['home[0].address.line1', 'home[0].address.street'],
  ['home[1].postal_code', 'home[1].zip'],
  ['postal_code', 'home[0].zip'],
])('%s, as other services call it, gets our name: %s', (field, meant) => {
  expect(hinted(field)).toBe(meant)
})

test.each(['notes', 'xyzzy', 'apt', 'home[0].roof_color', 'constructor', '__proto__'])(
  '%s gets no hint',
  field => {
    expect(hinted(field)).toBeUndefined()
  },
)

test('the advice comes first wherever a field is not recognized, and says what there is to do', () => {
  const advice = (...fields: string[]) => {
    const kept = Object.fromEntries(fields.map(field => [field, 1]))
    const told = { unrecognized_fields: fields, ...hintsPart(fieldHints(kept, intake)) }
    return withUnrecognizedAdvice(['Go on.'], told)
  }
  expect(advice()).toEqual(['Go on.'])
  expect(advice('full_nam')).toEqual([expect.stringMatching(/no effect\. field_hints/), 'Go on.'])
  expect(advice('xyzzy')).toEqual([expect.stringMatching(/no effect\. If one .* contract/), 'Go on.'])
  expect(advice('full_nam', 'xyzzy')).toEqual([expect.stringMatching(/field_hints.* contract/), 'Go on.'])
})
