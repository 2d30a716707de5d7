import { expect, test } from 'vitest'
import { answerRows } from './answer-rows.ts'
import { autoLimits, choice, date, integer, list, money, text, yesNo } from './field.ts'

const fields = {
  full_name: text('Full name', ''),
  birthday: date('Date of birth', ''),
  build_date: date('Built', '', { yearAlone: true }),
  roof_type: choice('Roof', '', { values: ['wood_shake', 'tile'] }),
  pool: yesNo('Pool', ''),
  home_sqft: integer('Living area', '', { minimum: 0, maximum: 9999 }),
  net_worth: money('Net worth', '', { maximum: 10_000_000 }),
  limits: autoLimits('Auto limits', ''),
  license: text('License', '', { masked: true }),
  loans: list('Loans', '', {
    itemLabel: 'Loan',
    item: { lender: text('Lender', ''), escrow: yesNo('Escrow', '') },
    maxItems: 3,
  }),
  dogs: list('Dogs', '', { itemLabel: 'Dog', item: { breed: text('Breed', '') }, maxItems: 3 }),
}

const rows = (values: object) =>
  answerRows(fields, values as Record<string, unknown>, name => `said ${name}`).map(
    ({ label, value, copy, source }) => [label, value, copy, source],
  )

test('each answer is shown in words, copied as a form takes it, and names who said it', () => {
  expect(
    rows({
      full_name: 'Ada Park',
      birthday: '1980-03-05',
      build_date: '1987-01-01',
      roof_type: 'wood_shake',
      pool: false,
      home_sqft: 2150,
      net_worth: 1_500_000,
      limits: '250_500_100',
    }),
  ).toEqual([
    ['Full name', 'Ada Park', 'Ada Park', 'said full_name'],
    ['Date of birth', 'March 5, 1980', '03/05/1980', 'said birthday'],
    ['Built', '1987', '1987', 'said build_date'],
    ['Roof', 'Wood shake', 'Wood shake', 'said roof_type'],
    ['Pool', 'No', 'No', 'said pool'],
    ['Living area', '2,150', '2150', 'said home_sqft'],
    ['Net worth', '$1,500,000', '1500000', 'said net_worth'],
    ['Auto limits', '250/500/100', '250/500/100', 'said limits'],
  ])
})

test('nothing is masked: staff type it into the carrier’s portal', () => {
  expect(rows({ license: 'B1234567' })).toEqual([['License', 'B1234567', 'B1234567', 'said license']])
})

test('a list has a row for each part of each item, which is named as one of them; an item without any says so, and an empty list None', () => {
  expect(
    rows({ loans: [{ lender: 'First Bank', escrow: true }, { lender: 'Second Bank' }, {}], dogs: [] }),
  ).toEqual([
    ['Loan 1: Lender', 'First Bank', 'First Bank', 'said loans'],
    ['Loan 1: Escrow', 'Yes', 'Yes', 'said loans'],
    ['Loan 2: Lender', 'Second Bank', 'Second Bank', 'said loans'],
    ['Loan 3', 'No details', 'No details', 'said loans'],
    ['Dogs', 'None', 'None', 'said dogs'],
  ])
})

test('an answer that nobody gave has no row', () => {
  expect(rows({ full_name: undefined, birthday: null })).toEqual([])
})
