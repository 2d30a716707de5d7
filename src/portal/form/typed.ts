import type { FieldProblem } from '../../errors.ts'
import type { Field } from '../../line/fields/field.ts'
import { usd } from '../../line/fields/money.ts'
import { stateName } from '../../line/fields/us-states.ts'
import type { FieldError } from '../../pages/fields.ts'
import { fieldWords } from './field-words.ts'
import { fieldIn, labelOf, type Question } from './question-field.ts'

const AMERICAN_DAY = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/

const dayFrom = (text: string): string => {
  const [, month = '', day = '', year = ''] = AMERICAN_DAY.exec(text) ?? []
  return year === '' ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

const YES_NO: Readonly<Record<string, boolean>> = { yes: true, no: false }

/** What a person typed, as a program would have sent it. What makes no sense stays text, and is refused as such. */
export const typedValue = ({ kind }: Field, text: string): unknown => {
  const plain = text.trim()
  if (kind === 'boolean') return YES_NO[plain] ?? plain
  if (kind === 'integer') return plain.replaceAll(/[$,\s]|sq\.?\s*ft\.?/gi, '')
  return kind === 'date' ? dayFrom(plain) : plain
}

/** The first of January stands for the whole year. */
const yearFrom = (day: string): string => {
  const [year = '', month = '', date = ''] = day.split('-')
  return month === '01' && date === '01' ? year : `${Number(month)}/${Number(date)}/${year}`
}

/** The other way round: a stored value as a person would have typed it. */
export const typedFrom = (definition: Field, value: unknown): string => {
  const { kind } = definition
  if (value === undefined || value === null) return ''
  if (kind === 'boolean') return value === true ? 'yes' : 'no'
  if (kind === 'state') return stateName(String(value))
  if (kind === 'date' && definition.yearAlone) return yearFrom(String(value))
  return kind === 'auto_limits' ? String(value).replaceAll('_', '/') : String(value)
}

const expectedOf = (definition: Field): string => {
  switch (definition.kind) {
    case 'date':
      return definition.yearAlone
        ? 'Enter a year, like 1995, or a full date, like 6/30/1995.'
        : 'Enter a date, like 4/12/1980.'
    case 'integer':
      return `Enter a whole number from ${definition.minimum} to ${definition.maximum.toLocaleString('en-US')}.`
    case 'money':
      return `Enter an amount from ${usd(definition.minimum)} to ${usd(definition.maximum)}.`
    case 'auto_limits':
      return 'Enter three limits in thousands, like 250/500/100.'
    case 'boolean':
    case 'choice':
    case 'state':
      return 'Choose one of the answers.'
    case 'zip':
      return 'Enter five digits.'
    case 'email':
      return 'Enter an address like name@example.com.'
    case 'phone':
      return 'Enter a number like 415-555-0100.'
    default:
      return 'Enter plain text on one line.'
  }
}

const IN_PLAIN_WORDS = new Set([
  'has the wrong type',
  'has the wrong form',
  'is blank',
  'is not a date',
  'is a number, not a day',
  'is out of range',
  'is too small',
  'is too large',
  'is not one of the allowed values',
  'is not a state',
  'is not an email address',
  'is not a phone number',
  'holds control characters',
])

/** Wire names in a sentence that was written for programs: `build_date` → `when was it built`. */
const inWords = (text: string): string =>
  text.replaceAll(/\b[a-z]+(?:_[a-z0-9]+)+\b/g, name => {
    const label = fieldWords(name).label
    return label === undefined ? name.replaceAll('_', ' ') : `“${label}”`
  })

/** `is not a date` → `This is not a date.` Whatever names its subject itself stays as it is. */
const asSentence = (problem: string): string =>
  /^(is|lies|has|holds|was|cannot|names|contradicts)\b/.test(problem)
    ? `This ${problem}.`
    : `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`

const sentence = (label: string, words: string): string =>
  `${label}${label.endsWith('?') ? '' : ':'} ${words}`

const errorOf = (question: Question, words: string): FieldError => ({
  name: question.name,
  message: sentence(labelOf(question), words),
  inPlace: words,
})

export const unanswered = (question: Question): FieldError => errorOf(question, 'An answer is needed.')

const pathIn = ({ path }: FieldProblem): string => path.replace(/^intake\./, '')

/** The problems of what was sent at the questions that they are about; the rest for the form as a whole. */
export const questionErrors = (
  questions: readonly Question[],
  problems: readonly FieldProblem[],
): FieldError[] =>
  problems.map(problem => {
    const question = questions.find(({ name }) => name === pathIn(problem))
    const words = asSentence(inWords(problem.problem))
    if (question)
      return errorOf(question, IN_PLAIN_WORDS.has(problem.problem) ? expectedOf(question.definition) : words)
    const field = fieldIn(pathIn(problem))
    return {
      name: null,
      message: sentence(fieldWords(field).label ?? field, words),
    }
  })
