import type { FastifyInstance } from 'fastify'
import { MAX_BODY_BYTES, parseJsonBody, parseLargeJsonBody } from '../json-body.ts'

export const parseJsonOnly = (server: FastifyInstance): void => {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (request.costs) request.costs.bytes += bytes.length
    if (bytes.length > MAX_BODY_BYTES) {
      parseLargeJsonBody(bytes).then(value => done(null, value), done)
      return
    }
    try {
      done(null, parseJsonBody(bytes))
    } catch (error) {
      done(error as Error)
    }
  })
}
