import type { App } from '../../app.ts'
import { contactWords } from '../../config/agency.ts'
import { assertTransaction } from '../../db/transact.ts'
import { policyCanceledEmail, policyKeptEmail } from '../../emails/buying/policy-canceled.ts'
import { cancelInstallments } from '../../payments/installments.ts'
import { type Policy, recordPolicyEnd } from '../../policies/policies.ts'
import { hasEnded, type PolicyEnd } from '../../policies/policy-end.ts'
import { usdCents } from '../fields/money.ts'
import { noteOnIntake } from '../record/intakes.ts'
import type { Tell } from './payment-job.ts'
import { closeCancellationRequests } from './policy-requests.ts'

type Ending = Pick<PolicyEnd, 'ended_on' | 'end_reason'> & { actor: string; refund_cents?: number }

/** Under the lock of the application. A second time with the same day changes nothing, and nobody is told again. */
export const endPolicy = async (
  app: App,
  tell: Tell,
  policy: Policy,
  { ended_on, end_reason, actor, refund_cents = 0 }: Ending,
): Promise<{ isNew: boolean; installments: number }> => {
  assertTransaction(app)
  const { uid, policy_id, carrier, policy_number } = policy
  const installments = await cancelInstallments(app, { uid, policy_id, endsOn: ended_on })
  if (policy.end?.ended_on === ended_on) return { isNew: false, installments }
  await recordPolicyEnd(app, policy, { kind: 'ended', ended_on, end_reason, by: actor })
  await closeCancellationRequests(app, policy, {
    answer: `Coverage ends on ${ended_on} at 12:01 a.m.`,
    actor,
  })
  await noteOnIntake(app, uid, {
    actor,
    event: 'policy_ended',
    facts: { policy_id, ended_on, end_reason, installments_canceled: installments },
  })
  const now = app.clock.now()
  const end = { ended_on, end_reason, recorded_by: actor, recorded_at: now }
  await tell(app, uid, {
    purpose: 'policy_canceled',
    email: (to, { firstName }) =>
      policyCanceledEmail(to, {
        firstName,
        carrier,
        policy_number,
        by: end_reason,
        ended_on,
        isOver: hasEnded({ ...policy, end }, now),
        refund: refund_cents > 0 ? usdCents(refund_cents) : null,
        contact: contactWords(app.config.agency),
      }),
  })
  return { isNew: true, installments }
}

/** The cancellation was taken back. Installments that were canceled stay so. */
export const keepPolicy = async (app: App, tell: Tell, policy: Policy, actor: string): Promise<void> => {
  assertTransaction(app)
  const { uid, policy_id, carrier, policy_number, expiration_date: until, end } = policy
  await recordPolicyEnd(app, policy, { kind: 'kept', ended_on: null, end_reason: null, by: actor })
  await noteOnIntake(app, uid, { actor, event: 'policy_kept', facts: { policy_id } })
  if (end === null) return
  await tell(app, uid, {
    purpose: 'policy_canceled',
    email: (to, { firstName }) =>
      policyKeptEmail(to, {
        firstName,
        carrier,
        policy_number,
        until,
        contact: contactWords(app.config.agency),
      }),
  })
}

/** The carrier canceled it and gave no day. Staff find out from when, and record it. */
export const noticeCancellation = async (
  app: App,
  policy: Policy,
  { actor, order_id }: { actor: string; order_id: string },
): Promise<void> => {
  assertTransaction(app)
  const { uid, policy_id, end } = policy
  if (end === null)
    await recordPolicyEnd(app, policy, { kind: 'noticed', ended_on: null, end_reason: null, by: actor })
  await noteOnIntake(app, uid, { actor, event: 'policy_canceled', facts: { order_id, policy_id } })
}
