import type { App } from '../../app.ts'
import { recordAct } from '../../audit/acts.ts'
import { transact } from '../../db/transact.ts'
import { fail } from '../../errors.ts'
import { post } from '../../ledger/ledger.ts'
import { commissionOf, type MoneyEvent } from '../../ledger/postings.ts'
import { lockIntake, noteOnIntake } from '../../line/record/intakes.ts'
import { lineOf } from '../../lines.ts'
import { cancelInstallments, commissionPercent } from '../../payments/installments.ts'
import { refundDue } from '../../payments/refunds.ts'
import { type Bearer, planRefund } from './refund-plan.ts'

/** A refund gives a customer money that was earned. The ledger says who bears it. */
const borne = (app: App, bearer: Bearer, cents: number): MoneyEvent | null => {
  switch (bearer.by) {
    case 'carrier': {
      const commission_cents = commissionOf(cents, commissionPercent(app, bearer.carrier_id))
      return { event: 'premium_returned', cents, commission_cents }
    }
    case 'agency':
      return { event: 'agency_bears', cents }
    case 'nobody':
      return null
  }
}

type Started = { uid: string; actor: string; note: string; form: URLSearchParams }

export const startRefund = (app: App, { uid, actor, note, form }: Started): Promise<boolean> =>
  transact(app, async inside => {
    const line = lineOf(uid) ?? fail('not_found')
    // Two members of staff at once wait for each other here.
    if (!(await lockIntake(inside, { uid, line }))) fail('not_found')
    const { parts, cents, bearer, reason, ends } = await planRefund(inside, uid, form)
    if (String(cents) !== form.get('cents')) return false
    const refund_ids: string[] = []
    for (const { payment, cents: part, cause } of parts) {
      const refund = await refundDue(inside, payment, { cents: part, cause, reason })
      if (!refund) continue
      refund_ids.push(refund.refund_id)
      const event = borne(inside, bearer, refund.amount_cents)
      if (event) await post(inside, event, { ...payment, cause: refund.refund_id })
    }
    const canceled = ends
      ? await cancelInstallments(inside, { uid, policy_id: ends.policy.policy_id, endsOn: ends.on })
      : 0
    if (refund_ids.length === 0 && canceled === 0) return false
    const facts = {
      refund_ids,
      cents,
      installments_canceled: canceled,
      ...(ends && { policy_id: ends.policy.policy_id, ends_on: ends.on }),
    }
    await noteOnIntake(inside, uid, { actor, event: 'refund_started', facts })
    await recordAct(inside, { about: uid, act: 'refund_started', actor, note })
    return true
  })
