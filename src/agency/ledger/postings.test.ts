import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { commissionOf, type MoneyEvent, postingOf, proRataCents, sumOf } from './postings.ts'

const cents = fc.integer({ min: 1, max: 100_000_000 })
const share = fc.tuple(cents, fc.integer({ min: 0, max: 100 }))

const plain = [
  'payment_returned',
  'fee_charged',
  'fee_returned',
  'agency_bears',
  'refund_due',
  'refund_sent',
  'refund_failed',
  'dispute_opened',
  'dispute_won',
  'dispute_lost',
  'appeal_won',
  'commission_expected',
  'commission_reduced',
  'producer_share',
  'producer_share_returned',
] as const

const part = (of: number) => ({ uid: null, policy_id: null, carrier_id: null, cents: of })

const anyEvent: fc.Arbitrary<MoneyEvent> = fc.oneof(
  fc
    .tuple(fc.constantFrom('carrier_paid' as const, 'commission_received' as const), cents, cents)
    .map(([event, one, other]) => ({ event, cents: one + other, parts: [part(one), part(other)] })),
  fc.record({
    event: fc.constant('deposited' as const),
    cents,
    to: fc.constantFrom('trust' as const, 'operating' as const),
  }),
  fc.record({ event: fc.constant('withdrawn' as const), cents, from: fc.constant('trust' as const) }),
  fc.record({
    event: fc.constant('transferred' as const),
    cents,
    from: fc.constant('trust' as const),
    to: fc.constant('operating' as const),
  }),
  fc.record({ event: fc.constantFrom(...plain), cents }),
  share.map(([all, percent]) => ({
    event: percent % 2 === 0 ? ('policy_bound' as const) : ('installment_billed' as const),
    cents: all,
    commission_cents: commissionOf(all, percent),
  })),
  share.map(([all, percent]) => ({
    event: 'premium_returned' as const,
    cents: all,
    commission_cents: commissionOf(all, percent),
  })),
  share.map(([all, percent]) => ({
    event: 'payment_received' as const,
    cents: all,
    fee_cents: commissionOf(all, percent),
  })),
)

const balances = (events: readonly MoneyEvent[]): Record<string, number> => {
  const sums: Record<string, number> = {}
  for (const { account, cents: amount } of events.flatMap(postingOf))
    sums[account] = (sums[account] ?? 0) + amount
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0))
}

describe('postings', () => {
  test('of any event sum to zero and have no empty line', () => {
    fc.assert(
      fc.property(anyEvent, event => {
        const lines = postingOf(event)
        expect(sumOf(lines)).toBe(0)
        expect(lines.length).toBeGreaterThan(1)
        expect(lines.every(line => line.cents !== 0)).toBe(true)
      }),
    )
  })

  test('a bound and paid policy leaves what the carrier gets, the commission and the cash less the fee', () => {
    expect(
      balances([
        { event: 'policy_bound', cents: 100_000, commission_cents: 12_000 },
        { event: 'payment_received', cents: 100_000, fee_cents: 2_930 },
      ]),
    ).toEqual({ received: 97_070, fees: 2_930, payable_to_carrier: -88_000, commission: -12_000 })
  })

  test('a purchase that was paid and blocked leaves nothing once the money is back', () => {
    const paid = { event: 'payment_received', cents: 38_000, fee_cents: 0 } as const
    const due = { event: 'refund_due', cents: 38_000 } as const
    const sent = { event: 'refund_sent', cents: 38_000 } as const
    expect(balances([paid])).toEqual({ received: 38_000, receivable: -38_000 })
    expect(balances([paid, due])).toEqual({ received: 38_000, refunds: -38_000 })
    expect(balances([paid, due, sent])).toEqual({})
    expect(balances([paid, due, sent, { event: 'refund_failed', cents: 38_000 }])).toEqual({
      received: 38_000,
      refunds: -38_000,
    })
  })

  test('a refund of an earned premium is borne by the carrier and the commission, or by the agency', () => {
    const bought = [
      { event: 'policy_bound', cents: 10_000, commission_cents: 1_000 },
      { event: 'payment_received', cents: 10_000, fee_cents: 0 },
    ] as const
    const back = [
      { event: 'refund_due', cents: 4_000 },
      { event: 'refund_sent', cents: 4_000 },
    ] as const
    expect(
      balances([...bought, { event: 'premium_returned', cents: 4_000, commission_cents: 400 }, ...back]),
    ).toEqual({ received: 6_000, payable_to_carrier: -5_400, commission: -600 })
    expect(balances([...bought, { event: 'agency_bears', cents: 4_000 }, ...back])).toEqual({
      received: 6_000,
      payable_to_carrier: -9_000,
      commission: 3_000,
    })
  })

  test('a lost dispute is owed again; a won one leaves no trace', () => {
    const opened = { event: 'dispute_opened', cents: 500 } as const
    expect(balances([opened, { event: 'dispute_won', cents: 500 }])).toEqual({})
    expect(balances([opened, { event: 'dispute_lost', cents: 500 }])).toEqual({
      received: -500,
      receivable: 500,
    })
  })

  test('a check in the bank, the carrier paid from it and the commission moved leave the trust account empty', () => {
    expect(
      balances([
        { event: 'policy_bound', cents: 100_000, commission_cents: 12_000 },
        { event: 'payment_received', cents: 100_000, fee_cents: 0 },
        { event: 'deposited', cents: 100_000, to: 'trust' },
        { event: 'carrier_paid', cents: 88_000, parts: [part(88_000)] },
        { event: 'transferred', cents: 12_000, from: 'trust', to: 'operating' },
      ]),
    ).toEqual({ operating: 12_000, commission: -12_000 })
  })

  test('refuse fractions and negative amounts', () => {
    expect(() => postingOf({ event: 'refund_due', cents: 0.5 })).toThrow(RangeError)
    expect(() => postingOf({ event: 'refund_due', cents: -1 })).toThrow(RangeError)
  })
})

describe('a pro rata refund', () => {
  const term = { from: '2026-12-01', to: '2027-12-01' }

  test.each([
    ['on the first day gives all of it back', '2026-12-01', 36_500],
    ['before it gives no more than all', '2026-11-01', 36_500],
    ['a day later, a day less', '2026-12-02', 36_400],
    ['at the end, nothing', '2027-12-01', 0],
    ['after the end, nothing', '2028-01-01', 0],
  ])('%s', (_, canceledOn, refund) => {
    expect(proRataCents(36_500, { ...term, canceledOn })).toBe(refund)
  })

  test('keeps a fraction of a cent, and needs a period', () => {
    expect(proRataCents(100, { ...term, canceledOn: '2026-12-02' })).toBe(99)
    expect(() => proRataCents(100, { from: term.from, to: term.from, canceledOn: term.from })).toThrow(
      RangeError,
    )
  })

  test('never exceeds what was paid and never rises with time', () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: -30, max: 400 }), (all, day) => {
        const on = (at: number) =>
          new Date(Date.parse(term.from) + at * 86_400_000).toISOString().slice(0, 10)
        const refund = proRataCents(all, { ...term, canceledOn: on(day) })
        expect(refund).toBeGreaterThanOrEqual(0)
        expect(refund).toBeLessThanOrEqual(all)
        expect(proRataCents(all, { ...term, canceledOn: on(day + 1) })).toBeLessThanOrEqual(refund)
      }),
    )
  })
})
