import { describe, expect, test } from 'vitest'
import { openDispute } from '../../../test/support/money/dispute.ts'
import { type Compared, differencesOf } from './differences.ts'
import type { Dispute, Refund } from './money-store.ts'
import type { Payment } from './payments.ts'
import type { Truth } from './provider.ts'

const at = new Date('2026-12-01')

const payment = (changes: Partial<Payment> = {}): Payment =>
  ({
    payment_id: 'pay_1',
    uid: 'hom_1',
    status: 'paid',
    provider: 'stripe',
    settled_by: 'stripe',
    amount_cents: 1000,
    charged_cents: 1000,
    refs: {},
    ...changes,
  }) as Payment

const refund = (changes: Partial<Refund> = {}): Refund => ({
  refund_id: 'rfd_1',
  payment_id: 'pay_1',
  uid: 'hom_1',
  amount_cents: 200,
  cause: 'x',
  reason: 'agency',
  status: 'sent',
  provider_ref: 're_1',
  created_at: at,
  settled_at: at,
  settled_by: 'provider',
  settled_note: null,
  ...changes,
})

const dispute = (changes: Partial<Dispute> = {}): Dispute => ({
  ...openDispute({ dispute_id: 'dp_1', payment_id: 'pay_1', uid: 'hom_1', amount_cents: 300, opened_at: at }),
  ...changes,
})

const truth = (changes: Partial<Truth> = {}): Truth => ({
  state: 'captured',
  refs: {},
  authorized_until: null,
  captured_cents: 1000,
  fee_cents: 59,
  refunds: [{ ref: 're_1', status: 'sent', cents: 200, refund_id: 'rfd_1' }],
  disputes: [
    { id: 'dp_1', status: 'open', cents: 300, reason: 'fraudulent', opened_at: at, answer_by: null },
  ],
  inquiries: [],
  ...changes,
})

const agreed: Compared = {
  payment: payment(),
  balances: {
    received: 1000 - 59 - 200 - 300,
    fees: 59,
    receivable: 200,
    payable_to_carrier: -1000,
    refunds: 0,
    disputed: 300,
  },
  refunds: [refund()],
  disputes: [dispute()],
  owed_before_cents: 0,
  truth: truth(),
}

const ledger = (changes: Compared['balances']): Partial<Compared> => ({
  balances: { ...agreed.balances, ...changes },
})

const theirs = (changes: Partial<Truth>): Partial<Compared> => ({ truth: truth(changes) })

const PLANTED: [what: string, planted: Partial<Compared>, kind: string][] = [
  ['a line was added to the ledger', ledger({ payable_to_carrier: -999 }), 'ledger_unbalanced'],
  ['a receipt was not posted', ledger({ received: 0, receivable: 641 }), 'received_differs'],
  ['a receipt was posted twice', ledger({ received: 1441, receivable: -800 }), 'received_differs'],
  ['a fee was not posted', ledger({ fees: 0, received: 500 }), 'fees_differ'],
  ['the provider raised its fee', theirs({ fee_cents: 60 }), 'fees_differ'],
  ['a refund was not posted as sent', ledger({ refunds: -200, received: 641 }), 'refunds_differ'],
  ['a refund was posted that nobody owes', ledger({ refunds: -50, receivable: 250 }), 'refunds_differ'],
  ['a dispute was not posted', ledger({ disputed: 0, received: 741 }), 'disputed_differs'],
  ['less was captured than we say', theirs({ captured_cents: 900 }), 'paid_but_not_captured'],
  ['nothing was captured', theirs({ captured_cents: 0, state: 'authorized' }), 'paid_but_not_captured'],
  [
    'a void payment was captured',
    { payment: payment({ status: 'void' }), refunds: [], disputes: [], balances: {} },
    'captured_but_not_paid',
  ],
  [
    'a hold was never released',
    {
      payment: payment({ status: 'void' }),
      refunds: [],
      disputes: [],
      balances: {},
      truth: truth({ state: 'authorized', captured_cents: 0, refunds: [], disputes: [] }),
    },
    'held_without_payment',
  ],
  [
    'someone refunded at the provider',
    theirs({ refunds: [...truth().refunds, { ref: 're_2', status: 'sent', cents: 5, refund_id: null }] }),
    'refund_unknown_here',
  ],
  ['the provider never had our refund', theirs({ refunds: [] }), 'refund_unknown_there'],
  [
    'the provider refunded another amount',
    theirs({ refunds: [{ ref: 're_1', status: 'sent', cents: 20, refund_id: 'rfd_1' }] }),
    'refund_amount_differs',
  ],
  [
    'staff sent a refund that the provider sent too',
    { refunds: [refund({ settled_by: 'staff:x' })] },
    'refund_sent_twice',
  ],
  [
    'a dispute is not known here',
    theirs({
      disputes: [
        ...truth().disputes,
        { id: 'dp_2', status: 'open', cents: 1, reason: 'x', opened_at: at, answer_by: null },
      ],
    }),
    'dispute_unknown_here',
  ],
  [
    'a dispute is over another amount',
    theirs({
      disputes: [{ id: 'dp_1', status: 'open', cents: 301, reason: 'x', opened_at: at, answer_by: null }],
    }),
    'dispute_amount_differs',
  ],
  [
    'a dispute was lost without our knowing',
    theirs({
      disputes: [{ id: 'dp_1', status: 'lost', cents: 300, reason: 'x', opened_at: at, answer_by: null }],
    }),
    'dispute_status_differs',
  ],
  [
    'a card was charged and no policy was bound',
    ledger({ receivable: -800, payable_to_carrier: 0 }),
    'charged_for_nothing',
  ],
  [
    'an invoice was marked as paid and not posted',
    { payment: payment({ provider: 'invoice' }), refunds: [], disputes: [], balances: {}, truth: null },
    'received_differs',
  ],
]

describe('the comparison of payments, ledger and provider', () => {
  test('finds nothing where all agree', () => {
    expect(differencesOf(agreed)).toEqual([])
    expect(PLANTED).toHaveLength(21)
  })

  const there = (status: 'sent' | 'pending' | 'failed') => ({
    ref: 're_1',
    status,
    cents: 200,
    refund_id: 'rfd_1',
  })

  test.each<[what: string, planted: Partial<Compared>]>([
    [
      'a refund is due, and the provider has it under way',
      {
        refunds: [refund({ status: 'due', settled_by: null })],
        ...ledger({ refunds: -200, received: 641 }),
        ...theirs({ refunds: [there('pending')] }),
      },
    ],
    [
      'the bank returned a refund, and staff sent it by check',
      { refunds: [refund({ settled_by: 'staff:x' })], ...theirs({ refunds: [there('failed')] }) },
    ],
    [
      'a dispute was won',
      {
        disputes: [dispute({ status: 'won' })],
        ...ledger({ disputed: 0, received: 741 }),
        ...theirs({ disputes: truth().disputes.map(one => ({ ...one, status: 'won' as const })) }),
      },
    ],
    [
      'a dispute was lost, and the amount is owed again',
      {
        disputes: [dispute({ status: 'lost' })],
        ...ledger({ disputed: 0, receivable: 500 }),
        ...theirs({ disputes: truth().disputes.map(one => ({ ...one, status: 'lost' as const })) }),
      },
    ],
    [
      'money came for a payment that was void, and all of it went back',
      {
        payment: payment({ status: 'void' }),
        refunds: [
          refund({ amount_cents: 1000, reason: 'overpaid' }),
          refund({ refund_id: 'rfd_0', amount_cents: 0 }),
        ],
        disputes: [],
        balances: { received: -59, fees: 59 },
        truth: truth({
          refunds: [
            { ...there('sent'), cents: 1000 },
            { ...there('sent'), cents: 0, refund_id: 'rfd_0' },
          ],
          disputes: [],
        }),
      },
    ],
    [
      'a part of a hold was charged',
      {
        payment: payment({ amount_cents: 5000 }),
      },
    ],
    [
      'a payment replaced one that failed, and what that one left owed is paid',
      { owed_before_cents: 700, ...ledger({ receivable: -500, payable_to_carrier: -300 }) },
    ],
  ])('finds nothing where %s', (_, planted) => {
    expect(differencesOf({ ...agreed, ...planted })).toEqual([])
  })

  test.each(PLANTED)('finds that %s', (_, planted, kind) => {
    const found = differencesOf({ ...agreed, ...planted })
    expect(found.map(one => one.kind)).toContain(kind)
    expect(found.every(one => one.expected_cents !== one.found_cents)).toBe(true)
  })
})
