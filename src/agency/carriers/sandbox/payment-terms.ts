import type { BillTo, PaymentTerms } from '../contract/payment-terms.ts'

const INSTALLMENT_FEE_CENTS = 500

export const sandboxTerms = (
  annual_price: number,
  bill_to: BillTo[],
): Required<Pick<PaymentTerms, 'payment_plans' | 'bill_to'>> => {
  const price = annual_price * 100
  const half = price / 2
  return {
    bill_to,
    payment_plans: [
      { plan_id: 'full', label: 'Pay in full', due_now_cents: price, installments: [], total_cents: price },
      {
        plan_id: 'two_payments',
        label: 'Two payments',
        due_now_cents: half,
        installments: [
          { due_in_days: 180, amount_cents: half + INSTALLMENT_FEE_CENTS, fee_cents: INSTALLMENT_FEE_CENTS },
        ],
        total_cents: price + INSTALLMENT_FEE_CENTS,
      },
    ],
  }
}
