import { readdirSync, readFileSync } from 'node:fs'
import type { RuleReview } from '../../platform/config/licenses-file.ts'
import { dayOf } from '../../platform/lib/clock.ts'
import { lazily } from '../../platform/lib/lazily.ts'
import { projectFile } from '../../platform/project-file.ts'

export const RULE_KINDS = [
  'fraud_warning',
  'privacy_notice',
  'surplus_lines_notice',
  'surplus_lines_search',
  'surplus_lines_disclosure',
  'wind_deductible_label',
  'disclosure',
  'compensation',
  'mandatory_offer',
  'waiver',
  'notice_period',
  'binder_days',
  'record_years',
  'credit_limit',
  'license_number',
] as const

const OFFER_KINDS = ['mandatory_offer', 'waiver'] as const

export type RuleKind = (typeof RULE_KINDS)[number]

export type StateRule = {
  state: string
  kind: RuleKind
  lines: readonly string[]
  text?: string
  text_es?: string
  coverage?: string
  /** Who does it. The carrier's portal does what the law asks of the insurer, and staff record the proof. */
  performer?: 'us' | 'carrier_portal'
  value?: string | number
  only_if?: 'surplus_lines'
  citation: string
  source: string
  as_of: string | null
  read_on?: string
  remark?: string
}

type Generic = Partial<Record<RuleKind, string | number>>

const FOLDER = 'data/rules/'

const read = (name: string): unknown => JSON.parse(readFileSync(projectFile(FOLDER + name), 'utf8'))

const load = lazily(() => {
  const files = readdirSync(projectFile(FOLDER)).filter(name => /^[A-Z]{2}\.json$/.test(name))
  const rules = files
    .toSorted()
    .flatMap(name =>
      (read(name) as Omit<StateRule, 'state'>[]).map(rule => ({ ...rule, state: name.slice(0, 2) })),
    )
  return { rules: rules as readonly StateRule[], generic: read('generic.json') as Generic }
})

export const allRules = (): readonly StateRule[] => load().rules

/** Used where no source gives us the law. It claims nothing about a state. */
export const genericRule = (kind: RuleKind): string | number | null => load().generic[kind] ?? null

export type RulePlace = { state: string; line: string }

export const rulesFor = ({ state, line }: RulePlace, kind: RuleKind): StateRule[] =>
  allRules().filter(rule => rule.state === state && rule.kind === kind && rule.lines.includes(line))

export const numberFor = (place: RulePlace, kind: 'binder_days' | 'record_years'): number => {
  const own = rulesFor(place, kind).find(({ only_if }) => only_if === undefined)
  return Number(own?.value ?? genericRule(kind))
}

/** Coverages that the law wants offered, or waived in writing, before this is sold. */
export const offersAskedIn = (place: RulePlace): StateRule[] =>
  OFFER_KINDS.flatMap(kind => rulesFor(place, kind))

/** Counsel signs off what was in the book that day. An entry that was read later waits for the next review. */
export const reviewOf = (
  { state, read_on, as_of }: StateRule,
  reviews: readonly RuleReview[],
): RuleReview | undefined =>
  reviews.find(review => review.state === state && review.reviewed_at >= (read_on ?? as_of ?? ''))

export const unreviewedIn = (reviews: readonly RuleReview[], states: readonly string[]): string[] =>
  states.filter(
    state =>
      !reviews.some(review => review.state === state) ||
      allRules().some(rule => rule.state === state && reviewOf(rule, reviews) === undefined),
  )

export type Gap = RulePlace & { kind: RuleKind }

export const gapsIn = (states: readonly string[], lines: readonly string[]): Gap[] =>
  RULE_KINDS.flatMap(kind =>
    lines.flatMap(line =>
      states.flatMap(state => (rulesFor({ state, line }, kind).length === 0 ? [{ state, line, kind }] : [])),
    ),
  )

const STALE_MONTHS = 18

export const isStale = ({ as_of }: Pick<StateRule, 'as_of'>, now: Date): boolean => {
  const limit = new Date(now)
  limit.setUTCMonth(limit.getUTCMonth() - STALE_MONTHS)
  return as_of === null || as_of < dayOf(limit)
}
