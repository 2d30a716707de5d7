import { Webhook } from 'standardwebhooks'

export type EventHeaders = { id: string; timestamp: string; signature: string }

const one = (value: unknown): string => (typeof value === 'string' ? value : '')

export const eventHeaders = (headers: Record<string, unknown>): EventHeaders => ({
  id: one(headers['webhook-id']),
  timestamp: one(headers['webhook-timestamp']),
  signature: one(headers['webhook-signature']),
})

/** The signature joins id, time and body by dots, so a dot in the id could move from one to the next. */
const ID = /^[\x21-\x2d\x2f-\x7e]{1,100}$/

/** Standard Webhooks: signed with the carrier's secret, and not older or newer than five minutes. */
export const isGenuine = (
  secret: string,
  { id, timestamp, signature }: EventHeaders,
  body: string,
): boolean => {
  if (!ID.test(id)) return false
  try {
    new Webhook(secret, { format: 'raw' }).verify(
      body,
      { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature },
      { jsonParse: false },
    )
    return true
  } catch {
    return false
  }
}
