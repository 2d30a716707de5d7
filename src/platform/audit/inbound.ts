import type { App } from '../app.ts'
import { dayOf } from '../lib/clock.ts'
import { timeOrderedId } from '../lib/random.ts'
import {
  countFailedInbound,
  type InboundOutcome,
  type InboundRow,
  inboundEvents,
  saveInbound,
} from './inbound-store.ts'

export const RETRY_INBOUND = 'retry_inbound_event'

export const STRIPE = 'stripe'

type Key = Pick<InboundRow, 'source' | 'event_id'>

const MOST_FAILED = 500

type Arrived = Key & {
  type: string
  outcome: InboundOutcome
  reason?: string | null
  uid?: string | null
  body?: string
}

/** Never fails, because the event is already handled. */
export const noteInbound = async (app: App, { body, ...arrived }: Arrived): Promise<void> => {
  const now = app.clock.now()
  try {
    const isKept = body !== undefined && (await countFailedInbound(app.db, arrived.source)) < MOST_FAILED
    await saveInbound(app.db, {
      reason: null,
      uid: null,
      ...arrived,
      inbound_id: timeOrderedId(app.random, 'inb', now),
      times: 1,
      first_at: now,
      last_at: now,
      body: isKept ? app.sealer.seal(inboundEvents.context('body', arrived), body) : null,
      closed_at: null,
    })
  } catch (error) {
    app.log.warn({ source: arrived.source, err: error }, 'inbound event not recorded')
  }
}

export const noteUnsigned = (app: App, source: string): Promise<void> =>
  noteInbound(app, {
    source,
    event_id: `unsigned on ${dayOf(app.clock.now())}`,
    type: 'unknown',
    outcome: 'unsigned',
  })

export const inboundBody = ({ sealer }: App, { body, ...row }: InboundRow): string | null =>
  body && sealer.open(inboundEvents.context('body', row), body)
