import type { FastifyInstance } from 'fastify'
import { fail } from '../../errors.ts'
import { MAX_BODY_BYTES, parseJsonBody, parseLargeJsonBody } from '../json-body.ts'
import { readBody } from './read-body.ts'

const COMPRESSED = 'Send the body uncompressed, without Content-Encoding.'

export const parseJsonOnly = (server: FastifyInstance): void => {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', (request, payload, done) => {
    const parse = (bytes: Buffer): unknown => {
      const { 'content-encoding': encoding = 'identity' } = request.headers
      if (encoding !== 'identity') fail('unsupported_media_type', { message: COMPRESSED })
      return bytes.length > MAX_BODY_BYTES ? parseLargeJsonBody(bytes) : parseJsonBody(bytes)
    }
    readBody(request, payload, (failed, bytes) => {
      if (request.costs) request.costs.bytes += bytes.length
      if (failed) {
        done(failed)
        return
      }
      try {
        const value = parse(bytes)
        if (value instanceof Promise) value.then(read => done(null, read), done)
        else done(null, value)
      } catch (error) {
        done(error as Error)
      }
    })
  })
}
