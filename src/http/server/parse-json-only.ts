import type { FastifyInstance } from 'fastify'
import { Failure } from '../../errors.ts'
import { MAX_BODY_BYTES, parseJsonBody, parseLargeJsonBody } from '../json-body.ts'

const COMPRESSED = 'Send the body uncompressed, without Content-Encoding.'

export const parseJsonOnly = (server: FastifyInstance): void => {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (request.costs) request.costs.bytes += bytes.length
    const { 'content-encoding': encoding = 'identity' } = request.headers
    if (encoding !== 'identity') {
      done(new Failure('unsupported_media_type', { message: COMPRESSED }))
      return
    }
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
