import { listExpired } from '../../../agency/policies/store.ts'
import { allRules, genericRule, numberFor } from '../../../agency/rules/rulebook.ts'
import type { App } from '../../../platform/app.ts'
import { DAY, later } from '../../../platform/lib/clock.ts'
import { dayEverywhere } from '../../../platform/lib/local-day.ts'
import { plusDays, plusYears } from '../../../platform/values/calendar.ts'
import { listOverdue, type OverduePlace } from './store.ts'

export const NEVER_SUBMITTED = 30 * DAY
export const NOT_BOUND = 90 * DAY
const PAGE = 100

type Dates = { submittedAt: Date | null; updatedAt: Date; erasedAt: Date | null }

export const isOverdue = ({ submittedAt, updatedAt, erasedAt }: Dates, now: Date): boolean =>
  erasedAt !== null || now >= later(updatedAt, submittedAt === null ? NEVER_SUBMITTED : NOT_BOUND)

/** February 29 has no anniversary in most years. Its years end on March 1. */
const yearsOver = (day: string, years: number): string => {
  const end = plusYears(day, years)
  return end.slice(5) === day.slice(5) ? end : plusDays(end, 1)
}

type Insured = { state: string; expiration_date: string }

/** The first day on which no law that we know of requires us to keep the records. Null: there is no policy. */
export const policyRecordsEnd = (line: string, policies: readonly Insured[]): string | null =>
  policies
    .map(({ state, expiration_date }) =>
      yearsOver(expiration_date, numberFor({ state, line }, 'record_years')),
    )
    .toSorted()
    .at(-1) ?? null

export const shortestYears = (line: string): number =>
  Math.min(
    Number(genericRule('record_years')),
    ...allRules()
      .filter(({ kind, lines, only_if }) => kind === 'record_years' && lines.includes(line) && !only_if)
      .map(({ value }) => Number(value)),
  )

type List<P> = (page: { after: P | null; limit: number }) => Promise<P[]>

const forEach = async <P extends { uid: string }>(
  list: List<P>,
  erase: (uid: string) => Promise<void>,
): Promise<void> => {
  let page = await list({ after: null, limit: PAGE })
  while (page.length > 0) {
    for (const { uid } of page) await erase(uid)
    page = await list({ after: page.at(-1) ?? null, limit: PAGE })
  }
}

export const forOverdue = async (
  app: App,
  { line, keep }: { line: string; keep: readonly string[] },
  erase: (uid: string) => Promise<void>,
): Promise<void> => {
  const now = app.clock.now()
  const drafts = { line, keep, submitted: false, before: later(now, -NEVER_SUBMITTED) }
  const submitted = { line, keep, submitted: true, before: later(now, -NOT_BOUND) }
  for (const overdue of [drafts, submitted])
    await forEach<OverduePlace>(page => listOverdue(app.db, overdue, page), erase)
  const before = plusYears(dayEverywhere(now), -shortestYears(line))
  await forEach(page => listExpired(app.db, { line, before }, page), erase)
}
