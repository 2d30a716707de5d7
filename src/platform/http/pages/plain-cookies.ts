import type { FastifyInstance } from 'fastify'
import { isLoopback } from '../../lib/address.ts'

type Place = { production: boolean; publicUrl: string }

/** Decided by settings alone: a header or the caller's address could be forged. */
export const hasPlainCookies = ({ production, publicUrl }: Place): boolean => {
  const { protocol, hostname: name } = new URL(publicUrl)
  const hostname = name.replace(/^\[|\]$/g, '')
  return !production && protocol === 'http:' && (hostname === 'localhost' || isLoopback(hostname))
}

const PREFIX = '__Host-'

export const plainCookie = (line: string): string => line.replace(PREFIX, '').replace(/; secure/i, '')

const prefixed = (header: string): string => header.replaceAll(/(^|; *)(?!__)/g, `$1${PREFIX}`)

/** Safari refuses the prefix and `Secure` over http, on loopback too. There, cookies go out and come in without them. */
export const plainCookies = (server: FastifyInstance): void => {
  server.addHook('onRequest', ({ headers }, _reply, done) => {
    if (headers.cookie !== undefined) headers.cookie = prefixed(headers.cookie)
    done()
  })
  server.addHook('onSend', (_request, reply, payload, done) => {
    const lines = [reply.getHeader('set-cookie') ?? []].flat().map(String)
    if (lines.length > 0) {
      reply.removeHeader('set-cookie')
      reply.header('set-cookie', lines.map(plainCookie))
    }
    done(null, payload)
  })
}
