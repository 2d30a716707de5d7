import type { App } from '../../../platform/app.ts'
import { carrierEvents, type EventRow, insertEvent, listWholeEvents } from './store.ts'

type EventKey = Pick<EventRow, 'carrier_id' | 'event_id'>

export const recordEvent = (
  app: App,
  { body, ...row }: Omit<EventRow, 'body' | 'received_at'> & { body: string },
): Promise<void> =>
  insertEvent(app.db, {
    ...row,
    received_at: app.clock.now(),
    body: app.sealer.seal(carrierEvents.context('body', row), body),
  })

type SaidEvent = Omit<EventRow, 'body'> & { said: unknown }

/** The body is stored as it came. The decoder drops a byte order mark. */
const openBody = ({ sealer }: App, row: EventKey, body: Buffer): { data: unknown } =>
  JSON.parse(new TextDecoder().decode(sealer.openBytes(carrierEvents.context('body', row), body)))

export const eventsSaid = async (app: App, uid: string): Promise<SaidEvent[]> =>
  (await listWholeEvents(app.db, uid)).map(({ body, ...row }) => ({
    ...row,
    said: openBody(app, row, body).data,
  }))
