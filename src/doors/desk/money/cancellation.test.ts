import { describe, expect, test } from 'vitest'
import { cancellationRefund } from './cancellation.ts'

const YEAR = { premium_cents: 146_000, policy_fees_cents: 0, from: '2027-01-01', to: '2028-01-01' }
const whole = { payment_id: 'pay_1', cents: 146_000, fee_cents: 0, left_cents: 146_000 }
const nothingYet = { refunded_cents: 0, stated_cents: null }

describe('what goes back when a policy ends', () => {
  test.each([
    ['on its first day, all of it', '2027-01-01', 146_000],
    ['after 73 of 365 days, four fifths', '2027-03-15', 116_800],
    ['on its last day, nothing', '2028-01-01', 0],
  ])('%s', (_, endsOn, cents) => {
    const parts = cancellationRefund({ ...YEAR, ...nothingYet, endsOn, paid: [whole] })
    expect(parts).toEqual(cents > 0 ? [{ payment_id: 'pay_1', cents }] : [])
  })

  test('under a plan, only what was paid beyond the days used, the newest payment first', () => {
    const paid = [
      { payment_id: 'pay_2', cents: 36_500, fee_cents: 0, left_cents: 36_500 },
      { payment_id: 'pay_1', cents: 36_500, fee_cents: 0, left_cents: 36_500 },
    ]
    const ended = { ...YEAR, ...nothingYet, paid }
    expect(cancellationRefund({ ...ended, endsOn: '2027-03-15' })).toEqual([
      { payment_id: 'pay_2', cents: 36_500 },
      { payment_id: 'pay_1', cents: 7_300 },
    ])
    expect(cancellationRefund({ ...ended, endsOn: '2027-12-01' })).toEqual([])
  })

  test('an earlier refund for the policy counts, so a second one gives only the rest', () => {
    const paid = [{ ...whole, left_cents: 46_000 }]
    const ended = { ...YEAR, endsOn: '2027-03-15', paid, refunded_cents: 100_000, stated_cents: null }
    expect(cancellationRefund(ended)).toEqual([{ payment_id: 'pay_1', cents: 16_800 }])
  })

  test('a stated amount is taken as it is, and refused if it is more than was paid', () => {
    const ended = { ...YEAR, endsOn: '2027-03-15', paid: [whole], refunded_cents: 0 }
    expect(cancellationRefund({ ...ended, stated_cents: 5_000 })).toEqual([
      { payment_id: 'pay_1', cents: 5_000 },
    ])
    expect(cancellationRefund({ ...ended, stated_cents: 146_001 })).toBeNull()
  })

  test('fees are earned at once: what is offered leaves out the policy fee and the fee of each payment', () => {
    const ended = { ...YEAR, ...nothingYet, policy_fees_cents: 6_000, paid: [whole] }
    expect(cancellationRefund({ ...ended, endsOn: '2027-01-01' })).toEqual([
      { payment_id: 'pay_1', cents: 140_000 },
    ])
    expect(cancellationRefund({ ...ended, endsOn: '2027-03-15' })).toEqual([
      { payment_id: 'pay_1', cents: 112_000 },
    ])
    const first = { payment_id: 'pay_1', cents: 37_000, fee_cents: 500, left_cents: 37_000 }
    const plan = { ...YEAR, ...nothingYet, endsOn: '2027-01-01', paid: [first] }
    expect(cancellationRefund(plan)).toEqual([{ payment_id: 'pay_1', cents: 36_500 }])
    expect(cancellationRefund({ ...plan, stated_cents: 37_000 })).toEqual([
      { payment_id: 'pay_1', cents: 37_000 },
    ])
  })
})
