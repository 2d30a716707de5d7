import { capitalized } from '../../../platform/lib/name-words.ts'
import { dayWords } from '../../../platform/values/calendar.ts'
import { usd } from '../../../platform/values/money.ts'
import type { Field, FieldTable } from './field.ts'

export type AnswerRow = { label: string; value: string; copy: string; source: string }

type Written = Pick<AnswerRow, 'value' | 'copy'>
type Item = Readonly<Record<string, unknown>>

const both = (text: string): Written => ({ value: text, copy: text })

const spoken = (name: string): string => capitalized(name.replaceAll(/[_-]+/g, ' ').trim())

const date = (day: string, yearAlone: boolean): Written => {
  const [year = '', month = '', dayOfMonth = ''] = day.split('-')
  if (yearAlone && day.endsWith('-01-01')) return both(year)
  return { value: dayWords(day), copy: `${month}/${dayOfMonth}/${year}` }
}

const written = (field: Field, value: unknown): Written => {
  switch (field.kind) {
    case 'boolean':
      return both(value === true ? 'Yes' : 'No')
    case 'choice':
      return both(spoken(String(value)))
    case 'date':
      return date(String(value), field.yearAlone)
    case 'money':
      return { value: usd(Number(value)), copy: String(value) }
    case 'integer':
      return { value: Number(value).toLocaleString('en-US'), copy: String(value) }
    case 'auto_limits':
      return both(String(value).replaceAll('_', '/'))
    default:
      return both(String(value))
  }
}

const isKnown = (value: unknown): boolean => value !== undefined && value !== null

const itemRows = (
  { itemLabel, item }: Extract<Field, { kind: 'list' }>,
  list: readonly Item[],
  source: string,
): AnswerRow[] =>
  list.flatMap((one, at) => {
    const label = `${itemLabel} ${at + 1}`
    const known = Object.entries(item).filter(([name]) => isKnown(one[name]))
    if (known.length === 0) return [{ label, ...both('No details'), source }]
    return known.map(([name, field]) => ({
      label: `${label}: ${field.label}`,
      ...written(field, one[name]),
      source,
    }))
  })

export const answerRows = (
  fields: FieldTable,
  values: Item,
  sourceOf: (name: string) => string,
): AnswerRow[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const value = values[name]
    if (!isKnown(value)) return []
    const source = sourceOf(name)
    if (field.kind !== 'list') return [{ label: field.label, ...written(field, value), source }]
    const list = value as readonly Item[]
    return list.length === 0
      ? [{ label: field.label, ...both('None'), source }]
      : itemRows(field, list, source)
  })
