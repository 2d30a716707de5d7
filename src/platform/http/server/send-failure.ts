import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../../errors.ts'
import { noteSecurityEvent, type SecurityEvent } from '../../lib/security-events.ts'
import { asFailure, asProblem, type ErrorResponse, errorsPathAt, failureBody } from '../failure-reply.ts'
import { MAX_BODY_BYTES } from '../json-body.ts'
import type { PipelineApp } from '../operation.ts'
import { type Document, readCookies } from '../pages/document.ts'
import { type Visit, visitOf } from '../pages/forms.ts'
import { newNonce, sendPage } from '../pages/mount-document.ts'
import { failingInLanguage, isTranslated } from '../pages/readers-language.ts'
import type { StandingHeaders } from '../standing-headers.ts'

export type FailurePage = (
  failure: ErrorResponse,
  status: number,
  visit: Pick<Visit, 'formToken'> | null,
) => Promise<Document> | Document

type Tools = { app: PipelineApp; publicUrl: string; failurePage: FailurePage; standing: StandingHeaders }

const SECURITY_EVENTS: Readonly<Record<string, SecurityEvent>> = {
  rate_limited: 'budget_spent',
  too_many_attempts: 'locked_out',
  unauthorized: 'credential_refused',
  insufficient_scope: 'scope_refused',
}

const CREDENTIAL_CODES = new Set<string>(['unauthorized', 'key_expired', 'insufficient_scope'])

/** RFC 6750, 3.1: tells a client to refresh the token it sent. A call without one gets no error. */
const INVALID_TOKEN = 'error="invalid_token", '

export const isForPerson = ({ routeOptions, headers, is404 }: FastifyRequest): boolean =>
  routeOptions.config.page ?? (is404 && headers.accept?.includes('text/html') === true)

const challengeFor = (failure: Failure, request: FastifyRequest): string | undefined => {
  const { challenge } = request.routeOptions.config
  const wanted = CREDENTIAL_CODES.has(failure.code) ? challenge?.() : undefined
  if (wanted === undefined) return undefined
  const isInvalid = failure.status === 401 && request.headers.authorization !== undefined
  return `Bearer ${isInvalid ? INVALID_TOKEN : ''}${wanted}`
}

const sendFailurePage = async (
  { app, failurePage }: Tools,
  { body, status }: { body: ErrorResponse; status: number },
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  const visit = visitOf(app.sealer, readCookies(request.headers.cookie))
  const canSwitch = request.method === 'GET' && isTranslated(request)
  const page = await failingInLanguage(request, () => failurePage(body, status, canSwitch ? visit : null))
  return sendPage(reply, { ...page, cookies: visit.cookies() }, newNonce())
}

/** Node reports a caller who leaves in the middle of a body like a lost connection to the database. */
const faultIn = (
  { log }: PipelineApp,
  error: unknown,
  { id, raw, routeOptions }: FastifyRequest,
): unknown => {
  if (!(error instanceof Error) || raw.errored !== error) return error
  log.info({ request_id: id, route: routeOptions.url }, 'the caller hung up')
  return new Failure('invalid_request')
}

export const sendFailure = async (
  tools: Tools,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  const { app, publicUrl, standing } = tools
  const log = (fault: unknown) => app.log.error({ request_id: request.id, err: fault }, 'request failed')
  const { config, bodyLimit = MAX_BODY_BYTES } = request.routeOptions
  const failure = asFailure(faultIn(app, error, request), {
    ...config,
    bodyLimitBytes: bodyLimit,
    input: request.body,
    onFault: log,
    onDatabaseAway: fault => app.log.warn({ request_id: request.id, err: fault }, 'database unavailable'),
  })
  request.failure = failure.code
  const event = SECURITY_EVENTS[failure.code]
  if (event) noteSecurityEvent(app, event, { request_id: request.id, route: request.routeOptions.url })
  const { retryAfterSeconds, headers = {} } = failure.details
  // The failure of a spent budget already has these headers, and a database that is away is not asked again.
  if (!('ratelimit-limit' in headers) && failure.code !== 'unavailable')
    await config.reportBudget?.(request).catch(log)
  standing.set(request, reply)
  const challenge = challengeFor(failure, request)
  if (challenge !== undefined) reply.header('www-authenticate', challenge)
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  reply.headers(headers)
  const body = failureBody(failure, request.id, publicUrl, config.errorsPath ?? errorsPathAt(request.url))
  const { status } = failure
  if (isForPerson(request)) return sendFailurePage(tools, { body, status }, request, reply)
  const problem = request.headers.accept?.includes('application/problem+json')
  return reply
    .code(status)
    .type(problem ? 'application/problem+json; charset=utf-8' : 'application/json; charset=utf-8')
    .send(JSON.stringify(problem ? asProblem(body, status) : body))
}
