import { policyCanceledEmail, policyKeptEmail } from '../../../agency/emails/buying/policy-canceled.ts'
import type { Tell } from '../../../agency/emails/layout.ts'
import { cancelFirstPremium, cancelInstallments } from '../../../agency/payments/cancel-installments.ts'
import { restateCommission } from '../../../agency/policies/direct-commission.ts'
import {
  expiresOn,
  hasEnded,
  neverTookEffect,
  type PolicyEnd,
} from '../../../agency/policies/life/policy-end.ts'
import { isWaiting, type PolicyRequest, settlePolicyRequest } from '../../../agency/policies/life/requests.ts'
import { type Policy, recordPolicyEnd } from '../../../agency/policies/policies.ts'
import type { App } from '../../../platform/app.ts'
import { contactWords } from '../../../platform/config/agency.ts'
import { assertTransaction } from '../../../platform/db/transact.ts'
import { dayWords } from '../../../platform/values/calendar.ts'
import { usdCents } from '../../../platform/values/money.ts'
import { noteOnIntake } from '../record/intakes.ts'
import { noteLendersToTell } from './lenders-to-tell.ts'

type Closing = Pick<PolicyRequest, 'kind'> & { status: 'done' | 'declined'; answer: string; actor: string }

export const closeRequests = async (
  app: App,
  policy: Policy,
  { kind, status, answer, actor }: Closing,
): Promise<void> => {
  for (const request of policy.requests.filter(isWaiting))
    if (request.kind === kind)
      await settlePolicyRequest(app, request.request_id, { outcome: { status, answer }, by: actor })
}

export type Recipient = { kind: 'customer' | 'nobody' } | { kind: 'other'; email: string }

type Ending = Pick<PolicyEnd, 'ended_on' | 'end_reason'> & {
  actor: string
  refund_cents?: number
  refundLater?: boolean
  recipient?: Recipient
}

type Told = Pick<Ending, 'ended_on' | 'end_reason'> & {
  refund: string | null
  refundLater: boolean
  to: string | null
}

const tellCanceled = async (
  app: App,
  tell: Tell,
  policy: Policy,
  { ended_on, end_reason, refund, refundLater, to: other }: Told,
): Promise<void> => {
  const { uid, carrier, policy_number, other_insureds } = policy
  const ended = { ...policy, end: { ended_on } }
  const isOver = hasEnded(ended, app.clock.now())
  await tell(app, uid, {
    purpose: 'policy_canceled',
    ...(other !== null && { to: other }),
    others: other_insureds ?? [],
    email: (to, { firstName, isOther }) =>
      policyCanceledEmail(to, {
        firstName,
        isOther,
        carrier,
        policy_number,
        by: other === null ? end_reason : 'other',
        ended_on,
        isHome: policy.form !== null,
        isOver,
        isVoid: neverTookEffect(ended),
        refund: isOther ? null : refund,
        refundLater: refundLater && !isOther,
        contact: contactWords(app.config.agency),
      }),
  })
}

const settleRefund = async (
  app: App,
  policy: Policy,
  { before, actor, refundLater }: { before: PolicyEnd; actor: string; refundLater: boolean },
): Promise<boolean> => {
  if (!before.refund_later || refundLater) return false
  const { ended_on, end_reason, told } = before
  await recordPolicyEnd(app, policy, { kind: 'ended', ended_on, end_reason, told, by: actor })
  return true
}

type NewEnd = Pick<Ending, 'ended_on' | 'end_reason' | 'actor'> & {
  refundLater: boolean
  whom: Recipient['kind']
  installments: number
}

const recordEnd = async (
  app: App,
  policy: Policy,
  { ended_on, end_reason, actor, refundLater, whom, installments }: NewEnd,
): Promise<void> => {
  const { uid, policy_id } = policy
  await recordPolicyEnd(app, policy, {
    kind: 'ended',
    ended_on,
    end_reason,
    by: actor,
    refund: refundLater ? 'later' : null,
    told: whom === 'customer' ? null : whom,
  })
  await closeRequests(app, policy, {
    kind: 'cancellation',
    status: 'done',
    answer: neverTookEffect({ ...policy, end: { ended_on } })
      ? 'The policy was canceled from the start and never took effect.'
      : `Coverage ends on ${dayWords(ended_on)} at 12:01 a.m.`,
    actor,
  })
  await noteOnIntake(app, uid, {
    actor,
    event: 'policy_ended',
    facts: { policy_id, ended_on, end_reason, told: whom, installments_canceled: installments },
  })
  await noteLendersToTell(app, policy, ended_on)
}

/** Call it under the lock of the application. A repeated call with the same day settles at most the refund. */
export const endPolicy = async (
  app: App,
  tell: Tell,
  policy: Policy,
  {
    ended_on,
    end_reason,
    actor,
    refund_cents = 0,
    refundLater = false,
    recipient = { kind: 'customer' },
  }: Ending,
): Promise<{ isNew: boolean; installments: number }> => {
  assertTransaction(app)
  const { uid, policy_id, end: before } = policy
  const { kind: whom } = recipient
  const installments = await cancelInstallments(app, { uid, policy_id, endsOn: ended_on })
  if (neverTookEffect({ ...policy, end: { ended_on } })) await cancelFirstPremium(app, { uid, policy_id })
  await restateCommission(app, policy, ended_on)
  if (before?.ended_on === ended_on)
    return { isNew: await settleRefund(app, policy, { before, actor, refundLater }), installments }
  await recordEnd(app, policy, { ended_on, end_reason, actor, refundLater, whom, installments })
  if (whom !== 'nobody')
    await tellCanceled(app, tell, policy, {
      ended_on,
      end_reason,
      refund: refund_cents > 0 ? usdCents(refund_cents) : null,
      refundLater,
      to: recipient.kind === 'other' ? recipient.email : null,
    })
  return { isNew: true, installments }
}

type Keeping = { actor: string; owed: { cents: number; due_on: string } }

export const keepPolicy = async (
  app: App,
  tell: Tell,
  policy: Policy,
  { actor, owed }: Keeping,
): Promise<void> => {
  assertTransaction(app)
  const { uid, policy_id, carrier, policy_number, end } = policy
  const until = expiresOn(policy)
  await restateCommission(app, policy, null)
  await recordPolicyEnd(app, policy, { kind: 'kept', ended_on: null, end_reason: null, by: actor })
  await noteOnIntake(app, uid, {
    actor,
    event: 'policy_kept',
    facts: { policy_id, billed_cents: owed.cents },
  })
  if (end === null) return
  await noteLendersToTell(app, policy, null)
  if (end.told !== null) return
  await tell(app, uid, {
    purpose: 'policy_canceled',
    others: policy.other_insureds ?? [],
    email: (to, { firstName, isOther }) =>
      policyKeptEmail(to, {
        firstName,
        isOther,
        carrier,
        policy_number,
        until,
        owed: owed.cents > 0 ? { amount: usdCents(owed.cents), due_on: owed.due_on } : null,
        contact: contactWords(app.config.agency),
      }),
  })
}

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
