import { setTimeout } from 'node:timers/promises'
import { type App, perService } from '../../platform/app.ts'
import { SECOND } from '../../platform/lib/clock.ts'
import { noteHandedOver } from './outbox.ts'
import type { EmailRow } from './store.ts'

const FIRST_PAUSE_MS = SECOND / 4
const LONGEST_PAUSE_MS = 5 * SECOND
const STOPPING_WAITS_MS = 5 * SECOND

type Deliveries = {
  underWay: Map<string, Promise<void>>
  accepted: Set<string>
  stopped: AbortController
}

const deliveriesOf = perService<Deliveries>(() => ({
  underWay: new Map(),
  accepted: new Set(),
  stopped: new AbortController(),
}))

/** Retries until the service ends. While this process knows that an email was sent, no other may send it. */
const record = async (app: App, row: EmailRow): Promise<void> => {
  const { accepted, stopped } = deliveriesOf(app)
  accepted.add(row.email_id)
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS))
    try {
      await noteHandedOver(app, row)
      accepted.delete(row.email_id)
      return
    } catch (error) {
      if (stopped.signal.aborted) throw error
      app.log.warn({ email_id: row.email_id, err: error }, 'email sent but not recorded, trying again')
      await setTimeout(pauseMs, undefined, { signal: stopped.signal }).catch(() => undefined)
    }
}

/** A job that was freed and taken again joins the delivery in progress instead of sending a second email. */
export const deliverOnce = (
  app: App,
  emailId: string,
  send: () => Promise<EmailRow | null>,
): Promise<void> => {
  const { underWay } = deliveriesOf(app)
  const known = underWay.get(emailId)
  if (known) return known
  const delivery = send()
    .then(row => (row === null ? undefined : record(app, row)))
    .finally(() => underWay.delete(emailId))
  delivery.catch(() => undefined)
  underWay.set(emailId, delivery)
  return delivery
}

export const closeDeliveries = async (app: App): Promise<void> => {
  const { underWay, accepted, stopped } = deliveriesOf(app)
  if (accepted.size > 0) {
    const recorded = Promise.allSettled([...accepted].map(id => underWay.get(id)))
    await Promise.race([recorded, setTimeout(STOPPING_WAITS_MS, undefined, { ref: false })])
  }
  stopped.abort()
  for (const email_id of accepted)
    app.log.error({ email_id }, 'email sent but not recorded: it will be sent again')
}
