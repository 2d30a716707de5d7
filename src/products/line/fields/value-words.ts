import { dayWords } from '../../../platform/values/calendar.ts'
import { usd } from '../../../platform/values/money.ts'
import { SERVICE_SOURCE } from '../../../platform/values/sourced.ts'
import type { Field, FieldTable } from './field.ts'

const count = (one: string, many: string) => (value: number) =>
  `${value.toLocaleString('en-US')} ${value === 1 ? one : many}`

const UNITS: Readonly<Record<string, (value: number) => string>> = {
  home_sqft: count('square foot', 'square feet'),
  continuously_insured: count('year', 'years'),
  deductible_preference: usd,
}

const NAMES = new Map([
  ['co_op', 'Co-op'],
  ['en', 'English'],
  ['es', 'Spanish'],
  ['owned_primary', 'Primary home'],
  ['owned_seasonal', 'Seasonal home'],
  ['owned_rental', 'Rented out'],
  ['wind_hail', 'Wind or hail'],
])

const spoken = (name: string): string => {
  const text = name.replaceAll(/[_-]+/g, ' ').trim()
  return NAMES.get(name) ?? text.slice(0, 1).toUpperCase() + text.slice(1)
}

const day = (text: string, yearAlone: boolean): string =>
  yearAlone && text.endsWith('-01-01') ? text.slice(0, 4) : dayWords(text)

const itemWords = (fields: FieldTable, item: Readonly<Record<string, unknown>>): string =>
  Object.entries(fields)
    .filter(([name]) => item[name] !== undefined)
    .map(([name, field]) => `${field.label}: ${valueWords(name, field, item[name])}`)
    .join(', ') || 'No details'

export const valueWords = (name: string, field: Field, value: unknown): string => {
  if (value === undefined || value === null) return 'Unknown'
  switch (field.kind) {
    case 'boolean':
      return value === true ? 'Yes' : 'No'
    case 'choice':
      return spoken(String(value))
    case 'date':
      return day(String(value), field.yearAlone)
    case 'integer':
      return UNITS[name]?.(Number(value)) ?? Number(value).toLocaleString('en-US')
    case 'list':
      return (
        (value as Record<string, unknown>[]).map(item => itemWords(field.item, item)).join('; ') || 'None'
      )
    case 'money':
      return usd(Number(value))
    default:
      return String(value)
  }
}

const SOURCES = new Map([
  [SERVICE_SOURCE, 'Our own estimate'],
  ['crm', 'Records of the business that referred you'],
  ['public_records', 'Public records'],
  ['listing', 'A property listing'],
  ['policy_declarations', 'Your current policy'],
])

export const sourceWords = (source: string): string => SOURCES.get(source) ?? spoken(source)
