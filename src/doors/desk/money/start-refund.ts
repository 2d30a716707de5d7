import { post } from '../../../agency/ledger/ledger.ts'
import { commissionOf, type MoneyEvent } from '../../../agency/ledger/postings.ts'
import { reduceFirstPremium } from '../../../agency/payments/cancel-installments.ts'
import { billAgain, commissionPercent } from '../../../agency/payments/installments.ts'
import { refundDue } from '../../../agency/payments/refunds.ts'
import { stateOf } from '../../../agency/policies/terms.ts'
import type { App } from '../../../platform/app.ts'
import { recordAct } from '../../../platform/audit/acts.ts'
import { transact } from '../../../platform/db/transact.ts'
import { fail } from '../../../platform/errors.ts'
import { lineOf } from '../../../platform/lines.ts'
import { endPolicy, keepPolicy } from '../../../products/line/aftersale/end-policy.ts'
import { paidForIn } from '../../../products/line/buying/settle-money.ts'
import type { Line } from '../../../products/line/line.ts'
import { lockIntake, noteOnIntake } from '../../../products/line/record/intakes.ts'
import { lines } from '../../../products/lines.ts'
import { planRefund } from './end-plan.ts'
import type { Bearer, RefundPlan } from './refund-plan.ts'

const borne = (
  app: App,
  bearer: Bearer,
  { cents, premium_cents, period }: { cents: number; premium_cents: number; period: string | null },
): MoneyEvent | null => {
  switch (bearer.by) {
    case 'carrier': {
      const commission_cents = commissionOf(premium_cents, commissionPercent(app, { ...bearer, period }))
      return { event: 'premium_returned', cents, commission_cents }
    }
    case 'agency':
      return { event: 'agency_bears', cents }
    case 'nobody':
      return null
  }
}

const UNCONFIRMED =
  'Confirm that this is the return premium as the carrier stated it. Otherwise go back and enter the carrier’s amount.'

const sendBack = async (app: App, { parts, bearer, reason, ends }: RefundPlan): Promise<string[]> => {
  const of = {
    policy_id: ends?.policy.policy_id ?? null,
    carrier_id: bearer.by === 'carrier' ? bearer.carrier_id : null,
  }
  const refund_ids: string[] = []
  for (const { payment, cents, premium_cents, cause, period } of parts) {
    const refund = await refundDue(app, payment, { cents, cause, reason })
    if (!refund) continue
    refund_ids.push(refund.refund_id)
    const sent = { cents: refund.amount_cents, premium_cents: Math.min(premium_cents, refund.amount_cents) }
    const event = borne(app, bearer, { ...sent, period })
    const about = { ...payment, ...of, cause: refund.refund_id }
    if (event) await post(app, event, about)
  }
  return refund_ids
}

/** A policy that continues must be paid for: refunded amounts and its installments are asked for again. */
const askAgain = (app: App, { policy, order, then_job, refunded }: NonNullable<RefundPlan['keeps']>) => {
  if (!order) return Promise.resolve({ cents: 0, due_on: '' })
  const { uid, policy_id } = policy
  const { terms, carrier_id } = order
  return billAgain(app, {
    uid,
    policy_id,
    carrier_id,
    paidFor: paidForIn(order),
    illustrative: terms.illustrative ?? true,
    then_job: then_job ?? '',
    refunded,
    state: stateOf(policy),
  })
}

type Started = { uid: string; actor: string; note: string; form: URLSearchParams }

type Refunding = Pick<Started, 'uid' | 'actor' | 'note'> & {
  plan: RefundPlan
  line: Pick<Line, 'tell' | 'restate'>
}

const recordKept = async (
  app: App,
  { uid, actor, note, line }: Refunding,
  keeps: NonNullable<RefundPlan['keeps']>,
): Promise<'kept'> => {
  const owed = await askAgain(app, keeps)
  await keepPolicy(app, line.tell, keeps.policy, { actor, owed })
  await line.restate(app, uid)
  await recordAct(app, { about: uid, act: 'policy_kept', actor, note })
  return 'kept'
}

const refundAndEnd = async (
  app: App,
  { uid, actor, note, plan, line }: Refunding,
): Promise<'refunding' | 'ended' | null> => {
  const { cents, ends } = plan
  const refund_ids = await sendBack(app, plan)
  const { isNew, installments } = ends
    ? await endPolicy(app, line.tell, ends.policy, {
        ended_on: ends.on,
        end_reason: ends.by,
        actor,
        refundLater: ends.refundLater,
        recipient: ends.recipient,
        refund_cents: refund_ids.length > 0 ? cents : 0,
      })
    : { isNew: false, installments: 0 }
  const { unpaid } = plan
  if (ends && unpaid.cents > 0) {
    const { policy_id } = ends.policy
    await reduceFirstPremium(app, { uid, policy_id, ...unpaid })
  }
  if (refund_ids.length === 0 && !isNew && installments === 0) return null
  if (isNew && ends) await line.restate(app, uid, [ends.policy.item])
  const facts = {
    refund_ids,
    cents,
    installments_canceled: installments,
    ...(unpaid.cents > 0 && { taken_off_cents: unpaid.cents }),
    ...(ends && { policy_id: ends.policy.policy_id, ends_on: ends.on }),
  }
  if (refund_ids.length > 0) await noteOnIntake(app, uid, { actor, event: 'refund_started', facts })
  const act = refund_ids.length > 0 ? 'refund_started' : 'policy_ended'
  const told = ends?.recipient.kind === 'other' ? `${note} (Emailed: ${ends.recipient.email})` : note
  await recordAct(app, { about: uid, act, actor, note: told })
  return refund_ids.length > 0 ? 'refunding' : 'ended'
}

export const startRefund = (
  app: App,
  { uid, actor, note, form }: Started,
): Promise<'refunding' | 'ended' | 'kept' | null> =>
  transact(app, async inside => {
    const name = lineOf(uid) ?? fail('not_found')
    // Two members of staff at once wait for each other here.
    if (!(await lockIntake(inside, { uid, line: name }))) fail('not_found')
    const plan = await planRefund(inside, uid, form)
    const { cents, ends, keeps, unpaid } = plan
    if (String(cents) !== form.get('cents')) return null
    const refunding = { uid, actor, note, plan, line: lines[name] }
    if (keeps) return recordKept(inside, refunding, keeps)
    if (ends && cents + unpaid.cents > 0 && form.get('carrier_stated') !== 'yes')
      fail('invalid_request', { message: UNCONFIRMED })
    return refundAndEnd(inside, refunding)
  })
