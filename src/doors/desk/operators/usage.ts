import type { App } from '../../../platform/app.ts'
import type { CredentialRow } from '../../../platform/key/store.ts'
import { DAY, dayOf, later } from '../../../platform/lib/clock.ts'
import { abuseSignals, type LiveCounts } from './signals.ts'
import {
  applicationsByDay,
  countUnsubmitted,
  type DayCount,
  type EmailCounts,
  emailsAbout,
  listCredentials,
} from './store.ts'

const DAYS = 30

export type OperatorUsage = {
  keys: CredentialRow[]
  days: DayCount[]
  live: LiveCounts
  unsubmitted: number
  emails: EmailCounts
  signals: string[]
}

const everyDay = (now: Date, counted: readonly DayCount[]): DayCount[] =>
  Array.from({ length: DAYS }, (_, at) => {
    const day = dayOf(later(now, (at + 1 - DAYS) * DAY))
    return counted.find(count => count.day === day) ?? { day, live: 0, sandbox: 0, submitted: 0, bound: 0 }
  })

export const total = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)

export const readUsage = async (app: App, operatorUid: string): Promise<OperatorUsage> => {
  const now = app.clock.now()
  const asked = { operatorUid, now, since: new Date(dayOf(later(now, (1 - DAYS) * DAY))) }
  const keys = await listCredentials(app.db, operatorUid)
  const days = everyDay(now, await applicationsByDay(app.db, asked))
  const live = {
    created: total(days.map(day => day.live)),
    submitted: total(days.map(day => day.submitted)),
    bound: total(days.map(day => day.bound)),
  }
  const emails = await emailsAbout(app.db, asked)
  const signals = abuseSignals({
    liveByDay: days.map(day => day.live),
    live,
    emails,
    keysReplaced: keys.filter(({ revoked_at }) => revoked_at !== null && revoked_at >= asked.since).length,
  })
  const unsubmitted = await countUnsubmitted(app.db, operatorUid)
  return { keys, days, live, unsubmitted, emails, signals }
}
