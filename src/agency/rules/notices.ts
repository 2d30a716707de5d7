import { createHash } from 'node:crypto'
import Type, { type Static } from 'typebox'
import { genericRule, type RuleKind, type RulePlace, rulesFor } from './rulebook.ts'

export const Notice = Type.Object(
  {
    kind: Type.String(),
    state: Type.String(),
    title: Type.String(),
    text: Type.String({ description: 'Show it word for word.' }),
    text_es: Type.Optional(Type.String({ description: 'Our Spanish of it.' })),
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
  compensation: 'Who we are and how we are paid',
  disclosure: 'Please note',
  mandatory_offer: 'Coverage that must be offered to you',
  waiver: 'Coverage that you get unless you waive it',
}

const noticesOf = (kind: RuleKind, { surplus, ...place }: RulePlace & { surplus: boolean }): Notice[] => {
  const common = { kind, state: place.state, title: TITLES[kind] ?? kind }
  const texts = rulesFor(place, kind).filter(
    ({ text, only_if }) => text !== undefined && (only_if === undefined || surplus),
  )
  const special = texts.filter(({ only_if }) => only_if !== undefined)
  const chosen = special.length > 0 ? special : texts
  if (chosen.length > 0)
    return chosen.map(({ text = '', text_es, citation }) => ({
      ...common,
      text,
      ...(text_es !== undefined && { text_es }),
      citation,
    }))
  const general = genericRule(kind)
  return general === null ? [] : [{ ...common, text: String(general), citation: null }]
}

/** What the state wants said about our role and pay, at or before the application. */
export const compensationNotices = (place: RulePlace): Notice[] =>
  noticesOf('compensation', { ...place, surplus: false })

export type Bought = RulePlace & {
  surplus: boolean
  windDeductible: boolean
}

export const surplusNotices = (place: RulePlace): Notice[] =>
  noticesOf('surplus_lines_notice', { ...place, surplus: true })

export const noticesBefore = ({ windDeductible, ...sale }: Bought): Notice[] => [
  ...compensationNotices(sale),
  ...noticesOf('disclosure', sale),
  ...noticesOf('mandatory_offer', sale),
  ...noticesOf('waiver', sale),
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
  const words = notices
    .map(({ title, text, text_es }) => [`${title}: ${text}`, ...(text_es ? [text_es] : [])].join('\n'))
    .join('\n\n')
  const version = createHash('sha256').update(words).digest('hex').slice(0, 16)
  return { purpose: 'state_notices', version, words }
}
