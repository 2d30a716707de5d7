import { maxHeaderSize, STATUS_CODES } from 'node:http'
import type { Span } from '@opentelemetry/api'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { type ErrorCode, Failure } from '../errors.ts'
import { SECOND } from '../lib/clock.ts'
import { requestId } from '../lib/random.ts'
import { noteSecurityEvent } from '../lib/security-events.ts'
import { markFailed, SpanKind, startSpan } from '../lib/tracing.ts'
import { admitAnonymous, headerLines, takeAddressBudget } from './admission.ts'
import { type Budget, budgetHeaders } from './budgets/budget.ts'
import type { Budgets } from './budgets/budgets.ts'
import { fairShares } from './budgets/fair-shares.ts'
import { heldCalls } from './budgets/held-calls.ts'
import { cutOffSlowReaders } from './budgets/slow-readers.ts'
import { failureBody } from './failure-reply.ts'
import { MAX_BODY_BYTES } from './json-body.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { PipelineApp, Row } from './operation.ts'
import type { DocumentRow } from './pages/document.ts'
import { mountDocuments } from './pages/mount-document.ts'
import { plainCookies } from './pages/plain-cookies.ts'
import { mount } from './pipeline.ts'
import { serializerCompiler, validatorCompiler } from './schemas.ts'
import { type Answered, noteResponses, routeOf } from './server/note-responses.ts'
import { parseJsonOnly } from './server/parse-json-only.ts'
import { methodsByPath, pagePaths, refuseOtherMethods } from './server/refuse-other-methods.ts'
import { type FailurePage, isForPerson, sendFailure } from './server/send-failure.ts'
import { unknownPath } from './server/unknown-path.ts'
import { type StandingHeaders, standingHeaders } from './standing-headers.ts'
import { nulInUrl, nulProblem } from './unstorable-text.ts'
import { checkVersions, type VersionTable } from './versions.ts'

type Complaint = { status: number; error: ErrorCode; message: string }

const complaints: Record<string, Complaint> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    error: 'invalid_request',
    message: 'The request took too long to arrive. Send headers within 5 and the body within 30 seconds.',
  },
  HPE_HEADER_OVERFLOW: {
    status: 431,
    error: 'request_too_large',
    message: `The headers are too large. The limit is ${maxHeaderSize / 1024} KiB for all of them together.`,
  },
}

const notHttp: Complaint = {
  status: 400,
  error: 'invalid_request',
  message: 'This is not a readable HTTP request.',
}

type Facts = { code: string | undefined; headers: Record<string, string>; publicUrl: string }

const unreadable = ({ code, headers, publicUrl }: Facts): string => {
  const { status, error, message } = complaints[code ?? ''] ?? notHttp
  const id = requestId()
  const body = JSON.stringify(failureBody(new Failure(error, { message }), id, publicUrl))
  const lines = Object.entries({
    ...headers,
    'x-request-id': id,
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`
}

const traceRequests = (server: FastifyInstance, routeOf: (request: FastifyRequest) => string): void => {
  const spans = new WeakMap<FastifyRequest, Span>()
  server.addHook('onRequest', (request, _reply, done) => {
    const { span, within } = startSpan({
      name: request.method,
      kind: SpanKind.SERVER,
      attributes: { 'http.request.method': request.method, 'bindery.request_id': request.id },
      parent: request.headers,
    })
    spans.set(request, span)
    within(done)
  })
  server.addHook('onResponse', (request, { statusCode }, done) => {
    const span = spans.get(request)
    const route = routeOf(request)
    span?.updateName(`${request.method} ${route}`)
    span?.setAttributes({ 'http.route': route, 'http.response.status_code': statusCode })
    if (span && statusCode >= 500) markFailed(span, String(statusCode))
    span?.end()
    done()
  })
}

declare module 'fastify' {
  interface FastifyInstance {
    versions: VersionTable
  }
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
  failurePage: FailurePage
  tracing?: boolean
  plainCookies?: boolean
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

const KEPT_ON_REQUESTS = ['call', 'route', 'budget', 'costs', 'failure'] as const

const isHealthCheck = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.url === '/healthz' || routeOptions.url === '/readyz'

/** RFC 9112, 3.2. A proxy may route by one and we by the other. */
const secondHost = (request: FastifyRequest): Failure | null =>
  headerLines(request, 'host').length > 1
    ? new Failure('invalid_request', { message: 'The request has two Host headers. Send one.' })
    : null

const refuseWhileStarting = (server: FastifyInstance, starting: () => boolean): void => {
  server.addHook('onRequest', (request, _reply, done) =>
    starting() && !isHealthCheck(request)
      ? done(new Failure('unavailable', { retryAfterSeconds: 5 }))
      : done(),
  )
}

const mountPages = <A extends PipelineApp>(
  server: FastifyInstance,
  options: ServerOptions<A>,
  standing: StandingHeaders,
): void => {
  server.register(async scope => {
    scope.addHook('onRequest', (request, reply, done) => {
      standing.set(request, reply)
      reply.header('referrer-policy', 'no-referrer')
      done()
    })
    mountDocuments(scope, options, options.documents)
    for (const mountOther of options.mounts ?? []) mountOther(scope)
  })
}

export const createServer = <A extends PipelineApp>(options: ServerOptions<A>): FastifyInstance => {
  const { app, rows, documents, budgets, publicUrl, trustedProxies, versions, draining } = options
  checkVersions(versions)
  const standing = standingHeaders(options)
  const onFault: OnFault = (error, request, reply) =>
    sendFailure({ ...options, standing }, error, request, reply)
  const server = createFastify({
    trustedProxies,
    unreadable: code => unreadable({ code, publicUrl, headers: standing.constant }),
    // Nobody awaits this reply, so a failure in it must not end the process.
    onUnrouted: (error, request, reply) =>
      onFault(error, request, reply).catch(fault => {
        app.log.error({ request_id: request.id, err: fault }, 'request failed')
        reply.raw.destroy()
      }),
  })
  cutOffSlowReaders(server.server, facts => noteSecurityEvent(app, 'reader_cut_off', facts))
  server.decorate('versions', versions)
  server.setValidatorCompiler(validatorCompiler)
  server.setSerializerCompiler(serializerCompiler)
  parseJsonOnly(server)
  for (const name of KEPT_ON_REQUESTS) server.decorateRequest(name, null)
  if (options.tracing) traceRequests(server, routeOf)
  if (options.plainCookies) plainCookies(server)
  server.addHook('onRequest', (request, _reply, done) =>
    done(nulInUrl(request.url) ?? secondHost(request) ?? undefined),
  )
  noteResponses(server, options)
  server.setErrorHandler(onFault)
  server.setNotFoundHandler((request, reply) =>
    onFault(unknownPath(request.url, rows, isForPerson(request)), request, reply),
  )
  if (options.starting) refuseWhileStarting(server, options.starting)
  refuseOtherMethods(server, { taken: methodsByPath(rows, documents), pages: pagePaths(documents) })
  const held = heldCalls()
  const share = fairShares()
  for (const row of rows) mount(server, { app, row, budgets, draining, held, share, standing })
  mountPages(server, options, standing)
  return server
}

type Limits = { budgets: Budgets; budget: Budget; maxBytes: number }

/** Every body is text, because signatures cover its bytes and OAuth has its own forms. */
export const takeAnonymousText = (scope: FastifyInstance, { budgets, budget, maxBytes }: Limits): void => {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser<string>(
    '*',
    { parseAs: 'string', bodyLimit: maxBytes },
    (_request, text, done) => done(nulProblem(text), text),
  )
  scope.addHook('onRequest', async (request, reply) => {
    admitAnonymous(budgets, request)
    await takeAddressBudget({ budgets, budget }, request)
    if (request.budget) reply.headers(budgetHeaders(request.budget))
  })
}
