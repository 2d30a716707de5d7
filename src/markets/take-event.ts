import type { App } from '../app.ts'
import {
  type CarrierEvent,
  readCancellation,
  readOfferChange,
  readRenewal,
  replyIn,
} from '../carriers/events/event.ts'
import { recordEvent } from '../carriers/events/record.ts'
import { findEvent } from '../carriers/events/store.ts'
import { transact } from '../db/transact.ts'
import { endPolicy, noticeCancellation } from '../line/aftersale/end-policy.ts'
import { completeRenewal } from '../line/aftersale/renewal-details.ts'
import { offerRenewal, openRenewal, renewPolicy } from '../line/aftersale/renewals.ts'
import { type LateRefusal, refused, type Taking } from '../line/offers/late-answer.ts'
import { findQuestionRow, type QuestionRow } from '../line/offers/question-store.ts'
import { lockIntakeRow } from '../line/record/store.ts'
import { lineOf, lines } from '../lines.ts'
import { areLimitsOf } from '../policies/life/limits.ts'
import { expiresOn } from '../policies/life/period.ts'
import { canEndOn } from '../policies/life/policy-end.ts'
import { detailsOf } from '../policies/life/renewals.ts'
import { findOrderRow } from '../policies/order-store.ts'
import { type Policy, policiesOf } from '../policies/policies.ts'
import { fileDeclarations } from '../policies/policy-documents.ts'
import { type BroughtPage, bodyWithoutPage, digestOf } from './policy-document.ts'

export type EventDelivery = { carrier_id: string; event_id: string; event: CarrierEvent; body: string }

type About =
  | { kind: 'question'; uid: string; row: QuestionRow }
  | { kind: 'order'; uid: string; order_id: string }

export const applicationBehind = async (
  app: App,
  { carrier_id, event }: EventDelivery,
): Promise<About | null> => {
  const { request_id } = event.data
  const row = await findQuestionRow(app.db, String(request_id))
  if (row?.carrier_id === carrier_id) return { kind: 'question', uid: row.uid, row }
  const order = await findOrderRow(app.db, String(request_id))
  return order?.carrier_id === carrier_id ? { kind: 'order', uid: order.uid, order_id: order.order_id } : null
}

const takeForQuestion = async (
  app: App,
  { event }: EventDelivery,
  { row, actor }: { row: QuestionRow; actor: string },
): Promise<Taking> => {
  const line = lineOf(row.uid)
  if (!line) return refused('unknown_question')
  const { markets } = lines[line]
  const { uid, revision, item, carrier_id } = row
  const place = { uid, revision, item, carrier_id, actor }
  switch (event.type) {
    case 'quote.withdrawn':
    case 'price.changed': {
      const change = readOfferChange(event)
      if (!change) return refused('invalid_answer')
      const { quote_number } = change
      const order_id =
        event.type === 'price.changed'
          ? await markets.openOrderFor(app, { uid, carrier_id, quote_number })
          : null
      return order_id === null
        ? markets.changeOffer(app, { ...place, ...change })
        : markets.takeLateBindAnswer(app, { uid, order_id, reply: replyIn(event) ?? {}, actor })
    }
    case 'info.requested': {
      const { reason } = event.data
      return markets.takeLateAnswer(app, { ...place, reply: { kind: 'referred', reason } })
    }
    case 'quote.offered':
    case 'quote.declined':
      return markets.takeLateAnswer(app, { ...place, reply: replyIn(event) ?? {} })
    default:
      return refused('unknown_question')
  }
}

type OrderEvent = { uid: string; order_id: string; actor: string; page: BroughtPage }

const takeDocument = async (app: App, { uid, order_id, actor, page }: OrderEvent): Promise<Taking> => {
  const line = lineOf(uid)
  if (!line) return refused('unknown_question')
  if (page === 'unreadable') return refused('invalid_answer', 'not_a_readable_pdf')
  await lockIntakeRow(app.db, uid)
  const filed =
    page === 'noted' ? 'filed' : await fileDeclarations(app, { uid, order_id }, { page, by: actor })
  if (filed === 'no_policy') return refused('already_answered')
  if (filed === 'known') return { taken: true, repeated: true }
  const facts = { order_id, ...(page !== 'noted' && { sha256: digestOf(page) }) }
  await lines[line].markets.noteEvent(app, { uid, event: 'policy_document', facts, actor })
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
const takeCancellation = async (app: App, event: CarrierEvent, about: OrderEvent): Promise<Taking> => {
  const { uid, order_id, actor } = about
  const line = lineOf(uid)
  const said = readCancellation(event)
  if (!line) return refused('unknown_question')
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
  await lines[line].restate(app, uid)
  return { taken: true, repeated: !isNew }
}

/** The period must follow the one that ends, so that a late repetition is not taken for the next offer. */
const takeRenewal = async (app: App, event: CarrierEvent, about: OrderEvent): Promise<Taking> => {
  const line = lineOf(about.uid)
  const said = readRenewal(event)
  if (!line) return refused('unknown_question')
  if (!said) return refused('invalid_answer', 'not_a_renewal')
  const policy = await policyOrdered(app, about)
  if (typeof policy === 'string') return refused(policy)
  const settling = { line: lines[line], actor: about.actor }
  if (said === 'none') {
    await openRenewal(app, policy, settling)
    return { taken: true, repeated: false }
  }
  const { effective_date, expiration_date: period_to, annual_price, reasons = [], valid_until = null } = said
  const details = detailsOf(said)
  if (!areLimitsOf(lines[line].limits, details)) return refused('invalid_answer', 'not_a_limit_of_this_line')
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

const takeForOrder = async (app: App, { event }: EventDelivery, about: OrderEvent): Promise<Taking> => {
  const { uid, order_id, actor } = about
  const line = lineOf(uid)
  if (!line) return refused('unknown_question')
  const { markets } = lines[line]
  switch (event.type) {
    case 'policy.bound':
    case 'policy.blocked':
    case 'price.changed':
    case 'info.requested':
      return markets.takeLateBindAnswer(app, { uid, order_id, reply: replyIn(event) ?? {}, actor })
    case 'policy.document':
      return takeDocument(app, about)
    case 'policy.canceled':
      return takeCancellation(app, event, about)
    case 'policy.renewal_offered':
    case 'policy.renewed':
      return takeRenewal(app, event, about)
    default:
      return refused('already_bought')
  }
}

export const outcomeOf = (taking: Taking): string => (taking.taken ? 'taken' : taking.because)

/** One that breaks a rule may come again, corrected, under its id. One that overtook another may come again as it is. */
const MAY_COME_AGAIN: readonly string[] = ['invalid_answer', 'too_early'] satisfies LateRefusal[]

/** An event counts once, whatever became of it. */
export const takeEvent = (app: App, delivery: EventDelivery, page: BroughtPage): Promise<Taking> =>
  transact(app, async inside => {
    const { carrier_id, event_id, event, body } = delivery
    const actor = `carrier:${carrier_id}`
    const before = await findEvent(inside.db, { carrier_id, event_id })
    if (before)
      return before.outcome === 'taken'
        ? { taken: true, repeated: true }
        : refused(before.outcome as Parameters<typeof refused>[0])
    const about = await applicationBehind(inside, delivery)
    if (!about) return refused('unknown_question')
    const taking =
      about.kind === 'question'
        ? await takeForQuestion(inside, delivery, { row: about.row, actor })
        : await takeForOrder(inside, delivery, { ...about, actor, page })
    if (!taking.taken && MAY_COME_AGAIN.includes(taking.because)) return taking
    await recordEvent(inside, {
      carrier_id,
      event_id,
      type: event.type,
      uid: about.uid,
      request_id: String(event.data.request_id),
      outcome: outcomeOf(taking),
      body: typeof page === 'string' ? body : bodyWithoutPage(event, page),
    })
    return taking
  })
