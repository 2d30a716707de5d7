import type { FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '../errors.ts'
import { MAX_BODY_BYTES } from './json-body.ts'

const MOST = 4

/** A body without a Content-Length may become as large as it likes. */
const isLarge = ({ headers }: FastifyRequest): boolean =>
  Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) > MAX_BODY_BYTES

/**
 * While it is worked on, a large body is in memory several times over: as bytes, as text, as values, sealed.
 * So a route that takes them works on a few at once, and whoever comes then is told when to come back.
 */
export const largeBodyGate = (): ((request: FastifyRequest, reply: FastifyReply) => void) => {
  let inside = 0
  return (request, reply) => {
    if (!isLarge(request)) return
    if (inside >= MOST) fail('unavailable', { retryAfterSeconds: 2 })
    inside++
    reply.raw.once('close', () => inside--)
  }
}
