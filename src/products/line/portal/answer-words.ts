import { usd } from '../../../platform/values/money.ts'
import type { Field, FieldTable } from '../fields/field.ts'
import { valueWords } from '../fields/value-words.ts'
import { lossWords } from './field-words.ts'
import { optionLabel } from './question-field.ts'
import { say, sayKnown } from './say.ts'

const UNITS = {
  home_sqft: '{count, plural, one {# square foot} other {# square feet}}',
  continuously_insured: '{count, plural, one {# year} other {# years}}',
} as const

const isCounted = (field: string): field is keyof typeof UNITS => Object.hasOwn(UNITS, field)

const wordsInItem = (name: string, definition: Field, value: unknown): string => {
  if (definition.kind === 'money') return usd(Number(value))
  const option = lossWords[name]?.options?.[String(value)]
  return option === undefined ? answerWords(name, definition, value) : sayKnown(option)
}

const itemWords = (fields: FieldTable, item: Readonly<Record<string, unknown>>): string =>
  Object.entries(fields)
    .filter(([name]) => item[name] !== undefined)
    .map(
      ([name, definition]) => `${sayKnown(definition.label)}: ${wordsInItem(name, definition, item[name])}`,
    )
    .join(', ') || say('No details')

export const answerWords = (field: string, definition: Field, value: unknown): string => {
  if (definition.kind === 'choice') return optionLabel(field, String(value))
  if (definition.kind === 'list' && Array.isArray(value) && value.length > 0)
    return value.map(item => itemWords(definition.item, item)).join('; ')
  return isCounted(field) && value !== undefined && value !== null
    ? say(UNITS[field], { count: Number(value) })
    : sayKnown(valueWords(field, definition, value))
}
