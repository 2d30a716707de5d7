import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../../platform/app.ts'
import type { Failure } from '../../../platform/errors.ts'
import { asFailure } from '../../../platform/http/failure-reply.ts'
import { noteSecurityEvent } from '../../../platform/lib/security-events.ts'

export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unsupported_grant_type'
  | 'authorization_pending'
  | 'slow_down'
  | 'expired_token'
  | 'access_denied'
  | 'invalid_client_metadata'
  | 'invalid_redirect_uri'

export class OAuthError extends Error {
  override readonly name = 'OAuthError'
  readonly code: OAuthErrorCode
  constructor(code: OAuthErrorCode, description: string) {
    super(description)
    this.code = code
  }
}

export const refuseOAuth = (code: OAuthErrorCode, description: string): never => {
  throw new OAuthError(code, description)
}

const codeOf = ({ status, code }: Failure): string => {
  if (status === 429) return code
  if (status === 503) return 'temporarily_unavailable'
  return status >= 500 ? 'server_error' : 'invalid_request'
}

export const sendOAuthError = (
  app: App,
  error: unknown,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): FastifyReply => {
  if (error instanceof OAuthError)
    return reply.code(400).send({ error: error.code, error_description: error.message })
  const failure = asFailure(error, {
    bodyLimitBytes: request.routeOptions.bodyLimit,
    onFault: fault => app.log.error({ request_id: request.id, err: fault }, 'request failed'),
  })
  if (failure.status === 429)
    noteSecurityEvent(app, failure.code === 'too_many_attempts' ? 'locked_out' : 'budget_spent', {
      request_id: request.id,
      route: request.routeOptions.url,
    })
  const { retryAfterSeconds, headers } = failure.details
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  return reply
    .code(failure.status)
    .headers(headers ?? {})
    .send({ error: codeOf(failure), error_description: failure.message })
}
