import type { IncomingMessage } from 'node:http'
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify'
import { fail } from '../../errors.ts'
import { MAX_BODY_BYTES, parseJsonBody, parseLargeJsonBody } from '../json-body.ts'

const FIRST_BYTES = 64 * 1024
const NOTHING = Buffer.alloc(0)

const enlarged = (bytes: Buffer, length: number) => {
  const larger = Buffer.allocUnsafe(length)
  bytes.copy(larger)
  return larger
}

export const readBody = (
  { headers, routeOptions: { bodyLimit } }: FastifyRequest,
  payload: IncomingMessage,
  done: (error: Error | null, bytes: Buffer) => void,
): void => {
  const told = headers['content-length'] === undefined ? null : Number(headers['content-length'])
  if (told !== null && told > bodyLimit) {
    done(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE(), NOTHING)
    return
  }
  let bytes = Buffer.allocUnsafe(Math.min(told ?? FIRST_BYTES, FIRST_BYTES))
  let filled = 0
  const finish = (error: Error | null): void => {
    payload.off('data', take).off('end', end).off('error', finish)
    done(error, bytes.subarray(0, filled))
  }
  const end = (): void =>
    finish(told === null || told === filled ? null : new errorCodes.FST_ERR_CTP_INVALID_CONTENT_LENGTH())
  const take = (piece: Buffer): void => {
    const length = filled + piece.length
    if (length > bodyLimit) {
      finish(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE())
      return
    }
    if (length > bytes.length) bytes = enlarged(bytes, Math.max(length, told ?? bytes.length * 2))
    filled += piece.copy(bytes, filled)
  }
  payload.on('data', take).on('end', end).on('error', finish)
}

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
