import Type, { type Static } from 'typebox'
import { isDay, isPeriodTooLong } from '../../../platform/values/calendar.ts'
import { LIMIT_NAMES } from '../contract/limit-names.ts'
import { creditPart, dollarAmount, guardFor, oneLine } from '../contract/parse-answer.ts'
import {
  areTermsPossible,
  billToNames,
  type PaymentTerms,
  paymentTermsPart,
} from '../contract/payment-terms.ts'
import { changeKinds, PolicyChange } from '../contract/policy-change.ts'

export const eventTypes = [
  'quote.offered',
  'quote.declined',
  'quote.withdrawn',
  'price.changed',
  'info.requested',
  'policy.bound',
  'policy.blocked',
  'policy.document',
  'policy.canceled',
  'policy.endorsed',
  'policy.renewal_offered',
  'policy.renewed',
] as const

export type EventType = (typeof eventTypes)[number]

export const CarrierEvent = Type.Object({
  type: Type.Enum([...eventTypes]),
  timestamp: Type.String({ maxLength: 40 }),
  data: Type.Object({ request_id: Type.String({ minLength: 1, maxLength: 80 }) }),
})

export type CarrierEvent = Static<typeof CarrierEvent> & { data: Record<string, unknown> }

const isEvent = guardFor(CarrierEvent)

/** The check removes unknown fields, so it gets a copy. */
export const readEvent = (body: unknown): CarrierEvent | null =>
  isEvent(structuredClone(body)) ? (body as CarrierEvent) : null

const PriceChanged = Type.Object({
  quote_number: oneLine(80),
  annual_price: dollarAmount(1, 1_000_000),
  reason: Type.Optional(oneLine(500)),
  ...creditPart,
  ...paymentTermsPart,
})
const Withdrawn = Type.Object({ quote_number: oneLine(80) })

export const offerChangeSchemas = { PriceChanged, Withdrawn }

const isPriceChanged = guardFor(PriceChanged)
const isWithdrawn = guardFor(Withdrawn)

export type OfferChange = { quote_number: string; annual_price?: number; terms?: PaymentTerms }

export const readOfferChange = ({ type, data }: CarrierEvent): OfferChange | null => {
  const said = structuredClone(data)
  if (type === 'price.changed') {
    if (!isPriceChanged(said) || !areTermsPossible(said)) return null
    const {
      quote_number,
      annual_price,
      reason: _,
      consumer_report: _report,
      score_reasons: _why,
      ...terms
    } = said
    return { quote_number, annual_price, terms }
  }
  return isWithdrawn(said) ? { quote_number: said.quote_number } : null
}

const MOST_CONTENT = 4 * 2 ** 20

export const PolicyDocument = Type.Object({
  type: Type.Enum(['declarations']),
  content: Type.String({
    minLength: 1,
    maxLength: MOST_CONTENT,
    description: 'The PDF in base64, at most 3 MiB before encoding, without a password or other protection.',
  }),
})

const isPolicyDocument = guardFor(PolicyDocument)

export const readPolicyDocument = ({
  type,
  data,
}: CarrierEvent): Static<typeof PolicyDocument> | 'none' | null => {
  if (type !== 'policy.document' || data.content === undefined) return 'none'
  const said = { ...data }
  return isPolicyDocument(said) ? said : null
}

export const PolicyCanceled = Type.Object({
  effective_date: Type.Optional(
    Type.String({
      maxLength: 10,
      description:
        'YYYY-MM-DD. Coverage ends at 12:01 a.m. on this day, where the property is. If you leave it out, our staff ask you for it.',
    }),
  ),
})

const isPolicyCanceled = guardFor(PolicyCanceled)

export const readCancellation = ({ data }: CarrierEvent): Static<typeof PolicyCanceled> | null => {
  const said = { ...data }
  if (!isPolicyCanceled(said)) return null
  return said.effective_date === undefined || isDay(said.effective_date) ? said : null
}

const aDay = (description: string) => Type.String({ maxLength: 10, description })

export const PolicyEndorsed = Type.Object({
  kind: Type.Enum([...changeKinds]),
  change: PolicyChange,
  effective_date: aDay('YYYY-MM-DD. From when the policy says so.'),
  annual_price: Type.Optional(dollarAmount(1, 1_000_000)),
  premium_change_cents: Type.Optional(
    Type.Integer({
      minimum: -100_000_000,
      maximum: 100_000_000,
      description:
        'For the rest of the period, with fees and taxes. Negative: returned. Left out with another annual_price, our staff ask you.',
    }),
  ),
  note: Type.Optional(oneLine(300)),
})

const isEndorsed = guardFor(PolicyEndorsed)

export const readEndorsement = ({ data }: CarrierEvent): Static<typeof PolicyEndorsed> | null => {
  const said = structuredClone(data)
  return isEndorsed(said) && isDay(said.effective_date) ? said : null
}

const renewalTerms = {
  effective_date: aDay('YYYY-MM-DD. The day on which the period before ends.'),
  expiration_date: aDay(
    'YYYY-MM-DD. When the new period ends, at 12:01 a.m. where the property is. At most two years later.',
  ),
  annual_price: dollarAmount(1, 1_000_000),
  reasons: Type.Optional(
    Type.Array(oneLine(300), {
      maxItems: 10,
      description: 'Why the price is what it is. The insured reads your words.',
    }),
  ),
  valid_until: Type.Optional(aDay('YYYY-MM-DD. The last day on which the insured can accept.')),
  policy_number: Type.Optional(oneLine(80)),
  bill_to: Type.Optional(Type.Enum([...billToNames])),
  payment: Type.Optional(oneLine(300)),
  limits: Type.Optional(
    Type.Partial(
      Type.Record(
        Type.Enum(Object.values(LIMIT_NAMES).flat()),
        Type.Union([dollarAmount(0, 100_000_000), Type.Null()]),
      ),
      {
        description:
          'In whole dollars: coverage_limit of an umbrella policy, the others of a home. Null: no longer part of the policy. With all that the home was insured with before, lenders get evidence of the new period.',
      },
    ),
  ),
}

export const PolicyRenewed = Type.Object(renewalTerms)

const isRenewal = guardFor(PolicyRenewed)

/** `none`: the carrier gave no terms, so staff ask for them. Null: they break a rule. */
export const readRenewal = ({ type, data }: CarrierEvent): Static<typeof PolicyRenewed> | 'none' | null => {
  if (type === 'policy.renewal_offered' && data.annual_price === undefined) return 'none'
  const said = structuredClone(data)
  if (!isRenewal(said)) return null
  const { effective_date, expiration_date, valid_until = expiration_date } = said
  const areDays = [effective_date, expiration_date, valid_until].every(isDay)
  if (!areDays || isPeriodTooLong(effective_date, expiration_date)) return null
  return expiration_date > effective_date ? said : null
}

export const replyIn = ({ type, data }: CarrierEvent): Record<string, unknown> | null => {
  const { request_id: _, ...answer } = data
  switch (type) {
    case 'quote.offered':
      return Array.isArray(answer.offers)
        ? { kind: 'offers', offers: answer.offers }
        : { ...answer, kind: 'offer' }
    case 'quote.declined':
      return { ...answer, kind: 'decline' }
    case 'policy.bound':
      return { ...answer, kind: 'bound' }
    case 'policy.blocked':
      return { ...answer, kind: 'blocked' }
    case 'price.changed':
      return { ...answer, kind: 'price_changed' }
    case 'info.requested':
      return { fields: [], ...answer, kind: 'info_requested' }
    default:
      return null
  }
}
