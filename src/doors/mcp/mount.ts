import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/errors.ts'
import { admission, reportUntouchedBudget } from '../../platform/http/admission.ts'
import { type Budget, budgetHeaders } from '../../platform/http/budgets/budget.ts'
import type { Budgets } from '../../platform/http/budgets/budgets.ts'
import { MAX_BODY_BYTES } from '../../platform/http/json-body.ts'
import { largeBodyGate } from '../../platform/http/large-bodies.ts'
import type { CallerBase, Guard } from '../../platform/http/operation.ts'
import type { Mount } from '../../platform/http/server.ts'
import { type ToolServer, toolEndpoint } from './serve.ts'

export type McpEndpoint = { path: string; guard: Guard<App, CallerBase>; server: ToolServer }

type Site = { app: App; budgets: Budgets }

export const mcpCalls: Budget = { name: 'mcp', points: 1200, seconds: 60, by: 'address', leased: true }

const refuseOtherSites = ({ config }: App, { headers: { origin } }: FastifyRequest): void => {
  if (origin === undefined || origin === new URL(config.publicUrl).origin) return
  fail('forbidden', { message: 'Pages of other sites may not call this server. Call it from a program.' })
}

const LARGEST_BYTES = 3 * 2 ** 20

const largestBody = ({ tools }: ToolServer): number =>
  tools.some(({ row }) => row.operation.bodyLimitBytes !== undefined) ? LARGEST_BYTES : MAX_BODY_BYTES

/** MCP dropped batches with 2025-06-18. A batch would spend the budget of one call and do the work of many. */
const NO_BATCHES = JSON.stringify({
  jsonrpc: '2.0',
  id: null,
  error: { code: -32600, message: 'Batches are not supported. Send each JSON-RPC request by itself.' },
})

/** Checks the credential before parsing the protocol, so a client learns where to get one. */
const mountEndpoint = (http: FastifyInstance, site: Site, { path, guard, server }: McpEndpoint): void => {
  const { app } = site
  const admitting = { ...site, row: { guard, budgets: [mcpCalls], tag: null } }
  const admit = admission(admitting)
  const admitUpload = largeBodyGate(app)
  const serve = toolEndpoint(http, server)
  http.route({
    method: 'POST',
    url: path,
    config: {
      challenge: () => guard.challenge?.(app),
      reportBudget: request => reportUntouchedBudget(admitting, request),
    },
    bodyLimit: largestBody(server),
    onRequest: async request => {
      refuseOtherSites(app, request)
      await admit(request)
    },
    preParsing: async (request: FastifyRequest, reply: FastifyReply) => admitUpload(request, reply),
    handler: async (request, reply) => {
      if (request.budget) reply.headers(budgetHeaders(request.budget))
      if (Array.isArray(request.body)) return reply.code(400).type('application/json').send(NO_BATCHES)
      reply.hijack()
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value)
      await serve({ request, response: reply.raw, app })
    },
  })
  http.route({
    method: ['GET', 'DELETE', 'PUT', 'PATCH', 'OPTIONS'],
    url: path,
    handler: () => fail('method_not_allowed', { headers: { allow: 'POST' } }),
  })
}

export const mountMcp =
  (site: Site, endpoints: readonly McpEndpoint[]): Mount =>
  http => {
    for (const endpoint of endpoints) mountEndpoint(http, site, endpoint)
  }
