import Type from 'typebox'
import { textOrNull } from '../fields/intake-schema.ts'

const closed = { additionalProperties: false } as const
const cents = (description: string) => Type.Integer({ minimum: 0, description: `${description} In cents.` })

const BillTo = () => Type.Enum(['insured', 'mortgagee_escrow', 'at_closing', 'carrier_direct'])

const WirePaymentPlan = Type.Object(
  {
    plan_id: Type.String(),
    label: Type.String({ description: 'The carrier’s name for the plan.' }),
    due_now_cents: cents('Due when the policy is bought, with fees.'),
    installments: Type.Array(
      Type.Object(
        {
          due_in_days: Type.Integer({ minimum: 1, description: 'Days after the start date.' }),
          amount_cents: cents('The installment, with its fee.'),
          fee_cents: Type.Optional(cents('The part of it that is a fee.')),
        },
        closed,
      ),
    ),
    total_cents: cents('All payments of the first year together.'),
    note: Type.Optional(Type.String({ description: 'What else the carrier says about the plan.' })),
  },
  { $id: 'PaymentPlan', ...closed },
)

const charges = (what: string) =>
  Type.Array(Type.Object({ label: Type.String(), amount_cents: cents('The amount.') }, closed), {
    description: `${what} that annual_price includes.`,
  })

export const wireTermsPart = {
  payment_plans: Type.Array(WirePaymentPlan, {
    description: 'The carrier’s own plans. Show them as they are, and never derive one from the price.',
  }),
  fees: charges('Fees'),
  taxes: charges('Taxes'),
  bill_to: Type.Array(BillTo(), {
    description:
      'Who can be billed. insured: the buyer pays through the agency. mortgagee_escrow: the mortgage company pays from escrow. at_closing: paid at the closing of the purchase. carrier_direct: the carrier bills the buyer.',
  }),
}

export const WirePayment = Type.Object(
  {
    bill_to: BillTo(),
    plan_id: textOrNull('One of payment_plans. Null when the carrier stated no plan.'),
    due_now_cents: cents('Due to the agency when it is bought.'),
    due_to: Type.Enum(['agency', 'carrier', 'mortgage_company', 'closing_agent']),
    summary: Type.String({
      description: 'What is due today, when the rest is due, and to whom. Show all of it.',
    }),
  },
  { $id: 'PurchasePayment', ...closed },
)

export const SentPayment = Type.Object(
  {
    bill_to: Type.Optional(BillTo()),
    plan_id: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
  },
  {
    ...closed,
    description:
      'How the buyer wants to pay: one of the selected offer’s bill_to and payment_plans. Left out, the choice of the last preview counts, or else the first of each. Umbrella only: homeowners choose where they sign.',
  },
)
