import { capitalized } from '../../../platform/lib/name-words.ts'
import type { FieldError } from '../../../platform/pages/fields.ts'
import { stateName } from '../../../platform/values/us-states.ts'
import type { Field, FieldTable } from '../../../products/line/fields/field.ts'
import type { Json } from '../../../products/line/fields/merge.ts'
import {
  type Household,
  pathOf,
  wireName,
} from '../../../products/line/reviewed-purchase/application/application.ts'
import { displayed } from '../../../products/line/reviewed-purchase/application/value-words.ts'
import type { QuestionSection } from '../../../products/line/reviewed-purchase/reviewed-line.ts'
import { umbrellaFields } from '../../../products/umbrella/fields.ts'
import { requiredForReview } from '../../../products/umbrella/sections.ts'
import { answerWords } from '../form/answer-words.ts'
import { typedOver } from '../form/corrections.ts'
import { american, textFromValue, valueFromText } from '../form/form-text.ts'
import { itemWords } from '../form/household-words.ts'
import { answerRequired } from '../form/question-errors.ts'
import type { FormQuestion } from '../form/question-field.ts'
import { say } from '../words/say.ts'

const FIELDS: FieldTable = umbrellaFields

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
}

export const withRows = (questions: readonly HouseholdQuestion[]): PlainQuestion[] =>
  questions.flatMap(question => [question, ...(question.rows?.flat() ?? [])])

export const rowName = (field: string, at: number): string =>
  field === 'vehicles' ? say('Car {number}', { number: at + 1 }) : say('Driver {number}', { number: at + 1 })

const rowsOf = (name: string, list: ListField, items: readonly Item[], count: number): PlainQuestion[][] =>
  Array.from({ length: Math.min(count, list.maxItems) }, (_, at) =>
    Object.entries(list.item).map(([key, definition]) => ({
      name: `${name}[${at}].${key}`,
      label: definition.label,
      description: definition.description,
      definition,
      place: rowName(name, at),
      wording: itemWords[key] ?? {},
      text: textOf(definition, items[at]?.[key]),
    })),
  )

const rowCount = (field: string, items: readonly Item[], { vehicle_count }: Household): number =>
  field === 'vehicles' ? Math.max(items.length, Number(vehicle_count ?? 0)) : items.length + 1

export const questionsIn = (
  { fields }: Pick<QuestionSection, 'fields'>,
  household: Household,
): HouseholdQuestion[] =>
  fields.flatMap(field => {
    const { [field]: definition } = FIELDS
    if (!definition) return []
    const { label, description } = definition
    const value = household[field]
    const isList = definition.kind === 'list'
    const items = (value ?? []) as Item[]
    return {
      field,
      name: wireName(field),
      label,
      description,
      definition,
      text: isList ? '' : textIn(field, definition, value),
      rows: isList ? rowsOf(field, definition, items, rowCount(field, items, household)) : null,
    }
  })

const typedIn = (form: URLSearchParams, { name }: FormQuestion): string => form.get(name)?.trim() ?? ''

const rowTyped = (form: URLSearchParams, row: readonly PlainQuestion[]): Json =>
  Object.fromEntries(
    row
      .filter(question => typedIn(form, question) !== '')
      .map(question => [
        question.name.replace(/^.*\./, ''),
        valueFromText(question.definition, typedIn(form, question)),
      ]),
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

const OPTIONAL_IN_ROW = /\.vin$/

export const unansweredIn = (
  form: URLSearchParams,
  { rows, ...question }: HouseholdQuestion,
): FormQuestion[] =>
  (rows?.flat() ?? [question]).filter(
    one => typedIn(form, one) === '' && !(rows && OPTIONAL_IN_ROW.test(one.name)),
  )

export const answersIn = (form: URLSearchParams, questions: readonly HouseholdQuestion[]): Json =>
  questions.reduce<Json>(
    (intake, question) => placed(intake, pathOf(question.field), valueIn(form, question)),
    {},
  )

export const householdCorrections = (
  form: URLSearchParams,
  questions: readonly HouseholdQuestion[],
  household: Household,
): { intake: Json; changed: string[]; errors: FieldError[] } => {
  const changed = questions.filter(question => isChanged(form, question))
  const required = requiredForReview(household)
  return {
    intake: answersIn(form, changed),
    changed: changed.map(({ field }) => field),
    errors: changed
      .filter(question => required.includes(question.field) && valueIn(form, question) === null)
      .map(answerRequired),
  }
}
