import { createHash } from 'node:crypto'
import Type, { type Static } from 'typebox'
import { genericRule, type RuleKind, type RulePlace, rulesFor } from './rulebook.ts'

export const Notice = Type.Object(
  {
    kind: Type.String(),
    state: Type.String(),
    title: Type.String(),
    text: Type.String({ description: 'Show it word for word.' }),
    citation: Type.Union([Type.String(), Type.Null()], {
      description: 'The law that gives these words. Null: our general text.',
    }),
  },
  { additionalProperties: false },
)
export type Notice = Static<typeof Notice>

const TITLES: Partial<Record<RuleKind, string>> = {
  fraud_warning: 'Fraud warning',
  privacy_notice: 'Your privacy',
  surplus_lines_notice: 'Surplus lines',
  wind_deductible_label: 'Wind deductible',
}

const noticesOf = (kind: RuleKind, { surplus, ...place }: RulePlace & { surplus: boolean }): Notice[] => {
  const common = { kind, state: place.state, title: TITLES[kind] ?? kind }
  const texts = rulesFor(place, kind).filter(
    ({ text, only_if }) => text !== undefined && (only_if === undefined || surplus),
  )
  const special = texts.filter(({ only_if }) => only_if !== undefined)
  const chosen = special.length > 0 ? special : texts
  return chosen.length > 0
    ? chosen.map(({ text = '', citation }) => ({ ...common, text, citation }))
    : [{ ...common, text: String(genericRule(kind)), citation: null }]
}

export type Bought = RulePlace & {
  surplus: boolean
  windDeductible: boolean
}

export const surplusNotices = (place: RulePlace): Notice[] =>
  noticesOf('surplus_lines_notice', { ...place, surplus: true })

export const noticesBefore = ({ windDeductible, ...sale }: Bought): Notice[] => [
  ...noticesOf('fraud_warning', sale),
  ...(windDeductible ? noticesOf('wind_deductible_label', sale) : []),
  ...(sale.surplus ? surplusNotices(sale) : []),
  ...noticesOf('privacy_notice', sale),
]

export const noticesBeforeAll = (bought: readonly Bought[]): Notice[] => {
  const all = bought.flatMap(noticesBefore)
  return all.filter(({ text }, at) => all.findIndex(other => other.text === text) === at)
}

/** The evidence of what was shown. Its version is a hash of its words, so they can never differ. */
export const noticesShown = (notices: readonly Notice[]) => {
  const words = notices.map(({ title, text }) => `${title}: ${text}`).join('\n\n')
  const version = createHash('sha256').update(words).digest('hex').slice(0, 16)
  return { purpose: 'state_notices', version, words }
}
