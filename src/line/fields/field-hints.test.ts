import { expect, test } from 'vitest'
import { choice, integer, list, text } from './field.ts'
import { fieldHints, hintsPart, withHintAdvice } from './field-hints.ts'

const home = {
  roof_type: choice('Roof', 'The roof.', { values: ['metal'] }),
  home_sqft: integer('Size', 'The size.', { minimum: 0, maximum: 10, aliases: ['living_area'] }),
  loans: list('Loans', 'The loans.', { item: { lender_name: text('Lender', 'Its name.') }, maxItems: 2 }),
}

test('a typing mistake gets the name that it comes close to, at its place', () => {
  const kept = { 'home[0].roof_tipe': 'metal', 'home[0].loans[1].lendername': 'A', livingarea: 1, xyzzy: 2 }
  expect(fieldHints(kept, home)).toEqual([
    { field: 'home[0].roof_tipe', did_you_mean: 'home[0].roof_type' },
    { field: 'home[0].loans[1].lendername', did_you_mean: 'home[0].loans[1].lender_name' },
    { field: 'livingarea', did_you_mean: 'living_area' },
  ])
})

test('the advice comes first, and only with a hint', () => {
  const hints = fieldHints({ roof_tipe: 1 }, home)
  expect(withHintAdvice(['Go on.'], hintsPart(hints))).toEqual([
    expect.stringContaining('field_hints'),
    'Go on.',
  ])
  expect(hintsPart([])).toEqual({})
  expect(withHintAdvice(['Go on.'], {})).toEqual(['Go on.'])
})
