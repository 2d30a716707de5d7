import { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../../platform/app.ts'
import { providerOf } from './provider.ts'

/** A copy under PUBLIC_URL, whatever the Host and forwarding headers say, with the body we already read. */
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
  // Otherwise the library takes the end of the body for an aborted connection.
  copy.complete = true
  return copy
}

export const replyFromProvider = async (
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
