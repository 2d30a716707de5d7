import { describe, expect, test } from 'vitest'
import { areTermsPossible, type PaymentPlan } from '../../../agency/carriers/contract/payment-terms.ts'
import { descriptionWords } from '../../../agency/emails/rules/payment-description.ts'
import {
  agreedBilling,
  billingChoices,
  billingOf,
  billingWords,
  dueToAgencyCents,
  monthlyPart,
  type Offered,
  readBilling,
} from './billing.ts'
import { paidForIn } from './settle-money.ts'

const full: PaymentPlan = {
  plan_id: 'full',
  label: 'Pay in full',
  due_now_cents: 148_000,
  installments: [],
  total_cents: 148_000,
}
const quarterly: PaymentPlan = {
  plan_id: 'quarterly',
  label: 'Four payments',
  due_now_cents: 37_525,
  installments: [90, 180, 270].map(due_in_days => ({ due_in_days, amount_cents: 37_525, fee_cents: 525 })),
  total_cents: 150_100,
}
const offer: Offered = { annual_price: 1480, carrier: 'Far Mutual' }
const stated: Offered = {
  ...offer,
  payment_plans: [full, quarterly],
  bill_to: ['insured', 'mortgagee_escrow', 'carrier_direct'],
}

describe('how an offer is paid', () => {
  test('a carrier that said nothing has one way, without a plan that nobody stated', () => {
    expect(billingChoices(offer, 'carrier_direct')).toEqual([
      { bill_to: 'carrier_direct', plan_id: null, plan: null },
    ])
    const [said = ''] = billingWords(offer, billingOf(offer, undefined, 'carrier_direct'), 'Elm Agency')
    expect(said).toContain('Far Mutual bills you')
    expect(said).not.toContain('$')
  })

  test('a mortgage company pays once, so it gets no installments', () => {
    const escrow = billingChoices(stated, 'carrier_direct').filter(one => one.bill_to === 'mortgagee_escrow')
    expect(escrow.map(({ plan_id }) => plan_id)).toEqual(['full'])
  })

  test.each([
    ['insured', 'full', 148_000],
    ['insured', 'quarterly', 37_525],
    ['carrier_direct', 'quarterly', 0],
    ['mortgagee_escrow', 'full', 0],
  ] as const)('billed to %s with the plan %s, the agency collects %i cents', (bill_to, plan_id, cents) => {
    expect(dueToAgencyCents(stated, billingOf(stated, { bill_to, plan_id }, 'carrier_direct'))).toBe(cents)
  })

  test('without a plan the agency collects the whole price', () => {
    expect(dueToAgencyCents(offer, billingOf(offer, undefined, 'insured'))).toBe(148_000)
  })

  test('a choice that the offer does not have is refused; half a choice is completed', () => {
    expect(readBilling(stated, { bill_to: 'at_closing' }, 'insured')).toBeNull()
    expect(readBilling(stated, { bill_to: 'mortgagee_escrow', plan_id: 'quarterly' }, 'insured')).toBeNull()
    expect(readBilling(stated, { plan_id: 'quarterly' }, 'insured')).toEqual({
      bill_to: 'insured',
      plan_id: 'quarterly',
    })
    expect(readBilling(stated, {}, 'insured')).toEqual({ bill_to: 'insured', plan_id: 'full' })
  })

  test('the words say what is due today, when the rest is, and to whom, in the carrier’s amounts', () => {
    const words = (bill_to: 'insured' | 'carrier_direct' | 'mortgagee_escrow', plan_id: string) =>
      billingWords(stated, billingOf(stated, { bill_to, plan_id }, 'insured'), 'Elm Agency').join(' ')
    expect(words('insured', 'quarterly')).toBe(
      '$375.25 is due today, to Elm Agency. Then $375.25 due 90 days after the start date, $375.25 after 180 days, and $375.25 after 270 days, to Elm Agency. $1,501 in all.',
    )
    expect(words('carrier_direct', 'full')).toBe(
      'Nothing is due to us. Far Mutual bills you. It asks for $1,480 to start the policy.',
    )
    expect(words('mortgagee_escrow', 'full')).toContain('Nothing is due from you today.')
  })
})

describe('what the order and the binder say about payment', () => {
  const agreed = (bill_to: 'insured' | 'carrier_direct', from: Offered) =>
    agreedBilling(from, billingOf(from, { bill_to, plan_id: 'quarterly' }, bill_to), {
      agency: 'Elm Agency',
      when: { daysAfterIssue: 10 },
    })

  test('the agency bills the installments of its own plan, and none of the carrier’s', () => {
    expect(agreed('insured', stated)).toMatchObject({
      due_cents: 37_525,
      installments: quarterly.installments,
      words: [
        '$375.25 is due 10 days after the policy is issued, to Elm Agency.',
        expect.stringContaining('Then $375.25'),
      ],
    })
    expect(agreed('carrier_direct', stated)).not.toHaveProperty('installments')
  })

  test('where the carrier gave no plan, none is invented', () => {
    expect(agreed('insured', offer)).toEqual({
      bill_to: 'insured',
      plan_id: null,
      due_cents: 148_000,
      words: ['$1,480 is due 10 days after the policy is issued, to Elm Agency.'],
    })
  })
})

describe('payment terms of a carrier', () => {
  const feeAbove = {
    ...quarterly,
    installments: quarterly.installments.map(one => ({ ...one, fee_cents: one.amount_cents + 1 })),
  }

  test.each([
    ['add up', {}, true],
    ['have a plan whose parts do not add up', { payment_plans: [{ ...full, total_cents: 1 }] }, false],
    [
      'have a plan in dollars',
      { payment_plans: [{ ...full, due_now_cents: 1_480, total_cents: 1_480 }] },
      false,
    ],
    ['have a price in cents', { annual_price: 148_000 }, false],
    ['have a discount', { payment_plans: [{ ...full, due_now_cents: 133_200, total_cents: 133_200 }] }, true],
    ['have a fee above its installment', { payment_plans: [feeAbove] }, false],
    ['name a plan twice', { payment_plans: [full, full] }, false],
    ['have fees as high as the price', { fees: [{ label: 'Policy fee', amount_cents: 148_000 }] }, false],
  ])('that %s', (_, terms, possible) => {
    expect(areTermsPossible({ ...stated, ...terms })).toBe(possible)
  })
})

test('a monthly price is only ever an installment of the carrier’s own monthly plan', () => {
  const plan = (days: readonly number[]) => ({
    plan_id: 'p',
    label: 'Plan',
    due_now_cents: 20_000,
    installments: days.map(due_in_days => ({ due_in_days, amount_cents: 13_510 })),
    total_cents: 20_000 + days.length * 13_510,
  })
  const [monthly, quarterly] = [plan([30, 61, 91, 122]), plan([90, 180, 270])]
  expect(monthlyPart({})).toEqual({})
  expect(monthlyPart({ payment_plans: [quarterly, plan([30])] })).toEqual({})
  expect(monthlyPart({ payment_plans: [quarterly, plan([30, 60, 150])] })).toEqual({})
  expect(monthlyPart({ payment_plans: [quarterly, monthly] })).toEqual({ monthly_price: 136 })
  expect(monthlyPart({ payment_plans: [plan([28, 56])] })).toEqual({ monthly_price: 136 })
  const [first, last] = [13_510, 9_000].map((amount_cents, at) => ({
    due_in_days: 30 * (at + 1),
    amount_cents,
  }))
  const uneven = { ...monthly, installments: [first, last].flatMap(one => one ?? []) }
  expect(monthlyPart({ payment_plans: [uneven] })).toEqual({ monthly_price: 136 })
})

test('an invoice for several homes names each carrier once', () => {
  const orders = ['Elm', 'Elm', 'Oak'].map(carrier => ({
    terms: { product: 'Homeowners insurance', carrier },
  }))
  expect(descriptionWords(orders.map(paidForIn))).toBe(
    'Homeowners insurance from Elm; Homeowners insurance from Oak',
  )
})
