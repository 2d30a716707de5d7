import { describe, expect, test } from 'vitest'
import { applicantFields, homeFields } from '../../homeowners/application/fields.ts'
import { umbrellaFields } from '../../umbrella/fields.ts'
import type { Field } from '../fields/field.ts'
import { answerRequired, questionErrors } from './question-errors.ts'

const { birthday } = applicantFields
const { roof_date, home_ownership, rental_status } = homeFields
const { vehicles } = umbrellaFields

const question = (name: string, definition: Field) => ({ name, label: 'Label', description: '', definition })

describe('a problem', () => {
  const questions = [
    question('home[0].roof_date', roof_date),
    question('home[0].home_ownership', home_ownership),
  ]

  test('is told at its question, in words for a person', () => {
    const problems = [
      { path: 'intake.home[0].roof_date', code: 'bad_date' as const, expected: 'an ISO date, YYYY-MM-DD' },
      { path: 'intake.home[0].home_ownership', code: 'tenant_not_served' as const },
    ]
    expect(questionErrors(questions, problems)).toEqual([
      {
        name: 'home[0].roof_date',
        message: 'When was the roof last replaced? Enter a year, like 1995, or a full date, like 6/30/1995.',
        inPlace: 'Enter a year, like 1995, or a full date, like 6/30/1995.',
      },
      {
        name: 'home[0].home_ownership',
        message: 'How do you use this home? We can only insure homes that you own.',
        inPlace: 'We can only insure homes that you own.',
      },
    ])
  })

  test('says what a name or a license number looks like', () => {
    const { full_name, license_number } = umbrellaFields
    const asked = [question('full_name', full_name), question('license_number', license_number)]
    const problems = ['full_name', 'license_number'].map(name => ({
      path: `intake.${name}`,
      code: 'wrong_format' as const,
    }))
    expect(questionErrors(asked, problems).map(({ inPlace }) => inPlace)).toEqual([
      'Enter a name, with letters.',
      'Enter the number as printed, in letters and digits.',
    ])
  })

  test('names other questions as the person knows them', () => {
    const [error] = questionErrors(questions, [
      { path: 'intake.home[0].roof_date', code: 'before', facts: { other: 'build_date', value: '1962' } },
    ])
    expect(error?.inPlace).toBe('This is earlier than your answer to “When was it built?”: 1962.')
  })

  test('never shows the value of an enum', () => {
    const [error] = questionErrors(
      [question('home[0].rental_status', rental_status)],
      [
        {
          path: 'intake.home[0].rental_status',
          code: 'contradiction',
          facts: { other: 'home_ownership owned_rental' },
        },
      ],
    )
    expect(error?.inPlace).toContain('“How do you use this home?”')
    expect(error?.message).not.toContain('_')
  })

  test('without a question stands over the form', () => {
    const [error] = questionErrors(questions, [
      {
        path: 'intake.home[0].zip',
        code: 'zip_not_in_state',
        facts: { actual: 'Illinois (IL)', state: 'Texas (TX)' },
      },
    ])
    expect(error).toEqual({
      name: null,
      message: 'ZIP code: This ZIP code is in Illinois (IL), not in Texas (TX).',
    })
  })

  test('of a missing choice says to choose, and of a year has no comma', () => {
    const year = { name: 'vehicles[1].year', place: 'Car 2', definition: vehicles.item.year }
    expect(answerRequired(question('home[0].rental_status', rental_status)).inPlace).toBe('Choose one.')
    expect(
      questionErrors(
        [{ ...question('', rental_status), ...year }],
        [{ path: 'intake.vehicles[1].year', code: 'out_of_range' }],
      )[0]?.message,
    ).toMatch(/^Car 2, Label: Enter a year from 1\d{3} to 2\d{3}\.$/)
  })

  test('of an answer that is missing asks for it', () => {
    expect(answerRequired(question('birthday', birthday))).toMatchObject({
      name: 'birthday',
      message: expect.stringMatching(/^Your date of birth: /),
    })
  })
})
