import { type CarrierEvent, readEvent } from '../../agency/carriers/events/event.ts'
import { takeHint } from '../../agency/payments/stripe/webhook.ts'
import { type App, job } from '../../platform/app.ts'
import { inboundBody, noteInbound, RETRY_INBOUND, STRIPE } from '../../platform/audit/inbound.ts'
import { findInbound } from '../../platform/audit/inbound-store.ts'
import { Failure } from '../../platform/errors.ts'
import { parseJsonBody } from '../../platform/http/json-body.ts'
import type { Taking } from '../../products/line/offers/late-answer.ts'
import { applicationBehind, type EventDelivery, outcomeOf, takeEvent } from './take-event.ts'
import { pageIn } from './take-policy-event.ts'

const CARRIER = 'carrier:'

export const inboundSource = (carrierId: string): string => CARRIER + carrierId

const carrierIn = (source: string): string => source.slice(CARRIER.length)

export type Received = { carrier_id: string; event_id: string; body: string }

const read = (body: string): CarrierEvent | null => {
  try {
    return readEvent(parseJsonBody(Buffer.from(body)))
  } catch (error) {
    if (error instanceof Failure) return null
    throw error
  }
}

const FAILED: readonly string[] = ['unknown_question', 'invalid_answer']

/** A refused file would fail again, so only events that failed on our side are kept whole. */
const KEPT_CHARACTERS = 256 * 1024

const noteTaking = async (app: App, delivery: EventDelivery, taking: Taking | null): Promise<void> => {
  const { carrier_id, event_id, event, body } = delivery
  const reason = taking === null ? 'error' : outcomeOf(taking)
  const isFailed = taking === null || FAILED.includes(reason)
  const about = await applicationBehind(app, delivery).catch((error: unknown) => {
    app.log.warn({ carrier_id, event_id, err: error }, 'application behind an inbound event not read')
    return null
  })
  const done = taking?.taken ? 'taken' : 'refused'
  await noteInbound(app, {
    source: inboundSource(carrier_id),
    event_id,
    type: event.type,
    outcome: isFailed ? 'failed' : done,
    reason: taking?.taken ? null : reason,
    uid: about?.uid ?? null,
    ...(isFailed && (taking === null || body.length <= KEPT_CHARACTERS) && { body }),
  })
}

export const receive = async (
  app: App,
  received: Received,
): Promise<{ event: CarrierEvent; taking: Taking } | null> => {
  const event = read(received.body)
  if (!event) {
    const { carrier_id, event_id, body } = received
    const source = inboundSource(carrier_id)
    await noteInbound(app, {
      source,
      event_id,
      type: 'unknown',
      outcome: 'failed',
      reason: 'unreadable',
      ...(body.length <= KEPT_CHARACTERS && { body }),
    })
    return null
  }
  const delivery = { ...received, event }
  const take = async (): Promise<Taking> =>
    takeEvent(app, delivery, await pageIn(app, event, inboundSource(received.carrier_id)))
  const taking = await take().catch(async (error: unknown) => {
    await noteTaking(app, delivery, null)
    throw error
  })
  await noteTaking(app, delivery, taking)
  return { event, taking }
}

export const retryInbound = job<{ inbound_id: string }>({
  name: RETRY_INBOUND,
  lane: 'carriers',
  async run(app, { inbound_id }) {
    const row = await findInbound(app.db, inbound_id)
    const body = row?.outcome === 'failed' ? inboundBody(app, row) : null
    if (!row || body === null) return
    const { source, event_id } = row
    try {
      if (source === STRIPE) await takeHint(app, JSON.parse(body), body)
      else await receive(app, { carrier_id: carrierIn(source), event_id, body })
    } catch (error) {
      app.log.warn({ inbound_id, err: error }, 'inbound event failed again')
    }
  },
})
