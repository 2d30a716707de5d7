import type { EmailCounts } from './store.ts'

export type LiveCounts = { created: number; submitted: number; bound: number }

export type Usage = {
  liveByDay: readonly number[]
  live: LiveCounts
  emails: EmailCounts
  keysReplaced: number
}

const FEW = 20
const LOW_SHARE = 0.2
const STEEP = 5
const MANY_KEYS = 5

const times = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count} ${many}`

const rise = (liveByDay: readonly number[]): string | null => {
  const today = liveByDay.at(-1) ?? 0
  const before = liveByDay.slice(0, -1)
  const average = before.reduce((sum, count) => sum + count, 0) / Math.max(1, before.length)
  return today >= FEW && today > average * STEEP
    ? `${today} live applications today, against ${average.toFixed(1)} on an average day before.`
    : null
}

export const abuseSignals = ({ liveByDay, live, emails, keysReplaced }: Usage): string[] =>
  [
    rise(liveByDay),
    live.created >= FEW && live.submitted < live.created * LOW_SHARE
      ? `Only ${live.submitted} of ${live.created} live applications were completed.`
      : null,
    emails.dead > 0 ? `${times(emails.dead, 'email', 'emails')} could not be delivered.` : null,
    emails.suppressed > 0
      ? `${times(emails.suppressed, 'email was', 'emails were')} held back by a daily limit.`
      : null,
    keysReplaced >= MANY_KEYS ? `${keysReplaced} keys were revoked or replaced.` : null,
  ].filter(signal => signal !== null)
