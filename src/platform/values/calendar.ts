import { longDate } from '../language/language.ts'
import { DAY, dayOf } from '../lib/clock.ts'

// Days are ISO strings (YYYY-MM-DD), so they sort as text and no time zone can shift them.
const SHAPE = /^(\d{4})-(\d{2})-(\d{2})$/

export const isDay = (text: string): boolean => {
  if (!SHAPE.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && dayOf(date) === text
}

export const yearOf = (day: string): number => Number(day.slice(0, 4))

export const plusYears = (day: string, years: number): string => plusMonths(day, years * 12)

export const plusMonths = (day: string, months: number): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month + months, 0))
  return dayOf(new Date(Date.UTC(year, month - 1 + months, Math.min(date, lastOfMonth.getUTCDate()))))
}

const MOST_YEARS_INSURED = 2

/** Policies run six or twelve months, and now and then longer, to end with another one. */
export const isPeriodTooLong = (from: string, to: string): boolean => to > plusYears(from, MOST_YEARS_INSURED)

export const plusDays = (day: string, days: number): string =>
  dayOf(new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY))

export const dayWords = (day: string): string => longDate(day.slice(0, 10))
