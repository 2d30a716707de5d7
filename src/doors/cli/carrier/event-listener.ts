import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type CarrierEvent, readEvent } from '../../../agency/carriers/events/event.ts'
import { eventHeaders, isGenuine } from '../../../agency/carriers/events/verify.ts'

export type ReceivedEvent = { id: string; genuine: boolean; event: CarrierEvent | null; accepted: boolean }

export type Listener = {
  url: string
  received: ReceivedEvent[]
  accepts: (event: CarrierEvent) => boolean
  until(done: () => boolean, milliseconds: number): Promise<boolean>
  stop(): Promise<void>
}

const statusFor = ({ genuine, event, accepted }: Omit<ReceivedEvent, 'id'>): number => {
  if (accepted) return 200
  if (!genuine) return 401
  return event ? 503 : 400
}

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

export const listenForEvents = async (secret: string, port: number): Promise<Listener> => {
  const news = new EventEmitter()
  const server = createServer(async (incoming, response) => {
    const body = await text(incoming).catch(() => '')
    const headers = eventHeaders(incoming.headers)
    const genuine = isGenuine(secret, headers, body)
    const event = readEvent(parsed(body))
    const accepted = genuine && event !== null && listener.accepts(event)
    listener.received.push({ id: headers.id, genuine, event, accepted })
    response.writeHead(statusFor({ genuine, event, accepted }), { 'content-type': 'application/json' })
    response.end(JSON.stringify(accepted ? { status: 'taken' } : { error: 'not_taken' }))
    news.emit('event')
  })
  server.listen(port)
  await once(server, 'listening')
  const listener: Listener = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    accepts: () => true,
    async until(done, milliseconds) {
      const signal = AbortSignal.timeout(milliseconds)
      while (!done() && !signal.aborted) await once(news, 'event', { signal }).catch(() => undefined)
      return done()
    },
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  return listener
}
