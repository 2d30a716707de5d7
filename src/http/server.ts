import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { type ErrorCode, Failure } from '../errors.ts'
import { SECOND } from '../lib/clock.ts'
import { requestId } from '../lib/random.ts'
import { noteSecurityEvent, type SecurityEvent } from '../lib/security-events.ts'
import type { Budgets } from './budgets/budgets.ts'
import { chargeCosts } from './budgets/costs.ts'
import { heldCalls } from './budgets/held-calls.ts'
import { cutOffSlowReaders } from './budgets/slow-readers.ts'
import { asFailure, asProblem, type ErrorResponse, errorsPathAt, failureBody } from './failure-reply.ts'
import { MAX_BODY_BYTES, parseJsonBody, parseLargeJsonBody } from './json-body.ts'
import type { Metrics } from './metrics/metrics.ts'
import { nulInUrl } from './nul.ts'
import type { CallerBase, PipelineApp, Row } from './operation.ts'
import { readCookies } from './pages/cookies.ts'
import type { Document, DocumentRow } from './pages/document.ts'
import { type Visit, visitOf } from './pages/forms.ts'
import { mountDocuments, newNonce, sendPage } from './pages/mount-document.ts'
import { inLanguageOf, isTranslated } from './pages/readers-language.ts'
import { mount } from './pipeline.ts'
import { serializerCompiler, validatorCompiler } from './schemas.ts'
import { type StandingHeaders, standingHeaders } from './standing-headers.ts'
import { traceRequests } from './trace-requests.ts'
import { unreadable } from './unreadable.ts'
import { checkVersions, type VersionTable } from './versions.ts'

declare module 'fastify' {
  interface FastifyInstance {
    versions: VersionTable
  }
}

/** What the log of calls keeps of an answer to a known caller. */
export type Answered = {
  request_id: string
  method: string
  route: string
  status: number
  error: ErrorCode | null
  caller: CallerBase
}

export type Mount = (server: FastifyInstance) => void

export type ServerOptions<A extends PipelineApp> = {
  app: A
  rows: readonly Row<A>[]
  documents: readonly DocumentRow<A>[]
  budgets: Budgets
  metrics: Metrics
  publicUrl: string
  trustedProxies: readonly string[]
  versions: VersionTable
  draining: () => boolean
  starting?: () => boolean
  mounts?: readonly Mount[]
  /** `visit` is null where the reader cannot change the language. */
  failurePage: (
    failure: ErrorResponse,
    status: number,
    visit: Pick<Visit, 'formToken'> | null,
  ) => Promise<Document> | Document
  tracing?: boolean
  onAnswered?: (answered: Answered) => void
}

type OnFault = (error: unknown, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

type FastifySettings = {
  trustedProxies: readonly string[]
  unreadable: (code: string | undefined) => string
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
      setTimeout(() => socket.destroy(), SECOND).unref()
    },
    frameworkErrors: (error, request, reply) =>
      void settings.onUnrouted(error, request as FastifyRequest, reply as FastifyReply),
  })

const SECURITY_EVENTS: Readonly<Record<string, SecurityEvent>> = {
  rate_limited: 'budget_spent',
  too_many_attempts: 'locked_out',
  unauthorized: 'credential_refused',
  insufficient_scope: 'scope_refused',
}

const CREDENTIAL_CODES = new Set<string>(['unauthorized', 'key_expired', 'insufficient_scope'])

const isForPerson = ({ routeOptions, headers, is404 }: FastifyRequest): boolean =>
  routeOptions.config.page ?? (is404 && headers.accept?.includes('text/html') === true)

const routeOf = ({ route, routeOptions }: FastifyRequest): string => route ?? routeOptions.url ?? 'unknown'

/** IDs only: the caller's operator or application, and the credential it used. What is undefined is not logged. */
const callerOf = ({ call }: FastifyRequest) => ({
  caller: call?.caller.scope ?? undefined,
  credential: call?.caller.credentialId ?? undefined,
})

const sendFailure = async <A extends PipelineApp>(
  { app, publicUrl, failurePage, standing }: ServerOptions<A> & { standing: StandingHeaders },
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  const log = (fault: unknown) => app.log.error({ request_id: request.id, err: fault }, 'request failed')
  const { config, bodyLimit = MAX_BODY_BYTES } = request.routeOptions
  const failure = asFailure(error, {
    ...config,
    bodyLimitBytes: bodyLimit,
    input: request.body,
    onFault: log,
    onDatabaseAway: fault => app.log.warn({ request_id: request.id, err: fault }, 'database unavailable'),
  })
  request.failure = failure.code
  const event = SECURITY_EVENTS[failure.code]
  if (event) noteSecurityEvent(app, event, { request_id: request.id, route: request.routeOptions.url })
  const { tellBudget, challenge } = config
  await tellBudget?.(request).catch(log)
  standing.set(request, reply)
  const wanted = CREDENTIAL_CODES.has(failure.code) ? challenge?.() : undefined
  if (wanted !== undefined) reply.header('www-authenticate', wanted)
  const { retryAfterSeconds, headers } = failure.details
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  const body = failureBody(failure, request.id, publicUrl, config.errorsPath ?? errorsPathAt(request.url))
  if (isForPerson(request)) {
    const visit = visitOf(app.sealer, readCookies(request.headers.cookie))
    const canSwitch = request.method === 'GET' && isTranslated(request)
    const page = await inLanguageOf(request, () =>
      failurePage(body, failure.status, canSwitch ? visit : null),
    )
    return sendPage(reply.headers(headers ?? {}), { ...page, cookies: visit.cookies() }, newNonce())
  }
  const problem = request.headers.accept?.includes('application/problem+json')
  return reply
    .code(failure.status)
    .headers(headers ?? {})
    .type(problem ? 'application/problem+json; charset=utf-8' : 'application/json; charset=utf-8')
    .send(JSON.stringify(problem ? asProblem(body, failure.status) : body))
}

const methodsByPath = <A>(
  rows: readonly Row<A>[],
  documents: readonly DocumentRow<A>[],
): Map<string, string[]> => {
  const taken = new Map<string, string[]>()
  for (const { method, path } of [
    ...rows,
    ...documents.map(({ method = 'GET', path }) => ({ method, path })),
  ])
    taken.set(path, [...(taken.get(path) ?? []), method])
  return taken
}

/**
 * Knows the paths that other methods have. To give the router a refusal for each method of each path would take half of
 * the time in which a server starts.
 */
const refuseOtherMethods = (server: FastifyInstance, taken: Map<string, string[]>): void => {
  const known = [...taken].map(([path, methods]) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    allow: (methods.includes('GET') ? [...methods, 'HEAD'] : methods).join(', '),
  }))
  server.addHook('onRequest', (request, _reply, done) => {
    if (!request.is404) return done()
    const [asked = ''] = request.url.split('?', 1)
    const found = known.find(({ path, pattern }) => path === asked || pattern.test(asked))
    if (!found) return done()
    request.route = found.path
    done(new Failure('method_not_allowed', { headers: { allow: found.allow } }))
  })
}

const isHealthCheck = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.url === '/healthz' || routeOptions.url === '/readyz'

export const createServer = <A extends PipelineApp>(options: ServerOptions<A>): FastifyInstance => {
  const { app, rows, documents, budgets, metrics, publicUrl, trustedProxies, versions, draining } = options
  checkVersions(versions)
  const standing = standingHeaders(options)
  const onFault: OnFault = (error, request, reply) =>
    sendFailure({ ...options, standing }, error, request, reply)
  const server = createFastify({
    trustedProxies,
    unreadable: code => unreadable({ code, publicUrl, headers: standing.constant }),
    onUnrouted: onFault,
  })
  cutOffSlowReaders(server.server, facts => noteSecurityEvent(app, 'reader_cut_off', facts))
  server.decorate('versions', versions)
  server.setValidatorCompiler(validatorCompiler)
  server.setSerializerCompiler(serializerCompiler)
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
  server.decorateRequest('call', null)
  server.decorateRequest('route', null)
  server.decorateRequest('budget', null)
  server.decorateRequest('costs', null)
  server.decorateRequest('failure', null)
  if (options.tracing) traceRequests(server, routeOf)
  server.addHook('onRequest', (request, _reply, done) => done(nulInUrl(request.url) ?? undefined))
  server.addHook('onResponse', (request, reply, done) => {
    const { id: request_id, method } = request
    const route = routeOf(request)
    const status = reply.statusCode
    const ms = Math.round(reply.elapsedTime * 10) / 10
    metrics.observe({ method, route, status, ms })
    if (request.costs) chargeCosts(budgets, request.costs)
    if (request.call)
      options.onAnswered?.({
        request_id,
        method,
        route,
        status,
        error: request.failure,
        caller: request.call.caller,
      })
    app.log.info({ request_id, method, route, status, ms, ...callerOf(request) }, 'request')
    done()
  })
  server.setErrorHandler(onFault)
  server.setNotFoundHandler((request, reply) => onFault(new Failure('not_found'), request, reply))
  const { starting } = options
  if (starting)
    server.addHook('onRequest', (request, _reply, done) =>
      starting() && !isHealthCheck(request)
        ? done(new Failure('unavailable', { retryAfterSeconds: 5 }))
        : done(),
    )
  refuseOtherMethods(server, methodsByPath(rows, documents))
  const held = heldCalls()
  for (const row of rows) mount(server, { app, row, budgets, draining, held, standing })
  server.register(async scope => {
    scope.addHook('onRequest', (request, reply, done) => {
      standing.set(request, reply)
      reply.header('referrer-policy', 'no-referrer')
      done()
    })
    mountDocuments(scope, options, documents)
    for (const mountOther of options.mounts ?? []) mountOther(scope)
  })
  return server
}
