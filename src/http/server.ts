import { randomBytes } from 'node:crypto'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { Failure, fail } from '../errors.ts'
import { SECOND } from '../lib/clock.ts'
import { requestId } from '../lib/random.ts'
import { addressOf, checkVersion, factsOf, takeBudget } from './admission.ts'
import type { Budgets } from './budgets.ts'
import type { Document, DocumentRequest, DocumentRow } from './document.ts'
import { asFailure, asProblem, failureBody } from './failure-reply.ts'
import { MAX_BODY_BYTES, parseJsonBody } from './json-body.ts'
import type { Metrics } from './metrics.ts'
import type { PipelineApp, Row } from './operation.ts'
import { mount } from './pipeline.ts'
import { validatorCompiler } from './schemas.ts'
import { pageHeaders, securityHeaders } from './security-headers.ts'
import { unreadable } from './unreadable.ts'
import { checkVersions, VERSION_HEADERS, type VersionTable, versionHeaders } from './versions.ts'

declare module 'fastify' {
  interface FastifyInstance {
    versions: VersionTable
  }
}

export type ServerOptions<A extends PipelineApp> = {
  app: A
  rows: readonly Row<A>[]
  documents: readonly DocumentRow<A>[]
  budgets: Budgets
  metrics: Metrics
  publicUrl: string
  trustedProxies: readonly string[]
  versions: VersionTable
  /** True while the service is being stopped: connections are closed as their answers go out. */
  draining: () => boolean
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

type OnFault = (error: unknown, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

type FastifySettings = {
  trustedProxies: readonly string[]
  /** The whole answer to what never became a request. */
  unreadable: (code: string | undefined) => string
  /** For what Fastify refuses before it runs a hook. */
  onUnrouted: OnFault
}

const createFastify = ({ trustedProxies, ...settings }: FastifySettings): FastifyInstance =>
  Fastify({
    logger: false,
    genReqId: requestId,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: 30 * SECOND,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    http: { headersTimeout: 5 * SECOND, connectionsCheckingInterval: SECOND },
    routerOptions: { maxParamLength: 200 },
    clientErrorHandler: (error, socket) => {
      if (!socket.writable) return
      socket.end(settings.unreadable(error.code))
      // It has had its answer: whoever keeps the connection open all the same is cut off.
      setTimeout(() => socket.destroy(), SECOND).unref()
    },
    frameworkErrors: (error, request, reply) =>
      void settings.onUnrouted(error, request as FastifyRequest, reply as FastifyReply),
  })

const CREDENTIAL_CODES = new Set<string>(['unauthorized', 'key_expired', 'insufficient_scope'])

const sendFailure = async <A extends PipelineApp>(
  { app, publicUrl }: ServerOptions<A>,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  const log = (fault: unknown) => app.log.error({ request_id: request.id, err: fault }, 'request failed')
  const failure = asFailure(error, log)
  const { tellBudget, challenge } = request.routeOptions.config
  await tellBudget?.(request, reply).catch(log)
  const wanted = CREDENTIAL_CODES.has(failure.code) ? challenge?.() : undefined
  if (wanted !== undefined) reply.header('www-authenticate', wanted)
  const { retryAfterSeconds, headers } = failure.details
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  const body = failureBody(failure, request.id, publicUrl)
  const problem = request.headers.accept?.includes('application/problem+json')
  return reply
    .code(failure.status)
    .headers(headers ?? {})
    .type(problem ? 'application/problem+json; charset=utf-8' : 'application/json; charset=utf-8')
    .send(JSON.stringify(problem ? asProblem(body, failure.status) : body))
}

const mountDocument = <A extends PipelineApp>(
  server: FastifyInstance,
  { app, budgets }: Pick<ServerOptions<A>, 'app' | 'budgets'>,
  row: DocumentRow<A>,
): void => {
  server.get(row.path.replaceAll(/\{(\w+)\}/g, ':$1'), async (request, reply) => {
    if (!row.page) checkVersion(request)
    if (row.budget)
      await takeBudget({ budgets, budget: row.budget, subject: addressOf(request) }, request, reply)
    const nonce = row.page ? randomBytes(16).toString('base64url') : ''
    const { type, body, status, headers }: Document = await row.respond(app, {
      ...factsOf(request),
      nonce,
      host: request.host,
      params: request.params as DocumentRequest['params'],
      query: request.query as DocumentRequest['query'],
    })
    if (row.page) {
      for (const name of VERSION_HEADERS) reply.removeHeader(name)
      reply.headers(pageHeaders(nonce))
    }
    return reply
      .code(status ?? 200)
      .headers(headers ?? {})
      .type(type)
      .send(body)
  })
}

/** A known path with another method is 405 and names the methods that it takes. */
const mountRefusals = (server: FastifyInstance, taken: Map<string, string[]>): void => {
  for (const [path, methods] of taken) {
    const allowed = methods.includes('GET') ? [...methods, 'HEAD'] : methods
    server.route({
      method: METHODS.filter(method => !allowed.includes(method)),
      url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
      onRequest: async () => fail('method_not_allowed', { headers: { allow: allowed.join(', ') } }),
      handler: async () => undefined,
    })
  }
}

const methodsByPath = <A>(
  rows: readonly Row<A>[],
  documents: readonly DocumentRow<A>[],
): Map<string, string[]> => {
  const taken = new Map<string, string[]>()
  for (const { method, path } of [...rows, ...documents.map(({ path }) => ({ method: 'GET', path }))])
    taken.set(path, [...(taken.get(path) ?? []), method])
  return taken
}

export const createServer = <A extends PipelineApp>(options: ServerOptions<A>): FastifyInstance => {
  const { app, rows, documents, budgets, metrics, publicUrl, trustedProxies, versions, draining } = options
  checkVersions(versions)
  const onFault: OnFault = (error, request, reply) => sendFailure(options, error, request, reply)
  const common = securityHeaders(publicUrl)
  const versionOf = versionHeaders(versions)
  const setHeaders = (request: FastifyRequest, reply: FastifyReply): void => {
    reply.headers(common).headers(versionOf(request.headers['service-api-version']))
    reply.header('x-request-id', request.id)
    if (draining()) reply.header('connection', 'close')
  }
  const server = createFastify({
    trustedProxies,
    unreadable: code => unreadable({ code, publicUrl, headers: { ...common, ...versionOf(undefined) } }),
    onUnrouted: (error, request, reply) => {
      setHeaders(request, reply)
      return onFault(error, request, reply)
    },
  })
  server.decorate('versions', versions)
  server.setValidatorCompiler(validatorCompiler())
  server.removeAllContentTypeParsers()
  // With a callback: a parser that returns a promise costs every request a detour.
  server.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (_request, bytes, done) => {
    try {
      done(null, parseJsonBody(bytes))
    } catch (error) {
      done(error as Error)
    }
  })
  server.decorateRequest('call', null)
  server.decorateRequest('budget', null)
  server.addHook('onRequest', (request, reply, done) => {
    setHeaders(request, reply)
    done()
  })
  server.addHook('onResponse', (request, reply, done) => {
    const facts = {
      request_id: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    }
    metrics.observe(facts)
    app.log.info(facts, 'request')
    done()
  })
  server.setErrorHandler(onFault)
  server.setNotFoundHandler((request, reply) => onFault(new Failure('not_found'), request, reply))
  for (const row of rows) mount(server, { app, row, budgets, draining })
  for (const document of documents) mountDocument(server, options, document)
  mountRefusals(server, methodsByPath(rows, documents))
  return server
}
