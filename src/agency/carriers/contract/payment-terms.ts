import Type, { type Static } from 'typebox'
import { PLAIN_LINE } from '../../../platform/lib/plain-line.ts'

const closed = { additionalProperties: false } as const
const cents = (description: string, minimum = 0) =>
  Type.Integer({ minimum, maximum: 100_000_000, description: `${description} In cents.` })
const words = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: PLAIN_LINE, description })

export const billToNames = ['insured', 'mortgagee_escrow', 'at_closing', 'carrier_direct'] as const

export type BillTo = (typeof billToNames)[number]

const Charge = Type.Object(
  { label: words(120, 'What it is for.'), amount_cents: cents('The amount.', 1) },
  closed,
)

const PaymentPlanSchema = Type.Object(
  {
    plan_id: Type.String({ maxLength: 60, pattern: '^[a-z0-9][a-z0-9_-]*$' }),
    label: words(120, 'The carrier’s name for the plan.'),
    due_now_cents: cents('Due when the policy is bought, with fees.'),
    installments: Type.Array(
      Type.Object(
        {
          due_in_days: Type.Integer({ minimum: 1, maximum: 366, description: 'Days after the start date.' }),
          amount_cents: cents('The installment, with its fee.', 1),
          fee_cents: Type.Optional(cents('The part of it that is a fee.')),
        },
        closed,
      ),
      { maxItems: 12 },
    ),
    total_cents: cents('All payments of the first year together.', 1),
    note: Type.Optional(words(300, 'What else the carrier says about the plan.')),
  },
  { ...closed, description: 'One way to pay the first year, as the carrier stated it.' },
)
export type PaymentPlan = Static<typeof PaymentPlanSchema>

export const paymentTermsPart = {
  payment_plans: Type.Optional(Type.Array(PaymentPlanSchema, { maxItems: 12 })),
  fees: Type.Optional(Type.Array(Charge, { maxItems: 20, description: 'Included in annual_price.' })),
  taxes: Type.Optional(Type.Array(Charge, { maxItems: 20, description: 'Included in annual_price.' })),
  bill_to: Type.Optional(
    Type.Array(Type.Enum([...billToNames]), {
      minItems: 1,
      maxItems: 4,
      uniqueItems: true,
      description:
        'Who can be billed. insured: the insured pays through the agency. mortgagee_escrow: the mortgage company pays from escrow. at_closing: paid at the closing of the purchase. carrier_direct: the carrier bills the insured.',
    }),
  ),
}

const Terms = Type.Object(paymentTermsPart)
export type PaymentTerms = Static<typeof Terms>

const sum = (amounts: readonly { amount_cents: number }[]): number =>
  amounts.reduce((all, { amount_cents }) => all + amount_cents, 0)

const isWhole = ({ due_now_cents, installments, total_cents }: PaymentPlan): boolean =>
  due_now_cents + sum(installments) === total_cents &&
  installments.every(({ amount_cents, fee_cents = 0 }) => fee_cents <= amount_cents)

/** A plan may cost more or less than the price. Less than a tenth of it is dollars where cents belong, or the reverse. */
const paysFor = ({ total_cents }: PaymentPlan, annual_price: number): boolean =>
  total_cents >= annual_price * 10

export const areTermsPossible = ({
  annual_price,
  payment_plans = [],
  fees = [],
  taxes = [],
}: PaymentTerms & { annual_price: number }): boolean =>
  payment_plans.every(plan => isWhole(plan) && paysFor(plan, annual_price)) &&
  new Set(payment_plans.map(({ plan_id }) => plan_id)).size === payment_plans.length &&
  sum(fees) + sum(taxes) < annual_price * 100
