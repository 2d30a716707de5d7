import { expect, test } from 'vitest'
import { choice, date, integer, list, money, text, yesNo, zip } from './field.ts'
import { fieldHints, hintsPart, withUnrecognizedAdvice } from './field-hints.ts'

const home = {
  street: text('Street', 'The street.'),
  zip: zip('ZIP code', 'The ZIP code.'),
  roof_type: choice('Roof material', 'The roof.', { values: ['metal'] }),
  home_sqft: integer('Size', 'The size.', { minimum: 0, maximum: 10, aliases: ['living_area'] }),
  swimming_pool: yesNo('Swimming pool', 'A pool.'),
  dog_bite_history: yesNo('Dog bites', 'A bite.'),
  dogs: list('Dogs', 'The dogs.', {
    itemLabel: 'Dog',
    item: { breed: text('Breed', 'The breed.') },
    maxItems: 2,
  }),
  loans: list('Loans', 'The loans.', {
    itemLabel: 'Loan',
    item: { lender_name: text('Lender', 'Its name.'), address: text('Address', 'Its address.') },
    maxItems: 2,
  }),
}
const intake = {
  full_name: text('Full name', 'The name.'),
  birthday: date('Date of birth', 'The day.'),
  spouse_birthday: date('Spouse’s date of birth', 'The day.'),
  auto_has_insurance: yesNo('Cars insured', 'Insured.'),
  drivers: list('Drivers', 'Others.', {
    itemLabel: 'Driver',
    item: { full_name: text('Name', 'The name.') },
    maxItems: 2,
  }),
  age: integer('Age', 'The age.', { minimum: 0, maximum: 99 }),
  net_worth_numeric: money('Assets', 'What it owns.', { maximum: 10 }),
  home: list('Homes', 'The homes.', { itemLabel: 'Home', item: home, maxItems: 2 }),
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
  ['home[0].mortgagee', 'home[0].loans'],
  ['home[0].squareFeet', 'home[0].home_sqft'],
  ['dateOfBirth', 'birthday'],
  ['postal_code', 'home[0].zip'],
  ['dob', 'birthday'],
  ['home[0].pool', 'home[0].swimming_pool'],
  ['home[0].dog_breed', 'home[0].dogs[0].breed'],
])('%s, as other services call it, gets our name: %s', (field, meant) => {
  expect(hinted(field)).toBe(meant)
})

test.each(['notes', 'xyzzy', 'apt', 'home[0].roof_color', 'constructor', '__proto__'])(
  '%s gets no hint',
  field => {
    expect(hinted(field)).toBeUndefined()
  },
)

test('a field of someone else is never hinted to be the applicant’s own', () => {
  expect(hinted('spouse.birthday')).toBe('spouse_birthday')
  for (const field of ['spouse.age', 'spouse.dob', 'drivers[0].birthday', 'drivers[0].dob'])
    expect(hinted(field), field).toBeUndefined()
  expect(hinted('drivers[0].name')).toBe('drivers[0].full_name')
  expect(hinted('applicant.birthday')).toBe('birthday')
})

test('a name that only looks like the label of another field gets no hint', () => {
  expect(hinted('years_insured')).toBeUndefined()
})

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
