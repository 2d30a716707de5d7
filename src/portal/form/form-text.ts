import type { Field } from '../../line/fields/field.ts'
import { stateName } from '../../line/fields/us-states.ts'

const AMERICAN_DAY = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/

const dayFrom = (text: string): string => {
  const [, month = '', day = '', year = ''] = AMERICAN_DAY.exec(text) ?? []
  return year === '' ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

const YES_NO: Readonly<Record<string, boolean>> = { yes: true, no: false }

export const valueFromText = ({ kind }: Field, text: string): unknown => {
  const plain = text.trim()
  if (kind === 'boolean') return YES_NO[plain] ?? plain
  if (kind === 'integer') return plain.replaceAll(/[$,\s]|sq\.?\s*ft\.?/gi, '')
  return kind === 'date' ? dayFrom(plain) : plain
}

const yearFrom = (day: string): string => {
  const [year = '', month = '', date = ''] = day.split('-')
  return month === '01' && date === '01' ? year : `${Number(month)}/${Number(date)}/${year}`
}

export const textFromValue = (definition: Field, value: unknown): string => {
  const { kind } = definition
  if (value === undefined || value === null) return ''
  if (kind === 'boolean') return value === true ? 'yes' : 'no'
  if (kind === 'state') return stateName(String(value))
  if (kind === 'date' && definition.yearAlone) return yearFrom(String(value))
  return kind === 'auto_limits' ? String(value).replaceAll('_', '/') : String(value)
}
