import { type CarrierEvent, readOfferChange, replyIn } from '../../agency/carriers/events/event.ts'
import { recordEvent } from '../../agency/carriers/events/record.ts'
import { findEvent, lockEvent } from '../../agency/carriers/events/store.ts'
import { findOrderRow } from '../../agency/policies/order-store.ts'
import type { App } from '../../platform/app.ts'
import { carrierActor } from '../../platform/audit/actor.ts'
import { transact } from '../../platform/db/transact.ts'
import { type LineName, lineOf } from '../../platform/lines.ts'
import { dayWords } from '../../platform/values/calendar.ts'
import {
  type LateAnswer,
  type LateRefusal,
  refused,
  type Taking,
} from '../../products/line/offers/late-answer.ts'
import { findQuestionRow, type QuestionRow } from '../../products/line/offers/question-store.ts'
import { lines } from '../../products/lines.ts'
import {
  bodyWithoutPage,
  type EventPage,
  type OrderEvent,
  takeCancellation,
  takeDocument,
  takeEndorsement,
} from './take-policy-event.ts'
import { leaveFollowUp, takeRenewal } from './take-renewal.ts'

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

export const applicationBehind = async (
  app: App,
  delivery: EventDelivery,
): Promise<(Asked & { line: LineName }) | null> => {
  const asked = await askedBefore(app, delivery)
  const line = asked && lineOf(asked.uid)
  return line && { ...asked, line }
}

type Place = Omit<LateAnswer, 'reply'>

/** No call takes an answer to a carrier that has not quoted, so staff do. Its deadline stays. */
const takeCarrierQuestion = async (
  app: App,
  { event }: EventDelivery,
  { place, line, row }: { place: Place; line: LineName; row: QuestionRow },
): Promise<Taking> => {
  const { uid, carrier_id, actor } = place
  const { reason } = event.data
  if (typeof reason !== 'string') return refused('invalid_answer', 'not_an_answer')
  const taking = await lines[line].markets.takeLateAnswer(app, {
    ...place,
    reply: {
      kind: 'referred',
      reason,
      ...(row.expected_by && { expected_by: row.expected_by.toISOString() }),
    },
  })
  if (taking.taken)
    await leaveFollowUp(
      app,
      { uid, line, carrier_id, actor },
      {
        event: 'carrier_question',
        words: name =>
          `${name} asks something before it quotes: “${reason}” Ask the applicant, and tell the carrier.`,
      },
    )
  return taking
}

const takeForQuestion = async (
  app: App,
  delivery: EventDelivery,
  { row, line, actor }: { row: QuestionRow; line: LineName; actor: string },
): Promise<Taking> => {
  const { event } = delivery
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
          ? await markets.openOrderFor(app, { uid, item, carrier_id, quote_number })
          : null
      return order_id === null
        ? markets.changeOffer(app, { ...place, ...change })
        : markets.takeLateBindAnswer(app, { uid, order_id, reply: replyIn(event) ?? {}, actor })
    }
    case 'info.requested':
      return takeCarrierQuestion(app, delivery, { place, line, row })
    case 'quote.offered':
    case 'quote.declined':
      return markets.takeLateAnswer(app, { ...place, reply: replyIn(event) ?? {} })
    default:
      return refused('unknown_question')
  }
}

/** The carrier's first answer counts. But a policy may exist that we do not show, or the other way around. */
const takeDecision = async (
  app: App,
  { event }: EventDelivery,
  { uid, line, order_id, carrier_id, actor }: OrderEvent,
): Promise<Taking> => {
  const reply = replyIn(event) ?? {}
  const taking = await lines[line].markets.takeLateBindAnswer(app, { uid, order_id, reply, actor })
  if (taking.taken || taking.because !== 'already_answered') return taking
  const said =
    event.type === 'policy.bound'
      ? `it issued policy ${reply.policy_number} until ${dayWords(String(reply.expiration_date))}`
      : 'it refuses to issue a policy'
  await leaveFollowUp(
    app,
    { uid, line, carrier_id, actor },
    {
      event: 'other_bind_answer',
      words: name =>
        `${name} sent a second, different answer to an order: ${said}. We kept its first answer and told no one. Call the carrier.`,
    },
  )
  return taking
}

const takeForOrder = async (app: App, delivery: EventDelivery, about: OrderEvent): Promise<Taking> => {
  const { event } = delivery
  const { uid, line, order_id, actor } = about
  const { markets } = lines[line]
  switch (event.type) {
    case 'policy.bound':
    case 'policy.blocked':
      return takeDecision(app, delivery, about)
    case 'price.changed':
    case 'info.requested':
      return markets.takeLateBindAnswer(app, { uid, order_id, reply: replyIn(event) ?? {}, actor })
    case 'policy.document':
      return takeDocument(app, about)
    case 'policy.endorsed':
      return takeEndorsement(app, event, about)
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

/** A carrier may repeat these under the same ID: corrected, or unchanged if it came too early. */
const MAY_COME_AGAIN: readonly string[] = ['invalid_answer', 'too_early'] satisfies LateRefusal[]

export const takeEvent = (app: App, delivery: EventDelivery, page: EventPage): Promise<Taking> =>
  transact(app, async inside => {
    const { carrier_id, event_id, event, body } = delivery
    const actor = carrierActor(carrier_id)
    await lockEvent(inside.db, { carrier_id, event_id })
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
        : await takeForOrder(inside, delivery, { ...about, carrier_id, actor, page })
    if (!taking.taken && MAY_COME_AGAIN.includes(taking.because)) return taking
    await recordEvent(inside, {
      carrier_id,
      event_id,
      type: event.type,
      uid: about.uid,
      request_id: String(event.data.request_id),
      outcome: outcomeOf(taking),
      body: typeof page === 'string' ? body : bodyWithoutPage(event, page.bytes),
    })
    return taking
  })
