import type { App } from '../app.ts'
import { type CarrierEvent, readCancellation, readRenewal } from '../carriers/events/event.ts'
import { endPolicy, noticeCancellation } from '../line/aftersale/end-policy.ts'
import { completeRenewal } from '../line/aftersale/renewal-details.ts'
import { offerRenewal, openRenewal, renewPolicy } from '../line/aftersale/renewals.ts'
import { type LateRefusal, refused, type Taking } from '../line/offers/late-answer.ts'
import { lockIntakeRow } from '../line/record/store.ts'
import { type LineName, lines } from '../lines.ts'
import { areLimitsOf } from '../policies/life/limits.ts'
import { expiresOn } from '../policies/life/period.ts'
import { canEndOn } from '../policies/life/policy-end.ts'
import { detailsOf } from '../policies/life/renewals.ts'
import { findOrderRow } from '../policies/order-store.ts'
import { type Policy, policiesOf } from '../policies/policies.ts'
import { fileDeclarations } from '../policies/policy-documents.ts'
import { type BroughtPage, digestOf } from './policy-document.ts'

export type OrderEvent = { uid: string; line: LineName; order_id: string; actor: string; page: BroughtPage }

export const takeDocument = async (
  app: App,
  { uid, line, order_id, actor, page }: OrderEvent,
): Promise<Taking> => {
  if (page === 'unreadable') return refused('invalid_answer', 'not_a_readable_pdf')
  await lockIntakeRow(app.db, uid)
  const filed =
    page === 'noted' ? 'filed' : await fileDeclarations(app, { uid, order_id }, { page, by: actor })
  if (filed === 'no_policy') return refused('already_answered')
  if (filed === 'known') return { taken: true, repeated: true }
  const facts = { order_id, ...(page !== 'noted' && { sha256: digestOf(page) }) }
  const policy = (await policiesOf(app, uid)).find(one => one.order_id === order_id)
  const stateAgain = policy && page !== 'noted' ? [policy.item] : []
  await lines[line].markets.noteEvent(app, { uid, event: 'policy_document', facts, actor, stateAgain })
  return { taken: true, repeated: false }
}

const policyOrdered = async (app: App, { uid, order_id }: OrderEvent): Promise<Policy | LateRefusal> => {
  await lockIntakeRow(app.db, uid)
  const order = await findOrderRow(app.db, order_id)
  if (order?.settled_at === null) return 'too_early'
  const policy = (await policiesOf(app, uid)).find(({ item }) => item === order?.item)
  return policy && order?.outcome === 'bound' ? policy : 'already_answered'
}

/** A carrier that gives no day is not guessed for: staff find out and record it. */
export const takeCancellation = async (app: App, event: CarrierEvent, about: OrderEvent): Promise<Taking> => {
  const { uid, line, order_id, actor } = about
  const said = readCancellation(event)
  if (!said) return refused('invalid_answer', 'not_a_day')
  const policy = await policyOrdered(app, about)
  if (typeof policy === 'string') return refused(policy)
  const { effective_date: ended_on } = said
  if (ended_on === undefined) {
    await noticeCancellation(app, policy, { actor, order_id })
    return { taken: true, repeated: false }
  }
  if (!canEndOn(ended_on, policy)) return refused('invalid_answer', 'not_a_day_of_the_policy')
  const { isNew } = await endPolicy(app, lines[line].tell, policy, {
    ended_on,
    end_reason: 'carrier',
    actor,
    refundLater: policy.billing?.bill_to === 'insured',
  })
  await lines[line].restate(app, uid, isNew ? [policy.item] : [])
  return { taken: true, repeated: !isNew }
}

/** The period must follow the one that ends, so that a late repetition is not taken for the next offer. */
export const takeRenewal = async (app: App, event: CarrierEvent, about: OrderEvent): Promise<Taking> => {
  const line = lines[about.line]
  const said = readRenewal(event)
  if (!said) return refused('invalid_answer', 'not_a_renewal')
  const policy = await policyOrdered(app, about)
  if (typeof policy === 'string') return refused(policy)
  const settling = { line, actor: about.actor }
  if (said === 'none') {
    await openRenewal(app, policy, settling)
    return { taken: true, repeated: false }
  }
  const { effective_date, expiration_date: period_to, annual_price, reasons = [], valid_until = null } = said
  const details = detailsOf(said)
  if (!areLimitsOf(line.limits, details)) return refused('invalid_answer', 'not_a_limit_of_this_line')
  const renewed = policy.renewals.find(
    ({ status, due_on }) => status === 'renewed' && due_on === effective_date,
  )
  if (renewed) {
    const isLate = event.type !== 'policy.renewed'
    const { renewal_id } = renewed
    const more = isLate
      ? 'repeated'
      : await completeRenewal(app, policy, { ...settling, renewal_id, details })
    return { taken: true, repeated: more !== 'recorded' }
  }
  if (effective_date !== expiresOn(policy)) return refused('invalid_answer', 'not_the_end_of_the_policy')
  const terms = { annual_price, period_to, valid_until, reasons, ...details }
  const result =
    event.type === 'policy.renewed'
      ? await renewPolicy(app, policy, { ...settling, terms, reopens: true })
      : await offerRenewal(app, policy, { ...settling, terms })
  return result === 'too_late'
    ? refused('already_answered')
    : { taken: true, repeated: result === 'repeated' }
}
