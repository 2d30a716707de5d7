import type { FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '../errors.ts'
import { SECOND } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { noteSecurityEvent } from '../lib/security-events.ts'
import { namesOf } from './admission.ts'
import { heldCalls } from './budgets/held-calls.ts'
import { MAX_BODY_BYTES } from './json-body.ts'

const PLACES = { most: 6, mostOfOne: 3 }

export const SENDING = { graceMs: 3 * SECOND, bytesPerSecond: 32 * 1024, lookEveryMs: SECOND / 2 }

/** A body without a Content-Length may become as large as it likes. */
const isLarge = ({ headers }: FastifyRequest): boolean =>
  Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) > MAX_BODY_BYTES

/** Whoever holds a place has to send: a body that comes too slowly gives its place to others. */
const cutOffSlowSender = (
  { raw }: FastifyRequest,
  { graceMs, bytesPerSecond, lookEveryMs }: typeof SENDING,
  onCutOff: () => void,
): void => {
  const began = performance.now()
  const before = raw.socket.bytesRead
  const timer = setInterval(() => {
    const allowedMs = graceMs + ((raw.socket.bytesRead - before) / bytesPerSecond) * SECOND
    if (performance.now() - began <= allowedMs) return
    onCutOff()
    raw.socket.destroy()
  }, lookEveryMs).unref()
  const stop = () => clearInterval(timer)
  raw.once('end', stop).once('close', stop)
}

/**
 * While it is worked on, a large body is in memory several times over: as bytes, as text, as values, sealed.
 * So a route works on a few at once, of one caller fewer still, and asks the others to come back.
 */
export const largeBodyGate = (
  app: { log: Log },
  sending = SENDING,
): ((request: FastifyRequest, reply: FastifyReply) => void) => {
  const places = heldCalls(PLACES)
  return (request, reply) => {
    if (!isLarge(request)) return
    const facts = { request_id: request.id, route: request.routeOptions.url }
    const leave = places.enter(namesOf(request))
    if (!leave) {
      noteSecurityEvent(app, 'share_used_up', facts)
      fail('unavailable', { retryAfterSeconds: 2 })
    }
    reply.raw.once('close', () => leave?.())
    cutOffSlowSender(request, sending, () => noteSecurityEvent(app, 'sender_cut_off', facts))
  }
}
