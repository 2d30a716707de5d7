import {
  type Attributes,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'

/** Does nothing until `startTracing` registers an exporter. Attributes hold routes and IDs, never people or keys. */
const tracer = trace.getTracer('bindery')

export type TraceParent = { traceparent?: string }

export const traceHeaders = (): Record<string, string> => {
  const headers: Record<string, string> = {}
  propagation.inject(context.active(), headers)
  return headers
}

type Traced = { name: string; kind: SpanKind; attributes: Attributes; parent?: object }

export const startSpan = ({ name, parent, ...options }: Traced) => {
  const from = parent ? propagation.extract(context.active(), parent) : context.active()
  const span = tracer.startSpan(name, options, from)
  return { span, within: <T>(act: () => T): T => context.with(trace.setSpan(from, span), act) }
}

export const markFailed = (span: Span, kind: string): void => {
  span.setStatus({ code: SpanStatusCode.ERROR, message: kind })
}

export const traced = async <T>(options: Traced, act: (span: Span) => Promise<T>): Promise<T> => {
  const { span, within } = startSpan(options)
  try {
    return await within(() => act(span))
  } catch (error) {
    markFailed(span, error instanceof Error ? error.name : typeof error)
    throw error
  } finally {
    span.end()
  }
}

export { SpanKind }
