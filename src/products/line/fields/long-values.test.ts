import { expect, test } from 'vitest'
import {
  autoLimits,
  choice,
  date,
  email,
  integer,
  money,
  phone,
  state,
  text,
  time,
  yesNo,
  zip,
} from './field.ts'
import { readEstimates } from './read-estimates.ts'
import { emptyReading } from './read-fields.ts'
import { readValue } from './read-value.ts'
import { placedEstimates } from './sent-estimate.ts'

const FIELDS = {
  text: text('Name', '', { maxLength: 100 }),
  'text that is a name': text('Name', '', { maxLength: 100, form: 'name' }),
  'text that is a number': text('Number', '', { maxLength: 100, form: 'number' }),
  date: date('Day', ''),
  'date or year': date('Day', '', { yearAlone: true }),
  integer: integer('Rooms', '', { minimum: 0, maximum: 100 }),
  money: money('Net worth', '', { maximum: 1e9 }),
  choice: choice('Roof', '', { values: ['tile', 'slate'] }),
  email: email('Email', ''),
  phone: phone('Phone', ''),
  state: state('State', ''),
  zip: zip('ZIP code', ''),
  'yes or no': yesNo('Owned', ''),
  time: time('When', ''),
  'car limits': autoLimits('Limits', ''),
}

/** As long as a body may be. A pattern that tries every beginning of a run takes minutes for it. */
const LENGTH = 250_000

const RUNS = ['\t', '0', 'a', '-', '.', ',', '_', '/', '@', '(', '0,', '1,000', 'a.', '0 ', 'a@']

test.each(Object.entries(FIELDS))('a value as long as a body is refused in no time: %s', (_kind, field) => {
  for (const run of RUNS)
    for (const [before, after] of [
      ['0', 'x'],
      ['$1', '!'],
      ['a@', '\u0001'],
    ]) {
      const value = before + run.repeat(LENGTH / run.length) + after
      expect(readValue(field, value).kind).toBe('refused')
    }
  const marks = `a${'\u0315'.repeat(LENGTH)}${'\u0316'.repeat(LENGTH)}`
  expect(readValue(field, marks).kind).toBe('refused')
})

test('of estimates of unknown fields, the twenty that are told are read, and no more', () => {
  const row = emptyReading()
  let read = 0
  const entry = {
    get field() {
      read++
      return 'a_field_that_nobody_knows'
    },
  }
  expect(readEstimates(FIELDS, row, placedEstimates(Array(10_000).fill(entry), 'field_estimates'))).toEqual(
    [],
  )
  expect(row.problems).toHaveLength(20)
  expect(read).toBe(20)
})
