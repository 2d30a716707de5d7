import { capitalized } from '../../../../platform/lib/name-words.ts'
import type { FieldError } from '../../../../platform/pages/fields.ts'
import { stateName } from '../../../../platform/values/us-states.ts'
import type { Field } from '../../fields/field.ts'
import type { Json } from '../../fields/merge.ts'
import { answerWords } from '../../portal/answer-words.ts'
import { american, textFromValue, valueFromText } from '../../portal/form-text.ts'
import { answerRequired } from '../../portal/question-errors.ts'
import { type FormQuestion, fieldIn, typedOver } from '../../portal/question-field.ts'
import { type Household, pathOf, wireName } from '../application/application.ts'
import { displayed } from '../application/value-words.ts'
import { lineOf, type OfLine, type QuestionSection } from '../reviewed-line.ts'
import { say, sayKnown } from './say.ts'

type ListField = Extract<Field, { kind: 'list' }>
type Item = Readonly<Record<string, unknown>>

const textOf = (field: Field, value: unknown): string =>
  field.kind === 'date' && typeof value === 'string' ? american(value) : textFromValue(field, value)

/** "none" is stored in English and shown in the language of the page. */
const textIn = (name: string, field: Field, value: unknown): string =>
  name === 'prior_carrier' && value === 'none' ? say('none') : textOf(field, value)

const itemLine = (fields: ListField['item'], item: Item): string =>
  Object.keys(fields)
    .flatMap(key => (item[key] === undefined ? [] : [wordsFor(key, fields[key] as Field, item[key])]))
    .join(', ') || say('No details')

const wordsFor = (name: string, field: Field, value: unknown): string => {
  if (name === 'prior_carrier' && value === 'none') return capitalized(say('none'))
  if (field.kind === 'state') return stateName(String(value))
  if (field.kind === 'money' || field.kind === 'auto_limits') return displayed(field, value)
  return field.kind === 'integer' ? String(value) : answerWords(name, field, value)
}

export const answerLines = (name: string, field: Field, value: unknown): string[] => {
  if (field.kind !== 'list' || !Array.isArray(value)) return [wordsFor(name, field, value)]
  return value.length === 0 ? [say('None')] : value.map(item => itemLine(field.item, item))
}

export type PlainQuestion = FormQuestion & { text: string }

export type HouseholdQuestion = PlainQuestion & {
  field: string
  rows: PlainQuestion[][] | null
  /** Of each row. */
  needs: readonly string[]
}

export const withRows = (questions: readonly HouseholdQuestion[]): PlainQuestion[] =>
  questions.flatMap(question => [question, ...(question.rows?.flat() ?? [])])

/** Whose questions they are, and what was answered. */
export type Asked = OfLine & { household: Household; today: string }

export const rowTitle = (
  of: OfLine,
  field: string,
  { at, isSpare }: { at: number; isSpare: boolean },
): string => {
  const { one = field, spare = one } = lineOf(of).portal.lists[field] ?? {}
  return sayKnown(isSpare ? spare : one, { number: at + 1 })
}

type List = { name: string; field: ListField; items: readonly Item[]; count: number }

const rowsOf = (of: Asked, { name, field: list, items, count }: List): PlainQuestion[][] =>
  Array.from({ length: Math.min(count, list.maxItems) }, (_, at) =>
    Object.entries(list.item).map(([key, definition]) => ({
      name: `${name}[${at}].${key}`,
      label: definition.label,
      description: definition.description,
      definition,
      place: rowTitle(of, name, { at, isSpare: false }),
      wording: lineOf(of).portal.items[key] ?? {},
      text: textOf(definition, items[at]?.[key]),
    })),
  )

const ruleOf = (of: OfLine, field: string) => lineOf(of).lists[field]

/** A list that may be empty always has room for one more. */
export const isOpenEnded = (of: OfLine, field: string): boolean => ruleOf(of, field)?.isOptional === true

const rowCount = (of: Asked, field: string, { length }: readonly Item[]): number =>
  isOpenEnded(of, field)
    ? length + 1
    : Math.max(length, ruleOf(of, field)?.least(of.household, of.today) ?? 0)

export const questionsIn = (of: Asked, { fields }: Pick<QuestionSection, 'fields'>): HouseholdQuestion[] =>
  fields.flatMap(name => {
    const { [name]: definition } = lineOf(of).fields
    if (!definition) return []
    const { label, description } = definition
    const value = of.household[name]
    const isList = definition.kind === 'list'
    const items = (value ?? []) as Item[]
    return {
      field: name,
      name: wireName(name),
      label,
      description,
      definition,
      text: isList ? '' : textIn(name, definition, value),
      rows: isList ? rowsOf(of, { name, field: definition, items, count: rowCount(of, name, items) }) : null,
      needs: ruleOf(of, name)?.needs ?? [],
    }
  })

const typedIn = (form: URLSearchParams, { name }: FormQuestion): string => form.get(name)?.trim() ?? ''

const rowTyped = (form: URLSearchParams, row: readonly PlainQuestion[]): Json =>
  Object.fromEntries(
    row
      .filter(question => typedIn(form, question) !== '')
      .map(question => [fieldIn(question.name), valueFromText(question.definition, typedIn(form, question))]),
  )

const isChanged = (form: URLSearchParams, { rows, ...question }: HouseholdQuestion): boolean =>
  (rows?.flat() ?? [question]).some(one => typedOver(one, form) !== null)

export const isTypedInRows = (form: URLSearchParams, question: HouseholdQuestion): boolean =>
  question.rows !== null && isChanged(form, question)

const NONE_IN_SPANISH = /^ningun[ao]$/i

const saidIn = (form: URLSearchParams, question: HouseholdQuestion): string => {
  const text = typedIn(form, question)
  return question.field === 'prior_carrier' && NONE_IN_SPANISH.test(text) ? 'none' : text
}

/** What was typed in the rows of a list, without those left empty. */
export const rowsIn = (form: URLSearchParams, { rows }: HouseholdQuestion): Json[] | undefined =>
  rows?.map(row => rowTyped(form, row)).filter(item => Object.keys(item).length > 0)

const valueIn = (form: URLSearchParams, question: HouseholdQuestion): unknown => {
  const rows = rowsIn(form, question)
  if (rows) return rows
  const text = saidIn(form, question)
  return text === '' ? null : valueFromText(question.definition, text)
}

const placed = (intake: Json, [first = '', second]: readonly string[], value: unknown): Json =>
  second === undefined
    ? { ...intake, [first]: value }
    : { ...intake, [first]: { ...(intake[first] as Json | undefined), [second]: value } }

export const unansweredIn = (
  form: URLSearchParams,
  { rows, needs, ...question }: HouseholdQuestion,
): FormQuestion[] =>
  (rows?.flat() ?? [question]).filter(
    one => typedIn(form, one) === '' && (!rows || needs.includes(fieldIn(one.name))),
  )

export const answersIn = (form: URLSearchParams, questions: readonly HouseholdQuestion[]): Json =>
  questions.reduce<Json>(
    (intake, question) => placed(intake, pathOf(question.field), valueIn(form, question)),
    {},
  )

export const householdCorrections = (
  form: URLSearchParams,
  questions: readonly HouseholdQuestion[],
  { line, household }: OfLine & { household: Household },
): { intake: Json; changed: string[]; errors: FieldError[] } => {
  const changed = questions.filter(question => isChanged(form, question))
  const required = lineOf({ line }).required.toReview(household)
  return {
    intake: answersIn(form, changed),
    changed: changed.map(({ field }) => field),
    errors: changed
      .filter(question => required.includes(question.field) && valueIn(form, question) === null)
      .map(answerRequired),
  }
}
