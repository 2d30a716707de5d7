import type { FieldProblem } from '../../../platform/errors.ts'
import { language } from '../../../platform/language/language.ts'
import { nameWords } from '../../../platform/lib/name-words.ts'
import type { FieldError } from '../../../platform/pages/fields.ts'
import { type ProblemCode, problemWords } from '../../../platform/problem-catalog.ts'
import { usd } from '../../../platform/values/money.ts'
import type { Field } from '../fields/field.ts'
import { fieldWords } from './field-words.ts'
import { type FormQuestion, fieldIn, isChosen, labelOf } from './question-field.ts'
import { say, sayKnown } from './say.ts'
import { errorOf } from './screen.ts'

const FIRST_YEAR = 1800

const isYear = ({ minimum, maximum }: { minimum: number; maximum: number }): boolean =>
  minimum >= FIRST_YEAR && maximum < 3000

const expectedOf = (definition: Field): string => {
  switch (definition.kind) {
    case 'date':
      return definition.yearAlone
        ? say('Enter a year, like 1995, or a full date, like 6/30/1995.')
        : say(
            'Enter a day that exists, with the month first and all four digits of the year, like 4/25/1980.',
          )
    case 'integer':
      if (isYear(definition))
        return say('Enter a year from {least} to {most}.', {
          least: String(definition.minimum),
          most: String(definition.maximum),
        })
      return say('Enter a whole number from {least} to {most}.', {
        least: definition.minimum,
        most: definition.maximum.toLocaleString('en-US'),
      })
    case 'money':
      return say('Enter an amount in whole dollars, from {least} to {most}.', {
        least: usd(definition.minimum),
        most: usd(definition.maximum),
      })
    case 'auto_limits':
      return say('Enter three limits in thousands, like 250/500/100.')
    case 'boolean':
    case 'choice':
    case 'state':
      return say('Choose one of the answers.')
    case 'zip':
      return say('Enter five digits.')
    case 'email':
      return say('Enter an address like name@example.com.')
    case 'phone':
      return say('Enter a number like 415-555-0100.')
    case 'text':
      if (definition.form === 'name') return say('Enter a name, with letters.')
      if (definition.form === 'number') return say('Enter the number as printed, in letters and digits.')
      return say('Enter plain text on one line.')
    default:
      return say('Enter plain text on one line.')
  }
}

const WRONG_VALUE: ReadonlySet<ProblemCode> = new Set([
  'wrong_type',
  'wrong_format',
  'blank',
  'bad_date',
  'out_of_range',
  'too_small',
  'too_large',
  'between_steps',
  'not_in_enum',
  'not_a_state',
  'bad_email',
  'bad_phone',
  'control_characters',
])

type Facts = Readonly<Record<string, string>>

const questionNamed = (name = ''): string => {
  const [field = ''] = name.split(' ')
  return `“${sayKnown(fieldWords(field).label ?? nameWords(field))}”`
}

const SENTENCES: Partial<Record<ProblemCode, (facts: Facts) => string>> = {
  po_box: () => say('Enter the street where the home stands, not a PO box.'),
  tenant_not_served: () => say('We can only insure homes that you own.'),
  contradiction: ({ other }) =>
    say('This contradicts your answer to {question}.', { question: questionNamed(other) }),
  before: ({ other, value }) =>
    value === undefined
      ? say('This is earlier than your answer to {question}.', { question: questionNamed(other) })
      : say('This is earlier than your answer to {question}: {value}.', {
          question: questionNamed(other),
          value,
        }),
  in_the_future: () => say('Enter a date that isn’t in the future.'),
  implausible_birthday: () => say('Check this date of birth. It’s too recent or too long ago.'),
  start_date_unavailable: () => say('Choose a day within the next 90 days.'),
  zip_not_in_state: ({ actual, state }) =>
    say('This ZIP code is in {actual}, not in {state}.', { actual: actual ?? '', state: state ?? '' }),
  place_not_served: ({ place }) =>
    say('This ZIP code is in {place}. We don’t offer insurance there.', { place: place ?? '' }),
  not_served: () => say('We don’t offer insurance in this state.'),
  unknown_zip: () => say('We can’t find this ZIP code. Check the digits.'),
  limits_reversed: () => say('The limit per accident can’t be lower than the limit per person.'),
  bad_vin: () => say('Enter the 17 letters and digits of the VIN. It never contains I, O or Q.'),
  more_vehicles_than_counted: () => say('You listed more cars than you said you have.'),
  fewer_drivers_than_listed: () => say('The dates of birth you gave show more drivers of this age.'),
  duplicate_address: () => say('This is the address of another home in your application.'),
  too_long: () => say('This is too long. Shorten it.'),
}

const withLabels = (text: string): string => text.replaceAll(/\b[a-z]+(?:_[a-z0-9]+)+\b/g, questionNamed)

/** The API's words about a value have no Spanish, so the Spanish sentence only points to the answer. */
const otherwise = (problem: FieldProblem): string =>
  language() === 'es' ? say('Check this answer.') : `This ${withLabels(problemWords(problem))}.`

const sentenceFor = (problem: FieldProblem): string =>
  SENTENCES[problem.code]?.(problem.facts ?? {}) ?? otherwise(problem)

const errorAtQuestion = (question: FormQuestion, sentence: string): FieldError =>
  errorOf(question.name, [question.place ?? [], labelOf(question)].flat().join(', '), sentence)

export const answerRequired = (question: FormQuestion): FieldError =>
  errorAtQuestion(question, isChosen(question) ? say('Choose one.') : say('Enter an answer.'))

export const firstOfEach = (errors: readonly FieldError[]): FieldError[] =>
  errors.filter(({ name }, at) => name === null || errors.findIndex(one => one.name === name) === at)

const pathIn = ({ path }: FieldProblem): string => path.replace(/^intake\./, '')

export const questionErrors = (
  questions: readonly FormQuestion[],
  problems: readonly FieldProblem[],
): FieldError[] =>
  problems.map(problem => {
    const question = questions.find(({ name }) => name === pathIn(problem))
    if (question)
      return errorAtQuestion(
        question,
        WRONG_VALUE.has(problem.code) ? expectedOf(question.definition) : sentenceFor(problem),
      )
    const field = fieldIn(pathIn(problem))
    const { message } = errorOf(field, sayKnown(fieldWords(field).label ?? field), sentenceFor(problem))
    return { name: null, message }
  })
