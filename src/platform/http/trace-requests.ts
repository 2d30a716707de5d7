import type { Span } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { markFailed, SpanKind, startSpan } from '../lib/tracing.ts'

export const traceRequests = (
  server: FastifyInstance,
  routeOf: (request: FastifyRequest) => string,
): void => {
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
