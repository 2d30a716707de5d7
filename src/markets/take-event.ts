import type { App } from '../app.ts'
import { type CarrierEvent, readOfferChange, replyIn } from '../carriers/events/event.ts'
import { recordEvent } from '../carriers/events/record.ts'
import { findEvent } from '../carriers/events/store.ts'
import { transact } from '../db/transact.ts'
import { type LateRefusal, refused, type Taking } from '../line/offers/late-answer.ts'
import { findQuestionRow, type QuestionRow } from '../line/offers/question-store.ts'
import { type LineName, lineOf, lines } from '../lines.ts'
import { findOrderRow } from '../policies/order-store.ts'
import { type BroughtPage, bodyWithoutPage } from './policy-document.ts'
import { type OrderEvent, takeCancellation, takeDocument, takeRenewal } from './take-policy-event.ts'

export type EventDelivery = { carrier_id: string; event_id: string; event: CarrierEvent; body: string }

type Asked =
  | { kind: 'question'; uid: string; row: QuestionRow }
  | { kind: 'order'; uid: string; order_id: string }

const askedBefore = async (app: App, { carrier_id, event }: EventDelivery): Promise<Asked | null> => {
  const request_id = String(event.data.request_id)
  const row = await findQuestionRow(app.db, request_id)
  if (row?.carrier_id === carrier_id) return { kind: 'question', uid: row.uid, row }
  const order = await findOrderRow(app.db, request_id)
  return order?.carrier_id === carrier_id ? { kind: 'order', uid: order.uid, order_id: order.order_id } : null
}

/** What this carrier was asked or ordered under the event's `request_id`, and for which line. */
export const applicationBehind = async (
  app: App,
  delivery: EventDelivery,
): Promise<(Asked & { line: LineName }) | null> => {
  const asked = await askedBefore(app, delivery)
  const line = asked && lineOf(asked.uid)
  return line && { ...asked, line }
}

const takeForQuestion = async (
  app: App,
  { event }: EventDelivery,
  { row, line, actor }: { row: QuestionRow; line: LineName; actor: string },
): Promise<Taking> => {
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

const takeForOrder = async (app: App, { event }: EventDelivery, about: OrderEvent): Promise<Taking> => {
  const { uid, line, order_id, actor } = about
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
        ? await takeForQuestion(inside, delivery, { ...about, actor })
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
