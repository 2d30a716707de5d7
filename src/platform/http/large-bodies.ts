import type { FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '../errors.ts'
import { SECOND } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { noteSecurityEvent } from '../lib/security-events.ts'
import { budgetSubjects } from './admission.ts'
import { heldCalls } from './budgets/held-calls.ts'
import { MAX_BODY_BYTES } from './json-body.ts'

const PLACES = { most: 6, mostOfOne: 3 }

const SENDING = { graceMs: 3 * SECOND, bytesPerSecond: 32 * 1024, lookEveryMs: SECOND / 2 }

export const isLarge = ({ headers }: FastifyRequest): boolean =>
  Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) > MAX_BODY_BYTES

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
    stop()
    onCutOff()
    raw.socket.destroy()
  }, lookEveryMs).unref()
  const stop = () => {
    clearInterval(timer)
    raw.socket.off('close', stop)
  }
  raw.once('end', stop).once('close', stop)
  // A request that was refused before its body was read never ends or closes by itself.
  raw.socket.once('close', stop)
}

/** A large body is in memory several times at once: as bytes, text and values, and sealed. */
export const largeBodyGate = (
  app: { log: Log },
  sending = SENDING,
): ((request: FastifyRequest, reply: FastifyReply) => void) => {
  const places = heldCalls(PLACES)
  return (request, reply) => {
    if (!isLarge(request)) return
    // The caller hung up while its credential was checked. Nothing would give its place back.
    if (reply.raw.destroyed) fail('invalid_request')
    const facts = { request_id: request.id, route: request.routeOptions.url }
    const leave = places.enter(budgetSubjects(request))
    if (!leave) {
      noteSecurityEvent(app, 'share_used_up', facts)
      fail('unavailable', { retryAfterSeconds: 2 })
    }
    reply.raw.once('close', () => leave?.())
    cutOffSlowSender(request, sending, () => noteSecurityEvent(app, 'sender_cut_off', facts))
  }
}
