import { randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { CARRIER_SECRET } from './carrier-server.ts'

export type SentEvent = {
  id?: string
  at?: Date
  secret?: string
  alsoSecret?: string
  carrier?: string
  mark?: string
}

/** Sends an event as a carrier does. */
export const sendEvent = async (
  { url }: { url: string },
  { type, data }: { type: string; data: object },
  {
    id = `evt_${randomUUID()}`,
    at = new Date(),
    secret = CARRIER_SECRET,
    alsoSecret,
    carrier = 'far',
    mark = '',
  }: SentEvent = {},
) => {
  const body = mark + JSON.stringify({ type, timestamp: at.toISOString(), data })
  const secrets = [...(alsoSecret === undefined ? [] : [alsoSecret]), secret]
  const signatures = secrets.map(one => new Webhook(one, { format: 'raw' }).sign(id, at, body))
  const response = await fetch(`${url}/carriers/${carrier}/events`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': signatures.join(' '),
    },
    body,
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
