import Type, { type Static, type TObject } from 'typebox'
import {
  anyText,
  day,
  type Message,
  namedInOrder,
  type OrderDetails,
  orderDetailSchemas,
  type PermittedPurpose,
  type PostalAddress,
  postalAddress,
  requestId,
  sources,
  today,
} from './details.ts'
import { orderDocument } from './documents.ts'
import { creditPart, dollarAmount, identifier, momentSchema, oneLine } from './parse-answer.ts'
import { billToNames, paymentTermsPart } from './payment-terms.ts'

const { Optional: optional } = Type

export type { PostalAddress }

const insured = {
  full_name: anyText,
  email: anyText,
  phone_number: optional(anyText),
  birthday: day,
  /** Where the insured lives. Left out when only the address of a home they rent out or visit is known. */
  address: optional(Type.Object(postalAddress)),
  mailing_address: optional(anyText),
}
export type Insured = Message<TObject<typeof insured>>

const sandbox = optional(Type.Literal(true, { description: 'A rehearsal. Issue no real policy.' }))

/** Nobody signs an attestation: a caller of the API stated that the insured confirmed the purchase to them. */
const signature = Type.Union([
  Type.Object({
    kind: Type.Enum(['person']),
    signed_name: anyText,
    signed_at: momentSchema,
    proof: Type.Enum(['portal_session']),
    statement_version: anyText,
    sandbox,
  }),
  Type.Object({
    kind: Type.Enum(['operator_attestation', 'assistant_attestation']),
    attested_by: anyText,
    attested_at: momentSchema,
    statement_version: anyText,
    sandbox,
  }),
])
export type Signature = Message<typeof signature>

/** `request_id` is the same at every attempt, so the carrier issues one policy. */
const order = {
  request_id: requestId,
  today,
  quote_number: anyText,
  annual_price: Type.Integer({
    minimum: 1,
    description: 'The price that the insured agreed to. Bind at this price, or do not bind.',
  }),
  effective_date: day,
  insured: Type.Object(insured),
  property: optional(Type.Object(postalAddress)),
  /** Absent on orders from before sources were kept. */
  sources: optional(sources),
  signature,
  billing: optional(
    Type.Object(
      { bill_to: Type.Enum([...billToNames]), plan_id: Type.Union([anyText, Type.Null()]) },
      { description: 'Who is billed, and by which of the plans of your offer.' },
    ),
  ),
  answers: optional(Type.Record(Type.String(), Type.Unknown())),
  documents: optional(Type.Array(orderDocument)),
}

export type BindRequest = Message<TObject<typeof order>> &
  Partial<OrderDetails> & { contract?: 2; permitted_purposes?: readonly PermittedPurpose[] }

export const orders = {
  first: Type.Object({ ...order, ...namedInOrder }),
  second: Type.Object({ ...order, ...orderDetailSchemas }),
}

const shortDay = Type.String({ maxLength: 10, description: 'YYYY-MM-DD.' })

const Bound = Type.Object({
  kind: Type.Enum(['bound']),
  policy_number: oneLine(80),
  annual_price: dollarAmount(1, 1_000_000),
  effective_date: shortDay,
  expiration_date: Type.String({
    maxLength: 10,
    description: 'YYYY-MM-DD, at most two years after effective_date.',
  }),
})
const InfoRequested = Type.Object({
  kind: Type.Enum(['info_requested']),
  reason: oneLine(500),
  fields: Type.Array(oneLine(100), { maxItems: 50 }),
})
const Blocked = Type.Object({
  kind: Type.Enum(['blocked']),
  reason_code: identifier,
  reason: oneLine(500),
  ...creditPart,
})

const PriceChanged = Type.Object({
  kind: Type.Enum(['price_changed']),
  annual_price: dollarAmount(1, 1_000_000),
  reason: Type.Optional(oneLine(500)),
  ...creditPart,
  ...paymentTermsPart,
})

export const bindAnswerSchemas = { Bound, InfoRequested, Blocked, PriceChanged }

/** Nobody has signed for this price. It ends the order: only a new signature and a new order buy at it. */
export type PriceChanged = Static<typeof PriceChanged>

/** `blocked` is final. A carrier that only needs a retry returns an error. */
export type BindAnswer = Static<typeof Bound | typeof InfoRequested | typeof Blocked> | PriceChanged
