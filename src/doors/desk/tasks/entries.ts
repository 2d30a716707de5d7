import { isPlainLine } from '../../../platform/lib/plain-line.ts'
import type { FieldError, Option } from '../../../platform/pages/fields.ts'
import { isDay } from '../../../platform/values/calendar.ts'
import { centsIn, dollarsIn, usd } from '../../../platform/values/money.ts'

export type DeskEntry = {
  name: string
  label: string
  hint?: string
  optional?: true
} & (
  | { kind: 'dollars'; least?: number; most: number }
  | { kind: 'text'; most: number }
  | { kind: 'count'; most: number }
  | { kind: 'day' }
  | { kind: 'cents'; most: number }
  | { kind: 'choice' | 'checks'; options: readonly Option[] }
)

export type EntryValues = Readonly<Record<string, string | number | undefined>>

type Read = { value?: string | number; problem?: string }

const AND = ','

export const checkedIn = (value: EntryValues[string]): string[] =>
  value === undefined ? [] : String(value).split(AND)

const lower = (label: string): string => label.charAt(0).toLowerCase() + label.slice(1)

const dollars = (
  label: string,
  text: string,
  { least = 0, most }: { least?: number; most: number },
): Read => {
  const value = dollarsIn(text)
  return value !== null && value >= least && value <= most
    ? { value }
    : {
        problem: `${label} must be whole dollars from ${usd(least)} to ${usd(most)}. Round cents to the nearest dollar.`,
      }
}

const cents = (label: string, text: string, most: number): Read => {
  const value = centsIn(text) ?? 0
  return value >= 1 && value <= most * 100
    ? { value }
    : { problem: `${label} must be an amount such as 25 or 25.50, at most ${usd(most)}.` }
}

const count = (label: string, text: string, most: number): Read =>
  /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= most
    ? { value: Number(text) }
    : { problem: `${label} must be a whole number from 1 to ${most}.` }

const plain = (label: string, text: string, most: number): Read =>
  text.length <= most && isPlainLine(text)
    ? { value: text }
    : { problem: `${label} must be one line of plain text, at most ${most} characters.` }

const readText = (entry: DeskEntry, text: string): Read => {
  const { label } = entry
  switch (entry.kind) {
    case 'dollars':
      return dollars(label, text, entry)
    case 'cents':
      return cents(label, text, entry.most)
    case 'count':
      return count(label, text, entry.most)
    case 'text':
      return plain(label, text, entry.most)
    case 'day':
      return isDay(text) ? { value: text } : { problem: `${label} must be a date, such as 2026-12-01.` }
    case 'choice':
    case 'checks':
      return checkedIn(text).every(one => entry.options.some(({ value }) => value === one))
        ? { value: text }
        : { problem: `Choose the ${lower(label)} from the list.` }
  }
}

const readEntry = (entry: DeskEntry, text: string): Read => {
  if (text !== '') return readText(entry, text)
  if (entry.optional) return {}
  if (entry.kind === 'day') return readText(entry, text)
  return { problem: `${entry.kind === 'checks' ? 'Choose' : 'Enter the'} ${lower(entry.label)}.` }
}

export const textAt = (form: URLSearchParams, name: string): string => form.getAll(name).join(AND).trim()

export const readEntries = (
  entries: readonly DeskEntry[],
  form: URLSearchParams,
  prefix = '',
): { values: EntryValues; errors: FieldError[] } => {
  const read = entries.map(entry => ({ entry, ...readEntry(entry, textAt(form, prefix + entry.name)) }))
  return {
    values: Object.fromEntries(
      read.flatMap(({ entry, value }) => (value === undefined ? [] : [[entry.name, value]])),
    ),
    errors: read.flatMap(({ entry, problem }) =>
      problem === undefined ? [] : [{ name: prefix + entry.name, message: problem }],
    ),
  }
}
