import { styleText } from 'node:util'
import { states } from '../../agency/rating/plan.ts'
import {
  allRules,
  gapsIn,
  genericRule,
  isStale,
  RULE_KINDS,
  type RuleKind,
  reviewOf,
  type StateRule,
  unreviewedIn,
} from '../../agency/rules/rulebook.ts'
import type { RuleReview } from '../../platform/config/licenses-file.ts'
import type { Config } from '../../platform/config.ts'
import { lineNames } from '../../platform/lines.ts'

const STATES_SHOWN = 12

const statesWords = (codes: readonly string[]): string => {
  if (codes.length === states.length) return 'all states'
  return codes.length > STATES_SHOWN ? `${codes.length} states` : codes.join(' ')
}

const performerWords = ({ performer }: StateRule): string =>
  performer === 'carrier_portal' ? '; done in the carrier’s portal' : ''

const reviewWords = (review: RuleReview | undefined): string =>
  review ? `; reviewed by ${review.reviewed_by} on ${review.reviewed_at}` : '; not reviewed by counsel'

const showEntries = (now: Date, reviews: readonly RuleReview[]): number => {
  for (const rule of allRules()) {
    const old = isStale(rule, now) ? styleText('yellow', ' (older than 18 months: check it)') : ''
    console.log(
      `${rule.state}  ${rule.kind}, ${rule.lines.join(' and ')}: ${rule.citation}, as of ${rule.as_of ?? 'an unknown day'}${old}${performerWords(rule)}${reviewWords(reviewOf(rule, reviews))}`,
    )
    if (rule.remark !== undefined) console.log(`    ${rule.remark}`)
  }
  return allRules().filter(rule => isStale(rule, now)).length
}

const fallback = (kind: RuleKind): string => {
  const value = genericRule(kind)
  if (value === null) return 'nothing is assumed'
  return typeof value === 'number' ? `${value} is used` : 'the general text is used'
}

const showGaps = (): void => {
  const gaps = gapsIn(states, lineNames)
  for (const kind of RULE_KINDS)
    for (const line of lineNames) {
      const codes = gaps.filter(gap => gap.kind === kind && gap.line === line).map(({ state }) => state)
      if (codes.length > 0) console.log(`${kind}, ${line}: ${statesWords(codes)} (${fallback(kind)})`)
    }
}

export const rules = async ({ ruleReviews }: Config): Promise<number> => {
  console.log(styleText('bold', 'Entries'))
  const stale = showEntries(new Date(), ruleReviews)
  console.log(styleText('bold', '\nWithout a source'))
  showGaps()
  console.log(styleText('bold', '\nNot reviewed by your counsel'))
  console.log(statesWords(unreviewedIn(ruleReviews, states)) || 'None.')
  console.log(`\n${allRules().length} entries, ${stale} of them older than 18 months.`)
  return 0
}
