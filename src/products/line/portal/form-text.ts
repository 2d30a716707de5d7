import { stateName } from '../../../platform/values/us-states.ts'
import type { Field } from '../fields/field.ts'

const AMERICAN_DAY = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/

/** As our pages print it: May 17, 1971; 17 de mayo de 1971. */
const MONTH_FIRST = /^(\p{L}+)\.? (\d{1,2})(?:st|nd|rd|th)?,?(?: de| del)? (\d{4})$/iu
const DAY_FIRST = /^(\d{1,2})(?:st|nd|rd|th)?(?: de)? (\p{L}+)\.?,?(?: de| del)? (\d{4})$/iu

const MONTHS = ['en-US', 'es-US'].map(locale => {
  const month = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, at) => month.format(Date.UTC(2000, at)).toLowerCase())
})

const LEAST_LETTERS = 3

const monthNamed = (name: string): string => {
  const begun = name.toLowerCase()
  const at = MONTHS.map(months => months.findIndex(month => month.startsWith(begun))).find(
    found => found >= 0,
  )
  return at === undefined || begun.length < LEAST_LETTERS ? '' : String(at + 1)
}

const partsOf = (text: string): readonly string[] => {
  const [, month = '', day = '', year = ''] = AMERICAN_DAY.exec(text) ?? []
  if (year !== '') return [year, month, day]
  const named = MONTH_FIRST.exec(text)
  if (named) return [named[3] ?? '', monthNamed(named[1] ?? ''), named[2] ?? '']
  const dayFirst = DAY_FIRST.exec(text)
  return dayFirst ? [dayFirst[3] ?? '', monthNamed(dayFirst[2] ?? ''), dayFirst[1] ?? ''] : []
}

const dayFrom = (text: string): string => {
  const [year = '', month = '', day = ''] = partsOf(text.replaceAll(/\s+/g, ' '))
  return month === '' ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

const YES_NO: Readonly<Record<string, boolean>> = { yes: true, no: false }

export const valueFromText = ({ kind }: Field, text: string): unknown => {
  const plain = text.trim()
  if (kind === 'boolean') return YES_NO[plain] ?? plain
  if (kind === 'integer') return plain.replaceAll(/[$,\s]|sq\.?\s*ft\.?/gi, '')
  return kind === 'date' ? dayFrom(plain) : plain
}

export const american = (day: string): string => {
  const [year, month, date] = day.split('-').map(Number)
  return `${month}/${date}/${year}`
}

const yearFrom = (day: string): string => (day.endsWith('-01-01') ? day.slice(0, 4) : american(day))

export const textFromValue = (definition: Field, value: unknown): string => {
  const { kind } = definition
  if (value === undefined || value === null) return ''
  if (kind === 'boolean') return value === true ? 'yes' : 'no'
  if (kind === 'state') return stateName(String(value))
  if (kind === 'date' && definition.yearAlone) return yearFrom(String(value))
  return kind === 'auto_limits' ? String(value).replaceAll('_', '/') : String(value)
}
