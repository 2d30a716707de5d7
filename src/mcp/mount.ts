import type { FastifyInstance } from 'fastify'
import type { App } from '../app.ts'
import { fail } from '../errors.ts'
import { factsOf } from '../http/admission.ts'
import type { CallerBase, Guard } from '../http/operation.ts'
import type { Mount } from '../http/server.ts'
import { serveTools, type ToolServer } from './serve.ts'

export type McpEndpoint = { path: string; guard: Guard<App, CallerBase>; server: ToolServer }

/**
 * The credential is checked before a word of the protocol is read, so that a client learns where to get one. What a
 * tool then does goes through the pipeline like any call, with that credential.
 */
const mountEndpoint = (http: FastifyInstance, app: App, { path, guard, server }: McpEndpoint): void => {
  http.route({
    method: 'POST',
    url: path,
    config: { challenge: () => guard.challenge?.(app) },
    onRequest: async request => {
      await guard.identify(app, factsOf(request), null)
    },
    handler: async (request, reply) => {
      reply.hijack()
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value)
      await serveTools(http, server, request, { raw: { request: request.raw, response: reply.raw } })
    },
  })
  http.route({
    method: ['GET', 'DELETE', 'PUT', 'PATCH'],
    url: path,
    handler: () => fail('method_not_allowed', { headers: { allow: 'POST' } }),
  })
}

export const mountMcp =
  (app: App, endpoints: readonly McpEndpoint[]): Mount =>
  http => {
    for (const endpoint of endpoints) mountEndpoint(http, app, endpoint)
  }
