import { recommendationWords } from '../../../agency/carriers/contract/recommendation.ts'
import { nameTitle } from '../../../platform/lib/name-words.ts'
import { usd } from '../../../platform/values/money.ts'
import { declinedWords } from '../../../products/line/declined.ts'
import type { AuditFile } from './audit-file.ts'

export const utcTime = (at: Date | null): string =>
  at ? `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC` : 'never'

export type NameOf = (actor: string | null) => string

export type AuditPart = { title: string; texts: string[] }

const LONGEST = 1000

const shortened = (_key: string, value: unknown): unknown =>
  typeof value === 'string' && value.length > LONGEST
    ? `${value.slice(0, LONGEST)}… (${value.length} characters, all of them in the JSON file)`
    : value

/** With spaces, where lines can break: the time to lay out one long word grows with the square of its length. */
export const spaced = (facts: unknown): string => JSON.stringify(facts, shortened, 1).replaceAll(/\n */g, ' ')

type Offer = AuditFile['offers'][number]['offer']

const whyWords = ({ recommended_because, price_factors = [] }: Offer): string =>
  [
    ...(recommended_because === undefined
      ? []
      : [`Recommended: ${recommendationWords(recommended_because)}`]),
    ...(price_factors.length === 0
      ? []
      : [`The price: ${price_factors.map(({ label, effect }) => `${label} ${effect}`).join('; ')}.`]),
  ].join(' ')

export const offerParts = (file: AuditFile): AuditPart[] => [
  {
    title: 'Offers',
    texts: file.offers.map(
      ({ offer, rank, published_at, selected_at }) =>
        `${offer.carrier}, ${usd(offer.annual_price)} a year, shown in place ${rank}, published ${utcTime(published_at)}${selected_at ? `, selected ${utcTime(selected_at)}` : ''}. ${whyWords(offer)}`,
    ),
  },
  {
    title: 'Declined by carriers',
    texts: file.declines.map(
      declined => `${declined.carrier}, ${utcTime(declined.at)}. ${declinedWords(declined)}`,
    ),
  },
  {
    title: 'Legal notices',
    texts: file.legal_notices.map(
      ({ created_at, to, subject, text, kept_until }) =>
        `${utcTime(created_at)}, ${to ?? 'no recipient'}, kept until ${utcTime(kept_until)}: ${subject}. ${text}`,
    ),
  },
]

export const carrierParts = (file: AuditFile, nameOf: NameOf): AuditPart[] => [
  {
    title: 'Surplus lines',
    texts: file.surplus_lines_filings.map(
      ({ order_id, recorded_at, recorded_by, search, search_rule, declined, form_name, form_rule }) =>
        `${order_id}, ${utcTime(recorded_at)}, ${nameOf(recorded_by)}. Search (${search_rule ?? 'no source'}): ${search ?? 'none'}. Declined: ${declined.join('; ') || 'nobody'}. Form (${form_rule ?? 'no source'}): ${form_name ?? 'none'}.`,
    ),
  },
  {
    title: 'Events from carriers',
    texts: file.carrier_events.map(
      ({ carrier_id, type, received_at, outcome, said }) =>
        `${utcTime(received_at)}, ${carrier_id}: ${type} (${nameTitle(outcome)}) ${spaced(said)}`,
    ),
  },
]
