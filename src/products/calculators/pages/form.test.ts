import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { curlLine } from '../../../platform/pages/first-key.ts'
import { AutoCalculatorRequest } from '../auto-request.ts'
import { autoForm } from './auto-form.ts'
import { fieldsOf, filledFrom, inputFrom, isSent, linkTo, type Query, readFilled, typing } from './form.ts'
import { fieldErrors, inWords } from './form-words.ts'

const form = autoForm({ legend: 'Damage', fields: [{ name: 'repair_estimate', label: 'Repair' }] })
const schema = AutoCalculatorRequest
const inputOf = (query: Query) => inputFrom(schema, readFilled(form, query))
const queryOf = (link: string): Query => Object.fromEntries(new URL(link, 'http://bindery.test').searchParams)

describe('a form', () => {
  test('gives the input of the API: numbers as numbers, parts inside their whole, empty fields left out', () => {
    expect(
      inputOf({
        'driver.zip': ' 01001 ',
        'driver.age': '42',
        'vehicle.make': '',
        repair_estimate: '$2,800.50',
        utm_source: 'mail',
      }),
    ).toEqual({ driver: { zip: '01001', age: 42 }, repair_estimate: 2800.5 })
  })

  test('keeps what is no number as text, so that the schema can say so', () => {
    expect(inputOf({ 'driver.age': 'forty', repair_estimate: '1e3' })).toEqual({
      driver: { age: 'forty' },
      repair_estimate: '1e3',
    })
  })

  test('of a field that a link names twice the first counts, of ticks each once', () => {
    const ticks = {
      groups: [
        { legend: '', fields: [{ name: 'a', label: '', control: { kind: 'checks' as const, options: [] } }] },
      ],
    }
    expect(inputOf({ 'driver.zip': ['94110', '10001'] })).toEqual({ driver: { zip: '94110' } })
    expect(readFilled(ticks, { a: ['x', 'y', 'x'] }).get('a')).toEqual(['x', 'y'])
  })

  test('was not sent when the address names none of its fields', () => {
    expect(isSent(form, { utm_source: 'mail' })).toBe(false)
    expect(isSent(form, { 'driver.zip': '' })).toBe(true)
  })

  test('a link fills it in the same way again, whatever was typed', () => {
    const names = fieldsOf(form).map(({ name }) => name)
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), fc.string({ unit: 'grapheme' })), query => {
        const filled = readFilled(form, query)
        expect(readFilled(form, queryOf(linkTo('/calculators/x', filled)))).toEqual(filled)
      }),
    )
  })

  test('a link made from an input of the API gives that input again', () => {
    const [example] = (schema as unknown as { examples: object[] }).examples
    expect(inputOf(queryOf(linkTo('/calculators/x', filledFrom(form, example))))).toEqual(example)
  })

  test('takes how a field is typed and what is usual from the schema', () => {
    expect(typing(schema, { name: 'driver.age', label: '' })).toEqual({ digits: true, usual: '35' })
    expect(typing(schema, { name: 'driver.zip', label: '' })).toEqual({ digits: true, usual: '' })
    expect(typing(schema, { name: 'vehicle.make', label: '' })).toEqual({ digits: false, usual: '' })
    expect(typing(schema, { name: 'coverage.collision_deductible', label: '', dollars: true }).usual).toBe(
      '$1,000',
    )
  })
})

describe('errors', () => {
  test('stand at their fields, one each, in the order of the form', () => {
    expect(
      fieldErrors(form, [
        { path: 'driver.age', code: 'too_small', expected: 'at least 16' },
        { path: 'repair_estimate', code: 'wrong_type', expected: 'a number' },
        { path: 'driver.age', code: 'not_valid' },
        { path: 'driver', code: 'required' },
      ]),
    ).toEqual([
      { name: 'repair_estimate', message: 'Repair is not a number. Enter a number.' },
      { name: 'driver.zip', message: 'Enter a ZIP code, or choose a state.' },
      { name: 'driver.age', message: 'Age is too small. Enter at least 16.' },
    ])
  })

  test('do not repeat the label as what to enter', () => {
    expect(fieldErrors(form, [{ path: 'driver.age', code: 'required', expected: 'age' }])).toEqual([
      { name: 'driver.age', message: 'Age is required.' },
    ])
  })

  test('about what is no field of the form are still said', () => {
    expect(fieldErrors(form, [{ path: 'mystery', code: 'unknown_field' }])).toEqual([
      { name: null, message: 'mystery is not a known field.' },
    ])
  })
})

test('names of the wire become the words of the form', () => {
  const fields = [
    { name: 'auto_count', label: 'Cars' },
    { name: 'motorcycles', label: 'Motorcycles' },
  ]
  expect(
    inWords({ groups: [{ legend: '', fields }] }, 'The usual: auto_count 1, motorcycles 0. No other_thing.'),
  ).toBe('The usual: cars: 1, motorcycles: 0. No other_thing.')
})

test('what a person typed cannot leave its quotes in the shell line', () => {
  const line = curlLine({ url: 'http://x', body: { make: "'; rm -rf ~; '" } })
  expect(line).toContain(String.raw`-d '{"make":"'\''; rm -rf ~; '\''"}'`)
})
