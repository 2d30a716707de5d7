import type { Dispute } from '../../../src/agency/payments/money-store.ts'

type Opened = Pick<Dispute, 'dispute_id' | 'payment_id' | 'uid' | 'amount_cents' | 'opened_at'>

export const openDispute = (opened: Opened): Dispute => ({
  ...opened,
  reason: 'fraudulent',
  status: 'open',
  closed_at: null,
  answer_by: null,
  answer: null,
  answered_at: null,
  answered_by: null,
  answer_sent_at: null,
})
