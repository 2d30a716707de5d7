import { describe, expect, test } from 'vitest'
import { homeOfferForm } from './home-offer.ts'
import { readOffers } from './offer-form.ts'

const HOME = {
  annual_price: '1598',
  quote_number: 'HM-2041',
  valid_until: '2026-12-16',
  bill_to: 'carrier_direct',
  policy_form: 'HO-3',
  dwelling_coverage: '420000',
  other_structures: '42000',
  personal_property: '210000',
  loss_of_use: '84000',
  personal_liability: '300000',
  medical_payments: '5000',
  deductible: '2500',
}

describe('how the policy is paid', () => {
  const terms = (more: Record<string, string>) => {
    const typed = Object.entries({ ...HOME, ...more }).map(([name, text]): [string, string] => [
      `o1.${name}`,
      text,
    ])
    return readOffers(homeOfferForm, new URLSearchParams(typed), {
      creditAllowed: false,
      state: 'IL',
      today: '2026-11-16',
    })
  }

  test('is what the carrier said, and nothing when it said nothing', () => {
    expect(terms({}).offers[0]).not.toHaveProperty('payment_plans')
    const { offers, errors } = terms({
      bill_to: 'mortgagee_escrow',
      fee1_label: 'Policy fee',
      fee1_amount: '$25.50',
      tax1_label: 'State fire tax',
      tax1_amount: '12',
      plan1_label: '4-Pay',
      plan1_now: '425.50',
      plan1_count: '3',
      plan1_amount: '393.50',
      plan1_fee: '3',
      plan1_days: '90',
      plan2_label: 'Paid in full',
      plan2_now: '1598',
    })
    expect(errors).toEqual([])
    const later = { amount_cents: 39_350, fee_cents: 300 }
    expect(offers[0]).toMatchObject({
      bill_to: ['mortgagee_escrow'],
      fees: [{ label: 'Policy fee', amount_cents: 2550 }],
      taxes: [{ label: 'State fire tax', amount_cents: 1200 }],
      payment_plans: [
        {
          plan_id: 'plan1',
          label: '4-Pay',
          due_now_cents: 42_550,
          installments: [90, 180, 270].map(due_in_days => ({ due_in_days, ...later })),
          total_cents: 160_600,
        },
        {
          plan_id: 'plan2',
          label: 'Paid in full',
          due_now_cents: 159_800,
          installments: [],
          total_cents: 159_800,
        },
      ],
    })
  })

  test.each([
    [{ fee1_label: 'Policy fee' }, ['o1.fee1_amount']],
    [{ tax2_amount: '3' }, ['o1.tax2_label']],
    [{ fee1_label: 'Fee', fee1_amount: '1.5' }, ['o1.fee1_amount', 'o1.fee1_amount']],
    [{ fee1_label: 'Fee', fee1_amount: '1,2,3.00' }, ['o1.fee1_amount', 'o1.fee1_amount']],
    [{ plan1_label: 'Monthly', plan1_now: '100', plan1_count: '3' }, ['o1.plan1_amount', 'o1.plan1_days']],
    [{ plan1_now: '100' }, ['o1.plan1_label']],
    [
      { plan1_label: 'Slow', plan1_now: '100', plan1_count: '12', plan1_amount: '10', plan1_days: '60' },
      ['o1.plan1_days'],
    ],
    [{ fee1_label: 'Fee', fee1_amount: '1598' }, ['o1.annual_price']],
    [{ plan1_label: 'In full', plan1_now: '15.98' }, ['o1.plan1_now']],
    [{ bill_to: 'somebody' }, ['o1.bill_to']],
  ])('%j is refused at %j', (more, names) => {
    expect(terms(more).errors.map(({ name }) => name)).toEqual(names)
  })
})
