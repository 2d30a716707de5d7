import Type, { type TSchema } from 'typebox'

const closed = { additionalProperties: false } as const

/** How a purchase would be paid, in an answer. */
export const WirePayment = Type.Object(
  {
    bill_to: Type.Enum(['insured', 'mortgagee_escrow', 'at_closing', 'carrier_direct']),
    plan_id: {
      type: ['string', 'null'],
      description: 'One of payment_plans. Null when the carrier stated no plan.',
    } as unknown as TSchema,
    due_now_cents: Type.Integer({
      minimum: 0,
      description: 'Due to the agency when it is bought. In cents.',
    }),
    due_to: Type.Enum(['agency', 'carrier', 'mortgage_company', 'closing_agent']),
    summary: Type.String({
      description: 'What is due today, when the rest is due, and to whom. Show all of it.',
    }),
  },
  { $id: 'PurchasePayment', ...closed },
)

/** How a purchase is to be paid, in a request. */
export const SentPayment = Type.Object(
  {
    bill_to: Type.Optional(Type.Enum(['insured', 'mortgagee_escrow', 'at_closing', 'carrier_direct'])),
    plan_id: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
  },
  {
    ...closed,
    description:
      'How the buyer wants to pay: one of the offer’s bill_to and payment_plans. Left out, the first of each counts.',
  },
)
