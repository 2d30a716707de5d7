import {
  areTermsPossible,
  type BillTo,
  type PaymentPlan,
  type PaymentTerms,
} from '../../../agency/carriers/contract/payment-terms.ts'
import { cents, checks, count, line } from '../../../platform/forms/field-kinds.ts'
import type { Fields } from '../../../platform/forms/form.ts'
import type { FieldError } from '../../../platform/pages/fields.ts'

const billing = {
  bill_to: checks(
    'Who can be billed',
    [
      { value: 'carrier_direct', label: 'The insured, billed by the carrier' },
      { value: 'insured', label: 'The insured, through us' },
      { value: 'mortgagee_escrow', label: 'The mortgage company, from escrow' },
      { value: 'at_closing', label: 'At the closing' },
    ],
    { hint: 'The carrier’s quote states it.' },
  ),
}

const CHARGES = ['fee1', 'fee2', 'tax1', 'tax2'] as const

const optional = { optional: true } as const

const chargeFields = (name: string): Fields => {
  const label = `${name.startsWith('fee') ? 'Fee' : 'Tax'} ${name.at(-1)}`
  return {
    [`${name}_label`]: line(label, { most: 120, ...optional }),
    [`${name}_amount`]: cents(`${label}: amount`, optional),
  }
}

const PLANS = ['plan1', 'plan2'] as const

const planFields = (name: string): Fields => {
  const label = `Plan ${name.at(-1)}`
  return {
    [`${name}_label`]: line(`${label}: name`, { hint: 'As the carrier calls it.', most: 120, ...optional }),
    [`${name}_now`]: cents(`${label}: due now`, optional),
    [`${name}_count`]: count(`${label}: later payments`, { most: 12, ...optional }),
    [`${name}_amount`]: cents(`${label}: each, with its fee`, optional),
    [`${name}_fee`]: cents(`${label}: fee in each`, optional),
    [`${name}_days`]: count(`${label}: days between payments`, { most: 183, ...optional }),
  }
}

const together = (parts: readonly Fields[]): Fields => Object.assign({}, ...parts)

type PaymentValues = Readonly<Record<string, unknown>>

export const paymentSections = [
  { title: 'Billing', fields: billing },
  {
    title: 'Fees and taxes (optional)',
    fields: together(CHARGES.map(chargeFields)),
    isFolded: true,
  },
  { title: 'Payment plans (optional)', fields: together(PLANS.map(planFields)), isFolded: true },
] as const

const pairProblems = (values: PaymentValues, prefix: string): FieldError[] =>
  CHARGES.flatMap(name => {
    const [label, amount] = [values[`${name}_label`], values[`${name}_amount`]]
    if ((label === undefined) === (amount === undefined)) return []
    return [
      {
        name: `${prefix}${name}_${label === undefined ? 'label' : 'amount'}`,
        message: 'Enter what it is for and the amount, or neither.',
      },
    ]
  })

const isBegun = (values: PaymentValues, plan: string): boolean =>
  Object.keys(values).some(name => name.startsWith(`${plan}_`))

const planProblems = (values: PaymentValues, prefix: string): FieldError[] =>
  PLANS.filter(plan => isBegun(values, plan)).flatMap(plan => {
    const isPaidLater = ['count', 'amount', 'days', 'fee'].some(
      name => values[`${plan}_${name}`] !== undefined,
    )
    const needed = ['label', 'now', ...(isPaidLater ? ['count', 'amount', 'days'] : [])]
    return needed
      .filter(name => values[`${plan}_${name}`] === undefined)
      .map(name => ({
        name: `${prefix}${plan}_${name}`,
        message: 'Enter the whole plan: its name, what is due now, and the later payments if there are any.',
      }))
  })

const charges = (values: PaymentValues, kind: 'fee' | 'tax') =>
  CHARGES.filter(name => name.startsWith(kind)).flatMap(name => {
    const [label, amount] = [values[`${name}_label`], values[`${name}_amount`]]
    return label === undefined || amount === undefined
      ? []
      : [{ label: String(label), amount_cents: Number(amount) }]
  })

const planOf = (values: PaymentValues, plan: string): PaymentPlan => {
  const at = (name: string): number => Number(values[`${plan}_${name}`] ?? 0)
  const fee = values[`${plan}_fee`]
  const installments = Array.from({ length: at('count') }, (_, index) => ({
    due_in_days: Math.max(1, at('days') * (index + 1)),
    amount_cents: at('amount'),
    ...(fee !== undefined && { fee_cents: Number(fee) }),
  }))
  return {
    plan_id: plan,
    label: String(values[`${plan}_label`] ?? ''),
    due_now_cents: at('now'),
    installments,
    total_cents: at('now') + at('count') * at('amount'),
  }
}

export const isPlanBegun = (values: PaymentValues): boolean => PLANS.some(plan => isBegun(values, plan))

/** The one payment of a price that has cents. */
export const paidInFull = (total_cents: number): PaymentTerms => ({
  payment_plans: [
    { plan_id: 'in_full', label: 'In full', due_now_cents: total_cents, installments: [], total_cents },
  ],
})

export const paymentTermsOf = (values: PaymentValues): PaymentTerms => {
  const [fees, taxes] = [charges(values, 'fee'), charges(values, 'tax')]
  const plans = PLANS.filter(plan => isBegun(values, plan)).map(plan => planOf(values, plan))
  const bill_to = (values.bill_to ?? []) as BillTo[]
  return {
    ...(plans.length > 0 && { payment_plans: plans }),
    ...(fees.length > 0 && { fees }),
    ...(taxes.length > 0 && { taxes }),
    ...(bill_to.length > 0 && { bill_to }),
  }
}

const LONGEST_DAYS = 366

const wholeProblems = (values: PaymentValues, prefix: string): FieldError[] => {
  const terms = paymentTermsOf(values)
  const late = (terms.payment_plans ?? []).find(({ installments }) =>
    installments.some(({ due_in_days }) => due_in_days > LONGEST_DAYS),
  )
  if (late)
    return [{ name: `${prefix}${late.plan_id}_days`, message: 'The last payment must be due within a year.' }]
  const annual_price = Number(values.annual_price ?? 0)
  const wrong = (terms.payment_plans ?? []).find(
    plan => annual_price > 0 && !areTermsPossible({ annual_price, payment_plans: [plan] }),
  )
  if (wrong)
    return [
      {
        name: `${prefix}${wrong.plan_id}_now`,
        message:
          'Check the amounts. The payments come to less than a tenth of the yearly price, or a fee is higher than its payment.',
      },
    ]
  return annual_price === 0 || areTermsPossible({ annual_price, ...terms })
    ? []
    : [
        {
          name: `${prefix}annual_price`,
          message: 'Fees and taxes are part of the yearly price, so they must be lower than it.',
        },
      ]
}

export const paymentProblems = (values: PaymentValues, prefix: string): FieldError[] => {
  const partial = [...pairProblems(values, prefix), ...planProblems(values, prefix)]
  return partial.length > 0 ? partial : wholeProblems(values, prefix)
}
