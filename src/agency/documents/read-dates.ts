import { daysBetween } from '../../platform/lib/clock.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\\.?'

type Reader = { pattern: string; read: (parts: string[]) => [year: string, month: string, day: string] }

const monthNumber = (name: string): string => String(MONTHS.indexOf(name.toLowerCase()) + 1)

const readers: Reader[] = [
  { pattern: '(\\d{4})-(\\d{2})-(\\d{2})', read: ([y = '', m = '', d = '']) => [y, m, d] },
  { pattern: '(\\d{1,2})[/-](\\d{1,2})[/-](\\d{4}|\\d{2})', read: ([m = '', d = '', y = '']) => [y, m, d] },
  {
    pattern: `${MONTH} (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})`,
    read: ([m = '', d = '', y = '']) => [y, monthNumber(m), d],
  },
  { pattern: `(\\d{1,2}) ${MONTH},? (\\d{4})`, read: ([d = '', m = '', y = '']) => [y, monthNumber(m), d] },
]

const exactly = readers.map(({ pattern, read }) => ({ whole: new RegExp(`^${pattern}$`, 'i'), read }))

const ANY_DATE = new RegExp(
  `(?<![\\d/-])(?:${readers.map(({ pattern }) => pattern).join('|')})(?![\\d/-])`,
  'gi',
)

const isoDate = (text: string): string | null => {
  for (const { whole, read } of exactly) {
    const parts = whole.exec(text)?.slice(1)
    if (!parts) continue
    const [year, month, day] = read(parts)
    const iso = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    const date = new Date(`${iso}T00:00:00Z`)
    if (!Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso)) return iso
  }
  return null
}

type Found = { date: string; at: number; end: number }

export const datesIn = (text: string): Found[] =>
  [...text.matchAll(ANY_DATE)].flatMap(({ 0: words, index }) => {
    const date = isoDate(words)
    return date ? [{ date, at: index, end: index + words.length }] : []
  })

export const withoutDates = (text: string): string => text.replaceAll(ANY_DATE, ' ')

/** ISO dates. Coverage ends at the start of `to`. */
export type PrintedPeriod = { from: string; to: string }

const LABEL = /policy (?:period|term)|coverage period|effective|\bterm\b|\bfrom\b/gi
const REACH = 160
const BETWEEN = /\bto\b|through|thru|until|expir|\bend|[-–—]/i
const SOMETHING_ELSE = /due|birth|issued|print|mail|prepared/i

export const isPeriod = (from: string, to: string): boolean => {
  const days = daysBetween(from, to)
  return days >= 20 && days <= 400
}

export const periodsIn = (text: string): PrintedPeriod[] =>
  [...text.matchAll(LABEL)].flatMap(({ index }) => {
    const window = text.slice(index, index + REACH)
    const [first, second] = datesIn(window)
    if (!first || !second || !isPeriod(first.date, second.date)) return []
    const between = window.slice(first.end, second.at)
    return BETWEEN.test(between) && !SOMETHING_ELSE.test(between)
      ? [{ from: first.date, to: second.date }]
      : []
  })
