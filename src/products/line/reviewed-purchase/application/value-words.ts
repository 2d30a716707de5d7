import { nameTitle } from '../../../../platform/lib/name-words.ts'
import { usd } from '../../../../platform/values/money.ts'
import type { Field, FieldTable } from '../../fields/field.ts'

const LAST_SHOWN = 4

const DOT = '•'

const masked = (text: string): string => {
  const shown = text.length > LAST_SHOWN ? text.slice(-LAST_SHOWN) : ''
  return DOT.repeat(text.length - shown.length) + shown
}

export const unmasked = (sent: string, stored: unknown): string | null => {
  if (!sent.includes(DOT)) return sent
  return typeof stored === 'string' && masked(stored) === sent ? stored : null
}

type Item = Readonly<Record<string, unknown>>

const maskedItem = (fields: FieldTable, item: Item): Item =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, maskedValue(fields[name], value)]))

export const maskedValue = (field: Field | undefined, value: unknown): unknown => {
  if (!field) return value
  if (field.kind === 'list' && Array.isArray(value))
    return value.map((item: Item) => maskedItem(field.item, item))
  return field.masked && typeof value === 'string' ? masked(value) : value
}

const NAMES = new Map([
  ['en', 'English'],
  ['es', 'Spanish'],
])

const sentence = (name: string): string => NAMES.get(name) ?? nameTitle(name)

export const displayed = (field: Field | undefined, value: unknown): string => {
  if (!field) return String(value)
  if (field.kind === 'list' && Array.isArray(value))
    return value.length === 0
      ? 'None'
      : value.map((item: Item) => Object.values(item).map(String).join(', ') || 'No details').join('; ')
  if (field.kind === 'boolean') return value === true ? 'Yes' : 'No'
  if (field.kind === 'money' && typeof value === 'number') return usd(value)
  if (field.kind === 'choice') return sentence(String(value))
  return field.kind === 'auto_limits' ? String(value).replaceAll('_', ' / ') : String(value)
}
