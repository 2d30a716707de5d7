import { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import { providerOf } from './provider.ts'

/**
 * The request as the authorization server is to see it: under our public name, whatever Host and forwarding headers
 * say, and with a body that was read and bounded already.
 */
const requestFor = ({ raw }: FastifyRequest, body: string, publicUrl: string): IncomingMessage => {
  const { host, protocol } = new URL(publicUrl)
  const { pathname, search } = new URL(raw.url ?? '/', publicUrl)
  const { 'x-forwarded-host': _host, 'transfer-encoding': _encoding, ...headers } = raw.headers
  const copy = new IncomingMessage(raw.socket)
  copy.method = raw.method ?? 'GET'
  copy.url = `${pathname}${search}`
  copy.headers = {
    ...headers,
    host,
    'x-forwarded-proto': protocol.slice(0, -1),
    ...(body !== '' && { 'content-length': String(Buffer.byteLength(body)) }),
  }
  if (body !== '') copy.push(body)
  copy.push(null)
  // All of it is here. Otherwise its end would be taken for a connection that broke off.
  copy.complete = true
  return copy
}

/** Lets the authorization server answer, with our own headers on it. */
export const answerByProvider = async (
  app: App,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  body = '',
): Promise<void> => {
  const provider = await providerOf(app)
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  await provider.callback()(requestFor(request, body, app.config.publicUrl), reply.raw)
}
