import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import type { EventType } from '../../../agency/carriers/events/event.ts'
import type { Knobs } from './knobs.ts'

export type EventSettings = {
  secret: string
  url: string | undefined
  delayMs: number
  retryMs: number
  signal: AbortSignal
  say(line: string): void
}

type Event = { type: EventType; data: object; knobs: Knobs }

const ATTEMPTS = 8

const deliver = async (
  { url = '', signal }: EventSettings,
  { id, body, secret }: { id: string; body: string; secret: string },
): Promise<number> => {
  const at = new Date()
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret, { format: 'raw' }).sign(id, at, body),
  }
  try {
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' })
    await response.arrayBuffer()
    return response.status
  } catch {
    return 0
  }
}

const newId = (): string => `evt_${randomUUID()}`

const sendUntilTaken = async (settings: EventSettings, { type, data, knobs }: Event): Promise<void> => {
  const body = JSON.stringify({ type, timestamp: new Date().toISOString(), data })
  const secret = knobs.has('forged_event') ? `not ${settings.secret}` : settings.secret
  let id = newId()
  for (let attempt = 1; attempt <= ATTEMPTS && !settings.signal.aborted; attempt++) {
    const status = await deliver(settings, { id, body, secret })
    settings.say(`event ${type} ${id}: ${status || 'no answer'}`)
    const final = status !== 0 && status !== 429 && status < 500
    if (final && knobs.has('twice')) await deliver(settings, { id, body, secret })
    if (final || knobs.has('gives_up')) return
    if (knobs.has('new_event_id')) id = newId()
    await sleep(settings.retryMs * attempt, undefined, { signal: settings.signal })
  }
}

export const sendEventLater = (settings: EventSettings, event: Event): void => {
  if (settings.url === undefined) {
    settings.say(`event ${event.type}: not sent, because --events is not set`)
    return
  }
  sleep(settings.delayMs, undefined, { signal: settings.signal })
    .then(() => sendUntilTaken(settings, event))
    .catch((error: Error) => {
      if (error.name !== 'AbortError') throw error
    })
}
