import { keysOf } from '../../../platform/lib/keys-of.ts'

export type Tone = '' | 'info' | 'success' | 'warning' | 'danger'
export type Badge = { label: string; tone: Tone }

export const badge = (label: string, tone: Tone = ''): Badge => ({ label, tone })

export const coarseStatuses = [
  'in_review',
  'review_pending',
  'credit_consent_pending',
  'quoted',
  'bound',
  'abandoned',
] as const
export type CoarseStatus = (typeof coarseStatuses)[number]

export type By<Facts, T> = T | ((facts: Facts) => T)

export const by = <Facts, T extends string | object>(value: By<Facts, T>, facts: Facts): T =>
  typeof value === 'function' ? (value as (facts: Facts) => T)(facts) : value

/** The call that comes next, what to do before it, and what else to tell. `{names}` are filled in by the door. */
export type Next<Call extends string> = { call: Call; do: string; tell?: readonly string[] }

/** How one kind of caller is spoken to: the names of its calls, and its own words for `{names}`. */
export type Door<Call extends string, Wire extends string> = {
  calls: Readonly<Record<Call, Wire>>
  words: Readonly<Record<string, string>>
}

export const filled = (text: string, words: Door<string, string>['words']): string =>
  text.includes('{') ? text.replaceAll(/\{(\w+)\}/g, (all, name: string) => words[name] ?? all) : text

/** What is true of each status of a line. A list of statuses is those whose rows say so. */
export const statusBook = <Status extends string, Row>(rows: Readonly<Record<Status, Row>>) => ({
  names: keysOf(rows),
  row: (status: Status): Row => rows[status],
  where: (isSo: (row: Row) => boolean): Status[] => keysOf(rows).filter(status => isSo(rows[status])),
})
