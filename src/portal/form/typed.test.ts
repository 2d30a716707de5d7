import { describe, expect, test } from 'vitest'
import { applicantFields, homeFields } from '../../homeowners/application/fields.ts'
import type { Field } from '../../line/fields/field.ts'
import { readValue } from '../../line/fields/read-value.ts'
import { questionErrors, typedFrom, typedValue, unanswered } from './typed.ts'

const { birthday } = applicantFields
const { roof_date, home_sqft, new_purchase, roof_type, home_ownership, policy_expire } = homeFields

const question = (name: string, definition: Field) => ({ name, label: 'Label', description: '', definition })

describe('what a person types', () => {
  test.each<[Field, string, unknown]>([
    [birthday, '4/12/1980', '1980-04-12'],
    [birthday, '04-12-1980', '1980-04-12'],
    [birthday, ' 1980-04-12 ', '1980-04-12'],
    [roof_date, '2018', '2018-01-01'],
    [home_sqft, '1,800', 1800],
    [home_sqft, '1800 sq ft', 1800],
    [new_purchase, 'yes', true],
    [new_purchase, 'no', false],
    [roof_type, 'tile', 'tile'],
  ])('%s', (field, text, value) => {
    if (field.kind === 'list') throw new Error('a list is not typed')
    expect(readValue(field, typedValue(field, text))).toEqual({ kind: 'value', value })
  })

  test.each<[Field, string]>([
    [birthday, '13/40/1980'],
    [birthday, 'April'],
    [home_sqft, 'large'],
    [new_purchase, 'maybe'],
  ])('%s is refused, not guessed at', (field, text) => {
    if (field.kind === 'list') throw new Error('a list is not typed')
    expect(readValue(field, typedValue(field, text)).kind).toBe('refused')
  })

  test('what is stored comes back as it would be typed', () => {
    expect([
      typedFrom(new_purchase, true),
      typedFrom(new_purchase, false),
      typedFrom(home_sqft, 1800),
      typedFrom(roof_type, undefined),
      typedFrom(roof_date, '2018-01-01'),
      typedFrom(roof_date, '2018-06-30'),
      typedFrom(policy_expire, '2027-01-01'),
    ]).toEqual(['yes', 'no', '1800', '', '2018', '6/30/2018', '2027-01-01'])
  })
})

describe('a problem', () => {
  const questions = [
    question('home[0].roof_date', roof_date),
    question('home[0].home_ownership', home_ownership),
  ]

  test('is told at its question, in words for a person', () => {
    const problems = [
      { path: 'intake.home[0].roof_date', problem: 'is not a date', expected: 'an ISO date, YYYY-MM-DD' },
      { path: 'intake.home[0].home_ownership', problem: 'is a tenancy, which is not served' },
    ]
    expect(questionErrors(questions, problems)).toEqual([
      {
        name: 'home[0].roof_date',
        message: 'When was the roof last replaced? Enter a year, like 1995, or a full date, like 6/30/1995.',
        inPlace: 'Enter a year, like 1995, or a full date, like 6/30/1995.',
      },
      {
        name: 'home[0].home_ownership',
        message: 'How do you use this home? This is a tenancy, which is not served.',
        inPlace: 'This is a tenancy, which is not served.',
      },
    ])
  })

  test('names other questions as the person knows them', () => {
    const [error] = questionErrors(questions, [
      { path: 'intake.home[0].roof_date', problem: 'lies before build_date' },
    ])
    expect(error?.inPlace).toBe('This lies before “When was it built?”.')
  })

  test('without a question stands over the form', () => {
    const [error] = questionErrors(questions, [
      { path: 'intake.home[0].zip', problem: '62704 is in Illinois (IL), not in Texas (TX)' },
    ])
    expect(error).toEqual({
      name: null,
      message: 'ZIP code: 62704 is in Illinois (IL), not in Texas (TX).',
    })
  })

  test('of an answer that is missing asks for it', () => {
    expect(unanswered(question('birthday', birthday)).message).toBe(
      'Your date of birth: An answer is needed.',
    )
  })
})
