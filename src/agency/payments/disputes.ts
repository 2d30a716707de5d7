import type { App } from '../../platform/app.ts'
import { post } from '../ledger/ledger.ts'
import { closeDispute, disputesOf, insertDispute } from './money-store.ts'
import type { Payment } from './payments.ts'
import type { ProviderDispute, Truth } from './provider.ts'
import { findPaymentRow } from './store.ts'
import { tellLine } from './tell-line.ts'

const UNANSWERED = { answer: null, answered_at: null, answered_by: null, answer_sent_at: null }

const takeIn = async (
  app: App,
  payment: Payment,
  { id, cents, reason, opened_at, status, answer_by }: ProviderDispute,
) => {
  const { payment_id, uid } = payment
  const about = { ...payment, cause: id }
  const row = { dispute_id: id, payment_id, uid, amount_cents: cents, reason, opened_at, answer_by }
  if (await insertDispute(app.db, { ...row, ...UNANSWERED, status: 'open', closed_at: null })) {
    await post(app, { event: 'dispute_opened', cents }, about)
    const known = await findPaymentRow(app.db, payment_id)
    if (known) await tellLine(app, known, 'disputed')
  }
  if (status === 'open') return
  const closed = { dispute_id: id, status, closed_at: app.clock.now() }
  if (await closeDispute(app.db, { ...closed, from: 'open' }))
    await post(app, { event: status === 'won' ? 'dispute_won' : 'dispute_lost', cents }, about)
  else if (status === 'won' && (await closeDispute(app.db, { ...closed, from: 'lost' })))
    await post(app, { event: 'appeal_won', cents }, about)
}

export const takeInDisputes = async (app: App, payment: Payment, { disputes }: Truth): Promise<void> => {
  if (disputes.length === 0) return
  const known = await disputesOf(app.db, payment.payment_id)
  for (const dispute of disputes) {
    const before = known.find(({ dispute_id }) => dispute_id === dispute.id)
    if (before?.status !== dispute.status) await takeIn(app, payment, dispute)
  }
}

export const takeInInquiries = async (
  app: App,
  { payment_id }: Payment,
  { inquiries }: Truth,
): Promise<void> => {
  const row = inquiries.length > 0 ? await findPaymentRow(app.db, payment_id) : undefined
  if (!row) return
  for (const { answer_by, ...inquiry } of inquiries)
    await tellLine(app, row, 'inquiry', {
      inquiry: { ...inquiry, answer_by: answer_by?.toISOString() ?? null },
    })
}
